//! How fast a game goes on.

use std::time::{Duration, Instant};

/// Ticks in a second, from slow to fast.
const SPEEDS: [f64; 10] = [0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 25.0, 50.0, 100.0, 200.0];

/// The clock of a game that is shown.
#[derive(Debug, Clone)]
pub struct Pace {
    /// Is the game standing still?
    pub paused: bool,
    per_second: f64,
    last: Instant,
}

impl Pace {
    /// A clock with so many ticks in a second.
    pub fn new(per_second: f64, now: Instant) -> Pace {
        Pace { paused: false, per_second, last: now }
    }

    /// Ticks in a second.
    pub fn per_second(&self) -> f64 {
        self.per_second
    }

    /// How long until the next tick; none while it is paused.
    pub fn wait(&self, now: Instant) -> Option<Duration> {
        let length = Duration::from_secs_f64(1.0 / self.per_second);
        (!self.paused).then(|| length.saturating_sub(now.saturating_duration_since(self.last)))
    }

    /// A tick begins.
    pub fn tick(&mut self, now: Instant) {
        self.last = now;
    }

    /// The next higher speed, if there is one.
    pub fn faster(&mut self) {
        let higher = SPEEDS.into_iter().find(|speed| *speed > self.per_second);
        self.per_second = higher.unwrap_or(self.per_second);
    }

    /// The next lower speed, if there is one.
    pub fn slower(&mut self) {
        let lower = SPEEDS.into_iter().rev().find(|speed| *speed < self.per_second);
        self.per_second = lower.unwrap_or(self.per_second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_come_at_their_time() {
        let start = Instant::now();
        let mut pace = Pace::new(10.0, start);
        assert_eq!(pace.wait(start), Some(Duration::from_millis(100)));
        assert_eq!(pace.wait(start + Duration::from_millis(60)), Some(Duration::from_millis(40)));
        assert_eq!(pace.wait(start + Duration::from_secs(9)), Some(Duration::ZERO));
        pace.paused = true;
        assert_eq!(pace.wait(start), None);
    }

    #[test]
    fn speeds_have_ends() {
        let mut pace = Pace::new(10.0, Instant::now());
        pace.faster();
        assert_eq!(pace.per_second(), 15.0);
        (0..20).for_each(|_| pace.faster());
        assert_eq!(pace.per_second(), 200.0);
        (0..20).for_each(|_| pace.slower());
        assert_eq!(pace.per_second(), 0.5);
    }
}
