//! A million rows, a hundred thousand games. A program of its own and one test at a time, as time and memory are measured.

#![allow(clippy::print_stderr, reason = "tests say what they skipped and measured")]

mod common;

use common::{Scratch, plan, play, resident};
use ludex_arena::contest;
use ludex_arena::plan::{BundledGames, Experiment, Levels, Plan};
use ludex_arena::report::Report;
use ludex_arena::runner::{Progress, RunOptions, run};
use ludex_arena::store::{ExportFormat, Recorder, Results, RunFacts, absorb_into, export};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const OPTIONS: RunOptions = RunOptions { jobs: 2, clock: None, replays: 0 };

/// One test after the other, also where one has failed.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn a_million_rows_are_added_up_in_seconds() {
    let _alone = alone();
    let scratch = Scratch::new("million");
    let file = Recorder::begin(scratch.path(), &RunFacts::here("")).unwrap().path().to_owned();
    // 4 entrants, 60 games of 5 levels: as many rows as the largest published study, and then some.
    rusqlite::Connection::open(&file)
        .unwrap()
        .execute_batch(
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3)
             INSERT INTO entrant (agent, budget, lenient, learning) SELECT 'agent' || i, '480fm', 0, 0 FROM n;
             WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
             INSERT INTO level (game, level, content) SELECT 'game' || (i / 5), i % 5, 'x' FROM n;
             WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 833)
             INSERT INTO play SELECT entrant.id, level.id, i, i, i, (i * level.id) % 3 = 0, (i * 7919) % 501, 500 + i,
                 90000, 9000, 0, NULL, NULL, 1000000, 999000, 1, 0, NULL, 9000, 90 FROM entrant, level, n;",
        )
        .unwrap();
    let start = Instant::now();
    let results = Results::open(scratch.path()).unwrap();
    let tallies = results.tallies().unwrap();
    let spent = start.elapsed();
    let plays: u64 = tallies
        .entrants()
        .iter()
        .flat_map(|entrant| {
            tallies.games().into_iter().map(|game| tallies.game(entrant, &game).unwrap().plays)
        })
        .sum();
    assert_eq!(plays, 4 * 300 * 834);
    eprintln!("{plays} rows added up in {spent:.1?}");
    assert!(spent < Duration::from_secs(10), "{spent:?}");

    let start = Instant::now();
    let report =
        Report::new(&[Results::open(scratch.path()).unwrap()], &[], &|text| Some(text.to_owned())).unwrap();
    let page = report.to_html();
    eprintln!("report of {} kB in {:.1?}", page.len() / 1000, start.elapsed());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());

    let start = Instant::now();
    let mut lines = CountLines(0);
    export(&results, ExportFormat::Csv, &mut lines).unwrap();
    eprintln!("exported in {:.1?}", start.elapsed());
    assert_eq!(lines.0, plays + 1);
}

#[test]
fn files_of_shards_are_taken_over_row_by_row() {
    let _alone = alone();
    let scratch = Scratch::new("taken-over");
    let file = |name: &str, first: u32, rows: u32| {
        let path = scratch.path().join(format!("{name}.sqlite"));
        drop(Recorder::begin(&path, &RunFacts::here("")).unwrap());
        rusqlite::Connection::open(&path)
            .unwrap()
            .execute_batch(&format!(
                "INSERT INTO entrant (agent, budget, lenient, learning) VALUES ('random', '480fm', 0, 0);
                 INSERT INTO level (game, level, content) VALUES ('zelda', 0, 'x');
                 WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {first} + {rows} - 1)
                 INSERT INTO play SELECT 1, 1, i, i, i, 0, 0, 500, 90000, 9000, 0, NULL, NULL, 1, 1, 1, 0, NULL, 9000, 90 FROM n;"
            ))
            .unwrap();
        path
    };
    let all = file("all", 0, 30_000);
    let start = Instant::now();
    // The last third of the first one is there already.
    for (name, first, doubled) in [("a", 20_000, 10_000), ("b", 40_000, 0), ("c", 60_000, 0)] {
        let absorbed = absorb_into(&all, &file(name, first, 20_000)).unwrap();
        assert_eq!((absorbed.rows, absorbed.doubled, absorbed.differing), (20_000, doubled, 0));
    }
    eprintln!("60000 rows taken over in {:.1?}", start.elapsed());
    assert_eq!(Results::open(&all).unwrap().count().unwrap(), 80_000);
    // With every row compared with every other it took minutes.
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn memory_stays_flat_over_a_hundred_thousand_games() {
    let _alone = alone();
    let scratch = Scratch::new("flat");
    let plan = plan(&["random", "mcts"], &["zelda", "aliens"], 5000);
    assert_eq!(plan.cells.len(), 100_000);
    let mut early = None;
    let watch = |progress: &Progress| {
        if progress.played == 20_000 {
            early = resident();
        }
    };
    let mut recorder = Recorder::begin(scratch.path(), &RunFacts::here("test")).unwrap();
    let stop = AtomicBool::new(false);
    run(&plan.cells, &mut recorder, OPTIONS, &stop, play, watch).unwrap();
    match (early, resident()) {
        (Some(early), Some(late)) => {
            assert!(late < early + 8 * 1024, "{early} KiB after 20,000 games, {late} KiB after 100,000");
        }
        _ => ludex_testing::skipped("this system does not tell a process its memory"),
    }
}

#[test]
fn memory_stays_flat_over_real_games() {
    let _alone = alone();
    let scratch = Scratch::new("realflat");
    let experiment = common::experiment(&["random", "samplemcts"], &["butterflies", "frogs"], 100);
    let wanted = Experiment { levels: Levels::first(2), budget: "2fm".to_owned(), ..experiment };
    let plan = Plan::new(&wanted, &[&BundledGames]).unwrap();
    let mut early = None;
    let watch = |progress: &Progress| {
        if progress.played == plan.cells.len() / 4 {
            early = resident();
        }
    };
    contest(&plan, scratch.path(), "", OPTIONS, &AtomicBool::new(false), watch).unwrap();
    match (early, resident()) {
        (Some(early), Some(late)) => {
            eprintln!("{} games: {early} KiB after a quarter, {late} KiB at the end", plan.cells.len());
            assert!(
                late < early + 4 * 1024,
                "{early} KiB after a quarter of the games, {late} KiB at the end"
            );
        }
        _ => ludex_testing::skipped("this system does not tell a process its memory"),
    }
}

struct CountLines(u64);

impl std::io::Write for CountLines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
