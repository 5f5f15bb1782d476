//! A run on a cluster before it is merged: its shards' files, read as one.

use super::{StoreError, absorb, open};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

/// The folder of the shards' files inside the folder of a run.
pub const SHARDS: &str = "shards";

/// A temporary file with the rows of all shards.
#[derive(Debug)]
pub struct Gathered(PathBuf);

impl Gathered {
    /// Gathers the rows of a run's shards; nothing if there are none, or if all of them are merged.
    pub fn of(run: &Path) -> Result<Option<Self>, StoreError> {
        let files = shard_files(run)?;
        let merged = modified(&run.join(open::FILE_NAME));
        let newest = files.iter().filter_map(|file| modified(file)).max();
        if files.is_empty() || (merged.is_some() && newest <= merged) {
            return Ok(None);
        }
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("ludex-gathered-{}-{}.sqlite", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let gathered = Self(std::env::temp_dir().join(name));
        let _ = std::fs::remove_file(&gathered.0);
        let mut connection = open::private(&gathered.0)?;
        for file in files {
            absorb::absorb(&mut connection, run, &file)?;
        }
        Ok(Some(gathered))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Gathered {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The files of a run's shards, in the order of the shards.
pub(crate) fn shard_files(run: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let folder = run.join(SHARDS);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let io = |source| StoreError::Io { path: folder.clone(), source };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !hidden && path.extension().is_some_and(|ext| ext == "sqlite") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|data| data.modified()).ok()
}
