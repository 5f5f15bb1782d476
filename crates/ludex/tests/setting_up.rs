//! `ludex new`, `ludex completions` and `ludex man`: what one begins with.

use std::fs;

use crate::common::{err, fresh, ludex, out};

#[test]
fn a_new_game_has_no_faults_and_can_be_won() {
    let folder = fresh("new-game");
    let path = folder.to_str().expect("a path");
    let output = ludex(&["new", path]);
    assert!(output.status.success(), "{}", err(&output));
    assert!(out(&output).contains("ludex play"));
    let checked = ludex(&["check", "--deny-warnings", path]);
    assert!(checked.status.success(), "{}", out(&checked));
    let solved = ludex(&["solve", path]);
    assert!(solved.status.success(), "{}{}", out(&solved), err(&solved));
    let text = fs::read_to_string(folder.join("game.vgdl")).expect("a game");
    let name = folder.file_name().expect("a name").to_string_lossy();
    assert!(text.starts_with(&format!("# {name}: ")) && !text.contains("NAME"), "{text}");
}

#[test]
fn nothing_is_overwritten() {
    let folder = fresh("new-twice");
    let path = folder.to_str().expect("a path");
    assert!(ludex(&["new", path]).status.success());
    fs::write(folder.join("game.vgdl"), "mine").expect("a file");
    let output = ludex(&["new", path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("is there already"), "{}", err(&output));
    assert_eq!(fs::read_to_string(folder.join("game.vgdl")).expect("a file"), "mine");
    assert_eq!(ludex(&["new", "/"]).status.code(), Some(2));
}

#[test]
fn shells_complete_every_command() {
    let help = out(&ludex(&["--help"]));
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // What a command does may go on in the next line, further to the right.
    let commands = commands.filter(|line| !line.starts_with("   "));
    let commands: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 20 && commands.contains(&"arena"), "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = out(&ludex(&["completions", shell]));
        assert!(commands.iter().all(|command| script.contains(command)), "{shell}");
    }
    assert_eq!(ludex(&["completions", "cmd"]).status.code(), Some(2));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = fresh("man");
    assert!(ludex(&["man", folder.to_str().expect("a path")]).status.success());
    for page in ["ludex.1", "ludex-arena.1", "ludex-bench-fm.1"] {
        let text = fs::read_to_string(folder.join(page)).expect("a page");
        assert!(text.contains(".SH NAME"), "{page}");
    }
}
