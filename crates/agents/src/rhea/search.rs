//! The cycle of generations, and where its enhancements plug in.

use ludex_engine::Action;

use super::bandit::BanditMutation;
use super::evaluate::Evaluator;
use super::operators::{Mutation, Tournament, cross, randomise};
use super::population::Population;
use super::seed::Seeder;
use super::shift::shift;
use super::tree::StatisticalTree;
use crate::interface::{ActionInsight, Agent, Insight, Rng, Turn};
use crate::kit::length::DynamicLength;
use crate::registry::AgentSpec;

pub(super) struct Rhea {
    /// How many individuals a generation has, and how many of the best are in the next one too.
    size: usize,
    elite: usize,
    mutation: Mutation,
    tournament: Tournament,

    rng: Rng,
    evaluator: Evaluator,
    population: Population,
    /// The generation that is being made.
    next: Population,
    /// The individual that is being made. All individuals of a tick have its length.
    child: Vec<Action>,
    /// What was played in the last tick.
    played: Option<Action>,

    seeder: Option<Seeder>,
    bandit: Option<BanditMutation>,
    tree: Option<StatisticalTree>,
    shifts: bool,
    length: Option<DynamicLength>,
}

impl Rhea {
    /// An evolution that never gets beyond its first generation.
    pub fn random_search(length: usize, turn: Turn<'_>, seed: u64) -> Rhea {
        let mut rng = Rng::new(seed);
        Rhea {
            size: usize::MAX,
            elite: 0,
            mutation: Mutation { genes: 0, rate: 0.0, to_other: false },
            tournament: Tournament::new(0, false),
            evaluator: Evaluator::new(turn, &mut rng),
            rng,
            population: Population::new(length),
            next: Population::new(length),
            child: vec![Action::Nil; length],
            played: None,
            seeder: None,
            bandit: None,
            tree: None,
            shifts: false,
            length: None,
        }
    }

    pub fn new(spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> Rhea {
        let settings = spec.settings();
        let length = settings.count("l");
        let mut rhea = Rhea::random_search(length, turn, seed);
        rhea.size = settings.count("p");
        rhea.elite = settings.count("e");
        rhea.mutation = Mutation {
            genes: settings.count("m"),
            rate: settings.real("rate"),
            to_other: settings.word("mutate") == "other",
        };
        rhea.tournament = Tournament::new(settings.count("t"), settings.word("parents") == "two");
        rhea.seeder = spec.part("seed").map(|settings| Seeder::new(settings, turn, &mut rhea.rng));
        rhea.bandit = spec.part("bandit").map(|_| BanditMutation::new());
        rhea.tree = spec.part("tree").map(StatisticalTree::new);
        rhea.shifts = spec.part("shift").is_some();
        if let Some(settings) = spec.part("roll") {
            rhea.evaluator.roll_out(settings.count("n"));
        }
        rhea.length = spec.part("dynamic").map(|settings| DynamicLength::new(settings, length));
        rhea
    }

    /// A tick begins. What the last one left behind is kept for the first generation if it is shifted.
    fn begin(&mut self, turn: Turn<'_>) {
        self.evaluator.begin(turn, &mut self.rng);
        if let Some(length) = &mut self.length {
            self.child.resize(length.begin(turn), Action::Nil);
        }
        let length = self.child.len();
        self.next.clear(length);
        if !self.shifts {
            self.population.clear(length);
        }
        let followed = self.played.filter(|_| self.shifts);
        if let Some(tree) = &mut self.tree {
            match followed {
                Some(played) => tree.follow(played),
                None => tree.begin(),
            }
        }
        if let Some(bandit) = &mut self.bandit {
            match followed {
                Some(_) => bandit.follow(length),
                None => bandit.begin(length),
            }
        }
    }

    /// The fitness of the child; none if the budget ends before.
    fn evaluate(&mut self, turn: Turn<'_>) -> Option<f64> {
        if !turn.next_iteration() {
            return None;
        }
        let length = &mut self.length;
        let fitness = self.evaluator.evaluate(turn, &self.child, &mut self.rng, |end| {
            if let Some(length) = length {
                length.note(turn, end);
            }
        })?;
        if let Some(tree) = &mut self.tree {
            tree.add(&self.child, fitness);
        }
        Some(fitness)
    }

    /// Makes the first generation of a tick. Returns the forward-model calls that went into evaluating it.
    fn first_generation(&mut self, turn: Turn<'_>) -> u64 {
        let mut begun = turn.calls();
        let kept = self.population.len();
        let seeded = kept == 0 && self.seeder.is_some();
        for index in 0..self.size {
            match index {
                0 if seeded => {
                    self.plant(turn);
                    begun = turn.calls();
                }
                _ if seeded => self.mutate_seed(),
                _ if index < kept => shift(
                    self.population.genes(index),
                    &mut self.child,
                    self.evaluator.actions(),
                    &mut self.rng,
                ),
                _ => randomise(&mut self.child, self.evaluator.actions(), &mut self.rng),
            }
            let Some(fitness) = self.evaluate(turn) else { break };
            if let Some(bandit) = &mut self.bandit {
                bandit.count(&self.child, fitness);
            }
            self.next.push(&self.child, fitness);
        }
        self.turn_over();
        turn.calls() - begun
    }

    /// Makes the child the seed.
    fn plant(&mut self, turn: Turn<'_>) {
        randomise(&mut self.child, self.evaluator.actions(), &mut self.rng);
        if let Some(seeder) = &mut self.seeder {
            seeder.fill(turn, self.evaluator.present(), &mut self.child, &mut self.rng);
        }
    }

    /// Makes the child a mutant of the seed, which is the first of the generation that is being made.
    fn mutate_seed(&mut self) {
        self.child.copy_from_slice(self.next.first());
        self.mutation.apply(&mut self.child, self.evaluator.actions(), &mut self.rng);
    }

    /// What was made becomes the population.
    fn turn_over(&mut self) {
        self.next.sort();
        std::mem::swap(&mut self.population, &mut self.next);
        self.next.clear(self.child.len());
    }

    /// Makes another generation; false if the budget ends before it is complete.
    fn next_generation(&mut self, turn: Turn<'_>) -> bool {
        if self.size == 1 {
            return self.climb(turn);
        }
        for rank in 0..self.elite.min(self.population.len()) {
            self.next.push(self.population.genes(rank), self.population.fitness(rank));
        }
        let mut complete = true;
        while complete && self.next.len() < self.size {
            complete = self.breed(turn);
        }
        // What was found so far counts, unless it is nothing at all.
        if !self.next.is_empty() {
            self.turn_over();
        }
        complete
    }

    /// Makes a child of two parents; false if the budget ends before.
    fn breed(&mut self, turn: Turn<'_>) -> bool {
        let (mother, father) = self.tournament.parents(&self.population, &mut self.rng);
        let (mother, father) = (self.population.genes(mother), self.population.genes(father));
        cross(&mut self.child, mother, father, &mut self.rng);
        if self.bandit.is_some() {
            let Some(fitness) = self.evaluate(turn) else { return false };
            return self.mutate_by_bandits(turn, fitness);
        }
        self.mutation.apply(&mut self.child, self.evaluator.actions(), &mut self.rng);
        let fitness = self.evaluate(turn);
        fitness.inspect(|&fitness| self.next.push(&self.child, fitness)).is_some()
    }

    /// Mutates the only individual and keeps the mutant if it is better.
    fn climb(&mut self, turn: Turn<'_>) -> bool {
        self.child.copy_from_slice(self.population.genes(0));
        let best = self.population.fitness(0);
        if self.bandit.is_some() {
            let complete = self.mutate_by_bandits(turn, best);
            self.turn_over();
            return complete;
        }
        self.mutation.apply(&mut self.child, self.evaluator.actions(), &mut self.rng);
        let Some(fitness) = self.evaluate(turn) else { return false };
        if fitness > best {
            self.next.push(&self.child, fitness);
            self.turn_over();
        }
        true
    }

    /// Mutates the child, whose fitness is known, as long as that does no harm, and adds it to the next generation. False if
    /// the budget ends before.
    fn mutate_by_bandits(&mut self, turn: Turn<'_>, mut fitness: f64) -> bool {
        let mut complete = true;
        for _ in 0..self.mutation.genes {
            let Some(bandit) = &mut self.bandit else { break };
            let change = bandit.mutate(&mut self.child, self.evaluator.actions(), &mut self.rng);
            let Some(change) = change else { break };
            let after = self.evaluate(turn);
            let Some(bandit) = &mut self.bandit else { break };
            let Some(after) = after else {
                BanditMutation::undo(change, &mut self.child);
                complete = false;
                break;
            };
            fitness = bandit.judge(change, &mut self.child, fitness, after);
        }
        self.next.push(&self.child, fitness);
        complete
    }

    /// Evaluations that a generation needs.
    fn evaluations(&self) -> u64 {
        let children = self.size.saturating_sub(self.elite).max(1) as u64;
        let mutations = self.mutation.genes as u64;
        match self.bandit {
            None => children,
            Some(_) if self.size == 1 => mutations,
            Some(_) => children.saturating_mul(1 + mutations),
        }
    }

    /// Evolves until another generation would not fit any more. What the first generation cost tells what to expect of the
    /// second; then generations tell by themselves.
    fn evolve(&mut self, turn: Turn<'_>, first_cost: u64) {
        let each = first_cost / self.population.len() as u64;
        let mut cost = each.saturating_mul(self.evaluations());
        let begun = turn.calls();
        let mut generations = 0;
        loop {
            let iterations = turn.iterations();
            let fits = turn.calls_left().is_none_or(|left| left >= cost);
            // Where there are only survivors, or nothing to mutate to, nothing new comes of another generation.
            if !fits || !self.next_generation(turn) || turn.iterations() == iterations {
                break;
            }
            generations += 1;
            cost = (turn.calls() - begun) / generations;
        }
    }

    fn recommend(&mut self) -> Action {
        let advised = self.tree.as_ref().and_then(|t| t.recommend(self.evaluator.actions(), &mut self.rng));
        advised.unwrap_or_else(|| self.population.genes(0)[0])
    }
}

impl Agent for Rhea {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.begin(turn);
        let cost = self.first_generation(turn);
        let action = if self.population.is_empty() {
            Action::Nil
        } else {
            self.evolve(turn, cost);
            self.recommend()
        };
        self.played = Some(action);
        action
    }

    fn insight(&self) -> Insight {
        let mut actions: Vec<ActionInsight> = self.tree.iter().flat_map(StatisticalTree::insight).collect();
        if self.tree.is_none() {
            for rank in 0..self.population.len() {
                let (action, value) = (self.population.genes(rank)[0], self.population.fitness(rank));
                match actions.iter_mut().find(|known| known.action == action) {
                    Some(known) => known.visits += 1.0,
                    None => actions.push(ActionInsight { action, value, visits: 1.0 }),
                }
            }
        }
        Insight {
            actions,
            depth: Some(self.child.len() as u32),
            nodes: Some(self.population.len()),
            plan: if self.population.is_empty() { Vec::new() } else { self.population.genes(0).to_vec() },
            ..Insight::default()
        }
    }
}
