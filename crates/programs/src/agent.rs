//! A program as an agent: the talk from its start to the end of the game.

use std::time::{Duration, Instant};

use ludex_agents::{Agent, Clock, Insight, Turn, give_up};
use ludex_engine::{Action, Observation};
use serde::Serialize;
use serde_json::json;

use crate::message::{Limits, Message, VERSION};
use crate::model::{Answer, Model};
use crate::observation::Sight;
use crate::process::Process;

/// The least time that a program has to start: virtual machines take long on a busy computer.
const START: Duration = Duration::from_secs(30);

/// How long a program may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// A program that plays, or is ready to.
pub struct Program {
    process: Process,
    wait: Duration,
    /// How many messages it has been sent.
    seq: u64,
    model: Model,
    player: usize,
    /// How many events of the game it has been told.
    told_events: usize,
    last: Remembered,
}

/// What the program said last, apart from its action.
#[derive(Default)]
struct Remembered {
    insight: Insight,
    remarks: Option<String>,
    memory: Option<String>,
}

/// What a program answered with, when it did not ask for model calls.
struct Reply {
    kind: String,
    protocol: Option<u32>,
    action: Option<Action>,
}

/// A message about the game.
#[derive(Serialize)]
struct Request<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    seq: u64,
    #[serde(flatten)]
    start: Option<Start<'a>>,
    budget: Option<Limits>,
    observation: Sight,
}

/// What is told once.
#[derive(Serialize)]
struct Start<'a> {
    player: usize,
    players: usize,
    seed: u64,
    args: &'a str,
    memory: Option<&'a str>,
    types: usize,
}

/// A message with the results of model calls.
#[derive(Serialize)]
struct Results {
    #[serde(rename = "type")]
    kind: &'static str,
    seq: u64,
    results: Vec<Answer>,
    #[serde(rename = "callsLeft")]
    calls_left: Option<u64>,
    spent: f64,
}

impl Program {
    /// Starts a program and waits until it has said hello.
    pub fn start(command: &str, wait: Duration, memory: u64) -> Result<Program, String> {
        let process = Process::start(command, memory)?;
        let mut program = Program {
            process,
            wait,
            seq: 0,
            model: Model::new(0),
            player: 0,
            told_events: 0,
            last: Remembered::default(),
        };
        let hello =
            json!({"type": "hello", "seq": 0, "protocol": VERSION, "ludex": env!("CARGO_PKG_VERSION")});
        let reply = program.converse(&hello, None, wait.max(START))?;
        program.expect("hello", &reply)?;
        match reply.protocol {
            Some(VERSION) => Ok(program),
            Some(other) => {
                Err(format!("it speaks version {other} of the protocol, and this is version {VERSION}"))
            }
            None => Err("its hello does not say which version of the protocol it speaks".to_owned()),
        }
    }

    /// Tells the program what is played, and lets it prepare itself.
    pub fn begin(mut self, turn: Turn<'_>, seed: u64, args: &str) -> Result<Program, String> {
        self.model = Model::new(seed);
        self.player = turn.player();
        let start = Start {
            player: turn.player(),
            players: turn.observation().players(),
            seed,
            args,
            memory: turn.memory(),
            types: turn.observation().type_count(),
        };
        let request = self.request("start", Some(start), Some(turn.budget().into()), turn.observation());
        let reply = self.ask(&request, turn)?;
        self.expect("ready", &reply)?;
        Ok(self)
    }

    fn decide(&mut self, turn: Turn<'_>) -> Result<Action, String> {
        self.last.insight = Insight::default();
        let request = self.request("turn", None, Some(turn.budget().into()), turn.observation());
        let reply = self.ask(&request, turn)?;
        self.expect("action", &reply)?;
        reply.action.ok_or_else(|| "its message `action` names no action".to_owned())
    }

    /// The next message about the game, with the events since the last one.
    fn request<'a>(
        &mut self,
        kind: &'static str,
        start: Option<Start<'a>>,
        budget: Option<Limits>,
        seen: Observation<'_>,
    ) -> Request<'a> {
        let known = std::mem::replace(&mut self.told_events, seen.events().len());
        Request { kind, seq: self.seq, start, budget, observation: Sight::new(seen, self.player, known) }
    }

    fn expect(&self, kind: &str, reply: &Reply) -> Result<(), String> {
        if reply.kind == kind { Ok(()) } else { Err(format!("it sent `{}` instead of `{kind}`", reply.kind)) }
    }

    /// Asks the program, and books the processor time that it takes. The clock on the wall is seen here already.
    fn ask(&mut self, request: &impl Serialize, turn: Turn<'_>) -> Result<Reply, String> {
        let (start, before) = (Instant::now(), self.process.processor_time());
        let reply = self.converse(request, Some(turn), self.wait);
        if turn.budget().clock() == Some(Clock::Processor) {
            // Threads that work side by side are not charged for more than the time that has passed.
            let (passed, after) = (start.elapsed(), self.process.processor_time());
            let used = after.zip(before).map_or(passed, |(after, before)| after.saturating_sub(before));
            turn.charge(0, 0, used.min(passed));
        }
        reply
    }

    /// Sends a message, makes the model calls that the program asks for, and returns its answer.
    fn converse(
        &mut self,
        request: &impl Serialize,
        turn: Option<Turn<'_>>,
        patience: Duration,
    ) -> Result<Reply, String> {
        let mut line = Vec::new();
        self.send(request, &mut line, patience)?;
        loop {
            let answer = self.process.receive(patience)?;
            let message: Message<'_> = serde_json::from_slice(answer)
                .map_err(|problem| format!("it sent {}: {problem}", excerpt(answer)))?;
            if let Some(error) = message.error {
                return Err(format!("it reports: {error}"));
            }
            if message.seq.is_some_and(|seq| seq + 1 != self.seq) {
                return Err("it answered a message that is not the last one".to_owned());
            }
            match turn {
                Some(turn) if message.kind == "model" => {
                    let calls = message.calls.iter().map(|call| self.model.call(turn, call));
                    let results = calls.collect::<Result<_, _>>()?;
                    let (calls_left, spent) = (turn.calls_left(), turn.spent());
                    let results = Results { kind: "model", seq: self.seq, results, calls_left, spent };
                    self.send(&results, &mut line, patience)?;
                }
                _ => {
                    if let Some(turn) = turn {
                        turn.charge(0, message.iterations.unwrap_or(0), Duration::ZERO);
                    }
                    self.last.insight = message.insight.map(Insight::from).unwrap_or_default();
                    self.last.remarks = message.remarks.or(self.last.remarks.take());
                    self.last.memory = message.memory.or(self.last.memory.take());
                    return Ok(Reply {
                        kind: message.kind.into_owned(),
                        protocol: message.protocol,
                        action: message.action.map(|name| name.0),
                    });
                }
            }
        }
    }

    fn send(
        &mut self,
        message: &impl Serialize,
        line: &mut Vec<u8>,
        patience: Duration,
    ) -> Result<(), String> {
        line.clear();
        serde_json::to_writer(&mut *line, message).map_err(|problem| problem.to_string())?;
        line.push(b'\n');
        self.seq += 1;
        self.process.send(line, patience)
    }
}

impl Agent for Program {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.decide(turn).unwrap_or_else(|reason| give_up(reason))
    }

    fn end(&mut self, last: Observation<'_>) {
        let end = self.request("end", None, None, last);
        let mut line = Vec::new();
        if self.send(&end, &mut line, GOODBYE).is_ok() {
            self.process.close_input();
            // A program that just ends has nothing more to say.
            if let Ok(answer) = self.process.receive(GOODBYE)
                && let Ok(message) = serde_json::from_slice::<Message<'_>>(answer)
            {
                self.last.remarks = message.remarks.or(self.last.remarks.take());
                self.last.memory = message.memory.or(self.last.memory.take());
            }
        }
    }

    fn insight(&self) -> Insight {
        self.last.insight.clone()
    }

    fn remarks(&self) -> Option<String> {
        self.last.remarks.clone()
    }

    fn memory(&self) -> Option<String> {
        self.last.memory.clone()
    }
}

/// The beginning of what a program sent, fit to be shown.
fn excerpt(line: &[u8]) -> String {
    const LENGTH: usize = 60;
    let text: String =
        String::from_utf8_lossy(line).chars().filter(|c| !c.is_control()).take(LENGTH).collect();
    let more = if line.len() > LENGTH { "..." } else { "" };
    format!("`{text}{more}`")
}
