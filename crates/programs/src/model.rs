//! The forward model as programs get it: states by numbers that they choose.

use std::collections::HashMap;

use ludex_agents::{Rng, Simulator, Turn};
use serde::Serialize;

use crate::message::{Call, Moves};
use crate::observation::{Sight, WinnerName};

/// The number of the state that the program is asked about.
const PRESENT: u32 = 0;

/// How much memory the states of a program may take, in bytes.
const MOST_BYTES: usize = 512 << 20;

/// How many released states are kept for later use.
const MOST_SPARE: usize = 256;

/// The states that a program holds.
pub struct Model {
    rng: Rng,
    held: HashMap<u32, Held>,
    spare: Vec<Simulator>,
    bytes: usize,
}

struct Held {
    simulator: Simulator,
    /// How many events there had been in the game when it was copied.
    known_events: usize,
    bytes: usize,
}

/// What a call results in.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    Done(bool),
    #[serde(rename_all = "camelCase")]
    Advanced {
        advanced: usize,
        game_tick: i32,
        game_score: f64,
        game_winner: WinnerName,
        is_game_over: bool,
    },
    Seen(Box<Sight>),
}

impl Model {
    /// No states yet; chance in copies depends on the seed and the order of calls alone.
    pub fn new(seed: u64) -> Model {
        Model { rng: Rng::new(seed), held: HashMap::new(), spare: Vec::new(), bytes: 0 }
    }

    /// Makes a call.
    pub fn call(&mut self, turn: Turn<'_>, call: &Call) -> Result<Answer, String> {
        match *call {
            Call { copy: Some(from), to: Some(to), .. } => self.copy(turn, from, to),
            Call { advance: Some(id), .. } => self.advance(turn, id, call),
            Call { observe: Some(id), .. } => self.observe(turn, id),
            Call { release: Some(id), .. } => {
                let held = self.held.remove(&id).ok_or_else(|| missing(id))?;
                self.set_aside(held);
                Ok(Answer::Done(true))
            }
            _ => Err("it made a model call that is none of copy (with to), advance, observe and release"
                .to_owned()),
        }
    }

    fn copy(&mut self, turn: Turn<'_>, from: u32, to: u32) -> Result<Answer, String> {
        if to == PRESENT {
            return Err("it wanted to copy over state 0, which is the present one".to_owned());
        }
        // The state that is copied over goes last, because it may be the one that is copied.
        let mut simulator = self.spare.pop();
        let known_events = if from == PRESENT {
            match &mut simulator {
                Some(simulator) => turn.reset(simulator, &mut self.rng),
                None => simulator = Some(turn.simulator(&mut self.rng)),
            }
            turn.observation().events().len()
        } else {
            let source = self.held.get(&from).ok_or_else(|| missing(from))?;
            let target = simulator.get_or_insert_with(|| source.simulator.clone());
            target.copy_from(turn, &source.simulator, &mut self.rng);
            source.known_events
        };
        let Some(simulator) = simulator else { return Err(missing(from)) };
        let held = Held { bytes: simulator.bytes(), simulator, known_events };
        self.bytes += held.bytes;
        if let Some(before) = self.held.insert(to, held) {
            self.set_aside(before);
        }
        if self.bytes > MOST_BYTES {
            return Err(format!(
                "it holds {} states, more than {} MiB: release those that are no longer needed",
                self.held.len(),
                MOST_BYTES >> 20
            ));
        }
        Ok(Answer::Done(true))
    }

    fn set_aside(&mut self, held: Held) {
        self.bytes -= held.bytes;
        if self.spare.len() < MOST_SPARE {
            self.spare.push(held.simulator);
        }
    }

    /// Plays ticks until the actions, the game or the calls are at their end.
    fn advance(&mut self, turn: Turn<'_>, id: u32, call: &Call) -> Result<Answer, String> {
        if id == PRESENT {
            return Err("it wanted to advance state 0, which is the present one: copy it first".to_owned());
        }
        let Held { simulator, .. } = self.held.get_mut(&id).ok_or_else(|| missing(id))?;
        let mut advanced = 0;
        for moves in call.action.iter().chain(&call.actions) {
            if simulator.is_over() {
                break;
            }
            let paid = match moves {
                Moves::Own(action) => simulator.advance(turn, *action),
                Moves::All(actions) => {
                    let players = simulator.observation().players().min(actions.len());
                    simulator.advance_all(turn, &actions[..players])
                }
            };
            if !paid {
                break;
            }
            advanced += 1;
        }
        let seen = simulator.observation();
        Ok(Answer::Advanced {
            advanced,
            game_tick: seen.tick(),
            game_score: simulator.score(),
            game_winner: WinnerName(simulator.winner()),
            is_game_over: seen.is_game_over(),
        })
    }

    fn observe(&self, turn: Turn<'_>, id: u32) -> Result<Answer, String> {
        let (seen, known_events) = if id == PRESENT {
            (turn.observation(), turn.observation().events().len())
        } else {
            let held = self.held.get(&id).ok_or_else(|| missing(id))?;
            (held.simulator.observation(), held.known_events)
        };
        Ok(Answer::Seen(Box::new(Sight::new(seen, turn.player(), known_events))))
    }
}

fn missing(id: u32) -> String {
    format!("it asked for state {id}, which it does not have")
}
