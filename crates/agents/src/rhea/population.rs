//! The individuals of an evolution: sequences of actions with their fitness.

use ludex_engine::Action;

/// Individuals of the same length, in one piece of memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Population {
    length: usize,
    genes: Vec<Action>,
    fitness: Vec<f64>,
    /// The individuals from best to worst, as of the last [`Population::sort`].
    order: Vec<u32>,
}

impl Population {
    /// An empty population of individuals of this length.
    pub fn new(length: usize) -> Population {
        Population { length, ..Population::default() }
    }

    pub fn len(&self) -> usize {
        self.fitness.len()
    }

    pub fn is_empty(&self) -> bool {
        self.fitness.is_empty()
    }

    /// Forgets everybody; individuals will have this length.
    pub fn clear(&mut self, length: usize) {
        self.length = length;
        self.genes.clear();
        self.fitness.clear();
        self.order.clear();
    }

    /// Adds an individual.
    pub fn push(&mut self, genes: &[Action], fitness: f64) {
        debug_assert_eq!(genes.len(), self.length);
        self.genes.extend_from_slice(genes);
        self.fitness.push(fitness);
    }

    /// The genes of the individual that was added first.
    pub fn first(&self) -> &[Action] {
        &self.genes[..self.length.min(self.genes.len())]
    }

    /// Ranks the individuals; of equals the one that was added first is the better.
    pub fn sort(&mut self) {
        self.order.clear();
        self.order.extend(0..self.fitness.len() as u32);
        let fitness = |i: &u32| self.fitness[*i as usize];
        self.order.sort_unstable_by(|a, b| fitness(b).total_cmp(&fitness(a)).then(a.cmp(b)));
    }

    /// The genes of the individual of this rank; 0 is the best.
    pub fn genes(&self, rank: usize) -> &[Action] {
        let start = self.order[rank] as usize * self.length;
        &self.genes[start..start + self.length]
    }

    /// The fitness of the individual of this rank.
    pub fn fitness(&self, rank: usize) -> f64 {
        self.fitness[self.order[rank] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_stable() {
        let mut population = Population::new(2);
        let actions = [Action::Up, Action::Left, Action::Down, Action::Right];
        for (action, fitness) in actions.into_iter().zip([0.0, 5.0, 5.0, -1.0]) {
            population.push(&[action; 2], fitness);
        }
        population.sort();
        let ranks: Vec<(Action, f64)> =
            (0..4).map(|rank| (population.genes(rank)[0], population.fitness(rank))).collect();
        let expected = [(Action::Left, 5.0), (Action::Down, 5.0), (Action::Up, 0.0), (Action::Right, -1.0)];
        assert_eq!(ranks, expected);
    }
}
