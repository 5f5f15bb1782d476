//! Results in an embedded database: one row per finished game, and two for a game of two.
//!
//! A results file has one writer at a time ([`Recorder`]) and any number of readers ([`Results`]). Rows are keyed by their
//! cell, so that a run which was killed goes on where it stopped, and several experiments may share games in one file.
//! Every row points at the run that played it, which has the experiment's configuration, the version of Ludex and facts
//! of the machine.

mod absorb;
mod columns;
mod error;
mod evidence;
mod export;
mod growing;
mod host;
mod lock;
mod open;
mod plays;
mod recorder;
mod results;
mod schema;
mod shard_file;
mod tally;

pub(crate) use absorb::absorb;
pub use absorb::{Absorbed, absorb_into};
pub use columns::GameRow;
pub use error::StoreError;
pub use evidence::{Evidence, EvidenceError};
pub(crate) use export::csv_field;
pub use export::{ExportError, ExportFormat, export};
pub use growing::SHARDS;
pub(crate) use growing::shard_files;
pub use host::{RunFacts, cores};
pub use lock::WriterLock;
pub(crate) use open::private;
pub use open::{FILE_NAME, results_file};
pub use plays::{PlayFilter, PlayOrder};
pub use recorder::{Recorder, Verdict};
pub use results::{Duel, Results, Run};
pub use shard_file::{ShardMark, count_cells, read_mark, snapshot};
pub use tally::{PerTick, TICK_LIMIT, Tallies, Tally, UNDISTURBED};
