//! The program as a user calls it, and a small game to call it with.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const CATS: &str = "\
BasicGame square_size=10
    SpriteSet
        goal > Immovable
        cat > RandomNPC
        avatar > MovingAvatar
    InteractionSet
        goal avatar > killSprite scoreChange=1
        cat EOS > stepBack
        avatar EOS > stepBack
    LevelMapping
        g > goal
        c > cat
        A > avatar
    TerminationSet
        SpriteCounter stype=goal limit=0 win=True
";

/// Writes a game of cats with a level under this name.
pub fn write_cats(folder: &Path, name: &str) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(format!("{name}.txt")), CATS).unwrap();
    fs::write(folder.join(format!("{name}_lvl0.txt")), "A  c\n c g\n").unwrap();
}

/// A folder for a test, which may be there from an earlier one.
pub fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A folder for a test that is not there yet.
pub fn fresh(name: &str) -> PathBuf {
    let folder = scratch(&format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// The program, without the games of whoever runs the tests.
pub fn command(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(arguments).env_remove("LUDEX_GVGAI");
    command
}

/// Calls the program.
pub fn ludex(arguments: &[&str]) -> Output {
    command(arguments).output().expect("ludex runs")
}

/// Calls the program in a folder; the words are separated by blanks.
pub fn ludex_in(folder: &Path, words: &str) -> Output {
    command(words.split(' ')).current_dir(folder).output().expect("ludex runs")
}

/// What it printed.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// What it complained about.
pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}
