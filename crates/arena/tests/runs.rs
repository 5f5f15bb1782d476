//! Runs that stop, are killed, meet another run, meet changed games, and go on.

use crate::common::{MadeUp, Scratch, experiment, plan, play};
use ludex_agents::Clock;
use ludex_arena::plan::Plan;
use ludex_arena::runner::{Progress, RunError, RunOptions, WorkerContext, run};
use ludex_arena::store::{Recorder, Results, RunFacts, StoreError, Tally, cores};
use ludex_arena::{Cell, Outcome, Timing};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const OPTIONS: RunOptions = RunOptions { jobs: 2, clock: None, replays: 0 };

fn recorder(folder: &Path) -> Recorder {
    Recorder::begin(folder, &RunFacts::here("test")).unwrap()
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited too long: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_stopped_run_goes_on_and_plays_nothing_twice() {
    let scratch = Scratch::new("stopped");
    let plan = plan(&["random", "mcts"], &["zelda", "aliens"], 20);
    let games = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let stopping = |cell: &Cell, context: &WorkerContext<'_>| {
        if games.fetch_add(1, Ordering::Relaxed) == 150 {
            stop.store(true, Ordering::Relaxed);
        }
        play(cell, context)
    };
    let summary = run(&plan.cells, &mut recorder(scratch.path()), OPTIONS, &stop, stopping, |_| {}).unwrap();
    assert!(summary.stopped);
    let first = Results::open(scratch.path()).unwrap().count().unwrap();
    assert_eq!(first as usize, games.load(Ordering::Relaxed), "every game that was played is recorded");
    assert!((151..=153).contains(&first), "{first}");
    assert!(!scratch.path().join("results.sqlite-wal").exists(), "a finished run leaves one plain file");

    stop.store(false, Ordering::Relaxed);
    let seen = Mutex::new(Vec::new());
    let rest = |cell: &Cell, context: &WorkerContext<'_>| {
        seen.lock().unwrap().push(cell.clone());
        play(cell, context)
    };
    let mut last = 0;
    let summary = run(&plan.cells, &mut recorder(scratch.path()), OPTIONS, &stop, rest, |progress| {
        last = progress.done()
    })
    .unwrap();
    assert!(!summary.stopped);
    assert_eq!((summary.progress.kept as u64, last), (first, plan.cells.len()));
    assert_eq!(seen.into_inner().unwrap().len() as u64 + first, plan.cells.len() as u64);

    let third =
        run(&plan.cells, &mut recorder(scratch.path()), OPTIONS, &stop, |_, _| unreachable!(), |_| {})
            .unwrap();
    assert_eq!(third.progress.played, 0);
    let runs = Results::open(scratch.path()).unwrap().runs().unwrap();
    assert_eq!(
        runs.iter().map(|run| run.games).collect::<Vec<_>>(),
        [first, plan.cells.len() as u64 - first, 0]
    );
}

#[test]
fn results_do_not_depend_on_the_number_of_workers() {
    let plan = plan(&["random", "mcts"], &["zelda", "aliens"], 10);
    let tallies = [1, 4].map(|jobs| {
        let scratch = Scratch::new(&format!("jobs{jobs}"));
        let options = RunOptions { jobs, clock: None, replays: 0 };
        run(&plan.cells, &mut recorder(scratch.path()), options, &AtomicBool::new(false), play, |_| {})
            .unwrap();
        let tallies = Results::open(scratch.path()).unwrap().tallies().unwrap();
        let mut lines = Vec::new();
        for entrant in tallies.entrants() {
            for game in tallies.games() {
                let tally = tallies.game(&entrant, &game).unwrap();
                lines.push((entrant.clone(), game, tally.wins, tally.plays, tally.scores));
            }
        }
        lines
    });
    assert_eq!(tallies[0], tallies[1]);
}

#[test]
fn games_without_a_tick_say_nothing_of_what_a_tick_costs() {
    let scratch = Scratch::new("no-tick");
    let plan = plan(&["random"], &["zelda", "surround"], 4);
    let over_at_once = |cell: &Cell, context: &WorkerContext<'_>| {
        let outcome = play(cell, context)?;
        Some(if cell.game.as_ref() == "surround" { Outcome { ticks: 0, ..outcome } } else { outcome })
    };
    let stop = AtomicBool::new(false);
    run(&plan.cells, &mut recorder(scratch.path()), OPTIONS, &stop, over_at_once, |_| {}).unwrap();
    let tallies = Results::open(scratch.path()).unwrap().tallies().unwrap();
    let random = &tallies.entrants()[0];
    let games = ["surround", "zelda"].map(|game| tallies.game(random, game).unwrap());
    assert!(games[0].iterations_per_tick.mean().is_nan() && games[0].plays > 0);
    let both = Tally::sum(&games);
    assert_eq!((both.iterations.mean(), both.calls.mean()), (21.0, 190.0));
}

#[test]
fn a_panic_is_a_lost_game_and_nothing_more() {
    let scratch = Scratch::new("panic");
    let plan = plan(&["random"], &["zelda"], 4);
    let fragile = |cell: &Cell, context: &WorkerContext<'_>| {
        assert!(cell.repetition != 2 || cell.level != 3, "the agent fell over");
        play(cell, context)
    };
    let stop = AtomicBool::new(false);
    let summary = run(&plan.cells, &mut recorder(scratch.path()), OPTIONS, &stop, fragile, |_| {}).unwrap();
    assert_eq!((summary.progress.played, summary.progress.disqualified), (20, 1));
    let mut reasons = Vec::new();
    Results::open(scratch.path())
        .unwrap()
        .for_each(|row| {
            reasons.extend(row.disqualified.map(|reason| (row.level, row.repetition, row.win, reason)));
            Ok::<(), StoreError>(())
        })
        .unwrap();
    assert_eq!(reasons, [(3, 2, false, "panic: the agent fell over".to_owned())]);
    let tallies = Results::open(scratch.path()).unwrap().tallies().unwrap();
    let all = Tally::sum(tallies.game(&tallies.entrants()[0], "zelda").iter());
    assert_eq!(all.disqualified.to_string(), "1 × \"panic: the agent fell over\"");
}

#[test]
fn changed_games_are_refused() {
    let scratch = Scratch::new("changed");
    let games = ["zelda", "aliens"];
    let wanted = experiment(&["random"], &games, 2);
    let mut source = MadeUp::new(&games);
    let plan = Plan::new(&wanted, &[&source]).unwrap();
    let stop = AtomicBool::new(false);
    let first: Vec<Cell> = plan.cells.iter().filter(|cell| &*cell.game == "zelda").take(5).cloned().collect();
    run(&first, &mut recorder(scratch.path()), OPTIONS, &stop, play, |_| {}).unwrap();
    source.version = "second";
    let plan = Plan::new(&wanted, &[&source]).unwrap();
    let error = run(&plan.cells, &mut recorder(scratch.path()), OPTIONS, &stop, play, |_| {}).unwrap_err();
    let text = error.to_string();
    // Only the first game had been played.
    assert!(text.contains("zelda level 0 (1 game played)") && text.contains("--out"), "{text}");
    assert!(!text.contains("aliens"), "{text}");
    assert_eq!(Results::open(scratch.path()).unwrap().count().unwrap(), 5, "nothing was mixed in");
}

#[test]
fn real_time_runs_have_a_core_for_every_game() {
    let scratch = Scratch::new("realtime");
    let plan = plan(&["random"], &["zelda"], 1);
    let stop = AtomicBool::new(false);
    let options = RunOptions { jobs: cores() + 1, clock: Some(Clock::Wall), replays: 0 };
    let error = run(&plan.cells, &mut recorder(scratch.path()), options, &stop, play, |_| {}).unwrap_err();
    assert!(matches!(error, RunError::TooManyJobs { .. }) && error.to_string().contains("--jobs"), "{error}");

    // A player that sleeps looks just like one that does not get its core.
    let options = RunOptions { jobs: 1, clock: Some(Clock::Wall), replays: 0 };
    let sleeping = |cell: &Cell, context: &WorkerContext<'_>| {
        std::thread::sleep(Duration::from_millis(5));
        play(cell, context)
    };
    let summary = run(&plan.cells, &mut recorder(scratch.path()), options, &stop, sleeping, |_| {}).unwrap();
    assert!(summary.loaded && !summary.remarks(scratch.path()).contains("processor time"));

    // In processor time nobody pays for that.
    let options = RunOptions { jobs: 1, clock: Some(Clock::Processor), replays: 0 };
    let again = Scratch::new("processor-time");
    let summary = run(&plan.cells, &mut recorder(again.path()), options, &stop, sleeping, |_| {}).unwrap();
    assert!(!summary.loaded && summary.remarks(again.path()).contains("processor time"));
}

#[test]
fn disturbed_games_are_played_again_within_limits() {
    let plan = plan(&["random"], &["zelda"], 1);
    let stop = AtomicBool::new(false);
    let tried = std::sync::atomic::AtomicU64::new(0);
    // Disturbed at the first try, and left alone at the second.
    let disturbed_once = |cell: &Cell, context: &WorkerContext<'_>| {
        if tried.fetch_add(1, std::sync::atomic::Ordering::Relaxed).is_multiple_of(2) {
            std::thread::sleep(Duration::from_millis(5));
        }
        play(cell, context)
    };
    let always = |cell: &Cell, context: &WorkerContext<'_>| {
        std::thread::sleep(Duration::from_millis(5));
        play(cell, context)
    };
    let options = RunOptions { jobs: 1, clock: Some(Clock::Wall), replays: 2 };
    let once = Scratch::new("disturbed-once");
    let summary =
        run(&plan.cells, &mut recorder(once.path()), options, &stop, disturbed_once, |_| {}).unwrap();
    assert_eq!((summary.progress.played, summary.progress.replayed), (5, 5));
    assert!(!summary.loaded && summary.remarks(once.path()).contains("played again 5 times"));
    let often = Scratch::new("disturbed-often");
    let summary = run(&plan.cells, &mut recorder(often.path()), options, &stop, always, |_| {}).unwrap();
    assert_eq!((summary.progress.played, summary.progress.replayed), (5, 10));
    assert!(summary.loaded);
    // Where processor time decides, nobody is disturbed.
    let options = RunOptions { clock: Some(Clock::Processor), ..options };
    let never = Scratch::new("disturbed-never");
    let summary = run(&plan.cells, &mut recorder(never.path()), options, &stop, always, |_| {}).unwrap();
    assert_eq!(summary.progress.replayed, 0);
}

#[test]
fn other_files_are_left_alone() {
    let scratch = Scratch::new("foreign");
    let text = scratch.path().join("notes.sqlite");
    std::fs::write(
        &text,
        "this is no database at all, but long enough to be taken for one if nobody looks".repeat(20),
    )
    .unwrap();
    assert!(matches!(Results::open(&text), Err(StoreError::Foreign(_))));
    assert!(matches!(Recorder::begin(&text, &RunFacts::here("")), Err(StoreError::Foreign(_))));
    let other = scratch.path().join("other.sqlite");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (x)").unwrap();
    assert!(matches!(Results::open(&other), Err(StoreError::Foreign(_))));
    assert!(matches!(Recorder::begin(&other, &RunFacts::here("")), Err(StoreError::Foreign(_))));
    assert!(matches!(Results::open(&scratch.path().join("nothing")), Err(StoreError::Missing(_))));
}

// The tests below start this test binary again as another process, which then plays `played_by_another_process`.

const FOLDER: &str = "LUDEX_TEST_RESULTS";
const MICROSECONDS: &str = "LUDEX_TEST_MICROSECONDS";

fn child_plan() -> Plan {
    plan(&["random", "mcts"], &["zelda", "aliens"], 100)
}

/// A process in which each game takes at least so long.
fn start_child(folder: &Path, game: Duration) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "runs::played_by_another_process", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .env(MICROSECONDS, game.as_micros().to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
#[ignore = "the other process of the tests below"]
fn played_by_another_process() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let pause = Duration::from_micros(std::env::var(MICROSECONDS).unwrap().parse().unwrap());
    let mut recorder = recorder(&folder);
    let mut log =
        std::fs::File::options().append(true).create(true).open(folder.join("recorded.log")).unwrap();
    let slow = |cell: &Cell, context: &WorkerContext<'_>| {
        std::thread::sleep(pause);
        play(cell, context)
    };
    let report = |_: &Progress| log.write_all(b"x").unwrap();
    run(&child_plan().cells, &mut recorder, OPTIONS, &AtomicBool::new(false), slow, report).unwrap();
}

/// Games that a process was told are recorded.
fn told(folder: &Path) -> u64 {
    std::fs::metadata(folder.join("recorded.log")).map_or(0, |file| file.len())
}

#[test]
fn a_killed_run_loses_nothing() {
    let scratch = Scratch::new("killed");
    let plan = child_plan();
    let mut kills = 0;
    while told(scratch.path()) < plan.cells.len() as u64 {
        let before = told(scratch.path());
        let mut child = start_child(scratch.path(), Duration::from_micros(300));
        // Let it get some way, a different way each time; the last one may finish.
        wait_until("the other process", || {
            told(scratch.path()) > before + 300 + 37 * kills || child.try_wait().unwrap().is_some()
        });
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        child.wait().unwrap();
        // A game may be committed just before the process could say so; then it is not told again.
        let rows = Results::open(scratch.path()).unwrap().count().unwrap();
        assert!(rows >= told(scratch.path()), "{rows} rows, {} told", told(scratch.path()));
        if rows == plan.cells.len() as u64 {
            break;
        }
    }
    assert!(kills >= 2, "killed {kills} times");
    let results = Results::open(scratch.path()).unwrap();
    assert_eq!(results.count().unwrap(), plan.cells.len() as u64);
    let by_run: u64 = results.runs().unwrap().iter().map(|run| run.games).sum();
    assert_eq!(by_run, plan.cells.len() as u64);
    assert!(
        plan.cells.len() as u64 - told(scratch.path()) <= kills,
        "no more than one game a kill went untold"
    );
}

#[test]
fn two_runs_at_once_are_refused_clearly() {
    let scratch = Scratch::new("two");
    // Its 2,000 games outlast everything that happens here until it is killed.
    let mut child = start_child(scratch.path(), Duration::from_millis(50));
    wait_until("the other process", || told(scratch.path()) > 10);
    let error = Recorder::begin(scratch.path(), &RunFacts::here("")).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, StoreError::Locked { .. }), "{text}");
    assert!(text.contains(&format!("process {}", child.id())) && text.contains("--out"), "{text}");
    assert!(Results::open(scratch.path()).unwrap().count().unwrap() > 0, "reading goes on meanwhile");
    child.kill().unwrap();
    child.wait().unwrap();
    let plan = child_plan();
    let stop = AtomicBool::new(false);
    let summary = run(&plan.cells, &mut recorder(scratch.path()), OPTIONS, &stop, play, |_| {}).unwrap();
    assert!(!summary.stopped && summary.progress.kept > 10);
}

#[test]
fn a_game_given_up_is_not_recorded() {
    let scratch = Scratch::new("givenup");
    let plan = plan(&["random"], &["zelda"], 1);
    let stop = AtomicBool::new(false);
    let patient = |_: &Cell, context: &WorkerContext<'_>| -> Option<Outcome> {
        stop.store(true, Ordering::Relaxed);
        assert!(context.should_stop());
        None
    };
    let summary = run(&plan.cells, &mut recorder(scratch.path()), OPTIONS, &stop, patient, |_| {}).unwrap();
    assert!(summary.stopped);
    assert_eq!(Results::open(scratch.path()).unwrap().count().unwrap(), 0);
}

#[test]
fn results_from_before_there_were_games_of_two_are_read_and_added_to() {
    let scratch = Scratch::new("layout2");
    let file = scratch.path().join("results.sqlite");
    let old = rusqlite::Connection::open(&file).unwrap();
    old.execute_batch(include_str!("data/layout2.sql")).unwrap();
    old.pragma_update(None, "application_id", 0x4c64_7872).unwrap();
    old.pragma_update(None, "user_version", 2).unwrap();
    let plan = plan(&["mcts"], &["zelda"], 1);
    let cell = &plan.cells[0];
    old.execute("INSERT INTO run VALUES (1, 'then', '', '0', '', '', 1, '')", []).unwrap();
    old.execute("INSERT INTO entrant VALUES (1, 'mcts', ?1, 0, 0)", [&*cell.entrant.budget]).unwrap();
    old.execute("INSERT INTO level VALUES (1, 'zelda', 0, ?1)", [&*cell.content]).unwrap();
    let play_of_old = "INSERT INTO play VALUES (1, 1, 0, ?1, 5, 1, 2.0, 30, 9, 9, 0, NULL, NULL, 1, 1, 1)";
    old.execute(play_of_old, [cell.seed.cast_signed()]).unwrap();
    drop(old);

    let partners = || {
        let mut partners = Vec::new();
        let each = |row: ludex_arena::store::GameRow| {
            partners.push((row.seat, row.partner));
            Ok::<(), StoreError>(())
        };
        Results::open(&file).unwrap().for_each(each).unwrap();
        partners
    };
    assert_eq!(partners(), [(0, None)]);
    assert!(Results::open(&file).unwrap().duels().unwrap().is_empty());
    run(&plan.cells, &mut recorder(scratch.path()), OPTIONS, &AtomicBool::new(false), play, |_| {}).unwrap();
    assert_eq!(Results::open(&file).unwrap().count().unwrap(), 5, "the old game was not played again");
    assert_eq!(partners(), vec![(0, None); 5]);
    let mut warm_up = Vec::new();
    let each = |row: ludex_arena::store::GameRow| {
        warm_up.push(row.warm_up_calls);
        Ok::<(), StoreError>(())
    };
    Results::open(&file).unwrap().for_each(each).unwrap();
    assert_eq!(warm_up.iter().filter(|calls| calls.is_none()).count(), 1, "of the old game it is not known");
}

#[test]
fn calls_a_tick_leave_out_the_warm_up() {
    let scratch = Scratch::new("warmup");
    let plan = plan(&["mcts"], &["zelda"], 1);
    // A game that is lost at once weighs as much as its one tick.
    let outcomes =
        [(1, 6400 + 200), (1000, 6400 + 200_000), (500, 6400 + 100_000), (1, 6600), (499, 6400 + 99_800)];
    let mut recorder = recorder(scratch.path());
    for (cell, (ticks, fm_calls)) in plan.cells.iter().zip(outcomes) {
        let outcome = Outcome { ticks, fm_calls, warm_up_calls: 6400, ..Outcome::default() };
        recorder.record(cell, &outcome, Timing::default()).unwrap();
    }
    drop(recorder);
    let tallies = Results::open(scratch.path()).unwrap().tallies().unwrap();
    let total = tallies.game(&tallies.entrants()[0], "zelda").unwrap();
    assert_eq!((total.calls.mean(), total.warm_up_calls.mean()), (200.0, 6400.0));
}

#[test]
fn another_seed_in_the_same_folder_is_refused() {
    use ludex_arena::plan::{BundledGames, Experiment, Plan};
    let scratch = Scratch::new("otherseed");
    let play = |seed: u64| {
        let experiment = Experiment {
            agents: vec!["random".to_owned()],
            games: vec!["zelda".to_owned()],
            levels: ludex_arena::plan::Levels::only(0),
            reps: 1,
            budget: "10fm".to_owned(),
            seed,
            ..Experiment::default()
        };
        let plan = Plan::new(&experiment, &[&BundledGames]).unwrap();
        let stop = AtomicBool::new(false);
        ludex_arena::contest(&plan, scratch.path(), &experiment.to_toml().unwrap(), OPTIONS, &stop, |_| {})
            .map(|summary| summary.progress.played)
            .map_err(|error| error.to_string())
    };
    assert_eq!((play(1), play(1)), (Ok(1), Ok(0)));
    let refused = play(2).unwrap_err();
    assert!(["--seed 1", "--seed 2", "--out"].iter().all(|word| refused.contains(word)), "{refused}");
}
