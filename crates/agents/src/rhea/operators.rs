//! How individuals are made: by chance, of two parents, by mutation.

use ludex_engine::Action;

use super::population::Population;
use crate::interface::Rng;

/// Any of these actions, all equally likely.
pub(super) fn random_gene(actions: &[Action], rng: &mut Rng) -> Action {
    rng.choose(actions).unwrap_or_default()
}

/// Random genes.
pub(super) fn randomise(genes: &mut [Action], actions: &[Action], rng: &mut Rng) {
    genes.fill_with(|| random_gene(actions, rng));
}

/// Uniform crossover: each gene is of either parent.
pub(super) fn cross(child: &mut [Action], mother: &[Action], father: &[Action], rng: &mut Rng) {
    for ((gene, &a), &b) in child.iter_mut().zip(mother).zip(father) {
        *gene = if rng.chance(0.5) { a } else { b };
    }
}

/// Uniform mutation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mutation {
    /// How many genes are mutated, if there is no rate.
    pub genes: usize,
    /// The probability of each gene to be mutated; 0 for none.
    pub rate: f64,
    /// Always to another value, or to any?
    pub to_other: bool,
}

impl Mutation {
    pub fn apply(&self, genes: &mut [Action], actions: &[Action], rng: &mut Rng) {
        if self.rate > 0.0 {
            for gene in genes {
                if rng.chance(self.rate) {
                    *gene = self.another(*gene, actions, rng);
                }
            }
            return;
        }
        for _ in 0..self.genes {
            let gene = &mut genes[rng.below(genes.len())];
            *gene = self.another(*gene, actions, rng);
        }
    }

    fn another(&self, gene: Action, actions: &[Action], rng: &mut Rng) -> Action {
        if self.to_other { other(gene, actions, rng) } else { random_gene(actions, rng) }
    }
}

/// Any other action than this one, if there is one.
fn other(gene: Action, actions: &[Action], rng: &mut Rng) -> Action {
    match actions.iter().position(|&action| action == gene) {
        None => random_gene(actions, rng),
        Some(_) if actions.len() == 1 => gene,
        Some(place) => {
            let drawn = rng.below(actions.len() - 1);
            actions[drawn + usize::from(drawn >= place)]
        }
    }
}

/// Tournament selection. It keeps its memory.
#[derive(Debug, Clone)]
pub(super) struct Tournament {
    size: usize,
    /// Does each parent have a tournament of its own?
    two: bool,
    /// The members, by rank.
    members: Vec<usize>,
}

impl Tournament {
    pub fn new(size: usize, two: bool) -> Tournament {
        Tournament { size, two, members: Vec::new() }
    }

    /// The ranks of two parents.
    pub fn parents(&mut self, population: &Population, rng: &mut Rng) -> (usize, usize) {
        let (first, second) = self.best_two(population, rng);
        if self.two { (first, self.best_two(population, rng).0) } else { (first, second) }
    }

    /// The ranks of the best two of a tournament among different individuals.
    fn best_two(&mut self, population: &Population, rng: &mut Rng) -> (usize, usize) {
        let size = self.size.min(population.len());
        self.members.clear();
        while self.members.len() < size {
            let rank = rng.below(population.len());
            if !self.members.contains(&rank) {
                self.members.push(rank);
            }
        }
        self.members.sort_unstable();
        let best = self.members.first().copied().unwrap_or(0);
        (best, self.members.get(1).copied().unwrap_or(best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACTIONS: [Action; 3] = [Action::Left, Action::Right, Action::Nil];

    #[test]
    fn a_mutant_differs_in_as_many_genes_as_it_should() {
        let mut rng = Rng::new(1);
        for _ in 0..100 {
            let mut genes = [Action::Left; 8];
            Mutation { genes: 1, rate: 0.0, to_other: true }.apply(&mut genes, &ACTIONS, &mut rng);
            assert_eq!(genes.iter().filter(|&&gene| gene != Action::Left).count(), 1);
        }
        let mut only = [Action::Nil; 3];
        Mutation { genes: 5, rate: 0.0, to_other: true }.apply(&mut only, &[Action::Nil], &mut rng);
        assert_eq!(only, [Action::Nil; 3]);
    }

    #[test]
    fn children_have_genes_of_both_parents() {
        let mut rng = Rng::new(2);
        let mut child = [Action::Nil; 40];
        cross(&mut child, &[Action::Left; 40], &[Action::Right; 40], &mut rng);
        let left = child.iter().filter(|&&gene| gene == Action::Left).count();
        assert!((10..=30).contains(&left) && !child.contains(&Action::Nil), "{child:?}");
    }

    #[test]
    fn the_best_two_of_a_tournament() {
        let mut rng = Rng::new(3);
        let mut population = Population::new(1);
        (0..4).for_each(|n| population.push(&[Action::Nil], f64::from(n)));
        population.sort();
        let mut all = Tournament::new(9, false);
        assert_eq!(all.parents(&population, &mut rng), (0, 1));
        let mut pair = Tournament::new(2, false);
        for _ in 0..50 {
            let (best, second) = pair.parents(&population, &mut rng);
            assert!(best < second && second < 4);
        }
    }

    #[test]
    fn tournaments_select() {
        let mut rng = Rng::new(4);
        let mut population = Population::new(1);
        (0..4).for_each(|n| population.push(&[Action::Nil], f64::from(n)));
        population.sort();
        let mut chosen = |two: bool| {
            let mut tournament = Tournament::new(2, two);
            let mut count = [0.0_f64; 4];
            for _ in 0..6000 {
                let (mother, father) = tournament.parents(&population, &mut rng);
                count[mother] += 1.0 / 12000.0;
                count[father] += 1.0 / 12000.0;
            }
            count
        };
        // Of the pairs of four, each rank wins as many as there are ranks below it.
        for (share, wins) in chosen(true).into_iter().zip([3.0, 2.0, 1.0, 0.0]) {
            assert!((share - wins / 6.0).abs() < 0.02, "{share}");
        }
        // Where both of a pair become parents, all ranks are equally likely.
        assert!(chosen(false).into_iter().all(|share| (share - 0.25).abs() < 0.02));
    }

    #[test]
    fn a_rate_mutates_its_share_of_the_genes() {
        let mut rng = Rng::new(5);
        let mut genes = [Action::Left; 10000];
        Mutation { genes: 1, rate: 0.3, to_other: true }.apply(&mut genes, &ACTIONS, &mut rng);
        let mutated = genes.iter().filter(|&&gene| gene != Action::Left).count();
        assert!((2700..3300).contains(&mutated), "{mutated}");
    }
}
