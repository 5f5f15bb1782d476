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
    call_limit: u64,
    iteration_limit: u64,
    calls: Cell<u64>,
    iterations: Cell<u64>,
    /// Runs only where time is limited: nothing else may depend on a clock.
    clock: Option<Clock>,
    pub(super) profile: Option<&'a Profile>,
}

#[derive(Debug)]
struct Clock {
    start: Instant,
    limit: Duration,
    /// What each call puts the clock forward by.
    call_cost: Duration,
}

impl<'a> Meter<'a> {
    /// Starts counting.
    pub(super) fn start(budget: Budget, profile: Option<&'a Profile>) -> Meter<'a> {
        let clock = budget.time_limit().map(|limit| Clock {
            start: Instant::now(),
            limit,
            call_cost: budget.call_cost(),
        });
        Meter {
            call_limit: budget.call_limit().unwrap_or(u64::MAX),
            iteration_limit: budget.iteration_limit().unwrap_or(u64::MAX),
            calls: Cell::new(0),
            iterations: Cell::new(0),
            clock,
            profile,
        }
    }

    pub(super) fn calls(&self) -> u64 {
        self.calls.get()
    }

    pub(super) fn iterations(&self) -> u64 {
        self.iterations.get()
    }

    pub(super) fn calls_left(&self) -> Option<u64> {
        (self.call_limit < u64::MAX).then(|| self.call_limit - self.calls())
    }

    /// The time since the start with what calls are charged for, where time is limited.
    pub(super) fn elapsed(&self) -> Option<Duration> {
        self.clock.as_ref().map(|clock| clock.elapsed(self.calls()))
    }

    /// Pays for a forward-model call, if there is still one to be had.
    #[inline]
    pub(super) fn pay_call(&self) -> bool {
        let calls = self.calls.get();
        let paid = calls < self.call_limit;
        self.calls.set(calls + u64::from(paid));
        paid
    }

    /// Pays for an iteration, if there is still one to be had.
    ///
    /// An iteration counts as one call at least when it comes to limits: a search that has found the end of the game
    /// in every direction makes no more calls, and would otherwise never stop.
    #[inline]
    pub(super) fn pay_iteration(&self) -> bool {
        let (iterations, calls) = (self.iterations.get(), self.calls.get());
        let go_on = iterations < self.iteration_limit
            && calls.max(iterations) < self.call_limit
            && self.clock.as_ref().is_none_or(|clock| clock.has_time_for_another(iterations, calls));
        self.iterations.set(iterations + u64::from(go_on));
        go_on
    }

    /// The share that has been spent of whatever is scarcest.
    pub(super) fn spent(&self) -> f64 {
        let calls = self.calls() as f64 / self.call_limit as f64;
        let iterations = self.iterations() as f64 / self.iteration_limit as f64;
        let time = |clock: &Clock| clock.elapsed(self.calls()).as_secs_f64() / clock.limit.as_secs_f64();
        calls.max(iterations).max(self.clock.as_ref().map_or(0.0, time))
    }
}

impl Clock {
    /// The time since the start, put forward by what so many calls are charged for.
    fn elapsed(&self, calls: u64) -> Duration {
        let nanos = u64::try_from(self.call_cost.as_nanos()).unwrap_or(u64::MAX);
        self.start.elapsed().saturating_add(Duration::from_nanos(nanos.saturating_mul(calls)))
    }

    /// Is there time for another iteration, even one that takes twice as long as they did on average?
    fn has_time_for_another(&self, iterations: u64, calls: u64) -> bool {
        let elapsed = self.elapsed(calls).as_secs_f64();
        let average = if iterations == 0 { 0.0 } else { elapsed / iterations as f64 };
        elapsed + 2.0 * average < (1.0 - RESERVE) * self.limit.as_secs_f64()
    }
}
