//! What agents may see.

use std::sync::Arc;

use ludex_engine::{Category, Seen};
use ludex_environments::Stage;
use pyo3::prelude::*;

use crate::errors;

/// What an agent may see of a state: everything that GVGAI shows its agents, and no rules or names.
///
/// Sprites are tuples: number, type, category, x and y in pixels. Categories are avatar, resource, portal, npc, static,
/// from_avatar and movable.
#[pyclass(frozen, module = "ludex._ludex")]
pub struct Observation {
    stage: Arc<Stage>,
    source: Source,
}

/// What is looked at. A simulator does not show its state, which knows what agents must not.
enum Source {
    State(ludex_engine::State),
    Simulator(ludex_agents::Simulator),
}

/// A sprite: number, type, category, x and y in pixels.
type Sprite = (i32, u16, &'static str, i32, i32);

/// An event: tick, was it made by the avatar, types and numbers of both sprites, x and y.
type Event = (i32, bool, u16, u16, i32, i32, i32, i32);

const CATEGORIES: [&str; 7] = ["avatar", "resource", "portal", "npc", "static", "from_avatar", "movable"];

impl Observation {
    pub fn new(stage: &Arc<Stage>, state: &ludex_engine::State) -> Observation {
        let mut state = state.clone();
        state.refresh();
        Observation { stage: Arc::clone(stage), source: Source::State(state) }
    }

    pub fn of(stage: &Arc<Stage>, simulator: &ludex_agents::Simulator) -> Observation {
        Observation { stage: Arc::clone(stage), source: Source::Simulator(simulator.clone()) }
    }

    fn seen(&self) -> ludex_engine::Observation<'_> {
        match &self.source {
            Source::State(state) => state.observe(),
            Source::Simulator(simulator) => simulator.observation(),
        }
    }

    fn player(&self, player: usize) -> PyResult<usize> {
        let players = self.stage.world().players();
        match player < players {
            true => Ok(player),
            false => Err(errors::usage(format!(
                "there is no player {player}: players are numbers below {players}"
            ))),
        }
    }
}

fn sprite(seen: Seen) -> Sprite {
    (seen.id, seen.type_id, CATEGORIES[seen.category as usize], seen.x, seen.y)
}

fn category(name: &str) -> PyResult<Category> {
    let place = CATEGORIES.iter().position(|own| *own == name);
    place.map(|place| Category::ALL[place]).ok_or_else(|| {
        errors::usage(format!("there is no category `{name}`: it is one of {}", CATEGORIES.join(", ")))
    })
}

#[pymethods]
impl Observation {
    /// The tick.
    #[getter]
    fn tick(&self) -> i32 {
        self.seen().tick()
    }

    /// Is the game decided for all players?
    #[getter]
    fn is_game_over(&self) -> bool {
        self.seen().is_game_over()
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.stage.world().players()
    }

    /// Width and height of the level in pixels.
    #[getter]
    fn world_size(&self) -> (i32, i32) {
        self.seen().world_size()
    }

    /// Columns and rows of the level.
    #[getter]
    fn grid_size(&self) -> (usize, usize) {
        self.seen().grid_size()
    }

    /// Pixels of a cell.
    #[getter]
    fn block(&self) -> i32 {
        self.seen().block()
    }

    /// How many types of sprites there are.
    #[getter]
    fn type_count(&self) -> usize {
        self.seen().type_count()
    }

    /// A player's score.
    #[pyo3(signature = (player = 0))]
    fn score(&self, player: usize) -> PyResult<f64> {
        Ok(self.seen().score(self.player(player)?))
    }

    /// -1 while nothing is decided for a player, 0 for a loss, 1 for a win.
    #[pyo3(signature = (player = 0))]
    fn winner(&self, player: usize) -> PyResult<i32> {
        Ok(self.seen().winner(self.player(player)?).key())
    }

    /// The actions of a player's avatar, without NIL; none after the end of the game.
    #[pyo3(signature = (player = 0))]
    fn actions(&self, player: usize) -> PyResult<Vec<&'static str>> {
        let player = self.player(player)?;
        Ok(self.seen().actions(player).iter().map(|action| action.name()).collect())
    }

    /// Where a player's avatar is, in pixels.
    #[pyo3(signature = (player = 0))]
    fn avatar_position(&self, player: usize) -> PyResult<(f64, f64)> {
        Ok(self.seen().avatar_position(self.player(player)?))
    }

    /// Where a player's avatar faces.
    #[pyo3(signature = (player = 0))]
    fn avatar_orientation(&self, player: usize) -> PyResult<(f64, f64)> {
        Ok(self.seen().avatar_orientation(self.player(player)?))
    }

    /// The speed of a player's avatar.
    #[pyo3(signature = (player = 0))]
    fn avatar_speed(&self, player: usize) -> PyResult<f64> {
        Ok(self.seen().avatar_speed(self.player(player)?))
    }

    /// The type of a player's avatar.
    #[pyo3(signature = (player = 0))]
    fn avatar_type(&self, player: usize) -> PyResult<Option<u16>> {
        Ok(self.seen().avatar_type(self.player(player)?))
    }

    /// Health points of a player's avatar: now, the most it has had, and the most it can have.
    #[pyo3(signature = (player = 0))]
    fn avatar_health(&self, player: usize) -> PyResult<Option<(i32, i32, i32)>> {
        let health = self.seen().avatar_health(self.player(player)?);
        Ok(health.map(|health| (health.points, health.max, health.limit)))
    }

    /// Is a player's avatar alive?
    #[pyo3(signature = (player = 0))]
    fn is_avatar_alive(&self, player: usize) -> PyResult<bool> {
        Ok(self.seen().is_avatar_alive(self.player(player)?))
    }

    /// The action that a player took last.
    #[pyo3(signature = (player = 0))]
    fn avatar_last_action(&self, player: usize) -> PyResult<&'static str> {
        Ok(self.seen().avatar_last_action(self.player(player)?).name())
    }

    /// What a player holds: amounts by type.
    #[pyo3(signature = (player = 0))]
    fn avatar_resources(&self, player: usize) -> PyResult<Vec<(u16, i32)>> {
        Ok(self.seen().avatar_resources(self.player(player)?).collect())
    }

    /// What has touched the avatars and what they made, in order: tick, is it something that the avatar made, types of both,
    /// numbers of both, x and y of the first.
    fn events(&self) -> Vec<Event> {
        let event = |event: &ludex_engine::Event| {
            let (x, y) = event.position();
            let (types, ids) =
                ((event.active_type(), event.passive_type()), (event.active_id(), event.passive_id()));
            (event.tick(), event.from_avatar(), types.0, types.1, ids.0, ids.1, x, y)
        };
        self.seen().events().iter().map(event).collect()
    }

    /// All visible sprites.
    fn sprites(&self) -> Vec<Sprite> {
        self.seen().sprites().map(sprite).collect()
    }

    /// The sprites of a category, a list for each type, nearest to the position first.
    #[pyo3(signature = (name, near: "tuple[float, float] | None" = None))]
    fn of_category(&self, name: &str, near: Option<(f64, f64)>) -> PyResult<Vec<Vec<Sprite>>> {
        let category = category(name)?;
        let seen = self.seen();
        let lists = seen.sorted(category, near.unwrap_or_else(|| seen.avatar_position(0)));
        Ok(lists.unwrap_or_default().into_iter().map(|list| list.into_iter().map(sprite).collect()).collect())
    }

    /// The sprites in each cell, by column and row.
    fn grid(&self) -> Vec<Vec<Vec<Sprite>>> {
        let seen = self.seen();
        let (_, rows) = seen.grid_size();
        let cells = seen.observation_grid();
        let column = |cells: &[Vec<Seen>]| {
            cells.iter().map(|cell| cell.iter().copied().map(sprite).collect()).collect()
        };
        cells.chunks(rows.max(1)).map(column).collect()
    }

    fn __repr__(&self) -> String {
        format!("Observation(tick {}, score {})", self.seen().tick(), self.seen().score(0))
    }
}
