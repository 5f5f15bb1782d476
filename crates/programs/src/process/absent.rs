//! Where there is no way to wait for a process with a limit on time.

use std::time::Duration;

/// Nothing.
pub enum Process {}

impl Process {
    /// Says why there is none.
    pub fn start(_command: &str, _memory: u64) -> Result<Process, String> {
        Err("programs as agents need Linux or another Unix".to_owned())
    }

    pub fn send(&mut self, _line: &[u8], _patience: Duration) -> Result<(), String> {
        match *self {}
    }

    pub fn receive(&mut self, _patience: Duration) -> Result<&[u8], String> {
        match *self {}
    }

    pub fn processor_time(&self) -> Option<Duration> {
        match *self {}
    }

    pub fn close_input(&mut self) {
        match *self {}
    }
}
