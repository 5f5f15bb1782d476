//! Measures how much of the time goes into the forward model.

use std::cell::Cell;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// One in so many operations is timed, so that reading the clock does not become the cost. A prime, so that it does
/// not keep step with the depth of a search.
const INTERVAL: u32 = 31;

/// Watches the forward model at work: how often states are advanced and copied, and how long that takes, estimated from a
/// sample of both.
#[derive(Debug)]
pub struct Profile {
    advances: Sampled,
    copies: Sampled,
    /// What reading the clock twice takes by itself.
    clock: Duration,
}

/// What the forward model has done, and the time it took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ModelCost {
    /// States advanced.
    pub advances: u64,
    /// States copied.
    pub copies: u64,
    /// The time that advancing took, estimated.
    pub advance_time: Duration,
    /// The time that copying took, estimated.
    pub copy_time: Duration,
}

#[derive(Debug, Default)]
struct Sampled {
    all: Cell<u64>,
    timed: Cell<u64>,
    time: Cell<Duration>,
    until_next: Cell<u32>,
}

impl Profile {
    /// A profile of nothing yet.
    pub fn new() -> Profile {
        const ROUNDS: u32 = 50;
        const READINGS: u32 = 200;
        let round = |_| {
            let start = Instant::now();
            for _ in 0..READINGS {
                black_box(Instant::now());
            }
            start.elapsed() / READINGS
        };
        // A measurement begins when the first reading ends and lasts until the second has read: about one reading. The
        // quickest round is the one that nothing interrupted.
        let clock = (0..ROUNDS).map(round).min().unwrap_or_default();
        Profile { advances: Sampled::default(), copies: Sampled::default(), clock }
    }

    /// What the model has cost since this was asked last.
    pub fn take(&self) -> ModelCost {
        let (advances, advance_time) = self.advances.take(self.clock);
        let (copies, copy_time) = self.copies.take(self.clock);
        ModelCost { advances, copies, advance_time, copy_time }
    }

    #[inline]
    pub(super) fn advance<R>(&self, work: impl FnOnce() -> R) -> R {
        self.advances.run(work)
    }

    #[inline]
    pub(super) fn copy<R>(&self, work: impl FnOnce() -> R) -> R {
        self.copies.run(work)
    }
}

impl Default for Profile {
    fn default() -> Profile {
        Profile::new()
    }
}

impl Sampled {
    #[inline]
    fn run<R>(&self, work: impl FnOnce() -> R) -> R {
        self.all.set(self.all.get() + 1);
        let wait = self.until_next.get();
        if wait > 0 {
            self.until_next.set(wait - 1);
            return work();
        }
        self.until_next.set(INTERVAL - 1);
        let start = Instant::now();
        let result = work();
        self.time.set(self.time.get() + start.elapsed());
        self.timed.set(self.timed.get() + 1);
        result
    }

    /// How many operations there were, and how long all of them took if they were like those timed.
    fn take(&self, clock: Duration) -> (u64, Duration) {
        let (all, timed, time) = (self.all.take(), self.timed.take(), self.time.take());
        let each = if timed == 0 { 0.0 } else { time.as_secs_f64() / timed as f64 - clock.as_secs_f64() };
        (all, Duration::from_secs_f64(each.max(0.0) * all as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_stands_for_all() {
        let profile = Profile::new();
        let start = Instant::now();
        for _ in 0..3100 {
            profile.advance(|| (0..2_000_u64).map(black_box).sum::<u64>());
        }
        let all = start.elapsed().as_secs_f64();
        let cost = profile.take();
        assert_eq!((cost.advances, cost.copies, cost.copy_time), (3100, 0, Duration::ZERO));
        // A wide margin: the machine may be doing something else in the meantime.
        let share = cost.advance_time.as_secs_f64() / all;
        assert!(share > 0.3 && share < 3.0, "{share}");
        assert_eq!(profile.take(), ModelCost::default());
    }
}
