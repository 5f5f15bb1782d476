//! Time by two clocks: what passed, and what the playing thread had of a processor.

use crate::cell::Timing;
use ludex_agents::thread_time;
use std::time::{Duration, Instant};

/// A running measurement in the current thread.
#[derive(Debug)]
pub struct Stopwatch {
    wall: Instant,
    /// Not every system tells a thread its processor time.
    cpu: Option<Duration>,
}

impl Stopwatch {
    /// Starts both clocks.
    pub fn start() -> Self {
        Self { cpu: thread_time(), wall: Instant::now() }
    }

    /// Reads both clocks. Where there is no thread clock the processor time equals the wall time.
    pub fn read(&self) -> Timing {
        let wall = self.wall.elapsed();
        let cpu = thread_time().zip(self.cpu).map_or(wall, |(now, start)| now.saturating_sub(start));
        // The clocks tick differently: a busy thread may seem to have had a little more than the time that passed.
        Timing { wall, cpu: cpu.min(wall + Duration::from_micros(50)) }
    }
}
