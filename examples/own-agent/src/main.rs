//! The whole command line of Ludex with an agent of one's own.

use std::process::ExitCode;

use ludex::agents::registry::{AgentSpec, Entry, Parameter};
use ludex::agents::{ActionInsight, Agent, Insight, Rng, Simulator, Turn};
use ludex::engine::{Action, Winner};

static FORAGER: Entry = Entry {
    parameters: &[Parameter::integer("depth", 12, (1, 100), "how many ticks are played by chance")],
    ..Entry::new(
        "forager",
        "Tries every action in random futures and takes the best on average.",
        |spec, turn, seed| Box::new(Forager::new(spec, turn, seed)),
    )
};

struct Forager {
    depth: i64,
    rng: Rng,
    simulator: Simulator,
    tried: Vec<ActionInsight>,
}

impl Forager {
    fn new(spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> Forager {
        let mut rng = Rng::new(seed);
        let simulator = turn.simulator(&mut rng);
        Forager { depth: spec.settings().integer("depth"), rng, simulator, tried: Vec::new() }
    }

    /// Plays an action and then chance, and says how it came out.
    fn sample(&mut self, turn: Turn<'_>, first: Action) -> f64 {
        turn.reset(&mut self.simulator, &mut self.rng);
        let mut action = first;
        for _ in 0..self.depth {
            if self.simulator.is_over() || !self.simulator.advance(turn, action) {
                break;
            }
            action = self.rng.choose(turn.actions()).unwrap_or_default();
        }
        self.simulator.score()
            + match self.simulator.winner() {
                Winner::Wins => 1000.0,
                Winner::Loses => -1000.0,
                Winner::None => 0.0,
            }
    }
}

impl Agent for Forager {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.tried =
            turn.actions().iter().map(|&action| ActionInsight { action, value: 0.0, visits: 0.0 }).collect();
        let mut next = 0;
        while !self.tried.is_empty() && turn.next_iteration() {
            let value = self.sample(turn, self.tried[next].action);
            self.tried[next].value += value;
            self.tried[next].visits += 1.0;
            next = (next + 1) % self.tried.len();
        }
        let mean = |tried: &ActionInsight| tried.value / tried.visits.max(1.0);
        let best = self.tried.iter().max_by(|a, b| mean(a).total_cmp(&mean(b)));
        best.map_or(Action::Nil, |best| best.action)
    }

    fn insight(&self) -> Insight {
        Insight { actions: self.tried.clone(), ..Insight::default() }
    }
}

fn main() -> ExitCode {
    ludex::main_with(&[&FORAGER])
}
