//! Slots and bits show the same sprites as all other ways to look at a state, and states without a past have the same future.

use crate::generate;

use std::collections::BTreeMap;

use generate::generate;
use ludex_engine::{Action, ONTOLOGY, Observation, Seen, State, World};
use ludex_vgdl::Level;
use proptest::collection::vec;
use proptest::prelude::*;

/// What is shown, by slots and bits.
fn shown(seen: &Observation<'_>) -> Vec<Seen> {
    let slots = seen.slots().flatten().filter(|slot| seen.shows_slot(*slot)).map(|slot| seen.see(slot));
    let there = |bit: &usize| seen.standing()[bit >> 6] >> (bit & 63) & 1 != 0;
    let bits = (0..64 * seen.standing().len()).filter(there).filter(|bit| seen.shows_fixture(*bit));
    let mut all: Vec<Seen> = slots.chain(bits.filter_map(|bit| seen.fixture(bit))).collect();
    all.sort_by_key(|sprite| (sprite.type_id, sprite.id));
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn slots_and_bits_show_all_sprites(bytes in vec(any::<u8>(), 0..400), moves in vec(any::<u8>(), 20), seed: i64) {
        let made = generate(&bytes);
        let Ok(parsed) = ludex_vgdl::parse(&made.game, &ONTOLOGY) else { return Ok(()) };
        let Ok(world) = World::new(&parsed.game, &Level::parse(&made.level)) else { return Ok(()) };
        let mut state = State::new(&world, seed);
        let mut slots = BTreeMap::new();
        for byte in moves {
            if state.is_over() || state.sprites().count() > 300 {
                break;
            }
            let copy = state.clone();
            for state in [&state, &copy] {
                let seen = state.observe();
                prop_assert_eq!(shown(&seen), seen.sprites().collect::<Vec<_>>(), "{}\n{}", made.game, made.level);
                for (index, slot) in seen.slots().enumerate() {
                    let Some(slot) = slot else { continue };
                    // A sprite has one slot for its life.
                    prop_assert_eq!(*slots.entry(slot.id()).or_insert(index), index);
                    prop_assert!(!seen.always_shows(slot.type_id()) || seen.shows_slot(slot));
                }
            }
            let action = [Action::ALL[usize::from(byte) % Action::ALL.len()]];
            let mut bare = copy;
            bare.forget_events();
            let known = state.events().len();
            bare.advance(&action);
            state.advance(&action);
            // Without a past the future is the same.
            prop_assert!(bare.sprites().eq(state.sprites()) && bare.score(0) == state.score(0));
            prop_assert_eq!(bare.events(), &state.events()[known..]);
        }
    }
}

/// A state of a game with so many types besides `wall` and `avatar`, each with one sprite that is no fixture.
fn state_with(types: usize) -> State {
    let lines = |line: &dyn Fn(usize) -> String| (0..types).map(line).collect::<String>();
    let sprites = lines(&|i| format!("    t{i} > RandomNPC\n"));
    let mapping = lines(&|i| format!("    {i} > t{i}\n"));
    let text = format!(
        "BasicGame\n  SpriteSet\n{sprites}    avatar > MovingAvatar\n  LevelMapping\n{mapping}    A > avatar\n"
    );
    let game = ludex_vgdl::parse(&text, &ONTOLOGY).expect("a game").game;
    let level = format!("A{}", lines(&|i| i.to_string()));
    State::new(&World::new(&game, &Level::parse(&level)).expect("a level"), 0)
}

/// Whoever mixes up games gets a wrong answer, but never one from beyond a list.
#[test]
fn slots_of_another_game_are_no_danger() {
    let (small, large) = (state_with(1), state_with(9));
    for slot in large.observe().slots().flatten() {
        let seen = small.observe();
        let known = usize::from(slot.type_id()) < seen.type_count();
        assert!(known || !seen.shows_slot(slot));
        assert_eq!(seen.see(slot).type_id, slot.type_id());
    }
}

#[test]
#[should_panic(expected = "different games")]
fn states_of_different_games_are_not_compared() {
    let (small, large) = (state_with(1), state_with(9));
    assert_eq!(large.observe().since(&small.observe(), 9).count(), 0);
}
