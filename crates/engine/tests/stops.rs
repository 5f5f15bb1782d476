//! Steps that a wall undoes are omitted where nobody can notice: the same games, played with and without that.

use crate::facts;

use facts::facts;
use ludex_engine::{Action, ONTOLOGY, Random, Shortcuts, State, World};
use ludex_vgdl::Level;

/// Rules in which a step into a wall matters more or less, in any order.
const RULES: [&str; 14] = [
    "npc wall > stepBack",
    "shot wall > stepBack",
    "avatar wall > stepBack",
    "npc pit > stepBack",
    "npc avatar > killSprite scoreChange=1",
    "avatar npc > stepBack",
    "npc npc > stepBack",
    "shot npc > killBoth",
    "box avatar > bounceForward",
    "npc box > transformTo stype=shot",
    "shot box > reverseDirection",
    "pit shot > killSprite",
    "bullet box > killSprite",
    "box bullet > bounceForward",
];

const SPRITES: &str = "wall > Immovable\n    pit > Immovable\n    npc > \n      walker > RandomNPC speed=0.6\n      \
    hunter > Chaser stype=avatar\n      coward > Fleeing stype=walker\n    box > Passive\n    \
    shot > Missile orientation=LEFT\n    bullet > Missile speed=0.3 shrinkfactor=0.5 orientation=RIGHT\n    avatar > MovingAvatar";

const LEVEL: &str = "wwwwwwwwww\nw n  h   w\nw   w  c w\nws  A  s w\nw b u p nw\nw uh sub w\nwwwwwwwwww";

#[test]
fn nobody_notices_a_step_that_was_omitted() {
    let mut random = Random::new(1);
    for game in 0..300 {
        let mut rules = RULES;
        for i in (1..rules.len()).rev() {
            rules.swap(i, random.next_int(i as u32 + 1) as usize);
        }
        let some = 4 + random.next_int(11) as usize;
        let rules = rules[..some].join("\n    ");
        let text = format!(
            "BasicGame\n  SpriteSet\n    {SPRITES}\n  InteractionSet\n    {rules}\n  LevelMapping\n    n > walker\n    \
             h > hunter\n    c > coward\n    s > shot\n    b > box\n    p > pit\n    u > bullet\n"
        );
        let parsed = ludex_vgdl::parse(&text, &ONTOLOGY).expect("a game");
        let world = World::new(&parsed.game, &Level::parse(LEVEL)).expect("a level");
        let plain =
            World::with_shortcuts(&parsed.game, &Level::parse(LEVEL), Shortcuts::NONE).expect("a level");
        let (mut state, mut plain) = (State::new(&world, game), State::new(&plain, game));
        for tick in 0..60 {
            let action = [Action::ALL[random.next_int(6) as usize]];
            state.advance(&action);
            plain.advance(&action);
            assert_eq!(state.check(), Ok(()), "tick {tick} of\n{text}");
            assert_eq!(facts(&state), facts(&plain), "tick {tick} of\n{text}");
        }
    }
}

/// Where a score counts the steps that lead beyond the edge of the screen, none of them is omitted.
#[test]
fn nobody_notices_a_step_beyond_the_edge_that_was_omitted() {
    let avatars = [
        "MovingAvatar",
        "MovingAvatar cooldown=3",
        "MovingAvatar shrinkfactor=0.5",
        "MovingAvatar speed=0.5",
        "OrientedAvatar",
        "ShootAvatar stype=shot rotateInPlace=True",
    ];
    let others = ["RandomNPC", "Chaser stype=avatar", "Fleeing stype=avatar", "PathChaser stype=avatar"];
    let mut random = Random::new(2);
    for (avatar, other) in avatars.iter().flat_map(|avatar| others.map(|other| (avatar, other))) {
        let start = |score: i32| {
            let text = format!(
                "BasicGame\n  SpriteSet\n    other > {other}\n    shot > Missile\n    avatar > {avatar}\n  \
                 InteractionSet\n    avatar EOS > stepBack scoreChange={score}\n    other EOS > stepBack\n    \
                 shot EOS > killSprite\n    other avatar > reverseDirection\n    avatar wall > stepBack\n  LevelMapping\n    o > other\n"
            );
            let parsed = ludex_vgdl::parse(&text, &ONTOLOGY).expect("a game");
            let world = World::new(&parsed.game, &Level::parse("o  \n A \nw o")).expect("a level");
            State::new(&world, 7)
        };
        let (mut omits, mut counts) = (start(0), start(1));
        for tick in 0..200 {
            let action = [Action::ALL[random.next_int(6) as usize]];
            omits.advance(&action);
            counts.advance(&action);
            assert_eq!(omits.check(), Ok(()), "tick {tick} of {avatar} with {other}");
            let sprites = |state: &State| -> Vec<String> {
                state.sprites().map(|sprite| format!("{sprite:?}")).collect()
            };
            assert_eq!(sprites(&omits), sprites(&counts), "tick {tick} of {avatar} with {other}");
            assert_eq!(omits.rng_state(), counts.rng_state(), "tick {tick} of {avatar} with {other}");
            assert_eq!(omits.events(), counts.events(), "tick {tick} of {avatar} with {other}");
        }
        assert!(counts.score(0) > 5.0, "{avatar} with {other} was at the edge {} times", counts.score(0));
    }
}
