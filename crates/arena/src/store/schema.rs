//! The tables of a results file, made of the one list of [columns](super::columns).

use super::columns::{COLUMNS, MEASURED};

/// Marks a SQLite file as results of Ludex: the letters "Ldxr".
pub const APPLICATION_ID: i32 = 0x4c64_7872;

/// Changes with the tables: 3 came with games of two, 4 with the warm-up counted apart.
pub const LAYOUT: i32 = 4;

/// The oldest layout that is read, and brought up to date when it is written to.
pub const OLDEST: i32 = 2;

/// What identifies a play.
const KEY: &str = "entrant, level, repetition, seed";

/// Everything but the plays.
const TABLES: &str = "
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    configuration TEXT NOT NULL,
    version TEXT NOT NULL,
    git TEXT NOT NULL,
    cpu TEXT NOT NULL,
    cores INTEGER NOT NULL,
    os TEXT NOT NULL
);
CREATE TABLE entrant (
    id INTEGER PRIMARY KEY,
    agent TEXT NOT NULL,
    budget TEXT NOT NULL,
    lenient INTEGER NOT NULL,
    learning INTEGER NOT NULL,
    UNIQUE (agent, budget, lenient, learning)
);
CREATE TABLE level (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    level INTEGER NOT NULL,
    content TEXT NOT NULL,
    UNIQUE (game, level)
);
";

/// Creates the layout.
///
/// * A level has one content hash: results of two versions of a game cannot be in one file.
/// * The key of a play is its cell, so that no cell is recorded twice, and keeps plays sorted for reports.
/// * In a game of two each player has a row. The two rows agree in level, repetition and seed, each names the other's
///   entrant as partner, and seats count from 0.
/// * The view `games` is one readable line a player of a game, for any tool that opens SQLite.
pub fn create() -> String {
    let measured: String =
        MEASURED.iter().map(|column| format!("    {} {},\n", column.name, column.kind)).collect();
    format!(
        "{TABLES}CREATE TABLE play (\n    entrant INTEGER NOT NULL REFERENCES entrant,\n    level INTEGER NOT NULL REFERENCES level,\n    \
         repetition INTEGER NOT NULL,\n    seed INTEGER NOT NULL,\n{measured}    PRIMARY KEY ({KEY})\n) WITHOUT ROWID;\n{}",
        view("VIEW", "play")
    )
}

/// Makes an older layout into this one.
pub fn migrate(from: i32) -> String {
    let missing = MEASURED.iter().filter(|column| column.since > from);
    let added: String = missing
        .map(|column| format!("ALTER TABLE play ADD COLUMN {} {};\n", column.name, column.kind))
        .collect();
    format!("{added}DROP VIEW games;\n{}", view("VIEW", "play"))
}

/// For whoever reads a file of some layout and may not change it: the view `games`, and the table of plays as `plays`, both with
/// all columns.
pub fn reading(layout: i32) -> String {
    format!(
        "CREATE TEMP VIEW plays AS SELECT * FROM {};\n{}",
        plays("play", layout),
        view("TEMP VIEW", "plays")
    )
}

fn view(kind: &str, plays: &str) -> String {
    let columns: Vec<String> =
        COLUMNS.iter().map(|column| format!("{} AS {}", column.sql, column.name)).collect();
    format!(
        "CREATE {kind} games AS\n    SELECT {}\n    FROM {plays} AS play\n    JOIN entrant ON entrant.id = play.entrant\n    \
         JOIN level ON level.id = play.level\n    JOIN run ON run.id = play.run;\n",
        columns.join(",\n        "),
    )
}

/// The table of plays of a file with some layout, with the columns that it lacks, empty.
pub fn plays(table: &str, layout: i32) -> String {
    let missing: String = MEASURED
        .iter()
        .filter(|column| column.since > layout)
        .map(|column| format!(", NULL AS {}", column.name))
        .collect();
    if missing.is_empty() { table.to_owned() } else { format!("(SELECT *{missing} FROM {table})") }
}

/// Records a play: the key, then what was measured, in order. A play that is there stays.
pub fn insert() -> String {
    let places: Vec<String> = (1..=4 + MEASURED.len()).map(|place| format!("?{place}")).collect();
    format!("INSERT OR IGNORE INTO play ({KEY}, {}) VALUES ({})", measured(""), places.join(", "))
}

/// The names of what is measured, each behind a prefix.
pub fn measured(prefix: &str) -> String {
    let names: Vec<String> = MEASURED.iter().map(|column| format!("{prefix}{}", column.name)).collect();
    names.join(", ")
}
