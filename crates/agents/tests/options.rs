//! Search over options, in games made for it.

use crate::common;

use std::sync::Arc;

use common::{agent, coins, endless, first_decision, world};
use ludex_agents::{Budget, Experienced, Insight, Match, Rules, play};
use ludex_engine::{Action, World};

const IT: fn(u64) -> Budget = Budget::iterations;

/// The names of the options that were tried at the root, with their visits.
fn tried(insight: &Insight) -> Vec<(String, f64)> {
    let row = |(name, value): &(String, String)| {
        let visits = value.split(", ").nth(1).and_then(|text| text.strip_prefix("visits ")).unwrap();
        (name.trim_start_matches("> ").to_owned(), visits.parse().unwrap())
    };
    insight.panels[0].rows.iter().map(row).collect()
}

/// A long corridor: nothing is worth anything but the goal at its end.
fn corridor(length: usize) -> Arc<World> {
    coins("MovingAvatar", &format!("A{}g", ".".repeat(length)))
}

#[test]
fn options_reach_what_is_far_away() {
    let rules = Rules::new(Budget::calls(300));
    for spec in ["omcts", "olmcts"] {
        let result = play(&corridor(40), 1, (&agent(spec), 1), rules);
        assert!(result.players[0].won() && result.ticks < 80, "{spec}: {result:?}");
    }
    let result = play(&corridor(40), 1, (&agent("samplemcts(version=v2)"), 1), rules);
    assert!(!result.players[0].won() || result.ticks > 200, "{result:?}");
}

#[test]
fn the_tree_branches_only_where_an_option_is_over() {
    // Four actions, three ways to go to the goal or near it, and the floor.
    let (_, insight) = first_decision(&corridor(9), "omcts", IT(8));
    assert_eq!(insight.panels[0].title, "8 of 8 options");
    assert_eq!((insight.nodes, insight.depth), (Some(9), Some(1)));
    let names: Vec<String> = tried(&insight).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names.iter().filter(|name| name.starts_with("act ")).count(), 4, "{names:?}");
    let walks = ["go-near-movable", "go-to-position", "go-to-nearest"];
    assert!(walks.iter().all(|walk| names.iter().any(|name| name.starts_with(walk))), "{names:?}");
    // With one action to begin with, an option that goes on has one child a node: as deep as it is wide.
    let (_, insight) = first_decision(&corridor(60), "omcts(c=0)", IT(60));
    assert!(insight.depth > Some(20), "{insight:?}");
}

#[test]
fn the_first_action_of_the_best_option_is_played() {
    let (action, insight) = first_decision(&corridor(9), "omcts", IT(40));
    assert_eq!(action, Action::Right);
    let chosen = insight.panels[0].rows.iter().filter(|(name, _)| name.starts_with("> ")).count();
    assert_eq!(chosen, 1, "{insight:?}");
    assert!(insight.panels[0].rows[0].0.starts_with("> "), "the best mean: {insight:?}");
}

#[test]
fn a_later_reward_counts_less() {
    // Six options, each tried once. The one that goes to the coin gets it on its way; what a roll-out has brought counts at
    // its end, five ticks after the first.
    let value = |gamma: f64| {
        let world = endless("MovingAvatar", "A.c.......");
        let (_, insight) = first_decision(&world, &format!("omcts(depth=6,gamma={gamma})"), IT(6));
        let row = insight.panels[0].rows.iter().find(|(name, _)| name.ends_with("go-to-nearest {3}"));
        row.unwrap().1.split(',').next().unwrap().parse::<f64>().unwrap()
    };
    assert_eq!((value(0.5), value(1.0)), (0.0312, 1.0));
}

#[test]
fn the_way_and_the_walls_are_shown() {
    let level = "wwwwwwwww\nwA..w..gw\nw...w...w\nw.......w\nwwwwwwwww";
    let (_, insight) = first_decision(&coins("MovingAvatar", level), "omcts", IT(60));
    let walls = &insight.panels[1];
    assert_eq!((walls.title.as_str(), walls.rows[0].0.as_str()), ("in the way", "{0}"), "{walls:?}");
    let way = insight.overlay.expect("the chosen option walks");
    assert_eq!((way.cells.first().unwrap().0, way.cells.last().unwrap().0), ((1, 1), (7, 1)), "{way:?}");
    assert!(way.cells.iter().any(|(cell, _)| *cell == (4, 3)), "around the wall: {way:?}");
}

#[test]
fn widening_prefers_what_has_paid() {
    // Coins are worth something, lava kills. With what 25 ticks of preparation have taught, coins are tried more often.
    let world = endless("MovingAvatar", "..........\n..c....l..\n....A.....\n..........\n.......c..");
    let (_, insight) = first_decision(&world, "olmcts(k=10)", IT(39));
    let visits = |about: &str| {
        let rows = tried(&insight);
        rows.iter().filter(|(name, _)| name == about).map(|(_, visits)| *visits).sum::<f64>()
    };
    let (coin, lava) = (visits("go-to-nearest {3}"), visits("go-to-nearest {4}"));
    assert!(coin > lava, "{:?}", tried(&insight));
    let learnt = insight.panels.iter().find(|panel| panel.title == "learnt returns").unwrap();
    assert!(learnt.rows[0].0.contains("{3}"), "the best: {learnt:?}");
    assert!(first_decision(&world, "omcts", IT(39)).1.panels.len() == 2, "omcts does not learn");
}

#[test]
fn after_enough_visits_nothing_new_is_tried() {
    let world = endless("MovingAvatar", "..........\n..c....l..\n....A.....\n..........\n.......c..");
    let few = |v: u64, iterations: u64| {
        tried(&first_decision(&world, &format!("olmcts(v={v})"), IT(iterations)).1).len()
    };
    assert_eq!(few(3, 3), few(3, 200), "three visits, then UCT among what was tried");
    assert!(few(3, 200) <= 3, "{}", few(3, 200));
    assert_eq!(few(200, 200), 4 + 3, "four actions; floor, coins and lava");
}

#[test]
fn what_was_learnt_is_handed_on() {
    let world = coins("MovingAvatar", "wwwwwwwww\nwA..w..gw\nw...w...w\nw.l.....w\nwwwwwwwww");
    let spec = agent("olmcts");
    let rules = Rules::new(Budget::calls(100));
    let finish = |builder: &dyn ludex_agents::Builder| {
        let mut game = Match::new(&world, 1, &[(builder, 1)], rules);
        while !game.is_over() {
            game.step();
        }
        (game.memory(0).unwrap(), game.remarks(0).unwrap())
    };
    let (first, remarks) = finish(&spec);
    assert!(first.lines().any(|line| line.starts_with("go-to-nearest type")), "{first}");
    assert!(remarks.ends_with("remembered=0"), "{remarks}");
    let (second, remarks) = finish(&Experienced { builder: &spec, memory: &first });
    let subtypes = first.lines().count() - 1;
    assert!(remarks.ends_with(&format!("remembered={subtypes}")), "{remarks}");
    let count = |text: &str| -> f64 {
        text.lines().skip(1).filter_map(|l| l.rsplit(' ').next()?.parse::<f64>().ok()).sum()
    };
    assert!(count(&second) > count(&first), "the second game adds to the first");
    // Whatever is in a file, the game is played.
    let (_, remarks) =
        finish(&Experienced { builder: &spec, memory: "nonsense\nact UP 1e999 2 3\nact USE 1 2 3" });
    assert!(remarks.ends_with("remembered=1"), "{remarks}");
    assert!(Match::new(&world, 1, &[(&agent("omcts"), 1)], rules).memory(0).is_none());
}

#[test]
fn an_avatar_that_faces_nowhere_finds_out_where_it_shoots() {
    let text = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    cat > RandomNPC cooldown=1000\n    \
        dart > Missile orientation=UP\n    avatar > FlakAvatar stype=dart\n  \
        InteractionSet\n    cat dart > killSprite scoreChange=1\n    dart EOS > killSprite\n    avatar EOS > stepBack\n  \
        TerminationSet\n    SpriteCounter stype=cat limit=0 win=True\n  \
        LevelMapping\n    . > floor\n    c > cat\n    A > avatar\n";
    let world = world(text, "..c..\n.....\n..A..");
    let (_, insight) = first_decision(&world, "omcts", IT(60));
    let names = tried(&insight);
    assert!(names.iter().any(|(name, _)| name.starts_with("wait-and-shoot")), "{names:?}");
}
