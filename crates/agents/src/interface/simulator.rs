//! The forward model as agents get it.

use std::fmt;

use ludex_engine::{Action, Observation, State, Winner};

use super::budget::Model;
use super::rng::Rng;
use super::turn::Turn;

/// A game to try actions in. Simulators come from [`Turn::simulator`] and from each other; every [`advance`] is paid
/// for out of the budget of the turn in which it happens.
///
/// A clone has the same future as the original if it is given the same actions. Searches that sample want another
/// one each time: see [`Simulator::copy_from`].
///
/// [`advance`]: Simulator::advance
pub struct Simulator {
    state: State,
    player: usize,
}

impl Simulator {
    pub(super) fn new(state: State, player: usize) -> Simulator {
        Simulator { state, player }
    }

    pub(super) fn load(&mut self, state: &State, player: usize) {
        self.state.clone_from(state);
        self.player = player;
    }

    /// Plays a tick with this action of the agent; other players stand still. False, and nothing happens, if the
    /// budget has no forward-model call left.
    #[inline]
    #[must_use = "false means that the budget is spent and nothing has happened"]
    pub fn advance(&mut self, turn: Turn<'_>, action: Action) -> bool {
        let mut actions = [Action::Nil; 2];
        actions[self.player.min(1)] = action;
        let players = self.state.world().players().min(2);
        self.advance_all(turn, &actions[..players])
    }

    /// Plays a tick with an action for each player, for agents that have an idea what the others do.
    #[inline]
    #[must_use = "false means that the budget is spent and nothing has happened"]
    pub fn advance_all(&mut self, turn: Turn<'_>, actions: &[Action]) -> bool {
        let advanced = turn.advance(|| match turn.budget().model() {
            Model::Exact => self.state.advance(actions),
            Model::Of201405 => self.state.advance_as_in_2014(actions),
        });
        if advanced {
            turn.witness(&self.state, self.player);
        }
        advanced
    }

    /// Becomes a copy of another simulator with a future of its own, as in GVGAI. It keeps its memory.
    #[inline]
    pub fn copy_from(&mut self, turn: Turn<'_>, source: &Simulator, rng: &mut Rng) {
        turn.copy(|| self.load(&source.state, source.player));
        self.reseed(rng);
    }

    /// The same in memory of its own, for searches that keep states and have none to spare.
    pub fn copy(&self, turn: Turn<'_>, rng: &mut Rng) -> Simulator {
        let mut copy = turn.copy(|| self.clone());
        copy.reseed(rng);
        copy
    }

    /// Gives what happens by chance from now on another course.
    #[inline]
    pub fn reseed(&mut self, rng: &mut Rng) {
        self.state.reseed(rng.bits() as i64);
    }

    /// Forgets what has happened so far ([`Observation::events`]). A search that does not ask for it copies less.
    #[inline]
    pub fn forget_events(&mut self) {
        self.state.forget_events();
    }

    /// What the agent would see.
    pub fn observation(&self) -> Observation<'_> {
        self.state.observe()
    }

    /// Which player the agent is.
    pub fn player(&self) -> usize {
        self.player
    }

    /// The actions of the agent's avatar, without NIL; none after the end of the game.
    pub fn actions(&self) -> &'static [Action] {
        self.observation().actions(self.player)
    }

    /// The agent's score.
    #[inline]
    pub fn score(&self) -> f64 {
        self.state.score(self.player)
    }

    /// Has the agent won or lost?
    #[inline]
    pub fn winner(&self) -> Winner {
        self.state.winner(self.player)
    }

    /// A number that tells situations apart ([`State::situation`]), for searches that want to know where they have been. It says nothing
    /// of what makes the difference.
    #[inline]
    pub fn situation(&self) -> u64 {
        self.state.situation()
    }

    /// How much memory it takes, in bytes.
    pub fn bytes(&self) -> usize {
        self.state.bytes()
    }

    /// Has the game ended? Advancing changes nothing any more.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }
}

impl Clone for Simulator {
    fn clone(&self) -> Simulator {
        Simulator { state: self.state.clone(), player: self.player }
    }

    fn clone_from(&mut self, source: &Simulator) {
        self.load(&source.state, source.player);
    }
}

impl fmt::Debug for Simulator {
    /// Shows the outcome alone: the state knows what agents must not.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Simulator");
        debug.field("score", &self.score()).field("winner", &self.winner());
        debug.finish_non_exhaustive()
    }
}
