//! `ludex check` on faulty files: what it says, word for word, and how it ends.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ludex_vgdl::Code;
use serde_json::Value;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/check")
}

fn check(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.arg("check").args(arguments).current_dir(fixtures());
    command.output().expect("ludex runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn json(arguments: &[&str]) -> Vec<Value> {
    let output = check(&[arguments, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).expect("a JSON array")
}

/// Shows what is said of a file, and of its levels.
fn report(file: &str) -> String {
    let output = check(&[file]);
    format!("{}exit code {}\n", text(&output.stdout), output.status.code().expect("an exit code"))
}

macro_rules! reports {
    ($($name:ident $file:literal;)*) => {
        $(#[test] fn $name() { insta::assert_snapshot!(report($file)); })*
    };
}

reports! {
    clean_game "clean";
    slash_comments_and_unknown_pictures "slashes.txt";
    missing_sections "no_mapping";
    sprites_the_wrong_way_round "reversed";
    resources_the_wrong_way_round "hydrant";
    empty_file "empty.txt";
    not_a_game "not_a_game.txt";
    wrong_game_class "wrong_class.txt";
    byte_order_mark "byte_order_mark.txt";
    missing_game_line "no_game_line.txt";
    generated_level "generated_glvl.txt";
    generated_game "generated_ggame.txt";
    fatal_lines "fatal.txt";
    parameter_space "space.txt";
    structure "structure.txt";
    sprites "sprites.txt";
    rules "rules.txt";
    odd_rules "odd_rules.txt";
    endings "endings.txt";
    no_ending "no_ending.txt";
    two_players "two_players.txt";
    levels "levels.txt";
    level_without_game "orphan";
    crowded_levels "crowded.txt";
}

#[test]
fn the_fixtures_show_every_code() {
    let shown: BTreeSet<String> =
        json(&["."]).iter().map(|entry| entry["code"].as_str().expect("a code").to_owned()).collect();
    // Too large to keep as files; the tests of the language make them up.
    let large = [Code::TooLarge, Code::TooManyDiagnostics];
    let expected: BTreeSet<String> =
        Code::ALL.iter().filter(|code| !large.contains(code)).map(|code| code.id().to_owned()).collect();
    assert_eq!(shown, expected);
}

#[test]
fn json_says_the_same_as_the_text() {
    let entries = json(&["levels_lvl4.txt"]);
    let euro = entries.iter().find(|entry| entry["message"] == "nothing maps `€`").expect("the euro sign");
    assert_eq!((&euro["line"], &euro["column"]), (&Value::from(2), &Value::from(4)));
    assert_eq!((&euro["end"]["line"], &euro["end"]["column"]), (&Value::from(2), &Value::from(5)));
    assert_eq!((&euro["code"], &euro["severity"]), (&Value::from("V405"), &Value::from("warning")));
    assert_eq!(euro["file"], "levels_lvl4.txt");
    assert!(euro["help"].as_str().is_some_and(|help| help.contains("LevelMapping")));
}

#[test]
fn exit_codes_tell_errors_warnings_and_misuse_apart() {
    let code = |arguments: &[&str]| check(arguments).status.code();
    assert_eq!(code(&["clean"]), Some(0));
    assert_eq!(code(&["no_ending.txt"]), Some(0));
    assert_eq!(code(&["no_ending.txt", "--deny-warnings"]), Some(1));
    assert_eq!(code(&["rules.txt"]), Some(1));
    assert_eq!(code(&["rules.txt", "--json"]), Some(1));
    assert_eq!(code(&["no_such_file.txt"]), Some(2));
    assert_eq!(code(&[]), Some(2));
    assert_eq!(code(&["--explain", "V999"]), Some(2));
    assert_eq!(code(&["--explain", "v101"]), Some(0));
}

#[test]
fn a_level_alone_is_checked_against_the_game_beside_it() {
    assert_eq!(json(&["clean/level0.txt"]), Vec::<Value>::new());
    let files: BTreeSet<String> =
        json(&["levels_lvl1.txt"]).iter().map(|entry| entry["file"].to_string()).collect();
    assert_eq!(files.into_iter().collect::<Vec<_>>(), ["\"levels_lvl1.txt\""]);
}

#[test]
fn a_file_given_twice_is_checked_once() {
    let once = json(&["levels.txt"]).len();
    assert_eq!(json(&["levels.txt", "levels_lvl0.txt", "levels.txt"]).len(), once);
}

#[test]
fn explanations_are_printed() {
    let page = text(&check(&["--explain", "V101"]).stdout);
    assert!(page.starts_with("# V101: an unknown sprite class"), "{page}");
}

#[test]
fn there_are_no_colours_without_a_terminal() {
    assert!(!text(&check(&["rules.txt"]).stdout).contains('\u{1b}'));
}

#[test]
fn games_can_be_named() {
    let said = |arguments: &[&str]| {
        let output = check(arguments);
        (text(&output.stdout), text(&output.stderr), output.status.code())
    };
    let (out, _, code) = said(&["zelda"]);
    assert_eq!((out.as_str(), code), ("1 game and 5 levels checked: 0 errors, 0 warnings\n", Some(0)));
    let (_, problem, code) = said(&["zedla"]);
    assert!(problem.contains("did you mean `zelda`?") && code == Some(2), "{problem}");
    // In a folder of games names are looked for there and nowhere else; paths are still paths.
    let (out, _, code) = said(&["--games-dir", ".", "clean"]);
    assert!(out.starts_with("1 game and ") && code == Some(0), "{out}");
    let (_, problem, code) = said(&["--games-dir", ".", "zelda"]);
    assert!(problem.contains("leave out --games-dir") && code == Some(2), "{problem}");
    let (_, problem, code) = said(&["--games-dir", "nowhere", "clean"]);
    assert!(problem.contains("not a folder") && code == Some(2), "{problem}");
    let (_, problem, code) = said(&["nothing.txt"]);
    assert!(problem.contains("there is no file or folder `nothing.txt`") && code == Some(2), "{problem}");
}

#[test]
fn games_of_py_vgdl_are_converted_as_far_as_that_is_safe() {
    let folder = crate::common::fresh("pyvgdl");
    fs::create_dir_all(&folder).unwrap();
    let game = "game = \"\"\"\nBasicGame block_size=10\n    SpriteSet\n        goal > Immovable\n        \
        imp > Missile orientation=(0, 1)\n    LevelMapping\n        g > goal\n        i > imp\n    InteractionSet\n        \
        goal avatar > killSprite\n    TerminationSet\n        SpriteCounter stype=goal limit=0 win=True\n\"\"\"\nlevel = \"\"\"\nA ig\nw\n\"\"\"\n";
    fs::write(folder.join("walk.py"), game).unwrap();
    let checked = crate::common::ludex_in(&folder, "check --dialect pyvgdl walk.py");
    assert_eq!(checked.status.code(), Some(0), "{checked:?}");
    assert!(
        crate::common::out(&checked).contains("orientation=(0,1) is written orientation=DOWN"),
        "{checked:?}"
    );
    let converted = crate::common::ludex_in(&folder, "convert walk.py --out walk");
    assert_eq!(converted.status.code(), Some(0), "{converted:?}");
    let played = crate::common::ludex_in(&folder, "run walk --agent olets --budget 200fm");
    assert!(crate::common::out(&played).contains("olets won"), "{played:?}");
    assert_eq!(crate::common::ludex_in(&folder, "convert walk.py --out walk").status.code(), Some(2));
    fs::write(folder.join("odd.py"), game.replace("Missile", "AStarChaser stype=goal")).unwrap();
    assert_eq!(crate::common::ludex_in(&folder, "check --dialect pyvgdl odd.py").status.code(), Some(1));
    assert_eq!(crate::common::ludex_in(&folder, "convert odd.py --out odd").status.code(), Some(1));
    fs::remove_dir_all(&folder).unwrap();
}
