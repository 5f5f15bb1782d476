//! Tree reuse: the part of the tree below the action that was played is kept for the next tick, with less weight.

use super::cache::Stack;
use super::search::Search;
use crate::interface::Turn;
use crate::mcts::tree::NodeId;
use crate::registry::{Parameter, Part, Settings};

pub(super) const PART: Part = Part {
    name: "tr",
    about: "Tree reuse: what was found below the action that was played is kept, decayed.",
    source: "Pepels, Winands & Lanctot 2014; Soemers et al. 2016",
    parameters: &[Parameter::real(
        "gamma",
        0.6,
        (0.0, 1.0),
        "what is left of scores and visits after a tick; 0 keeps the nodes alone, 1 keeps everything",
    )],
};

/// How much of the last tick's tree is kept.
#[derive(Debug)]
pub(super) struct TreeReuse {
    gamma: f64,
}

impl TreeReuse {
    pub fn new(settings: &Settings) -> TreeReuse {
        TreeReuse { gamma: settings.real("gamma") }
    }
}

impl Search {
    /// Makes the child of the action that was really played the root. False if there is none, or reuse is off.
    pub(super) fn reuse_tree(&mut self, turn: Turn<'_>) -> bool {
        let Some(&TreeReuse { gamma }) = self.parts.reuse.as_ref() else { return false };
        let action = turn.observation().avatar_last_action(turn.player());
        let Some(child) = self.tree.child(NodeId::ROOT, action as usize) else { return false };
        if self.deterministic {
            self.keep_all_below(child);
        } else {
            self.keep_decayed(child, gamma);
        }
        true
    }

    /// Chance had a part in what the tree says: it fades, and states and novelty tests near the root are of no use.
    fn keep_decayed(&mut self, child: NodeId, gamma: f64) {
        self.tree.keep(child);
        self.cache.clear();
        self.tree.for_each(|depth, node| {
            node.visits *= gamma;
            node.sum *= gamma;
            (node.cached, node.saved) = (Stack::default(), Stack::default());
            node.inescapable = false;
            if depth <= 1 {
                node.novelty.reset();
            }
        });
        if let Some(novelty) = &mut self.parts.novelty {
            novelty.compact(&mut self.tree);
        }
    }

    /// What was true is still true. Only the root's states go: the present one takes their place.
    fn keep_all_below(&mut self, child: NodeId) {
        if let Some(novelty) = &mut self.parts.novelty {
            novelty.inherit(&mut self.tree, child, &self.present);
        }
        self.tree.keep(child);
        let root = self.tree.get_mut(NodeId::ROOT);
        (root.cached, root.saved) = (Stack::default(), Stack::default());
        let cache = &mut self.cache;
        self.tree.for_each(|_, node| {
            node.inescapable = false;
            cache.mark(node.cached);
            cache.mark(node.saved);
        });
        cache.sweep();
        if let Some(novelty) = &mut self.parts.novelty {
            novelty.compact(&mut self.tree);
        }
    }
}
