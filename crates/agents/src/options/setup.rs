//! The parameters.

use std::f64::consts::SQRT_2;

use crate::registry::{Parameter, Settings};

/// How a search over options is set up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setup {
    /// How many ticks ahead tree and roll-outs go.
    pub depth: usize,
    /// What a reward is worth a tick later.
    pub gamma: f64,
    /// The weight of exploration.
    pub c: f64,
    /// What a win counts more than the score, and a loss less.
    pub bonus: f64,
    /// How the values of options are learnt and used.
    pub widening: Option<Widening>,
}

/// How options are preferred that have been good.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Widening {
    /// How strongly.
    pub k: f64,
    /// For how many visits of a node.
    pub visits: f64,
}

const DEPTH: Parameter =
    Parameter::integer("depth", 70, (1, 1000), "how many ticks ahead tree and roll-outs go");
const GAMMA: Parameter =
    Parameter::real("gamma", 0.9, (0.0, 1.0), "what a reward is worth that comes a tick later");
const C: Parameter = Parameter::real("c", SQRT_2, (0.0, 1000.0), "weight of exploration in UCT");
const BONUS: Parameter =
    Parameter::real("bonus", 100.0, (0.0, 1e7), "what a win adds to the score and a loss takes away");

pub const PARAMETERS: &[Parameter] = &[DEPTH, GAMMA, C, BONUS];

pub const LEARNING_PARAMETERS: &[Parameter] = &[
    DEPTH,
    GAMMA,
    C,
    BONUS,
    Parameter::real("k", 0.5, (0.0, 100.0), "how strongly options that were good are preferred"),
    Parameter::integer("v", 40, (0, 1_000_000), "visits of a node before UCT takes over"),
];

impl Setup {
    pub fn new(settings: &Settings, learns: bool) -> Setup {
        Setup {
            depth: settings.count("depth"),
            gamma: settings.real("gamma"),
            c: settings.real("c"),
            bonus: settings.real("bonus"),
            widening: learns.then(|| Widening { k: settings.real("k"), visits: settings.count("v") as f64 }),
        }
    }
}
