//! How much clients may ask for: whatever they send, memory and time stay bounded.

use std::time::Duration;

use ludex_agents::Budget;

/// The limits that depend on who uses the studio.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Pages connected at once.
    pub clients: usize,
    /// Messages a second from one page, on average.
    pub messages: f64,
    /// Requests answered at once.
    pub requests: usize,
    /// Solvers and tournaments at once.
    pub jobs: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { clients: 64, messages: 100.0, requests: 16, jobs: 2 }
    }
}

/// The largest message and the largest body of a request, in bytes.
pub(crate) const MESSAGE: usize = 512 * 1024;
/// The longest text of a game or level.
pub(crate) const TEXT: usize = 256 * 1024;
/// The most cells of a level: more than any screen shows.
pub(crate) const CELLS: usize = 40_000;
/// Lines of play that are kept of a game; older ones make room for newer ones.
pub(crate) const LINES: usize = 24;
/// Bytes of thoughts that are kept of a game; older ones are forgotten.
pub(crate) const THOUGHTS: usize = 12 << 20;
/// The largest thought that is kept.
pub(crate) const THOUGHT: usize = 64 * 1024;
/// Ticks of a game; the engine ends games by itself before.
pub(crate) const TICKS: usize = 4_000;
/// Sheets of pictures that are kept.
pub(crate) const SHEETS: usize = 48;

/// The most that an agent may spend on a tick: whoever waits for it wants to see the next one.
pub(crate) fn affordable(budget: Budget) -> Result<Budget, String> {
    let time = budget.time_limit().is_none_or(|time| time <= Duration::from_secs(1));
    let calls = budget.call_limit().is_none_or(|calls| calls <= 1_000_000);
    let iterations = budget.iteration_limit().is_none_or(|iterations| iterations <= 50_000);
    if time && calls && iterations {
        Ok(budget)
    } else {
        Err(format!("{budget} is too much to watch: up to 1s, 1000000fm or 50000it a tick"))
    }
}
