//! Taking over the rows of another results file.

use super::{StoreError, open, schema};
use rusqlite::{Connection, OptionalExtension};
use std::path::Path;

/// What came of taking over a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Absorbed {
    /// Rows of the file.
    pub rows: u64,
    /// Rows that were here already.
    pub doubled: u64,
    /// Some of those, as `agent game level repetition`.
    pub examples: Vec<String>,
    /// Rows that were here already with another outcome.
    pub differing: u64,
}

/// How many doubled rows are named.
const EXAMPLES: usize = 10;

/// Adds the rows that a closed results file has to another one, which a run may be writing to.
pub fn absorb_into(results: &Path, other: &Path) -> Result<Absorbed, StoreError> {
    absorb(&mut open::for_writing(results)?, results, other)
}

/// Adds the rows that a closed results file has to an open one; a cell that has a row keeps it. The other file is
/// read without locks, since files that are replaced whole need none. It must have been played with the same games.
pub fn absorb(connection: &mut Connection, into: &Path, other: &Path) -> Result<Absorbed, StoreError> {
    // Says what is wrong with a file that is none of ours.
    drop(open::immutable(other)?);
    let failed = |source| StoreError::Sqlite { path: other.to_owned(), source };
    connection.execute("ATTACH ?1 AS other", [open::uri(other, "immutable=1")]).map_err(failed)?;
    let absorbed = refuse_other_games(connection, into, other).and_then(|()| {
        take(connection).map_err(|source| StoreError::Sqlite { path: into.to_owned(), source })
    });
    let detached = connection.execute("DETACH other", []).map_err(failed);
    let absorbed = absorbed?;
    detached?;
    Ok(absorbed)
}

fn refuse_other_games(connection: &Connection, into: &Path, other: &Path) -> Result<(), StoreError> {
    let found: Option<(String, u32)> = connection
        .query_row(
            "SELECT game, level FROM main.level AS here JOIN other.level AS there USING (game, level)
             WHERE here.content <> there.content",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()
        .map_err(|source| StoreError::Sqlite { path: other.to_owned(), source })?;
    match found {
        None => Ok(()),
        Some((game, level)) => {
            let (first, second) = (into.to_owned(), other.to_owned());
            Err(StoreError::Differing { first, second, game, level })
        }
    }
}

/// Numbers of entrants, levels and runs differ from file to file: they are found by what they stand for.
const NUMBERS: &str = "
INSERT OR IGNORE INTO main.entrant (agent, budget, lenient, learning)
    SELECT agent, budget, lenient, learning FROM other.entrant ORDER BY id;
INSERT OR IGNORE INTO main.level (game, level, content) SELECT game, level, content FROM other.level ORDER BY id;
INSERT INTO main.run (started, configuration, version, git, cpu, cores, os)
    SELECT started, configuration, version, git, cpu, cores, os FROM other.run AS there
    WHERE NOT EXISTS (SELECT 1 FROM main.run AS here WHERE here.started = there.started
        AND here.configuration = there.configuration AND here.version = there.version AND here.git = there.git
        AND here.cpu = there.cpu AND here.cores = there.cores AND here.os = there.os)
    GROUP BY started, configuration, version, git, cpu, cores, os ORDER BY min(id);
CREATE TEMP TABLE entrant_number (old INTEGER PRIMARY KEY, new INTEGER);
CREATE TEMP TABLE level_number (old INTEGER PRIMARY KEY, new INTEGER);
CREATE TEMP TABLE run_number (old INTEGER PRIMARY KEY, new INTEGER);
INSERT INTO entrant_number SELECT there.id, here.id FROM other.entrant AS there
    JOIN main.entrant AS here USING (agent, budget, lenient, learning);
INSERT INTO level_number SELECT there.id, here.id FROM other.level AS there JOIN main.level AS here USING (game, level);
INSERT INTO run_number SELECT there.id, min(here.id) FROM other.run AS there
    JOIN main.run AS here USING (started, configuration, version, git, cpu, cores, os) GROUP BY there.id;
";

const FORGET: &str = "DROP TABLE entrant_number; DROP TABLE level_number; DROP TABLE run_number;";

/// Takes over the plays of a file of some layout.
fn rows(layout: i32) -> String {
    // Numbers of the file that are numbers of this one here.
    let here = schema::measured("there.")
        .replace("there.run", "run_number.new")
        .replace("there.partner", "other_seat.new");
    format!(
        "INSERT OR IGNORE INTO main.play (entrant, level, repetition, seed, {})
         SELECT who.new, place.new, there.repetition, there.seed, {here}
         FROM {} AS there
         CROSS JOIN entrant_number AS who ON who.old = there.entrant
         CROSS JOIN level_number AS place ON place.old = there.level
         CROSS JOIN run_number ON run_number.old = there.run
         LEFT JOIN entrant_number AS other_seat ON other_seat.old = there.partner",
        schema::measured(""),
        schema::plays("other.play", layout)
    )
}

/// Rows that both files have, beside each other. SQLite keeps the order of a CROSS JOIN: row by row of the other file, each looked
/// up by its key, as it would otherwise rather go through all that is here.
const DOUBLED: &str = "
FROM other.play AS there
CROSS JOIN entrant_number ON entrant_number.old = there.entrant
CROSS JOIN level_number ON level_number.old = there.level
CROSS JOIN main.play AS here ON here.entrant = entrant_number.new AND here.level = level_number.new
    AND here.repetition = there.repetition AND here.seed = there.seed";

fn take(connection: &mut Connection) -> rusqlite::Result<Absorbed> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(NUMBERS)?;
    let count =
        |sql: &str| transaction.query_row(sql, [], |row| row.get::<_, i64>(0)).map(i64::cast_unsigned);
    let mut absorbed = Absorbed { rows: count("SELECT count(*) FROM other.play")?, ..Absorbed::default() };
    // Looked for before anything is added, and only where there is something to be the double of.
    if count("SELECT EXISTS (SELECT 1 FROM main.play)")? > 0 {
        absorbed.doubled = count(&format!("SELECT count(*) {DOUBLED}"))?;
    }
    if absorbed.doubled > 0 {
        absorbed.differing = count(&format!(
            "SELECT count(*) {DOUBLED} WHERE (here.win, here.score, here.ticks, here.fm_calls, here.iterations)
             IS NOT (there.win, there.score, there.ticks, there.fm_calls, there.iterations)"
        ))?;
        let mut statement = transaction.prepare(&format!(
            "SELECT entrant.agent, place.game, place.level, here.repetition {DOUBLED}
             JOIN main.entrant ON entrant.id = here.entrant JOIN main.level AS place ON place.id = here.level
             LIMIT {EXAMPLES}"
        ))?;
        let names = statement.query_map([], |row| {
            let (agent, game): (String, String) = (row.get(0)?, row.get(1)?);
            Ok(format!("{agent} {game} level {} repetition {}", row.get::<_, u32>(2)?, row.get::<_, u32>(3)?))
        })?;
        absorbed.examples = names.collect::<rusqlite::Result<_>>()?;
    }
    let layout = transaction.pragma_query_value(Some("other"), "user_version", |row| row.get(0))?;
    transaction.execute(&rows(layout), [])?;
    transaction.execute_batch(FORGET)?;
    transaction.commit()?;
    Ok(absorbed)
}
