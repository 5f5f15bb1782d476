//! With budgets in calls or iterations a game is a function of its inputs.

use crate::common;

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

/// Every agent, plain and with all its parts.
fn specs() -> Vec<(String, u32)> {
    let plain = registry::agents().map(|entry| (entry.name.to_owned(), entry.initial_ticks));
    let composed = registry::agents().filter(|entry| !entry.parts.is_empty()).map(|entry| {
        let parts: String = entry.parts.iter().map(|part| format!("+{}", part.name)).collect();
        (format!("{}{parts}", entry.name), entry.initial_ticks)
    });
    plain.chain(composed).collect()
}

#[test]
fn the_same_inputs_give_the_same_game_in_any_thread() {
    for (spec, _) in &specs() {
        for budget in [Budget::calls(60), Budget::iterations(12)] {
            let here: Vec<GameResult> = (0..4).map(|seed| result(spec, budget, seed)).collect();
            let there: Vec<GameResult> = thread::scope(|scope| {
                let games: Vec<_> =
                    (0..4).map(|seed| scope.spawn(move || result(spec, budget, seed))).collect();
                games.into_iter().map(|game| game.join().unwrap()).collect()
            });
            assert_eq!(here, there, "{spec}");
            assert!(here.iter().all(|game| game.players[0].disqualified.is_none()), "{here:?}");
        }
    }
}

#[test]
fn agents_keep_within_their_budget() {
    for (spec, initial_ticks) in specs() {
        let calls = result(&spec, Budget::calls(60), 1);
        let most = 60 * (u64::from(calls.ticks) + 1) + 60 * u64::from(initial_ticks);
        assert!(calls.players[0].calls <= most, "{spec}: {calls:?}");
        let iterations = result(&spec, Budget::iterations(12), 1);
        let most = 12 * (u64::from(iterations.ticks) + 1) + 12 * u64::from(initial_ticks);
        assert!(iterations.players[0].iterations <= most, "{spec}: {iterations:?}");
    }
}
