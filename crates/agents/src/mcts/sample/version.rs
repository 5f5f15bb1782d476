//! The versions of GVGAI's sample agent: the same search, with different values, bounds and answers.

use std::f64::consts::SQRT_2;

use crate::kit::value::Evaluation;
use crate::mcts::normaliser::BoundsMode;
use crate::registry::{Parameter, Settings};

/// How the search is set up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Setup {
    /// The exploration constant.
    pub c: f64,
    /// How many ticks a simulation looks ahead, tree and play-out together.
    pub depth: usize,
    /// Do nodes keep their states?
    pub closed: bool,
    pub evaluation: Evaluation,
    pub bounds: BoundsMode,
    /// Does the first version's rule for the answer hold?
    pub early_answer: bool,
    /// Of equally good answers, is the last one taken, whatever is drawn?
    pub last_of_ties: bool,
}

/// The parameters of `samplemcts`.
pub(super) const PARAMETERS: &[Parameter] = &[
    C,
    DEPTH,
    Parameter::choice(
        "version",
        "v4",
        &["v1", "v2", "v3", "v4"],
        "which of GVGAI's versions: v1 (March 2014), v2 (November 2014), v3 (October 2016), v4 (April 2017)",
    ),
    Parameter::choice(
        "loop",
        "auto",
        &["auto", "open", "closed"],
        "open: simulations start from the present state; closed: nodes keep states; auto: open in v4, else closed",
    ),
    Parameter::choice(
        "bounds",
        "auto",
        &["auto", "game", "lasttick", "leaf", "backup", "split"],
        "what values are normalised by: all simulations of the game, those of earlier ticks, those that began in the \
         node, those that went through it; split sets outcomes apart from scores; auto: as in the version",
    ),
    Parameter::choice(
        "ties",
        "drawn",
        &["drawn", "last"],
        "which of equally good answers is played; last is a fault of the version of spring 2014, corrected in July",
    ),
];

pub(in crate::mcts) const C: Parameter =
    Parameter::real("c", SQRT_2, (0.0, 1e6), "exploration constant of UCB1");
pub(in crate::mcts) const DEPTH: Parameter = Parameter::integer(
    "depth",
    10,
    (1, 2000),
    "how many ticks a simulation looks ahead, tree and play-out together",
);

/// The parameters of `solmcts`.
pub(super) const OPEN_LOOP_PARAMETERS: &[Parameter] = &[C, DEPTH];

impl Setup {
    /// What the settings of `samplemcts` say.
    pub fn of_sample(settings: &Settings) -> Setup {
        let version = settings.choose("version", &[("v1", 1), ("v2", 2), ("v3", 3), ("v4", 4)]);
        let closed = [("open", Some(false)), ("closed", Some(true)), ("auto", None)];
        let closed = settings.choose("loop", &closed).unwrap_or(version < 4);
        let usual =
            [BoundsMode::LastTick, BoundsMode::Game, BoundsMode::Leaf, BoundsMode::Backup][version - 1];
        let chosen = settings.word("bounds");
        let bounds = if chosen == "auto" { usual } else { settings.choose("bounds", &BoundsMode::NAMES) };
        Setup {
            c: settings.real("c"),
            depth: settings.count("depth"),
            closed,
            evaluation: if version == 1 { Evaluation::Replace } else { Evaluation::Add },
            bounds,
            early_answer: version == 1,
            last_of_ties: settings.choose("ties", &[("drawn", false), ("last", true)]),
        }
    }

    /// What the settings of `solmcts` say.
    pub fn of_open_loop(settings: &Settings) -> Setup {
        Setup {
            c: settings.real("c"),
            depth: settings.count("depth"),
            closed: false,
            evaluation: Evaluation::Add,
            bounds: BoundsMode::Game,
            early_answer: false,
            last_of_ties: false,
        }
    }

    /// The search that evolution is seeded by: open loop, with bounds for each node from the play-outs that began there.
    pub const SEEDING: Setup = Setup {
        c: SQRT_2,
        depth: 10,
        closed: false,
        evaluation: Evaluation::Add,
        bounds: BoundsMode::Leaf,
        early_answer: false,
        last_of_ties: false,
    };

    /// The search whose constant and depth are tuned while it runs: open loop, with bounds for each node.
    pub const TUNED: Setup = Setup { bounds: BoundsMode::Backup, ..Setup::SEEDING };
}
