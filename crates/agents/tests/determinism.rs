//! With budgets in calls or iterations a game is a function of its inputs.

mod common;

use std::thread;

use common::{agent, world};
use ludex_agents::{Budget, GameResult, Rules, play, registry};

const GAME: &str = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    coin > Immovable\n    npc > RandomNPC cooldown=2\n    \
    missile > OrientedFlicker limit=3 singleton=True\n    avatar > ShootAvatar stype=missile\n  \
    InteractionSet\n    coin avatar > killSprite scoreChange=1\n    avatar npc > killSprite scoreChange=-1\n    \
    npc missile > killSprite scoreChange=2\n    avatar EOS > stepBack\n    npc EOS > stepBack\n  \
    TerminationSet\n    SpriteCounter stype=avatar limit=0 win=False\n    SpriteCounter stype=coin limit=0 win=True\n    \
    Timeout limit=60 win=False\n  \
    LevelMapping\n    . > floor\n    c > coin\n    n > npc\n    A > avatar\n";

fn result(spec: &str, budget: Budget, seed: u64) -> GameResult {
    let world = world(GAME, "c....n..c\n.........\n..n.A....\n.......n.\nc.......c");
    play(&world, seed as i64, (&agent(spec), seed), Rules::new(budget))
}

#[test]
fn the_same_inputs_give_the_same_game_in_any_thread() {
    for entry in registry::agents() {
        for budget in [Budget::calls(60), Budget::iterations(12)] {
            let here: Vec<GameResult> = (0..4).map(|seed| result(entry.name, budget, seed)).collect();
            let there: Vec<GameResult> = thread::scope(|scope| {
                let games: Vec<_> =
                    (0..4).map(|seed| scope.spawn(move || result(entry.name, budget, seed))).collect();
                games.into_iter().map(|game| game.join().unwrap()).collect()
            });
            assert_eq!(here, there, "{}", entry.name);
            assert!(here.iter().all(|game| game.players[0].disqualified.is_none()), "{here:?}");
        }
    }
}

#[test]
fn agents_keep_within_their_budget() {
    for entry in registry::agents() {
        let calls = result(entry.name, Budget::calls(60), 1);
        let most = 60 * (u64::from(calls.ticks) + 1) + 60 * u64::from(entry.initial_ticks);
        assert!(calls.players[0].calls <= most, "{}: {calls:?}", entry.name);
        let iterations = result(entry.name, Budget::iterations(12), 1);
        let most = 12 * (u64::from(iterations.ticks) + 1) + 12 * u64::from(entry.initial_ticks);
        assert!(iterations.players[0].iterations <= most, "{}: {iterations:?}", entry.name);
    }
}
