//! MO-MCTS: every node keeps the front of what simulations through it have reached.

use ludex_engine::{Action, Winner};

use super::front::{Front, Point};
use super::objectives::Objectives;
use crate::interface::{ActionInsight, Agent, Insight, Panel, Rng, Turn};
use crate::kit::bounds::Bounds;
use crate::kit::noise::EPSILON;
use crate::mcts::skeleton::{Guide, Skeleton};
use crate::mcts::tree::{NodeId, Tree};
use crate::registry::Settings;

pub(super) struct MultiObjective {
    weight: f64,
    rng: Rng,
    objectives: Objectives,
    /// A node keeps the number of its visits.
    skeleton: Skeleton<f64>,
    fronts: Fronts,
}

/// What is known of a point of a front.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Route {
    /// The action, by its number, that the simulation which found it began with.
    action: usize,
    winner: Winner,
    /// How many simulations of the tick were made before.
    found: u64,
}

/// The fronts of the nodes of a tree, and how they are compared.
struct Fronts {
    c: f64,
    scale: Scale,
    /// By node. Those of earlier ticks are written over, so that nothing is allocated once there are enough.
    of_node: Vec<Front<Route>>,
    /// How many of them belong to nodes of this tick's tree.
    used: usize,
}

/// Brings both objectives to the range from 0 to 1, by the values that this tick has seen.
#[derive(Debug, Clone, Copy)]
struct Scale {
    /// Are wins and losses set apart from other values?
    split: bool,
    bounds: [Bounds; 2],
}

impl Scale {
    fn begin_tick(&mut self) {
        self.bounds = [Bounds::EMPTY; 2];
    }

    fn include(&mut self, point: Point, winner: Winner) {
        if !self.split || winner == Winner::None {
            self.bounds[0].include(point.x);
            self.bounds[1].include(point.y);
        }
    }

    fn apply(&self, point: Point, winner: Winner) -> Point {
        let [x, y] = &self.bounds;
        match (self.split, winner) {
            (false, _) => Point { x: x.normalise(point.x, point.x), y: y.normalise(point.y, point.y) },
            (true, Winner::Wins) => Point { x: 1.0, y: 1.0 },
            (true, Winner::Loses) => Point { x: 0.0, y: 0.0 },
            (true, Winner::None) => {
                let between = |bounds: &Bounds, value: f64| 0.1 + 0.8 * bounds.normalise(value, 0.5);
                Point { x: between(x, point.x), y: between(y, point.y) }
            }
        }
    }
}

impl Fronts {
    fn begin_tick(&mut self) {
        self.used = 0;
        self.scale.begin_tick();
    }

    /// Gives every node of a tree its front.
    fn provide(&mut self, nodes: usize) {
        if self.of_node.len() < nodes {
            self.of_node.resize(nodes, Front::new());
        }
        for front in &mut self.of_node[self.used.min(nodes)..nodes] {
            front.clear();
        }
        self.used = nodes;
    }

    /// The quality of the front of a node.
    fn hypervolume(&self, node: NodeId) -> f64 {
        let front = self.of_node.get(node.index());
        front.map_or(0.0, |front| front.hypervolume(|point, route| self.scale.apply(point, route.winner)))
    }
}

impl Guide<f64> for Fronts {
    /// UCB1, with hypervolumes in place of means.
    fn select(&mut self, tree: &Tree<f64>, node: NodeId, rng: &mut Rng) -> Option<NodeId> {
        let log = (tree.get(node) + 1.0).ln();
        let mut best = (f64::NEG_INFINITY, None);
        for child in tree.children(node) {
            let explore = (log / (tree.get(child) + EPSILON)).sqrt();
            let value = self.hypervolume(child) + self.c * explore + EPSILON * rng.unit();
            if value > best.0 {
                best = (value, Some(child));
            }
        }
        best.1
    }
}

impl MultiObjective {
    pub fn new(settings: &Settings, turn: Turn<'_>, seed: u64) -> MultiObjective {
        let mut rng = Rng::new(seed);
        let (depth, closed) = (settings.count("depth"), settings.word("loop") == "closed");
        let split = settings.word("bounds") == "split";
        MultiObjective {
            weight: settings.real("weight"),
            objectives: Objectives::new(settings, turn),
            skeleton: Skeleton::new(turn, depth, closed, 0.0, &mut rng),
            fronts: Fronts {
                c: settings.real("c"),
                scale: Scale { split, bounds: [Bounds::EMPTY; 2] },
                of_node: Vec::new(),
                used: 0,
            },
            rng,
        }
    }

    fn simulate(&mut self, turn: Turn<'_>) {
        let Some(leaf) = self.skeleton.simulate(turn, &mut self.fronts, &mut self.rng) else { return };
        let end = self.skeleton.end();
        let (point, winner) = (self.objectives.of(end), end.winner());
        self.fronts.scale.include(point, winner);
        self.back_up(leaf, point, winner, turn.iterations());
    }

    /// Tells the nodes on the way. Where a front does not take the point, those above would not either: each has all
    /// that the fronts below it have, or better.
    fn back_up(&mut self, leaf: NodeId, point: Point, winner: Winner, found: u64) {
        let tree = &mut self.skeleton.tree;
        self.fronts.provide(tree.len());
        let route = Route { action: first_action(tree, leaf), winner, found };
        let mut is_new = true;
        let mut next = Some(leaf);
        while let Some(node) = next {
            *tree.get_mut(node) += 1.0;
            is_new = is_new && self.fronts.of_node[node.index()].add(point, route);
            next = tree.parent(node);
        }
    }

    /// The front of the root. Empty before the first simulation.
    fn root_front(&self) -> &[(Point, Route)] {
        if self.fronts.used == 0 { &[] } else { self.fronts.of_node[NodeId::ROOT.index()].points() }
    }

    /// The point of the root's front with the greatest weighted sum; of equals the one that was found first.
    fn chosen(&self) -> Option<Route> {
        let mut best: Option<(f64, Route)> = None;
        for &(point, route) in self.root_front() {
            let Point { x, y } = self.fronts.scale.apply(point, route.winner);
            let sum = self.weight * x + (1.0 - self.weight) * y;
            if best.is_none_or(|(most, first)| sum > most || sum == most && route.found < first.found) {
                best = Some((sum, route));
            }
        }
        best.map(|(_, route)| route)
    }
}

/// The action, by its number, that the way to a node begins with.
fn first_action(tree: &Tree<f64>, node: NodeId) -> usize {
    let mut below = node;
    while let Some(parent) = tree.parent(below) {
        if parent == NodeId::ROOT {
            break;
        }
        below = parent;
    }
    tree.action(below)
}

impl Agent for MultiObjective {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.objectives.begin_tick(turn);
        self.fronts.begin_tick();
        if !self.skeleton.begin(turn, &mut self.rng) {
            return Action::Nil;
        }
        while turn.next_iteration() {
            self.simulate(turn);
        }
        self.skeleton.actions()[self.chosen().map_or(0, |route| route.action)]
    }

    fn insight(&self) -> Insight {
        let tree = &self.skeleton.tree;
        let actions = tree.children(NodeId::ROOT).map(|child| ActionInsight {
            action: self.skeleton.action(child),
            value: self.fronts.hypervolume(child),
            visits: *tree.get(child),
        });
        let rows = self.root_front().iter().map(|&(point, route)| {
            let reached = match route.winner {
                Winner::Wins => "wins".to_owned(),
                Winner::Loses => "loses".to_owned(),
                Winner::None => format!("score {}, exploration {:.3}", point.x, point.y),
            };
            (self.skeleton.actions()[route.action].to_string(), reached)
        });
        Insight {
            actions: actions.collect(),
            depth: Some(tree.depth()),
            nodes: Some(tree.len()),
            panels: vec![Panel { title: "front".to_owned(), rows: rows.collect() }],
            plan: tree.line(|visits| *visits).into_iter().map(|a| self.skeleton.actions()[a]).collect(),
            overlay: Some(self.objectives.overlay()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AgentSpec, Budget, Match, Rules};
    use ludex_engine::{ONTOLOGY, World};

    #[test]
    fn every_front_has_all_that_is_below_it() {
        let text = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    coin > Immovable\n    lava > Immovable\n    \
                    avatar > MovingAvatar\n  InteractionSet\n    coin avatar > killSprite scoreChange=1\n    avatar lava > killSprite\n    \
                    avatar EOS > stepBack\n  TerminationSet\n    SpriteCounter stype=avatar limit=0 win=False\n  \
                    LevelMapping\n    . > floor\n    c > coin\n    l > lava\n    A > avatar\n";
        let game = ludex_vgdl::parse(text, &ONTOLOGY).unwrap().game;
        let world = World::new(&game, &ludex_vgdl::Level::parse("l...c\n.cA..\nc...l")).unwrap();
        let builder = |turn: Turn<'_>, seed: u64| -> Box<dyn Agent> {
            let spec: AgentSpec = "momcts".parse().unwrap();
            let mut search = MultiObjective::new(spec.settings(), turn, seed);
            search.act(turn);
            let (tree, fronts) = (&search.skeleton.tree, &search.fronts.of_node);
            assert!(tree.len() > 100 && search.fronts.used == tree.len());
            let mut nodes = vec![NodeId::ROOT];
            while let Some(node) = nodes.pop() {
                for child in tree.children(node) {
                    for &(point, route) in fronts[child.index()].points() {
                        assert!(
                            !fronts[node.index()].clone().add(point, route),
                            "{point:?} is not matched above"
                        );
                    }
                    nodes.push(child);
                }
            }
            let mut of_children = Front::new();
            for child in tree.children(NodeId::ROOT) {
                for &(point, route) in fronts[child.index()].points() {
                    assert_eq!(route.action, tree.action(child));
                    of_children.add(point, ());
                }
            }
            let points = |front: &Front<()>| front.points().iter().map(|&(p, ())| p).collect::<Vec<_>>();
            let root: Vec<Point> = search.root_front().iter().map(|&(p, _)| p).collect();
            assert_eq!(points(&of_children), root);
            Box::new(search)
        };
        let game = Match::new(&world, 1, &[(&builder, 1)], Rules::new(Budget::calls(200)));
        assert_eq!(game.result().players[0].disqualified, None);
    }
}
