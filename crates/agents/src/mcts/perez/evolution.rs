//! Play-outs that evolve: every play-out tries a variation of the weights by which actions are drawn, and what it was worth
//! is the variation's fitness.

use super::features::{self, Feature};
use crate::interface::{Rng, Simulator, Turn};
use crate::mcts::tree::MAX_ACTIONS;
use crate::registry::{Parameter, Part, Settings};

pub(crate) const PART: Part = Part {
    name: "evo",
    about: "play-outs draw actions by weights that evolve, one weight for each action and type of sprite",
    source: "Perez, Samothrakis & Lucas 2014, section V-A; Lucas, Samothrakis & Perez 2014",
    parameters: &[
        Parameter::real("sigma", 0.1, (0.0, 1e6), "how much a weight varies at first (standard deviation)"),
        Parameter::real(
            "factor",
            1.02,
            (1.0, 2.0),
            "by how much sigma grows with a success and shrinks without",
        ),
        Parameter::switch(
            "raw",
            false,
            "distances in pixels; if not, in diagonals of the level. Pixels make nearly every draw a certain one",
        ),
    ],
};

/// The weights of a type of sprite: the greater an action's, the less likely it is drawn far away from such a sprite.
type Gene = [f64; MAX_ACTIONS];

/// A (1+1) evolution strategy over the weights of a softmax. The weights are new every tick; which type has which gene
/// stays for the whole game.
#[derive(Debug, Clone)]
pub(crate) struct Evolution {
    /// The standard deviation that each tick begins with.
    sigma: f64,
    factor: f64,
    /// What distances are divided by.
    unit: f64,
    /// The gene of each type that has been seen.
    gene_of: Vec<Option<usize>>,
    parent: Vec<Gene>,
    child: Vec<Gene>,
    /// The genes of the types that are there at the root: only these vary.
    varying: Vec<usize>,
    deviation: f64,
    best: f64,
    features: Vec<Feature>,
}

impl Evolution {
    pub fn new(settings: &Settings, turn: Turn<'_>) -> Evolution {
        let seen = turn.observation();
        let (width, height) = seen.world_size();
        let sigma = settings.real("sigma");
        Evolution {
            sigma,
            factor: settings.real("factor"),
            unit: if settings.switch("raw") { 1.0 } else { f64::from(width).hypot(f64::from(height)) },
            gene_of: vec![None; seen.type_count()],
            parent: Vec::new(),
            child: Vec::new(),
            varying: Vec::new(),
            deviation: sigma,
            best: f64::NEG_INFINITY,
            features: Vec::new(),
        }
    }

    /// A tick begins: all weights are drawn anew.
    pub fn begin_tick(&mut self, root: &Simulator, rng: &mut Rng) {
        self.deviation = self.sigma;
        self.best = f64::NEG_INFINITY;
        self.parent.iter_mut().for_each(|gene| *gene = random_gene(rng));
        self.measure(root, rng);
        self.varying.clear();
        self.varying.extend(self.features.iter().filter_map(|f| self.gene_of[usize::from(f.kind)]));
    }

    /// A simulation begins: another individual is tried.
    pub fn begin_simulation(&mut self, rng: &mut Rng) {
        self.child.clone_from(&self.parent);
        for &gene in &self.varying {
            self.child[gene].iter_mut().for_each(|weight| *weight += self.deviation * rng.normal());
        }
    }

    /// Draws an action of a play-out. What was far away makes an action unlikely if its weight is large.
    pub fn draw(&mut self, state: &Simulator, actions: usize, rng: &mut Rng) -> usize {
        self.measure(state, rng);
        let mut strengths = [0.0; MAX_ACTIONS];
        for feature in &self.features {
            let Some(gene) = self.gene_of[usize::from(feature.kind)] else { continue };
            let distance = feature.distance / self.unit;
            strengths.iter_mut().zip(&self.child[gene]).for_each(|(sum, weight)| *sum += weight * distance);
        }
        draw_by(&strengths[..actions], rng)
    }

    /// A simulation has ended with this reward. Its individual takes the place of its parent unless it was worse.
    pub fn judge(&mut self, fitness: f64) {
        if fitness >= self.best {
            self.best = fitness;
            std::mem::swap(&mut self.parent, &mut self.child);
            self.deviation *= self.factor;
        } else {
            self.deviation /= self.factor;
        }
    }

    /// Lists the features of a state. A type that has never been seen makes all individuals longer by a gene.
    fn measure(&mut self, state: &Simulator, rng: &mut Rng) {
        features::measure(state, &mut self.features);
        for feature in &self.features {
            let place = &mut self.gene_of[usize::from(feature.kind)];
            if place.is_none() {
                *place = Some(self.parent.len());
                let gene = random_gene(rng);
                self.parent.push(gene);
                self.child.push(gene);
            }
        }
    }
}

fn random_gene(rng: &mut Rng) -> Gene {
    std::array::from_fn(|_| rng.normal())
}

/// Draws a place in a list, the less likely the greater the strength there: a softmax of what is missing to it.
fn draw_by(strengths: &[f64], rng: &mut Rng) -> usize {
    let least = strengths.iter().copied().fold(f64::INFINITY, f64::min);
    let weight = |strength: f64| (least - strength).exp();
    let total: f64 = strengths.iter().map(|&strength| weight(strength)).sum();
    let mut rest = rng.unit() * total;
    for (place, &strength) in strengths.iter().enumerate() {
        rest -= weight(strength);
        if rest < 0.0 {
            return place;
        }
    }
    strengths.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Agent, AgentSpec, Budget, Builder, Match, Rules};
    use ludex_engine::{Action, ONTOLOGY, World};

    #[test]
    fn actions_are_drawn_by_a_softmax() {
        let mut rng = Rng::new(1);
        let strengths = [0.0, 2.0_f64.ln(), 4.0_f64.ln(), f64::INFINITY];
        let mut counts = [0.0; 4];
        for _ in 0..70_000 {
            counts[draw_by(&strengths, &mut rng)] += 1.0;
        }
        for (count, expected) in counts.into_iter().zip([40_000.0, 20_000.0, 10_000.0, 0.0]) {
            assert!(f64::abs(count - expected) < 700.0, "{counts:?}");
        }
        assert_eq!(draw_by(&[7.0], &mut rng), 0);
        assert_eq!(draw_by(&[-1e300, 1e300], &mut rng), 0);
    }

    /// An evolution of one gene that is there at the root.
    fn evolution(best: f64) -> Evolution {
        Evolution {
            sigma: 0.1,
            factor: 1.02,
            unit: 1.0,
            gene_of: vec![Some(0)],
            parent: vec![[0.0; MAX_ACTIONS]],
            child: vec![[1.0; MAX_ACTIONS]],
            varying: vec![0],
            deviation: 0.1,
            best,
            features: Vec::new(),
        }
    }

    #[test]
    fn equals_and_better_ones_take_over() {
        for (fitness, takes_over) in [(2.0, true), (1.0, true), (0.5, false)] {
            let mut evolution = evolution(1.0);
            evolution.judge(fitness);
            assert_eq!(evolution.parent[0][0] == 1.0, takes_over);
            assert_eq!(evolution.deviation > 0.1, takes_over);
            assert_eq!(evolution.best, if takes_over { fitness } else { 1.0 });
        }
    }

    #[test]
    fn only_what_is_there_varies() {
        let mut rng = Rng::new(2);
        let mut evolution = evolution(1.0);
        evolution.parent.push([5.0; MAX_ACTIONS]);
        evolution.begin_simulation(&mut rng);
        assert!(evolution.child[0].iter().all(|&weight| weight != 0.0 && weight.abs() < 1.0));
        assert_eq!(evolution.child[1], [5.0; MAX_ACTIONS]);
    }

    #[test]
    fn a_type_that_appears_makes_all_individuals_longer() {
        let text = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    coin > Resource\n    npc > RandomNPC\n    \
                    nest > SpawnPoint stype=npc cooldown=3\n    avatar > MovingAvatar\n  InteractionSet\n    avatar EOS > stepBack\n    \
                    npc EOS > stepBack\n  TerminationSet\n    SpriteCounter stype=avatar limit=0 win=False\n  \
                    LevelMapping\n    . > floor\n    c > coin\n    n > nest\n    A > avatar\n";
        let game = ludex_vgdl::parse(text, &ONTOLOGY).unwrap().game;
        let world = World::new(&game, &ludex_vgdl::Level::parse("A...c\n..n..\n.....")).unwrap();
        let builder = |turn: Turn<'_>, seed: u64| -> Box<dyn Agent> {
            let spec: AgentSpec = "samplemcts+evo".parse().unwrap();
            let mut rng = Rng::new(seed);
            let mut state = turn.simulator(&mut rng);
            let mut evolution = Evolution::new(spec.part("evo").unwrap(), turn);
            evolution.begin_tick(&state, &mut rng);
            assert_eq!((evolution.parent.len(), evolution.varying.len()), (1, 1));
            evolution.begin_simulation(&mut rng);
            let coin = evolution.child[0];
            for _ in 0..6 {
                assert!(state.advance(turn, Action::Nil));
            }
            evolution.draw(&state, 4, &mut rng);
            assert_eq!((evolution.parent.len(), evolution.child.len(), evolution.varying.len()), (2, 2, 1));
            assert_eq!((evolution.child[0], evolution.child[1]), (coin, evolution.parent[1]));
            // The next tick has new weights for both, and both vary.
            evolution.begin_tick(&state, &mut rng);
            assert_eq!((evolution.parent.len(), evolution.varying.len()), (2, 2));
            assert_ne!(evolution.parent[0], coin);
            spec.build(turn, seed)
        };
        let game = Match::new(&world, 1, &[(&builder, 1)], Rules::new(Budget::calls(100)));
        assert_eq!(game.result().players[0].disqualified, None);
    }
}
