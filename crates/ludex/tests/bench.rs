//! `ludex bench fm` and `ludex bench agents`, as a user calls them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::{ludex_in, scratch, write_cats};
use serde_json::Value;

/// A folder of its own, with a game in each of two parts.
fn folder(name: &str) -> PathBuf {
    let folder = scratch(name);
    write_cats(&folder.join("gridphysics"), "cats");
    write_cats(&folder.join("contphysics"), "tigers");
    folder
}

/// Measures for a moment.
fn bench(folder: &Path, words: &str) -> Output {
    ludex_in(folder, &format!("bench fm --seconds 0.01 {words}"))
}

fn json(folder: &Path, words: &str) -> Value {
    let output = bench(folder, &format!("{words} --json"));
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn names(document: &Value) -> Vec<&str> {
    document["games"].as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap()).collect()
}

#[test]
fn figures_for_programs() {
    let document = json(&folder("figures"), "--games-dir .");
    assert_eq!(keys(&document), ["games", "geomean"]);
    assert_eq!(names(&document), ["cats"]);
    let game = &document["games"][0];
    let expected =
        ["advances_per_s", "allocs_per_advance", "clones_per_s", "game", "rollouts_per_s", "state_bytes"];
    assert_eq!(keys(game), expected);
    for key in ["advances_per_s", "rollouts_per_s", "clones_per_s", "state_bytes"] {
        assert!(game[key].as_u64().unwrap() > 0, "{key}: {game}");
        assert_eq!(game[key], document["geomean"][key], "the mean of one game");
    }
    assert_eq!(game["allocs_per_advance"], 0.0);
}

#[test]
fn which_games() {
    let folder = folder("which");
    assert_eq!(names(&json(&folder, "--games-dir . --games all")), ["cats", "contphysics/tigers"]);
    assert_eq!(names(&json(&folder, "--games-dir . --games tigers,cats")), ["tigers", "cats"]);
    assert_eq!(names(&json(&folder, "--games zelda --deep")), ["zelda"]);
}

#[test]
fn figures_for_people() {
    let output = bench(&folder("people"), "--games-dir . --deep");
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().map(|line| line.split("  ").next().unwrap()).collect();
    let expected =
        ["game", "cats", "", "geometric mean", "minimum", "lower quartile", "median", "upper quartile", ""];
    assert_eq!(lines[..expected.len()], expected, "{text}");
    assert!(text.contains("1 game, level 0, after 200 ticks of random play"), "{text}");
}

#[test]
fn a_second_thread() {
    let folder = folder("threads");
    let document = json(&folder, "--games-dir . --threads 2");
    assert_eq!(document["threads"]["number"], 2);
    assert!(document["threads"]["scaling"].as_f64().unwrap() > 0.0);
    let output = bench(&folder, "--games-dir . --threads 2");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("times the work of one") && text.contains("1.8 or more is wanted"), "{text}");
}

#[test]
fn a_reference() {
    let folder = folder("reference");
    let table =
        "game,level,advances_per_s,rollouts10_per_s,copies_per_s,sprites\ncats,0,2,1,4,5\ncats,1,1,1,1,1\n";
    fs::write(folder.join("slow.csv"), table).unwrap();
    let document = json(&folder, "--games-dir . --games all --reference slow.csv");
    let game = &document["games"][0];
    let ratio = game["clones_ratio"].as_f64().unwrap() * 4.0 / game["clones_per_s"].as_f64().unwrap();
    assert!((ratio - 1.0).abs() < 0.01, "{document}");
    assert_eq!(document["games"][1].get("advances_ratio"), None, "there is no reference for tigers");
    let [mean, least] =
        ["geomean", "minimum"].map(|key| document["ratios"]["advances"][key].as_f64().unwrap());
    assert!((mean / least - 1.0).abs() < 1e-9, "the mean and the least of one: {document}");
}

#[test]
fn agents() {
    let folder = folder("agents");
    // A tick of many cats takes far longer than reading the clock, so that the model's share can be told on a busy machine, too.
    let crowd = format!("A{}g\n", " ".repeat(40)) + &format!("{}\n", "c ".repeat(21)).repeat(20);
    for part in ["gridphysics/cats", "contphysics/tigers"] {
        fs::write(folder.join(format!("{part}_lvl0.txt")), &crowd).unwrap();
    }
    let words = "bench agents --games-dir . --games all --agents donothing;samplemcts(depth=5) --budget 500fm --seconds 0.05";
    let output = ludex_in(&folder, &format!("{words} --json"));
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let names: Vec<&str> =
        document["agents"].as_array().unwrap().iter().map(|a| a["agent"].as_str().unwrap()).collect();
    assert_eq!(names, ["donothing", "samplemcts(depth=5)"]);
    let [idle, busy] = [0, 1].map(|agent| &document["agents"][agent]);
    assert_eq!(self::names(busy), ["cats", "contphysics/tigers"]);
    assert_eq!(keys(&busy["median"]), ["copy_share", "fm_calls_per_s", "iterations_per_s", "model_share"]);
    assert_eq!(idle["median"]["fm_calls_per_s"], Value::Null, "who does not search has no figures");
    for figures in [&busy["games"][0], &busy["median"]] {
        let [calls, iterations, model, copies] =
            ["fm_calls_per_s", "iterations_per_s", "model_share", "copy_share"]
                .map(|key| figures[key].as_f64().unwrap());
        assert!(calls > iterations && iterations > 0.0, "{figures}");
        assert!(model > copies && copies > 0.0 && model <= 1.0, "{figures}");
    }
    let text = String::from_utf8(ludex_in(&folder, words).stdout).unwrap();
    let games: Vec<&str> = text.lines().map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    let each = ["cats", "contphysics/tigers"];
    assert_eq!(games, [&["game"][..], &each, &each, &["(median)"; 2]].concat(), "{text}");
    let all = ludex_in(&folder, "bench agents --games-dir . --games cats --budget 20fm --seconds 0.001");
    let all = String::from_utf8(all.stdout).unwrap();
    for agent in ["donothing", "ybcriber", "iw", "olets", "soemers-all", "omcts"] {
        assert!(all.lines().any(|line| line.split_whitespace().next() == Some(agent)), "{agent}: {all}");
    }
    let output = ludex_in(&folder, "bench agents --seconds 0");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn usage_errors() {
    let folder = folder("usage");
    fs::write(folder.join("bad.csv"), "game,level\n").unwrap();
    for (words, expected) in [
        ("--games-dir nowhere", "nowhere"),
        ("--games-dir . --games dogs", "there is no game `dogs`"),
        ("--games-dir gridphysics/cats.txt", "cats.txt"),
        ("--seconds 0", "expected seconds"),
        ("--threads 0", "from 1 to 1024"),
        ("--games-dir . --reference bad.csv", "there is no column `advances_per_s`"),
        ("--games-dir . --reference none.csv", "cannot read none.csv"),
    ] {
        let output = ludex_in(&folder, &format!("bench fm {words}"));
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}: {message}");
        assert!(message.contains(expected), "{words}: {message}");
    }
}
