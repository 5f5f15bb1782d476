//! `ludex tune` as a user calls it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn ludex(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ludex")).args(arguments).env_remove("LUDEX_GVGAI").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn search<'a>(folder: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["tune", "--agent", "rs", "--vary", "l=1,12", "--games", "aliens,frogs"];
    arguments.extend(["--levels", "0", "--budget", "60fm", "--out", folder.to_str().unwrap()]);
    arguments.extend(more);
    arguments
}

#[test]
fn a_search_finds_what_wins_and_shows_why() {
    let folder = fresh("tune");
    let output = ludex(&search(&folder, &["--evaluations", "12"]));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.contains("Values of l") && said.contains("Best settings"), "{said}");
    assert!(said.contains("12 evaluations of 2 games: 24 plays."), "{said}");

    // The same search longer: what was played is not played again, and what was found is written as JSON.
    let output = ludex(&search(&folder, &["--evaluations", "16", "--json", "--jobs", "1"]));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let written = std::fs::read(folder.join("tuned.json")).unwrap();
    assert_eq!(found, serde_json::from_slice::<Value>(&written).unwrap());
    assert_eq!((&found["evaluations"], &found["plays"]), (&16.into(), &32.into()));
    let results = ludex_arena::store::Results::open(&folder).unwrap();
    assert_eq!(results.count().unwrap(), 32);
    let values = found["parameters"][0]["values"].as_array().unwrap();
    let evaluations: u64 = values.iter().map(|value| value["evaluations"].as_u64().unwrap()).sum();
    assert_eq!(evaluations, 16);
    let best = found["best"]["agent"].as_str().unwrap();
    assert!(said.contains("rs(l=") && best.starts_with("rs(l="), "{best}");
    assert!(found["best"]["low"].as_f64() <= found["best"]["win"].as_f64());

    // Another folder and another number of jobs: the same answer.
    let other = fresh("tune-again");
    let output = ludex(&search(&other, &["--evaluations", "16", "--json", "--jobs", "2"]));
    assert_eq!(found, serde_json::from_slice::<Value>(&output.stdout).unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::remove_dir_all(&other).unwrap();
}

#[test]
#[cfg(unix)]
fn an_agent_that_cannot_play_says_why() {
    let folder = fresh("tune-no-program");
    let search = |more: &[&str]| {
        let agent = "program(cmd=\"no-such-program\")";
        let search =
            ["tune", "--agent", agent, "--vary", "args=1,2", "--games", "aliens", "--evaluations", "2"];
        ludex(&[&search[..], &["--out", folder.to_str().unwrap()], more].concat()).stdout
    };
    let said = text(&search(&[]));
    assert!(said.contains("Disqualified in 2 of them") && said.contains("cannot be started"), "{said}");
    let found: Value = serde_json::from_slice(&search(&["--json"])).unwrap();
    let disqualified = &found["disqualified"][0];
    assert_eq!(disqualified["plays"], 2);
    let reason = disqualified["reason"].as_str().unwrap();
    assert!(reason.contains("`no-such-program` cannot be started"), "{reason}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn wrong_uses_are_explained() {
    let complaint = |arguments: &[&str]| {
        let output = ludex(&[&["tune"], arguments].concat());
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr)
    };
    assert!(complaint(&["--agent", "samplemcts"]).contains("--vary"));
    assert!(complaint(&["--agent", "samplemcts", "--vary", "dept=3"]).contains("did you mean `depth`?"));
    assert!(complaint(&["--agent", "samplemcts", "--vary", "depth"]).contains("a whole number from 1"));
    assert!(complaint(&["--agent", "rhea", "--vary", "roll.n=3"]).contains("rhea+roll"));
    let twice = complaint(&["--agent", "rs", "--vary", "l=3", "--vary", "L=4"]);
    assert!(twice.contains("varied twice"), "{twice}");
    let games = complaint(&["--agent", "rs", "--vary", "l=3,4", "--games", "zleda"]);
    assert!(games.contains("did you mean `zelda`?"), "{games}");
    let levels = complaint(&["--agent", "rs", "--vary", "l=3,4", "--games", "zelda", "--levels", "77"]);
    assert!(levels.contains("no level 77"), "{levels}");
}
