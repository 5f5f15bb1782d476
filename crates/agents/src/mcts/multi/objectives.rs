//! The two objectives: the score, and to go where the avatar has not been.

use ludex_engine::Winner;

use super::front::Point;
use super::pheromones::Pheromones;
use crate::interface::{Overlay, Simulator, Turn};
use crate::kit::place;
use crate::kit::value::Evaluation;
use crate::registry::{Parameter, Settings};

/// The parameters of the objectives.
pub(super) const WEIGHT: Parameter =
    Parameter::real("weight", 0.5, (0.0, 1.0), "weight of the score; the rest is that of exploration");
pub(super) const DIFFUSION: Parameter = Parameter::real(
    "diffusion",
    0.4,
    (0.0, 1.0),
    "the share of a cell's pheromone that comes from around it",
);
pub(super) const DECAY: Parameter =
    Parameter::real("decay", 0.99, (0.0, 1.0), "what is left of a cell's own pheromone after a tick");
pub(super) const DEPOSIT: Parameter =
    Parameter::real("deposit", 1.0, (0.0, 1.0), "what the avatar leaves in its cell each tick");

/// Values states by both objectives.
#[derive(Debug, Clone)]
pub(super) struct Objectives {
    pheromones: Pheromones,
}

impl Objectives {
    /// The settings must have the parameters [`DIFFUSION`], [`DECAY`] and [`DEPOSIT`].
    pub fn new(settings: &Settings, turn: Turn<'_>) -> Objectives {
        let (diffusion, decay) = (settings.real("diffusion"), settings.real("decay"));
        let size = turn.observation().grid_size();
        Objectives { pheromones: Pheromones::new(size, diffusion, decay, settings.real("deposit")) }
    }

    /// A tick begins. Only what is really played leaves a trail.
    pub fn begin_tick(&mut self, turn: Turn<'_>) {
        self.pheromones.pass_tick(place::avatar_cell(&turn.observation(), turn.player()));
    }

    /// The score in `x`, exploration in `y`; a win or a loss counts in both.
    pub fn of(&self, state: &Simulator) -> Point {
        Point { x: self.score(state), y: self.exploration(state) }
    }

    /// The score, with a million more for a win and less for a loss.
    pub fn score(&self, state: &Simulator) -> f64 {
        Evaluation::Million.of(state)
    }

    /// How little pheromone there is where the avatar stands, with a million more for a win and less for a loss.
    pub fn exploration(&self, state: &Simulator) -> f64 {
        let fresh = match (state.winner(), place::avatar_cell(&state.observation(), state.player())) {
            (Winner::None, Some(cell)) => 1.0 - self.pheromones.at(cell),
            _ => 0.0,
        };
        Evaluation::Million.value(fresh, state.winner())
    }

    /// The pheromones, for viewers.
    pub fn overlay(&self) -> Overlay {
        self.pheromones.overlay()
    }
}
