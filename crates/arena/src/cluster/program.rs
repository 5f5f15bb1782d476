//! Which program plays, and where it may write.

use crate::hash::StableHash;
use crate::store::RunFacts;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A build of Ludex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Its version.
    pub version: String,
    /// The commit that it was built from.
    pub git: String,
    /// A hash of the file: two builds of one commit may differ by what was not committed.
    pub hash: String,
}

impl Program {
    /// This program.
    pub fn this() -> std::io::Result<Self> {
        let bytes = std::fs::read(std::env::current_exe()?)?;
        // Eight bytes at a time, as this is done at the start of every shard.
        let (words, rest) = bytes.as_chunks::<8>();
        let hash =
            words.iter().fold(StableHash::default(), |hash, word| hash.word(u64::from_le_bytes(*word)));
        let hash = format!("{:016x}", hash.bytes(rest).finish());
        let RunFacts { version, git, .. } = RunFacts::here("");
        Ok(Self { version, git, hash })
    }
}

impl std::fmt::Display for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ludex {} of commit {} (build {})", self.version, self.git, self.hash)
    }
}

/// The disk of this machine that a job may write to: what the scheduler names, or else the usual folder for temporary files.
pub fn scratch() -> PathBuf {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_dir());
    named("SLURM_TMPDIR").or_else(|| named("_CONDOR_SCRATCH_DIR")).unwrap_or_else(std::env::temp_dir)
}

/// The name of this machine, as the scheduler calls it.
pub(super) fn host() -> String {
    let named = |name: &str| std::env::var(name).ok().filter(|name| !name.is_empty());
    named("SLURMD_NODENAME")
        .or_else(|| std::fs::read_to_string("/proc/sys/kernel/hostname").ok())
        .or_else(|| named("HOSTNAME"))
        .map_or_else(|| "unknown".to_owned(), |name| name.trim().to_owned())
}

/// How many processes want to run on this machine, where it tells.
pub(super) fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}
