//! The tree: nodes in one list, and for each node that has been visited twice the options that it can go on with.

use ludex_engine::Action;

use super::instance::Instance;
use crate::kit::noise::EPSILON;
use crate::mcts::tree::NodeId;

/// A node: a state, and the option that is being followed there.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// The node before it; the root is its own.
    pub parent: NodeId,
    /// Ticks since the root.
    pub depth: usize,
    /// The action that led here.
    pub action: Action,
    /// The option that chose it, and goes on if it is not over.
    pub option: Option<Instance>,
    /// Can another option begin here?
    pub is_over: bool,
    /// Where the value of the option's sub-type is kept.
    pub place: u16,
    /// How often the search came here.
    pub visits: f64,
    /// The sum of what it found from here on.
    pub total: f64,
    /// How good the state is.
    pub worth: f64,
    /// What the option has brought up to here, and how many ticks it took.
    pub gain: Gain,
    /// Has the game ended here?
    pub has_ended: bool,
    /// Where its choices are, once it has branched, and how many of them have been tried.
    pub(super) choices: Option<(u32, u32)>,
    pub(super) tried: u32,
}

impl Node {
    /// A root with a state this good, or what other nodes begin as.
    pub fn new(worth: f64) -> Node {
        Node {
            parent: NodeId::ROOT,
            depth: 0,
            action: Action::Nil,
            option: None,
            is_over: true,
            place: 0,
            visits: 0.0,
            total: 0.0,
            worth,
            gain: Gain::default(),
            has_ended: false,
            choices: None,
            tried: 0,
        }
    }

    /// The mean of what was found.
    pub fn mean(&self) -> f64 {
        self.total / (self.visits + EPSILON)
    }
}

/// What an option has brought so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct Gain {
    /// The sum of its rewards, later ones less. Wins and losses are among them, so that what kills is learnt to be avoided.
    pub sum: f64,
    ticks: i32,
}

impl Gain {
    /// A tick later, after this reward.
    pub fn after(self, reward: f64, gamma: f64) -> Gain {
        // Most ticks bring nothing.
        let faded = if reward == 0.0 { 0.0 } else { gamma.powi(self.ticks) * reward };
        Gain { sum: self.sum + faded, ticks: self.ticks + 1 }
    }
}

/// An option that a node can go on with.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// The option.
    pub option: Instance,
    /// Where the value of its sub-type is kept.
    pub place: u16,
    /// Where it leads, if it has been tried.
    pub child: Option<NodeId>,
}

/// The tree. It keeps its memory when it is cleared.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    choices: Vec<Choice>,
    depth: usize,
}

impl Tree {
    pub fn new() -> Tree {
        Tree { nodes: vec![Node::new(0.0)], choices: Vec::new(), depth: 0 }
    }

    /// Forgets everything but a new root.
    pub fn clear(&mut self, root: Node) {
        self.nodes.clear();
        self.nodes.push(root);
        self.choices.clear();
        self.depth = 0;
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The depth of the deepest node.
    pub fn depth(&self) -> usize {
        self.depth
    }

    pub fn get(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    pub fn get_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.index()]
    }

    /// Does a node know yet what it can go on with?
    pub fn has_branched(&self, node: NodeId) -> bool {
        self.get(node).choices.is_some()
    }

    /// Says what a node can go on with.
    pub fn branch(&mut self, node: NodeId, add: impl FnOnce(&mut Vec<Choice>)) {
        let start = self.choices.len();
        add(&mut self.choices);
        self.get_mut(node).choices = Some((start as u32, self.choices.len() as u32));
    }

    /// What a node can go on with; nothing if nobody has said so yet.
    pub fn choices(&self, node: NodeId) -> &[Choice] {
        let (start, end) = self.get(node).choices.unwrap_or_default();
        &self.choices[start as usize..end as usize]
    }

    /// What a node can go on with.
    pub fn choices_mut(&mut self, node: NodeId) -> &mut [Choice] {
        let (start, end) = self.get(node).choices.unwrap_or_default();
        &mut self.choices[start as usize..end as usize]
    }

    /// How many choices of a node have not been tried?
    pub fn untried(&self, node: NodeId) -> usize {
        self.choices(node).len() - self.get(node).tried as usize
    }

    /// The nodes after a node.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = (NodeId, &Node)> {
        self.choices(node).iter().filter_map(|choice| choice.child).map(|child| (child, self.get(child)))
    }

    /// Adds the node that a choice leads to.
    pub fn add(&mut self, parent: NodeId, choice: usize, node: Node) -> NodeId {
        let depth = self.get(parent).depth + 1;
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(Node { parent, depth, ..node });
        self.depth = self.depth.max(depth);
        self.choices_mut(parent)[choice].child = Some(id);
        self.get_mut(parent).tried += 1;
        id
    }
}
