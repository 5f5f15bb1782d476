//! Writing results: one committed row per finished game.

use super::columns::{MEASURED, Play};
use super::{RunFacts, StoreError, WriterLock, open, results_file, schema};
use crate::cell::{Cell, Entrant, Outcome, Timing};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// The one writer of a results file.
///
/// Every row is a transaction of its own. Killing the process at any moment loses no row that [`Recorder::record`]
/// returned from; only a power failure can take the last few with it, and they are then played again.
#[derive(Debug)]
pub struct Recorder {
    pub(super) connection: Connection,
    path: PathBuf,
    run: i64,
    entrants: HashMap<Arc<Entrant>, i64>,
    levels: HashMap<(Arc<str>, u32), i64>,
    _lock: WriterLock,
}

/// How a game came out.
#[derive(Debug)]
pub struct Verdict {
    /// Whether it was won.
    pub won: bool,
    /// Why the agent was disqualified, if it was.
    pub disqualified: Option<String>,
}

impl Recorder {
    /// Opens the results at `path` (a folder or a file, made if missing) and begins a run.
    pub fn begin(path: &Path, facts: &RunFacts) -> Result<Self, StoreError> {
        let path = results_file(path);
        if let Some(folder) = path.parent() {
            let io = |source| StoreError::Io { path: folder.to_owned(), source };
            std::fs::create_dir_all(folder).map_err(io)?;
        }
        let lock = WriterLock::take(&path)?;
        let connection = open::for_writing(&path)?;
        let sqlite = |source| StoreError::Sqlite { path: path.clone(), source };
        connection
            .execute(
                "INSERT INTO run (started, configuration, version, git, cpu, cores, os)
                 VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?1, ?2, ?3, ?4, ?5, ?6)",
                params![facts.configuration, facts.version, facts.git, facts.cpu, facts.cores, facts.os],
            )
            .map_err(sqlite)?;
        let run = connection.last_insert_rowid();
        Ok(Self { connection, path, run, entrants: HashMap::new(), levels: HashMap::new(), _lock: lock })
    }

    /// The results file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of the run that rows are recorded under.
    pub fn run(&self) -> i64 {
        self.run
    }

    /// Places of the cells that have no result yet, in their order. Refuses when a game file is not the one that the
    /// results at hand were played with.
    pub fn missing(&mut self, cells: &[Cell]) -> Result<Vec<usize>, StoreError> {
        self.refuse_changed_games(cells)?;
        let mut done: HashMap<i64, HashSet<(i64, u32, u64)>> = HashMap::new();
        let mut missing = Vec::new();
        for (index, cell) in cells.iter().enumerate() {
            let entrant = self.entrant_id(&cell.entrant)?;
            let level = self.level_id(cell)?;
            let plays = match done.entry(entrant) {
                std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
                std::collections::hash_map::Entry::Vacant(entry) => {
                    let plays = plays_of(&self.connection, entrant).map_err(|source| self.sqlite(source))?;
                    entry.insert(plays)
                }
            };
            if !plays.contains(&(level, cell.repetition, cell.seed)) {
                missing.push(index);
            }
        }
        Ok(missing)
    }

    /// Records a finished game; committed when this returns. A cell that has a result keeps it. A game of two gives a row
    /// to each of the players, both or neither.
    pub fn record(&mut self, cell: &Cell, outcome: &Outcome, timing: Timing) -> Result<(), StoreError> {
        let level = self.level_id(cell)?;
        let entrant = self.entrant_id(&cell.entrant)?;
        let partner = match (&cell.partner, &outcome.partner) {
            (Some(partner), Some(outcome)) => Some((self.entrant_id(&partner.entrant)?, partner, outcome)),
            _ => None,
        };
        let run = self.run;
        // The time of a game is shared by those who played it.
        let timing = if partner.is_some() { timing.halved() } else { timing };
        let second = partner.as_ref().map(|(id, ..)| *id);
        let agent_seed = cell.agent_seed;
        let first = Play { cell, outcome, timing, agent_seed, entrant, level, run, seat: 0, partner: second };
        let commit = || {
            let transaction = self.connection.unchecked_transaction()?;
            insert(&transaction, &first)?;
            if let Some((id, partner, outcome)) = partner {
                let agent_seed = partner.agent_seed;
                let other = Some(entrant);
                insert(
                    &transaction,
                    &Play { outcome, agent_seed, entrant: id, seat: 1, partner: other, ..first },
                )?;
            }
            transaction.commit()
        };
        commit().map_err(|source| self.sqlite(source))
    }

    /// How a cell's game came out; none if it has no result.
    pub fn verdict(&mut self, cell: &Cell) -> Result<Option<Verdict>, StoreError> {
        let entrant = self.entrant_id(&cell.entrant)?;
        let level = self.level_id(cell)?;
        self.connection
            .query_row(
                "SELECT win, disqualified FROM play
                 WHERE entrant = ?1 AND level = ?2 AND repetition = ?3 AND seed = ?4",
                params![entrant, level, cell.repetition, cell.seed.cast_signed()],
                |row| Ok(Verdict { won: row.get(0)?, disqualified: row.get(1)? }),
            )
            .optional()
            .map_err(|source| self.sqlite(source))
    }

    fn refuse_changed_games(&self, cells: &[Cell]) -> Result<(), StoreError> {
        let wanted: BTreeMap<(&str, u32), &str> =
            cells.iter().map(|cell| ((&*cell.game, cell.level), &*cell.content)).collect();
        let mut changed = Vec::new();
        for ((game, level), content) in wanted {
            let known: Option<(i64, String)> = self
                .connection
                .query_row(
                    "SELECT id, content FROM level WHERE game = ?1 AND level = ?2",
                    params![game, level],
                    |row| Ok((row.get(0)?, row.get(1)?)),
                )
                .optional()
                .map_err(|source| self.sqlite(source))?;
            let Some((id, _)) = known.filter(|(_, known)| known != content) else { continue };
            let plays: i64 = self
                .connection
                .query_row("SELECT count(*) FROM play WHERE level = ?1", [id], |row| row.get(0))
                .map_err(|source| self.sqlite(source))?;
            if plays == 0 {
                // Planned once, never played: nothing that could be mixed.
                self.connection
                    .execute("UPDATE level SET content = ?1 WHERE id = ?2", params![content, id])
                    .map_err(|source| self.sqlite(source))?;
            } else {
                changed.push((game.to_owned(), level, plays.cast_unsigned()));
            }
        }
        if changed.is_empty() {
            Ok(())
        } else {
            Err(StoreError::Changed { path: self.path.clone(), changed })
        }
    }

    fn entrant_id(&mut self, entrant: &Arc<Entrant>) -> Result<i64, StoreError> {
        if let Some(&id) = self.entrants.get(entrant) {
            return Ok(id);
        }
        let Entrant { agent, budget, lenient, learning } = &**entrant;
        let id = (self.connection)
            .execute(
                "INSERT OR IGNORE INTO entrant (agent, budget, lenient, learning) VALUES (?1, ?2, ?3, ?4)",
                params![agent, budget, lenient, learning],
            )
            .and_then(|_| {
                self.connection.query_row(
                    "SELECT id FROM entrant WHERE agent = ?1 AND budget = ?2 AND lenient = ?3 AND learning = ?4",
                    params![agent, budget, lenient, learning],
                    |row| row.get(0),
                )
            })
            .map_err(|source| self.sqlite(source))?;
        self.entrants.insert(entrant.clone(), id);
        Ok(id)
    }

    /// The level's row. A cell whose content differs from the recorded one is refused here too.
    fn level_id(&mut self, cell: &Cell) -> Result<i64, StoreError> {
        let key = (cell.game.clone(), cell.level);
        if let Some(&id) = self.levels.get(&key) {
            return Ok(id);
        }
        self.refuse_changed_games(std::slice::from_ref(cell))?;
        let id = (self.connection)
            .execute(
                "INSERT OR IGNORE INTO level (game, level, content) VALUES (?1, ?2, ?3)",
                params![cell.game, cell.level, cell.content],
            )
            .and_then(|_| {
                self.connection.query_row(
                    "SELECT id FROM level WHERE game = ?1 AND level = ?2",
                    params![cell.game, cell.level],
                    |row| row.get(0),
                )
            })
            .map_err(|source| self.sqlite(source))?;
        self.levels.insert(key, id);
        Ok(id)
    }

    pub(super) fn sqlite(&self, source: rusqlite::Error) -> StoreError {
        StoreError::Sqlite { path: self.path.clone(), source }
    }
}

impl Drop for Recorder {
    /// Leaves one plain file behind, which can be copied, and read where nothing may be written.
    fn drop(&mut self) {
        // If somebody is reading, the log stays: no harm, and no reason to wait.
        let _ = self.connection.busy_timeout(std::time::Duration::ZERO);
        let _ = self.connection.pragma_update(None, "journal_mode", "delete");
    }
}

fn insert(connection: &Connection, play: &Play<'_>) -> rusqlite::Result<usize> {
    static INSERT: LazyLock<String> = LazyLock::new(schema::insert);
    let (repetition, seed) = (play.cell.repetition.into(), play.cell.seed.cast_signed());
    let key = [play.entrant, play.level, repetition, seed].map(Value::Integer);
    let measured = MEASURED.iter().map(|column| (column.value)(play));
    connection.prepare_cached(&INSERT)?.execute(params_from_iter(key.into_iter().chain(measured)))
}

fn plays_of(connection: &Connection, entrant: i64) -> rusqlite::Result<HashSet<(i64, u32, u64)>> {
    let mut statement =
        connection.prepare_cached("SELECT level, repetition, seed FROM play WHERE entrant = ?1")?;
    let rows = statement
        .query_map([entrant], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)?.cast_unsigned())))?;
    rows.collect()
}
