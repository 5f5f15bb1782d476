//! What the enhancements of the open-loop search cost: iterations and forward-model calls per tick, part by part.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::{env, fs};

use ludex_agents::{AgentSpec, Budget, Match, Rules};
use ludex_engine::{ONTOLOGY, World};
use ludex_vgdl::Level;

/// Slow ones and fast ones, with many losses and with few, of chance and not.
const GAMES: [&str; 6] = ["aliens", "boulderdash", "chase", "frogs", "sokoban", "zelda"];
/// The first is what the others are compared with.
const AGENTS: [&str; 11] = [
    "mcts",
    "mcts+bfti",
    "mcts+nst",
    "mcts+ph",
    "mcts+tr",
    "mcts+la",
    "mcts+nbp",
    "mcts+kbe",
    "mcts+dgd",
    "soemers-no-dgd",
    "soemers-all",
];
/// How many ticks every agent plays in every game.
const TICKS: [usize; 2] = [200, 25];

/// What a tick has cost on average.
#[derive(Debug, Clone, Copy)]
struct Cost {
    calls: f64,
    iterations: f64,
}

pub fn run(options: &[&str]) -> Result<(), String> {
    let write = match options {
        [] => false,
        ["--write"] => true,
        _ => return Err(format!("unknown options {}", options.join(" "))),
    };
    let folder = env::var_os("LUDEX_GVGAI").ok_or("set LUDEX_GVGAI to the folder of GVGAI's games")?;
    let worlds = worlds(Path::new(&folder))?;
    let budgets = [Budget::calls(300), Budget::COMPETITION];
    let mut costs = Vec::new();
    for (budget, ticks) in budgets.into_iter().zip(TICKS) {
        costs.push(measure(&worlds, budget, ticks)?);
    }
    let table = table(&costs);
    println!("{table}");
    if write { put(&table) } else { Ok(()) }
}

/// Level 0 of each game.
fn worlds(folder: &Path) -> Result<Vec<Arc<World>>, String> {
    let load = |game: &str| {
        let files = ludex_library::find(game, Some(folder)).map_err(|e| e.to_string())?;
        let parsed = ludex_vgdl::parse(&files.text, &ONTOLOGY).map_err(|e| e.to_string())?;
        let text = &files.level(0).map_err(|e| e.to_string())?.text;
        World::new(&parsed.game, &Level::parse(text)).map_err(|e| e.to_string())
    };
    GAMES.into_iter().map(load).collect()
}

/// What each agent costs in each game. Agents take turns within a game, so that they are disturbed alike.
fn measure(worlds: &[Arc<World>], budget: Budget, ticks: usize) -> Result<Vec<Vec<Cost>>, String> {
    let agents: Vec<AgentSpec> =
        AGENTS.iter().map(|text| text.parse().map_err(|e| format!("{e}"))).collect::<Result<_, _>>()?;
    let mut costs = vec![Vec::new(); agents.len()];
    for (world, game) in worlds.iter().zip(GAMES) {
        for (agent, costs) in agents.iter().zip(&mut costs) {
            eprint!("\r{budget} {game} {agent}                                        ");
            costs.push(play(world, agent, budget, ticks));
        }
    }
    eprintln!();
    Ok(costs)
}

/// Plays so many ticks, of several games if need be. Preparation does not count.
fn play(world: &Arc<World>, agent: &AgentSpec, budget: Budget, ticks: usize) -> Cost {
    let rules = Rules { budget, lenient: true };
    let begin = |seed: u64| Match::new(world, seed as i64, &[(agent, seed)], rules);
    let mut seed = 1;
    let mut game = begin(seed);
    let (mut calls, mut iterations) = (0, 0);
    for _ in 0..ticks {
        if game.is_over() {
            seed += 1;
            game = begin(seed);
        }
        game.step();
        calls += game.last_spent(0).calls;
        iterations += game.last_spent(0).iterations;
    }
    Cost { calls: calls as f64 / ticks as f64, iterations: iterations as f64 / ticks as f64 }
}

/// The geometric mean over all games.
fn mean(costs: &[Cost], of: impl Fn(&Cost) -> f64) -> f64 {
    let logs: f64 = costs.iter().map(|cost| of(cost).max(1e-9).ln()).sum();
    (logs / costs.len() as f64).exp()
}

fn table(costs: &[Vec<Vec<Cost>>]) -> String {
    let mut text = String::from(
        "| agent | 300fm: iterations | 40ms: iterations | 40ms: calls | of `mcts` |\n\
         | --- | ---: | ---: | ---: | ---: |\n",
    );
    let [calls, time] = costs else { return text };
    for (agent, (calls, time)) in AGENTS.iter().zip(calls.iter().zip(time)) {
        let made = |costs: &[Cost]| mean(costs, |cost| cost.calls);
        let base = made(&costs[1][0]);
        let _ = writeln!(
            text,
            "| `{agent}` | {:.1} | {:.0} | {:.0} | {:.0} % |",
            mean(calls, |cost| cost.iterations),
            mean(time, |cost| cost.iterations),
            made(time),
            100.0 * made(time) / base
        );
    }
    text
}

/// Puts the table between its marks in docs/agents.md.
fn put(table: &str) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent folder")?;
    let path = root.join("docs/agents.md");
    let fail = |e: std::io::Error| format!("{}: {e}", path.display());
    let text = fs::read_to_string(&path).map_err(fail)?;
    let (begin, end) = ("<!-- overheads -->\n", "<!-- end overheads -->");
    let parts = text.split_once(begin).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    let (before, after) = parts.ok_or("docs/agents.md has no place for the table of overheads")?;
    fs::write(&path, format!("{before}{begin}{table}{end}{after}")).map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_count_alike() {
        let cost = |calls: f64| Cost { calls, iterations: 1.0 };
        assert!((mean(&[cost(10.0), cost(1000.0)], |cost| cost.calls) - 100.0).abs() < 1e-9);
    }
}
