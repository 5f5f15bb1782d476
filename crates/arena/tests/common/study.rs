//! Studies with made-up results.
#![allow(dead_code, reason = "every test file uses its own part")]

use ludex_arena::Entrant;
use ludex_arena::paper::{AgentReader, Study, claims, paper};
use ludex_arena::stats::Moments;
use ludex_arena::store::{Tallies, Tally};
use std::sync::Arc;

pub fn study<'a>(id: &str, tallies: &'a Tallies, scale: f64) -> Study<'a> {
    study_with(id, tallies, scale, &as_written)
}

pub fn study_with<'a>(id: &str, tallies: &'a Tallies, scale: f64, agents: AgentReader<'a>) -> Study<'a> {
    Study { paper: paper(id).unwrap(), claims: claims(id).unwrap(), tallies, scale, agents }
}

/// Every agent exists.
pub fn as_written(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// Results in which an agent wins a given percentage of each game.
pub fn add(tallies: &mut Tallies, entrant: &Arc<Entrant>, game: &str, percent: f64, plays_per_level: u64) {
    let wins = (percent / 100.0 * 5.0 * plays_per_level as f64).round() as u64;
    for level in 0..5 {
        let share = wins / 5 + u64::from(u64::from(level) < wins % 5);
        let mut iterations = Moments::default();
        iterations.add(20.0, plays_per_level);
        let tally = Tally {
            plays: plays_per_level,
            wins: share,
            iterations_per_tick: iterations,
            ..Tally::default()
        };
        tallies.add(entrant, &Arc::from(game), level, tally);
    }
}
