//! Tree reuse, alone and together with others.

use ludex_engine::Action;

use super::{EMPTY, empty_room, game, probe};
use crate::interface::Budget;
use crate::mcts::open_loop::node::Node;
use crate::mcts::tree::{NodeId, Tree};

/// A thing that wanders about: the game is not deterministic.
const WANDERER: &str = "extra > RandomNPC";

/// Compares a tree with the part of another below a node.
fn same(
    old: &Tree<Node>,
    below: NodeId,
    new: &Tree<Node>,
    node: NodeId,
    check: &impl Fn(&Node, &Node, usize),
) -> usize {
    check(old.get(below), new.get(node), new.depth_of(node));
    assert_eq!(old.get(below).untried, new.get(node).untried);
    let mut nodes = 1;
    for action in 0..6 {
        match (old.child(below, action), new.child(node, action)) {
            (Some(old_child), Some(child)) => nodes += same(old, old_child, new, child, check),
            (old, new) => assert_eq!(old, new),
        }
    }
    nodes
}

/// Plays RIGHT and compares the next tick's tree with what was below it.
fn compare(spec: &str, check: impl Fn(&Node, &Node, usize) + 'static) {
    let mut old: Option<Tree<Node>> = None;
    let level = EMPTY.replacen('.', "x", 1);
    let world = game("MovingAvatar", WANDERER, "extra EOS > stepBack", &level);
    probe(&world, spec, Budget::iterations(60), 4, move |search, turn, _| {
        search.begin(turn);
        if let Some(old) = &old {
            let below = old.child(NodeId::ROOT, Action::Right as usize).unwrap();
            let nodes = same(old, below, &search.tree, NodeId::ROOT, &check);
            assert_eq!(nodes, search.tree.len());
            assert!(nodes > 50, "{nodes}");
        }
        search.think(turn);
        old = Some(search.tree.clone());
        Action::Right
    });
}

#[test]
fn a_reused_tree_is_the_subtree_decayed() {
    for (spec, gamma) in
        [("mcts+tr", 0.6), ("mcts+tr(0)", 0.0), ("mcts+tr(1)", 1.0), ("mcts+bfti+tr(0.4)", 0.4)]
    {
        compare(spec, move |old, new, _| {
            assert_eq!((new.visits, new.sum, new.max), (old.visits * gamma, old.sum * gamma, old.max));
            assert!(new.cached.is_empty() && new.saved.is_empty(), "states are those of the last tick");
        });
    }
}

#[test]
fn novelty_is_tested_anew_near_the_root() {
    compare("mcts+tr+nbp", |old, new, depth| {
        assert_eq!(new.novelty.tested, old.novelty.tested && depth > 1);
        assert!(new.novelty.novel || depth > 1);
    });
}

#[test]
fn what_cannot_be_escaped_is_found_out_anew_every_tick() {
    for spec in ["mcts+tr+la+nbp", "mcts+tr+la+nbp+dgd"] {
        probe(&empty_room(), spec, Budget::iterations(60), 3, |search, turn, _| {
            search.begin(turn);
            search.tree.for_each(|_, node| assert!(!node.inescapable));
            search.think(turn);
            search.tree.for_each(|_, node| node.inescapable = true);
            Action::Right
        });
    }
}

#[test]
fn in_deterministic_games_nothing_decays() {
    let mut old: Option<Tree<Node>> = None;
    probe(&empty_room(), "mcts+tr+nbp+dgd", Budget::iterations(60), 4, move |search, turn, _| {
        assert!(search.deterministic);
        search.begin(turn);
        if let Some(old) = &old {
            let below = old.child(NodeId::ROOT, Action::Right as usize).unwrap();
            let mut kept = 0;
            same(old, below, &search.tree, NodeId::ROOT, &|old, new, depth| {
                assert_eq!((new.visits, new.sum), (old.visits, old.sum));
                assert_eq!((new.novelty.tested, new.novelty.novel), (old.novelty.tested, old.novelty.novel));
                if depth > 0 {
                    assert_eq!((new.cached, new.saved), (old.cached, old.saved));
                }
            });
            search.tree.for_each(|_, node| kept += usize::from(!node.saved.is_empty()));
            assert!(kept > 0, "{kept}");
            let root = search.tree.get(NodeId::ROOT);
            assert!(root.cached.is_empty() && root.saved.is_empty(), "the present state takes their place");
        }
        search.think(turn);
        old = Some(search.tree.clone());
        Action::Right
    });
}

#[test]
fn only_the_last_step_stays_nearby() {
    probe(&empty_room(), "mcts+tr+nbp+dgd", Budget::iterations(60), 4, |search, turn, tick| {
        search.begin(turn);
        search.think(turn);
        let tables = search.parts.novelty.as_ref().unwrap();
        let near = tables.cells_near(search.tree.get(NodeId::ROOT));
        // Nine cells to a row: the avatar began in the middle of the room and has gone right since.
        let (column, row) = (4 + tick, 4);
        let farthest = near.iter().map(|cell| (cell % 9).abs_diff(column) + (cell / 9).abs_diff(row)).max();
        assert_eq!(farthest, Some(if tick == 0 { 1 } else { 2 }), "{near:?}");
        Action::Right
    });
}

#[test]
fn the_action_that_was_really_played_counts() {
    // The agent would play something, but NIL is what happens: nothing of the tree fits.
    probe(&empty_room(), "mcts+tr", Budget::iterations(20), 3, |search, turn, tick| {
        search.begin(turn);
        if tick > 0 {
            assert_eq!(search.tree.len(), 1);
        }
        search.think(turn);
        Action::Nil
    });
}

#[test]
fn breadth_first_adds_no_values_to_a_root_that_knows_all_its_actions() {
    probe(&empty_room(), "mcts+bfti+tr", Budget::iterations(60), 3, |search, turn, tick| {
        search.begin(turn);
        let before = search.tree.clone();
        search.initialise_breadth_first(turn);
        if tick > 0 {
            let root = search.tree.get(NodeId::ROOT);
            assert_eq!((turn.calls(), root.visits), (12, before.get(NodeId::ROOT).visits));
            assert!(
                search.tree.children(NodeId::ROOT).all(|child| !search.tree.get(child).cached.is_empty())
            );
        }
        while turn.next_iteration() {
            search.simulate(turn);
        }
        Action::Right
    });
}

#[test]
fn breadth_first_adds_a_value_to_each_child_of_a_root_that_does_not() {
    // One simulation a tick: the node that becomes the root has one child.
    probe(&empty_room(), "mcts+bfti+tr(1)", Budget::iterations(1), 3, |search, turn, tick| {
        search.begin(turn);
        let root = search.tree.get(NodeId::ROOT);
        if tick > 0 && !root.untried.is_empty() {
            let known: Vec<(usize, f64)> = search
                .tree
                .children(NodeId::ROOT)
                .map(|child| (search.tree.action(child), search.tree.get(child).visits))
                .collect();
            search.initialise_breadth_first(turn);
            assert_eq!(search.tree.children(NodeId::ROOT).count(), 4);
            for child in search.tree.children(NodeId::ROOT) {
                let action = search.tree.action(child);
                let before =
                    known.iter().find(|(known, _)| *known == action).map_or(0.0, |(_, visits)| *visits);
                assert_eq!(search.tree.get(child).visits, before + 1.0);
            }
        }
        while turn.next_iteration() {
            search.simulate(turn);
        }
        Action::Right
    });
}
