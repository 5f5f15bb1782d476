//! Counts what an agent spends on one decision.

use std::cell::Cell;
use std::time::Duration;

use super::budget::Budget;
use super::clock::Timer;

/// The part of the time that is kept in reserve, so that an iteration that takes longer than usual is still in time.
const RESERVE: f64 = 0.1;

/// The clock is read about so many times a turn: often enough for the [`RESERVE`], and rarely enough to cost nothing. Asking
/// for processor time is a call to the system, and takes as long as a tick of a small game.
const READINGS: f64 = 500.0;

/// What has been spent of a budget.
#[derive(Debug)]
pub(super) struct Meter {
    budget: Budget,
    call_limit: u64,
    iteration_limit: u64,
    calls: Cell<u64>,
    iterations: Cell<u64>,
    /// Time that was spent where the clock does not see it.
    elsewhere: Cell<Duration>,
    /// Runs only where time is limited: nothing else may depend on a clock.
    clock: Option<TimeLimit>,
}

#[derive(Debug)]
struct TimeLimit {
    timer: Timer,
    limit: Duration,
    /// What each call puts the clock forward by.
    call_cost: Duration,
    /// How many calls and iterations there will have been when the clock is read again.
    next_reading: Cell<u64>,
}

impl Meter {
    /// Starts counting.
    pub(super) fn start(budget: Budget) -> Meter {
        let clock = budget.time_limit().zip(budget.clock()).map(|(limit, clock)| TimeLimit {
            timer: Timer::start(clock),
            limit,
            call_cost: budget.call_cost(),
            next_reading: Cell::new(0),
        });
        Meter {
            budget,
            call_limit: budget.call_limit().unwrap_or(u64::MAX),
            iteration_limit: budget.iteration_limit().unwrap_or(u64::MAX),
            calls: Cell::new(0),
            iterations: Cell::new(0),
            elsewhere: Cell::new(Duration::ZERO),
            clock,
        }
    }

    pub(super) fn budget(&self) -> Budget {
        self.budget
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
        let elsewhere = self.elsewhere.get();
        self.clock.as_ref().map(|clock| clock.elapsed(self.calls()).saturating_add(elsewhere))
    }

    /// Books what was spent elsewhere: calls and iterations up to their limits, and time that the clock does not see.
    pub(super) fn charge(&self, calls: u64, iterations: u64, time: Duration) {
        self.calls.set(self.calls().saturating_add(calls).min(self.call_limit));
        self.iterations.set(self.iterations().saturating_add(iterations).min(self.iteration_limit));
        self.elsewhere.set(self.elsewhere.get().saturating_add(time));
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
        let time = |clock: &TimeLimit| clock.elapsed(self.calls()).as_secs_f64() / clock.limit.as_secs_f64();
        calls.max(iterations).max(self.clock.as_ref().map_or(0.0, time))
    }
}

impl TimeLimit {
    /// The time since the start, put forward by what so many calls are charged for.
    fn elapsed(&self, calls: u64) -> Duration {
        let nanos = u64::try_from(self.call_cost.as_nanos()).unwrap_or(u64::MAX);
        self.timer.elapsed().saturating_add(Duration::from_nanos(nanos.saturating_mul(calls)))
    }

    /// Is there time for another iteration, even one that takes twice as long as they did on average?
    ///
    /// The clock is not read again before as much has been done as was done so far in a small part of the limit. What has been
    /// done doubles at most until then, so that a fast beginning promises little.
    fn has_time_for_another(&self, iterations: u64, calls: u64) -> bool {
        let work = iterations + calls;
        if work < self.next_reading.get() {
            return true;
        }
        let (elapsed, limit) = (self.elapsed(calls).as_secs_f64(), self.limit.as_secs_f64());
        let share = limit / READINGS / elapsed;
        self.next_reading.set(work + ((work as f64 * share.min(1.0)) as u64).max(1));
        let average = if iterations == 0 { 0.0 } else { elapsed / iterations as f64 };
        elapsed + 2.0 * average < (1.0 - RESERVE) * limit
    }
}
