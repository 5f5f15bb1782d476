//! The tables of a results file.

/// Marks a SQLite file as results of Ludex: the letters "Ldxr".
pub const APPLICATION_ID: i32 = 0x4c64_7872;

/// Changes with the tables.
pub const LAYOUT: i32 = 3;

/// Creates the layout.
///
/// * A level has one content hash: results of two versions of a game cannot be in one file.
/// * The key of a play is its cell, so that no cell is recorded twice, and keeps plays sorted for reports.
/// * In a game of two each player has a row. The two rows agree in level, repetition and seed, each names the other's
///   entrant as partner, and seats count from 0.
/// * The view `games` is one readable line a player of a game, for any tool that opens SQLite.
pub const CREATE: &str = "
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
CREATE TABLE play (
    entrant INTEGER NOT NULL REFERENCES entrant,
    level INTEGER NOT NULL REFERENCES level,
    repetition INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    agent_seed INTEGER NOT NULL,
    win INTEGER NOT NULL,
    score REAL NOT NULL,
    ticks INTEGER NOT NULL,
    fm_calls INTEGER NOT NULL,
    iterations INTEGER NOT NULL,
    overspends INTEGER NOT NULL,
    disqualified TEXT,
    remarks TEXT,
    wall_us INTEGER NOT NULL,
    cpu_us INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES run,
    seat INTEGER NOT NULL DEFAULT 0,
    partner INTEGER REFERENCES entrant,
    PRIMARY KEY (entrant, level, repetition, seed)
) WITHOUT ROWID;
";

/// The view `games`.
pub const VIEW: &str = "
CREATE VIEW games AS
    SELECT entrant.agent, entrant.budget, lenient, learning, game, level.level AS level, content, repetition, seed, agent_seed,
        win, score, ticks, fm_calls, iterations, overspends, disqualified, remarks,
        wall_us / 1e6 AS wall_s, cpu_us / 1e6 AS cpu_s,
        run.id AS run, started, version, git, cpu, cores, os, seat,
        (SELECT other.agent FROM entrant AS other WHERE other.id = play.partner) AS partner
    FROM play
    JOIN entrant ON entrant.id = play.entrant
    JOIN level ON level.id = play.level
    JOIN run ON run.id = play.run;
";

/// The layout before games of two: it lacks the columns for them.
pub const LAYOUT_OF_ONE: i32 = 2;

/// Makes the layout before games of two into this one.
pub const MIGRATE: &str = "
ALTER TABLE play ADD COLUMN seat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE play ADD COLUMN partner INTEGER REFERENCES entrant;
DROP VIEW games;
";
