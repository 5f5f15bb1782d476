//! The commands that take games: `games`, `picture` and `solve`, as a user runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A scratch folder, gone after the test, that commands run in.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("ludex-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a scratch folder");
        Scratch(folder)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
        command.args(arguments).current_dir(&self.0).output().expect("ludex runs")
    }

    /// Runs a command that must succeed, for what it prints.
    fn done(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Runs a command with a usage error, for what it says.
    fn wrong(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    }

    fn file(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn bundled_folder() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").to_string_lossy().into_owned()
}

#[test]
fn games_are_listed() {
    let scratch = Scratch::new("list");
    let list = scratch.done(&["games"]);
    assert!(list.contains("sokoban") && list.contains("deterministic, puzzle"), "{list}");
    let list = json(&scratch.done(&["games", "--json"]));
    let names: Vec<&str> = ludex_library::bundled().iter().map(|game| game.name).collect();
    assert_eq!(list.as_array().unwrap().iter().map(|game| &game["name"]).collect::<Vec<_>>(), names);
    let of_folder = json(&scratch.done(&["games", "--json", "--games-dir", &bundled_folder()]));
    assert_eq!(of_folder.as_array().map(Vec::len), Some(names.len()));
    for (measured, told) in of_folder.as_array().unwrap().iter().zip(list.as_array().unwrap()) {
        assert_eq!((&measured["name"], &measured["set"]), (&told["name"], &told["set"]));
        assert_eq!((&measured["size"], &measured["tags"][0]), (&told["size"], &told["tags"][0]), "{told}");
    }
}

#[test]
fn games_are_filtered() {
    let scratch = Scratch::new("filter");
    let names = |arguments: &[&str]| -> Vec<String> {
        let list = json(&scratch.done(&[&["games", "--json"], arguments].concat()));
        list.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap().to_owned()).collect()
    };
    let coop = ["bucketbrigade", "lamplighters", "nightharvest", "sheepdogs", "twinlocks"];
    assert_eq!(names(&["--players", "2", "--tag", "cooperative"]), coop);
    assert_eq!(names(&["--set", "bundled-coop"]), coop);
    assert_eq!(names(&["--set", "bundled-duo"]), names(&["--players", "2"]));
    assert_eq!(names(&["--players", "1"]), names(&["--set", "bundled"]));
    assert_eq!(names(&["--tag", "puzzle", "--tag", "cooperative"]), ["bucketbrigade", "twinlocks"]);
    assert!(names(&["--players", "2", "--set", "bundled1"]).is_empty());
    assert_eq!(names(&["--games-dir", &bundled_folder(), "--players", "2"]).len(), 10);

    assert!(scratch.wrong(&["games", "--players", "3"]).contains("from 1 to 2"));
    let said = scratch.wrong(&["games", "--tag", "puzle"]);
    assert!(said.contains("choose from") && said.contains("pushing, puzzle"), "{said}");
    let said = scratch.wrong(&["games", "--set", "set1"]);
    assert!(said.contains("choose one of bundled, bundled-coop"), "{said}");
    scratch.wrong(&["games", "zelda", "--players", "1"]);
}

#[test]
fn a_game_is_judged() {
    let scratch = Scratch::new("judge");
    let arguments = ["judge", "chase", "--levels", "0", "--plays", "1", "--budget", "20fm"];
    let text = scratch.done(&arguments);
    assert!(text.starts_with("chase\n\n`ludex check` finds: nothing\n"), "{text}");
    assert!(text.contains("Games won by level") && text.contains("Skill: "), "{text}");
    let value = json(&scratch.done(&[&arguments[..], &["--json"]].concat()));
    assert_eq!(value["agents"].as_array().map(Vec::len), Some(6));
    assert!(value["levels"][0]["shortest_win"]["ticks"].as_u64().is_some(), "{value}");
    assert!(scratch.wrong(&["judge", "chase", "--levels", "7"]).contains("its levels are 0, 1, 2, 3, 4"));
    assert!(scratch.wrong(&["judge", "chase", "--plays", "0"]).contains("from 1 to 1000"));
    assert!(scratch.wrong(&["judge", "chsae"]).contains("did you mean `chase`?"));

    // What check finds is told first, and errors make the answer no.
    let game = "BasicGame\n  SpriteSet\n    avatar > MovingAvatar\n  LevelMapping\n    A > avatar\n  \
                InteractionSet\n    avatar nobody > stepBack\n  TerminationSet\n    Timeout limit=9 win=True\n";
    fs::write(scratch.0.join("odd.txt"), game).expect("a game");
    fs::write(scratch.0.join("odd_lvl0.txt"), "A.").expect("a level");
    let output = scratch.run(&["judge", "odd.txt", "--budget", "5fm"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("odd.txt:7: error[") && said.contains("won by nobody"), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_folder_may_have_a_broken_game() {
    let scratch = Scratch::new("broken");
    let good = "BasicGame\n  SpriteSet\n    avatar > MovingAvatar\n  LevelMapping\n    A > avatar\n";
    let bad = "BasicGame\n  SpriteSet\n    avatar > MovingAvatar\n  LevelMapping\n    A > nobody\n";
    for (name, text) in [("good", good), ("bad", bad)] {
        fs::write(scratch.0.join(format!("{name}.txt")), text).expect("a game");
        fs::write(scratch.0.join(format!("{name}_lvl0.txt")), "A.").expect("a level");
    }
    let list = scratch.done(&["games", "--games-dir", "."]);
    assert!(
        list.contains("bad") && list.contains("not playable") && list.contains("deterministic"),
        "{list}"
    );
}

#[test]
fn a_game_is_told_about() {
    let scratch = Scratch::new("tell");
    let text = scratch.done(&["games", "zelda"]);
    assert!(text.starts_with("# Zelda") && text.contains("Level 4"), "{text}");
    let value = json(&scratch.done(&["games", "zelda", "--json"]));
    assert_eq!(value["levels"].as_array().map(Vec::len), Some(5));
    assert!(scratch.wrong(&["games", "zedla"]).contains("did you mean `zelda`?"));
}

#[test]
fn pictures_are_drawn() {
    let scratch = Scratch::new("picture");
    scratch.done(&["picture", "zelda", "-o", "zelda.png"]);
    assert!(scratch.file("zelda.png").starts_with(b"\x89PNG"));
    let said = scratch
        .done(&["picture", "sokoban", "zelda", "--tick", "0", "--tick", "9", "--cell", "8", "-o", "s.png"]);
    assert!(said.contains("pixels"), "{said}");
    let path = format!("{}/sokoban", bundled_folder());
    let said =
        scratch.done(&["picture", &path, "--level", "2", "--tick", "5", "--width", "120", "-o", "film.gif"]);
    assert!(said.contains("6 frames of 120 x 80 pixels"), "{said}");
    assert!(scratch.file("film.gif").starts_with(b"GIF89a"));
}

#[test]
fn the_recorded_win_is_shown_to_its_end() {
    let scratch = Scratch::new("film");
    let said = scratch.done(&["picture", "zelda", "--cell", "8", "-o", "zelda.gif"]);
    let win =
        ludex_library::bundled_game("zelda").and_then(|game| game.levels[0].win).expect("a recorded win");
    let ticks = win.parse::<ludex_solver::Win>().expect("readable").actions.len();
    assert!(said.contains(&format!("{} frames", ticks + 1)), "{said}");
}

#[test]
fn usage_errors_of_picture() {
    let scratch = Scratch::new("wrong");
    assert!(scratch.wrong(&["picture", "zelda", "-o", "zelda.jpg"]).contains(".png or .gif"));
    assert!(
        scratch.wrong(&["picture", "zelda", "--level", "9", "-o", "z.png"]).contains("its levels are 0, 1")
    );
    assert!(scratch.wrong(&["picture", "zelda", "sokoban", "-o", "z.gif"]).contains("one game"));
    assert!(scratch.wrong(&["picture", "zelda", "-o", "no/such/z.png"]).contains("cannot write"));
    fs::write(scratch.0.join("bad.win"), "seed 1\nuup").expect("a file");
    assert!(scratch.wrong(&["picture", "zelda", "--actions", "bad.win", "-o", "z.png"]).contains("line 2"));
}

#[test]
fn levels_are_solved() {
    let scratch = Scratch::new("solve");
    let said = scratch.done(&["solve", "sokoban", "--search", "breadth"]);
    assert!(said.contains("won in 16 ticks"), "{said}");
    let win: ludex_solver::Win =
        String::from_utf8(scratch.file("sokoban-level0.win")).expect("text").parse().expect("a win");
    assert_eq!(win.actions.len(), 16);
    let value =
        json(&scratch.done(&["solve", "zelda", "--level", "3", "--seed", "7", "--json", "-o", "z.win"]));
    assert_eq!((&value["won"], &value["seed"]), (&Value::Bool(true), &Value::from(7)));
    scratch.done(&["picture", "zelda", "--level", "3", "--actions", "z.win", "--tick", "20", "-o", "z.png"]);
}

#[test]
fn a_win_that_cannot_be_written_is_shown() {
    let said = Scratch::new("no-folder").wrong(&["solve", "zelda", "-o", "no/such/folder.win"]);
    let (problem, win) = said.split_once("the win is\n").expect("a win");
    assert!(problem.contains("cannot write no/such/folder.win"), "{problem}");
    assert!(!win.parse::<ludex_solver::Win>().expect("readable").actions.is_empty());
}

#[test]
fn giving_up_is_not_an_error() {
    let scratch = Scratch::new("give-up");
    let output = scratch.run(&["solve", "sokoban", "--level", "4", "--limit", "1000"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("the limit is reached"));
    let output = scratch.run(&["solve", "sokoban", "--level", "4", "--limit", "1000", "--json"]);
    assert_eq!(json(&String::from_utf8_lossy(&output.stdout))["won"], Value::Bool(false));
}
