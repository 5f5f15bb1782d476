//! GVGAI's own games, where they are at hand: `LUDEX_GVGAI` names the folder.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// The one game of GVGAI with an error in it: it names an effect that does not exist.
const FAULTY: &str = "invest.txt";

ludex_testing::needs_gvgai!(every_game_of_gvgai_and_every_level_is_free_of_errors);

fn every_game_of_gvgai_and_every_level_is_free_of_errors() {
    let folder = ludex_testing::gvgai();
    let output = Command::new(env!("CARGO_BIN_EXE_ludex")).args(["check", "--json"]).arg(folder).output();
    let entries: Vec<Value> =
        serde_json::from_slice(&output.expect("ludex runs").stdout).expect("a JSON array");
    let mut errors: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| entry["severity"] == "error") {
        let file = entry["file"].as_str().expect("a file");
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        errors.entry(name).or_default().push(entry["code"].as_str().expect("a code"));
    }
    assert_eq!(errors.remove(FAULTY), Some(vec!["V201"]));
    // Besides games and levels the folder has eight fragments of generators.
    let is_fragment = |name: &&str| name.ends_with("_ggame.txt") || name.ends_with("_glvl.txt");
    let (fragments, games): (Vec<_>, Vec<_>) = errors.into_iter().partition(|(name, _)| is_fragment(name));
    assert_eq!(fragments.len(), 8);
    assert!(fragments.iter().all(|(_, codes)| codes.contains(&"V002")), "{fragments:?}");
    assert_eq!(games, []);
}
