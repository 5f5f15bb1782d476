//! One-step look-ahead: tries every action once and takes the one after which the state looks best.

use ludex_engine::{Action, Category, Observation, Vector, Winner};

use crate::interface::{ActionInsight, Agent, INITIAL_TICKS, Insight, Rng, Simulator, Turn};
use crate::kit::distance::nearest_square;
use crate::kit::noise;
use crate::kit::value::Evaluation;
use crate::registry::{AgentSpec, Entry, Parameter};

pub(crate) const ENTRY: Entry = Entry {
    name: "onestep",
    about: "Tries every action once and takes the one that looks best (1SLA).",
    description: "\
        The states are compared by a heuristic. `simple` is GVGAI's: it wants portals near, NPCs near and few, a high \
        score and a win. GVGAI's sample measures how near NPCs are from the corner of the screen, by a slip; here it is from \
        the avatar. `winscore` looks at score and outcome alone. Needs one forward-model call per action.",
    source: "GVGAI (sampleonesteplookahead)",
    parameters: &[Parameter::choice("value", "simple", &["simple", "winscore"], "how states are compared")],
    parts: &[],
    initial_ticks: INITIAL_TICKS,
    ready: None,
    build: |spec, turn, seed| Box::new(OneStep::new(spec, turn, seed)),
};

struct OneStep {
    simple: bool,
    rng: Rng,
    simulator: Simulator,
    tried: Vec<ActionInsight>,
}

impl OneStep {
    fn new(spec: &AgentSpec, turn: Turn<'_>, seed: u64) -> OneStep {
        let mut rng = Rng::new(seed);
        let simulator = turn.simulator(&mut rng);
        OneStep { simple: spec.settings().word("value") == "simple", rng, simulator, tried: Vec::new() }
    }

    fn value(&self) -> f64 {
        if self.simple { simple_value(&self.simulator) } else { Evaluation::WinScore.of(&self.simulator) }
    }
}

impl Agent for OneStep {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.tried.clear();
        let mut best = (f64::NEG_INFINITY, Action::Nil);
        for &action in turn.actions() {
            turn.reset(&mut self.simulator, &mut self.rng);
            if !turn.next_iteration() || !self.simulator.advance(turn, action) {
                break;
            }
            let value = self.value();
            self.tried.push(ActionInsight { action, value, visits: 1.0 });
            let value = noise::relative(value, &mut self.rng);
            if value > best.0 {
                best = (value, action);
            }
        }
        best.1
    }

    fn insight(&self) -> Insight {
        Insight { actions: self.tried.clone(), depth: Some(1), nodes: None, ..Insight::default() }
    }
}

/// GVGAI's simple heuristic, with its quirk that of several types of NPCs or portals only the last one that has sprites
/// counts when it comes to distances. Another one is left out: GVGAI asks for the NPCs a second time without a place to measure
/// from, which changes the distances that it already has to those from (-1, -1).
pub(crate) fn simple_value(simulator: &Simulator) -> f64 {
    let won = match simulator.winner() {
        Winner::Loses => return -999_999_999.0,
        Winner::Wins => 1e9,
        Winner::None => 0.0,
    };
    let seen = simulator.observation();
    let score = simulator.score();
    let avatar = seen.avatar_position(simulator.player());
    if seen.types_of(Category::Portal).next().is_none() {
        let npcs: usize = seen.types_of(Category::Npc).map(|t| seen.sprites_of(t).count()).sum();
        let distance = nearest_of_last_type(&seen, Category::Npc, avatar).unwrap_or(0.0);
        return score + won * 1e8 - distance / 100.0 - 100.0 * npcs as f64;
    }
    match nearest_of_last_type(&seen, Category::Portal, avatar) {
        Some(distance) => score + won * 1e6 - 10.0 * distance,
        None => score + won * 1e8,
    }
}

/// The square of the distance to the nearest sprite of the last type of this category that has sprites.
fn nearest_of_last_type(seen: &Observation<'_>, category: Category, from: Vector) -> Option<f64> {
    seen.types_of(category).filter_map(|t| nearest_square(seen, t, from)).last()
}
