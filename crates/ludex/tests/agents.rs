//! `ludex agents` and `ludex run`.

use std::fs;
use std::path::Path;

use crate::common::{err, ludex, out};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    let output = ludex(arguments);
    assert!(output.status.success(), "{}", err(&output));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// What is said of a wrong use.
fn complaint(arguments: &[&str]) -> String {
    let output = ludex(arguments);
    assert_eq!(output.status.code(), Some(2));
    err(&output)
}

#[test]
fn every_agent_is_listed_and_explained() {
    let listed = json(&["agents", "--json"]);
    let agents = listed["agents"].as_array().expect("a list");
    assert!(agents.len() > 10);
    let table = out(&ludex(&["agents"]));
    for agent in agents {
        let name = agent["name"].as_str().expect("a name");
        assert!(table.contains(name));
        let page = out(&ludex(&["agents", name]));
        for parameter in agent["parameters"].as_array().expect("a list") {
            assert!(page.contains(parameter["help"].as_str().expect("help").split(' ').next().unwrap_or("")));
        }
    }
}

#[test]
fn names_of_compositions_are_listed_and_explained() {
    let listed = json(&["agents", "--json"]);
    let table = out(&ludex(&["agents"]));
    for alias in listed["aliases"].as_array().expect("a list") {
        let (name, meaning) =
            (alias["name"].as_str().expect("a name"), alias["text"].as_str().expect("a text"));
        assert!(table.contains(name));
        let page = out(&ludex(&["agents", name]));
        assert!(page.contains(&format!("{name} stands for {meaning}")), "{page}");
        assert_eq!(json(&["agents", name, "--json"])["text"], meaning);
    }
    assert!(complaint(&["agents", "bfti(m=2)"]).contains("mcts+bfti"));
}

#[test]
fn wrong_agents_and_budgets_are_refused() {
    assert!(complaint(&["agents", "olet"]).contains("did you mean `olets`?"));
    assert!(complaint(&["run", "zelda", "--agent", "samplemcts(dpth=3)"]).contains("did you mean `depth`?"));
    assert!(complaint(&["run", "zelda", "--budget", "40"]).contains("480fm"));
    assert!(complaint(&["run", "zelda", "--agent", "random", "--agent", "random"]).contains("for 1 player"));
    assert!(complaint(&["run", "zelda", "--level", "99"]).contains("99"));
}

#[test]
fn the_same_arguments_give_the_same_game() {
    let arguments = ["run", "aliens", "--agent", "samplemcts", "--budget", "5it", "--seed", "7", "--json"];
    let (once, again) = (json(&arguments), json(&arguments));
    assert_eq!(once, again);
    assert_eq!(once["players"][0]["agent"], "samplemcts");
    assert!(once["ticks"].as_u64().is_some_and(|ticks| ticks > 10));
    assert_eq!(once["players"][0]["disqualified"], Value::Null);
}

#[test]
fn a_recorded_game_is_verified() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let folder = std::env::temp_dir().join(format!("ludex-run-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("game.jsonl");
    let (games, file) = (games.to_str().expect("UTF-8"), file.to_str().expect("UTF-8"));
    let arguments =
        ["run", "chase", "--games-dir", games, "--agent", "random", "--budget", "1it", "--record", file];
    let played = ludex(&arguments);
    assert!(played.status.success(), "{}", err(&played));
    let verified = ludex(&["verify", file, "--games-dir", games]);
    fs::remove_dir_all(&folder).expect("removed");
    assert!(verified.status.success(), "{}{}", out(&verified), err(&verified));
}
