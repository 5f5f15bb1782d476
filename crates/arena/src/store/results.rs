//! Reading results.

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
    /// The player's seat, from 0; in a game of two each has a line.
    pub seat: u32,
    /// The agent in the other seat, in a game of two.
    pub partner: Option<String>,
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
            if !self.has_seats()? {
                return Ok(Vec::new());
            }
            let entrants = self.entrants()?;
            let mut statement = self.connection.prepare(
                "SELECT first.entrant, first.partner, game, first.win, second.win FROM play AS first
                 JOIN play AS second ON second.entrant = first.partner AND second.level = first.level
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

    /// Files written before there were games of two have no column for seats.
    fn has_seats(&self) -> rusqlite::Result<bool> {
        let columns = "SELECT count(*) > 0 FROM pragma_table_info('play') WHERE name = 'seat'";
        self.connection.query_row(columns, [], |row| row.get(0))
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

/// By place, in the order of the view `games`: looking up every name in every row would take as long as all the rest.
pub(super) fn read_game(row: &Row<'_>) -> rusqlite::Result<GameRow> {
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
        // Files written before there were games of two end here.
        seat: if row.as_ref().column_count() > 27 { row.get(27)? } else { 0 },
        partner: if row.as_ref().column_count() > 28 { row.get(28)? } else { None },
    })
}
