//! What holds for a program before its first instruction.

use std::os::unix::process::CommandExt;
use std::process::Command;

use nix::sys::resource::{Resource, setrlimit};

/// Lets a command run with so many bytes of memory at most, without core files, and (on Linux) only as long as whoever starts it.
///
/// Memory is limited as `RLIMIT_DATA`, which counts what a process can write to and not what it merely reserves: virtual
/// machines reserve far more than they use.
pub fn apply(command: &mut Command, memory: u64) {
    let set_limits = move || {
        setrlimit(Resource::RLIMIT_DATA, memory, memory)?;
        setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
        #[cfg(target_os = "linux")]
        nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL)?;
        Ok(())
    };
    // SAFETY: the closure runs in the new process before the program does, where only calls to the system are sound: it makes
    // three of them and neither allocates nor locks.
    #[allow(unsafe_code)]
    unsafe {
        command.pre_exec(set_limits);
    }
}
