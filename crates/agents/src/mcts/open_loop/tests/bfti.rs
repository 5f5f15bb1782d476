//! Breadth-first tree initialisation.

use ludex_engine::Action;

use super::{empty_room, probe, room};
use crate::interface::Budget;
use crate::mcts::tree::NodeId;

#[test]
fn cached_states_are_used_instead_of_calls() {
    // Three states for each of four actions, then simulations of ten more actions each: the first step of every simulation
    // is to a state that is there already.
    for (iterations, calls) in [(1, 12 + 10), (4, 12 + 40)] {
        let spent =
            probe(&empty_room(), "mcts+bfti", Budget::iterations(iterations), 3, |search, turn, _| {
                search.begin(turn);
                search.think(turn);
                Action::Nil
            });
        assert_eq!(spent, [calls, calls, calls], "{iterations} simulations");
    }
    let once = probe(&empty_room(), "mcts+bfti(m=1)", Budget::iterations(4), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        Action::Nil
    });
    assert_eq!(once[0], 4 + 40);
}

#[test]
fn a_state_serves_once() {
    // Twelve states for a hundred simulations, each of which goes at least one step through the tree.
    let spent = probe(&empty_room(), "mcts(depth=1)+bfti", Budget::iterations(100), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        Action::Nil
    });
    let plain = probe(&empty_room(), "mcts(depth=1)", Budget::iterations(100), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        Action::Nil
    });
    // The tree is a little deeper where the root's children are there from the start, but not by a dozen states a step.
    assert!(spent[0] > plain[0], "{spent:?} {plain:?}");
}

#[test]
fn actions_that_lose_at_once_are_left_out() {
    probe(&room("...\nlAl\n..."), "mcts+bfti", Budget::iterations(20), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        for action in [Action::Left, Action::Right] {
            assert_eq!(search.tree.child(NodeId::ROOT, action as usize), None);
        }
        assert!(matches!(search.recommend(), Some(Action::Up | Action::Down)));
        Action::Nil
    });
}

#[test]
fn where_all_actions_lose_none_is_left_out() {
    probe(&room("wlw\nlAl\nwlw"), "mcts+bfti", Budget::iterations(5), 1, |search, _, _| {
        assert_eq!(search.tree.children(NodeId::ROOT).count(), 4);
        Action::Nil
    });
}

#[test]
fn trials_count_as_one_simulation() {
    probe(&room("wcw\nwAw\nwww"), "mcts+bfti", Budget::calls(40), 2, |search, turn, _| {
        search.begin(turn);
        search.initialise_breadth_first(turn);
        assert_eq!(turn.calls(), 12);
        let children = search.tree.children(NodeId::ROOT);
        children.for_each(|child| assert_eq!(search.tree.get(child).visits, 1.0));
        assert_eq!(search.tree.get(NodeId::ROOT).visits, 4.0);
        assert_eq!((super::mean(search, Action::Up), super::mean(search, Action::Left)), (1.0, 0.0));
        Action::Nil
    });
}

#[test]
fn a_budget_for_no_round_is_left_to_the_simulations() {
    probe(&empty_room(), "mcts+bfti", Budget::calls(3), 2, |search, turn, _| {
        search.begin(turn);
        search.initialise_breadth_first(turn);
        assert_eq!(turn.calls(), 0);
        search.think(turn);
        assert!(search.recommend().is_some());
        Action::Nil
    });
}
