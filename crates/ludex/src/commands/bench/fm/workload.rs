//! The work of a search: copy the state, play some random actions, again and again.

use std::hint::black_box;
use std::sync::Arc;

use ludex_engine::{Action, Random, State, World};

/// Ticks of a rollout.
pub const ROLLOUT: u32 = 10;

/// So many different rollouts are played in turns. Once all were played, buffers are as large as they have to be.
const CYCLE: u32 = 2048;

/// Where the deep workload starts, in ticks of random play.
pub const DEEP: i32 = 200;

/// Plays that are tried for a state so deep.
const TRIES: i64 = 20;

/// The beginning of a game.
pub fn initial(world: &Arc<World>) -> State {
    State::new(world, 0)
}

/// A state after [`DEEP`] ticks of random play. Where every play that is tried ends before, the longest is taken,
/// a rollout's length before its end.
pub fn deep(world: &Arc<World>) -> State {
    let lengths = (0..TRIES).map(|seed| (play(world, seed, DEEP).tick(), seed));
    let longest = lengths.max_by_key(|&(ticks, seed)| (ticks, -seed));
    let (ticks, seed) = longest.unwrap_or_default();
    let state = play(world, seed, DEEP);
    if state.is_over() { play(world, seed, ticks.saturating_sub_unsigned(ROLLOUT)) } else { state }
}

/// Random play for so many ticks, or to the end of the game. A function of the seed.
fn play(world: &Arc<World>, seed: i64, ticks: i32) -> State {
    let mut state = State::new(world, seed);
    let mut random = Random::new(seed);
    while state.tick() < ticks && !state.is_over() {
        advance(&mut state, &mut random);
    }
    state
}

/// Plays a random action for each player.
fn advance(state: &mut State, random: &mut Random) {
    let mut actions = [Action::Nil; 2];
    let players = state.world().players().min(actions.len());
    for (player, action) in actions[..players].iter_mut().enumerate() {
        let choices = state.actions(player);
        if !choices.is_empty() {
            *action = choices[random.next_int(choices.len() as u32) as usize];
        }
    }
    state.advance(&actions[..players]);
}

/// One thread's share of the work, with states of its own.
pub struct Searcher {
    start: State,
    /// Another state, some ticks later.
    later: State,
    state: State,
    random: Random,
    seed: i64,
    /// Rollouts of the present cycle.
    played: u32,
}

impl Searcher {
    /// Plays a whole cycle to warm up.
    pub fn new(start: &State, seed: i64) -> Searcher {
        let own = || start.clone();
        let random = Random::new(seed);
        let mut searcher = Searcher { start: own(), later: own(), state: own(), random, seed, played: 0 };
        for _ in 0..CYCLE {
            searcher.rollout();
        }
        searcher.later.clone_from(&searcher.state);
        searcher
    }

    /// Copies the start and plays a rollout. Returns the number of ticks played.
    pub fn rollout(&mut self) -> u64 {
        if self.played == CYCLE {
            self.played = 0;
            self.random = Random::new(self.seed);
        }
        self.played += 1;
        self.state.clone_from(&self.start);
        let mut ticks = 0;
        while ticks < u64::from(ROLLOUT) && !self.state.is_over() {
            advance(&mut self.state, &mut self.random);
            ticks += 1;
        }
        ticks
    }

    /// Makes two copies into one reused state, of two different states: a copy over the same state could do
    /// without most of the work.
    pub fn two_clones(&mut self) {
        black_box(&mut self.state).clone_from(&self.later);
        black_box(&mut self.state).clone_from(&self.start);
    }
}
