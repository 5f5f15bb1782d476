//! What agents written in Python get: a turn with a budget, and simulators that are paid for out of it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ludex_agents::{Budget, Decision, Rng};
use ludex_environments::Stage;
use pyo3::prelude::*;

use crate::errors;
use crate::observation::Observation;
use crate::state::{Actions, State};

/// One decision: what the agent sees, what it may spend, and the way to simulators.
#[pyclass(frozen, module = "ludex._ludex")]
pub struct Turn {
    stage: Arc<Stage>,
    player: usize,
    decision: Arc<Mutex<Decision>>,
    rng: Mutex<Rng>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl Turn {
    /// A turn at a state, for agents that are asked outside of a game. With `preparation` the budget is that before the first
    /// tick.
    #[new]
    #[pyo3(signature = (state, budget = "40ms-cpu", player = 0, seed = 1, preparation = false))]
    fn new(
        state: PyRef<'_, State>,
        budget: &str,
        player: usize,
        seed: u64,
        preparation: bool,
    ) -> PyResult<Turn> {
        let mut budget: Budget = budget.parse().map_err(errors::usage)?;
        if preparation {
            budget = budget.initial(ludex_agents::INITIAL_TICKS);
        }
        let player = state.player(player)?;
        let decision = Decision::new(state.session().state(), player, budget);
        let decision = Arc::new(Mutex::new(decision));
        Ok(Turn { stage: state.stage.clone(), player, decision, rng: Mutex::new(Rng::new(seed)) })
    }

    /// What the agent sees.
    fn observe(&self) -> Observation {
        let decision = lock(&self.decision);
        let simulator = decision.turn().simulator(&mut lock(&self.rng));
        Observation::of(&self.stage, &simulator)
    }

    /// Which player the agent is.
    #[getter]
    fn player(&self) -> usize {
        self.player
    }

    /// The actions of the agent's avatar, without NIL.
    #[getter]
    fn actions(&self) -> Vec<&'static str> {
        lock(&self.decision).turn().actions().iter().map(|action| action.name()).collect()
    }

    /// A copy of the game to try actions in, with a future of its own.
    fn simulator(&self) -> Simulator {
        let simulator = lock(&self.decision).turn().simulator(&mut lock(&self.rng));
        Simulator {
            stage: self.stage.clone(),
            decision: self.decision.clone(),
            simulator: Mutex::new(simulator),
        }
    }

    /// Is there budget for another iteration? Then it is counted: call this once for each.
    fn next_iteration(&self) -> bool {
        lock(&self.decision).turn().next_iteration()
    }

    /// The share of the budget that has been spent, from 0 to 1, of whatever is scarcest.
    #[getter]
    fn spent(&self) -> f64 {
        lock(&self.decision).turn().spent()
    }

    /// Forward-model calls made in this turn.
    #[getter]
    fn calls(&self) -> u64 {
        lock(&self.decision).spent().calls
    }

    /// Iterations begun in this turn.
    #[getter]
    fn iterations(&self) -> u64 {
        lock(&self.decision).spent().iterations
    }

    /// Forward-model calls that may still be made, where they are limited.
    #[getter]
    fn calls_left(&self) -> Option<u64> {
        lock(&self.decision).turn().calls_left()
    }

    /// Seconds since the turn began, where time is limited.
    #[getter]
    fn elapsed(&self) -> Option<f64> {
        lock(&self.decision).elapsed().as_ref().map(Duration::as_secs_f64)
    }
}

/// A game to try actions in. Every tick is paid for out of the budget of its turn.
#[pyclass(frozen, module = "ludex._ludex")]
pub struct Simulator {
    stage: Arc<Stage>,
    decision: Arc<Mutex<Decision>>,
    simulator: Mutex<ludex_agents::Simulator>,
}

#[pymethods]
impl Simulator {
    /// Plays a tick with this action. False, and nothing happens, if the budget has no forward-model call left.
    #[pyo3(signature = (action: "str"))]
    fn advance(&self, action: Actions) -> PyResult<bool> {
        let [action] = action.read(1)?[..] else {
            return Err(errors::usage("one action is needed"));
        };
        let decision = lock(&self.decision);
        Ok(lock(&self.simulator).advance(decision.turn(), action))
    }

    /// An independent copy with the same future.
    fn copy(&self) -> Simulator {
        let simulator = lock(&self.simulator).clone();
        Simulator {
            stage: self.stage.clone(),
            decision: self.decision.clone(),
            simulator: Mutex::new(simulator),
        }
    }

    /// Gives what happens by chance from now on another course.
    fn reseed(&self, seed: u64) {
        lock(&self.simulator).reseed(&mut Rng::new(seed));
    }

    /// What the agent would see.
    fn observe(&self) -> Observation {
        Observation::of(&self.stage, &lock(&self.simulator))
    }

    /// The agent's score.
    #[getter]
    fn score(&self) -> f64 {
        lock(&self.simulator).score()
    }

    /// -1 while nothing is decided, 0 for a loss, 1 for a win.
    #[getter]
    fn winner(&self) -> i32 {
        lock(&self.simulator).winner().key()
    }

    /// Has the game ended?
    #[getter]
    fn is_over(&self) -> bool {
        lock(&self.simulator).is_over()
    }

    /// The actions of the agent's avatar, without NIL.
    #[getter]
    fn actions(&self) -> Vec<&'static str> {
        lock(&self.simulator).actions().iter().map(|action| action.name()).collect()
    }
}
