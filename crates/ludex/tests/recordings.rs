//! `ludex record` and `ludex verify`, as a user calls them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{err, ludex_in, out, scratch, write_cats};

/// A folder of its own with a game and a level.
fn folder(name: &str) -> PathBuf {
    let folder = scratch(name);
    write_cats(&folder, "cats");
    folder
}

fn record(folder: &Path) {
    let words =
        "record cats.txt cats_lvl0.txt --seed -4 --policy random --policy-seed 2 --ticks 40 -o a.jsonl.gz";
    let output = ludex_in(folder, words);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.starts_with("a.jsonl.gz: "), "{output:?}");
}

#[test]
fn what_is_recorded_is_exact() {
    let folder = folder("exact");
    record(&folder);
    let output = ludex_in(&folder, "verify --games-dir . a.jsonl.gz");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1 of 1 recordings exact\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn another_game_is_not() {
    let folder = folder("other");
    record(&folder);
    fs::write(folder.join("cats_lvl0.txt"), "A  c\n cg \n").unwrap();
    let output = ludex_in(&folder, "verify --games-dir . .");
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "./a.jsonl.gz: differs at the start");
    assert!(
        lines[1].starts_with("    sprites at the start, entry 1: expected goal #3 at (30, 10)"),
        "{text}"
    );
    assert_eq!(lines.last(), Some(&"0 of 1 recordings exact"));
    assert_eq!(output.status.code(), Some(1));
    let output = ludex_in(&folder, "verify --json --games-dir . a.jsonl.gz");
    assert!(String::from_utf8_lossy(&output.stdout).contains(r#""exact":false"#));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_folder_is_asked_for_where_one_is_needed() {
    let folder = folder("homeless");
    record(&folder);
    let output = ludex_in(&folder, "verify a.jsonl.gz");
    assert!(String::from_utf8_lossy(&output.stdout).contains("--games-dir"), "{output:?}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn usage_errors() {
    let folder = folder("wrong");
    fs::create_dir_all(folder.join("empty")).unwrap();
    for (words, error) in [
        ("verify --games-dir . empty", "no recordings found"),
        ("verify --games-dir . nothing", "cannot read nothing"),
        ("verify --games-dir nothing cats.txt", "nothing is no folder"),
        ("record cats.txt cats_lvl0.txt --seed 1 -o a.jsonl", "--actions"),
        ("record cats.txt dogs.txt --seed 1 --policy nil -o a.jsonl", "cannot read dogs.txt"),
        ("record cats.txt cats_lvl0.txt --seed 1 --actions cats.txt -o a.jsonl", "cats.txt: line 1: "),
    ] {
        let output = ludex_in(&folder, words);
        assert_eq!(output.status.code(), Some(2), "{words}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(error), "{words}: {output:?}");
    }
}

#[test]
fn files_of_actions_go_out_and_come_in() {
    let folder = crate::common::fresh("actions");
    fs::create_dir_all(&folder).unwrap();
    for (run, game) in [
        ("aliens --agent random --level 1 --seed -5", "aliens --level 1"),
        ("snowballfight --agent random --agent random --seed 3", "snowballfight"),
    ] {
        let run = ludex_in(&folder, &format!("run {run} --budget 9fm --record game.jsonl"));
        assert!(run.status.success(), "{run:?}");
        let written = ludex_in(&folder, "replay game.jsonl --actions game.txt");
        assert!(written.status.success() && out(&written).contains("exact"), "{written:?}");
        let replayed = ludex_in(&folder, &format!("replay game.txt --plain --ticks 3 --game {game}"));
        assert_eq!(replayed.status.code(), Some(0), "{replayed:?}");
        assert!(out(&replayed).contains("as the file says"), "{}", out(&replayed));
    }
    // Another level is another game, and what is no file of actions is refused.
    let other = ludex_in(&folder, "replay game.txt --plain --ticks 3 --game snowballfight --level 2");
    assert!(other.status.code() != Some(2), "{other:?}");
    let wrong = ludex_in(&folder, "replay game.txt --game aliens");
    assert!(wrong.status.code() == Some(2) && err(&wrong).contains("is it another game?"), "{wrong:?}");
    let recording = ludex_in(&folder, "replay game.jsonl --game snowballfight");
    assert!(
        recording.status.code() == Some(2) && err(&recording).contains("without --game"),
        "{recording:?}"
    );
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_ships_is_verified_without_arguments() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shipped = fs::read_dir(root.join("recordings")).unwrap();
    let count = shipped
        .filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|ext| ext == "gz"))
        .count();
    for words in ["verify", "verify recordings/"] {
        let output = ludex_in(&root, words);
        assert_eq!(out(&output), format!("{count} of {count} recordings exact\n"), "{}", err(&output));
    }
    let output = ludex_in(&std::env::temp_dir(), "verify");
    assert!(output.status.code() == Some(2) && err(&output).contains("recordings"), "{}", err(&output));
}
