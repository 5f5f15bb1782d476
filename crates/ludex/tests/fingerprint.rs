//! The engine's behaviour, pinned: a change of it is a decision, made by changing the number here.

use std::process::Command;

/// What `ludex fingerprint` prints. If a change moves it on purpose, put the new number here and say why.
const FINGERPRINT: &str = "00cfde49efc6186c";

fn fingerprint(options: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ludex")).arg("fingerprint").args(options).output();
    let output = output.expect("ludex runs");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_engine_behaves_as_it_did() {
    let verbose = fingerprint(&["--verbose"]);
    assert_eq!(fingerprint(&[]).trim(), FINGERPRINT, "game by game:\n{verbose}");
    let mut lines: Vec<&str> = verbose.lines().collect();
    assert_eq!(lines.pop(), Some(FINGERPRINT));
    lines.sort_unstable();
    lines.dedup_by_key(|line| line.split(' ').next().map(str::to_owned));
    // No two games alike: none was skipped.
    assert_eq!(lines.len(), verbose.lines().count() - 1);
}

#[test]
fn for_programs() {
    let json: serde_json::Value = serde_json::from_str(&fingerprint(&["--json"])).expect("JSON");
    assert_eq!(json["fingerprint"], FINGERPRINT);
    assert_eq!(json["games"].as_object().map(serde_json::Map::len), Some(8));
}
