//! Shards of a plan: dealt fairly, played anywhere, killed at any time, and one result in the end.

use crate::common::Scratch;
use ludex_arena::cluster::{
    ClusterError, Merged, Outline, Overview, Program, RunFile, RunFolder, Shard, ShardEnd, ShardOptions,
    ShardState, merge, play_shard,
};
use ludex_arena::plan::{BundledGames, Experiment, Levels, Plan};
use ludex_arena::runner::RunOptions;
use ludex_arena::store::{GameRow, Results};
use ludex_arena::{Cell, contest};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

fn experiment(agents: &[&str], games: &[&str], reps: u32) -> Experiment {
    let experiment =
        Experiment { levels: Levels::first(2), ..crate::common::experiment(agents, games, reps) };
    Experiment { budget: "8fm".to_owned(), ..experiment }.canonical().unwrap()
}

/// 240 games, of one player and of two.
fn small() -> Experiment {
    experiment(&["random", "onestep", "olets"], &["zelda", "aliens", "goldrush", "frogs"], 10)
}

const OPTIONS: RunOptions = RunOptions { jobs: 1, clock: None, replays: 0 };

fn program(hash: &str) -> Program {
    Program { version: "1".to_owned(), git: "abc".to_owned(), hash: hash.to_owned() }
}

/// A cluster in a folder: the shared folder, and the disks of machines.
struct Cluster {
    scratch: Scratch,
    experiment: Experiment,
    shards: u32,
}

impl Cluster {
    fn new(name: &str, experiment: Experiment, shards: u32) -> Self {
        Self { scratch: Scratch::new(name), experiment, shards }
    }

    fn run(&self) -> RunFolder {
        RunFolder::new(self.scratch.path().join("shared"))
    }

    fn options(&self, index: u32, machine: &str) -> ShardOptions {
        let scratch = self.scratch.path().join(machine);
        std::fs::create_dir_all(&scratch).unwrap();
        ShardOptions {
            shard: Shard { index, count: self.shards },
            folder: self.run(),
            scratch,
            every: Duration::from_millis(200),
            program: program("p"),
            run: OPTIONS,
        }
    }

    fn play_with(&self, options: &ShardOptions) -> Result<ShardEnd, ClusterError> {
        play_shard(&self.experiment, "", options, &AtomicBool::new(false), &|_| {}, |_| {})
    }

    fn play(&self, index: u32, machine: &str) {
        let end = self.play_with(&self.options(index, machine)).unwrap();
        assert!(matches!(end, ShardEnd::Done(_)), "{end:?}");
    }

    /// Plays some games of a shard and is told to stop then.
    fn play_some(&self, index: u32, machine: &str, games: usize) {
        let stop = AtomicBool::new(false);
        let end =
            play_shard(&self.experiment, "", &self.options(index, machine), &stop, &|_| {}, |progress| {
                if progress.played >= games {
                    stop.store(true, Ordering::Relaxed);
                }
            });
        assert!(matches!(end, Ok(ShardEnd::NotDone(_))), "{end:?}");
    }

    fn merge(&self) -> Result<Merged, ClusterError> {
        merge(&self.run(), true, |_, _| {})
    }
}

/// All rows but for what differs from machine to machine: times and runs.
fn rows(path: &Path) -> Vec<GameRow> {
    let mut rows = Vec::new();
    Results::open(path)
        .unwrap()
        .for_each(|row| {
            let row = GameRow { wall_s: 0.0, cpu_s: 0.0, run: 0, started: String::new(), ..row };
            rows.push(row);
            Ok::<(), ludex_arena::store::StoreError>(())
        })
        .unwrap();
    rows
}

/// The rows of the same experiment, played on one machine.
fn on_one_machine(cluster: &Cluster) -> Vec<GameRow> {
    let plan = Plan::new(&cluster.experiment, &[&BundledGames]).unwrap();
    let folder = cluster.scratch.path().join("one");
    let options = RunOptions { jobs: 2, ..OPTIONS };
    contest(&plan, &folder, "", options, &AtomicBool::new(false), |_| {}).unwrap();
    rows(&folder)
}

#[test]
fn every_game_is_in_one_shard() {
    let experiment = small();
    let outline = Outline::new(&experiment).unwrap();
    let whole: HashSet<Cell> = Plan::new(&experiment, &[&BundledGames]).unwrap().cells.into_iter().collect();
    assert_eq!(outline.games(), whole.len() as u64);
    for count in [1, 2, 7, 40, 1000] {
        let mut dealt = HashSet::new();
        for index in 0..count {
            let shard = Shard { index, count };
            let plan = outline.plan(shard);
            assert_eq!(plan.cells.len() as u64, outline.games_of(shard), "{shard}");
            for cell in plan.cells {
                assert!(plan.games.contains_key(&cell.game));
                assert!(dealt.insert(cell.clone()), "{cell:?} twice");
            }
        }
        assert_eq!(dealt, whole, "{count} shards");
    }
    let other = |change: &dyn Fn(&mut Experiment)| {
        let mut experiment = small();
        change(&mut experiment);
        Outline::new(&experiment).unwrap().hash()
    };
    assert_eq!(other(&|_| {}), outline.hash());
    let changes: [&dyn Fn(&mut Experiment); 5] =
        [&|e| e.seed = 2, &|e| e.reps = 11, &|e| e.lenient = true, &|e| e.budget = "9fm".to_owned(), &|e| {
            e.levels = Levels::first(3)
        }];
    for change in changes {
        assert_ne!(other(change), outline.hash());
    }
}

#[test]
fn shards_take_about_equally_long() {
    // Games take from 1 to some 300 of a unit, by agent, game and luck, as they do with counted budgets.
    let agents: Vec<String> = (1..=6).map(|depth| format!("samplemcts(depth={depth})")).collect();
    let agents: Vec<&str> = agents.iter().map(String::as_str).collect();
    let experiment = Experiment { levels: Levels::first(5), ..experiment(&agents, &["bundled1"], 20) };
    let outline = Outline::new(&experiment).unwrap();
    let slowness = |text: &str| text.bytes().map(u64::from).sum::<u64>() % 10 + 1;
    let agent =
        |cell: &Cell| agents.iter().position(|agent| **agent == *cell.entrant.agent).unwrap() as u64 + 1;
    for shards in [10_u32, 40, 50, 60] {
        let mut cost = vec![0_u64; shards as usize];
        // What cells by their place in the plan would give, and a hash alone.
        let (mut by_place, mut by_hash) = (cost.clone(), cost.clone());
        let mut place = 0;
        outline.deal(shards, |shard, first, repetition| {
            let cell = outline.cell(first, repetition);
            let takes = agent(&cell) * slowness(&cell.game) * (1 + cell.seed % 5);
            cost[shard as usize] += takes;
            by_place[(first * 20 + repetition as usize) % shards as usize] += takes;
            by_hash[(cell.agent_seed % u64::from(shards)) as usize] += takes;
            place += 1;
        });
        let longest = |cost: &[u64]| {
            let mean = cost.iter().sum::<u64>() as f64 / cost.len() as f64;
            *cost.iter().max().unwrap() as f64 / mean
        };
        eprintln!(
            "{place} games in {shards} shards: the longest takes {:.3} times the mean, {:.3} by place, {:.3} by a hash alone",
            longest(&cost),
            longest(&by_place),
            longest(&by_hash)
        );
        assert!(longest(&cost) < 1.15, "{shards} shards: {:.3}", longest(&cost));
        assert!(longest(&cost) < longest(&by_hash));
    }
}

#[test]
fn forty_shards_equal_one_machine_whatever_was_stopped() {
    let cluster = Cluster::new("forty", small(), 40);
    for index in 0..40 {
        match index % 4 {
            // Stopped, and played on where it was.
            0 => {
                cluster.play_some(index, "machine-a", 2);
                cluster.play(index, "machine-a");
            }
            // Stopped, and played on elsewhere.
            1 => {
                cluster.play_some(index, "machine-a", 1);
                cluster.play_some(index, "machine-b", 1);
                cluster.play(index, "machine-c");
            }
            _ => cluster.play(index, "machine-b"),
        }
    }
    // Played again, it only looks.
    cluster.play(1, "machine-c");
    let merged = cluster.merge().unwrap();
    assert_eq!((merged.done, merged.missing, merged.doubled, merged.shards), (merged.games, 0, 0, 40));
    let expected = on_one_machine(&cluster);
    assert!(rows(cluster.run().path()) == expected, "the rows differ");
    // Both seats of games of two.
    assert!(expected.len() as u64 > merged.games && expected.iter().any(|row| row.seat == 1));

    let first = std::fs::read(cluster.run().path().join("results.sqlite")).unwrap();
    assert_eq!(cluster.merge().unwrap(), merged);
    assert_eq!(std::fs::read(cluster.run().path().join("results.sqlite")).unwrap(), first, "merged twice");
    let left: Vec<PathBuf> = std::fs::read_dir(cluster.run().shards())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with('.'))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn missing_and_doubled_games_are_named() {
    let cluster = Cluster::new("missing", small(), 6);
    (0..5).for_each(|index| cluster.play(index, "a"));
    let overview = |cluster: &Cluster| {
        let run = RunFile::read(&cluster.run()).unwrap().unwrap();
        Overview::of(&cluster.run(), &run).unwrap()
    };
    assert_eq!(overview(&cluster).count(ShardState::Done), 5);
    // A run that is still growing can be read, before and after a merge.
    let before = rows(cluster.run().path()).len();
    let merged = cluster.merge().unwrap();
    assert_eq!(rows(cluster.run().path()).len(), before);
    assert_eq!((merged.missing_shards, merged.missing), (vec![5], merged.games - merged.done));
    assert!(merged.missing_examples[0].contains("shard 5/6"), "{:?}", merged.missing_examples);
    std::thread::sleep(Duration::from_millis(20));
    cluster.play(5, "a");
    assert!(rows(cluster.run().path()).len() > before, "rows that came after the merge are seen");
    assert_eq!(cluster.merge().unwrap().missing, 0);

    // A copy of a shard under another number is noticed, and changes nothing.
    let expected = rows(cluster.run().path());
    std::fs::copy(cluster.run().rows(2), cluster.run().rows(77)).unwrap();
    let merged = cluster.merge().unwrap();
    assert!(merged.doubled > 0 && !merged.doubled_examples.is_empty(), "{merged:?}");
    assert_eq!(rows(cluster.run().path()), expected);
    std::fs::remove_file(cluster.run().rows(77)).unwrap();

    // Rows that are gone from the shards are not lost from the results.
    std::fs::remove_file(cluster.run().rows(2)).unwrap();
    assert!(matches!(cluster.merge(), Err(ClusterError::Fewer { .. })));
    let overview = overview(&cluster);
    assert_eq!(overview.shards[2].state, ShardState::Failed);
    assert!(overview.shards[2].reason.as_ref().unwrap().contains("gone"), "{overview:?}");
    // And that one alone is played again.
    cluster.play(2, "a");
    assert_eq!(cluster.merge().unwrap().missing, 0);
    assert_eq!(rows(cluster.run().path()), expected);
}

#[test]
fn other_plans_programs_and_games_are_refused() {
    let cluster = Cluster::new("others", small(), 3);
    cluster.play(0, "a");
    let other_program = ShardOptions { program: program("q"), ..cluster.options(1, "b") };
    let refused = cluster.play_with(&other_program).unwrap_err();
    assert!(matches!(refused, ClusterError::OtherProgram { .. }), "{refused}");
    let run = RunFile::read(&cluster.run()).unwrap().unwrap();
    let overview = Overview::of(&cluster.run(), &run).unwrap();
    assert_eq!(overview.shards[1].state, ShardState::Failed);
    assert!(overview.shards[1].reason.as_ref().unwrap().contains("build q"), "{overview:?}");

    let other_count = ShardOptions { shard: Shard { index: 1, count: 4 }, ..cluster.options(1, "b") };
    assert!(matches!(cluster.play_with(&other_count), Err(ClusterError::OtherRun { .. })));
    let other_plan = Cluster {
        scratch: Scratch::new("others-b"),
        experiment: Experiment { seed: 9, ..small() },
        shards: 3,
    };
    let into_this = ShardOptions { folder: cluster.run(), ..other_plan.options(1, "b") };
    let refused = other_plan.play_with(&into_this).unwrap_err();
    assert!(matches!(refused, ClusterError::OtherRun { .. }), "{refused}");

    // A file that got there in another way.
    for (shard, hash) in [(1, "p"), (2, "q")] {
        let elsewhere = ShardOptions { program: program(hash), ..other_plan.options(shard, "c") };
        let _ = std::fs::remove_file(other_plan.run().run_file());
        assert!(matches!(other_plan.play_with(&elsewhere), Ok(ShardEnd::Done(_))));
    }
    std::fs::copy(other_plan.run().rows(1), cluster.run().rows(1)).unwrap();
    let refused = cluster.merge().unwrap_err().to_string();
    assert!(refused.contains("another plan") && refused.contains("000001.sqlite"), "{refused}");
    // Nor is it gone on with.
    assert!(matches!(cluster.play_with(&cluster.options(1, "a")), Err(ClusterError::OtherShard { .. })));
    // Of the same plan, but of another build.
    let same = Cluster { scratch: Scratch::new("others-c"), experiment: small(), shards: 3 };
    let built_otherwise = ShardOptions { program: program("q"), ..same.options(1, "a") };
    assert!(matches!(same.play_with(&built_otherwise), Ok(ShardEnd::Done(_))));
    std::fs::copy(same.run().rows(1), cluster.run().rows(1)).unwrap();
    let refused = cluster.merge().unwrap_err().to_string();
    assert!(refused.contains("another build of Ludex (q, not p)"), "{refused}");
}

#[test]
fn texts_of_games_are_part_of_the_plan() {
    let scratch = Scratch::new("texts");
    let games = scratch.path().join("games");
    let write = |name: &str| {
        let game = format!(
            "BasicGame\n  SpriteSet\n    {name} > Immovable\n    avatar > MovingAvatar\n  TerminationSet\n    Timeout limit=3 win=True\n"
        );
        std::fs::create_dir_all(&games).unwrap();
        std::fs::write(games.join("waiting.txt"), game).unwrap();
        std::fs::write(games.join("waiting_lvl0.txt"), "A\n").unwrap();
    };
    write("stone");
    let experiment = Experiment {
        games_dir: Some(games.clone()),
        levels: Levels::first(1),
        ..experiment(&["random"], &["waiting"], 8)
    };
    let cluster = Cluster { scratch, experiment, shards: 2 };
    cluster.play(0, "a");
    write("rock");
    assert!(matches!(cluster.play_with(&cluster.options(1, "a")), Err(ClusterError::OtherRun { .. })));
    let refused = cluster.merge().unwrap_err().to_string();
    assert!(refused.contains("other texts"), "{refused}");
    write("stone");
    cluster.play(1, "a");
    assert_eq!(cluster.merge().unwrap().missing, 0);
}

#[test]
fn a_shared_folder_that_comes_back_late() {
    let mut cluster = Cluster::new("late", small(), 1);
    cluster.experiment.reps = 60;
    let shared = cluster.run().path().to_owned();
    // At the start: something else is in its place.
    std::fs::write(&shared, "not mounted").unwrap();
    let warnings = AtomicUsize::new(0);
    let (away, stop) = (shared.with_extension("away"), AtomicBool::new(false));
    let options = ShardOptions { every: Duration::from_secs(1), ..cluster.options(0, "a") };
    let end = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(500));
            std::fs::remove_file(&shared).unwrap();
        });
        let taken = AtomicBool::new(false);
        play_shard(
            &cluster.experiment,
            "",
            &options,
            &stop,
            &|_| {
                warnings.fetch_add(1, Ordering::Relaxed);
            },
            |progress| {
                // In the middle: it is gone, and comes back when everything is played.
                if progress.played > 20 && !taken.swap(true, Ordering::Relaxed) {
                    std::fs::rename(&shared, &away).unwrap();
                    std::fs::write(&shared, "not mounted").unwrap();
                }
                if progress.done() == progress.planned {
                    let (shared, away) = (shared.clone(), away.clone());
                    std::thread::spawn(move || {
                        std::thread::sleep(Duration::from_millis(1500));
                        std::fs::remove_file(&shared).unwrap();
                        std::fs::rename(&away, &shared).unwrap();
                    });
                }
            },
        )
    });
    assert!(matches!(end, Ok(ShardEnd::Done(_))), "{end:?}");
    assert!(warnings.load(Ordering::Relaxed) > 2);
    assert_eq!(cluster.merge().unwrap().missing, 0);
}

#[test]
fn a_folder_that_stays_away_keeps_the_rows_on_the_machine() {
    let cluster = Cluster::new("away", small(), 4);
    let (shared, away) = (cluster.run().path().to_owned(), cluster.run().path().with_extension("away"));
    let end = play_shard(
        &cluster.experiment,
        "",
        &cluster.options(0, "a"),
        &AtomicBool::new(false),
        &|_| {},
        |progress| {
            if progress.done() == progress.planned {
                std::fs::rename(&shared, &away).unwrap();
                std::fs::write(&shared, "not mounted").unwrap();
            }
        },
    );
    assert!(matches!(&end, Ok(ShardEnd::NotDone(reason)) if reason.contains("on this machine")), "{end:?}");
    std::fs::remove_file(&shared).unwrap();
    std::fs::rename(&away, &shared).unwrap();
    // The same command brings them: nothing is played again.
    let end = cluster.play_with(&cluster.options(0, "a")).unwrap();
    assert!(matches!(end, ShardEnd::Done(summary) if summary.progress.played == 0));
    assert_eq!(cluster.merge().unwrap().missing_shards, [1, 2, 3]);
}

#[test]
fn two_processes_of_one_shard_lose_nothing() {
    // A machine that was taken for lost goes on, and its shard is played elsewhere too.
    let cluster = Cluster::new("zombie", small(), 2);
    std::thread::scope(|scope| {
        for machine in ["a", "b", "c"] {
            let cluster = &cluster;
            scope.spawn(move || cluster.play(0, machine));
        }
    });
    cluster.play(1, "a");
    let merged = cluster.merge().unwrap();
    assert_eq!((merged.missing, merged.doubled), (0, 0));
    assert_eq!(rows(cluster.run().path()), on_one_machine(&cluster));
}

#[test]
fn long_games_first() {
    let experiment = small();
    let outline = Outline::new(&experiment).unwrap();
    let mut run = RunFile::new(&experiment, &outline, 1, program("p"));
    let mut cells = outline.plan(Shard { index: 0, count: 1 }).cells;
    let unsorted = cells.clone();
    run.sort(&mut cells);
    assert_eq!(cells, unsorted, "nothing is known");
    let cost: BTreeMap<&str, f64> = [("random", 1.0), ("onestep", 9.0), ("olets", 3.0)].into();
    for cell in outline.firsts() {
        run.costs.push(ludex_arena::cluster::Cost {
            agent: cell.entrant.agent.to_string(),
            game: cell.game.to_string(),
            seconds: cost[&*cell.entrant.agent],
        });
    }
    run.sort(&mut cells);
    assert!(cells.is_sorted_by(|a, b| cost[&*a.entrant.agent] >= cost[&*b.entrant.agent]));
}

/// A shard whose wall time is over has played about as much of every game and of every agent.
#[test]
fn an_early_stop_of_a_shard_is_balanced() {
    let agents = ["random", "onestep", "rhea", "samplemcts", "mcts", "olets", "iw"];
    let games = ["zelda", "aliens", "chase", "frogs", "portals", "sokoban", "eggomania", "lasers"];
    let outline = Outline::new(&experiment(&agents, &games, 6)).unwrap();
    for count in [1, 4, 10] {
        let plan = outline.plan(Shard { index: 0, count });
        for stopped_after in [14, 28, 56, plan.cells.len() / 2] {
            let played = &plan.cells[..stopped_after];
            let of_agents: Vec<usize> = agents
                .iter()
                .map(|agent| played.iter().filter(|cell| &*cell.entrant.agent == *agent).count())
                .collect();
            let of_games: Vec<usize> =
                games.iter().map(|game| played.iter().filter(|cell| &*cell.game == *game).count()).collect();
            for counts in [of_agents, of_games] {
                let spread = counts.iter().max().unwrap() - counts.iter().min().unwrap();
                let share = stopped_after / counts.len();
                assert!(spread <= 3 + share / 3, "1 of {count}, after {stopped_after}: {counts:?}");
            }
        }
    }
}
