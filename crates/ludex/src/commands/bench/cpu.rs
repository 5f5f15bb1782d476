//! The time that this thread has had the processor for: on a busy machine, all that a figure should depend on.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Processor time of this thread since some moment in the past; time on the wall where the system does not tell.
pub fn time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    ludex_agents::thread_time().unwrap_or_else(|| START.elapsed())
}
