//! The time that this thread has had the processor for: on a busy machine, all that a figure should depend on.

use std::time::Duration;

/// Processor time of this thread since some moment in the past.
#[cfg(unix)]
pub fn time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// The time on the wall: what is left where the system cannot be asked.
#[cfg(not(unix))]
pub fn time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
