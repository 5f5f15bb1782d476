//! Loss avoidance.

use ludex_engine::Action;

use super::{game, mean, probe, room};
use crate::interface::{Budget, Match, Rules};
use crate::mcts::open_loop::history::{ActionHistory, Pair};
use crate::mcts::open_loop::node::Node;
use crate::mcts::tree::NodeId;
use crate::registry::AgentSpec;

#[test]
fn the_best_sibling_is_backed_up() {
    // One simulation of one step: three of four actions lose.
    let calls =
        probe(&room("lll\nlA.\nlll"), "mcts(depth=1)+la", Budget::iterations(1), 12, |search, turn, _| {
            search.begin(turn);
            search.think(turn);
            let visits = |action: Action| {
                let child = search.tree.child(NodeId::ROOT, action as usize);
                child.map(|child| search.tree.get(child).visits)
            };
            assert_eq!((visits(Action::Right), mean(search, Action::Right)), (Some(1.0), 0.0));
            assert_eq!((search.tree.get(NodeId::ROOT).visits, search.tree.get(NodeId::ROOT).sum), (1.0, 0.0));
            if turn.calls() > 1 {
                for action in [Action::Up, Action::Left, Action::Down] {
                    assert_eq!((visits(action), mean(search, action)), (Some(0.25), -1e7));
                    let child = search.tree.child(NodeId::ROOT, action as usize).unwrap();
                    assert!(!search.tree.get(child).cached.is_empty(), "its state is kept");
                }
                assert_eq!(search.bounds.low, -1e7, "bounds have seen the siblings");
                assert!(search.tree.get(NodeId::ROOT).untried.is_empty());
            }
            Action::Nil
        });
    // A play-out that went right at once is no loss; the others cost three siblings more.
    assert!(calls.iter().all(|&calls| calls == 1 || calls == 4), "{calls:?}");
    assert!(calls.contains(&4));
}

#[test]
fn the_way_is_played_again() {
    // A lane of three cells, lava at its end: only play-outs that go right three times lose.
    let world = game("HorizontalAvatar", "extra > Immovable", "", "A..l");
    let calls = probe(&world, "mcts(depth=3)+la", Budget::iterations(1), 40, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        Action::Nil
    });
    // Three steps; if they lost, two again and the other action.
    assert!(calls.iter().all(|&calls| calls == 3 || calls == 3 + 2 + 1), "{calls:?}");
    assert!(calls.contains(&6) && calls.contains(&3), "{calls:?}");
}

#[test]
fn it_is_not_started_twice() {
    // Wanderers that kill: on the second way through, the game may end before the place of the loss.
    let world = game(
        "MovingAvatar",
        "extra > RandomNPC cooldown=1",
        "avatar extra > killSprite\n    extra EOS > stepBack",
        "x.x.x\n.....\nx.A.x\n.....\nx.x.x",
    );
    let calls = probe(&world, "mcts(depth=4)+la", Budget::iterations(1), 3, |search, turn, _| {
        search.begin(turn);
        // Many first simulations, each in a tree of its own.
        let mut most = 0;
        for _ in 0..200 {
            search.tree.clear(Node::new(&search.present));
            search.cache.clear();
            let before = turn.calls();
            search.simulate(turn);
            let spent = turn.calls() - before;
            most = most.max(spent);
            // Four steps, three of them again, three siblings.
            assert!(spent <= 4 + 3 + 3, "{spent}");
        }
        assert!(most > 4);
        Action::Nil
    });
    assert!(calls.iter().all(|&calls| calls > 0));
}

#[test]
fn a_loss_that_cannot_be_avoided_is_backed_up_and_marked() {
    probe(&room("wlw\nlAl\nwlw"), "mcts(depth=1)+la", Budget::iterations(1), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        let root = search.tree.get(NodeId::ROOT);
        assert_eq!((root.visits, root.sum, root.inescapable), (1.0, -1e7, true));
        Action::Nil
    });
}

#[test]
fn losses_of_the_selection_are_backed_up_as_they_are() {
    // All actions have been tried; the tree ends in lava on all sides.
    probe(&room("wlw\nlAl\nwlw"), "mcts(depth=1)+la", Budget::iterations(30), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        assert_eq!(turn.calls(), 4 + 29 - 4, "after the four states that are kept, a call each");
        Action::Nil
    });
}

#[test]
fn only_the_best_sibling_is_remembered_as_an_action() {
    probe(&room("lll\nlA.\nlll"), "mcts(depth=1)+ph+la", Budget::iterations(1), 8, |search, turn, _| {
        search.begin(turn);
        if let Some(actions) = &mut search.parts.actions {
            *actions = ActionHistory::new(&turn.observation());
        }
        search.think(turn);
        let actions = search.parts.actions.as_ref().unwrap();
        // The avatar is in the cell in the middle of three rows of three.
        let known: Vec<Option<f64>> = [Action::Up, Action::Left, Action::Down, Action::Right]
            .map(|action| actions.mean(Pair::new(action as usize, 4)))
            .to_vec();
        assert_eq!(known, [None, None, None, Some(0.0)]);
        Action::Nil
    });
}

#[test]
fn only_loss_avoidance_finds_the_way_through_a_corridor() {
    // Two actions of four lose in every cell: hardly any random play-out gets to the door.
    let world = room("lllllll\nA.....d\nlllllll");
    let wins = |spec: &str| {
        let spec: AgentSpec = spec.parse().unwrap();
        let games = (0..10).map(|seed| {
            let rules = Rules::new(Budget::iterations(20));
            let mut game = Match::new(&world, 1, &[(&spec, seed)], rules);
            for _ in 0..40 {
                game.step();
            }
            usize::from(game.result().players[0].won())
        });
        games.sum::<usize>()
    };
    let (with, without) = (wins("mcts+la"), wins("mcts"));
    assert!(with >= 9 && without <= 2, "{with} {without}");
}
