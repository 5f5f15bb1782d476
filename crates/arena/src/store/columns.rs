//! The columns of a game: one table, from which follow the layout of the file, what is written into it, what is read from it,
//! and every export.
//!
//! A new figure of a game is a line here and wherever it is measured, and [`super::schema::LAYOUT`] is raised by one: older files
//! then have the column with nothing in it, and are given it when somebody writes to them.

use crate::cell::{Cell, Outcome, Timing};
use rusqlite::Row;
use rusqlite::types::Value as Sql;
use serde::Serialize;

/// What a column has in one row.
pub(super) enum Value<'a> {
    Flag(bool),
    Whole(i64),
    /// A number that older files do not have.
    Known(Option<i64>),
    Real(f64),
    Text(&'a str),
    Optional(Option<&'a str>),
}

/// A column of the view `games` and of exports.
pub(super) struct Column {
    /// Its name everywhere.
    pub name: &'static str,
    /// How it follows from the tables.
    pub sql: &'static str,
}

/// A column of the table `play`: what was measured in a game.
pub(super) struct Measured {
    pub name: &'static str,
    /// Its type in SQL.
    pub kind: &'static str,
    /// The first layout that has it.
    pub since: i32,
    pub value: fn(&Play<'_>) -> Sql,
}

/// A game that is written down, from the seat of one player.
pub(super) struct Play<'a> {
    pub cell: &'a Cell,
    pub outcome: &'a Outcome,
    pub timing: Timing,
    pub agent_seed: u64,
    /// Numbers in this file: entrant, level, run, the partner's entrant.
    pub entrant: i64,
    pub level: i64,
    pub run: i64,
    pub seat: u32,
    pub partner: Option<i64>,
}

macro_rules! columns {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty, $value:expr, $sql:literal
        $(, $column:literal $kind:literal since $since:literal = $measure:expr)?;)+) => {
        /// One finished game with everything known about it: a line of an export.
        #[derive(Debug, Clone, Default, PartialEq, Serialize)]
        pub struct GameRow { $($(#[doc = $doc])+ pub $name: $type,)+ }

        /// The columns of the view `games`, in order.
        pub(super) const COLUMNS: &[Column] =
            &[$(Column { name: stringify!($name), sql: $sql },)+];

        /// The columns of the table `play` but for its key.
        pub(super) const MEASURED: &[Measured] =
            &[$($(Measured { name: $column, kind: $kind, since: $since, value: $measure },)?)+];

        /// By place, in the order of the view `games`: looking up every name in every row would take as long as all the rest.
        pub(super) fn read_game(row: &Row<'_>) -> rusqlite::Result<GameRow> {
            let mut place = 0..;
            let mut next = || place.next().unwrap_or_default();
            Ok(GameRow { $($name: row.get(next())?,)+ })
        }

        /// The columns of a game, with the same names as in the JSON form and in the view `games` of the file.
        pub(super) fn values(row: &GameRow) -> [(&'static str, Value<'_>); COLUMNS.len()] {
            fn value<'a, T>(row: &'a GameRow, of: fn(&'a GameRow) -> T) -> T { of(row) }
            [$((stringify!($name), value(row, $value)),)+]
        }
    };
}

use Value::{Flag, Known, Optional, Real, Text, Whole};

columns! {
    /// The agent's text form.
    agent: String, |row| Text(&row.agent), "entrant.agent";
    /// The budget's text form.
    budget: String, |row| Text(&row.budget), "entrant.budget";
    /// Whether late answers were forgiven.
    lenient: bool, |row| Flag(row.lenient), "lenient";
    /// Learning games before this one.
    learning: u32, |row| Whole(row.learning.into()), "learning";
    /// The game's name.
    game: String, |row| Text(&row.game), "game";
    /// The level's number.
    level: u32, |row| Whole(row.level.into()), "level.level";
    /// Hash of the texts of game and level.
    content: String, |row| Text(&row.content), "content";
    /// Which repetition, from 0.
    repetition: u32, |row| Whole(row.repetition.into()), "repetition";
    /// Seed of the game.
    seed: i64, |row| Whole(row.seed), "seed";
    /// Seed of the agent.
    agent_seed: i64, |row| Whole(row.agent_seed), "agent_seed",
        "agent_seed" "INTEGER NOT NULL" since 2 = |play| Sql::Integer(play.agent_seed.cast_signed());
    /// Whether it was won.
    win: bool, |row| Flag(row.win), "win", "win" "INTEGER NOT NULL" since 2 = |play| Sql::Integer(play.outcome.win.into());
    /// Final score.
    score: f64, |row| Real(row.score), "score",
        // SQLite keeps no NaN; a game without a score counts as zero.
        "score" "REAL NOT NULL" since 2 = |play| Sql::Real(if play.outcome.score.is_nan() { 0.0 } else { play.outcome.score });
    /// Ticks played.
    ticks: u32, |row| Whole(row.ticks.into()), "ticks",
        "ticks" "INTEGER NOT NULL" since 2 = |play| Sql::Integer(play.outcome.ticks.into());
    /// Forward-model calls of the whole game, those of the warm-up included.
    fm_calls: i64, |row| Whole(row.fm_calls), "fm_calls",
        "fm_calls" "INTEGER NOT NULL" since 2 = |play| Sql::Integer(play.outcome.fm_calls.cast_signed());
    /// Search iterations of the whole game, those of the warm-up included.
    iterations: i64, |row| Whole(row.iterations), "iterations",
        "iterations" "INTEGER NOT NULL" since 2 = |play| Sql::Integer(play.outcome.iterations.cast_signed());
    /// Answers that came too late.
    overspends: u32, |row| Whole(row.overspends.into()), "overspends",
        "overspends" "INTEGER NOT NULL" since 2 = |play| Sql::Integer(play.outcome.overspends.into());
    /// Why the agent was disqualified, if it was.
    disqualified: Option<String>, |row| Optional(row.disqualified.as_deref()), "disqualified",
        "disqualified" "TEXT" since 2 = |play| text(&play.outcome.disqualified);
    /// What the agent reported.
    remarks: Option<String>, |row| Optional(row.remarks.as_deref()), "remarks",
        "remarks" "TEXT" since 2 = |play| text(&play.outcome.remarks);
    /// Seconds by the clock.
    wall_s: f64, |row| Real(row.wall_s), "wall_us / 1e6",
        "wall_us" "INTEGER NOT NULL" since 2 = |play| microseconds(play.timing.wall);
    /// Seconds on the processor.
    cpu_s: f64, |row| Real(row.cpu_s), "cpu_us / 1e6",
        "cpu_us" "INTEGER NOT NULL" since 2 = |play| microseconds(play.timing.cpu);
    /// Number of the run.
    run: i64, |row| Whole(row.run), "run.id", "run" "INTEGER NOT NULL REFERENCES run" since 2 = |play| Sql::Integer(play.run);
    /// When the run began (UTC).
    started: String, |row| Text(&row.started), "started";
    /// Version of Ludex.
    version: String, |row| Text(&row.version), "version";
    /// Commit of Ludex.
    git: String, |row| Text(&row.git), "git";
    /// Processor.
    cpu: String, |row| Text(&row.cpu), "cpu";
    /// Cores.
    cores: u32, |row| Whole(row.cores.into()), "cores";
    /// Operating system.
    os: String, |row| Text(&row.os), "os";
    /// The player's seat, from 0; in a game of two each has a line.
    seat: u32, |row| Whole(row.seat.into()), "coalesce(seat, 0)",
        "seat" "INTEGER" since 3 = |play| Sql::Integer(play.seat.into());
    /// The agent in the other seat, in a game of two.
    partner: Option<String>, |row| Optional(row.partner.as_deref()),
        "(SELECT other.agent FROM entrant AS other WHERE other.id = play.partner)",
        "partner" "INTEGER REFERENCES entrant" since 3 = |play| play.partner.map_or(Sql::Null, Sql::Integer);
    /// Forward-model calls of the warm-up, before the first tick; not known of games that were played before it was counted.
    warm_up_calls: Option<i64>, |row| Known(row.warm_up_calls), "warm_up_calls",
        "warm_up_calls" "INTEGER" since 4 = |play| Sql::Integer(play.outcome.warm_up_calls.cast_signed());
    /// Search iterations of the warm-up.
    warm_up_iterations: Option<i64>, |row| Known(row.warm_up_iterations), "warm_up_iterations",
        "warm_up_iterations" "INTEGER" since 4 = |play| Sql::Integer(play.outcome.warm_up_iterations.cast_signed());
}

fn text(text: &Option<String>) -> Sql {
    text.clone().map_or(Sql::Null, Sql::Text)
}

fn microseconds(duration: std::time::Duration) -> Sql {
    Sql::Integer(i64::try_from(duration.as_micros()).unwrap_or(i64::MAX))
}
