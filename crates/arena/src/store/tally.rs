//! Results added up, in one pass over the file.

use super::{Results, StoreError};
use crate::Reasons;
use crate::cell::{Entrant, Timing};
use crate::stats::{Distribution, Moments};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Ticks after which a game ends whatever happens; a loss before that is an early loss.
pub const TICK_LIMIT: u32 = 2000;

/// A game counts as disturbed when its thread had a processor for less than this share of the time.
pub const UNDISTURBED: f64 = 0.95;

/// Something counted over many games, for each of their ticks: all of it over all ticks, so that a game which is over at once does
/// not weigh as much as a long one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PerTick {
    /// All of it.
    pub total: u64,
    /// All ticks.
    pub ticks: u64,
}

impl PerTick {
    /// How much a tick; not a number without ticks.
    pub fn mean(self) -> f64 {
        self.total as f64 / self.ticks as f64
    }

    fn add(&mut self, other: Self) {
        self.total += other.total;
        self.ticks += other.ticks;
    }
}

/// Results of one entrant in one or several levels.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tally {
    /// Games played.
    pub plays: u64,
    /// Games won.
    pub wins: u64,
    /// Games lost before the tick limit.
    pub early_losses: u64,
    /// Why the agent was disqualified, a reason for each game in which it was.
    pub disqualified: Reasons,
    /// Answers that came too late.
    pub overspends: u64,
    /// Games whose thread did not have a processor to itself.
    pub disturbed: u64,
    /// Ticks per game.
    pub ticks: Moments,
    /// Forward-model calls per tick as reproductions of papers count them: a value per game, the warm-up included.
    pub fm_per_tick: Moments,
    /// Forward-model calls a tick, without the warm-up.
    pub calls: PerTick,
    /// Forward-model calls of the warm-up, a value per game in which they were counted apart.
    pub warm_up_calls: Moments,
    /// Iterations per tick as reproductions of papers count them.
    pub iterations_per_tick: Moments,
    /// Iterations a tick, without the warm-up.
    pub iterations: PerTick,
    /// Scores.
    pub scores: Distribution,
    /// What agents reported, with how often.
    pub remarks: BTreeMap<String, u64>,
    /// The seed of each game and whether it was won, in the order of seeds: agents that played the same seeds can be compared in
    /// pairs.
    pub outcomes: Vec<(i64, bool)>,
    /// Seconds by the clock, all games together.
    pub wall_s: f64,
    /// Seconds on the processor, all games together.
    pub cpu_s: f64,
}

impl Tally {
    /// Games lost.
    pub fn losses(&self) -> u64 {
        self.plays - self.wins
    }

    /// Share of games won; not a number without plays.
    pub fn win_rate(&self) -> f64 {
        self.wins as f64 / self.plays as f64
    }

    /// Mean and spread of the score.
    pub fn score(&self) -> Moments {
        let mut moments = Moments::default();
        for &(value, count) in self.scores.counts() {
            moments.add(value, count);
        }
        moments
    }

    /// The sum of several tallies.
    pub fn sum<'a>(tallies: impl IntoIterator<Item = &'a Tally>) -> Tally {
        let mut sum = Tally::default();
        let mut scores = Vec::new();
        for tally in tallies {
            sum.plays += tally.plays;
            sum.wins += tally.wins;
            sum.early_losses += tally.early_losses;
            sum.disqualified.merge(&tally.disqualified);
            sum.overspends += tally.overspends;
            sum.disturbed += tally.disturbed;
            sum.ticks.merge(&tally.ticks);
            sum.fm_per_tick.merge(&tally.fm_per_tick);
            sum.calls.add(tally.calls);
            sum.warm_up_calls.merge(&tally.warm_up_calls);
            sum.iterations.add(tally.iterations);
            sum.iterations_per_tick.merge(&tally.iterations_per_tick);
            scores.extend_from_slice(tally.scores.counts());
            for (remark, count) in &tally.remarks {
                *sum.remarks.entry(remark.clone()).or_default() += count;
            }
            sum.outcomes.extend_from_slice(&tally.outcomes);
            sum.wall_s += tally.wall_s;
            sum.cpu_s += tally.cpu_s;
        }
        sum.outcomes.sort_unstable();
        sum.scores = Distribution::of_counts(scores);
        sum
    }
}

/// Results added up by entrant, game and level.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tallies {
    by_level: BTreeMap<(Arc<Entrant>, Arc<str>), BTreeMap<u32, Tally>>,
}

impl Tallies {
    /// The entrants, sorted.
    pub fn entrants(&self) -> Vec<Arc<Entrant>> {
        let mut entrants: Vec<_> = self.by_level.keys().map(|(entrant, _)| entrant.clone()).collect();
        entrants.dedup();
        entrants
    }

    /// The games, sorted.
    pub fn games(&self) -> Vec<Arc<str>> {
        let mut games: Vec<_> = self.by_level.keys().map(|(_, game)| game.clone()).collect();
        games.sort();
        games.dedup();
        games
    }

    /// Results by level of an entrant in a game.
    pub fn levels(&self, entrant: &Arc<Entrant>, game: &str) -> Option<&BTreeMap<u32, Tally>> {
        self.by_level.get(&(entrant.clone(), Arc::from(game)))
    }

    /// Results of an entrant in a game, all levels together.
    pub fn game(&self, entrant: &Arc<Entrant>, game: &str) -> Option<Tally> {
        self.levels(entrant, game).map(|levels| Tally::sum(levels.values()))
    }

    /// Adds results. Results of the same entrant, game and level are summed.
    pub fn add(&mut self, entrant: &Arc<Entrant>, game: &Arc<str>, level: u32, tally: Tally) {
        let levels = self.by_level.entry((entrant.clone(), game.clone())).or_default();
        match levels.entry(level) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(tally);
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let sum = Tally::sum([entry.get(), &tally]);
                entry.insert(sum);
            }
        }
    }

    /// Adds the results of another file.
    pub fn merge(&mut self, other: Tallies) {
        for ((entrant, game), levels) in other.by_level {
            for (level, tally) in levels {
                self.add(&entrant, &game, level, tally);
            }
        }
    }
}

/// One play, as much as a tally needs of it.
struct Play {
    seed: i64,
    win: bool,
    score: f64,
    ticks: u32,
    fm_calls: i64,
    iterations: i64,
    /// Calls and iterations before the first tick, where they were counted.
    warm_up: (Option<i64>, Option<i64>),
    overspends: u32,
    disqualified: Option<String>,
    remarks: Option<String>,
    timing: Timing,
}

fn microseconds(count: i64) -> Duration {
    Duration::from_micros(count.max(0).cast_unsigned())
}

/// Plays of one entrant in one level, while they are read.
#[derive(Default)]
struct Group {
    tally: Tally,
    scores: Vec<f64>,
}

impl Group {
    fn add(&mut self, play: Play) {
        let tally = &mut self.tally;
        tally.plays += 1;
        tally.wins += u64::from(play.win);
        tally.early_losses += u64::from(!play.win && play.ticks < TICK_LIMIT);
        play.disqualified.iter().for_each(|reason| tally.disqualified.add(reason));
        tally.overspends += u64::from(play.overspends);
        tally.disturbed += u64::from(play.timing.cpu_share() < UNDISTURBED);
        let ticks = f64::from(play.ticks);
        tally.ticks.add(ticks, 1);
        let in_ticks = |all: i64, warm_up: Option<i64>| PerTick {
            total: (all - warm_up.unwrap_or(0)).max(0).cast_unsigned(),
            ticks: play.ticks.into(),
        };
        if let Some(calls) = play.warm_up.0 {
            tally.warm_up_calls.add(calls as f64, 1);
        }
        // A game that is over before its first tick says nothing of what a tick costs.
        if play.ticks > 0 {
            tally.calls.add(in_ticks(play.fm_calls, play.warm_up.0));
            tally.iterations.add(in_ticks(play.iterations, play.warm_up.1));
            tally.fm_per_tick.add(play.fm_calls as f64 / ticks, 1);
            tally.iterations_per_tick.add(play.iterations as f64 / ticks, 1);
        }
        tally.wall_s += play.timing.wall.as_secs_f64();
        tally.cpu_s += play.timing.cpu.as_secs_f64();
        if let Some(remarks) = play.remarks {
            *tally.remarks.entry(remarks).or_default() += 1;
        }
        tally.outcomes.push((play.seed, play.win));
        self.scores.push(play.score);
    }

    fn finish(mut self) -> Tally {
        self.tally.outcomes.sort_unstable();
        self.tally.scores = Distribution::of(self.scores);
        self.tally
    }
}

impl Results {
    /// Adds up all games. Plays lie sorted by entrant and level in the file, so this is one pass that holds one group at a
    /// time.
    pub fn tallies(&self) -> Result<Tallies, StoreError> {
        self.sqlite(self.read_tallies())
    }

    fn read_tallies(&self) -> rusqlite::Result<Tallies> {
        let entrants = self.entrants()?;
        let levels: BTreeMap<i64, (Arc<str>, u32)> = self
            .connection
            .prepare("SELECT id, game, level FROM level")?
            .query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?
            .collect::<rusqlite::Result<_>>()?;
        let mut statement = self.connection.prepare(
            "SELECT entrant, level, win, score, ticks, fm_calls, iterations, overspends, disqualified, remarks,
             wall_us, cpu_us, seed, warm_up_calls, warm_up_iterations FROM plays ORDER BY entrant, level",
        )?;
        let mut rows = statement.query([])?;
        let mut groups: Vec<((i64, i64), Tally)> = Vec::new();
        let mut current: Option<((i64, i64), Group)> = None;
        while let Some(row) = rows.next()? {
            let key = (row.get(0)?, row.get(1)?);
            let play = Play {
                seed: row.get(12)?,
                win: row.get(2)?,
                score: row.get(3)?,
                ticks: row.get(4)?,
                fm_calls: row.get(5)?,
                iterations: row.get(6)?,
                warm_up: (row.get(13)?, row.get(14)?),
                overspends: row.get(7)?,
                disqualified: row.get(8)?,
                remarks: row.get(9)?,
                timing: Timing { wall: microseconds(row.get(10)?), cpu: microseconds(row.get(11)?) },
            };
            if current.as_ref().is_none_or(|(other, _)| *other != key) {
                groups.extend(current.take().map(|(key, group)| (key, group.finish())));
            }
            current.get_or_insert_with(|| (key, Group::default())).1.add(play);
        }
        groups.extend(current.map(|(key, group)| (key, group.finish())));
        let mut tallies = Tallies::default();
        for ((entrant, level), tally) in groups {
            if let (Some(entrant), Some((game, level))) = (entrants.get(&entrant), levels.get(&level)) {
                tallies.add(entrant, game, *level, tally);
            }
        }
        Ok(tallies)
    }
}
