//! What is played and what came of it.

use std::sync::Arc;
use std::time::Duration;

/// Whoever plays under the same conditions: results of one entrant may be added up.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Entrant {
    /// The agent's text form, such as `mcts(c=0.6)+bfti`.
    pub agent: Arc<str>,
    /// The budget's text form, such as `40ms-cpu`, `480fm` or `50it`.
    pub budget: Arc<str>,
    /// Whether late answers were forgiven instead of disqualifying.
    pub lenient: bool,
    /// Games on the same level that the agent played before the one that counts, to learn from them.
    pub learning: u32,
}

impl Entrant {
    /// An agent under a budget and competition rules, with nothing learnt.
    pub fn new(agent: impl Into<Arc<str>>, budget: impl Into<Arc<str>>) -> Self {
        Self { agent: agent.into(), budget: budget.into(), lenient: false, learning: 0 }
    }
}

/// One game to be played: a place in the table of an experiment.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Who plays, and under which budget.
    pub entrant: Arc<Entrant>,
    /// The game's name.
    pub game: Arc<str>,
    /// The level's number.
    pub level: u32,
    /// Hash of the texts of game and level, see [`crate::hash::content_hash`].
    pub content: Arc<str>,
    /// Which of the repetitions of this level, from 0.
    pub repetition: u32,
    /// Seed of the game's generator: the same for all agents.
    pub seed: u64,
    /// Seed of the agent's generator: its own.
    pub agent_seed: u64,
    /// Who sits in the second seat, in a game of two: the entrant has the first.
    pub partner: Option<Partner>,
}

/// Who plays with, or against, an entrant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Partner {
    /// Who.
    pub entrant: Arc<Entrant>,
    /// Seed of its generator.
    pub agent_seed: u64,
}

/// How a game ended.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome {
    /// Whether the avatar won.
    pub win: bool,
    /// Final score.
    pub score: f64,
    /// Ticks played.
    pub ticks: u32,
    /// Forward-model calls over the whole game.
    pub fm_calls: u64,
    /// Of them, calls of the warm-up: before the first tick.
    pub warm_up_calls: u64,
    /// Search iterations over the whole game.
    pub iterations: u64,
    /// Of them, iterations of the warm-up.
    pub warm_up_iterations: u64,
    /// How many answers came too late.
    pub overspends: u32,
    /// Why the agent was disqualified, if it was.
    pub disqualified: Option<String>,
    /// What the agent reports about its game, as `key=value` pairs between blanks; such as the settings it used most.
    pub remarks: Option<String>,
    /// How it ended for the partner, in a game of two.
    pub partner: Option<Box<Outcome>>,
}

/// Time that a game took.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Timing {
    /// By the monotonic clock.
    pub wall: Duration,
    /// On the processor, in the playing thread.
    pub cpu: Duration,
}

impl Timing {
    /// Half of it, for each of two players.
    pub fn halved(self) -> Self {
        Self { wall: self.wall / 2, cpu: self.cpu / 2 }
    }

    /// Share of the wall time in which the playing thread had a processor; 1 for games too short to tell.
    pub fn cpu_share(self) -> f64 {
        if self.wall < Duration::from_millis(1) {
            1.0
        } else {
            self.cpu.as_secs_f64() / self.wall.as_secs_f64()
        }
    }
}
