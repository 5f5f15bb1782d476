//! The individuals of an evolution: sequences of genes with their fitness.

/// Individuals of the same length, in one piece of memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Population {
    length: usize,
    genes: Vec<u8>,
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

    pub fn clear(&mut self) {
        self.genes.clear();
        self.fitness.clear();
        self.order.clear();
    }

    /// Adds an individual.
    pub fn push(&mut self, genes: &[u8], fitness: f64) {
        debug_assert_eq!(genes.len(), self.length);
        self.genes.extend_from_slice(genes);
        self.fitness.push(fitness);
    }

    /// Ranks the individuals; of equals the one that was added first is the better.
    pub fn sort(&mut self) {
        self.order.clear();
        self.order.extend(0..self.fitness.len() as u32);
        let fitness = |i: &u32| self.fitness[*i as usize];
        self.order.sort_unstable_by(|a, b| fitness(b).total_cmp(&fitness(a)).then(a.cmp(b)));
    }

    /// The genes of the individual of this rank; 0 is the best.
    pub fn genes(&self, rank: usize) -> &[u8] {
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
        for (genes, fitness) in [([1, 1], 0.0), ([2, 2], 5.0), ([3, 3], 5.0), ([4, 4], -1.0)] {
            population.push(&genes, fitness);
        }
        population.sort();
        let ranks: Vec<(u8, f64)> = (0..4).map(|r| (population.genes(r)[0], population.fitness(r))).collect();
        assert_eq!(ranks, [(2, 5.0), (3, 5.0), (1, 0.0), (4, -1.0)]);
    }
}
