//! Everything that can be known of a state, to compare two of them by.

use ludex_engine::{Event, State};

/// A player's score as bits, its winner key and what it holds.
type Player = (u64, i32, Vec<(u16, i32)>);

/// Everything that can be known of a state.
#[derive(Debug, PartialEq)]
pub struct Facts {
    rng: u64,
    tick: i32,
    over: bool,
    players: Vec<Player>,
    counters: Vec<i32>,
    events: Vec<Event>,
    sprites: Vec<String>,
}

/// What is so in this state.
pub fn facts(state: &State) -> Facts {
    let player = |p| (state.score(p).to_bits(), state.winner(p).key(), state.inventory(p).collect());
    Facts {
        rng: state.rng_state(),
        tick: state.tick(),
        over: state.is_over(),
        players: (0..state.world().players()).map(player).collect(),
        counters: state.counters().to_vec(),
        events: state.events().to_vec(),
        // As text, because NaN must equal NaN.
        sprites: state.sprites().map(|sprite| format!("{sprite:?}")).collect(),
    }
}
