//! Evolving play-outs and the knowledge base, in games made for them.

use crate::common;

use std::sync::Arc;

use common::{agent, first_decision};
use ludex_agents::{Budget, Insight, Match, Rules, with_names};
use ludex_engine::World;

const IT: fn(u64) -> Budget = Budget::iterations;

/// Gems are worth two points, stones nothing; nothing happens at doors.
fn treasury(level: &str) -> Arc<World> {
    let text = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    gem > Resource\n    stone > Resource\n    \
                door > Door\n    avatar > HorizontalAvatar\n  \
                InteractionSet\n    gem avatar > killSprite scoreChange=2\n    stone avatar > killSprite\n    \
                avatar EOS > stepBack\n  \
                TerminationSet\n    SpriteCounter stype=avatar limit=0 win=False\n  \
                LevelMapping\n    . > floor\n    g > gem\n    s > stone\n    d > door\n    A > avatar\n";
    common::world(text, level)
}

/// The avatar's column and the score after so many ticks.
fn after(world: &Arc<World>, spec: &str, ticks: usize) -> (i32, f64) {
    let spec = agent(spec);
    let mut game = Match::new(world, 1, &[(&spec, 3)], Rules::new(IT(100)));
    for _ in 0..ticks {
        game.step();
    }
    (game.state().observe().avatar_position(0).0 as i32 / 10, game.state().score(0))
}

/// The knowledge base, with the names of types.
fn beliefs(world: &Arc<World>, insight: &Insight) -> Vec<(String, String)> {
    let named = |text: &str| with_names(text, |kind| world.type_names().nth(usize::from(kind)));
    let rows = insight.panels.iter().filter(|panel| panel.title == "knowledge").flat_map(|panel| &panel.rows);
    rows.map(|(kind, belief)| (named(kind), belief.clone())).collect()
}

fn best(insight: &Insight) -> f64 {
    insight.actions.iter().map(|action| action.value).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn the_paper_agents_are_compositions() {
    for (name, text) in [
        ("fastevo", "samplemcts(version=v1)+evo"),
        ("kbmcts", "samplemcts(version=v1)+kb"),
        ("kbfastevo", "samplemcts(version=v1)+evo+kb"),
    ] {
        assert_eq!(agent(name).to_string(), text);
    }
}

#[test]
fn what_is_believed_of_each_type_can_be_seen() {
    let world = treasury("A.gs............d");
    let (_, insight) = first_decision(&world, "kbmcts", IT(200));
    let beliefs = beliefs(&world, &insight);
    let about = |name: &str| &beliefs.iter().find(|(kind, _)| kind == name).unwrap().1;
    assert!(about("gem").starts_with("+2.00 points in "), "{beliefs:?}");
    assert!(about("stone").starts_with("+0.00 points in "), "{beliefs:?}");
    assert_eq!(about("door"), "unknown");
    assert_eq!(beliefs.len(), 3, "floor and avatar are no knowledge: {beliefs:?}");
    let (_, vanilla) = first_decision(&world, "samplemcts(version=v1)", IT(200));
    assert!(vanilla.panels.is_empty());
}

#[test]
fn the_unknown_attracts_from_beyond_the_horizon() {
    let world = treasury(&format!("{}A{}d", ".".repeat(6), ".".repeat(30)));
    for spec in ["kbmcts", "kbfastevo"] {
        let (column, _) = after(&world, spec, 40);
        assert!(column >= 30, "{spec}: {column}");
    }
    let (column, _) = after(&world, "samplemcts(version=v1)+kb(alpha=0,beta=0)", 40);
    assert!(column <= 20, "{column}");
}

#[test]
fn what_brought_points_attracts_and_what_did_not_does_not() {
    let far = ".".repeat(14);
    let world = treasury(&format!("s{far}sAg{far}g"));
    let (column, score) = after(&world, "kbmcts", 40);
    assert_eq!(score, 4.0, "at column {column}");
}

#[test]
fn evolved_play_outs_go_straight() {
    // Nine steps to the right in a row are rare by chance.
    let world = treasury("A........g");
    let found = |spec: &str| best(&first_decision(&world, spec, IT(60)).1);
    assert_eq!(found("samplemcts(version=v1)"), 0.0);
    assert!(found("samplemcts(version=v1)+evo(raw=true)") > 0.0);
}

#[test]
fn evolution_learns_within_a_tick() {
    // Much exploration, so that the tree takes every way and only play-outs can get better.
    let mean = |spec: &str| {
        let means = ["A......g", "g......A"].map(|level| {
            let (_, insight) = first_decision(&treasury(level), spec, IT(1000));
            let visits: f64 = insight.actions.iter().map(|action| action.visits).sum();
            insight.actions.iter().map(|action| action.value * action.visits).sum::<f64>() / visits
        });
        means[0] + means[1]
    };
    let chance = mean("samplemcts(c=1e6,version=v1)");
    let evolved = mean("samplemcts(c=1e6,version=v1)+evo(sigma=1,raw=true)");
    // Weights that never vary cannot get better.
    let still = mean("samplemcts(c=1e6,version=v1)+evo(sigma=0,raw=true)");
    assert!(evolved > 1.5 * chance && evolved > 1.5 * still, "{evolved} {chance} {still}");
}
