//! `cargo xtask scaling`: the cost of a tick grows with what happens in it, not with the size of the level.
//!
//! A level is surrounded by walls and floor, so that it doubles in size again and again. The same happens in it, so a
//! tick should cost the same.

use std::error::Error;
use std::fs;
use std::path::Path;

use crate::rollouts::Rollouts;

/// Games whose first level is closed by walls: what is outside has no part in them.
const GAMES: [&str; 4] = ["boulderdash", "butterflies", "sokoban", "zelda"];

/// What stands for a wall and for floor in their levels.
const WALL: char = 'w';
const FLOOR: char = '.';

/// How often a level is doubled.
const DOUBLINGS: u32 = 3;

/// How much dearer a tick may become by doubling the level.
const TOLERANCE: f64 = 0.10;

const ROLLOUTS: u64 = 100;
const TICKS: u64 = 40;

/// Fails if a tick becomes dearer in a larger level.
pub fn check() -> Result<(), Box<dyn Error>> {
    let Some(rollouts) = Rollouts::build()? else { return Ok(()) };
    println!("{:<16} {:>7} {:>18} {:>18}", "game", "cells", "instructions/tick", "instructions/copy");
    let mut dearer = Vec::new();
    for name in GAMES {
        let folder = crate::root().join("games").join(name);
        let game = with_fixed_blocks(&read(&folder.join("game.vgdl"))?);
        let mut level = read(&folder.join("level0.txt"))?;
        let mut last: Option<Cost> = None;
        for doubling in 0..=DOUBLINGS {
            if doubling > 0 {
                level = doubled(&level);
            }
            let cost = measure(&rollouts, &format!("{name}-{doubling}"), &game, &level)?;
            println!("{name:<16} {:>7} {:>18.0} {:>18.0}", cells(&level), cost.tick, cost.copy);
            if let Some(last) = last {
                if cost.fingerprint != last.fingerprint {
                    return Err(format!("{name}: what happens depends on what is around the level").into());
                }
                if cost.tick > last.tick * (1.0 + TOLERANCE) {
                    dearer.push(format!("{name} with {} cells", cells(&level)));
                }
            }
            last = Some(cost);
        }
    }
    if dearer.is_empty() {
        return Ok(());
    }
    let percent = 100.0 * TOLERANCE;
    Err(format!("a tick costs over {percent:.0} % more than in half of the level: {}", dearer.join(", "))
        .into())
}

/// Instructions.
struct Cost {
    tick: f64,
    copy: f64,
    fingerprint: String,
}

fn measure(rollouts: &Rollouts, name: &str, game: &str, level: &str) -> Result<Cost, String> {
    let folder = rollouts.folder();
    let (game_path, level_path) = (folder.join(format!("{name}.vgdl")), folder.join(format!("{name}.txt")));
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&game_path, game))
        .and_then(|()| fs::write(&level_path, level))
        .map_err(|error| format!("cannot write to {}: {error}", folder.display()))?;
    let run = |count, ticks| rollouts.run(&game_path, &level_path, count, ticks);
    let copies = run(ROLLOUTS, 0)?;
    let more_copies = run(2 * ROLLOUTS, 0)?;
    let played = run(ROLLOUTS, TICKS)?;
    let difference = |more: u64, less: u64| more.saturating_sub(less) as f64;
    Ok(Cost {
        tick: difference(played.instructions, copies.instructions) / played.ticks.max(1) as f64,
        copy: difference(more_copies.instructions, copies.instructions) / ROLLOUTS as f64,
        fingerprint: played.fingerprint,
    })
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// The game with cells of a fixed size. Otherwise they would shrink in larger levels, and speeds be rounded
/// differently.
fn with_fixed_blocks(game: &str) -> String {
    let lines = game.lines().map(|line| {
        let is_header = line.trim_start().starts_with("BasicGame") && !line.contains("square_size");
        if is_header { format!("{line} square_size=20\n") } else { format!("{line}\n") }
    });
    lines.collect()
}

/// The level in the middle of one with twice as many cells, the others walls and floor in turns.
fn doubled(level: &str) -> String {
    let rows: Vec<Vec<char>> = level.lines().map(|line| line.chars().collect()).collect();
    let (width, height) = (rows.iter().map(Vec::len).max().unwrap_or(0), rows.len());
    let (new_width, new_height) = if width < height { (2 * width, height) } else { (width, 2 * height) };
    let (left, top) = ((new_width - width) / 2, (new_height - height) / 2);
    let cell = |x: usize, y: usize| {
        let inside = x.checked_sub(left).zip(y.checked_sub(top));
        let old = inside.and_then(|(x, y)| rows.get(y)?.get(x).copied());
        old.unwrap_or(if (x + y).is_multiple_of(2) { WALL } else { FLOOR })
    };
    (0..new_height).map(|y| (0..new_width).map(|x| cell(x, y)).chain(['\n']).collect::<String>()).collect()
}

fn cells(level: &str) -> usize {
    level.lines().map(|line| line.chars().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_in_the_middle_of_a_larger_one() {
        let larger = doubled("AB\nCD\n");
        assert_eq!(larger, "w.\nAB\nCD\n.w\n");
        assert_eq!(doubled(&larger), "ww..\n.ABw\nwCD.\n..ww\n");
    }
}
