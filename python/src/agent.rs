//! Agents by their text.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ludex_agents::{Advisor, AgentSpec, Budget, Rules, with_names};
use ludex_environments::Stage;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors;
use crate::state::State;

/// A planning agent, written as text, such as `Agent("olets")` or `Agent("samplemcts(depth=12)")`.
///
/// Call it with a state and it says what it would do. It remembers from call to call what it found out, as in a game; a state
/// at tick 0, another game or another budget makes it begin anew.
#[pyclass(frozen, module = "ludex._ludex")]
pub struct Agent {
    spec: AgentSpec,
    seed: u64,
    thinking: Mutex<Option<Thinking>>,
}

struct Thinking {
    advisor: worker::Worker,
    stage: Arc<Stage>,
    player: usize,
    budget: Budget,
    tick: i32,
}

impl Agent {
    fn decide(
        &self,
        stage: Arc<Stage>,
        now: ludex_engine::State,
        player: usize,
        budget: Budget,
    ) -> Result<&'static str, String> {
        let mut thinking = self.thinking();
        let goes_on = thinking.as_ref().is_some_and(|last| {
            last.stage.identity() == stage.identity()
                && (last.player, last.budget) == (player, budget)
                && now.tick() > last.tick
        });
        if !goes_on {
            let advisor = worker::Worker::start(self.spec.clone(), self.seed, now.clone(), player, budget)?;
            *thinking = Some(Thinking { advisor, stage, player, budget, tick: -1 });
        }
        let last = thinking.as_mut().ok_or("the agent is gone")?;
        last.tick = now.tick();
        let answer = last.advisor.ask(now);
        if answer.is_err() {
            *thinking = None;
        }
        answer.map(|action| action.name()).map_err(|reason| format!("the agent {reason}"))
    }

    fn thinking(&self) -> MutexGuard<'_, Option<Thinking>> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (text, seed = 1))]
    fn new(text: &str, seed: u64) -> PyResult<Agent> {
        // Here and not when the module is loaded: with a function for that its stubs would not be complete.
        ludex_programs::register();
        let spec = text.parse().map_err(errors::usage)?;
        Ok(Agent { spec, seed, thinking: Mutex::new(None) })
    }

    /// The agent's text in its full form.
    #[getter]
    fn text(&self) -> String {
        self.spec.to_string()
    }

    /// What the agent would do in a state: the name of an action. Budgets are 40ms-cpu, 40ms, 480fm, 50it or several joined by +.
    #[pyo3(signature = (state, budget = "40ms-cpu", player = 0))]
    fn __call__(
        &self,
        py: Python<'_>,
        state: PyRef<'_, State>,
        budget: &str,
        player: usize,
    ) -> PyResult<&'static str> {
        let budget: Budget = budget.parse().map_err(errors::usage)?;
        let player = state.player(player)?;
        let (stage, now) = (state.stage.clone(), state.session().state().clone());
        if now.is_over() {
            return Err(errors::usage("the game is over: there is nothing to decide any more"));
        }
        // Exceptions are made outside: that needs the interpreter, for which another thread may wait with the lock wanted here.
        py.detach(|| self.decide(stage, now, player, budget)).map_err(errors::failed)
    }

    /// What the agent thought at its last decision: `actions` (name, value and visits of each), `depth`, `nodes`, `plan` (cells as
    /// column, row and strength), `tables`, and `calls` and `iterations` that it spent.
    #[pyo3(signature = () -> "dict[str, typing.Any]")]
    fn insight<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let thinking = self.thinking();
        let Some(thinking) = thinking.as_ref() else {
            return Ok(dict);
        };
        let (insight, spent) =
            thinking.advisor.insight().ok_or_else(|| errors::failed("the agent is gone"))?;
        let world = thinking.stage.world();
        let named = |text: &str| with_names(text, |kind| Some(world.type_name(kind)));
        let actions: Vec<(&str, f64, f64)> =
            insight.actions.iter().map(|own| (own.action.name(), own.value, own.visits)).collect();
        dict.set_item("actions", actions)?;
        dict.set_item("depth", insight.depth)?;
        dict.set_item("nodes", insight.nodes)?;
        let plan: Vec<(i32, i32, f64)> = insight
            .overlay
            .map(|overlay| overlay.cells.iter().map(|&((x, y), strength)| (x, y, strength)).collect())
            .unwrap_or_default();
        dict.set_item("plan", plan)?;
        let tables: Vec<(String, Vec<(String, String)>)> = insight
            .panels
            .iter()
            .map(|panel| {
                (named(&panel.title), panel.rows.iter().map(|(a, b)| (named(a), named(b))).collect())
            })
            .collect();
        dict.set_item("tables", tables)?;
        dict.set_item("calls", spent.calls)?;
        dict.set_item("iterations", spent.iterations)?;
        Ok(dict)
    }

    /// Forgets what it found out.
    fn reset(&self) {
        *self.thinking() = None;
    }

    fn __repr__(&self) -> String {
        format!("Agent({:?})", self.spec.to_string())
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (String, u64)) {
        (py.get_type::<Agent>(), (self.spec.to_string(), self.seed))
    }
}

/// Agents need not be able to change threads, and Python calls from any of them: each agent has a thread of its own.
mod worker {
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread;

    use ludex_agents::{Insight, Spent};
    use ludex_engine::{Action, State};

    use super::{Advisor, AgentSpec, Budget, Rules};

    pub struct Worker {
        questions: Sender<Question>,
        process: u32,
    }

    enum Question {
        Ask(Box<State>, Sender<Result<Action, String>>),
        Insight(Sender<(Insight, Spent)>),
    }

    impl Worker {
        pub fn start(
            spec: AgentSpec,
            seed: u64,
            state: State,
            player: usize,
            budget: Budget,
        ) -> Result<Worker, String> {
            let (questions, inbox) = channel();
            thread::Builder::new()
                .name("ludex-agent".to_owned())
                .spawn(move || {
                    let rules = Rules { budget, lenient: true };
                    answer(&inbox, Advisor::new(&spec, seed, &state, player, rules));
                })
                .map_err(|problem| format!("cannot start a thread for the agent: {problem}"))?;
            Ok(Worker { questions, process: std::process::id() })
        }

        pub fn ask(&self, state: State) -> Result<Action, String> {
            if self.process != std::process::id() {
                return Err("stayed behind when the process was forked: call its reset()".to_owned());
            }
            let (answer, inbox) = channel();
            let gone = || "is gone".to_owned();
            self.questions.send(Question::Ask(Box::new(state), answer)).map_err(|_| gone())?;
            inbox.recv().map_err(|_| gone())?
        }

        pub fn insight(&self) -> Option<(Insight, Spent)> {
            if self.process != std::process::id() {
                return None;
            }
            let (answer, inbox) = channel();
            self.questions.send(Question::Insight(answer)).ok()?;
            inbox.recv().ok()
        }
    }

    fn answer(inbox: &Receiver<Question>, mut advisor: Advisor) {
        // A question whose asker has gone needs no answer.
        for question in inbox {
            match question {
                Question::Ask(state, answer) => {
                    let _ = answer.send(advisor.ask(&state).map_err(|reason| reason.to_string()));
                }
                Question::Insight(answer) => {
                    let _ = answer.send((advisor.insight(), advisor.last_spent()));
                }
            }
        }
    }
}
