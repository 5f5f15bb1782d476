//! Players that need no thought, for making recordings.

use ludex_engine::Random;
use ludex_engine::{Action, State};
use std::fmt;

/// Who chooses the actions of a recording.
#[derive(Debug, Clone)]
pub enum Policy {
    /// Uniform over the avatar's actions and NIL.
    Random(Random),
    /// Repeats the last action with probability 0.6, else as `Random`.
    Sticky(Random, [Option<Action>; 2]),
    /// Does nothing.
    Nil,
    /// Plays these actions, a list for each tick with an action for each player, and then stops.
    Script(std::vec::IntoIter<Vec<Action>>),
}

impl Policy {
    /// A player that draws from a generator of its own.
    pub fn random(seed: i64) -> Policy {
        Policy::Random(Random::new(seed))
    }

    /// A player that tends to do again what it did.
    pub fn sticky(seed: i64) -> Policy {
        Policy::Sticky(Random::new(seed), [None; 2])
    }

    /// A player that follows a text: a line for each tick, with an action for each player, separated by blanks or
    /// commas. Empty lines and what follows a `#` do not count.
    pub fn script(text: &str, players: usize) -> Result<Policy, ScriptError> {
        let mut ticks = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> =
                line.split([',', ' ', '\t', '\r']).filter(|word| !word.is_empty()).collect();
            if words.is_empty() {
                continue;
            }
            let fail = |message: String| ScriptError { line: number, message };
            if words.len() != players {
                let (have, s) = (words.len(), if players == 1 { "" } else { "s" });
                return Err(fail(format!("{have} actions for {players} player{s}: each line is one tick")));
            }
            let actions = words.iter().map(|word| word.parse().map_err(|error| fail(format!("{error}"))));
            ticks.push(actions.collect::<Result<Vec<Action>, _>>()?);
        }
        Ok(Policy::Script(ticks.into_iter()))
    }

    /// The actions of the next tick, one for each player; none when a script is over.
    pub fn choose(&mut self, state: &State) -> Option<Vec<Action>> {
        let players = 0..state.world().players();
        match self {
            Policy::Random(random) => Some(players.map(|player| draw(random, state, player)).collect()),
            Policy::Sticky(random, last) => Some(
                players
                    .zip(last)
                    .map(|(player, last)| match *last {
                        Some(action) if random.next_double() < 0.6 => action,
                        _ => *last.insert(draw(random, state, player)),
                    })
                    .collect(),
            ),
            Policy::Nil => Some(players.map(|_| Action::Nil).collect()),
            Policy::Script(ticks) => ticks.next(),
        }
    }
}

/// One of the avatar's actions or NIL.
fn draw(random: &mut Random, state: &State, player: usize) -> Action {
    let actions = state.actions(player);
    let choice = random.next_int(actions.len() as u32 + 1) as usize;
    actions.get(choice).copied().unwrap_or(Action::Nil)
}

/// What is wrong with a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ScriptError {}
