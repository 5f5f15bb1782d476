//! Which enhancements a search has.

use super::bfti::Bfti;
use super::determinism::Determinism;
use super::history::{ActionHistory, ProgressiveHistory};
use super::knowledge::Knowledge;
use super::loss_avoidance::LossAvoidance;
use super::ngram::NGrams;
use super::novelty::NoveltyTables;
use super::reuse::TreeReuse;
use crate::interface::{Rng, Turn};
use crate::registry::AgentSpec;

/// The enhancements of a search, each there or not.
pub(super) struct Parts {
    pub bfti: Option<Bfti>,
    /// What progressive history and n-grams both build upon.
    pub actions: Option<ActionHistory>,
    pub history: Option<ProgressiveHistory>,
    pub ngrams: Option<NGrams>,
    pub reuse: Option<TreeReuse>,
    pub loss_avoidance: Option<LossAvoidance>,
    pub novelty: Option<NoveltyTables>,
    pub knowledge: Option<Knowledge>,
    pub determinism: Option<Determinism>,
}

impl Parts {
    pub fn new(spec: &AgentSpec, turn: Turn<'_>, rng: &mut Rng) -> Parts {
        let seen = turn.observation();
        let history = spec.part("ph").map(ProgressiveHistory::new);
        let ngrams = spec.part("nst").map(NGrams::new);
        Parts {
            bfti: spec.part("bfti").map(Bfti::new),
            actions: (history.is_some() || ngrams.is_some()).then(|| ActionHistory::new(&seen)),
            history,
            ngrams,
            reuse: spec.part("tr").map(TreeReuse::new),
            loss_avoidance: spec.part("la").map(|_| LossAvoidance),
            novelty: spec.part("nbp").map(|settings| NoveltyTables::new(settings, &seen)),
            knowledge: spec.part("kbe").map(|settings| Knowledge::new(settings, &seen, rng)),
            determinism: spec.part("dgd").map(Determinism::new),
        }
    }
}
