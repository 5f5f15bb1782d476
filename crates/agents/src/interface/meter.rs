//! Counts what an agent spends on one decision.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::budget::Budget;
use super::profile::Profile;

/// The part of the time that is kept in reserve, so that an iteration that takes longer than usual is still in time.
const RESERVE: f64 = 0.1;

/// What has been spent of a budget.
#[derive(Debug)]
pub(super) struct Meter<'a> {
    budget: Budget,
    /// Runs only where time is limited: nothing else may depend on a clock.
    clock: Option<Clock>,
    calls: Cell<u64>,
    iterations: Cell<u64>,
    pub(super) profile: Option<&'a Profile>,
}

#[derive(Debug)]
struct Clock {
    start: Instant,
    limit: Duration,
}

impl<'a> Meter<'a> {
    /// Starts counting.
    pub(super) fn start(budget: Budget, profile: Option<&'a Profile>) -> Meter<'a> {
        let clock = budget.time_limit().map(|limit| Clock { start: Instant::now(), limit });
        Meter { budget, clock, calls: Cell::new(0), iterations: Cell::new(0), profile }
    }

    pub(super) fn calls(&self) -> u64 {
        self.calls.get()
    }

    pub(super) fn iterations(&self) -> u64 {
        self.iterations.get()
    }

    pub(super) fn calls_left(&self) -> Option<u64> {
        self.budget.call_limit().map(|limit| limit - self.calls())
    }

    /// The time since the start, where time is limited.
    pub(super) fn elapsed(&self) -> Option<Duration> {
        self.clock.as_ref().map(|clock| clock.start.elapsed())
    }

    /// Pays for a forward-model call, if there is still one to be had.
    #[inline]
    pub(super) fn pay_call(&self) -> bool {
        let calls = self.calls.get();
        if self.budget.call_limit().is_some_and(|limit| calls >= limit) {
            return false;
        }
        self.calls.set(calls + 1);
        true
    }

    /// Pays for an iteration, if there is still one to be had.
    ///
    /// An iteration counts as one call at least when it comes to limits: a search that has found the end of the game
    /// in every direction makes no more calls, and would otherwise never stop.
    #[inline]
    pub(super) fn pay_iteration(&self) -> bool {
        let iterations = self.iterations.get();
        let enough = |limit: Option<u64>, spent: u64| limit.is_none_or(|limit| spent < limit);
        let go_on = enough(self.budget.iteration_limit(), iterations)
            && enough(self.budget.call_limit(), self.calls.get().max(iterations))
            && self.clock.as_ref().is_none_or(|clock| clock.has_time_for_another(iterations));
        if go_on {
            self.iterations.set(iterations + 1);
        }
        go_on
    }

    /// The share that has been spent of whatever is scarcest.
    pub(super) fn spent(&self) -> f64 {
        let share = |limit: Option<u64>, spent: u64| limit.map_or(0.0, |limit| spent as f64 / limit as f64);
        let time =
            self.clock.as_ref().map_or(0.0, |c| c.start.elapsed().as_secs_f64() / c.limit.as_secs_f64());
        share(self.budget.call_limit(), self.calls())
            .max(share(self.budget.iteration_limit(), self.iterations()))
            .max(time)
    }
}

impl Clock {
    /// Is there time for another iteration, even one that takes twice as long as they did on average?
    fn has_time_for_another(&self, iterations: u64) -> bool {
        let elapsed = self.start.elapsed().as_secs_f64();
        let average = if iterations == 0 { 0.0 } else { elapsed / iterations as f64 };
        elapsed + 2.0 * average < (1.0 - RESERVE) * self.limit.as_secs_f64()
    }
}
