//! What an agent gets when it is asked for an action.

use std::fmt;
use std::time::Duration;

use ludex_engine::{Action, Observation, State};

use super::budget::Budget;
use super::meter::Meter;
use super::rng::Rng;
use super::simulator::Simulator;
use super::visits::Witness;

/// One decision: what the agent sees, what it may spend, and the way to simulators.
///
/// A turn is all that an agent ever gets of a game. There is no way from it to the rules, to the names of sprites or
/// to the generator of the game: an agent learns what happens by looking and by trying.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    state: &'a State,
    player: usize,
    meter: &'a Meter,
    witness: Witness<'a>,
    memory: Option<&'a str>,
}

impl<'a> Turn<'a> {
    pub(super) fn new(state: &'a State, player: usize, meter: &'a Meter, witness: Witness<'a>) -> Turn<'a> {
        Turn { state, player, meter, witness, memory: None }
    }

    /// The same turn for an agent that has played before.
    pub(super) fn remembering<'b>(self, memory: &'b str) -> Turn<'b>
    where
        'a: 'b,
    {
        Turn { memory: Some(memory), ..self }
    }

    /// What an agent of the same kind wrote down at the end of an earlier game ([`Agent::memory`]): there while an agent
    /// is built, if it is to go on learning.
    ///
    /// [`Agent::memory`]: super::Agent::memory
    pub fn memory(&self) -> Option<&'a str> {
        self.memory
    }

    /// What the agent sees now.
    pub fn observation(&self) -> Observation<'a> {
        self.state.observe()
    }

    pub(super) fn state(&self) -> &'a State {
        self.state
    }

    /// Which player the agent is; 0 where there is only one.
    pub fn player(&self) -> usize {
        self.player
    }

    /// The actions of the agent's avatar now, without NIL, in GVGAI's order.
    pub fn actions(&self) -> &'static [Action] {
        self.observation().actions(self.player)
    }

    /// A simulator at the present state, with a future of its own.
    pub fn simulator(&self, rng: &mut Rng) -> Simulator {
        let mut simulator = Simulator::new(self.state.clone(), self.player);
        simulator.reseed(rng);
        simulator
    }

    /// Puts a simulator back to the present state, with a future of its own. It keeps its memory.
    pub fn reset(&self, simulator: &mut Simulator, rng: &mut Rng) {
        self.copy(|| simulator.load(self.state, self.player));
        simulator.reseed(rng);
    }

    /// Is there budget for another iteration? Then it is counted: call this once for each.
    ///
    /// With a limit on time this leaves a reserve for an iteration that takes longer than the others did.
    #[inline]
    pub fn next_iteration(&self) -> bool {
        self.meter.pay_iteration()
    }

    /// What may be spent in this turn in all.
    pub fn budget(&self) -> Budget {
        self.meter.budget()
    }

    /// Iterations begun in this turn.
    pub fn iterations(&self) -> u64 {
        self.meter.iterations()
    }

    /// Forward-model calls made in this turn.
    pub fn calls(&self) -> u64 {
        self.meter.calls()
    }

    /// Forward-model calls that may still be made, where they are limited.
    pub fn calls_left(&self) -> Option<u64> {
        self.meter.calls_left()
    }

    /// The share of the budget that has been spent, from 0 to 1 (more if time has run out), of whatever is scarcest.
    pub fn spent(&self) -> f64 {
        self.meter.spent()
    }

    /// Books what the agent has spent outside of this program, for agents that think in another one: forward-model calls,
    /// iterations, and processor time, which the clock of this thread does not see.
    pub fn charge(&self, calls: u64, iterations: u64, time: Duration) {
        self.meter.charge(calls, iterations, time);
    }

    /// Pays for a forward-model call and makes it; false if there was none left.
    #[inline]
    pub(super) fn advance(&self, call: impl FnOnce()) -> bool {
        let paid = self.meter.pay_call();
        if paid {
            match self.witness.profile {
                None => call(),
                Some(profile) => profile.advance(call),
            }
        }
        paid
    }

    /// Tells whoever looks on where a simulation has come.
    #[inline]
    pub(super) fn witness(&self, state: &State, player: usize) {
        if let Some(visits) = self.witness.visits {
            visits.note(state, player);
        }
    }

    /// Copies a state; copies are free.
    #[inline]
    pub(super) fn copy<R>(&self, copy: impl FnOnce() -> R) -> R {
        match self.witness.profile {
            None => copy(),
            Some(profile) => profile.copy(copy),
        }
    }
}

impl fmt::Debug for Turn<'_> {
    /// Shows the budget alone: the state knows what agents must not.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turn")
            .field("player", &self.player)
            .field("meter", &self.meter)
            .finish_non_exhaustive()
    }
}
