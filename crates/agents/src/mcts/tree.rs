//! The tree of a search: nodes in one list, linked by index.

use crate::interface::Rng;

/// The most actions that a node can have: up, left, down, right, use and NIL.
pub const MAX_ACTIONS: usize = 6;

/// The most nodes of a tree. Trees that go on growing from tick to tick, or for a whole second, would take any amount of
/// memory, and time to be cut back.
pub const MOST_NODES: usize = 1 << 18;

/// A node of a [`Tree`]. Node 0 is the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(0);

    const NONE: NodeId = NodeId(u32::MAX);

    /// Its place in the list of nodes.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The node at a place in a list of nodes.
    pub(crate) fn from_index(index: usize) -> NodeId {
        NodeId(index as u32)
    }

    fn some(self) -> Option<NodeId> {
        (self != NodeId::NONE).then_some(self)
    }
}

/// A tree over sequences of actions. `T` is what the search keeps in each node.
///
/// A tree that is cleared or cut back keeps its memory, so a search that has warmed up does not allocate.
#[derive(Debug, Clone)]
pub struct Tree<T> {
    nodes: Vec<Node<T>>,
    /// The other half of the memory when a subtree is kept: see [`Tree::keep`].
    spare: Vec<Node<T>>,
    actions: usize,
    depth: u16,
}

#[derive(Debug, Clone)]
struct Node<T> {
    data: T,
    parent: NodeId,
    children: [NodeId; MAX_ACTIONS],
    depth: u16,
    /// Which of its parent's actions leads here.
    action: u8,
    /// How many children it has.
    tried: u8,
}

impl<T> Node<T> {
    fn new(data: T, parent: NodeId, action: usize, depth: u16) -> Node<T> {
        Node { data, parent, children: [NodeId::NONE; MAX_ACTIONS], depth, action: action as u8, tried: 0 }
    }
}

impl<T> Tree<T> {
    /// A tree with a root, for nodes with this many actions.
    ///
    /// # Panics
    ///
    /// If there are more actions than [`MAX_ACTIONS`].
    pub fn new(actions: usize, root: T) -> Tree<T> {
        assert!(actions <= MAX_ACTIONS, "no avatar has {actions} actions");
        let nodes = vec![Node::new(root, NodeId::NONE, 0, 0)];
        Tree { nodes, spare: Vec::new(), actions, depth: 0 }
    }

    /// Forgets everything but a new root.
    pub fn clear(&mut self, root: T) {
        self.nodes.clear();
        self.nodes.push(Node::new(root, NodeId::NONE, 0, 0));
        self.depth = 0;
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A tree always has a root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Are there as many nodes as a search may add?
    #[inline]
    pub fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES
    }

    /// The depth of the deepest node.
    pub fn depth(&self) -> u32 {
        u32::from(self.depth)
    }

    /// The depth of a node; the root has depth 0.
    #[inline]
    pub fn depth_of(&self, node: NodeId) -> usize {
        usize::from(self.nodes[node.index()].depth)
    }

    /// What a node keeps.
    #[inline]
    pub fn get(&self, node: NodeId) -> &T {
        &self.nodes[node.index()].data
    }

    /// What a node keeps.
    #[inline]
    pub fn get_mut(&mut self, node: NodeId) -> &mut T {
        &mut self.nodes[node.index()].data
    }

    /// Which of its parent's actions leads to a node.
    #[inline]
    pub fn action(&self, node: NodeId) -> usize {
        usize::from(self.nodes[node.index()].action)
    }

    /// The parent of a node; the root has none.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].parent.some()
    }

    /// The child that an action leads to.
    #[inline]
    pub fn child(&self, node: NodeId, action: usize) -> Option<NodeId> {
        self.nodes[node.index()].children.get(action).and_then(|child| child.some())
    }

    /// The children of a node, by ascending action.
    #[inline]
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + use<T> {
        self.nodes[node.index()].children.into_iter().filter_map(NodeId::some)
    }

    /// The actions from the root downwards, at each node the one that is worth most.
    pub fn line(&self, worth: impl Fn(&T) -> f64) -> Vec<usize> {
        let mut line = Vec::new();
        let mut node = NodeId::ROOT;
        let better = |a: &NodeId, b: &NodeId| worth(self.get(*a)).total_cmp(&worth(self.get(*b)));
        while let Some(child) = self.children(node).max_by(better) {
            line.push(self.action(child));
            node = child;
        }
        line
    }

    /// Has every action of a node been tried?
    #[inline]
    pub fn is_expanded(&self, node: NodeId) -> bool {
        usize::from(self.nodes[node.index()].tried) == self.actions
    }

    /// An action of a node that has not been tried, each as likely as the others.
    #[inline]
    pub fn random_untried(&self, node: NodeId, rng: &mut Rng) -> Option<usize> {
        let node = &self.nodes[node.index()];
        let untried = self.actions - usize::from(node.tried);
        let nth = rng.below(untried);
        (0..self.actions).filter(|&action| node.children[action] == NodeId::NONE).nth(nth)
    }

    /// Adds the child that an action leads to.
    pub fn add(&mut self, parent: NodeId, action: usize, data: T) -> NodeId {
        let depth = self.nodes[parent.index()].depth.saturating_add(1);
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::new(data, parent, action, depth));
        self.depth = self.depth.max(depth);
        let parent = &mut self.nodes[parent.index()];
        debug_assert_eq!(parent.children[action], NodeId::NONE, "this action has been tried");
        parent.children[action] = id;
        parent.tried += 1;
        id
    }

    /// Cuts off the child that an action leads to, with everything below it. The nodes are there until the tree is cleared or a
    /// subtree is kept, but nothing leads to them any more.
    pub fn cut(&mut self, parent: NodeId, action: usize) {
        let parent = &mut self.nodes[parent.index()];
        if let Some(child) = parent.children.get_mut(action)
            && std::mem::replace(child, NodeId::NONE) != NodeId::NONE
        {
            parent.tried -= 1;
        }
    }

    /// Shows every node from this one up to the root to a function.
    #[inline]
    pub fn for_path(&mut self, from: NodeId, mut visit: impl FnMut(&mut T)) {
        let mut next = from.some();
        while let Some(id) = next {
            let node = &mut self.nodes[id.index()];
            visit(&mut node.data);
            next = node.parent.some();
        }
    }

    /// Shows every node to a function, with its depth.
    pub fn for_each(&mut self, mut visit: impl FnMut(usize, &mut T)) {
        self.nodes.iter_mut().for_each(|node| visit(usize::from(node.depth), &mut node.data));
    }

    /// Shows every node but the root to a function.
    pub fn for_each_below_root(&mut self, visit: impl FnMut(&mut T)) {
        self.nodes.iter_mut().skip(1).map(|node| &mut node.data).for_each(visit);
    }
}

impl<T: Clone> Tree<T> {
    /// Makes a node the root: everything that is not below it is forgotten.
    pub fn keep(&mut self, node: NodeId) {
        std::mem::swap(&mut self.nodes, &mut self.spare);
        self.nodes.clear();
        self.depth = 0;
        let base = self.spare[node.index()].depth;
        self.nodes.push(Node { parent: NodeId::NONE, depth: 0, ..self.spare[node.index()].clone() });
        // Breadth first: the nodes up to `done` have found their children's new places.
        let mut done = 0;
        while done < self.nodes.len() {
            for action in 0..self.actions {
                let Some(old) = self.nodes[done].children[action].some() else { continue };
                let child = &self.spare[old.index()];
                let depth = child.depth - base;
                let child = Node { parent: NodeId(done as u32), depth, ..child.clone() };
                self.nodes[done].children[action] = NodeId(self.nodes.len() as u32);
                self.nodes.push(child);
                self.depth = self.depth.max(depth);
            }
            done += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found_by_action() {
        let mut tree = Tree::new(3, 'r');
        let mut rng = Rng::new(1);
        let (a, c) = (tree.add(NodeId::ROOT, 0, 'a'), tree.add(NodeId::ROOT, 2, 'c'));
        assert_eq!(tree.random_untried(NodeId::ROOT, &mut rng), Some(1));
        assert!(!tree.is_expanded(NodeId::ROOT));
        tree.add(NodeId::ROOT, 1, 'b');
        assert_eq!(tree.random_untried(NodeId::ROOT, &mut rng), None);
        assert!(tree.is_expanded(NodeId::ROOT));
        let names: String = tree.children(NodeId::ROOT).map(|n| *tree.get(n)).collect();
        assert_eq!(names, "abc");
        assert_eq!(
            (tree.child(NodeId::ROOT, 2), tree.action(c), tree.parent(a)),
            (Some(c), 2, Some(NodeId::ROOT))
        );
    }

    #[test]
    fn what_is_cut_off_is_gone() {
        let mut tree = Tree::new(2, 'r');
        let a = tree.add(NodeId::ROOT, 0, 'a');
        tree.add(a, 1, 'b');
        tree.cut(NodeId::ROOT, 0);
        tree.cut(NodeId::ROOT, 0);
        assert_eq!((tree.child(NodeId::ROOT, 0), tree.children(NodeId::ROOT).count()), (None, 0));
        let c = tree.add(NodeId::ROOT, 0, 'c');
        tree.keep(c);
        assert_eq!((tree.len(), *tree.get(NodeId::ROOT)), (1, 'c'));
    }

    #[test]
    fn a_kept_subtree_is_the_same_below() {
        let mut tree = Tree::new(2, 0);
        let a = tree.add(NodeId::ROOT, 0, 1);
        let b = tree.add(NodeId::ROOT, 1, 2);
        let ba = tree.add(b, 0, 3);
        tree.add(a, 1, 4);
        tree.add(ba, 1, 5);
        tree.keep(b);
        assert_eq!((tree.len(), tree.depth()), (3, 2));
        assert_eq!((*tree.get(NodeId::ROOT), tree.parent(NodeId::ROOT)), (2, None));
        let ba = tree.child(NodeId::ROOT, 0).unwrap();
        let bab = tree.child(ba, 1).unwrap();
        assert_eq!((*tree.get(ba), *tree.get(bab), tree.depth_of(bab)), (3, 5, 2));
        let mut path = Vec::new();
        tree.for_path(bab, |&mut n| path.push(n));
        assert_eq!(path, [5, 3, 2]);
    }
}
