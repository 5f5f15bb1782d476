//! A few games of a plan, to tell how long all of it takes.

use super::{ClusterError, Cost, Outline};
use crate::contest::contest;
use crate::runner::{Progress, RunOptions};
use crate::store::Results;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// What a pilot has measured.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pilot {
    /// Seconds of each game, rising.
    pub seconds: Vec<f64>,
    /// Seconds by agent and game, of every pair of them.
    pub costs: Vec<Cost>,
}

/// Plays some games of a plan, evenly over agents, games and levels. Results are thrown away. Setting `stop` ends it early, and
/// what is finished counts.
pub fn pilot(
    outline: &Outline,
    games: u32,
    scratch: &Path,
    options: RunOptions,
    stop: &AtomicBool,
    report: impl FnMut(&Progress) + Send,
) -> Result<Pilot, ClusterError> {
    let firsts = outline.firsts().len() as u64;
    let wanted = u64::from(games).min(firsts);
    let place = |k: u64| usize::try_from((2 * k + 1) * firsts / (2 * wanted)).unwrap_or(usize::MAX);
    let plan = outline.plan_of((0..wanted).map(|k| outline.cell(place(k), 0)).collect());
    let folder = scratch.join(format!("ludex-pilot-{}-{}", outline.hash(), std::process::id()));
    let played = contest(&plan, &folder, "", options, stop, report);
    let mut lengths: Vec<(String, String, f64)> = Vec::new();
    let read = played.map_err(ClusterError::from).and_then(|_| {
        Results::open(&folder)?.for_each(|row| {
            // In a game of two each player has a row with half of the time. Processor time, as the machines that will play it are
            // less busy than the one where people log in.
            let whole = if row.partner.is_some() { 2.0 } else { 1.0 };
            if row.seat == 0 {
                lengths.push((row.agent, row.game, whole * row.cpu_s));
            }
            Ok::<(), ClusterError>(())
        })
    });
    let _ = std::fs::remove_dir_all(&folder);
    read?;
    Ok(Pilot::of(outline, &lengths))
}

impl Pilot {
    /// From the lengths of games, by agent and game.
    fn of(outline: &Outline, lengths: &[(String, String, f64)]) -> Self {
        let mean = |wanted: &dyn Fn(&(String, String, f64)) -> bool| {
            let seconds: Vec<f64> =
                lengths.iter().filter(|length| wanted(length)).map(|length| length.2).collect();
            (!seconds.is_empty()).then(|| seconds.iter().sum::<f64>() / seconds.len() as f64)
        };
        let mut pilot = Self { seconds: lengths.iter().map(|length| length.2).collect(), costs: Vec::new() };
        pilot.seconds.sort_by(f64::total_cmp);
        let Some(overall) = mean(&|_| true) else { return pilot };
        let pairs: BTreeSet<(&str, &str)> =
            outline.firsts().map(|cell| (&*cell.entrant.agent, &*cell.game)).collect();
        let mut by_agent: BTreeMap<&str, f64> = BTreeMap::new();
        let mut by_game: BTreeMap<&str, f64> = BTreeMap::new();
        for &(agent, game) in &pairs {
            by_agent.entry(agent).or_insert_with(|| mean(&|length| length.0 == agent).unwrap_or(overall));
            by_game.entry(game).or_insert_with(|| mean(&|length| length.1 == game).unwrap_or(overall));
        }
        // Not every pair has been played: agents and games are taken to be slow independently.
        pilot.costs = pairs
            .into_iter()
            .map(|(agent, game)| Cost {
                agent: agent.to_owned(),
                game: game.to_owned(),
                seconds: mean(&|length| length.0 == agent && length.1 == game)
                    .unwrap_or_else(|| by_agent[agent] * by_game[game] / overall.max(1e-9)),
            })
            .collect();
        pilot
    }

    /// Seconds of a game in the mean, and by how much that may be wrong (twice the standard error).
    pub fn mean(&self) -> (f64, f64) {
        let n = self.seconds.len().max(1) as f64;
        let mean = self.seconds.iter().sum::<f64>() / n;
        let spread = self.seconds.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        (mean, 2.0 * (spread / n).sqrt())
    }
}

/// How many shards there should be so that each takes about so long: not more than games, or than the limit.
pub fn shards(core_seconds: f64, cores: u32, minutes: f64, games: u64, limit: u32) -> u32 {
    let wanted = (core_seconds / (f64::from(cores) * minutes * 60.0)).ceil();
    // A number that is no number becomes 1.
    let wanted = if wanted >= 1.0 { wanted.min(f64::from(u32::MAX)) as u32 } else { 1 };
    wanted.min(limit).min(u32::try_from(games).unwrap_or(u32::MAX)).max(1)
}
