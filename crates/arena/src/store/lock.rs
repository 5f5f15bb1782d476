//! One writer at a time.
//!
//! The lock belongs to the operating system, so that it ends with its process however that dies; the text in the lock file
//! is only for the message to a second one.

use super::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Held while a process may write results.
#[derive(Debug)]
pub struct WriterLock {
    _file: File,
}

impl WriterLock {
    /// Takes the lock of a results file, or says who has it.
    pub fn take(results: &Path) -> Result<Self, StoreError> {
        let path = lock_path(results);
        let io = |source| StoreError::Io { path: path.clone(), source };
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(io)?;
        match patiently(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                // Some systems do not let others read a locked file: then the message does without.
                let owner = match file.read_to_string(&mut owner) {
                    Ok(_) if !owner.trim().is_empty() => owner.trim().to_owned(),
                    _ => "its process is unknown".to_owned(),
                };
                return Err(StoreError::Locked { path: results.to_owned(), owner });
            }
            Err(TryLockError::Error(source)) => return Err(io(source)),
        }
        file.set_len(0).map_err(io)?;
        file.rewind().map_err(io)?;
        writeln!(file, "process {}", std::process::id()).map_err(io)?;
        Ok(Self { _file: file })
    }
}

/// Tries for a moment: a process that is just ending, or a child that is just being started, may hold the lock for some
/// milliseconds more.
fn patiently(file: &File) -> Result<(), TryLockError> {
    for _ in 0..20 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
            other => return other,
        }
    }
    file.try_lock()
}

fn lock_path(results: &Path) -> PathBuf {
    let mut name = results.as_os_str().to_owned();
    name.push("-lock");
    PathBuf::from(name)
}
