//! `ludex report` and `ludex export` as a user calls them.

use std::path::PathBuf;
use std::sync::Arc;

use crate::common::{err, fresh, ludex, out};
use ludex_arena::hash::content_hash;
use ludex_arena::store::{Recorder, RunFacts};
use ludex_arena::{Cell, Entrant, Outcome, Timing};
use ludex_library::bundled_game;

/// A folder of results: two agents, set 1 of the papers, the second always better.
fn results(name: &str, plays: u32) -> PathBuf {
    results_on(name, plays, |_| "0".to_owned())
}

/// The same for games of other contents.
fn results_on(name: &str, plays: u32, content: impl Fn(&str) -> String) -> PathBuf {
    let folder = fresh(name);
    let mut recorder = Recorder::begin(&folder, &RunFacts::here("reps = 3\n")).unwrap();
    let set = ludex_arena::plan::set("set1").unwrap();
    for (agent, wins) in [("random", 2), ("solmcts", 7)] {
        let entrant = Arc::new(Entrant::new(agent, "200fm"));
        for game in &set.games {
            for repetition in 0..plays {
                let cell = Cell {
                    entrant: entrant.clone(),
                    game: game.as_str().into(),
                    level: 0,
                    content: content(game).into(),
                    repetition,
                    seed: u64::from(repetition),
                    agent_seed: 0,
                    partner: None,
                };
                let outcome = Outcome { win: repetition % 10 < wins, ticks: 100, ..Outcome::default() };
                recorder.record(&cell, &outcome, Timing::default()).unwrap();
            }
        }
    }
    folder
}

#[test]
fn games_that_ship_are_no_set_of_a_paper() {
    let bundled = |name: &str| {
        let game = bundled_game(name).unwrap();
        content_hash(game.game, game.levels[0].text)
    };
    let sets = |folder: PathBuf| {
        let text = out(&ludex(&["report", folder.to_str().unwrap()]));
        (text.contains("bundled1"), text.contains("set1"))
    };
    assert_eq!(sets(results_on("shipped", 5, bundled)), (true, false));
    assert_eq!(sets(results("published", 5)), (false, true));
}

#[test]
fn a_report_in_every_format() {
    let folder = results("report", 20);
    let run = folder.to_str().unwrap();
    let text = ludex(&["report", run, "--compare", "p1"]);
    assert_eq!(text.status.code(), Some(0), "{}", err(&text));
    assert!(out(&text).contains("400 plays of 2 agents in 10 games"), "{}", out(&text));
    assert!(
        out(&text).contains("Beside the figures of P1") && out(&text).contains("70.0 (63.5 to 76.5)"),
        "{}",
        out(&text)
    );
    for (format, sign) in [
        ("markdown", "| --- |"),
        ("latex", "\\toprule"),
        ("csv", "solmcts,200fm,0,0,aliens,20,14,70,"),
        ("html", "</svg>"),
    ] {
        let output = ludex(&["report", run, "--format", format]);
        assert!(output.status.success() && out(&output).contains(sign), "{format}: {}", out(&output));
    }
    let json: serde_json::Value = serde_json::from_slice(&ludex(&["report", run, "--json"]).stdout).unwrap();
    assert_eq!(json["agents"][0]["agent"], "solmcts");
    assert_eq!(json["agents"][0]["total"]["win_percent"], 70.0);

    let pages = folder.join("pages");
    let output = ludex(&["report", run, "--out", pages.to_str().unwrap()]);
    assert!(out(&output).contains("report.html") && pages.join("wins.svg").is_file(), "{}", err(&output));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn exports_to_output_and_file() {
    let folder = results("export", 2);
    let run = folder.to_str().unwrap();
    let csv = ludex(&["export", run]);
    assert_eq!(out(&csv).lines().count(), 41);
    let file = folder.join("games.jsonl");
    let output = ludex(&["export", run, "--format", "jsonl", "--out", file.to_str().unwrap()]);
    assert!(output.status.success() && output.stdout.is_empty(), "{}", err(&output));
    assert_eq!(std::fs::read_to_string(file).unwrap().lines().count(), 40);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn mistakes_are_explained() {
    let empty = results("empty", 0);
    let output = ludex(&["report", empty.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("No games have been played yet"));
    for (arguments, hint) in [
        (vec!["report", "/no/such/folder"], "ludex arena --out"),
        (vec!["export", "/no/such/folder"], "ludex arena --out"),
        (vec!["report", empty.to_str().unwrap(), "--compare", "P9"], "P1, P2, P3, P4, P5"),
        #[cfg(not(feature = "parquet"))]
        (vec!["export", empty.to_str().unwrap(), "--format", "parquet"], "--features parquet"),
        (vec!["report", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")], "not a results file"),
    ] {
        let output = ludex(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(err(&output).contains(hint), "{}", err(&output));
    }
    std::fs::remove_dir_all(empty).unwrap();
}
