//! What an agent is.

use ludex_engine::{Action, Observation};

use super::budget::INITIAL_TICKS;
use super::insight::Insight;
use super::turn::Turn;

/// A player.
pub trait Agent {
    /// Chooses an action. Called once a tick.
    fn act(&mut self, turn: Turn<'_>) -> Action;

    /// The game is over, and this is how it looks: the last that an agent hears of it.
    fn end(&mut self, _last: Observation<'_>) {}

    /// What the agent thought at its last decision, for viewers. Only called when somebody looks.
    fn insight(&self) -> Insight {
        Insight::default()
    }

    /// What the agent tells of its game once it is over, for the row of results: `key=value` pairs between blanks, such
    /// as the settings that it used most.
    fn remarks(&self) -> Option<String> {
        None
    }

    /// What the agent wants to know in its next game, as text: see [`Experienced`].
    fn memory(&self) -> Option<String> {
        None
    }
}

/// Makes one agent, from a turn and a seed as in [`Builder::build`].
pub type Make<'a> = Box<dyn FnOnce(Turn<'_>, u64) -> Box<dyn Agent> + 'a>;

/// Makes agents: a fresh one for every game.
///
/// Any function from a turn and a seed to an agent is a builder.
pub trait Builder {
    /// Makes an agent for the game that the turn shows. The turn's budget is the initial one: an agent may use it to
    /// prepare.
    fn build(&self, turn: Turn<'_>, seed: u64) -> Box<dyn Agent>;

    /// Gets ready what the agent needs before the clock of its preparation runs, such as a process of its own, and returns what
    /// then makes it.
    fn ready(&self) -> Make<'_> {
        Box::new(|turn, seed| self.build(turn, seed))
    }

    /// How many ticks' worth of calls or iterations the agent gets for its preparation.
    fn initial_ticks(&self) -> u32 {
        INITIAL_TICKS
    }
}

impl<F: Fn(Turn<'_>, u64) -> Box<dyn Agent>> Builder for F {
    fn build(&self, turn: Turn<'_>, seed: u64) -> Box<dyn Agent> {
        self(turn, seed)
    }
}

/// A builder whose agents begin with what an agent of the same kind had learnt in an earlier game: they find it in
/// [`Turn::memory`] while they are built.
#[derive(Clone, Copy)]
pub struct Experienced<'a> {
    /// Makes the agents.
    pub builder: &'a dyn Builder,
    /// What [`Agent::memory`] handed out.
    pub memory: &'a str,
}

impl Builder for Experienced<'_> {
    fn build(&self, turn: Turn<'_>, seed: u64) -> Box<dyn Agent> {
        self.builder.build(turn.remembering(self.memory), seed)
    }

    fn ready(&self) -> Make<'_> {
        let make = self.builder.ready();
        Box::new(|turn, seed| make(turn.remembering(self.memory), seed))
    }

    fn initial_ticks(&self) -> u32 {
        self.builder.initial_ticks()
    }
}
