//! A recorded win: a seed and a list of actions, kept in a small text file beside its level.

use ludex_engine::{Action, State, Winner, World};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The letters of the actions that a win can contain.
const LETTERS: [(Action, char); 6] = [
    (Action::Nil, '.'),
    (Action::Up, 'u'),
    (Action::Left, 'l'),
    (Action::Down, 'd'),
    (Action::Right, 'r'),
    (Action::Use, 'x'),
];
/// The line before the second player's actions.
const SECOND: &str = "second";
/// Actions per line of the file.
const LINE: usize = 100;

/// A way to win a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Win {
    /// The seed of the game.
    pub seed: i64,
    /// The first player's action of each tick.
    pub actions: Vec<Action>,
    /// The second player's, in a game of two.
    pub second: Vec<Action>,
}

impl Win {
    /// Plays the actions. A win that no longer wins is an error.
    pub fn replay(&self, world: &Arc<World>) -> Result<State, ReplayError> {
        let mut state = State::new(world, self.seed);
        for _ in &self.actions {
            self.step(&mut state);
        }
        let ended = state.is_over() && state.winner(0) == Winner::Wins;
        if ended { Ok(state) } else { Err(ReplayError { tick: state.tick(), winner: state.winner(0) }) }
    }
}

impl Win {
    /// Plays the next tick of a game that was begun with the seed; players who have no more to do stand still.
    pub fn step(&self, state: &mut State) {
        let tick = usize::try_from(state.tick()).unwrap_or(usize::MAX);
        let action = |player: usize, actions: &[Action]| {
            state.legal(player, actions.get(tick).copied().unwrap_or(Action::Nil))
        };
        let actions = [action(0, &self.actions), action(1, &self.second)];
        let players = state.world().players().min(actions.len());
        state.play(&actions[..players]);
    }
}

/// The letter of an action, as it is written down; those that no win can contain count as nothing.
pub fn letter_of(action: Action) -> char {
    LETTERS.iter().find(|(known, _)| *known == action).map_or('.', |(_, letter)| *letter)
}

/// The action that a letter stands for.
pub fn action_of(letter: char) -> Option<Action> {
    LETTERS.iter().find(|(_, known)| *known == letter).map(|(action, _)| *action)
}

impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# A win: one letter a tick, u l d r to move, x to use, . for nothing.")?;
        writeln!(f, "seed {}", self.seed)?;
        let letter = |action: &Action| letter_of(*action);
        let write = |f: &mut fmt::Formatter<'_>, actions: &[Action]| {
            actions
                .chunks(LINE)
                .try_for_each(|line| writeln!(f, "{}", line.iter().map(letter).collect::<String>()))
        };
        write(f, &self.actions)?;
        if self.second.is_empty() {
            return Ok(());
        }
        writeln!(f, "{SECOND}")?;
        write(f, &self.second)
    }
}

impl FromStr for Win {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Win, ReadError> {
        let mut seed = None;
        let mut players = [Vec::new(), Vec::new()];
        let mut player = 0;
        for (index, line) in text.lines().enumerate() {
            let wrong = |expected| ReadError { line: index + 1, expected };
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if seed.is_none() {
                let number = line.strip_prefix("seed ").and_then(|rest| rest.trim().parse().ok());
                seed = Some(number.ok_or_else(|| wrong("`seed` and a number"))?);
                continue;
            }
            if line == SECOND && player == 0 {
                player = 1;
                continue;
            }
            for c in line.chars() {
                let action = LETTERS.iter().find(|(_, letter)| *letter == c).map(|(action, _)| *action);
                players[player].push(action.ok_or_else(|| wrong("the letters . u l d r x"))?);
            }
        }
        let end = ReadError { line: text.lines().count(), expected: "`seed` and a number" };
        let [actions, second] = players;
        seed.map(|seed| Win { seed, actions, second }).ok_or(end)
    }
}

/// A text is not a recorded win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    expected: &'static str,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of a recorded win: expected {}", self.line, self.expected)
    }
}

impl std::error::Error for ReadError {}

/// A recorded win does not win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayError {
    /// How far the game went.
    pub tick: i32,
    /// How it stands then.
    pub winner: Winner,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = match self.winner {
            Winner::Loses => "is lost",
            Winner::Wins | Winner::None => "is not won",
        };
        write!(f, "the recorded win does not win: the game {end} after {} ticks", self.tick)
    }
}

impl std::error::Error for ReplayError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_and_read_again() {
        let actions: Vec<Action> = LETTERS.iter().cycle().take(250).map(|(action, _)| *action).collect();
        let win = Win { seed: -3, actions, second: Vec::new() };
        assert_eq!(win.to_string().parse(), Ok(win.clone()));
        assert_eq!(win.to_string().lines().count(), 5);
        let two = Win { second: vec![Action::Use; 120], ..win };
        assert_eq!(two.to_string().parse(), Ok(two.clone()));
        assert_eq!(two.to_string().lines().count(), 8);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let line = |text: &str| text.parse::<Win>().map_err(|e| e.line);
        assert_eq!(line(""), Err(0));
        assert_eq!(line("# x\nuuu"), Err(2));
        assert_eq!(line("seed 1\nuu?"), Err(2));
        assert_eq!(line("seed 1\nuu\nsecond\nll\nsecond"), Err(5));
    }
}
