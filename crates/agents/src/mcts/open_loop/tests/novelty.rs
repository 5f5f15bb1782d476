//! Novelty-based pruning.

use ludex_engine::Action;

use super::{EMPTY, empty_room, game, probe, room};
use crate::interface::Budget;
use crate::kit::bounds::Bounds;
use crate::mcts::open_loop::search::Search;
use crate::mcts::tree::NodeId;

fn opposite(action: Action) -> Action {
    match action {
        Action::Up => Action::Down,
        Action::Down => Action::Up,
        Action::Left => Action::Right,
        _ => Action::Left,
    }
}

/// For each tested node one step from the root: its action, and the actions after it that are not novel.
fn pruned(search: &Search) -> Vec<(Action, Vec<Action>)> {
    let action = |node: NodeId| Action::ALL[search.tree.action(node)];
    let tested = search.tree.children(NodeId::ROOT).filter(|&child| search.tree.get(child).novelty.tested);
    tested
        .map(|child| {
            let stale = search.tree.children(child).filter(|&node| !search.tree.get(node).novelty.novel);
            (action(child), stale.map(action).collect())
        })
        .collect()
}

#[test]
fn an_empty_room_loses_its_reversals_and_nothing_else() {
    probe(&empty_room(), "mcts+nbp", Budget::iterations(200), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        let root = search.tree.children(NodeId::ROOT);
        assert!(root.into_iter().all(|child| search.tree.get(child).novelty.novel));
        let pruned = pruned(search);
        assert_eq!(pruned.len(), 4);
        for (action, stale) in pruned {
            assert_eq!(stale, [opposite(action)]);
        }
        Action::Nil
    });
}

#[test]
fn steps_against_a_wall_are_pruned() {
    probe(
        &room("wwwww\nw.A.w\nw...w\nw...w\nwwwww"),
        "mcts+nbp",
        Budget::iterations(50),
        2,
        |search, turn, _| {
            search.begin(turn);
            search.think(turn);
            for child in search.tree.children(NodeId::ROOT) {
                let bumps = search.tree.action(child) == Action::Up as usize;
                assert_eq!(search.tree.get(child).novelty.novel, !bumps);
            }
            // Safe as it is here, the bump gets no further visit once it has been found out.
            let up = search.tree.child(NodeId::ROOT, Action::Up as usize).unwrap();
            assert!(search.tree.get(up).visits <= 2.0);
            Action::Nil
        },
    );
}

/// Is everything novel in this game?
fn all_novel(world: &std::sync::Arc<ludex_engine::World>) {
    probe(world, "mcts+nbp", Budget::iterations(200), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        assert!(!pruned(search).is_empty());
        search.tree.for_each(|_, node| assert!(node.novelty.novel));
        Action::Nil
    });
}

#[test]
fn to_and_fro_is_allowed_on_a_single_axis() {
    all_novel(&game("HorizontalAvatar", "extra > Immovable", "", EMPTY));
    all_novel(&game("VerticalAvatar", "extra > Immovable", "", EMPTY));
}

#[test]
fn slow_avatars_need_not_reach_a_new_cell() {
    all_novel(&game("MovingAvatar speed=0.5", "extra > Immovable", "", EMPTY));
}

#[test]
fn what_gains_score_is_novel() {
    // Standing on floor is worth a point each tick: every state has more than its parent.
    all_novel(&game("MovingAvatar", "extra > Immovable", "floor avatar > stepBack scoreChange=1", EMPTY));
}

#[test]
fn the_neighbourhood_reaches_the_root_unless_a_gain_ends_it() {
    // There is a coin to the right; the way back from it leads to what was seen at the root, but for the coin.
    for (spec, new) in [("mcts+nbp", false), ("mcts+nbp(reading=maastcts2)", true)] {
        let world = room(&EMPTY.replace("A.", "Ac"));
        probe(&world, spec, Budget::iterations(300), 2, move |search, turn, _| {
            search.begin(turn);
            search.think(turn);
            let coin = search.tree.child(NodeId::ROOT, Action::Right as usize).unwrap();
            assert!(search.tree.get(coin).novelty.tested);
            let back = search.tree.child(coin, Action::Left as usize).unwrap();
            assert_eq!(search.tree.get(back).novelty.novel, new);
            Action::Nil
        });
    }
}

#[test]
fn nothing_is_passed_over_in_danger() {
    probe(&empty_room(), "mcts+nbp", Budget::iterations(200), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        let right = search.tree.child(NodeId::ROOT, Action::Right as usize).unwrap();
        assert!(search.tree.get(right).novelty.tested);
        search.bounds = Bounds { low: 0.0, high: 10.0 };
        for (mean, passes) in [(6.0, true), (5.0, true), (4.9, false)] {
            let node = search.tree.get_mut(right);
            node.sum = node.visits * mean;
            assert_eq!(search.passes_over(right), passes, "{mean}");
        }
        let node = search.tree.get_mut(right);
        (node.sum, node.inescapable) = (node.visits * 6.0, true);
        assert!(!search.passes_over(right), "loss avoidance has failed here");
        Action::Nil
    });
}

#[test]
fn what_is_not_novel_is_played_only_if_the_rest_is_dangerous() {
    probe(&empty_room(), "mcts+nbp", Budget::iterations(50), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        let children: Vec<NodeId> = search.tree.children(NodeId::ROOT).collect();
        for (i, &child) in children.iter().enumerate() {
            let node = search.tree.get_mut(child);
            node.novelty.novel = i > 0;
            (node.visits, node.sum) = (10.0, if i == 0 { 90.0 } else { 60.0 });
        }
        let stale = Action::ALL[search.tree.action(children[0])];
        search.bounds = Bounds { low: 0.0, high: 10.0 };
        assert_ne!(search.recommend(), Some(stale), "the others are good enough");
        search.bounds = Bounds { low: 0.0, high: 13.0 };
        assert_eq!(search.recommend(), Some(stale), "the others are below the middle");
        search.bounds = Bounds { low: 0.0, high: 10.0 };
        search.tree.get_mut(NodeId::ROOT).inescapable = true;
        assert_eq!(search.recommend(), Some(stale), "there is no escape");
        children.iter().for_each(|&child| search.tree.get_mut(child).novelty.novel = false);
        assert_eq!(search.recommend(), Some(stale), "there is nothing novel");
        Action::Nil
    });
}

#[test]
fn a_node_without_novel_children_is_not_novel() {
    // In a dead end of one cell there is only the way back.
    probe(&room("wwwwww\nwA.w.w\nwwwwww"), "mcts+nbp", Budget::iterations(100), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        let right = search.tree.child(NodeId::ROOT, Action::Right as usize).unwrap();
        let node = search.tree.get(right);
        assert!(node.novelty.tested && !node.novelty.novel);
        Action::Nil
    });
}
