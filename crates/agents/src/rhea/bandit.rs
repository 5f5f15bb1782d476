//! Bandit-based mutation: bandits choose which gene is mutated, and to what; what does harm is taken back.

use std::f64::consts::SQRT_2;

use ludex_engine::Action;

use crate::interface::Rng;
use crate::kit::bounds::Bounds;
use crate::mcts::tree::MAX_ACTIONS;
use crate::registry::Part;

pub(super) const PART: Part = Part {
    name: "bandit",
    about: "bandits choose the gene to mutate and its new value; children are evaluated before and after each mutation, \
            and harmful ones are taken back",
    source: "Perez-Liebana & Gaina 2019",
    parameters: &[],
};

/// What is left of the bandits' sums after a tick, where they are kept.
const DECAY: f64 = 0.99;
/// Break ties between genes, and between values.
const GENE_NOISE: f64 = 1e-6;
const VALUE_NOISE: f64 = 0.01;

/// A bandit over genes, and for each gene one over its values.
#[derive(Debug, Clone)]
pub(super) struct BanditMutation {
    genes: Vec<Gene>,
    /// Genes from here on have not been counted in the first population.
    fresh: usize,
    mutations: f64,
    /// Of all fitness values of the game.
    bounds: Bounds,
}

#[derive(Debug, Clone, Copy)]
struct Gene {
    mutations: f64,
    /// How often each value was tried.
    pulls: [f64; MAX_ACTIONS],
    /// What changing to it has gained, added up.
    gains: [f64; MAX_ACTIONS],
}

impl Gene {
    const NEW: Gene = Gene { mutations: 1.0, pulls: [0.0; MAX_ACTIONS], gains: [0.0; MAX_ACTIONS] };
}

/// A mutation that has been made, to be judged or taken back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    place: usize,
    from: Action,
    to: Action,
}

impl BanditMutation {
    pub fn new() -> BanditMutation {
        BanditMutation { genes: Vec::new(), fresh: 0, mutations: 0.0, bounds: Bounds::EMPTY }
    }

    /// A tick begins with new bandits.
    pub fn begin(&mut self, length: usize) {
        self.genes.clear();
        self.genes.resize(length, Gene::NEW);
        self.fresh = 0;
        self.mutations = 0.0;
    }

    /// A tick begins one gene further on.
    pub fn follow(&mut self, length: usize) {
        let played = 1.min(self.genes.len());
        self.genes.drain(..played);
        for gene in &mut self.genes {
            gene.gains.iter_mut().for_each(|gain| *gain *= DECAY);
        }
        self.fresh = self.genes.len().min(length);
        self.genes.resize(length, Gene::NEW);
    }

    /// An individual of the first population has been evaluated.
    pub fn count(&mut self, genes: &[Action], fitness: f64) {
        self.bounds.include(fitness);
        for (gene, &action) in self.genes.iter_mut().zip(genes).skip(self.fresh) {
            gene.pulls[action as usize] += 1.0;
        }
    }

    /// Mutates a gene. None if there is nothing else that it could be.
    pub fn mutate(&mut self, genes: &mut [Action], actions: &[Action], rng: &mut Rng) -> Option<Change> {
        let place = self.place(rng)?;
        let from = genes[place];
        let to = self.genes[place].value(from, actions, rng)?;
        self.mutations += 1.0;
        self.genes[place].mutations += 1.0;
        self.genes[place].pulls[to as usize] += 1.0;
        genes[place] = to;
        Some(Change { place, from, to })
    }

    /// The gene whose best change has gained least, or that has hardly been mutated.
    fn place(&self, rng: &mut Rng) -> Option<usize> {
        let log = self.mutations.max(1.0).ln();
        let mut best = (f64::NEG_INFINITY, None);
        for (place, gene) in self.genes.iter().enumerate() {
            let gain = gene.gains.into_iter().fold(f64::NEG_INFINITY, f64::max);
            let value =
                -gain / gene.mutations + SQRT_2 * (log / gene.mutations).sqrt() + GENE_NOISE * rng.unit();
            if value > best.0 {
                best = (value, Some(place));
            }
        }
        best.1
    }

    /// A mutation has been evaluated; takes it back if it did harm. Returns the fitness of what is left.
    pub fn judge(&mut self, change: Change, genes: &mut [Action], before: f64, after: f64) -> f64 {
        self.bounds.include(after);
        let gain = self.bounds.normalise(after, 0.0) - self.bounds.normalise(before, 0.0);
        self.genes[change.place].gains[change.to as usize] += gain;
        if gain < 0.0 {
            BanditMutation::undo(change, genes);
            before
        } else {
            after
        }
    }

    /// Takes a mutation back.
    pub fn undo(change: Change, genes: &mut [Action]) {
        genes[change.place] = change.from;
    }
}

impl Gene {
    /// Another value: one that was never tried, or the one with the largest upper confidence bound.
    fn value(&self, current: Action, actions: &[Action], rng: &mut Rng) -> Option<Action> {
        let log = self.pulls.iter().sum::<f64>().max(1.0).ln();
        let mut best = (f64::NEG_INFINITY, None);
        for &action in actions.iter().filter(|&&action| action != current) {
            let pulls = self.pulls[action as usize];
            let explore = if pulls == 0.0 { f64::MAX } else { SQRT_2 * (log / pulls).sqrt() };
            let value = self.gains[action as usize] + explore + VALUE_NOISE * rng.unit();
            if value > best.0 {
                best = (value, Some(action));
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Action::{Left, Nil, Right, Up};

    const ACTIONS: [Action; 3] = [Left, Right, Nil];

    #[test]
    fn harm_is_taken_back_and_remembered() {
        let mut rng = Rng::new(1);
        let mut bandit = BanditMutation::new();
        bandit.begin(4);
        bandit.count(&[Left; 4], 0.0);
        let mut genes = [Left; 4];
        let change = bandit.mutate(&mut genes, &ACTIONS, &mut rng).unwrap();
        assert_eq!(genes.iter().filter(|&&gene| gene != Left).count(), 1);
        assert_eq!(bandit.judge(change, &mut genes, 0.0, -2.0), 0.0);
        assert_eq!(genes, [Left; 4]);
        let change = bandit.mutate(&mut genes, &ACTIONS, &mut rng).unwrap();
        assert_eq!(bandit.judge(change, &mut genes, 0.0, 3.0), 3.0);
        assert_ne!(genes, [Left; 4]);
        // There is nothing else to be.
        assert!(bandit.mutate(&mut [Nil; 4], &[Nil], &mut rng).is_none());
    }

    #[test]
    fn bandits_find_the_value_that_pays() {
        let mut rng = Rng::new(2);
        let mut bandit = BanditMutation::new();
        bandit.begin(3);
        let fitness = |genes: &[Action]| genes.iter().filter(|&&gene| gene == Up).count() as f64;
        let actions = [Left, Right, Up, Nil];
        let mut genes = [Left; 3];
        bandit.count(&genes, fitness(&genes));
        for _ in 0..60 {
            let before = fitness(&genes);
            if let Some(change) = bandit.mutate(&mut genes, &actions, &mut rng) {
                let after = fitness(&genes);
                bandit.judge(change, &mut genes, before, after);
            }
        }
        assert_eq!(genes, [Up; 3]);
    }

    #[test]
    fn bandits_move_with_their_genes() {
        let mut bandit = BanditMutation::new();
        bandit.begin(3);
        for (place, gene) in bandit.genes.iter_mut().enumerate() {
            gene.gains[1] = place as f64;
        }
        bandit.follow(4);
        let gains: Vec<f64> = bandit.genes.iter().map(|gene| gene.gains[1]).collect();
        assert_eq!(gains, [DECAY, 2.0 * DECAY, 0.0, 0.0]);
        assert_eq!(bandit.fresh, 2);
        bandit.follow(1);
        assert_eq!((bandit.genes.len(), bandit.fresh), (1, 1));
    }
}
