//! `ludex check`: what is wrong or odd in games and levels.

mod dialect;
mod files;
mod json;
mod render;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludex_authoring::{check_game, check_level, check_order};
use ludex_vgdl::{Checked, Code, Diagnostic, Game, Severity, Span, decode};

use crate::game::GamesDir;
use crate::output;
use files::{Kind, Source};

/// Reports everything that is wrong or odd in games and levels.
///
/// Errors are what GVGAI, and so Ludex, cannot use: it is dropped, or the game cannot be played. Warnings are
/// what works but probably not as meant. Each has a code; `--explain CODE` says what it is about.
///
/// A level is checked against the game beside it: `zelda_lvl0.txt` against `zelda.txt`, `level0.txt` against
/// `game.vgdl`. With a game its levels are checked too. Folders are searched for both. A name stands for a bundled game
/// or, with --games-dir, for one in that folder.
///
/// --dialect pyvgdl is for games of py-vgdl and PyVGDL 2.0: it says what is written differently there and what would have to
/// change. `ludex convert` does what is safe.
///
/// Exit codes: 0 no errors, 1 errors found (with --dialect: something would have to change by hand), 2 usage error.
#[derive(clap::Args)]
pub struct Args {
    /// Games, levels and folders of them, or names of games.
    #[arg(required_unless_present = "explain")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    games_dir: GamesDir,

    /// The dialect that the games are written in, where it is not GVGAI's.
    #[arg(long, value_enum, conflicts_with = "deny_warnings")]
    dialect: Option<Dialect>,

    /// Prints the diagnostics as one JSON array, for editors and scripts.
    #[arg(long)]
    json: bool,

    /// Lets warnings count as errors for the exit code.
    #[arg(long)]
    deny_warnings: bool,

    /// Explains a code, such as V101, and exits.
    #[arg(long, value_name = "CODE", conflicts_with_all = ["json", "deny_warnings"])]
    explain: Option<String>,
}

/// Another implementation of the language.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Dialect {
    /// py-vgdl and PyVGDL 2.0, in Python or text files.
    Pyvgdl,
}

/// What was found in one file.
struct Finding {
    path: PathBuf,
    text: String,
    diagnostics: Vec<Diagnostic>,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    if let Some(id) = &args.explain {
        return explain(id);
    }
    if let Some(Dialect::Pyvgdl) = args.dialect {
        return dialect::run(&args.files, args.json).unwrap_or_else(output::usage_error);
    }
    let sources = match files::collect(&args.files, args.games_dir.games_dir.as_deref()) {
        Ok(sources) => sources,
        Err(problem) => return output::usage_error(problem),
    };
    let findings = match check(&sources) {
        Ok(findings) => findings,
        Err(problem) => return output::usage_error(problem),
    };
    let count = |severity| {
        let all = findings.iter().flat_map(|finding| &finding.diagnostics);
        all.filter(|diagnostic| diagnostic.severity() == severity).count()
    };
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let text = if args.json {
        json::document(&findings)
    } else {
        render::findings(&findings, output::colored()) + &summary(&sources, errors, warnings)
    };
    if let Err(error) = output::print(&text) {
        return output::usage_error(format!("cannot write the report: {error}"));
    }
    if errors > 0 || (args.deny_warnings && warnings > 0) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn explain(id: &str) -> ExitCode {
    match Code::from_id(id) {
        Some(code) => match output::print(code.page()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => output::usage_error(error),
        },
        None => {
            let (first, last) = (Code::ALL[0].id(), Code::ALL[Code::ALL.len() - 1].id());
            output::usage_error(format!("there is no code `{id}`: codes go from {first} to {last}"))
        }
    }
}

/// Checks each file; a level needs the game that it belongs to, which is read along with it.
fn check(sources: &[Source]) -> Result<Vec<Finding>, String> {
    let mut findings: Vec<Finding> = Vec::new();
    // Levels follow their game, so the last game read is mostly the one that is needed.
    let mut last: Option<(PathBuf, Option<Game>)> = None;
    // The game whose first level is still to come: there it is tried out.
    let mut untried: Option<usize> = None;
    for source in sources {
        let text = source.bundled.clone().map_or_else(|| read(&source.path), Ok)?;
        let diagnostics = match &source.kind {
            Kind::Game => {
                let Checked { game, diagnostics } = check_game(&text);
                last = Some((source.path.clone(), game));
                untried = Some(findings.len());
                generated(&source.path, &text).into_iter().chain(diagnostics).collect()
            }
            Kind::Level { game: None, expected } => vec![without_game(&source.path, expected)],
            Kind::Level { game: Some(path), .. } => {
                if last.as_ref().is_none_or(|(read, _)| read != path) {
                    last = Some((path.clone(), check_game(&read(path)?).game));
                    untried = None;
                }
                match &last {
                    Some((_, Some(game))) => {
                        let diagnostics = check_level(&text, game);
                        match untried.take() {
                            Some(place) => try_out(&mut findings[place], game, &text, diagnostics),
                            None => diagnostics,
                        }
                    }
                    _ => vec![unreadable_game(path)],
                }
            }
        };
        findings.push(Finding { path: source.path.clone(), text, diagnostics });
    }
    Ok(findings)
}

/// Plays a game on its first level, if both can be played: some rules show only then that they are the wrong way round. Returns what
/// there is to say of the level.
fn try_out(finding: &mut Finding, game: &Game, level: &str, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if finding.diagnostics.iter().any(|diagnostic| diagnostic.code == Code::MissingSection) {
        // That has been said, of the game.
        found.retain(|diagnostic| diagnostic.code != Code::UnmappedCharacter);
    }
    let mut all = finding.diagnostics.iter().chain(&found);
    if !all.any(|diagnostic| diagnostic.severity() == Severity::Error) {
        finding.diagnostics.extend(check_order(&finding.text, game, level));
    }
    found
}

fn read(path: &Path) -> Result<String, String> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(decode(&bytes).into_owned()),
        Err(error) => Err(format!("cannot read `{}`: {error}", path.display())),
    }
}

/// Games that a generator wrote look like any other; only their name tells.
fn generated(path: &Path, text: &str) -> Option<Diagnostic> {
    path.file_stem()?.to_str()?.strip_suffix("_ggame")?;
    let first_line = Span::new(0, text.find(['\n', '\r']).unwrap_or(text.len()));
    let message = "by its name this is a fragment of a game generator, not a game that is meant to be played";
    Some(Diagnostic::new(Code::GeneratorFragment, first_line, message))
}

fn without_game(level: &Path, expected: &str) -> Diagnostic {
    let message = format!("there is no game for this level: no `{expected}` beside it");
    let folder = level.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let help = format!("put the game into `{}` or rename the level after it", folder.display());
    Diagnostic::new(Code::LevelWithoutGame, Span::new(0, 0), message).help(help)
}

fn unreadable_game(game: &Path) -> Diagnostic {
    let message = format!("the game of this level cannot be read: `{}`", game.display());
    Diagnostic::new(Code::LevelWithoutGame, Span::new(0, 0), message).help("check the game first")
}

fn summary(sources: &[Source], errors: usize, warnings: usize) -> String {
    let plural = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let games = sources.iter().filter(|source| matches!(source.kind, Kind::Game)).count();
    format!(
        "{} and {} checked: {}, {}\n",
        plural(games, "game"),
        plural(sources.len() - games, "level"),
        plural(errors, "error"),
        plural(warnings, "warning"),
    )
}
