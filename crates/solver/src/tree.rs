//! The actions that led to each state of a search, without the states.

use ludex_engine::Action;

/// A place in the tree.
pub(crate) type Node = u32;

/// The beginning of the game.
pub(crate) const ROOT: Node = 0;

/// How each node was reached.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<(Node, Action)>,
}

impl Tree {
    pub(crate) fn new() -> Self {
        Tree { nodes: vec![(ROOT, Action::Nil)] }
    }

    pub(crate) fn add(&mut self, parent: Node, action: Action) -> Node {
        self.nodes.push((parent, action));
        (self.nodes.len() - 1) as Node
    }

    /// The actions from the beginning to a node.
    pub(crate) fn path(&self, mut node: Node) -> Vec<Action> {
        let mut actions = Vec::new();
        while node != ROOT {
            let (parent, action) = self.nodes[node as usize];
            actions.push(action);
            node = parent;
        }
        actions.reverse();
        actions
    }
}
