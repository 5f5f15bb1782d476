//! `ludex new`: a small game to begin with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludex_authoring::template;

use crate::output;

/// Writes a small game with one level into a new folder, with comments that say what each part does.
///
/// It can be played at once, and changed from there. docs/writing-games.md is the introduction to the language.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex new treasure
  ludex play treasure
  ludex check treasure")]
pub struct Args {
    /// The folder to make. Its name is the name of the game.
    folder: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    match write(&args.folder) {
        Ok(text) => output::print(&text).map_or_else(output::usage_error, |()| ExitCode::SUCCESS),
        Err(problem) => output::usage_error(problem),
    }
}

fn write(folder: &Path) -> Result<String, String> {
    let place = folder.display();
    let name = folder.file_name().ok_or_else(|| format!("{place} names no folder: `ludex new treasure`"))?;
    if folder.exists() {
        return Err(format!("{place} is there already: choose another name, or remove it first"));
    }
    let failed = |error| format!("cannot write {place}: {error}");
    fs::create_dir_all(folder).map_err(failed)?;
    let (game, level) = template(&name.to_string_lossy());
    fs::write(folder.join("game.vgdl"), game).map_err(failed)?;
    fs::write(folder.join("level0.txt"), level).map_err(failed)?;
    Ok(format!(
        "{place}/game.vgdl and {place}/level0.txt are written.\n\n\
         ludex play {place}       plays it\n\
         ludex check {place}      looks for mistakes after a change\n\
         ludex explain WORD       tells what a word of game.vgdl means\n"
    ))
}
