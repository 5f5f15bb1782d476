//! Measures how much of the time goes into the forward model.

use std::cell::Cell;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// One in so many operations is timed, so that reading the clock does not become the cost. A prime, so that it does
/// not keep step with the depth of a search.
const INTERVAL: u32 = 31;

/// What the forward model has cost: advancing and copying states, estimated from a sample of both.
#[derive(Debug)]
pub struct Profile {
    advances: Sampled,
    copies: Sampled,
    /// What reading the clock twice takes by itself.
    clock: Duration,
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
        const READINGS: u32 = 10_000;
        let start = Instant::now();
        for _ in 0..READINGS {
            black_box(Instant::now());
        }
        // A measurement begins when the first reading ends and lasts until the second has read: about one reading.
        let clock = start.elapsed() / READINGS;
        Profile { advances: Sampled::default(), copies: Sampled::default(), clock }
    }

    /// States advanced.
    pub fn advances(&self) -> u64 {
        self.advances.all.get()
    }

    /// States copied.
    pub fn copies(&self) -> u64 {
        self.copies.all.get()
    }

    /// The time spent in the forward model, estimated.
    pub fn model_time(&self) -> Duration {
        self.advances.estimate(self.clock) + self.copies.estimate(self.clock)
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

    fn estimate(&self, clock: Duration) -> Duration {
        let timed = self.timed.get();
        if timed == 0 {
            return Duration::ZERO;
        }
        let each = self.time.get().as_secs_f64() / timed as f64 - clock.as_secs_f64();
        Duration::from_secs_f64(each.max(0.0) * self.all.get() as f64)
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
        assert_eq!((profile.advances(), profile.copies()), (3100, 0));
        // A wide margin: the machine may be doing something else in the meantime.
        let share = profile.model_time().as_secs_f64() / all;
        assert!(share > 0.3 && share < 3.0, "{share}");
    }
}
