//! How far a run is.

use crate::cell::{Cell, Outcome, Timing};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Games and wins of one agent so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// Games played in this run.
    pub plays: u64,
    /// Of them won.
    pub wins: u64,
}

/// The state of a run, given to the progress callback after every recorded game.
#[derive(Debug, Clone)]
pub struct Progress {
    /// Games of the plan.
    pub planned: usize,
    /// Games that earlier runs had recorded.
    pub kept: usize,
    /// Games that this run has recorded.
    pub played: usize,
    /// Wins so far by agent.
    pub agents: BTreeMap<Arc<str>, Score>,
    /// Games in which the agent was disqualified.
    pub disqualified: u64,
    /// Answers that came too late.
    pub overspends: u64,
    /// Times that a game was played again because something else took its core.
    pub replayed: u64,
    /// Time in all games of this run.
    pub time: Timing,
    started: Instant,
}

impl Progress {
    pub(super) fn new(planned: usize, kept: usize) -> Self {
        Self {
            planned,
            kept,
            played: 0,
            agents: BTreeMap::new(),
            disqualified: 0,
            overspends: 0,
            replayed: 0,
            time: Timing::default(),
            started: Instant::now(),
        }
    }

    pub(super) fn add(&mut self, cell: &Cell, outcome: &Outcome, timing: Timing) {
        self.played += 1;
        self.add_player(&cell.entrant.agent, outcome);
        if let (Some(partner), Some(outcome)) = (&cell.partner, &outcome.partner) {
            self.add_player(&partner.entrant.agent, outcome);
        }
        self.time.wall += timing.wall;
        self.time.cpu += timing.cpu;
    }

    fn add_player(&mut self, agent: &Arc<str>, outcome: &Outcome) {
        let score = self.agents.entry(agent.clone()).or_default();
        score.plays += 1;
        score.wins += u64::from(outcome.win);
        self.disqualified += u64::from(outcome.disqualified.is_some());
        self.overspends += u64::from(outcome.overspends);
    }

    /// Games that have a result.
    pub fn done(&self) -> usize {
        self.kept + self.played
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Games a second in this run.
    pub fn rate(&self) -> f64 {
        self.played as f64 / self.elapsed().as_secs_f64().max(1e-9)
    }

    /// Time that the rest should take at the rate so far; unknown before the first game.
    pub fn remaining(&self) -> Option<Duration> {
        let rest = self.planned.saturating_sub(self.done());
        (self.played > 0).then(|| self.elapsed().mul_f64(rest as f64 / self.played as f64))
    }
}
