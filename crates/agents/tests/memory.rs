//! However long a game lasts and however much an agent may think, its memory is bounded. `docs/agents.md` has the bounds.

mod common;

use common::{agent, world};
use ludex_agents::{Budget, Match, Rules};
use ludex_engine::World;
use std::sync::Arc;

#[global_allocator]
static ALLOCATOR: ludex_allocations::Counting = ludex_allocations::Counting;

const MB: usize = 1 << 20;

/// Agents with their bounds: bytes for nodes and tables, and how many states they keep.
const BOUNDS: [(&str, usize, usize); 10] = [
    ("samplemcts", 64 * MB, 0),
    ("olets", 64 * MB, 0),
    ("mcts", 64 * MB, 0),
    ("soemers-all", 128 * MB, 4096),
    ("omcts", 32 * MB, 1 << 14),
    ("momcts", 64 * MB, 1 << 14),
    ("iw(1)", 16 * MB, 1 << 14),
    ("iw(3/2)", 16 * MB, 1 << 14),
    ("ybcriber", 112 * MB, 6500),
    ("champion", 384 * MB, (1 << 15) + 6500),
];

/// A game that lasts until it is broken off. With walkers, something new happens all the time; without them it waits for the
/// avatar, which has boxes to push around.
fn game(level: &str) -> Arc<World> {
    let text = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    box > Passive\n    \
                walker > RandomNPC cooldown=2\n    avatar > MovingAvatar\n  \
                InteractionSet\n    avatar wall > stepBack\n    walker wall > stepBack\n    \
                box avatar > bounceForward\n    box wall > stepBack\n    box EOS > stepBack\n    avatar box > stepBack\n    \
                avatar EOS > stepBack\n    walker EOS > stepBack\n    walker avatar > stepBack scoreChange=1\n  \
                TerminationSet\n    SpriteCounter stype=avatar limit=0 win=False\n  \
                LevelMapping\n    . > floor\n    w > wall\n    b > box\n    n > walker\n    A > avatar\n";
    world(text, level)
}

const LIVELY: &str = "...n......w...\n...w..n.......\n.......A...n..\n..n...w.......\n......n.....w.";
const STILL: &str = "..............\n..b..b..w..b..\n.......A......\n..b..w...b..b.\n..............";

/// A game in which germs double in each tick, all in one place, once the avatar has touched the first one.
fn doubling() -> Arc<World> {
    let text = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    seed > Immovable\n    germ > SpawnPoint stype=germ\n    \
                avatar > MovingAvatar\n  InteractionSet\n    avatar EOS > stepBack\n    seed avatar > transformTo stype=germ\n  \
                TerminationSet\n    SpriteCounter stype=avatar limit=0 win=False\n  \
                LevelMapping\n    . > floor\n    s > seed\n    A > avatar\n";
    world(text, "..........\n..A...s...\n..........\n....s.....")
}

/// Plays, and returns the most memory that the game and the agent had, with the size of the state at the end.
fn most_memory(spec: &str, world: &Arc<World>, calls: u64, ticks: usize) -> (usize, usize) {
    let spec = agent(spec);
    let before = ludex_allocations::bytes();
    let mut game = Match::new(world, 1, &[(&spec, 1)], Rules::new(Budget::calls(calls)));
    let mut most = 0;
    for _ in 0..ticks {
        game.step();
        most = most.max(ludex_allocations::bytes() - before);
    }
    assert!(!game.is_over(), "{:?}", game.result());
    (usize::try_from(most).unwrap(), game.state().bytes())
}

#[test]
fn over_long_games_and_with_large_budgets() {
    for (spec, bytes, states) in BOUNDS {
        for level in [LIVELY, STILL] {
            for (calls, ticks) in [(100, 2000), (12_000, 3)] {
                let (most, state) = most_memory(spec, &game(level), calls, ticks);
                // A list may be twice as large as what is in it.
                let bound = bytes + states * 2 * state;
                assert!(most <= bound, "{spec} with {calls} calls: {most} bytes, {bound} at most");
            }
        }
    }
}

#[test]
fn where_sprites_double_in_every_tick() {
    for spec in ["ybcriber", "champion", "champion(plan=false)"] {
        let (most, _) = most_memory(spec, &doubling(), 2000, 10);
        assert!(most <= 96 * MB, "{spec}: {most} bytes");
    }
}
