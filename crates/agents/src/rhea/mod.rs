//! Rolling-horizon evolution: plans are evolved anew every tick, and the first action of the best one is played.
//!
//! [`search`] is the cycle of generations; every enhancement is a module of its own.

mod bandit;
mod evaluate;
mod operators;
mod population;
pub(crate) mod random_search;
mod rollouts;
mod search;
mod seed;
mod shift;
mod tree;

use crate::interface::INITIAL_TICKS;
use crate::kit::length;
use crate::registry::{Entry, Parameter};
use search::Rhea;

pub(crate) const ENTRY: Entry = Entry {
    name: "rhea",
    about: "Rolling-horizon evolution (RHEA); with p=1 a mutation hill climber.",
    description: "\
        Individuals are sequences of actions, NIL included. A random population is valued by the states it leads to: the \
        score, or 1000 for a win and -1000 for a loss. Every generation keeps the best and fills up with children of two \
        parents that win tournaments: uniform crossover, then mutation. It plays the first action of the best individual and \
        begins anew in the next tick. A generation is begun only if its usual cost still fits the budget of calls. With p=1 \
        the one individual is mutated and replaced if the mutant is better. All parts can be combined: \
        rhea(p=10,l=14)+tree+shift+roll(5).",
    source: "GVGAI (sampleRHEA); Perez-Liebana & Gaina 2019",
    parameters: &[
        Parameter::integer("p", 10, (1, 1000), "size of the population"),
        Parameter::integer("l", 10, (1, 2000), "length of the individuals"),
        Parameter::integer("e", 1, (0, 1000), "how many of the best survive unchanged"),
        Parameter::integer("t", 2, (1, 1000), "size of a tournament"),
        Parameter::choice(
            "parents",
            "two",
            &["two", "one"],
            "two: each parent wins a tournament of its own; one: both are the best two of one tournament, as in the authors' program, \
             which selects nobody with t=2",
        ),
        Parameter::integer("m", 1, (0, 2000), "how many genes are mutated, unless there is a rate"),
        Parameter::real(
            "rate",
            0.0,
            (0.0, 1.0),
            "the probability of each gene to be mutated; 0 mutates m genes instead",
        ),
        Parameter::choice("mutate", "other", &["other", "any"], "to any other value, or to any value at all"),
    ],
    parts: &[seed::PART, bandit::PART, tree::PART, shift::PART, rollouts::PART, length::PART],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(Rhea::new(spec, turn, seed)),
};
