//! Are the levels of the first ten games won by skill? Those in which chance plays a part are played by an agent that
//! plans, by one that does anything, and by one that does nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use ludex_agents::{AgentSpec, Budget, Rules, play};
use ludex_engine::{ONTOLOGY, World};
use ludex_library::bundled;
use ludex_vgdl::Level;

use crate::root;

/// The agent that plans.
const PLANNER: &str = "iw";
/// The levels on which it is weak, and who plans there instead: whoever did best in trials with other seeds.
const INSTEAD: [(&str, &[usize], &str); 2] =
    [("boulderdash", &[0, 3, 4], "soemers-all"), ("boulderdash", &[1, 2], "olets")];
/// What an agent may spend on a tick.
const BUDGET: &str = "900fm";
/// How often the planner plays a level.
const PLANNED: usize = 20;
/// How often those who do not plan play it: that costs next to nothing.
const UNPLANNED: usize = 100;
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
    let rows = rows()?;
    play_all(&rows)?;
    let mut table = format!(
        "Games won, with `{BUDGET}` for each tick. The last column is how likely it is that the agent won so many more by luck \
         alone (Fisher's exact test against the better of the other two).\n\n| level | does nothing | random | agent | \
         won | p |\n| --- | ---: | ---: | --- | ---: | ---: |\n"
    );
    for row in &rows {
        table += &row.text();
    }
    if keep {
        write(&table)?;
    } else {
        println!("{table}");
    }
    let lotteries: Vec<&str> =
        rows.iter().filter(|row| row.p() >= SIGNIFICANT).map(|row| row.name.as_str()).collect();
    match lotteries.as_slice() {
        [] => Ok(()),
        names => Err(format!("no skill shows in {}", names.join(", "))),
    }
}

/// A level, who plays it, and how many games each has won so far.
struct Row {
    name: String,
    world: Arc<World>,
    players: [Player; 3],
    played: AtomicUsize,
}

struct Player {
    name: &'static str,
    agent: AgentSpec,
    plays: usize,
    won: AtomicUsize,
}

/// All levels of the first set with chance in them.
fn rows() -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for game in bundled().iter().filter(|game| game.set == "bundled1" && game.tags.contains(&"stochastic")) {
        let parsed = ludex_vgdl::parse(game.game, &ONTOLOGY).map_err(|e| e.to_string())?;
        for (number, level) in game.levels.iter().enumerate() {
            let world = World::new(&parsed.game, &Level::parse(level.text)).map_err(|e| e.to_string())?;
            let instead =
                INSTEAD.iter().find(|(name, levels, _)| *name == game.name && levels.contains(&number));
            let planner = instead.map_or(PLANNER, |(_, _, agent)| agent);
            rows.push(Row {
                name: format!("{} {number}", game.name),
                world,
                players: [
                    Player::new("donothing", UNPLANNED)?,
                    Player::new("random", UNPLANNED)?,
                    Player::new(planner, PLANNED)?,
                ],
                played: AtomicUsize::new(0),
            });
        }
    }
    Ok(rows)
}

impl Player {
    fn new(name: &'static str, plays: usize) -> Result<Player, String> {
        let agent = name.parse().map_err(|e| format!("{e}"))?;
        Ok(Player { name, agent, plays, won: AtomicUsize::new(0) })
    }

    fn won(&self) -> usize {
        self.won.load(Ordering::Relaxed)
    }
}

impl Row {
    fn p(&self) -> f64 {
        let [nothing, random, planner] = &self.players;
        luck((planner.won(), planner.plays), (nothing.won().max(random.won()), UNPLANNED))
    }

    fn text(&self) -> String {
        let [nothing, random, planner] =
            self.players.each_ref().map(|p| format!("{} of {}", p.won(), p.plays));
        let agent = self.players[2].name;
        format!("| {} | {nothing} | {random} | `{agent}` | {planner} | {} |\n", self.name, rounded(self.p()))
    }
}

/// A probability with four digits after the point.
fn rounded(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

/// Plays everything, as many games at once as there are cores. Each game has seeds of its own, so that it does not matter
/// who plays what when.
fn play_all(rows: &[Row]) -> Result<(), String> {
    let budget: Budget = BUDGET.parse().map_err(|e| format!("{e}"))?;
    let games: Vec<(&Row, &Player, usize)> = rows
        .iter()
        .flat_map(|row| row.players.iter().map(move |player| (row, player)))
        .flat_map(|(row, player)| (0..player.plays).map(move |rep| (row, player, rep)))
        .collect();
    let next = AtomicUsize::new(0);
    let worker = || {
        while let Some((row, player, rep)) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
            let seeds = (*rep as i64, *rep as u64 ^ 0x5EED);
            let result = play(&row.world, seeds.0, (&player.agent, seeds.1), Rules::new(budget));
            player.won.fetch_add(usize::from(result.players[0].won()), Ordering::Relaxed);
            let played = 1 + row.played.fetch_add(1, Ordering::AcqRel);
            if played == 2 * UNPLANNED + PLANNED {
                eprint!("{}", row.text());
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
    fn the_page_has_every_level() {
        let page = fs::read_to_string(root().join("docs/writing-games.md")).expect("the page");
        for row in rows().expect("games that can be played") {
            assert!(page.contains(&format!("\n| {} | ", row.name)), "{} is missing", row.name);
        }
    }

    #[test]
    fn exact_test() {
        assert!((luck((3, 3), (0, 20)) - 1.0 / 1771.0).abs() < 1e-12);
        assert!((luck((2, 3), (0, 20)) - 3.0 / 253.0).abs() < 1e-12);
        assert_eq!(luck((0, 3), (0, 20)), 1.0);
    }
}
