//! Are the levels that ship with Ludex won by skill? Those in which chance plays a part are played by an agent that
//! plans, by one that does anything, and by one that does nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use ludex_agents::{AgentSpec, Budget, Rules, play};
use ludex_engine::{ONTOLOGY, World};
use ludex_library::bundled;
use ludex_vgdl::Level;

use crate::root;

/// Plays of the agents that do not plan: they cost nothing.
const IDLE_REPS: usize = 20;
const BEGIN: &str = "<!-- skill -->\n";
const END: &str = "<!-- end -->\n";

struct Options {
    agent: AgentSpec,
    budget: Budget,
    reps: usize,
    write: bool,
}

pub fn run(arguments: &[&str]) -> Result<(), String> {
    let options = Options::parse(arguments)?;
    let parse = |name: &str| name.parse::<AgentSpec>().map_err(|e| e.to_string());
    let (nothing, random) = (parse("donothing")?, parse("random")?);
    let mut table = format!(
        "Games won; `{}` with `{}` for each tick, and how likely it is that it won so many more by luck alone (Fisher's \
         exact test against the better of the other two).\n\n| level | does nothing | random | `{}` | p |\n| --- | \
         ---: | ---: | ---: | ---: |\n",
        options.agent, options.budget, options.agent
    );
    for game in bundled().iter().filter(|game| game.tags.contains(&"stochastic")) {
        let parsed = ludex_vgdl::parse(game.game, &ONTOLOGY).map_err(|e| e.to_string())?;
        for (number, level) in game.levels.iter().enumerate() {
            let world = World::new(&parsed.game, &Level::parse(level.text)).map_err(|e| e.to_string())?;
            let wins = |agent: &AgentSpec, reps: usize| wins(&world, agent, options.budget, reps);
            let (idle, chance) = (wins(&nothing, IDLE_REPS), wins(&random, IDLE_REPS));
            let planned = wins(&options.agent, options.reps);
            let p = luck((planned, options.reps), (idle.max(chance), IDLE_REPS));
            let row = format!(
                "| {} {number} | {idle} of {IDLE_REPS} | {chance} of {IDLE_REPS} | {planned} of {} | {p:.4} |\n",
                game.name, options.reps
            );
            eprint!("{row}");
            table += &row;
        }
    }
    if options.write {
        return write(&table);
    }
    println!("{table}");
    Ok(())
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Options, String> {
        let agent = "iw".parse().map_err(|e| format!("{e}"))?;
        let mut options = Options { agent, budget: Budget::calls(900), reps: 5, write: false };
        let mut rest = arguments.iter();
        while let Some(&option) = rest.next() {
            let mut value = || rest.next().copied().ok_or_else(|| format!("{option} needs a value"));
            match option {
                "--agent" => options.agent = value()?.parse().map_err(|e| format!("{e}"))?,
                "--budget" => options.budget = value()?.parse().map_err(|e| format!("{e}"))?,
                "--reps" => options.reps = value()?.parse().map_err(|e| format!("--reps: {e}"))?,
                "--write" => options.write = true,
                _ => return Err(format!("unknown option {option}")),
            }
        }
        Ok(options)
    }
}

/// How many of so many games an agent wins, as many at once as there are cores.
fn wins(world: &Arc<World>, agent: &AgentSpec, budget: Budget, reps: usize) -> usize {
    let (next, won) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let rep = next.fetch_add(1, Ordering::Relaxed);
                    if rep >= reps {
                        return;
                    }
                    let result = play(world, rep as i64, (agent, rep as u64 ^ 0x5EED), Rules::new(budget));
                    won.fetch_add(usize::from(result.players[0].won()), Ordering::Relaxed);
                }
            });
        }
    });
    won.into_inner()
}

/// The probability that the first wins at least so many of its games if both win equally often: Fisher's exact test, one
/// side of it.
fn luck((won, of): (usize, usize), (others, of_others): (usize, usize)) -> f64 {
    let choose = |n: usize, k: usize| (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product::<f64>();
    let all = won + others;
    let ways = |k: usize| choose(of, k) * choose(of_others, all - k);
    let possible = all.saturating_sub(of_others)..=of.min(all);
    let total: f64 = possible.clone().map(ways).sum();
    possible.filter(|&k| k >= won).map(ways).sum::<f64>() / total
}

/// Puts the table into the page on writing games, in place of the one there.
fn write(table: &str) -> Result<(), String> {
    let path = root().join("docs/writing-games.md");
    let fail = |e: std::io::Error| format!("{}: {e}", path.display());
    let text = fs::read_to_string(&path).map_err(fail)?;
    let marked = text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = marked.ok_or_else(|| format!("{}: no place for the table", path.display()))?;
    fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}")).map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_test() {
        assert!((luck((3, 3), (0, 20)) - 1.0 / 1771.0).abs() < 1e-12);
        assert!((luck((2, 3), (0, 20)) - 3.0 / 253.0).abs() < 1e-12);
        assert_eq!(luck((0, 3), (0, 20)), 1.0);
    }
}
