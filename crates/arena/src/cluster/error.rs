//! Why shards are refused or cannot go on.

use super::Program;
use crate::contest::ContestError;
use crate::plan::PlanError;
use crate::store::StoreError;
use std::path::PathBuf;

/// Why a shard is not played or a run not merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The folder holds another run.
    #[error("{folder} holds another run: {difference}. Give this one a folder of its own with --out", folder = folder.display())]
    OtherRun {
        /// The run's folder.
        folder: PathBuf,
        /// What differs.
        difference: String,
    },
    /// Another build of Ludex than the run's.
    #[error(
        "the run was planned with {expected}, and this is {found}: results of different builds are not mixed. Install the same program on all \
         machines, or begin the run anew in another folder with --out"
    )]
    OtherProgram {
        /// What the run is played with.
        expected: Box<Program>,
        /// What was found.
        found: Box<Program>,
    },
    /// A shard's file is of another run or build.
    #[error("{path} {problem}: take it away, and play the shard again with `ludex cluster rerun`", path = path.display())]
    OtherShard {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// Not a run, or not yet.
    #[error("{path} is no run on a cluster: give the folder that `ludex cluster submit` or `ludex arena --shard` wrote", path = .0.display())]
    NoRun(PathBuf),
    /// The file that describes the run cannot be read.
    #[error("{path} cannot be read: {problem}", path = path.display())]
    RunFile {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// Merging would lose rows.
    #[error(
        "{path} has {there} rows and the shards' files only {here}: some of them are gone. Put them back, or move the old results away",
        path = path.display()
    )]
    Fewer {
        /// The results.
        path: PathBuf,
        /// Its rows.
        there: u64,
        /// The shards' rows.
        here: u64,
    },
    /// The same game was played twice with different outcomes although nothing but its seeds decides it.
    #[error(
        "{0} games were played twice and came out differently, although their budgets are counted: the machines do not compute \
         the same. `ludex fingerprint` must print the same number on all of them"
    )]
    Differing(u64),
    /// The experiment cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// It cannot be played.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// Rows cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file system said no.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}
