//! Reading results.

use super::columns::{GameRow, read_game};
use super::growing::Gathered;
use super::{RunFacts, StoreError, open};
use crate::cell::Entrant;
use rusqlite::{Connection, OptionalExtension, Row};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A results file, opened for reading. A run may be writing to it meanwhile.
#[derive(Debug)]
pub struct Results {
    pub(super) connection: Connection,
    path: PathBuf,
    /// Holds the rows of a run on a cluster that is not merged yet; gone with this value.
    _gathered: Option<Gathered>,
}

/// A game of two, as much as a rating needs of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duel {
    /// Who played, by seat.
    pub entrants: [Arc<Entrant>; 2],
    /// The game's name.
    pub game: Arc<str>,
    /// Who won.
    pub wins: [bool; 2],
}

/// A run that wrote results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Run {
    /// Its number in this file.
    pub id: i64,
    /// When it began (UTC).
    pub started: String,
    /// Where and with what it was made.
    pub facts: RunFacts,
    /// How many games it played.
    pub games: u64,
}

impl Results {
    /// Opens the results in a folder or file. Of a run on a cluster whose shards have brought rows since they were last
    /// merged, or that are not merged at all, it is what there is so far.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(gathered) = Gathered::of(path)? {
            let path = gathered.path().to_owned();
            return Ok(Self { connection: open::immutable(&path)?, path, _gathered: Some(gathered) });
        }
        let path = open::results_file(path);
        let connection = open::for_reading(&path)?;
        Ok(Self { connection, path, _gathered: None })
    }

    /// Results in a database of its own, which errors speak of by a path.
    pub(super) fn in_memory(connection: Connection, path: PathBuf) -> Self {
        Self { connection, path, _gathered: None }
    }

    /// The results file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many games are recorded.
    pub fn count(&self) -> Result<u64, StoreError> {
        self.sqlite(self.connection.query_row("SELECT count(*) FROM play", [], |row| row.get::<_, i64>(0)))
            .map(i64::cast_unsigned)
    }

    /// The runs that wrote here, oldest first.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        let list = || {
            let mut statement = self.connection.prepare(
                "SELECT run.*, coalesce(games, 0) AS games FROM run
                 LEFT JOIN (SELECT run, count(*) AS games FROM play GROUP BY run) AS played ON played.run = run.id
                 ORDER BY id",
            )?;
            statement.query_map([], read_run)?.collect()
        };
        self.sqlite(list())
    }

    /// Content hashes of the levels that were played, by game and level.
    pub fn contents(&self) -> Result<BTreeMap<(String, u32), String>, StoreError> {
        let list = || {
            let mut statement = self.connection.prepare(
                "SELECT game, level, content FROM level WHERE id IN (SELECT DISTINCT level FROM play)",
            )?;
            statement.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?.collect()
        };
        self.sqlite(list())
    }

    /// The games of two, in a stable order.
    pub fn duels(&self) -> Result<Vec<Duel>, StoreError> {
        let list = || {
            let entrants = self.entrants()?;
            let mut statement = self.connection.prepare(
                "SELECT first.entrant, first.partner, game, first.win, second.win FROM plays AS first
                 JOIN plays AS second ON second.entrant = first.partner AND second.level = first.level
                     AND second.repetition = first.repetition AND second.seed = first.seed
                 JOIN level ON level.id = first.level
                 WHERE first.seat = 0 AND first.partner IS NOT NULL
                 ORDER BY first.entrant, first.level, first.repetition, first.seed",
            )?;
            let mut rows = statement.query([])?;
            let mut duels = Vec::new();
            while let Some(row) = rows.next()? {
                let who = |place: usize| Ok::<_, rusqlite::Error>(entrants.get(&row.get(place)?).cloned());
                if let (Some(first), Some(second)) = (who(0)?, who(1)?) {
                    let (game, wins) = (row.get(2)?, [row.get(3)?, row.get(4)?]);
                    duels.push(Duel { entrants: [first, second], game, wins });
                }
            }
            Ok(duels)
        };
        self.sqlite(list())
    }

    /// The entrants by their numbers in this file.
    pub(super) fn entrants(&self) -> rusqlite::Result<BTreeMap<i64, Arc<Entrant>>> {
        self.connection
            .prepare("SELECT id, agent, budget, lenient, learning FROM entrant")?
            .query_map([], |row| {
                let entrant = Entrant {
                    agent: row.get(1)?,
                    budget: row.get(2)?,
                    lenient: row.get(3)?,
                    learning: row.get(4)?,
                };
                Ok((row.get(0)?, Arc::new(entrant)))
            })?
            .collect()
    }

    /// Refuses another results file that has one of these games, too: added up, it would count twice.
    pub fn refuse_same_games(&self, other: &Results) -> Result<(), StoreError> {
        let path = other.path.to_string_lossy();
        let find = || {
            self.connection.execute("ATTACH ?1 AS other", [&*path])?;
            let found = self
                .connection
                .query_row(
                    "SELECT here.agent, level.game, level.level FROM other.play AS theirs
                     JOIN other.entrant AS there ON there.id = theirs.entrant
                     JOIN main.entrant AS here USING (agent, budget, lenient, learning)
                     JOIN other.level AS place ON place.id = theirs.level
                     JOIN main.level AS level ON level.game = place.game AND level.level = place.level
                     JOIN main.play AS ours ON ours.entrant = here.id AND ours.level = level.id
                         AND ours.repetition = theirs.repetition AND ours.seed = theirs.seed
                     LIMIT 1",
                    [],
                    |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
                )
                .optional();
            self.connection.execute("DETACH other", [])?;
            found
        };
        match self.sqlite(find())? {
            None => Ok(()),
            Some((agent, game, level)) => {
                let (first, second) = (self.path.clone(), other.path.clone());
                Err(StoreError::Twice { first, second, agent, game, level })
            }
        }
    }

    /// Calls `each` with every game, in a stable order, without holding them in memory. Stops at the first error of
    /// `each`.
    pub fn for_each<E: From<StoreError>>(
        &self,
        mut each: impl FnMut(GameRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut statement = self.sqlite(self.connection.prepare(
            "SELECT * FROM games ORDER BY agent, budget, lenient, learning, game, level, repetition, seed",
        ))?;
        let mut rows = self.sqlite(statement.query([]))?;
        while let Some(row) = self.sqlite(rows.next())? {
            each(self.sqlite(read_game(row))?)?;
        }
        Ok(())
    }

    pub(super) fn sqlite<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|source| StoreError::Sqlite { path: self.path.clone(), source })
    }
}

fn read_run(row: &Row<'_>) -> rusqlite::Result<Run> {
    Ok(Run {
        id: row.get("id")?,
        started: row.get("started")?,
        facts: RunFacts {
            configuration: row.get("configuration")?,
            version: row.get("version")?,
            git: row.get("git")?,
            cpu: row.get("cpu")?,
            cores: row.get("cores")?,
            os: row.get("os")?,
        },
        games: row.get::<_, i64>("games")?.cast_unsigned(),
    })
}
