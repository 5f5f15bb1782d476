//! The open-loop tree search that enhancements plug into.
//!
//! `search` has the stages of a simulation and `walk` how it gets from node to node; each enhancement of Soemers et al. has a module of its own. Enhancements
//! that keep figures of their own (`history`, `ngram`, `knowledge`, `novelty`) are types that the search asks; those that change the
//! course of a search (`bfti`, `loss_avoidance`, `reuse`) are methods of the search that its stages call. An enhancement
//! that is off is a `None`: it costs a branch.

mod bfti;
mod cache;
mod determinism;
mod history;
mod knowledge;
mod loss_avoidance;
mod ngram;
mod node;
mod novelty;
mod parts;
mod reuse;
mod search;
#[cfg(test)]
mod tests;
mod walk;

use crate::registry::{Alias, Entry, Parameter};
use search::Search;

pub(crate) const ENTRY: Entry = Entry {
    name: "mcts",
    about: "The tree search of Soemers et al. 2016, with eight enhancements to choose from.",
    description: "\
        Open loop. Simulations go down the tree by UCB1 until a node has untried actions, then play up to ten random actions, \
        each of which becomes a node. Values are the score, with 10^7 more for a win and less for a loss, normalised by all \
        that the game has shown so far. It plays the action with the best mean. The warm-up budget is used to search, and \
        that tree is kept for the first tick. Every part can be added to every other: mcts+bfti+tr(0.4).",
    source: "Soemers, Sironi, Schuster & Winands 2016",
    parameters: &[
        Parameter::real("c", 0.6, (0.0, 1e6), "exploration constant of UCB1"),
        Parameter::integer("depth", 10, (1, 2000), "how many actions are played after the selection"),
    ],
    parts: &[
        bfti::PART,
        ngram::PART,
        history::PART,
        reuse::PART,
        loss_avoidance::PART,
        novelty::PART,
        knowledge::PART,
        determinism::PART,
    ],
    // Their agents left 50 ms of the first second and 10 ms of each tick unused: 950 / 30, rounded.
    initial_ticks: 30,
    ready: None,
    build: |spec, turn, seed| Box::new(Search::new(spec, turn, seed)),
};

/// The agents of Soemers et al. by name. Parts can be added to them: `bfti+kbe`, `bfti+tr(0.4)`.
pub(crate) const ALIASES: &[Alias] = &[
    Alias {
        name: "bfti",
        text: "mcts+bfti",
        about: "The baseline of most experiments of Soemers et al. 2016.",
    },
    Alias {
        name: "soemers-no-dgd",
        text: "mcts+bfti+nst+ph+tr+la+nbp+kbe",
        about: "All enhancements of Soemers et al. 2016 but the detection of deterministic games.",
    },
    Alias {
        name: "soemers-no-bfti",
        text: "mcts+nst+ph+tr+la+nbp+kbe+dgd",
        about: "All enhancements of Soemers et al. 2016 but breadth-first initialisation.",
    },
    Alias {
        name: "soemers-all",
        text: "mcts+bfti+nst+ph+tr+la+nbp+kbe+dgd",
        about: "All enhancements of Soemers et al. 2016 together.",
    },
];
