//! What holds for every game: random games made of everything the ontology offers, played at random.

use crate::facts;
use crate::generate;
use crate::twins;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use facts::facts;
use generate::{Generated, generate};
use ludex_engine::{Action, ONTOLOGY, Places, State, TypeId, World};
use ludex_vgdl::Level;
use proptest::collection::vec;
use proptest::prelude::*;
use twins::{Twins, all_but_one, only_one, plain};

const TICKS: usize = 30;

/// Games with more sprites than this take too long to search plainly.
const CROWD: usize = 300;

fn world(made: &Generated) -> Option<Arc<World>> {
    let parsed = ludex_vgdl::parse(&made.game, &ONTOLOGY).ok()?;
    World::new(&parsed.game, &Level::parse(&made.level)).ok()
}

/// The actions of one tick: mostly one for each player, sometimes fewer or more, ESCAPE among them.
fn actions(byte: u8) -> Vec<Action> {
    let action = |byte: u8| Action::ALL[usize::from(byte) % Action::ALL.len()];
    let pair = [action(byte), action(byte / 7)];
    match byte {
        0..=5 => Vec::new(),
        6..=40 => pair[..1].to_vec(),
        41..=250 => pair.to_vec(),
        251.. => [pair, pair].concat(),
    }
}

/// A game in progress, from the choices that a test is given. The game is crowded or over at the end, or the
/// moves have run out.
struct Play {
    made: Generated,
    state: State,
}

impl Play {
    fn new(bytes: &[u8], seed: i64) -> Option<Play> {
        let made = generate(bytes);
        let state = State::new(&world(&made)?, seed);
        Some(Play { made, state })
    }

    fn goes_on(&self) -> bool {
        !self.state.is_over() && self.state.sprites().count() <= CROWD
    }

    fn story(&self) -> String {
        format!("at tick {} of\n{}\n{}", self.state.tick(), self.made.game, self.made.level)
    }
}

fn config(cases: u32) -> ProptestConfig {
    // Who wants to search longer says so with this variable.
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(cases);
    ProptestConfig { cases, max_shrink_iters: 20_000, failure_persistence: None, ..ProptestConfig::default() }
}

/// The bytes that a game is made from.
fn choices() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..700)
}

fn moves() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), TICKS)
}

proptest! {
    #![proptest_config(config(1000))]

    /// The bookkeeping is true after every tick, and no optimisation changes the game: it is played with all of them, with
    /// none, and with all but one or only one.
    #[test]
    fn optimisations_change_nothing(
        bytes in choices(),
        moves in moves(),
        seed in any::<i64>(),
        way in any::<prop::sample::Index>(),
    ) {
        let made = generate(&bytes);
        let Ok(parsed) = ludex_vgdl::parse(&made.game, &ONTOLOGY) else { return Ok(()) };
        let some = [all_but_one(), only_one()].concat();
        let ways = [plain(), way.get(&some).clone()];
        let level = Level::parse(&made.level);
        let Some(mut twins) = Twins::new(&parsed.game, &level, seed, &ways) else { return Ok(()) };
        for &byte in &moves {
            if twins.state.is_over() || twins.state.sprites().count() > CROWD {
                break;
            }
            let result = twins.advance(&actions(byte));
            let tick = twins.state.tick();
            prop_assert_eq!(result, Ok(()), "at tick {} of\n{}\n{}", tick, made.game, made.level);
        }
    }
}

proptest! {
    #![proptest_config(config(100))]

    /// A copy plays on as its original does, whatever was in the memory it was copied into.
    #[test]
    fn copies_play_on_alike(
        bytes in choices(),
        moves in moves(),
        detour in moves(),
        seed in any::<i64>(),
    ) {
        let Some(mut play) = Play::new(&bytes, seed) else { return Ok(()) };
        let mut dirty = State::new(play.state.world(), seed.wrapping_add(1));
        for (&byte, &other) in moves.iter().zip(&detour) {
            if !play.goes_on() {
                break;
            }
            let mut copy = play.state.clone();
            prop_assert_eq!(facts(&copy), facts(&play.state), "{}", play.story());
            // The copy that is overwritten has played something else before.
            dirty.advance(&actions(other));
            dirty.clone_from(&play.state);
            prop_assert_eq!(dirty.check(), Ok(()), "{}", play.story());
            dirty.advance(&actions(byte));
            copy.advance(&actions(byte));
            play.state.advance(&actions(byte));
            prop_assert_eq!(facts(&copy), facts(&play.state), "{}", play.story());
            prop_assert_eq!(facts(&dirty), facts(&play.state), "{}", play.story());
            let digests = [&copy, &dirty, &play.state].map(State::digest_with_rng);
            prop_assert_eq!(digests, [digests[0]; 3], "{}", play.story());
            dirty.advance(&actions(other));
        }
    }

    /// A set of places knows what is new in a state as well as one that looks at every sprite.
    #[test]
    fn places_are_those_of_all_sprites(bytes in choices(), moves in moves(), seed in any::<i64>()) {
        let Some(mut play) = Play::new(&bytes, seed) else { return Ok(()) };
        let (mut places, mut walked, mut numbers) = (Places::default(), HashSet::new(), Vec::new());
        places.clear(&play.state.observe());
        for &byte in &moves {
            let seen = play.state.observe();
            let mut new = false;
            for sprite in seen.sprites() {
                if let Some(cell) = seen.cell_at((f64::from(sprite.x), f64::from(sprite.y))) {
                    new |= walked.insert((sprite.type_id, cell));
                }
            }
            let known = numbers.len();
            places.add_each(&seen, |place| numbers.push(place));
            prop_assert_eq!(numbers.len() > known, new, "{}", play.story());
            prop_assert_eq!(numbers.len(), walked.len(), "{}", play.story());
            if byte % 8 == 1 {
                // A set that is filled by numbers knows the same.
                places.clear(&seen);
                numbers.iter().for_each(|&place| places.insert(place));
                places.recognise(&seen);
            }
            if !play.goes_on() {
                break;
            }
            // What is hidden is seen in a state that has been advanced, and not in a copy of it.
            match byte % 4 {
                0 => play.state = play.state.clone(),
                _ => play.state.advance(&actions(byte)),
            }
        }
    }

    /// What has changed between two states is what a look at all sprites finds, but for fixtures that are in both.
    #[test]
    fn changes_are_those_of_all_sprites(bytes in choices(), moves in moves(), seed in any::<i64>()) {
        let Some(mut play) = Play::new(&bytes, seed) else { return Ok(()) };
        let mut before = play.state.clone();
        for &byte in &moves {
            let (was, is) = (before.observe(), play.state.observe());
            let (columns, rows) = is.grid_size();
            let mut in_cells: Vec<_> = (0..columns * rows).flat_map(|cell| is.fixtures_at(cell)).collect();
            in_cells.sort_by_key(|sprite| (sprite.type_id, sprite.id));
            let fixtures = (0..is.type_count()).flat_map(|kind| is.fixtures_of(kind as TypeId));
            prop_assert_eq!(fixtures.collect::<Vec<_>>(), in_cells, "{}", play.story());
            let made: HashSet<_> = is.types_made().collect();
            for kind in 0..is.type_count() as TypeId {
                let mut pairs = BTreeMap::new();
                was.sprites_of(kind).for_each(|sprite| _ = pairs.insert(sprite.id, (Some(sprite), None)));
                is.sprites_of(kind).for_each(|sprite| pairs.entry(sprite.id).or_default().1 = Some(sprite));
                for fixture in is.fixtures_of(kind) {
                    pairs.retain(|_, pair| *pair != (Some(fixture), Some(fixture)));
                }
                let pairs: Vec<_> = pairs.into_values().collect();
                prop_assert!(made.contains(&kind) || pairs.is_empty(), "{}", play.story());
                let same = pairs.iter().all(|pair| pair.0.is_some() && pair.1.is_some());
                prop_assert_eq!(is.has_same_sprites(&was, kind), same, "{}", play.story());
                let (mut changes, mut folded) = (Vec::new(), Vec::new());
                for pair in is.since(&was, kind) {
                    changes.push(pair);
                }
                is.since(&was, kind).for_each(|pair| folded.push(pair));
                prop_assert_eq!((&changes, &folded), (&pairs, &pairs), "{}", play.story());
            }
            if !play.goes_on() {
                break;
            }
            if byte % 3 == 0 {
                before.clone_from(&play.state);
            }
            play.state.advance(&actions(byte));
        }
    }

    /// A game is a function of its seed and the actions; looking at it changes nothing.
    #[test]
    fn the_same_seed_is_the_same_game(bytes in choices(), moves in moves(), seed in any::<i64>()) {
        let Some(mut play) = Play::new(&bytes, seed) else { return Ok(()) };
        let Some(mut again) = Play::new(&bytes, seed) else { return Ok(()) };
        for &byte in &moves {
            if !play.goes_on() {
                break;
            }
            play.state.advance(&actions(byte));
            again.state.advance(&actions(byte));
            look_at(&again.state);
            prop_assert_eq!(facts(&again.state), facts(&play.state), "{}", play.story());
        }
    }
}

/// Asks for everything that an agent can ask for.
fn look_at(state: &State) {
    let seen = state.observe();
    let cells = seen.observation_grid();
    let (columns, rows) = seen.grid_size();
    assert_eq!(cells.len(), columns * rows);
    for player in 0..=seen.players() {
        let position = seen.avatar_position(player);
        for category in ludex_engine::Category::ALL {
            let lists = seen.sorted(category, position).unwrap_or_default();
            assert!(lists.len() <= seen.type_count());
        }
        let (plain, with_nil) = (seen.actions(player), seen.actions_with_nil(player));
        assert!(plain.len() <= with_nil.len());
        assert!(seen.avatar_resources(player).all(|(kind, _)| usize::from(kind) < seen.type_count()));
        let known = (seen.avatar_type(player).is_some(), seen.avatar_health(player).is_some());
        assert_eq!(known.0, known.1);
    }
}
