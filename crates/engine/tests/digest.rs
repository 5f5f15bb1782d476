//! Digests: equal for equal states however they were reached, different for all others.

use crate::games;
use crate::scene;

use std::collections::HashMap;

use games::TestGame;
use ludex_engine::{Action, Random, State};
use scene::{Scene, key, scene};

/// Plays keys, a tick each.
fn after(scene: &Scene, keys: &str) -> State {
    let mut state = scene.start();
    keys.chars().for_each(|c| state.advance(&[key(c)]));
    state
}

#[track_caller]
fn same(scene: &Scene, keys: &str, others: &str) {
    let (state, other) = (after(scene, keys), after(scene, others));
    assert_eq!(state.digest(), other.digest(), "{keys} and {others}");
    assert_eq!(state.digest_with_rng(), other.digest_with_rng(), "{keys} and {others}");
}

#[track_caller]
fn differ(scene: &Scene, keys: &str, others: &str) {
    assert_ne!(after(scene, keys).digest(), after(scene, others).digest(), "{keys} and {others}");
}

#[test]
fn orders_of_the_same_moves_are_the_same() {
    let field = scene("avatar > MovingAvatar", "   \n A \n   ").rules("avatar EOS > stepBack");
    same(&field, "RD", "DR");
    same(&field, "RL", "LR");
    same(&field, "R.", ".R");
    same(&field, "UUDR", "RUUD");
    differ(&field, "R", "L");
    differ(&field, "R", "R.");

    let coins = scene("c > Immovable\nd > Resource\navatar > MovingAvatar", "cAd")
        .rules("c avatar > killSprite scoreChange=1\nd avatar > collectResource scoreChange=2");
    same(&coins, "LRRL", "RLLR");
    differ(&coins, "LRRL", "RLRL");

    // Boxes keep their places in the list, whichever is pushed first.
    let boxes = scene("b > Passive\navatar > MovingAvatar", "     \n bA  \n  b  \n     ")
        .rules("b avatar > bounceForward");
    same(&boxes, "LRDU", "DULR");
}

#[test]
fn what_came_and_went_does_not_count() {
    // The shot is gone, but later sprites have other ids and other slots.
    let shots = scene("x > Flicker limit=1\ny > Flicker limit=9\navatar > ShootAvatar stype=x,y", "A    ");
    same(&shots, "X...R", "....R");
    same(&shots, "X.X..R", ".....R");
    let events = scene("w > Immovable\navatar > MovingAvatar", "wA ").rules("avatar w > stepBack");
    same(&events, "L.", "..");
    assert_ne!(after(&events, "L.").events(), after(&events, "..").events());
}

#[test]
fn one_difference_is_enough() {
    let facing = scene("avatar > OrientedAvatar rotateInPlace=True", " A ");
    differ(&facing, ".", "L");
    let health = scene("h > Immovable\ni > Immovable\navatar > MovingAvatar healthPoints=5", "hAi")
        .rules("avatar h > subtractHealthPoints value=1\navatar i > stepBack");
    differ(&health, "LR", "RL");
    let held = scene("r > Resource value=1\nd > Resource value=2\navatar > MovingAvatar", "rAd")
        .rules("r avatar > changeResource resource=r value=1\nd avatar > changeResource resource=r value=2");
    differ(&held, "LR", "RL");
    let zero = held
        .clone()
        .rules("r avatar > changeResource resource=r value=0\nd avatar > changeResource resource=d value=0");
    differ(&zero, "LR", "RL");
    let score = scene("r > Immovable\nd > Immovable\navatar > MovingAvatar", "rAd")
        .rules("avatar r > changeResource resource=r value=0 scoreChange=1\navatar d > changeResource resource=r value=0");
    differ(&score, "LR", "RL");
    let counter = scene("r > Immovable\nd > Immovable\navatar > MovingAvatar", "rAd")
        .header("square_size=10 no_counters=1")
        .rules("r avatar > changeResource resource=r value=0 counter=1,0 count=True\nd avatar > changeResource resource=r value=0");
    differ(&counter, "LR", "RL");
    let rest = scene("avatar > MovingAvatar cooldown=3", "    A");
    differ(&rest, "...L", "..L.");
    let timer = scene("r > Immovable\nd > Immovable\navatar > MovingAvatar", "rAd")
        .rules("r avatar > addTimer timer=9 ftype=killAll stype=d\nd avatar > addTimer timer=8 ftype=killAll stype=d");
    differ(&timer, "LR", "RL");
    let winner = |limit| {
        let ends = if limit == 1 { "Timeout limit=0 win=True" } else { "Timeout limit=0 win=False" };
        after(&scene("avatar > MovingAvatar", "A").ends(ends), ".").digest()
    };
    assert_ne!(winner(1), winner(2));
    // The same sprites in the same places, but they act in another order.
    let order = scene("b > Passive\nd > Immovable\ne > Immovable\navatar > MovingAvatar", "dAe")
        .rules("d avatar > transformTo stype=b\ne avatar > transformTo stype=b");
    differ(&order, "LRRL", "RLLR");
}

/// Everything that can be seen of a state, but ids and what has been.
fn facts(state: &State) -> String {
    let players: Vec<_> = (0..state.world().players())
        .map(|p| (state.score(p).to_bits(), state.winner(p), state.inventory(p).collect::<Vec<_>>()))
        .collect();
    let sprites = state.sprites().map(|s| {
        let (x, y) = s.orientation;
        (s.type_id, s.rect, x.to_bits(), y.to_bits(), s.health, s.disabled, s.category)
    });
    let sprites: Vec<_> = sprites.collect();
    format!("{} {} {players:?} {:?} {sprites:?}", state.tick(), state.is_over(), state.counters())
}

const PLAY_OUTS: i64 = 4;
const TICKS: usize = 40;
const FUTURE: usize = 10;

/// What was found out about digests in a game.
#[derive(Default)]
struct Found {
    states: usize,
    /// Pairs of equal digests reached by different actions.
    met: usize,
}

struct Player {
    random: Random,
    players: usize,
}

impl Player {
    fn actions(&mut self) -> Vec<Action> {
        (0..self.players).map(|_| Action::ALL[self.random.next_int(6) as usize]).collect()
    }
}

/// Plays a game at random and holds digests against what can be seen.
fn watch(game: &TestGame) -> Found {
    let mut found = Found::default();
    let mut known: HashMap<u64, String> = HashMap::new();
    for seed in 0..PLAY_OUTS {
        let mut player = Player { random: Random::new(seed), players: game.world.players() };
        let mut state = State::new(&game.world, seed);
        let mut twin = State::new(&game.world, seed);
        for _ in 0..TICKS {
            if state.is_over() || state.sprites().count() > 3_000 {
                break;
            }
            let copy = state.clone();
            assert_eq!(copy.digest_with_rng(), state.digest_with_rng(), "{}: a copy", game.name);
            assert_eq!(twin.digest_with_rng(), state.digest_with_rng(), "{}: the same actions", game.name);
            let (first, second) = (player.actions(), player.actions());
            found.met += usize::from(meet(game, &copy, &first, &second, &mut player));
            state.advance(&first);
            twin.advance(&first);
            let facts = format!("{} {}", state.rng_state(), facts(&state));
            found.states += 1;
            let before = known.entry(state.digest_with_rng()).or_insert_with(|| facts.clone());
            assert_eq!(*before, facts, "{}: different states, equal digests", game.name);
        }
    }
    found
}

/// Plays two actions in either order. If that leads to the same digest, the same happens from then on.
fn meet(game: &TestGame, start: &State, first: &[Action], second: &[Action], player: &mut Player) -> bool {
    let (mut one, mut other) = (start.clone(), start.clone());
    for (a, b) in [(first, second), (second, first)] {
        one.advance(a);
        other.advance(b);
    }
    if first == second || one.digest_with_rng() != other.digest_with_rng() {
        return false;
    }
    assert_eq!(facts(&one), facts(&other), "{}: equal digests, different states", game.name);
    for _ in 0..FUTURE {
        let actions = player.actions();
        one.advance(&actions);
        other.advance(&actions);
        let digests = [&one, &other].map(State::digest_with_rng);
        assert_eq!(digests[0], digests[1], "{}: equal digests, different futures", game.name);
    }
    assert_eq!(facts(&one), facts(&other), "{}: equal digests, different futures", game.name);
    true
}

/// Watches games, and expects that different actions often enough lead to the same state.
fn all_are_told_apart(games: &[TestGame], least_met: usize) {
    let found: Vec<Found> = games.iter().map(watch).collect();
    let (states, met) = found.iter().fold((0, 0), |sum, f| (sum.0 + f.states, sum.1 + f.met));
    assert!(met >= least_met, "only {met} pairs met in {states} states: nothing was tested");
}

#[test]
fn states_of_bundled_games_are_told_apart() {
    all_are_told_apart(&games::bundled(), 100);
}

ludex_testing::needs_gvgai!(states_of_grid_games_are_told_apart, states_of_other_games_are_told_apart);

fn states_of_grid_games_are_told_apart() {
    all_are_told_apart(&games::gvgai("gridphysics"), 1_000);
}

fn states_of_other_games_are_told_apart() {
    all_are_told_apart(&games::gvgai("contphysics"), 10);
    all_are_told_apart(&games::gvgai("2player"), 100);
}
