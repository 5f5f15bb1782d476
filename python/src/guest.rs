//! Agents written in Python that play in the arena, each in a process of its own.
//!
//! The process gets lines of JSON and answers each with one. First: texts of game and level, seeds, player and budget. Then, for
//! every decision, the action that was played in each tick since the last one; the answer is an action with what it has cost.
//! The process has a model of its own and plays along in it, so that simulations need no talk.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ludex_agents::{Agent, Budget, Builder, Clock, Turn};
use ludex_arena::Guest;
use ludex_engine::Action;
use serde_json::{Value, json};

/// An agent of this name, started with this command line.
pub struct PythonAgent {
    pub name: String,
    pub command: Vec<String>,
    pub budget: Budget,
}

impl Guest for PythonAgent {
    fn name(&self) -> &str {
        &self.name
    }

    fn builder<'a>(&'a self, game: &'a str, level: &'a str, seed: i64) -> Box<dyn Builder + 'a> {
        // Python starts here, before the clock of the game runs: that is not the agent's time.
        Box::new(Seat { process: Mutex::new(Some(Process::start(self))), game, level, seed })
    }
}

struct Seat<'a> {
    /// For the one game that is played.
    process: Mutex<Option<Result<Process, String>>>,
    game: &'a str,
    level: &'a str,
    seed: i64,
}

impl Builder for Seat<'_> {
    fn build(&self, turn: Turn<'_>, seed: u64) -> Box<dyn Agent> {
        // The game loop takes a panic for what it is: the agent's code broke down.
        let process = self.process.lock().unwrap_or_else(PoisonError::into_inner).take();
        let process = process.unwrap_or_else(|| Err("its process has played already".to_owned()));
        match process.and_then(|process| process.begin(self, turn, seed)) {
            Ok(process) => Box::new(process),
            Err(problem) => std::panic::panic_any(problem),
        }
    }
}

/// The process of an agent.
struct Process {
    child: Child,
    requests: ChildStdin,
    answers: Receiver<String>,
    budget: Budget,
    /// The tick of the game that the process has played up to.
    tick: i32,
}

/// How much longer than its budget an answer is waited for before the process is ended: the machine may be busy.
const PATIENCE: u32 = 50;

impl Process {
    fn start(agent: &PythonAgent) -> Result<Process, String> {
        let Some((program, arguments)) = agent.command.split_first() else {
            return Err("there is no command to start the agent with".to_owned());
        };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|problem| format!("its process cannot be started: {problem}"))?;
        let (Some(requests), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("its process cannot be talked to".to_owned());
        };
        let (lines, answers) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if lines.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process = Process { child, requests, answers, budget: agent.budget, tick: 0 };
        process.talk(&json!({"hello": 1}), None)?;
        Ok(process)
    }

    /// Tells the process what is played, and lets the agent prepare itself.
    fn begin(mut self, seat: &Seat<'_>, turn: Turn<'_>, seed: u64) -> Result<Process, String> {
        let request = json!({
            "game": seat.game,
            "level": seat.level,
            "seed": seat.seed,
            "agent_seed": seed,
            "player": turn.player(),
            "budget": self.budget.to_string(),
        });
        let limit = self.budget.initial(ludex_agents::INITIAL_TICKS).time_limit();
        let answer = self.talk(&request, limit)?;
        self.charge(turn, &answer);
        Ok(self)
    }

    /// Sends a line and waits for the answer.
    fn talk(&mut self, request: &Value, limit: Option<Duration>) -> Result<Value, String> {
        let gone = "its process has ended";
        writeln!(self.requests, "{request}")
            .and_then(|()| self.requests.flush())
            .map_err(|_| gone.to_owned())?;
        let line = match limit {
            None => self.answers.recv().map_err(|_| gone.to_owned())?,
            Some(limit) => {
                let patience = limit.saturating_mul(PATIENCE).max(Duration::from_secs(5));
                self.answers.recv_timeout(patience).map_err(|problem| match problem {
                    RecvTimeoutError::Timeout => format!("it did not answer in {patience:?}"),
                    RecvTimeoutError::Disconnected => gone.to_owned(),
                })?
            }
        };
        let answer: Value = serde_json::from_str(&line)
            .map_err(|problem| format!("its process answered `{line}`: {problem}"))?;
        match answer.get("error").and_then(Value::as_str) {
            Some(error) => Err(error.to_owned()),
            None => Ok(answer),
        }
    }

    /// Books what the answer says it has cost. By the clock on the wall the time has been seen here already.
    fn charge(&self, turn: Turn<'_>, answer: &Value) {
        let count = |key: &str| answer.get(key).and_then(Value::as_u64).unwrap_or(0);
        let seconds = answer.get("cpu").and_then(Value::as_f64).unwrap_or(0.0);
        let cpu = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let unseen = if self.budget.clock() == Some(Clock::Processor) { cpu } else { Duration::ZERO };
        turn.charge(count("calls"), count("iterations"), unseen);
    }

    fn decide(&mut self, turn: Turn<'_>) -> Result<Action, String> {
        let seen = turn.observation();
        // The agent is asked in every tick in which its avatar lives; in others it stood still.
        let missed = usize::try_from(seen.tick() - self.tick).unwrap_or(0);
        let mut played = vec![Action::Nil.name(); missed];
        if let Some(last) = played.last_mut() {
            *last = seen.avatar_last_action(turn.player()).name();
        }
        self.tick = seen.tick();
        let request = json!({"played": played, "tick": seen.tick(), "score": seen.score(turn.player())});
        let answer = self.talk(&request, self.budget.time_limit())?;
        self.charge(turn, &answer);
        let action = answer.get("action").and_then(Value::as_str).unwrap_or_default();
        action.parse().map_err(|problem| format!("{problem}"))
    }
}

impl Agent for Process {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        match self.decide(turn) {
            Ok(action) => action,
            Err(problem) => std::panic::panic_any(problem),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It is told to end by the end of its input; whether it hears that does not matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
