//! Tree search with two objectives, the score and exploring the level (Perez-Liebana & Gaina 2019, section 4): MO-MCTS with
//! Pareto fronts, and the two ways of doing without them that it is compared with.

mod front;
mod objectives;
mod pheromones;
mod search;
mod single;

use crate::interface::INITIAL_TICKS;
use crate::mcts::sample::version::{C, DEPTH};
use crate::registry::{Entry, Parameter};
use objectives::{DECAY, DEPOSIT, DIFFUSION, WEIGHT};
use search::MultiObjective;
use single::{MixedStrategy, WeightedSum};

const SOURCE: &str = "Perez-Liebana, Mostaghim & Lucas 2016; Perez-Liebana & Gaina 2019, section 4";

const LOOP: Parameter = Parameter::choice(
    "loop",
    "closed",
    &["closed", "open"],
    "closed: nodes keep states; open: simulations start from the present state",
);
const BOUNDS: Parameter = Parameter::choice(
    "bounds",
    "tick",
    &["tick", "split"],
    "what both objectives are normalised by: all values of the tick, wins and losses among them; split sets these apart",
);

const VERSION: Parameter = Parameter::choice(
    "version",
    "v2",
    &["v1", "v2"],
    "which version of GVGAI's sample search it is: v1 (March 2014), whose bounds hardly see exploration once a game was lost or won in a \
     simulation; v2 (November 2014)",
);

pub(crate) const FRONTS: Entry = Entry {
    name: "momcts",
    about: "MO-MCTS: two objectives, score and exploration, with a Pareto front in every node.",
    description: "\
        The avatar leaves pheromones that spread and fade; to explore is to end where there are few. Simulations are those of \
        samplemcts. Each is worth two numbers, and every node keeps those that no other simulation through it has matched in \
        both: its front. What one front rejects is not offered to those above. Selection goes by UCB1 with the area below the front (its \
        hypervolume) in place of the mean. Of the root's front it chooses the point with the greatest weighted sum and \
        plays the action that led there.",
    source: SOURCE,
    parameters: &[C, DEPTH, WEIGHT, BOUNDS, LOOP, DIFFUSION, DECAY, DEPOSIT],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(MultiObjective::new(spec.settings(), turn, seed)),
};

pub(crate) const WEIGHTED: Entry = Entry {
    name: "weightedsum",
    about: "Weighted-Sum MCTS: the sum of score and exploration is the only objective.",
    description: "\
        samplemcts, in the version that is asked for, with another value: the weighted sum of the two objectives of momcts, neither of them normalised. \
        A point of score outweighs any exploration.",
    source: SOURCE,
    parameters: &[C, DEPTH, WEIGHT, VERSION, LOOP, DIFFUSION, DECAY, DEPOSIT],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(WeightedSum::new(spec.settings(), turn, seed)),
};

pub(crate) const MIXED: Entry = Entry {
    name: "mixedstrategy",
    about: "Mixed-Strategy MCTS: each tick either the score or exploration is the objective.",
    description: "\
        samplemcts, in the version that is asked for, with one of the two objectives of momcts as its value. Which one is drawn at the beginning of each \
        tick; weight is the probability that it is the score. Each objective has bounds of its own.",
    source: SOURCE,
    parameters: &[C, DEPTH, WEIGHT, VERSION, LOOP, DIFFUSION, DECAY, DEPOSIT],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(MixedStrategy::new(spec.settings(), turn, seed)),
};
