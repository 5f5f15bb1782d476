//! Two objectives, in games made for them.

use crate::common;

use std::sync::Arc;

use common::{agent, decisions, endless};
use ludex_agents::{Budget, Insight, Match, Rules};
use ludex_engine::{Action, World};

const IT: fn(u64) -> Budget = Budget::iterations;

/// The avatar walks five steps to the right and stands above a coin. Its trail has spread to the coin's cell, but not to the next on its way.
fn torn(spec: &str) -> (Action, Insight) {
    let world = endless("MovingAvatar", "..A......\n.......c.");
    let script = [Action::Right, Action::Right, Action::Right, Action::Right, Action::Right, Action::Nil];
    decisions(&world, spec, IT(50), &script).pop().unwrap()
}

#[test]
fn the_weight_chooses_a_point_of_the_front() {
    for bounds in ["tick", "split"] {
        for (weight, action) in [(1, Action::Down), (0, Action::Right)] {
            let (answer, insight) = torn(&format!("momcts(depth=1,weight={weight},bounds={bounds})"));
            assert_eq!(answer, action, "{bounds} {weight}: {insight:?}");
        }
    }
}

#[test]
fn the_front_of_the_root_can_be_seen() {
    let (_, insight) = torn("momcts(depth=1)");
    let front = &insight.panels[0];
    assert_eq!((front.title.as_str(), front.rows.len()), ("front", 2));
    assert_eq!(front.rows[0], ("RIGHT".to_owned(), "score 0, exploration 1.000".to_owned()));
    let (action, reached) = &front.rows[1];
    assert!(action == "DOWN" && reached.starts_with("score 1, exploration 0."), "{front:?}");
}

#[test]
fn the_trail_can_be_seen() {
    for spec in ["momcts", "weightedsum", "mixedstrategy"] {
        let trail = torn(spec).1.overlay.unwrap();
        assert_eq!(trail.title, "pheromones");
        let at = |x: i32| trail.cells.iter().find(|(cell, _)| *cell == (x, 0)).map_or(0.0, |&(_, p)| p);
        assert!(at(7) == 1.0 && at(6) < 1.0 && at(6) > at(2) && at(2) > 0.0 && at(8) == 0.0, "{trail:?}");
        assert!(trail.cells.iter().all(|&(_, p)| (0.0..=1.0).contains(&p)), "{trail:?}");
    }
}

/// How many cells of a long corridor are visited in 40 ticks.
fn visited(spec: &str) -> usize {
    let dots = ".".repeat(20);
    let world = endless("HorizontalAvatar", &format!("{dots}A{dots}"));
    let spec = agent(spec);
    let mut game = Match::new(&world, 1, &[(&spec, 3)], Rules::new(IT(60)));
    let mut columns = Vec::new();
    for _ in 0..40 {
        game.step();
        columns.push(game.state().observe().avatar_position(0).0 as i32);
    }
    columns.sort_unstable();
    columns.dedup();
    columns.len()
}

#[test]
fn who_explores_gets_around() {
    let blind = visited("samplemcts(version=v2)");
    for spec in ["momcts", "momcts(loop=open)", "momcts(bounds=split)", "weightedsum"] {
        let cells = visited(spec);
        assert!(cells >= 15 && cells > blind, "{spec}: {cells}, without exploration {blind}");
    }
}

/// What an agent thinks of each action, tick by tick.
fn opinions(world: &Arc<World>, spec: &str) -> Vec<Insight> {
    let thoughts = decisions(world, spec, IT(40), &[Action::Right; 12]);
    thoughts.into_iter().map(|(_, thought)| Insight { overlay: None, panels: vec![], ..thought }).collect()
}

#[test]
fn a_sum_of_the_score_alone_is_the_sample_search() {
    let world = endless("MovingAvatar", "...........\nA..c..c....\n...........");
    assert_eq!(opinions(&world, "weightedsum(weight=1)"), opinions(&world, "samplemcts(version=v2)"));
    assert_ne!(opinions(&world, "weightedsum"), opinions(&world, "samplemcts(version=v2)"));
}

#[test]
fn a_mixed_strategy_has_one_objective_at_a_time() {
    let world = endless("MovingAvatar", "......\nA.....\n......");
    let objectives = |spec: &str| -> Vec<String> {
        let thoughts = decisions(&world, spec, IT(10), &[Action::Right; 40]);
        thoughts.into_iter().map(|(_, thought)| thought.panels[0].rows[0].1.clone()).collect()
    };
    let even = objectives("mixedstrategy").iter().filter(|name| *name == "score").count();
    assert!((10..=30).contains(&even), "{even} of 40");
    assert!(objectives("mixedstrategy(weight=1)").iter().all(|name| name == "score"));
    assert!(objectives("mixedstrategy(weight=0)").iter().all(|name| name == "exploration"));
}
