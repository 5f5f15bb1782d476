//! Ctrl-C: the first one asks a long command to stop and show what it has, the second one ends it at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// What shells report for a program that Ctrl-C has ended.
const ENDED_BY_INTERRUPT: i32 = 130;

/// A flag that is set when the user, or whoever shuts the machine down, wants the command to stop.
pub fn stop_flag() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: at the first signal the flag is not set yet when the first handler looks.
        flag::register_conditional_shutdown(signal, ENDED_BY_INTERRUPT, Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}
