//! Random Search: the best of many random sequences.

use ludex_engine::Action;

use super::evaluate::Evaluator;
use crate::interface::{ActionInsight, Agent, INITIAL_TICKS, Insight, Rng, Turn};
use crate::registry::{Entry, Parameter};

pub(crate) const ENTRY: Entry = Entry {
    name: "rs",
    about: "Random Search: plays the first action of the best of many random sequences.",
    description: "\
        Draws sequences of actions, NIL included, until the budget is spent, and values each by the state that it leads to: \
        the score, or 1000 for a win and -1000 for a loss. Of equally good sequences the first one found counts.",
    source: "GVGAI (sampleRS); Perez-Liebana & Gaina 2019",
    parameters: &[Parameter::integer("l", 10, (1, 2000), "length of the sequences")],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    build: |spec, turn, seed| {
        let mut rng = Rng::new(seed);
        let evaluator = Evaluator::new(turn, &mut rng);
        let genes = vec![0; spec.settings().count("l")];
        Box::new(RandomSearch { rng, evaluator, genes, best: Vec::new() })
    },
};

struct RandomSearch {
    rng: Rng,
    evaluator: Evaluator,
    genes: Vec<u8>,
    /// Per gene at the beginning: the best value and how many sequences began with it.
    best: Vec<(f64, u32)>,
}

impl Agent for RandomSearch {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.evaluator.begin(turn, &mut self.rng);
        let values = self.evaluator.values();
        self.best.clear();
        self.best.resize(values, (f64::NEG_INFINITY, 0));
        let mut answer = (f64::NEG_INFINITY, Action::Nil);
        while turn.next_iteration() {
            for gene in &mut self.genes {
                *gene = self.rng.below(values) as u8;
            }
            let Some(value) = self.evaluator.evaluate(turn, &self.genes, &mut self.rng) else { break };
            let best = &mut self.best[usize::from(self.genes[0])];
            *best = (best.0.max(value), best.1 + 1);
            if value > answer.0 {
                answer = (value, self.evaluator.action(self.genes[0]));
            }
        }
        answer.1
    }

    fn insight(&self) -> Insight {
        let tried = (0..).zip(&self.best).filter(|(_, best)| best.1 > 0);
        let actions = tried.map(|(gene, &(value, count))| ActionInsight {
            action: self.evaluator.action(gene),
            value,
            visits: f64::from(count),
        });
        Insight {
            actions: actions.collect(),
            depth: Some(self.genes.len() as u32),
            nodes: None,
            ..Insight::default()
        }
    }
}
