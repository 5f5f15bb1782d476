//! Detection of deterministic games.

use ludex_engine::Action;

use super::{EMPTY, empty_room, game, probe};
use crate::interface::{Agent, Budget};
use crate::mcts::tree::NodeId;

/// Does a game look deterministic?
fn looks_deterministic(sprites: &str, rules: &str, level: &str) -> bool {
    let verdict = std::rc::Rc::new(std::cell::Cell::new(false));
    let noted = std::rc::Rc::clone(&verdict);
    let world = game("MovingAvatar", sprites, rules, level);
    probe(&world, "mcts+dgd", Budget::iterations(2), 1, move |search, _, _| {
        noted.set(search.deterministic);
        assert_eq!(search.remarks(), Some(format!("deterministic={}", search.deterministic)));
        Action::Nil
    });
    verdict.get()
}

#[test]
fn chance_and_npcs_are_noticed() {
    let level = EMPTY.replacen('.', "x", 1);
    assert!(looks_deterministic("extra > Immovable", "", &level));
    assert!(looks_deterministic("extra > Missile orientation=RIGHT", "extra EOS > wrapAround", &level));
    // It looks deterministic: the thing stays where it is. But it is an NPC.
    assert!(!looks_deterministic("extra > RandomNPC cooldown=1000", "", &level));
    // No NPC, but things appear by chance.
    let spawner = "extra > SpawnPoint stype=bomb prob=0.5 cooldown=1\n    bomb > Missile orientation=DOWN";
    assert!(!looks_deterministic(spawner, "bomb EOS > killSprite", &level));
    // The NPC only appears later, but within the five ticks of the trials.
    let nest = "extra > SpawnPoint stype=bird cooldown=3\n    bird > RandomNPC";
    assert!(!looks_deterministic(nest, "bird EOS > stepBack", &level));
}

#[test]
fn a_game_that_looks_deterministic_and_is_not_is_still_played_from_its_present_state() {
    // A ball rolls straight on until it comes to a wall in tick 8, and then in any direction.
    let rules = "extra wall > stepBack\n    extra wall > flipDirection";
    let level = "wwwwwwwwwwww\nwx.........w\nw..........w\nw....A.....w\nwwwwwwwwwwww";
    let world = game("MovingAvatar", "extra > Missile orientation=RIGHT speed=1", rules, level);
    probe(&world, "soemers-all", Budget::iterations(40), 80, |search, turn, _| {
        assert!(search.deterministic);
        search.begin(turn);
        let root = search.tree.get(NodeId::ROOT);
        assert!(root.cached.is_empty() && root.saved.is_empty());
        assert_eq!(search.present.observation().tick(), turn.observation().tick());
        search.think(turn);
        search.recommend().unwrap_or_default()
    });
}

#[test]
fn states_are_kept_from_the_third_visit_on() {
    let calls = |spec: &str| {
        probe(&empty_room(), spec, Budget::iterations(200), 2, |search, turn, _| {
            search.begin(turn);
            search.think(turn);
            search.tree.for_each(|depth, node| {
                assert!(node.saved.is_empty() || node.visits >= 3.0 && depth > 0);
            });
            Action::Nil
        })[0]
    };
    let (chance, certain) = (calls("mcts"), calls("mcts+dgd"));
    // What remains of the selection are first and second visits.
    assert!(certain < chance, "{certain} {chance}");
}

#[test]
fn each_action_is_tried_once() {
    probe(&empty_room(), "mcts+bfti+dgd", Budget::iterations(1), 2, |search, turn, _| {
        search.begin(turn);
        search.initialise_breadth_first(turn);
        assert_eq!(turn.calls(), 4);
        Action::Nil
    });
}

#[test]
fn the_selection_mixes_mean_and_maximum() {
    probe(&empty_room(), "mcts(c=0)+dgd", Budget::iterations(20), 2, |search, turn, _| {
        search.begin(turn);
        search.think(turn);
        search.bounds = crate::kit::bounds::Bounds { low: 0.0, high: 10.0 };
        // Means 5, 4, 4, 4; the second has seen a 10: 3/4 * 0.4 + 1/4 * 1 beats 3/4 * 0.5 + 1/4 * 0.5.
        let children: Vec<NodeId> = search.tree.children(NodeId::ROOT).collect();
        for (i, &child) in children.iter().enumerate() {
            let node = search.tree.get_mut(child);
            node.visits = 4.0;
            (node.sum, node.max) = match i {
                0 => (20.0, 5.0),
                1 => (16.0, 10.0),
                _ => (16.0, 4.0),
            };
        }
        assert_eq!(search.best_child(NodeId::ROOT), Some(children[1]));
        assert_eq!(
            search.recommend().map(|action| action as usize),
            Some(search.tree.action(children[0])),
            "what is played goes by the mean alone"
        );
        search.deterministic = false;
        assert_eq!(search.best_child(NodeId::ROOT), Some(children[0]));
        search.deterministic = true;
        Action::Nil
    });
}
