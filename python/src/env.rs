//! One game at a time: what a Gymnasium environment needs, in one call a step.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ludex_environments::{self as environments, Autoreset, Memory};
use numpy::PyArray1;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyTuple};

use crate::array::shaped;
use crate::batch::{build, settings};
use crate::errors;
use crate::game::{Game, Level};
use crate::state::State;

/// One environment. The package's environments for Gymnasium and PettingZoo are built on it.
#[pyclass(frozen, module = "ludex._ludex")]
pub struct Env {
    inner: Mutex<Inner>,
    game: Py<Game>,
    levels: Vec<Level>,
    names: Py<PyTuple>,
    shape: Vec<usize>,
    text: bool,
}

struct Inner {
    batch: environments::Batch,
    memory: Memory,
}

type Step<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

impl Env {
    /// Waits without the interpreter: whoever has the lock may need it to make objects.
    fn inner(&self, py: Python<'_>) -> MutexGuard<'_, Inner> {
        self.inner.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// A fresh observation.
    fn seen<'py>(&self, py: Python<'py>, inner: &Inner) -> PyResult<Bound<'py, PyAny>> {
        let memory = &inner.memory;
        if !memory.bytes.is_empty() {
            shaped(py, memory.bytes.clone(), &self.shape)
        } else if !memory.shorts.is_empty() {
            shaped(py, memory.shorts.clone(), &self.shape)
        } else if !memory.floats.is_empty() {
            shaped(py, memory.floats.clone(), &self.shape)
        } else if self.text {
            let stage = inner.batch.stage(0).map_err(errors::environment)?;
            let session = inner.batch.session(0).map_err(errors::environment)?;
            Ok(environments::describe(stage, session.state(), 0).into_pyobject(py)?.into_any())
        } else {
            shaped(py, Vec::<u8>::new(), &[0])
        }
    }

    fn info<'py>(&self, py: Python<'py>, inner: &Inner) -> PyResult<Bound<'py, PyDict>> {
        let (info, memory) = (PyDict::new(py), &inner.memory);
        info.set_item(intern!(py, "score"), memory.scores[0])?;
        info.set_item(intern!(py, "winner"), memory.winners[0])?;
        info.set_item(intern!(py, "tick"), memory.ticks[0])?;
        info.set_item(intern!(py, "level"), memory.levels[0])?;
        info.set_item(
            intern!(py, "action_mask"),
            PyArray1::from_slice(py, &memory.masks[..inner.batch.actions().len()]),
        )?;
        info.set_item(intern!(py, "actions"), self.names.bind(py))?;
        Ok(info)
    }
}

#[pymethods]
impl Env {
    #[new]
    #[pyo3(signature = (game, levels: "list[int | str]", obs = "planes", block = 10, depth = 4, entities = 256, max_ticks: "int | None" = None, win_reward = 0.0, loss_reward = 0.0))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: Py<Game>,
        levels: Vec<Level>,
        obs: &str,
        block: usize,
        depth: usize,
        entities: usize,
        max_ticks: Option<i32>,
        win_reward: f64,
        loss_reward: f64,
    ) -> PyResult<Env> {
        let settings =
            settings(obs, block, depth, entities, "disabled", max_ticks, win_reward, loss_reward, 1)?;
        debug_assert_eq!(settings.autoreset, Autoreset::Disabled);
        let batch = build(py, &[(game.clone_ref(py), levels.clone())], 1, settings)?;
        let names = PyTuple::new(py, batch.actions().iter().map(|action| action.name()))?.unbind();
        let (memory, shape) = (batch.memory(), batch.dimensions().to_vec());
        Ok(Env {
            inner: Mutex::new(Inner { batch, memory }),
            game,
            levels,
            names,
            shape,
            text: obs == "text",
        })
    }

    /// The names of the actions, in the order of their numbers.
    #[getter]
    fn actions(&self, py: Python<'_>) -> Vec<&'static str> {
        self.inner(py).batch.actions().iter().map(|action| action.name()).collect()
    }

    /// How many play.
    #[getter]
    fn players(&self, py: Python<'_>) -> usize {
        self.inner(py).batch.players()
    }

    /// The shape of an observation.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.shape.clone()
    }

    /// Begins a game: with this seed, or with the one that follows the last game's.
    #[pyo3(signature = (seed: "int | None" = None) -> "tuple[typing.Any, dict[str, typing.Any]]")]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        seed: Option<i64>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
        let mut inner = self.inner(py);
        let Inner { batch, memory } = &mut *inner;
        let seed = seed.map_or_else(|| batch.next_seed(0), Ok).map_err(errors::environment)?;
        batch.reset(&[seed], memory.rows()).map_err(errors::environment)?;
        Ok((self.seen(py, &inner)?, self.info(py, &inner)?))
    }

    /// Plays a tick: observation, reward, terminated, truncated, info.
    #[pyo3(signature = (action: "int") -> "tuple[typing.Any, float, bool, bool, dict[str, typing.Any]]")]
    fn step<'py>(&self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<Step<'py>> {
        let action: i64 = action.extract().map_err(|_| {
            errors::usage("an action is a number: a place in the list of the environment's actions")
        })?;
        let mut inner = self.inner(py);
        let Inner { batch, memory } = &mut *inner;
        let mut actions = [0; 2];
        actions[0] = action;
        let players = batch.players().min(2);
        batch.step(&actions[..players], memory.rows()).map_err(errors::environment)?;
        let (reward, terminated, truncated) = (memory.rewards[0], memory.terminated[0], memory.truncated[0]);
        Ok((self.seen(py, &inner)?, reward, terminated, truncated, self.info(py, &inner)?))
    }

    /// Plays a tick with an action for each player: rewards of all players, terminated, truncated.
    #[pyo3(signature = (actions: "list[int]"))]
    fn step_all(&self, py: Python<'_>, actions: Vec<i64>) -> PyResult<(Vec<f64>, bool, bool)> {
        let mut inner = self.inner(py);
        let Inner { batch, memory } = &mut *inner;
        batch.step(&actions, memory.rows()).map_err(errors::environment)?;
        Ok((memory.rewards.clone(), memory.terminated[0], memory.truncated[0]))
    }

    /// The present observation.
    #[pyo3(signature = () -> "typing.Any")]
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.seen(py, &self.inner(py))
    }

    /// Which actions a player's avatar has: 1 for those that it has.
    #[pyo3(signature = (player = 0) -> "numpy.typing.NDArray[numpy.int8]")]
    fn mask<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let inner = self.inner(py);
        let count = inner.batch.actions().len();
        let mask = inner.memory.masks.get(player * count..(player + 1) * count);
        mask.map(|mask| PyArray1::from_slice(py, mask))
            .ok_or_else(|| errors::usage(format!("there is no player {player}")))
    }

    /// Has the game ended, or not begun yet?
    #[getter]
    fn ended(&self, py: Python<'_>) -> PyResult<bool> {
        self.inner(py).batch.has_ended(0).map_err(errors::environment)
    }

    /// A copy of the state.
    fn state(&self, py: Python<'_>) -> PyResult<State> {
        let inner = self.inner(py);
        let stage = inner.batch.stage(0).map_err(errors::environment)?.clone();
        let session = inner.batch.session(0).map_err(errors::environment)?.clone();
        let level = self.levels.get(inner.memory.levels[0] as usize).cloned().unwrap_or(Level::Number(0));
        Ok(State::new(self.game.clone_ref(py), level, stage, session))
    }

    /// Goes on from a state of this game, on one of the environment's levels.
    fn set_state(&self, py: Python<'_>, state: PyRef<'_, State>) -> PyResult<()> {
        let session = state.session().clone();
        let mut inner = self.inner(py);
        let Inner { batch, memory } = &mut *inner;
        batch.take_up(0, &state.stage, &session).map_err(errors::environment)?;
        batch.show(0, &mut memory.rows().now).map_err(errors::environment)
    }
}
