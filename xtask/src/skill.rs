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

/// The agent that plans, what it may spend on a tick, and how often it plays a level.
const PLANNER: (&str, &str, usize) = ("soemers-all", "900fm", 10);
/// The agents that do not plan, and how often they play: that costs next to nothing.
const OTHERS: ([&str; 2], usize) = (["donothing", "random"], 100);
/// A level whose p is not below this is a lottery as far as anybody knows.
const SIGNIFICANT: f64 = 0.05;
const BEGIN: &str = "<!-- skill -->\n";
const END: &str = "<!-- end -->\n";

pub fn run(arguments: &[&str]) -> Result<(), String> {
    let keep = match arguments {
        [] => false,
        ["--write"] => true,
        _ => return Err("skill takes --write and nothing else".to_owned()),
    };
    let players = players()?;
    let rows = rows()?;
    play_all(&rows, &players)?;
    let (agent, budget, plays) = PLANNER;
    let mut table = format!(
        "Games won: `{agent}` with `{budget}` for each tick plays {plays} times, the others {} times. The last column is how \
         likely it is to win so many more by luck alone (Fisher's exact test against the better of the other two).\n\n\
         | level | does nothing | random | `{agent}` | p |\n| --- | ---: | ---: | ---: | ---: |\n",
        OTHERS.1
    );
    for row in &rows {
        table += &row.text(&players);
    }
    if keep {
        write(&table)?;
    } else {
        println!("{table}");
    }
    let lotteries: Vec<&str> =
        rows.iter().filter(|row| row.p(&players) >= SIGNIFICANT).map(|row| row.name.as_str()).collect();
    match lotteries.as_slice() {
        [] => Ok(()),
        names => Err(format!("no skill shows in {}", names.join(", "))),
    }
}

/// Somebody who plays every level so many times.
struct Player {
    agent: AgentSpec,
    plays: usize,
}

/// The players, the one that plans last.
fn players() -> Result<[Player; 3], String> {
    let player = |name: &str, plays| {
        let agent = name.parse().map_err(|e| format!("{e}"))?;
        Ok::<_, String>(Player { agent, plays })
    };
    let ([nothing, random], plays) = OTHERS;
    Ok([player(nothing, plays)?, player(random, plays)?, player(PLANNER.0, PLANNER.2)?])
}

/// A level, and how many games on it each player has won so far.
struct Row {
    name: String,
    world: Arc<World>,
    won: [AtomicUsize; 3],
    played: AtomicUsize,
}

/// All levels with chance in them.
fn rows() -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for game in bundled().iter().filter(|game| game.tags.contains(&"stochastic")) {
        let parsed = ludex_vgdl::parse(game.game, &ONTOLOGY).map_err(|e| e.to_string())?;
        for (number, level) in game.levels.iter().enumerate() {
            let world = World::new(&parsed.game, &Level::parse(level.text)).map_err(|e| e.to_string())?;
            let name = format!("{} {number}", game.name);
            rows.push(Row { name, world, won: Default::default(), played: AtomicUsize::new(0) });
        }
    }
    Ok(rows)
}

impl Row {
    fn won(&self, player: usize) -> usize {
        self.won[player].load(Ordering::Relaxed)
    }

    fn p(&self, players: &[Player; 3]) -> f64 {
        luck((self.won(2), players[2].plays), (self.won(0).max(self.won(1)), players[0].plays))
    }

    fn text(&self, players: &[Player; 3]) -> String {
        let cell = |i: usize| format!("{} of {}", self.won(i), players[i].plays);
        format!("| {} | {} | {} | {} | {:.4} |\n", self.name, cell(0), cell(1), cell(2), self.p(players))
    }
}

/// Plays everything, as many games at once as there are cores. Each game has a seed of its own, so that it does not matter
/// who plays what when.
fn play_all(rows: &[Row], players: &[Player; 3]) -> Result<(), String> {
    let budget: Budget = PLANNER.1.parse().map_err(|e| format!("{e}"))?;
    let games: Vec<(usize, usize, usize)> = (0..rows.len())
        .flat_map(|row| {
            (0..players.len()).flat_map(move |who| (0..players[who].plays).map(move |rep| (row, who, rep)))
        })
        .collect();
    let next = AtomicUsize::new(0);
    let worker = || {
        while let Some(&(row, who, rep)) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
            let row = &rows[row];
            let result =
                play(&row.world, rep as i64, (&players[who].agent, rep as u64 ^ 0x5EED), Rules::new(budget));
            row.won[who].fetch_add(usize::from(result.players[0].won()), Ordering::Relaxed);
            if row.played.fetch_add(1, Ordering::Relaxed) + 1 == games.len() / rows.len() {
                eprint!("{}", row.text(players));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(worker);
        }
    });
    Ok(())
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
