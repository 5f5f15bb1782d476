//! Time by two clocks: what passed, and what the playing thread had of a processor.

use crate::cell::Timing;
use cpu_time::ThreadTime;
use std::time::{Duration, Instant};

/// A running measurement in the current thread.
#[derive(Debug)]
pub struct Stopwatch {
    wall: Instant,
    /// Not every system tells a thread its processor time.
    cpu: Option<ThreadTime>,
}

impl Stopwatch {
    /// Starts both clocks.
    pub fn start() -> Self {
        Self { cpu: ThreadTime::try_now().ok(), wall: Instant::now() }
    }

    /// Reads both clocks. Where there is no thread clock the processor time equals the wall time.
    pub fn read(&self) -> Timing {
        let wall = self.wall.elapsed();
        let cpu = self.cpu.and_then(|cpu| cpu.try_elapsed().ok()).unwrap_or(wall);
        // The clocks tick differently: a busy thread may seem to have had a little more than the time that passed.
        Timing { wall, cpu: cpu.min(wall + Duration::from_micros(50)) }
    }
}
