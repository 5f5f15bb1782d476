//! Advancing a state, copying into a reused one and taking its digest do not allocate, once the buffers are as large as a
//! game needs them.
//!
//! What a game needs shows only in play, so everything is played twice: the first time buffers grow, the second
//! time, with the same actions and the same chance, nothing may ask the heap for memory.

mod games;

use std::sync::Arc;

use games::TestGame;
use ludex_allocations::{Counting, count};
use ludex_engine::{Action, Random, State, World};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Rollouts from the start of each game, and the ticks of each.
const ROLLOUTS: i64 = 12;
const TICKS: i32 = 120;

#[derive(Debug, Default, PartialEq, Eq)]
struct Allocations {
    in_advance: u64,
    in_clone: u64,
    in_digest: u64,
}

impl Allocations {
    fn add<T>(sum: &mut u64, work: impl FnOnce() -> T) -> T {
        let before = count();
        let result = work();
        *sum += count() - before;
        result
    }
}

/// Plays random rollouts from a state, each in the same reused copy.
fn play(start: &State, copy: &mut State) -> Allocations {
    let mut made = Allocations::default();
    let players = start.world().players();
    for seed in 0..ROLLOUTS {
        Allocations::add(&mut made.in_clone, || copy.clone_from(start));
        copy.reseed(seed);
        let mut random = Random::new(seed);
        while !copy.is_over() && copy.tick() < start.tick() + TICKS {
            let mut actions = [Action::Nil; 2];
            for (player, action) in actions[..players].iter_mut().enumerate() {
                let choices = copy.actions(player);
                let choice = random.next_int(choices.len() as u32 + 1) as usize;
                *action = choices.get(choice).copied().unwrap_or_default();
            }
            Allocations::add(&mut made.in_advance, || copy.advance(&actions[..players]));
            Allocations::add(&mut made.in_digest, || copy.digest_with_rng());
        }
    }
    made
}

/// What is allocated when everything happens for the second time.
fn second_time(world: &Arc<World>) -> Allocations {
    let start = State::new(world, 1);
    let mut copy = start.clone();
    play(&start, &mut copy);
    play(&start, &mut copy)
}

fn none_allocates(games: &[TestGame]) {
    let mut failures = Vec::new();
    for game in games {
        let made = second_time(&game.world);
        if made != Allocations::default() {
            failures.push(format!("{}: {made:?}", game.name));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} games allocate:\n{}",
        failures.len(),
        games.len(),
        failures.join("\n")
    );
}

/// Sprites are born, killed, changed, pushed, pulled and chased, things are collected and spent.
const BUSY: &str = "\
BasicGame square_size=10
    SpriteSet
        wall > Immovable
        nest > SpawnPoint stype=chick cooldown=3
        chick > RandomNPC speed=0.5
        fox > PathAltChaser stype1=chick stype2=chick speed=1
        crate > Passive
        gem > Resource limit=4
        arrow > Missile singleton=False
        smoke > Flicker limit=4
        boat > Missile orientation=RIGHT speed=0.2
        avatar > ShootAvatar stype=arrow
    InteractionSet
        avatar wall > stepBack
        avatar EOS > stepBack
        chick wall > stepBack
        chick EOS > wrapAround
        fox wall > stepBack
        fox EOS > stepBack
        crate avatar > bounceForward
        crate wall > undoAll
        crate EOS > undoAll
        boat EOS > wrapAround
        boat wall > reverseDirection
        avatar boat > pullWithIt
        crate boat > pullWithIt
        gem avatar > collectResource
        gem avatar > killSprite scoreChange=1
        chick fox > transformTo stype=smoke
        arrow wall > cloneSprite
        arrow wall > killSprite
        arrow EOS > killSprite
        chick arrow > transformTo stype=gem
        arrow chick > killSprite
    LevelMapping
        w > wall
        n > nest
        f > fox
        c > crate
        b > boat
        g > gem
        A > avatar
    TerminationSet
        Timeout limit=500 win=False
";

const BUSY_LEVEL: &str = "\
wwwwwwwwwwww
w  n   g   w
w    c   f w
w b     w  w
w    A     w
w  c  w    w
w b      n w
wwwwwwwwwwww
";

#[test]
fn a_busy_game() {
    let world = games::world(BUSY, BUSY_LEVEL);
    none_allocates(&[TestGame { name: "busy".to_owned(), world }]);
}

/// A ball that bounces off more sprites at once than a sort handles without memory of its own.
const HEAP: &str = "\
BasicGame square_size=10
    SpriteSet
        brick > Passive
        ball > Missile orientation=RIGHT speed=0.5
        avatar > MovingAvatar
    InteractionSet
        ball brick > wallBounce
    LevelMapping
        b > brick brick brick brick brick brick brick brick brick brick brick brick brick brick brick brick brick brick brick brick brick brick brick brick
        o > ball
";

#[test]
fn a_ball_among_many_bricks() {
    let world = games::world(HEAP, "b   b\nb o b\nb   b\nA    ");
    none_allocates(&[TestGame { name: "heap".to_owned(), world }]);
}

#[test]
fn games_of_ludex() {
    none_allocates(&games::bundled());
}

ludex_testing::needs_gvgai!(grid_games_of_gvgai, other_games_of_gvgai);

fn grid_games_of_gvgai() {
    none_allocates(&games::gvgai("gridphysics"));
}

fn other_games_of_gvgai() {
    none_allocates(&games::gvgai("contphysics"));
    none_allocates(&games::gvgai("2player"));
}
