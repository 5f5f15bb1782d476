//! The search.

use ludex_engine::{Action, Winner};

use super::instance::{Instance, Target, Tools, begin};
use super::routes::Routes;
use super::scene::{Avatar, Scene};
use super::setup::{Setup, Widening};
use super::tree::{Choice, Gain, Node, Tree};
use super::values::Values;
use super::walls::Walls;
use super::widening;
use crate::interface::{Rng, Simulator, Turn};
use crate::kit::noise::{self, EPSILON};
use crate::mcts::states::{MOST_STATES, States};
use crate::mcts::tree::NodeId;

/// A tree search over options.
#[derive(Debug)]
pub struct Search {
    setup: Setup,
    avatar: Avatar,
    pub tools: Tools,
    pub tree: Tree,
    /// The state of each node.
    states: States,
    /// Where simulations are played.
    simulator: Simulator,
    /// What is known of sub-types of options, if the search learns.
    pub values: Values,
    /// For the draw among options.
    weights: Vec<f64>,
    targets: Vec<Target>,
}

/// Where to go from a node.
enum Way {
    /// To one that is there.
    Known(NodeId),
    /// Along one of its choices that has not been tried.
    New(usize),
}

impl Search {
    pub fn new(setup: Setup, avatar: Avatar, simulator: Simulator, rng: Rng, values: Values) -> Search {
        let walls = Walls::new(simulator.observation().type_count());
        Search {
            setup,
            avatar,
            tools: Tools { routes: Routes::new(), walls, rng },
            tree: Tree::new(),
            states: States::new(simulator.clone()),
            simulator,
            values,
            weights: Vec::new(),
            targets: Vec::new(),
        }
    }

    /// Forgets the tree: the next simulation begins at the present state.
    pub fn begin(&mut self, turn: Turn<'_>) {
        self.states.begin(turn, &mut self.tools.rng);
        self.states.forget_events();
        self.tools.routes.begin();
        let root = self.states.get(NodeId::ROOT);
        self.tree.clear(Node { has_ended: root.is_over(), ..Node::new(worth(root, self.setup.bonus)) });
    }

    /// One simulation: down the tree, a new node, a roll-out, and what it was worth up the tree again. It is given up if
    /// the budget ends before there is anything new to see.
    pub fn simulate(&mut self, turn: Turn<'_>) {
        let Some(leaf) = self.descend(turn) else { return };
        let depth = self.roll_out(turn, leaf);
        let base = self.tree.get(self.tree.get(leaf).parent).worth;
        self.back_up(leaf, depth, worth(&self.simulator, self.setup.bonus) - base);
    }

    /// Goes down the tree and puts the simulator where it ends.
    fn descend(&mut self, turn: Turn<'_>) -> Option<NodeId> {
        let mut node = NodeId::ROOT;
        while !self.tree.get(node).has_ended && self.tree.get(node).depth < self.setup.depth {
            if !self.tree.has_branched(node) {
                self.branch(node);
            }
            match self.choose(node)? {
                Way::Known(child) => node = child,
                Way::New(_) if self.tree.len() >= MOST_STATES => break,
                Way::New(choice) => return self.expand(turn, node, choice),
            }
        }
        self.simulator.copy_from(turn, self.states.get(node), &mut self.tools.rng);
        Some(node)
    }

    /// What a node can go on with: its own option until that is over, then all that can begin there.
    fn branch(&mut self, node: NodeId) {
        let Node { option, is_over, place, .. } = *self.tree.get(node);
        let scene = Scene::new(self.states.get(node).observation(), self.avatar);
        let (learns, values, targets) = (self.setup.widening.is_some(), &mut self.values, &mut self.targets);
        self.tree.branch(node, |choices| match option {
            Some(option) if !is_over => choices.push(Choice { option, place, child: None }),
            _ => begin(&scene, targets, |option| {
                let place = if learns { values.place(option.subtype()) } else { 0 };
                choices.push(Choice { option, place, child: None });
            }),
        });
    }

    fn choose(&mut self, node: NodeId) -> Option<Way> {
        match self.setup.widening {
            Some(widening) if self.tree.get(node).visits < widening.visits => self.widen(node, widening),
            Some(_) => self.uct(node).map(Way::Known),
            None => self.untried(node).map(Way::New).or_else(|| self.uct(node).map(Way::Known)),
        }
    }

    /// A choice that has not been tried, each as likely as the others.
    fn untried(&mut self, node: NodeId) -> Option<usize> {
        let untried = self.tree.untried(node);
        let nth = if untried > 0 { self.tools.rng.below(untried) } else { return None };
        let choices = self.tree.choices(node);
        choices.iter().enumerate().filter(|(_, choice)| choice.child.is_none()).nth(nth).map(|(n, _)| n)
    }

    /// Any choice, the more likely the better its sub-type has been.
    fn widen(&mut self, node: NodeId, setup: Widening) -> Option<Way> {
        let (values, choices) = (&self.values, self.tree.choices_mut(node));
        let mean = |choice: &Choice| values.get(choice.place).mean;
        if choices.len() > 1 {
            choices.sort_unstable_by(|a, b| mean(b).total_cmp(&mean(a)));
        }
        let known = choices.iter().map(|choice| values.get(choice.place));
        widening::weights(setup.k, known, &mut self.weights);
        let drawn = widening::draw(&self.weights, &mut self.tools.rng);
        choices.get(drawn).map(|choice| choice.child.map_or(Way::New(drawn), Way::Known))
    }

    fn uct(&mut self, node: NodeId) -> Option<NodeId> {
        if let [Choice { child, .. }] = *self.tree.choices(node) {
            // An option that goes on is the only choice: all that is left to do is to draw as often as ever.
            noise::relative(0.0, &mut self.tools.rng);
            return child;
        }
        let log = (self.tree.get(node).visits + 1.0).ln();
        let mut best = (f64::NEG_INFINITY, None);
        for (id, child) in self.tree.children(node) {
            let value = child.mean() + self.setup.c * (log / (child.visits + EPSILON)).sqrt();
            let value = noise::relative(value, &mut self.tools.rng);
            if value > best.0 {
                best = (value, Some(id));
            }
        }
        best.1
    }

    /// Tries a choice for one tick. The node that comes of it follows the same option, if it is not over.
    fn expand(&mut self, turn: Turn<'_>, node: NodeId, choice: usize) -> Option<NodeId> {
        let Choice { mut option, place, .. } = self.tree.choices(node)[choice];
        let before = Scene::new(self.states.get(node).observation(), self.avatar);
        let action = option.act(&before, &mut self.tools);
        self.simulator.copy_from(turn, self.states.get(node), &mut self.tools.rng);
        if !self.simulator.advance(turn, action) {
            return None;
        }
        let after = Scene::new(self.simulator.observation(), self.avatar);
        self.tools.learn(&before, action, &after);
        let is_over = self.simulator.is_over() || option.is_over(&after);
        let parent = self.tree.get(node);
        let so_far = if parent.is_over { Gain::default() } else { parent.gain };
        let worth = worth(&self.simulator, self.setup.bonus);
        let gain = so_far.after(worth - parent.worth, self.setup.gamma);
        if is_over {
            self.learn(place, gain);
        }
        let has_ended = self.simulator.is_over();
        let new = Node { action, option: Some(option), is_over, place, gain, has_ended, ..Node::new(worth) };
        let child = self.tree.add(node, choice, new);
        self.states.put(turn, child, &self.simulator, &mut self.tools.rng);
        Some(child)
    }

    /// Follows the option of a node to its end, then acts at random. Returns the depth at which it stops.
    fn roll_out(&mut self, turn: Turn<'_>, leaf: NodeId) -> usize {
        let Node { depth, option, is_over, place, mut gain, mut worth, .. } = *self.tree.get(leaf);
        let mut option = option.filter(|_| !is_over);
        for depth in depth..self.setup.depth {
            if self.simulator.is_over() {
                return depth;
            }
            let action = match &mut option {
                Some(option) => {
                    option.act(&Scene::new(self.simulator.observation(), self.avatar), &mut self.tools)
                }
                None => self.tools.rng.choose(self.avatar.actions).unwrap_or_default(),
            };
            if !self.simulator.advance(turn, action) {
                return depth;
            }
            if let Some(followed) = &option {
                let reached = self::worth(&self.simulator, self.setup.bonus);
                gain = gain.after(reached - worth, self.setup.gamma);
                worth = reached;
                if self.simulator.is_over() || is_over_now(followed, &self.simulator, self.avatar) {
                    self.learn(place, gain);
                    option = None;
                }
            }
        }
        self.setup.depth
    }

    fn learn(&mut self, place: u16, gain: Gain) {
        if self.setup.widening.is_some() {
            self.values.get_mut(place).add(gain.sum);
        }
    }

    /// What was found counts for each node on the way, the less the longer ago it was.
    fn back_up(&mut self, leaf: NodeId, depth: usize, reward: f64) {
        let mut id = leaf;
        let mut faded = reward * self.setup.gamma.powi((depth - self.tree.get(leaf).depth) as i32);
        loop {
            let node = self.tree.get_mut(id);
            node.visits += 1.0;
            node.total += faded;
            faded *= self.setup.gamma;
            if id == NodeId::ROOT {
                return;
            }
            id = node.parent;
        }
    }

    /// The child of the root with the best mean. Of equals the one whose sub-type has been better, if the search learns,
    /// or any.
    pub fn best(&mut self) -> Option<NodeId> {
        let mut best = (f64::NEG_INFINITY, f64::NEG_INFINITY, None);
        for (id, child) in self.tree.children(NodeId::ROOT) {
            let (value, second) = match self.setup.widening {
                Some(_) => (child.mean(), self.values.get(child.place).mean),
                None => (noise::relative(child.mean(), &mut self.tools.rng), 0.0),
            };
            if (value, second) > (best.0, best.1) {
                best = (value, second, Some(id));
            }
        }
        best.2
    }
}

fn is_over_now(option: &Instance, simulator: &Simulator, avatar: Avatar) -> bool {
    option.is_over(&Scene::new(simulator.observation(), avatar))
}

/// How good a state is.
fn worth(simulator: &Simulator, bonus: f64) -> f64 {
    simulator.score()
        + match simulator.winner() {
            Winner::Wins => bonus,
            Winner::Loses => -bonus,
            Winner::None => 0.0,
        }
}

/// What the avatar can do, and where it shoots: if it faces nowhere, this is tried out.
pub fn avatar(turn: Turn<'_>, simulator: &mut Simulator, rng: &mut Rng) -> Avatar {
    let mut avatar = Avatar { player: turn.player(), actions: turn.actions(), aim: None };
    let facing = turn.observation().avatar_orientation(avatar.player);
    if facing == (0.0, 0.0) && avatar.can(Action::Use) {
        turn.reset(simulator, rng);
        let shot = simulator.advance(turn, Action::Use) && simulator.advance(turn, Action::Nil);
        if shot && !simulator.is_over() {
            avatar.aim = Scene::new(simulator.observation(), avatar).nearest_shot();
        }
    }
    avatar
}
