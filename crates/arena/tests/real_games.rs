//! Plans played with the real engine and agents, on the games that ship with Ludex.

#![allow(clippy::print_stderr, reason = "tests say what they skipped and measured")]

mod common;

use common::{MadeUp, Scratch, resident};
use ludex_arena::plan::{BundledGames, Experiment, Levels, Plan, source};
use ludex_arena::runner::{Progress, RunOptions};
use ludex_arena::store::{GameRow, Results, StoreError};
use ludex_arena::{ContestError, Player, PlayerError, contest};
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn experiment(agents: &[&str], games: &[&str], reps: u32, budget: &str) -> Experiment {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let levels = Levels::first(2);
    let experiment = Experiment { levels, reps, budget: budget.to_owned(), ..Experiment::default() };
    Experiment { agents: owned(agents), games: owned(games), ..experiment }.canonical().unwrap()
}

fn play(plan: &Plan, folder: &Path, jobs: usize, report: impl FnMut(&Progress) + Send) {
    let options = RunOptions { jobs, clock: None };
    let summary = contest(plan, folder, "", options, &AtomicBool::new(false), report).unwrap();
    assert!(!summary.stopped);
}

/// All rows, without what the clock and the number of the run have to do with.
fn rows(folder: &Path) -> Vec<GameRow> {
    let mut rows = Vec::new();
    let each = |row: GameRow| {
        rows.push(GameRow { wall_s: 0.0, cpu_s: 0.0, started: String::new(), ..row });
        Ok::<(), StoreError>(())
    };
    Results::open(folder).unwrap().for_each(each).unwrap();
    rows
}

#[test]
fn rows_are_the_same_with_one_worker_and_two() {
    let games = ["aliens", "zelda", "Survive Zombies"];
    let wanted = experiment(&["random", "ONESTEP", "samplemcts(depth=5)", "olets"], &games, 2, "30 fm");
    let plan = Plan::new(&wanted, &[&BundledGames]).unwrap();
    let scratches = [1, 2].map(|jobs| {
        let scratch = Scratch::new(&format!("real{jobs}"));
        play(&plan, scratch.path(), jobs, |_| {});
        scratch
    });
    let [one, two] = scratches.each_ref().map(|scratch| rows(scratch.path()));
    assert_eq!(one.len(), 4 * 3 * 2 * 2);
    assert_eq!(one, two);
    assert!(one.iter().all(|row| row.budget == "30fm" && row.disqualified.is_none()));
    assert!(one.iter().all(|row| row.agent == "random" || row.fm_calls > 0));
    assert!(one.iter().any(|row| row.win) && one.iter().any(|row| !row.win));
}

#[test]
fn memory_stays_flat_over_real_games() {
    let scratch = Scratch::new("realflat");
    let wanted = experiment(&["random", "samplemcts"], &["butterflies", "frogs"], 100, "2fm");
    let plan = Plan::new(&wanted, &[&BundledGames]).unwrap();
    let mut early = None;
    play(&plan, scratch.path(), 2, |progress| {
        if progress.played == plan.cells.len() / 4 {
            early = resident();
        }
    });
    match (early, resident()) {
        (Some(early), Some(late)) => {
            eprintln!("{} games: {early} KiB after a quarter, {late} KiB at the end", plan.cells.len());
            assert!(
                late < early + 4 * 1024,
                "{early} KiB after a quarter of the games, {late} KiB at the end"
            );
        }
        _ => eprintln!("skipped: this system does not tell a process its memory"),
    }
}

#[test]
fn what_cannot_be_played_is_said_before_the_first_game() {
    let scratch = Scratch::new("unplayable");
    let plan =
        Plan::new(&experiment(&["random"], &["zelda"], 1, "9fm"), &[&MadeUp::new(&["zelda"])]).unwrap();
    let options = RunOptions { jobs: 1, clock: None };
    let error = contest(&plan, scratch.path(), "", options, &AtomicBool::new(false), |_| {}).unwrap_err();
    assert!(matches!(error, ContestError::Player(PlayerError::Game { .. })), "{error}");
    assert!(!scratch.path().join("results.sqlite").exists());

    let mut unread = experiment(&["random"], &["zelda"], 1, "9fm");
    unread.agents = vec!["nobody".to_owned()];
    let plan = Plan::new(&unread, &[&BundledGames]).unwrap();
    assert!(matches!(Player::new(&plan), Err(PlayerError::Agent(_))));
}

#[test]
fn bundled_games_and_folders_do_not_mix() {
    let bundled = source(None).unwrap();
    assert!(bundled.names().contains(&"survivezombies".to_owned()));
    assert_eq!(bundled.load("zelda").unwrap().unwrap().levels.len(), 5);
    assert!(bundled.load("nosuchgame").unwrap().is_none());
    let empty = Scratch::new("nogames");
    let folder = source(Some(empty.path())).unwrap();
    assert!(folder.names().is_empty() && folder.load("zelda").unwrap().is_none());
}
