//! GVGAI's sample tree search: one new node per simulation, play-outs of uniformly random actions up to a fixed depth,
//! a new tree every tick.

mod agent;
mod search;
pub(super) mod version;

use agent::SampleAgent;
pub(crate) use search::SampleMcts;
pub(crate) use version::Setup;

use crate::interface::INITIAL_TICKS;
use crate::kit::length;
use crate::mcts::perez::{evolution, knowledge};
use crate::registry::Entry;

pub(crate) const ENTRY: Entry = Entry {
    name: "samplemcts",
    about: "GVGAI's sample Monte-Carlo tree search, in all its versions.",
    description: "\
        UCB1 in the tree, one new node per simulation, then uniformly random actions until ten ticks from now. The value \
        of a simulation is the score at its end, with 10^7 more for a win and less for a loss. It plays the action tried \
        most often; where all were tried equally often, the one with the best mean. A new tree every tick; the warm-up \
        budget is not used. The versions differ in what they normalise values by, and up to v3 nodes keep the \
        states that they were first reached in. With evo, play-outs draw actions by weights that evolve; with kb, simulations \
        that leave the score as it is are worth what is learned on the way, whatever bounds says.",
    source: "GVGAI (sampleMCTS, sampleOLMCTS); Perez, Samothrakis & Lucas 2014",
    parameters: version::PARAMETERS,
    parts: &[length::PART, evolution::PART, knowledge::PART],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(SampleAgent::new(Setup::of_sample(spec.settings()), spec, turn, seed)),
};

pub(crate) const OPEN_LOOP: Entry = Entry {
    name: "solmcts",
    about: "GVGAI's sample open-loop tree search of 2016 (SOLMCTS).",
    description: "\
        samplemcts as it was compared with in 2016: open loop, values normalised by all that the game has shown so far. \
        The same as samplemcts(version=v2,loop=open).",
    source: "GVGAI (sampleOLMCTS); Soemers et al. 2016",
    parameters: version::OPEN_LOOP_PARAMETERS,
    parts: &[length::PART, evolution::PART, knowledge::PART],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| {
        Box::new(SampleAgent::new(Setup::of_open_loop(spec.settings()), spec, turn, seed))
    },
};
