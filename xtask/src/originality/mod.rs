//! Are the games that ship with Ludex its own?
//!
//! They have the rules that their names stand for, but no text and no level of GVGAI's files. This chore
//! compares every game and every level with all of that corpus and fails if one is too much like another.

mod levels;
mod lines;

use levels::Grid;
use lines::Corpus;
use ludex_library::{Collection, bundled, find};
use std::error::Error;
use std::path::PathBuf;

/// The largest allowed part of a game's lines that stand in one game of the corpus.
const MOST_LINES: f64 = 0.15;
/// The largest allowed likeness of two levels, by cell, under shifts and mirrorings.
const MOST_CELLS: f64 = 0.60;

/// Compares, prints a report, and fails above the thresholds.
pub fn check() -> Result<(), Box<dyn Error>> {
    let Some(folder) = std::env::var_os("LUDEX_GVGAI").map(PathBuf::from) else {
        println!("SKIPPED: set LUDEX_GVGAI to the folder of GVGAI's examples");
        return Ok(());
    };
    let mut corpus = Corpus::default();
    let mut corpus_levels = Vec::new();
    for entry in Collection::open(&folder)?.entries() {
        let name = format!("{}/{}", entry.group, entry.name);
        let game = find(&name, Some(&folder))?;
        corpus.add(&name, &game.text);
        corpus_levels
            .extend(game.levels.iter().map(|l| (format!("{name} {}", l.number), Grid::read(&l.text))));
    }
    println!("compared with {} games and {} levels\n", corpus.len(), corpus_levels.len());

    let mut too_like = Vec::new();
    for game in bundled() {
        let shared = corpus.compare(game.game);
        println!("{:<16} {}", game.name, shared.summary());
        if shared.part() > MOST_LINES {
            too_like.push(format!(
                "{}: {:.0} % of its lines are in {}",
                game.name,
                100.0 * shared.part(),
                shared.with
            ));
        }
        for (number, level) in game.levels.iter().enumerate() {
            let grid = Grid::read(level.text);
            let likeness = corpus_levels.iter().map(|(name, other)| (grid.likeness(other), name));
            let Some((most, name)) = likeness.max_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
            println!("  level {number}: at most {:.0} % like {name}", 100.0 * most);
            if most > MOST_CELLS {
                too_like.push(format!("{} level {number}: {:.0} % like {name}", game.name, 100.0 * most));
            }
        }
    }
    println!(
        "\nallowed: {:.0} % of the lines of a game, {:.0} % of the cells of a level",
        100.0 * MOST_LINES,
        100.0 * MOST_CELLS
    );
    if too_like.is_empty() {
        Ok(())
    } else {
        Err(format!("too much like GVGAI's:\n{}", too_like.join("\n")).into())
    }
}
