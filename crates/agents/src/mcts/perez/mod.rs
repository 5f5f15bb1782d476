//! What Perez, Samothrakis and Lucas (2014) add to the sample tree search: play-outs that evolve, and a knowledge base
//! that rewards learning. Both are parts of `samplemcts`.

pub(super) mod evolution;
mod features;
pub(super) mod knowledge;

use crate::registry::Alias;

/// The agents of the paper by name. Its vanilla search is `samplemcts(version=v1)`.
pub(crate) const ALIASES: &[Alias] = &[
    Alias {
        name: "fastevo",
        text: "samplemcts(version=v1)+evo",
        about: "Fast-Evo MCTS of Perez et al. 2014: play-outs evolve.",
    },
    Alias {
        name: "kbmcts",
        text: "samplemcts(version=v1)+kb",
        about: "KB MCTS of Perez et al. 2014: learning is rewarded.",
    },
    Alias {
        name: "kbfastevo",
        text: "samplemcts(version=v1)+evo+kb",
        about: "KB Fast-Evo MCTS of Perez et al. 2014: both.",
    },
];
