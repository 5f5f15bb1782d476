//! The champion: what it makes of games with chance and without.

use crate::common;

use std::sync::Arc;

use common::{agent, coins, world};
use ludex_agents::{Budget, GameResult, Match, Rules};
use ludex_engine::World;

/// Boxes into holes, walls around: what is pushed into a corner is lost.
const PUZZLE: &str = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    hole > Immovable\n    box > Passive\n    \
    avatar > MovingAvatar\n  \
    InteractionSet\n    avatar wall > stepBack\n    box avatar > bounceForward\n    box wall box > undoAll\n    \
    box hole > killSprite scoreChange=1\n  \
    TerminationSet\n    SpriteCounter stype=box limit=0 win=True\n    Timeout limit=400 win=False\n  \
    LevelMapping\n    . > floor\n    w > wall\n    o > hole\n    b > box\n    A > avatar\n";

/// Somebody walks about by chance; the goal is far away.
const CROWD: &str = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    goal > Door\n    npc > RandomNPC cooldown=2\n    \
    avatar > MovingAvatar\n  \
    InteractionSet\n    avatar wall > stepBack\n    npc wall > stepBack\n    avatar npc > killSprite\n    goal avatar > killSprite\n    \
    npc goal > stepBack\n  \
    TerminationSet\n    SpriteCounter stype=goal limit=0 win=True\n    SpriteCounter stype=avatar limit=0 win=False\n  \
    LevelMapping\n    . > floor\n    w > wall\n    n > npc\n    g > goal\n    A > avatar\n";

const CROWDED: &str = "wwwwwwwwww\nwA......nw\nw....n...w\nw..n.....w\nw.......gw\nwwwwwwwwww";

const PARTS: [&str; 5] = ["classify", "plan", "safety", "think", "retry"];

/// Plays a game to its end, and returns what the champion has to say of it.
fn played(world: &Arc<World>, spec: &str, calls: u64, seed: u64) -> (GameResult, String) {
    let spec = agent(spec);
    let mut game = Match::new(world, seed as i64, &[(&spec, seed)], Rules::new(Budget::calls(calls)));
    while !game.is_over() {
        game.step();
    }
    (game.result(), game.remarks(0).unwrap_or_default())
}

#[test]
fn a_puzzle_without_chance_is_solved_before_the_first_step() {
    let world = world(PUZZLE, "wwwwwwwww\nw.......w\nw.b.b...w\nw..Aw.b.w\nw.o.w...w\nw...o...w\nwwwwwwwww");
    let (result, remarks) = played(&world, "champion", 1000, 1);
    assert!(result.players[0].won(), "{result:?} {remarks}");
    assert!(remarks.contains("deterministic=1 still=1"), "{remarks}");
    assert!(remarks.contains("win_known=0 surprises=0"), "{remarks}");
}

#[test]
fn chance_is_noticed() {
    let world = world(CROWD, CROWDED);
    let games: Vec<_> = (0..8).map(|seed| played(&world, "champion", 500, seed)).collect();
    assert!(games.iter().all(|(_, remarks)| remarks.contains("deterministic=0")), "{games:?}");
    let wins = games.iter().filter(|(result, _)| result.players[0].won()).count();
    assert!(wins >= 7, "{wins} of 8 games were won");
}

#[test]
fn it_plays_without_any_of_its_parts() {
    let world = world(CROWD, CROWDED);
    for part in PARTS {
        let spec = format!("champion({part}=false)");
        let wins = (0..4).filter(|&seed| played(&world, &spec, 500, seed).0.players[0].won()).count();
        assert!(wins >= 2, "{spec}: {wins} of 4");
    }
    let puzzle = coins("MovingAvatar", "A.w.g\n..w..\n..l..\n.....");
    for part in PARTS {
        let (result, remarks) = played(&puzzle, &format!("champion({part}=false)"), 300, 1);
        assert!(result.players[0].won(), "without {part}: {result:?} {remarks}");
    }
}

#[test]
fn where_waiting_wins_it_waits() {
    let text = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    lava > Immovable\n    avatar > MovingAvatar\n  \
                InteractionSet\n    avatar lava > killSprite\n    avatar EOS > stepBack\n  \
                TerminationSet\n    SpriteCounter stype=avatar limit=0 win=False\n    Timeout limit=60 win=True\n  \
                LevelMapping\n    . > floor\n    l > lava\n    A > avatar\n";
    let (result, remarks) = played(&world(text, "...\n.Al\nlll"), "champion", 200, 3);
    assert!(result.players[0].won() && remarks.contains("waiting=1"), "{result:?} {remarks}");
}

#[test]
fn a_world_that_comes_round_again_is_waited_in_for_the_right_moment() {
    // A guard goes up and down a corridor that has to be crossed.
    let text = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    goal > Door\n    guard > Missile orientation=DOWN speed=1\n    \
                avatar > MovingAvatar\n  \
                InteractionSet\n    avatar wall > stepBack\n    guard wall > reverseDirection\n    avatar guard > killSprite\n    \
                goal avatar > killSprite\n  \
                TerminationSet\n    SpriteCounter stype=goal limit=0 win=True\n    SpriteCounter stype=avatar limit=0 win=False\n  \
                LevelMapping\n    . > floor\n    w > wall\n    m > guard\n    g > goal\n    A > avatar\n";
    let level = "wwwwwww\nwww.www\nw.A.g.w\nwww.www\nwwwmwww\nwwwwwww";
    let (result, remarks) = played(&world(text, level), "champion", 200, 1);
    assert!(result.players[0].won(), "{result:?} {remarks}");
    assert!(remarks.contains("deterministic=1 still=0"), "{remarks}");
}

#[test]
fn games_for_two_are_played() {
    let text = "BasicGame square_size=10 no_players=2\n  SpriteSet\n    floor > Immovable\n    coin > Immovable\n    \
                avatar > MovingAvatar\n      one >\n      two >\n  \
                InteractionSet\n    coin one > killSprite scoreChange=2,0\n    coin two > killSprite scoreChange=0,2\n    \
                one two > stepBack\n    avatar EOS > stepBack\n  \
                TerminationSet\n    SpriteCounter stype=coin limit=0 win=True,True\n    Timeout limit=100 win=False,False\n  \
                LevelMapping\n    . > floor\n    c > coin\n    A > one\n    B > two\n";
    let world = world(text, "c....c\n.A..B.\nc....c");
    let (champion, random) = (agent("champion"), agent("random"));
    for players in [[(&champion, 1), (&random, 2)], [(&random, 2), (&champion, 1)]] {
        let players = players.map(|(spec, seed)| (spec as &dyn ludex_agents::Builder, seed));
        let mut game = Match::new(&world, 1, &players, Rules::new(Budget::calls(200)));
        while !game.is_over() {
            game.step();
        }
        let result = game.result();
        assert!(result.players.iter().all(|player| player.disqualified.is_none()), "{result:?}");
    }
}

#[test]
fn threads_change_nothing_where_calls_are_limited() {
    for world in [world(CROWD, CROWDED), coins("MovingAvatar", "A.w.g\n..w..\n..l..\n.....")] {
        let [(one, said), (three, told)] =
            ["champion", "champion(threads=3)"].map(|spec| played(&world, spec, 300, 2));
        assert_eq!((one.ticks, one.players[0].calls, said), (three.ticks, three.players[0].calls, told));
    }
}

#[test]
fn helpers_think_where_only_time_is_limited() {
    let spec = agent("champion(threads=3)");
    for world in [world(CROWD, CROWDED), coins("MovingAvatar", "A.w.g\n..w..\n..l..\n.....")] {
        let budget: Budget = "4ms".parse().unwrap();
        let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules { budget, lenient: true });
        for _ in 0..10 {
            game.step();
        }
        assert!(game.result().players[0].calls > 0);
    }
}
