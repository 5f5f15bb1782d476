//! The folder of a run, which all machines share, and how files come to be there.

use crate::store::SHARDS;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Where the files of a run are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunFolder(PathBuf);

impl RunFolder {
    /// The folder at this path.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// What the run is.
    pub fn run_file(&self) -> PathBuf {
        self.0.join("cluster.toml")
    }

    /// The folder of the shards' files.
    pub fn shards(&self) -> PathBuf {
        self.0.join(SHARDS)
    }

    /// The rows of a shard.
    pub fn rows(&self, shard: u32) -> PathBuf {
        self.shards().join(format!("{shard:06}.sqlite"))
    }

    /// What a shard says of itself.
    pub fn status(&self, shard: u32) -> PathBuf {
        self.shards().join(format!("{shard:06}.json"))
    }

    /// The output of the shards' jobs.
    pub fn logs(&self) -> PathBuf {
        self.0.join("logs")
    }

    /// The batch script.
    pub fn script(&self) -> PathBuf {
        self.0.join("shard.sh")
    }

    /// The jobs that were submitted.
    pub fn jobs(&self) -> PathBuf {
        self.0.join("jobs.txt")
    }
}

/// Writes a file that others may be reading: whole, under another name, and renamed then. Whoever reads it sees the old one or
/// the new one. A failure leaves the old one.
pub fn publish(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = temporary(path);
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        // A full disk may say so only here.
        file.sync_all()?;
        std::fs::rename(&temporary, path)
    };
    write().inspect_err(|_| {
        let _ = std::fs::remove_file(&temporary);
    })
}

/// A name beside a path that no other process on any machine uses.
pub(super) fn temporary(path: &Path) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    path.with_file_name(format!(".{name}.{}-{process}-{number}", super::program::host()))
}
