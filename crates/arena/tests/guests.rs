//! Guests: agents that are not part of Ludex play in experiments beside those that are.

use crate::common::Scratch;
use ludex_agents::{Agent, Builder, Turn};
use ludex_arena::plan::{BundledGames, Experiment, Levels, Plan};
use ludex_arena::runner::RunOptions;
use ludex_arena::store::Results;
use ludex_arena::{Guest, contest_with};
use ludex_engine::Action;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Notes where it plays, and thinks elsewhere.
struct Visitor(Mutex<Vec<(bool, i64)>>);

impl Guest for Visitor {
    fn name(&self) -> &str {
        "elsewhere:visitor"
    }

    fn builder<'a>(&'a self, game: &'a str, level: &'a str, seed: i64) -> Box<dyn Builder + 'a> {
        self.0.lock().unwrap().push((game.contains("SpriteSet") && !level.is_empty(), seed));
        Box::new(|_: Turn<'_>, _: u64| -> Box<dyn Agent> { Box::new(Thinker) })
    }
}

struct Thinker;

impl Agent for Thinker {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        // More than it has: the limit holds.
        turn.charge(100, 3, Duration::from_secs(1));
        Action::Nil
    }
}

#[test]
fn guests_play_under_the_same_rules() {
    let scratch = Scratch::new("guests");
    let visitor = Visitor(Mutex::default());
    let experiment = Experiment {
        agents: vec!["elsewhere:visitor".to_owned(), "random".to_owned()],
        games: vec!["aliens".to_owned()],
        levels: Levels::first(2),
        reps: 1,
        budget: "20fm".to_owned(),
        ..Experiment::default()
    };
    assert!(experiment.clone().canonical().is_err(), "without the guest there is no such agent");
    let experiment = experiment.canonical_with(&[visitor.name()]).unwrap();
    let plan = Plan::new(&experiment, &[&BundledGames]).unwrap();
    let stop = AtomicBool::new(false);
    let options = RunOptions::new(Some(1), None);
    let summary = contest_with(&plan, &[&visitor], scratch.path(), "", options, &stop, |_| {}).unwrap();
    assert!(!summary.stopped);
    let told = visitor.0.lock().unwrap();
    assert!(told.len() == 2 && told.iter().all(|(texts, _)| *texts), "{told:?}");
    let seeds: Vec<i64> = plan.cells.iter().map(|cell| cell.seed.cast_signed()).collect();
    assert!(told.iter().all(|(_, seed)| seeds.contains(seed)), "{told:?} {seeds:?}");
    assert_eq!(Results::open(scratch.path()).unwrap().count().unwrap(), 4);
}
