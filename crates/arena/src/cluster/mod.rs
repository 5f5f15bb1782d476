//! An experiment in parts that many machines play: deterministic shards of a plan, and one result in the end.
//!
//! An [`Outline`] deals the games of an experiment to [`Shard`]s, the same way on every machine. [`play_shard`] plays one of them on
//! the machine's own disk and brings finished rows to the folder of the run, which all machines share. [`merge()`] makes one
//! results file of them. Nobody waits for anybody and nobody is in charge, so that whatever can start a process can play a
//! run. [`slurm`] has what is particular to that scheduler, [`pilot`] and [`simulate`] say beforehand what a run will take.

mod courier;
mod error;
mod folder;
mod merge;
mod outline;
pub mod pilot;
mod play;
mod program;
mod run_file;
mod shard;
pub mod simulate;
pub mod slurm;
mod status;

pub use error::ClusterError;
pub use folder::{RunFolder, publish};
pub use merge::{Merged, merge};
pub use outline::Outline;
pub use play::{ShardEnd, ShardOptions, play_shard};
pub use program::{Program, scratch};
pub use run_file::{Cost, RunFile};
pub use shard::Shard;
pub use status::{Overview, ShardState, ShardStatus, now};
