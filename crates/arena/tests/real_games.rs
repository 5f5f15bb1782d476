//! Plans played with the real engine and agents, on the games that ship with Ludex.

use crate::common::{MadeUp, Scratch};
use ludex_agents::registry::{agents, aliases};
use ludex_arena::plan::{BundledGames, Experiment, Levels, Plan, PlanError, source};
use ludex_arena::report::{Report, Screen};
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
    let options = RunOptions { jobs, clock: None, replays: 0 };
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
fn every_two_agents_meet_in_both_seats() {
    let wanted =
        experiment(&["donothing", "random", "onestep"], &["foxandgoose", "twinlocks", "zelda"], 2, "20fm");
    let plan = Plan::new(&wanted, &[&BundledGames]).unwrap();
    assert_eq!(plan.cells.len(), (6 + 6 + 3) * 2 * 2, "six pairs in seats, three agents alone");
    let scratch = Scratch::new("pairs");
    play(&plan, scratch.path(), 2, |_| {});
    let rows = rows(scratch.path());
    assert_eq!(rows.len(), (12 + 12 + 3) * 2 * 2, "each of two players has a row");
    let of_two: Vec<&GameRow> = rows.iter().filter(|row| row.partner.is_some()).collect();
    for row in &of_two {
        let same = |other: &&&GameRow| {
            (other.seed, other.repetition, other.level, &other.game)
                == (row.seed, row.repetition, row.level, &row.game)
                && other.agent != row.agent
        };
        let others: Vec<_> = of_two.iter().filter(same).collect();
        assert_eq!(others.len(), 1, "a game has two players");
        assert_eq!((others[0].seat + row.seat, others[0].partner.as_deref()), (1, Some(&*row.agent)));
        let seats = of_two.iter().filter(|other| other.seed == row.seed && other.agent == row.agent);
        assert_eq!(seats.map(|row| row.seat).sum::<u32>(), 1, "both seats with the same seed");
    }

    // The same again plays nothing, and the ratings leave out the game that is played together.
    play(&plan, scratch.path(), 1, |_| panic!("nothing is left"));
    let report = Report::new(&[Results::open(scratch.path()).unwrap()], &[], &|_| None).unwrap();
    let json = report.to_json();
    for entrant in json["agents"].as_array().unwrap() {
        let rating = &entrant["rating"];
        let [won, drawn, lost] = ["won", "drawn", "lost"].map(|key| rating[key].as_u64().unwrap());
        assert_eq!(won + drawn + lost, 2 * 2 * 4, "{entrant}");
        let elo = rating["elo"].as_f64().unwrap();
        assert!(
            rating["interval"][0].as_f64().unwrap() <= elo && elo <= rating["interval"][1].as_f64().unwrap()
        );
    }
    assert!(
        report.summary(Screen::default()).contains("Elo") && report.to_html().contains("Against each other")
    );

    let alone = Plan::new(&experiment(&["random"], &["goldrush"], 1, "9fm"), &[&BundledGames]);
    assert!(matches!(alone, Err(PlanError::NeedsTwo(_))));
}

#[test]
fn every_agent_plays_games_of_two() {
    let names = agents().map(|agent| agent.name).chain(aliases().map(|alias| alias.name));
    for name in names.filter(|name| *name != "random") {
        let mut wanted = experiment(&[name, "random"], &["bundled-duo"], 1, "30fm");
        wanted.levels = Levels::only(4);
        let plan = Plan::new(&wanted, &[&BundledGames]).unwrap();
        let scratch = Scratch::new(&format!("duo-{name}"));
        play(&plan, scratch.path(), 2, |_| {});
        for row in rows(scratch.path()) {
            assert_eq!(row.disqualified, None, "{} in {}", row.agent, row.game);
        }
    }
}

#[test]
fn what_cannot_be_played_is_said_before_the_first_game() {
    let scratch = Scratch::new("unplayable");
    let plan =
        Plan::new(&experiment(&["random"], &["zelda"], 1, "9fm"), &[&MadeUp::new(&["zelda"])]).unwrap();
    let options = RunOptions { jobs: 1, clock: None, replays: 0 };
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
