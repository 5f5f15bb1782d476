//! Many games at once.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ludex_environments::{self as environments, Autoreset, Settings, ViewKind};
use numpy::{
    PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn, PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::errors;
use crate::game::{Game, Level};
use crate::state::State;

/// Games played in step, written into arrays of the caller. The environments of the package are built on it.
#[pyclass(frozen, module = "ludex._ludex")]
pub struct Batch {
    batch: Mutex<environments::Batch>,
    /// What each environment plays: for an environment, the number of its game modulo their count.
    games: Vec<(Py<Game>, Vec<Level>)>,
}

/// What the environments of a batch have in common, as Python says it.
#[allow(clippy::too_many_arguments)]
pub fn settings(
    obs: &str,
    block: usize,
    depth: usize,
    most: usize,
    autoreset: &str,
    max_ticks: Option<i32>,
    win_reward: f64,
    loss_reward: f64,
    threads: usize,
) -> PyResult<Settings> {
    let positive = |name: &str, number: usize| match number {
        0 => Err(errors::usage(format!("{name} must be at least 1"))),
        _ => Ok(number),
    };
    let view = match obs {
        "none" | "text" => ViewKind::None,
        "planes" => ViewKind::Planes,
        "ids" => ViewKind::Ids { depth: positive("depth", depth)? },
        "entities" => ViewKind::Entities { most: positive("entities", most)? },
        "pixels" => ViewKind::Pixels { block: positive("block", block)? },
        _ => {
            return Err(errors::usage(format!(
                "there is no observation `{obs}`: it is one of planes, ids, entities, pixels, text, none"
            )));
        }
    };
    let autoreset = match autoreset {
        "next_step" => Autoreset::NextStep,
        "same_step" => Autoreset::SameStep,
        "disabled" => Autoreset::Disabled,
        _ => {
            return Err(errors::usage("autoreset is one of next_step, same_step, disabled"));
        }
    };
    if max_ticks.is_some_and(|ticks| ticks < 1) {
        return Err(errors::usage("a game needs at least one tick: max_ticks must be positive"));
    }
    let max_ticks = max_ticks.unwrap_or(i32::MAX);
    Ok(Settings { view, autoreset, max_ticks, win_reward, loss_reward, threads })
}

/// An environment for each number below the count, which plays the levels of one of the games in turn.
pub fn build(
    py: Python<'_>,
    games: &[(Py<Game>, Vec<Level>)],
    count: usize,
    settings: Settings,
) -> PyResult<environments::Batch> {
    if games.is_empty() || count == 0 {
        return Err(errors::environment(environments::EnvironmentError::Empty));
    }
    let mut kinds = Vec::with_capacity(games.len());
    for (game, levels) in games {
        let game = game.bind(py).get();
        kinds.push(levels.iter().map(|level| game.stage(level)).collect::<PyResult<Vec<_>>>()?);
    }
    let stages = (0..count).map(|lane| kinds[lane % kinds.len()].clone()).collect();
    py.detach(|| environments::Batch::new(stages, settings)).map_err(errors::environment)
}

type Observed = Option<Py<PyAny>>;

/// The arrays that a batch writes to. They are checked once, when this is made.
#[pyclass(frozen, module = "ludex._ludex")]
pub struct Rows {
    observations: Observed,
    rewards: Py<PyArrayDyn<f64>>,
    terminated: Py<PyArrayDyn<bool>>,
    truncated: Py<PyArrayDyn<bool>>,
    scores: Py<PyArrayDyn<f64>>,
    winners: Py<PyArrayDyn<i64>>,
    ticks: Py<PyArrayDyn<i64>>,
    masks: Py<PyArrayDyn<i8>>,
    levels: Py<PyArrayDyn<i64>>,
}

fn array<T: numpy::Element>(
    value: &Bound<'_, PyAny>,
    name: &str,
    dtype: &str,
) -> PyResult<Py<PyArrayDyn<T>>> {
    let array = value.cast::<PyArrayDyn<T>>().map_err(|_| {
        errors::usage(format!(
            "{name} must be a NumPy array of {dtype}: make it with numpy.zeros(shape, numpy.{dtype})"
        ))
    })?;
    if !array.is_c_contiguous() {
        return Err(errors::usage(format!("{name} must be contiguous: pass numpy.ascontiguousarray of it")));
    }
    Ok(array.clone().unbind())
}

#[pymethods]
impl Rows {
    #[new]
    #[pyo3(signature = (observations: "numpy.typing.NDArray[typing.Any] | None", rewards: "numpy.typing.NDArray[numpy.float64]", terminated: "numpy.typing.NDArray[numpy.bool_]", truncated: "numpy.typing.NDArray[numpy.bool_]", scores: "numpy.typing.NDArray[numpy.float64]", winners: "numpy.typing.NDArray[numpy.int64]", ticks: "numpy.typing.NDArray[numpy.int64]", masks: "numpy.typing.NDArray[numpy.int8]", levels: "numpy.typing.NDArray[numpy.int64]"))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        observations: Option<Bound<'_, PyAny>>,
        rewards: &Bound<'_, PyAny>,
        terminated: &Bound<'_, PyAny>,
        truncated: &Bound<'_, PyAny>,
        scores: &Bound<'_, PyAny>,
        winners: &Bound<'_, PyAny>,
        ticks: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        levels: &Bound<'_, PyAny>,
    ) -> PyResult<Rows> {
        if let Some(observations) = &observations {
            let is = |kind: bool| kind;
            let known = is(observations.cast::<PyArrayDyn<u8>>().is_ok())
                || observations.cast::<PyArrayDyn<i16>>().is_ok()
                || observations.cast::<PyArrayDyn<f32>>().is_ok();
            if !known {
                return Err(errors::usage(
                    "observations must be a NumPy array of uint8 (planes, pixels), int16 (ids) or float32 (entities)",
                ));
            }
        }
        Ok(Rows {
            observations: observations.map(Bound::unbind),
            rewards: array(rewards, "rewards", "float64")?,
            terminated: array(terminated, "terminated", "bool")?,
            truncated: array(truncated, "truncated", "bool")?,
            scores: array(scores, "scores", "float64")?,
            winners: array(winners, "winners", "int64")?,
            ticks: array(ticks, "ticks", "int64")?,
            masks: array(masks, "masks", "int8")?,
            levels: array(levels, "levels", "int64")?,
        })
    }
}

/// Arrays that nobody else may use while they are written.
struct Borrowed<'py> {
    observations: Seen<'py>,
    rewards: PyReadwriteArrayDyn<'py, f64>,
    terminated: PyReadwriteArrayDyn<'py, bool>,
    truncated: PyReadwriteArrayDyn<'py, bool>,
    scores: PyReadwriteArrayDyn<'py, f64>,
    winners: PyReadwriteArrayDyn<'py, i64>,
    ticks: PyReadwriteArrayDyn<'py, i64>,
    masks: PyReadwriteArrayDyn<'py, i8>,
    levels: PyReadwriteArrayDyn<'py, i64>,
}

enum Seen<'py> {
    None,
    Bytes(PyReadwriteArrayDyn<'py, u8>),
    Shorts(PyReadwriteArrayDyn<'py, i16>),
    Floats(PyReadwriteArrayDyn<'py, f32>),
}

fn write<'py, T: numpy::Element>(array: &Bound<'py, PyArrayDyn<T>>) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    array.try_readwrite().map_err(|_| {
        errors::usage(
            "an array cannot be written: it is read-only, it is given twice, or another thread uses it",
        )
    })
}

impl Rows {
    fn borrow<'py>(&self, py: Python<'py>) -> PyResult<Borrowed<'py>> {
        let observations = match &self.observations {
            None => Seen::None,
            Some(any) => {
                let any = any.bind(py);
                if let Ok(bytes) = any.cast::<PyArrayDyn<u8>>() {
                    Seen::Bytes(write(bytes)?)
                } else if let Ok(shorts) = any.cast::<PyArrayDyn<i16>>() {
                    Seen::Shorts(write(shorts)?)
                } else {
                    Seen::Floats(write(any.cast::<PyArrayDyn<f32>>()?)?)
                }
            }
        };
        Ok(Borrowed {
            observations,
            rewards: write(self.rewards.bind(py))?,
            terminated: write(self.terminated.bind(py))?,
            truncated: write(self.truncated.bind(py))?,
            scores: write(self.scores.bind(py))?,
            winners: write(self.winners.bind(py))?,
            ticks: write(self.ticks.bind(py))?,
            masks: write(self.masks.bind(py))?,
            levels: write(self.levels.bind(py))?,
        })
    }
}

fn slice<'a, T: numpy::Element>(array: &'a mut PyReadwriteArrayDyn<'_, T>) -> PyResult<&'a mut [T]> {
    array
        .as_slice_mut()
        .map_err(|_| errors::usage("an array must be contiguous: pass numpy.ascontiguousarray of it"))
}

impl Borrowed<'_> {
    fn rows(&mut self) -> PyResult<environments::Rows<'_>> {
        let observations = match &mut self.observations {
            Seen::None => environments::Observations::None,
            Seen::Bytes(array) => environments::Observations::Bytes(slice(array)?),
            Seen::Shorts(array) => environments::Observations::Shorts(slice(array)?),
            Seen::Floats(array) => environments::Observations::Floats(slice(array)?),
        };
        Ok(environments::Rows {
            now: environments::Shown {
                observations,
                scores: slice(&mut self.scores)?,
                winners: slice(&mut self.winners)?,
                ticks: slice(&mut self.ticks)?,
                masks: slice(&mut self.masks)?,
                levels: slice(&mut self.levels)?,
            },
            last: None,
            rewards: slice(&mut self.rewards)?,
            terminated: slice(&mut self.terminated)?,
            truncated: slice(&mut self.truncated)?,
        })
    }
}

impl Batch {
    fn batch(&self) -> MutexGuard<'_, environments::Batch> {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (games: "list[tuple[Game, list[int | str]]]", num_envs, obs = "none", block = 10, depth = 4, entities = 256, autoreset = "next_step", max_ticks: "int | None" = None, win_reward = 0.0, loss_reward = 0.0, threads = 0))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        games: Vec<(Py<Game>, Vec<Level>)>,
        num_envs: usize,
        obs: &str,
        block: usize,
        depth: usize,
        entities: usize,
        autoreset: &str,
        max_ticks: Option<i32>,
        win_reward: f64,
        loss_reward: f64,
        threads: usize,
    ) -> PyResult<Batch> {
        let settings =
            settings(obs, block, depth, entities, autoreset, max_ticks, win_reward, loss_reward, threads)?;
        let batch = build(py, &games, num_envs, settings)?;
        Ok(Batch { batch: Mutex::new(batch), games })
    }

    /// How many games are played.
    fn __len__(&self) -> usize {
        self.batch().len()
    }

    /// How many play each game.
    #[getter]
    fn players(&self) -> usize {
        self.batch().players()
    }

    /// The names of the actions, in the order of their numbers.
    #[getter]
    fn actions(&self) -> Vec<&'static str> {
        self.batch().actions().iter().map(|action| action.name()).collect()
    }

    /// The shape of one observation.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.batch().dimensions().to_vec()
    }

    /// Begins games. Seeds are given for all; only those where the mask is true begin, if there is one.
    #[pyo3(signature = (seeds: "numpy.typing.NDArray[numpy.int64]", rows, mask: "numpy.typing.NDArray[numpy.bool_] | None" = None))]
    fn reset(
        &self,
        py: Python<'_>,
        seeds: &Bound<'_, PyAny>,
        rows: &Rows,
        mask: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let seeds = numbers(seeds, "seeds")?;
        let seeds = seeds.as_slice().map_err(|_| errors::usage("seeds must be contiguous"))?;
        let mask = mask.map(|mask| mask.extract::<PyReadonlyArray1<'_, bool>>()).transpose();
        let mask =
            mask.map_err(|_| errors::usage("a mask is a NumPy array of bool, one for each environment"))?;
        let mask = mask.as_ref().map(|mask| mask.as_slice()).transpose();
        let mask = mask.map_err(|_| errors::usage("a mask must be contiguous"))?;
        let count = self.batch().len();
        for (what, is) in [("the seeds", seeds.len()), ("the mask", mask.map_or(count, <[bool]>::len))] {
            if is != count {
                return Err(errors::environment(environments::EnvironmentError::Length {
                    what,
                    is,
                    should: count,
                }));
            }
        }
        let mut borrowed = rows.borrow(py)?;
        let rows = borrowed.rows()?;
        let wanted = |lane: usize| mask.is_none_or(|mask| mask[lane]).then(|| seeds[lane]);
        py.detach(|| self.batch().reset_some(wanted, rows)).map_err(errors::environment)
    }

    /// Plays a tick everywhere. If there are rows for last moments, those of games that ended and began anew are written there.
    #[pyo3(signature = (actions: "numpy.typing.NDArray[numpy.int64]", rows, last: "Rows | None" = None))]
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        rows: &Rows,
        last: Option<&Rows>,
    ) -> PyResult<()> {
        let actions = numbers(actions, "actions")?;
        let actions = actions.as_slice().map_err(|_| errors::usage("actions must be contiguous"))?;
        let mut borrowed = rows.borrow(py)?;
        let mut borrowed_last = last.map(|last| last.borrow(py)).transpose()?;
        let mut rows = borrowed.rows()?;
        rows.last = borrowed_last.as_mut().map(Borrowed::rows).transpose()?.map(|rows| rows.now);
        py.detach(|| self.batch().step(actions, rows)).map_err(errors::environment)
    }

    /// The seeds of the games that begin next.
    #[pyo3(signature = () -> "numpy.typing.NDArray[numpy.int64]")]
    fn next_seeds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let batch = self.batch();
        let seeds: Result<Vec<i64>, _> = (0..batch.len()).map(|lane| batch.next_seed(lane)).collect();
        Ok(PyArray1::from_vec(py, seeds.map_err(errors::environment)?))
    }

    /// A copy of the state of an environment.
    fn state(&self, py: Python<'_>, env: usize) -> PyResult<State> {
        let (game, levels) = &self.games[env % self.games.len()];
        let batch = self.batch();
        let stage = batch.stage(env).map_err(errors::environment)?.clone();
        let session = batch.session(env).map_err(errors::environment)?.clone();
        let own = game.bind(py).get();
        let level =
            levels.iter().find(|level| own.stage(level).is_ok_and(|own| own.identity() == stage.identity()));
        let level = level.cloned().unwrap_or(Level::Number(0));
        Ok(State::new(game.clone_ref(py), level, stage, session))
    }

    /// Goes on in an environment from a state of its game.
    fn set_state(&self, env: usize, state: PyRef<'_, State>) -> PyResult<()> {
        let session = state.session().clone();
        self.batch().take_up(env, &state.stage, &session).map_err(errors::environment)
    }

    /// What the players of all environments are told in words.
    #[pyo3(signature = (player = 0))]
    fn texts(&self, py: Python<'_>, player: usize) -> PyResult<Vec<String>> {
        let text = |batch: &environments::Batch, lane: usize| {
            let (stage, session) = (batch.stage(lane)?, batch.session(lane)?);
            Ok(environments::describe(stage, session.state(), player))
        };
        py.detach(|| {
            let batch = self.batch();
            (0..batch.len()).map(|lane| text(&batch, lane)).collect::<Result<_, _>>()
        })
        .map_err(errors::environment)
    }
}

fn numbers<'py>(value: &Bound<'py, PyAny>, name: &str) -> PyResult<PyReadonlyArray1<'py, i64>> {
    value.extract().map_err(|_| {
        errors::usage(format!("{name} must be a NumPy array of int64 with one dimension: pass numpy.asarray({name}, numpy.int64)"))
    })
}

/// Steps a second of a batch without Python and without observations, for so many milliseconds: what `python -m ludex.bench`
/// compares with. Actions are drawn by a generator of its own.
#[pyfunction]
#[pyo3(signature = (game, level: "int | str", num_envs, milliseconds, threads = 0))]
pub fn loop_for_bench(
    py: Python<'_>,
    game: Py<Game>,
    level: Level,
    num_envs: usize,
    milliseconds: u64,
    threads: usize,
) -> PyResult<f64> {
    let settings = settings("none", 1, 1, 1, "next_step", None, 0.0, 0.0, threads)?;
    let mut batch = build(py, &[(game, vec![level])], num_envs, settings)?;
    py.detach(|| {
        let mut memory = batch.memory();
        let seeds: Vec<i64> = (0..).take(num_envs).collect();
        batch.reset(&seeds, memory.rows())?;
        let mut rng = ludex_agents::Rng::new(0);
        let count = batch.actions().len();
        let actions: Vec<Vec<i64>> =
            (0..64).map(|_| (0..num_envs).map(|_| rng.below(count) as i64).collect()).collect();
        let (start, limit) = (Instant::now(), Duration::from_millis(milliseconds));
        let mut steps = 0;
        while start.elapsed() < limit {
            for _ in 0..(1024 / num_envs).max(1) {
                batch.step(&actions[rng.below(actions.len())], memory.rows())?;
                steps += num_envs;
            }
        }
        Ok(steps as f64 / start.elapsed().as_secs_f64())
    })
    .map_err(errors::environment)
}
