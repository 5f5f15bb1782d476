//! Ctrl-C: the first one asks a long command to stop and show what it has, the second one ends it at once.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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

/// Likewise, for commands that work silently for a while: it is said at once that the signal was heard.
pub fn told_stop_flag() -> io::Result<Arc<AtomicBool>> {
    let stop = stop_flag()?;
    tell(Arc::clone(&stop));
    Ok(stop)
}

/// With a budget of seconds a tick, stopping takes a while. A thread looks at the flag, since
/// a signal handler must not print; it ends with the program.
fn tell(stop: Arc<AtomicBool>) {
    let watch = move || {
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = writeln!(
            io::stderr(),
            "\nStopping: what is being thought about is finished first. Ctrl-C once more ends it at once."
        );
    };
    // Where no thread can be had, the command still stops; it only does not say so.
    let _ = std::thread::Builder::new().name("interrupt".to_owned()).spawn(watch);
}
