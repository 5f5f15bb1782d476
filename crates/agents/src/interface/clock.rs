//! The clocks that thinking is timed by.

use std::time::{Duration, Instant};

/// What time is taken by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Clock {
    /// Wall-clock time: whatever else the machine does meanwhile counts.
    Wall,
    /// The time that the agent's thread has had a processor for, as GVGAI takes it. Not every system tells.
    Processor,
}

impl Clock {
    /// The competition's clock: processor time, and wall-clock time where the system has no other.
    pub const COMPETITION: Clock =
        if Clock::Processor.is_available() { Clock::Processor } else { Clock::Wall };

    /// Does this system have the clock?
    pub const fn is_available(self) -> bool {
        matches!(self, Clock::Wall) || processor::IS_KNOWN
    }
}

/// The time that the calling thread has had a processor for, since some moment in the past; `None` where the system does
/// not tell.
pub fn thread_time() -> Option<Duration> {
    processor::time()
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple", target_os = "freebsd"))]
mod processor {
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

    pub const IS_KNOWN: bool = true;

    pub fn time() -> Option<Duration> {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple", target_os = "freebsd")))]
mod processor {
    use std::time::Duration;

    pub const IS_KNOWN: bool = false;

    pub fn time() -> Option<Duration> {
        None
    }
}

/// A running measurement.
#[derive(Debug, Clone, Copy)]
pub(super) enum Timer {
    Wall(Instant),
    /// What the thread had had when the measurement began.
    Processor(Duration),
}

impl Timer {
    /// Starts; by the wall where the clock is not to be had.
    pub fn start(clock: Clock) -> Timer {
        match clock {
            Clock::Wall => Timer::Wall(Instant::now()),
            Clock::Processor => thread_time().map_or_else(|| Timer::Wall(Instant::now()), Timer::Processor),
        }
    }

    pub fn elapsed(&self) -> Duration {
        match self {
            Timer::Wall(start) => start.elapsed(),
            Timer::Processor(start) => thread_time().unwrap_or_default().saturating_sub(*start),
        }
    }
}
