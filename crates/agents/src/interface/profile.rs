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
    /// By how much longer an operation takes because it is timed.
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
        const TIMES: u32 = 200;
        let mut number = black_box(1);
        let (mut together, mut one_by_one) = (Duration::MAX, Duration::MAX);
        // The quickest rounds are those that nothing interrupted.
        for _ in 0..ROUNDS {
            let start = Instant::now();
            (0..TIMES).for_each(|_| number = work(number));
            together = together.min(start.elapsed());
            let mut sum = Duration::ZERO;
            for _ in 0..TIMES {
                let start = Instant::now();
                number = work(number);
                sum += start.elapsed();
            }
            one_by_one = one_by_one.min(sum);
        }
        black_box(number);
        // About half of what a reading takes by itself: the processor begins the work before the first one has ended.
        let clock = one_by_one.saturating_sub(together) / TIMES;
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

/// Takes about as long as a tick. Each step needs the one before, so that none of it is done beside something else.
#[inline(never)]
fn work(number: u64) -> u64 {
    (0..64).fold(number, |number, _| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number >> 29)
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
        // The machine may be doing something else in the meantime, but not each time.
        let shares: Vec<f64> = (0..20).map(|_| estimated_share()).collect();
        assert!(shares.iter().any(|share| (0.7..1.3).contains(share)), "{shares:?}");
    }

    /// The estimate of what some operations took, as a share of what they did take.
    fn estimated_share() -> f64 {
        let profile = Profile::new();
        let start = Instant::now();
        for _ in 0..3100 {
            profile.advance(|| (0..2_000_u64).map(black_box).sum::<u64>());
        }
        let all = start.elapsed().as_secs_f64();
        let cost = profile.take();
        assert_eq!((cost.advances, cost.copies, cost.copy_time), (3100, 0, Duration::ZERO));
        assert_eq!(profile.take(), ModelCost::default());
        cost.advance_time.as_secs_f64() / all
    }
}
