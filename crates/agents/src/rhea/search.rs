//! Vanilla rolling-horizon evolution.

use ludex_engine::Action;

use super::evaluate::Evaluator;
use super::population::Population;
use crate::interface::{ActionInsight, Agent, INITIAL_TICKS, Insight, Rng, Turn};
use crate::registry::{AgentSpec, Entry, Parameter};

pub(crate) const ENTRY: Entry = Entry {
    name: "rhea",
    about: "Rolling-horizon evolution (RHEA); with p=1 a mutation hill climber.",
    description: "\
        Individuals are sequences of actions, NIL included. A random population is valued by the states it leads to: the \
        score, or 1000 for a win and -1000 for a loss. Every generation keeps the best and fills up with children of two \
        parents that win a tournament: uniform crossover, then mutation. It plays the first action of the best individual and \
        begins anew in the next tick. A generation is begun only if its usual cost still fits the budget of calls. With p=1 \
        the one individual is mutated and replaced if the mutant is better.",
    source: "GVGAI (sampleRHEA); Perez-Liebana & Gaina 2019",
    parameters: &[
        Parameter::integer("p", 10, (1, 1000), "size of the population"),
        Parameter::integer("l", 10, (1, 2000), "length of the individuals"),
        Parameter::integer("e", 1, (0, 1000), "how many of the best survive unchanged"),
        Parameter::integer("t", 2, (2, 1000), "size of the tournament; the best two of it become parents"),
        Parameter::integer("m", 1, (0, 2000), "how many genes are mutated"),
        Parameter::choice("mutate", "other", &["other", "any"], "to any other value, or to any value at all"),
    ],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    build: |spec, turn, seed| Box::new(Rhea::new(spec, turn, seed)),
};

struct Rhea {
    setup: Setup,
    rng: Rng,
    evaluator: Evaluator,
    population: Population,
    /// The generation that is being made.
    next: Population,
    child: Vec<u8>,
    /// The members of a tournament, by rank.
    tournament: Vec<usize>,
}

struct Setup {
    size: usize,
    length: usize,
    elite: usize,
    tournament: usize,
    mutations: usize,
    mutate_to_other: bool,
}

impl Rhea {
    fn new(spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> Rhea {
        let settings = spec.settings();
        let mut rng = Rng::new(seed);
        let setup = Setup {
            size: settings.count("p"),
            length: settings.count("l"),
            elite: settings.count("e"),
            tournament: settings.count("t"),
            mutations: settings.count("m"),
            mutate_to_other: settings.word("mutate") == "other",
        };
        Rhea {
            evaluator: Evaluator::new(turn, &mut rng),
            rng,
            population: Population::new(setup.length),
            next: Population::new(setup.length),
            child: vec![0; setup.length],
            tournament: Vec::new(),
            setup,
        }
    }

    /// Evaluates the child and adds it to the next generation; false if the budget ends before.
    fn admit_child(&mut self, turn: Turn<'_>) -> bool {
        let value = if turn.next_iteration() {
            self.evaluator.evaluate(turn, &self.child, &mut self.rng)
        } else {
            None
        };
        value.inspect(|&value| self.next.push(&self.child, value)).is_some()
    }

    /// What was made becomes the population.
    fn turn_over(&mut self) {
        self.next.sort();
        std::mem::swap(&mut self.population, &mut self.next);
        self.next.clear();
    }

    fn first_generation(&mut self, turn: Turn<'_>) {
        self.next.clear();
        let values = self.evaluator.values();
        for _ in 0..self.setup.size {
            for gene in &mut self.child {
                *gene = self.rng.below(values) as u8;
            }
            if !self.admit_child(turn) {
                break;
            }
        }
        self.turn_over();
    }

    /// Makes another generation; false if the budget ends before it is complete.
    fn next_generation(&mut self, turn: Turn<'_>) -> bool {
        if self.setup.size == 1 {
            return self.climb(turn);
        }
        for rank in 0..self.setup.elite.min(self.population.len()) {
            self.next.push(self.population.genes(rank), self.population.fitness(rank));
        }
        while self.next.len() < self.setup.size {
            self.breed();
            if !self.admit_child(turn) {
                // What was found so far counts, unless it is nothing at all.
                if self.next.len() > 0 {
                    self.turn_over();
                }
                return false;
            }
        }
        self.turn_over();
        true
    }

    /// Mutates the only individual and keeps the mutant if it is better.
    fn climb(&mut self, turn: Turn<'_>) -> bool {
        self.child.copy_from_slice(self.population.genes(0));
        self.mutate();
        if !self.admit_child(turn) {
            return false;
        }
        self.next.sort();
        if self.next.fitness(0) > self.population.fitness(0) {
            std::mem::swap(&mut self.population, &mut self.next);
        }
        self.next.clear();
        true
    }

    /// Makes a child of two parents.
    fn breed(&mut self) {
        let (mother, father) = self.parents();
        let (mother, father) = (self.population.genes(mother), self.population.genes(father));
        for ((gene, &a), &b) in self.child.iter_mut().zip(mother).zip(father) {
            *gene = if self.rng.chance(0.5) { a } else { b };
        }
        self.mutate();
    }

    /// The ranks of the best two of a tournament among different individuals.
    fn parents(&mut self) -> (usize, usize) {
        let members = self.setup.tournament.min(self.population.len());
        self.tournament.clear();
        while self.tournament.len() < members {
            let rank = self.rng.below(self.population.len());
            if !self.tournament.contains(&rank) {
                self.tournament.push(rank);
            }
        }
        self.tournament.sort_unstable();
        let best = self.tournament.first().copied().unwrap_or(0);
        (best, self.tournament.get(1).copied().unwrap_or(best))
    }

    fn mutate(&mut self) {
        let values = self.evaluator.values();
        for _ in 0..self.setup.mutations {
            let gene = &mut self.child[self.rng.below(self.setup.length)];
            *gene = if !self.setup.mutate_to_other {
                self.rng.below(values) as u8
            } else if values > 1 {
                let value = self.rng.below(values - 1) as u8;
                value + u8::from(value >= *gene)
            } else {
                0
            };
        }
    }

    /// Does the usual cost of a generation still fit? `begun` is what had been spent before the first of them.
    fn affords(&self, turn: Turn<'_>, begun: u64, generations: u64) -> bool {
        let children = self.setup.size.saturating_sub(self.setup.elite).max(1);
        let cost = match (turn.calls() - begun).checked_div(generations) {
            Some(average) => average,
            None => (children * self.setup.length) as u64,
        };
        turn.calls_left().is_none_or(|left| left >= cost)
    }
}

impl Agent for Rhea {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.evaluator.begin(turn, &mut self.rng);
        self.first_generation(turn);
        if self.population.len() == 0 {
            return Action::Nil;
        }
        let begun = turn.calls();
        let mut generations = 0;
        while self.affords(turn, begun, generations) && self.next_generation(turn) {
            generations += 1;
        }
        self.evaluator.action(self.population.genes(0)[0])
    }

    fn insight(&self) -> Insight {
        let mut actions: Vec<ActionInsight> = Vec::new();
        for rank in 0..self.population.len() {
            let action = self.evaluator.action(self.population.genes(rank)[0]);
            match actions.iter_mut().find(|known| known.action == action) {
                Some(known) => known.visits += 1.0,
                None => {
                    actions.push(ActionInsight { action, value: self.population.fitness(rank), visits: 1.0 })
                }
            }
        }
        Insight {
            actions,
            depth: Some(self.setup.length as u32),
            nodes: Some(self.population.len()),
            ..Insight::default()
        }
    }
}
