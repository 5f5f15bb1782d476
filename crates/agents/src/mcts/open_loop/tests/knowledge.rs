//! Knowledge-based evaluation.

use ludex_engine::Action;

use super::{EMPTY, game, mean, probe, room};
use crate::interface::Budget;
use crate::mcts::open_loop::knowledge::Knowledge;
use crate::mcts::open_loop::search::Search;

#[test]
fn getting_closer_is_worth_something() {
    // A door eleven steps away: out of reach of simulations of one step.
    probe(&room("A...........d"), "mcts(depth=1)+kbe", Budget::iterations(40), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        assert_eq!(search.recommend(), Some(Action::Right));
        for action in [Action::Up, Action::Left, Action::Down, Action::Right] {
            assert!((0.0..=0.5).contains(&mean(search, action)), "{action}: {}", mean(search, action));
        }
        Action::Nil
    });
}

#[test]
fn ways_lead_around_walls() {
    // As the crow flies the door is to the right; on foot it is not.
    let world = room("wwwwww\nwA.w.w\nw.w..w\nw.w.dw\nw....w\nwwwwww");
    probe(&world, "mcts(depth=1)+kbe", Budget::iterations(40), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        assert!(mean(search, Action::Down) > mean(search, Action::Right));
        Action::Nil
    });
}

#[test]
fn only_what_is_worth_as_much_as_the_present_gets_a_bonus() {
    // Four simulations of one step: each action once.
    probe(&room("lAc.........d"), "mcts(depth=1)+kbe", Budget::iterations(4), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        assert_eq!((mean(search, Action::Left), mean(search, Action::Right)), (-1e7, 1.0));
        let up = mean(search, Action::Up);
        assert!(up > 0.0 && up <= 0.5, "{up}");
        Action::Nil
    });
}

#[test]
fn breadth_first_initialisation_has_the_same_rule() {
    probe(&room("lAc.........d"), "mcts+bfti+kbe", Budget::iterations(1), 2, |search, turn, _| {
        search.begin(turn);
        search.initialise_breadth_first(turn);
        assert_eq!(mean(search, Action::Right), 1.0);
        assert!(mean(search, Action::Up) > 0.0 && mean(search, Action::Up) <= 0.5);
        Action::Nil
    });
}

#[test]
fn siblings_are_compared_without_it() {
    // Right is nearer to the door, but what loss avoidance compares is the score alone: of equals the first is backed up.
    let world = room("l..........d\nA...........\nl...........");
    probe(&world, "mcts(depth=1)+la+kbe", Budget::iterations(1), 30, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        if turn.calls() == 4 {
            // Left bumps against the edge: a zero, and the first.
            let value = mean(search, Action::Left);
            assert!(value > 0.0 && value <= 0.5, "the one that is backed up gets its bonus: {value}");
            assert_eq!(mean(search, Action::Right), 0.0, "a sibling keeps the bare evaluation");
        }
        Action::Nil
    });
}

#[test]
fn what_changes_the_score_is_learned() {
    // Mud takes a point: after it has been stepped into in simulations, keeping away from it is better.
    let world = game(
        "HorizontalAvatar",
        "extra > Resource",
        "extra avatar > killSprite scoreChange=-1",
        "............A..x",
    );
    let mut away = Vec::new();
    probe(&world, "mcts(depth=2)+kbe", Budget::iterations(60), 30, move |search, turn, tick| {
        search.begin(turn);
        search.think(turn);
        away.push(search.recommend() == Some(Action::Left));
        if tick == 29 {
            assert!(away[5..].iter().all(|&away| away), "{away:?}");
        }
        Action::Nil
    });
}

#[test]
fn only_selection_and_play_out_teach() {
    // The coin is a step away, so that trials touch it.
    probe(
        &room(&EMPTY.replace("A.", "Ac")),
        "mcts+bfti+kbe",
        Budget::iterations(20),
        3,
        |search, turn, _| {
            let learned = |search: &Search| search.parts.knowledge.as_ref().map_or(0.0, Knowledge::events);
            search.begin(turn);
            let (calls, events) = (turn.calls(), learned(search));
            search.initialise_breadth_first(turn);
            assert!(turn.calls() > calls, "all actions are tried");
            assert_eq!(learned(search), events, "trials teach nothing");
            search.think(turn);
            assert!(learned(search) > events);
            Action::Nil
        },
    );
}

#[test]
fn outcomes_count_as_much_as_they_are_said_to() {
    for (spec, least) in [("mcts+kbe", -1.0), ("mcts+kbe(outcome=1000)", -800.0)] {
        let world = room("wwwww\nwlAlw\nwwwww");
        probe(&world, spec, Budget::iterations(30), 2, move |search, turn, _| {
            search.begin(turn);
            search.think(turn);
            let weights = search.parts.knowledge.as_ref().map(Knowledge::weights).unwrap_or_default();
            let lowest = weights.into_iter().fold(f64::INFINITY, f64::min);
            assert!((lowest - least).abs() < 0.25 * -least, "{lowest}");
            Action::Nil
        });
    }
}
