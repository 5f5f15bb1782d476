//! Reading results.

use super::{RunFacts, StoreError, open};
use rusqlite::{Connection, OptionalExtension, Row};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A results file, opened for reading. A run may be writing to it meanwhile.
#[derive(Debug)]
pub struct Results {
    pub(super) connection: Connection,
    path: PathBuf,
}

/// One finished game with everything known about it: a line of an export.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct GameRow {
    /// The agent's text form.
    pub agent: String,
    /// The budget's text form.
    pub budget: String,
    /// Whether late answers were forgiven.
    pub lenient: bool,
    /// Learning games before this one.
    pub learning: u32,
    /// The game's name.
    pub game: String,
    /// The level's number.
    pub level: u32,
    /// Hash of the texts of game and level.
    pub content: String,
    /// Which repetition, from 0.
    pub repetition: u32,
    /// Seed of the game.
    pub seed: i64,
    /// Seed of the agent.
    pub agent_seed: i64,
    /// Whether it was won.
    pub win: bool,
    /// Final score.
    pub score: f64,
    /// Ticks played.
    pub ticks: u32,
    /// Forward-model calls.
    pub fm_calls: i64,
    /// Search iterations.
    pub iterations: i64,
    /// Answers that came too late.
    pub overspends: u32,
    /// Why the agent was disqualified, if it was.
    pub disqualified: Option<String>,
    /// What the agent reported.
    pub remarks: Option<String>,
    /// Seconds by the clock.
    pub wall_s: f64,
    /// Seconds on the processor.
    pub cpu_s: f64,
    /// Number of the run.
    pub run: i64,
    /// When the run began (UTC).
    pub started: String,
    /// Version of Ludex.
    pub version: String,
    /// Commit of Ludex.
    pub git: String,
    /// Processor.
    pub cpu: String,
    /// Cores.
    pub cores: u32,
    /// Operating system.
    pub os: String,
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
    /// Opens the results in a folder or file.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let path = open::results_file(path);
        let connection = open::for_reading(&path)?;
        Ok(Self { connection, path })
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

/// By place, in the order of the view `games`: looking up every name in every row would take as long as all the rest.
fn read_game(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        agent: row.get(0)?,
        budget: row.get(1)?,
        lenient: row.get(2)?,
        learning: row.get(3)?,
        game: row.get(4)?,
        level: row.get(5)?,
        content: row.get(6)?,
        repetition: row.get(7)?,
        seed: row.get(8)?,
        agent_seed: row.get(9)?,
        win: row.get(10)?,
        score: row.get(11)?,
        ticks: row.get(12)?,
        fm_calls: row.get(13)?,
        iterations: row.get(14)?,
        overspends: row.get(15)?,
        disqualified: row.get(16)?,
        remarks: row.get(17)?,
        wall_s: row.get(18)?,
        cpu_s: row.get(19)?,
        run: row.get(20)?,
        started: row.get(21)?,
        version: row.get(22)?,
        git: row.get(23)?,
        cpu: row.get(24)?,
        cores: row.get(25)?,
        os: row.get(26)?,
    })
}
