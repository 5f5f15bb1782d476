//! `cargo xtask instructions`: a slower tick is seen whatever the machine is doing.
//!
//! The work is that of `ludex bench fm`: copy the start, advance by 10 random actions, again and again. The
//! difference between two lengths of the same run is what counts, so starting up and reading the game does not.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::rollouts::Rollouts;

/// Both the list of games and their counts, so that adding a game is adding a line.
const BASELINE: &str = "xtask/instructions.txt";

/// How much a count may grow.
const TOLERANCE: f64 = 0.05;

const ROLLOUTS: u64 = 400;
const TICKS: u64 = 10;

/// A line of the baseline.
#[derive(Debug, PartialEq, Eq)]
struct Record {
    /// `zelda` is a game of Ludex, `gvgai/zelda` one of GVGAI's.
    game: String,
    /// Instructions per advance, where they were counted before.
    instructions: Option<u64>,
}

/// Fails if a tick has become dearer.
pub fn check() -> Result<(), Box<dyn Error>> {
    let Some(counts) = count_all()? else { return Ok(()) };
    let mut grown = Vec::new();
    for Count { record, now } in counts {
        let (Some(before), Some(now)) = (record.instructions, now) else { continue };
        let change = now as f64 / before as f64 - 1.0;
        println!("{:<24} {before:>8} -> {now:>8}  {:+.1} %", record.game, 100.0 * change);
        if change > TOLERANCE {
            grown.push(record.game);
        }
    }
    if grown.is_empty() {
        return Ok(());
    }
    Err(format!(
        "a tick costs over {:.0} % more instructions than before in {}\n\
         If that is worth it, record it with `cargo xtask instructions --update` and say why in the commit.{}",
        100.0 * TOLERANCE,
        grown.join(", "),
        compiler_changed()?
    )
    .into())
}

/// Records the counts.
pub fn update() -> Result<(), Box<dyn Error>> {
    let Some(counts) = count_all()? else { return Ok(()) };
    let mut text = format!(
        "# Instructions per advance, with a tenth of a copy: `cargo xtask instructions` compares, --update records.\n\
         # A name with `gvgai/` is a game of GVGAI's collection, counted where LUDEX_GVGAI says where that is.\n\
         # {}\n",
        compiler()?
    );
    for Count { record, now } in counts {
        let Record { game, instructions: before } = record;
        match now.or(before) {
            // Writing to a string cannot fail.
            Some(count) => drop(writeln!(text, "{game} {count}")),
            None => drop(writeln!(text, "{game}")),
        }
        if let Some(now) = now {
            println!("{game:<24} {now:>8}");
        }
    }
    Ok(fs::write(baseline(), text).map_err(|error| format!("cannot write {BASELINE}: {error}"))?)
}

struct Count {
    record: Record,
    /// None for a game that is not at hand.
    now: Option<u64>,
}

/// Counts anew. None where that cannot be done on this machine.
fn count_all() -> Result<Option<Vec<Count>>, String> {
    let records = parse(&read_baseline()?)?;
    let Some(rollouts) = Rollouts::build()? else { return Ok(None) };
    let counts = records.into_iter().map(|record| {
        let now = match files(&record.game) {
            Some((game, level)) => Some(count(&rollouts, &game, &level)?),
            None => {
                println!("{:<24} SKIPPED: LUDEX_GVGAI does not say where GVGAI's games are", record.game);
                None
            }
        };
        Ok(Count { record, now })
    });
    counts.collect::<Result<_, String>>().map(Some)
}

fn count(rollouts: &Rollouts, game: &Path, level: &Path) -> Result<u64, String> {
    let short = rollouts.run(game, level, ROLLOUTS, TICKS)?;
    let long = rollouts.run(game, level, 2 * ROLLOUTS, TICKS)?;
    let ticks = (long.ticks - short.ticks).max(1);
    Ok(long.instructions.saturating_sub(short.instructions) / ticks)
}

/// The files of a game and its first level. None for a game of GVGAI's where these are not at hand.
fn files(game: &str) -> Option<(PathBuf, PathBuf)> {
    if let Some(name) = game.strip_prefix("gvgai/") {
        let folder = PathBuf::from(std::env::var_os("LUDEX_GVGAI")?).join("gridphysics");
        return Some((folder.join(format!("{name}.txt")), folder.join(format!("{name}_lvl0.txt"))));
    }
    let folder = crate::root().join("games").join(game);
    Some((folder.join("game.vgdl"), folder.join("level0.txt")))
}

fn baseline() -> PathBuf {
    crate::root().join(BASELINE)
}

fn read_baseline() -> Result<String, String> {
    fs::read_to_string(baseline()).map_err(|error| format!("cannot read {BASELINE}: {error}"))
}

fn parse(text: &str) -> Result<Vec<Record>, String> {
    let mut records = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default();
        let record = match line.split_whitespace().collect::<Vec<_>>()[..] {
            [] => continue,
            [game] => Record { game: game.to_owned(), instructions: None },
            [game, count] => {
                let count = count.parse().map_err(|_| format!("{BASELINE}: `{count}` is no count"))?;
                Record { game: game.to_owned(), instructions: Some(count) }
            }
            _ => return Err(format!("{BASELINE}: expected a game and a count, not `{line}`")),
        };
        records.push(record);
    }
    Ok(records)
}

/// The compiler decides on instructions too.
fn compiler() -> Result<String, String> {
    let output = Command::new("rustc").arg("--version").output();
    let output = output.map_err(|error| format!("cannot run rustc: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn compiler_changed() -> Result<String, String> {
    let compiler = compiler()?;
    let known = read_baseline()?.lines().any(|line| line.trim_start_matches(['#', ' ']) == compiler);
    Ok(if known {
        String::new()
    } else {
        format!("\nThe counts on record are of another compiler than {compiler}.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_baseline() {
        let record = |game: &str, instructions| Record { game: game.to_owned(), instructions };
        let expected = vec![record("zelda", Some(812)), record("gvgai/chase", None)];
        assert_eq!(parse("# games\nzelda 812\n\ngvgai/chase\n"), Ok(expected));
        assert!(parse("zelda fast").is_err());
        assert!(parse("zelda 1 2").is_err());
    }
}
