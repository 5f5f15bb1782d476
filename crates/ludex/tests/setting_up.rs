//! `ludex new`, `ludex completions` and `ludex man`: what one begins with.

use std::fs;
use std::path::Path;

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

/// The words of a command on a page, without what is said of it.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted, mut blanks) = (vec![String::new()], None, 0);
    for c in line.trim().chars() {
        blanks = if c == ' ' && quoted.is_none() { blanks + 1 } else { 0 };
        match (quoted, c) {
            (None, ' ') if blanks == 2 => break,
            (None, ' ') => words.push(String::new()),
            (None, '\'' | '"') => quoted = Some(c),
            (Some(mark), _) if c == mark => quoted = None,
            _ => words.last_mut().expect("a word").push(c),
        }
    }
    let is_the_shells = |word: &&String| !["", "#", ">", "&", "|", ":::"].contains(&word.as_str());
    words.iter().take_while(is_the_shells).cloned().collect()
}

#[test]
fn the_commands_of_all_pages_are_understood() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = fs::read_dir(root.join("docs")).expect("the pages").map(|page| page.expect("a page").path());
    let pages = pages.filter(|page| page.extension().is_some_and(|extension| extension == "md"));
    let mut understood = 0;
    for page in
        pages.chain(["README.md", "CONTRIBUTING.md", "recordings/README.md"].map(|name| root.join(name)))
    {
        for line in fs::read_to_string(&page).expect("a page").lines() {
            let Some(command) = line.strip_prefix("    ludex ") else { continue };
            let words = words(command);
            let words: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
            // Words before it are read first.
            let output = ludex(&words);
            assert!(output.status.success(), "{}: {line}\n{}", page.display(), err(&output));
            understood += 1;
        }
    }
    assert!(understood > 80, "{understood}");
}
