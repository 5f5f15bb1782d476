//! GVGAI's files of actions: a seed, how the game ended, and what was done in each tick.
//!
//! With one player the first line is `seed win score tick`, and each further line an action. With several it is `seed tick`, then come
//! a line of scores and a line of wins, and then the actions of a tick on each line, in the order of the players. A line is empty while
//! there is no avatar.

use ludex_engine::{Action, State};
use std::fmt;
use std::str::FromStr;

/// A file of actions.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionFile {
    /// The seed of the game's generator.
    pub seed: i64,
    /// How the game ended.
    pub ending: Ending,
    /// What the players did in each tick.
    pub ticks: Vec<Vec<Action>>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Ending {
    /// The last tick.
    pub tick: i32,
    /// For each player: 1 for a win, 0 for a loss, another number if neither.
    pub wins: Vec<i32>,
    /// The score of each player.
    pub scores: Vec<f64>,
}

impl Ending {
    /// How a game has ended, or stands.
    pub fn of(state: &State) -> Ending {
        let players = 0..state.world().players();
        let wins: Vec<i32> = players.clone().map(|player| state.winner(player).key()).collect();
        let scores: Vec<f64> = players.map(|player| state.score(player)).collect();
        let scores = wins.iter().zip(scores).map(|(&win, score)| Self::told_score(win, score)).collect();
        Ending { tick: state.tick() - 1, wins, scores }
    }

    /// The score that GVGAI writes: 1 for a win that has brought no points.
    fn told_score(win: i32, score: f64) -> f64 {
        if win == 1 && score <= 0.0 { 1.0 } else { score }
    }

    /// Is this the same end? A game that nobody has won counts as lost, as some versions write it. The tick is left
    /// out: versions count it differently.
    pub fn agrees(&self, other: &Ending) -> bool {
        let won = |ending: &Ending| ending.wins.iter().map(|&win| win == 1).collect::<Vec<_>>();
        won(self) == won(other) && self.scores == other.scores
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (player, (win, score)) in self.wins.iter().zip(&self.scores).enumerate() {
            let word = match win {
                1 => "won",
                0 => "lost",
                _ => "undecided",
            };
            let comma = if player > 0 { ", " } else { "" };
            write!(f, "{comma}{word} with score {score}")?;
        }
        write!(f, " at tick {}", self.tick)
    }
}

/// What is wrong with a file of actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionFileError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ActionFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ActionFileError {}

impl FromStr for ActionFile {
    type Err = ActionFileError;

    fn from_str(text: &str) -> Result<ActionFile, ActionFileError> {
        let mut lines = (1..).zip(text.lines()).map(|(number, line)| Words { number, line });
        let mut next = |expected: &str| {
            let ends = text.lines().count() + 1;
            lines
                .next()
                .ok_or_else(|| ActionFileError { line: ends, message: format!("expected {expected}") })
        };
        let first = next("the seed and how the game ended")?;
        let (seed, ending) = match first.line.split_whitespace().count() {
            4 => {
                let ending =
                    Ending { wins: vec![first.word(1)?], scores: vec![first.word(2)?], tick: first.word(3)? };
                (first.word(0)?, ending)
            }
            2 => {
                let (scores, wins) = (next("the scores")?.all()?, next("who has won")?.all()?);
                (first.word(0)?, Ending { scores, wins, tick: first.word(1)? })
            }
            _ => {
                return Err(
                    first.error("expected `seed win score tick` or, with several players, `seed tick`")
                );
            }
        };
        let players = ending.scores.len();
        let mut ticks = Vec::new();
        for line in lines {
            let mut actions: Vec<Action> = line.all()?;
            // Nobody acts when all avatars are gone.
            if actions.is_empty() {
                actions = vec![Action::Nil; players];
            }
            if actions.len() != players {
                return Err(line.error(&format!("{} actions for {players} players", actions.len())));
            }
            ticks.push(actions);
        }
        if ending.wins.len() != players {
            return Err(ActionFileError {
                line: 3,
                message: "there are not as many wins as scores".to_owned(),
            });
        }
        Ok(ActionFile { seed, ending, ticks })
    }
}

/// The words of a line.
struct Words<'t> {
    number: usize,
    line: &'t str,
}

impl Words<'_> {
    fn word<T: FromStr<Err: fmt::Display>>(&self, index: usize) -> Result<T, ActionFileError> {
        self.read(self.line.split_whitespace().nth(index).unwrap_or(""))
    }

    fn all<T: FromStr<Err: fmt::Display>>(&self) -> Result<Vec<T>, ActionFileError> {
        self.line.split_whitespace().map(|word| self.read(word)).collect()
    }

    fn read<T: FromStr<Err: fmt::Display>>(&self, word: &str) -> Result<T, ActionFileError> {
        let shown: String = word.chars().filter(|c| !c.is_control()).take(40).collect();
        word.parse().map_err(|problem| self.error(&format!("cannot read `{shown}`: {problem}")))
    }

    fn error(&self, message: &str) -> ActionFileError {
        ActionFileError { line: self.number, message: message.to_owned() }
    }
}

impl fmt::Display for ActionFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ending { tick, wins, scores } = &self.ending;
        // Scores are written as Java does, with a point.
        if let ([win], [score]) = (wins.as_slice(), scores.as_slice()) {
            writeln!(f, "{} {win} {score:?} {tick}", self.seed)?;
        } else {
            writeln!(f, "{} {tick}", self.seed)?;
            writeln!(f, "{}", joined(scores.iter().map(|score| format!("{score:?}"))))?;
            writeln!(f, "{}", joined(wins.iter().map(i32::to_string)))?;
        }
        for actions in &self.ticks {
            writeln!(f, "{}", joined(actions.iter().map(|action| format!("ACTION_{action}"))))?;
        }
        Ok(())
    }
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_player_and_two() {
        let one = "-123 1 4.0 2\nACTION_UP\nACTION_NIL\nACTION_USE\n";
        assert_eq!(one.parse::<ActionFile>().unwrap().to_string(), one);
        let two = "7 1\n1.5 -2.0\n1 0\nACTION_UP ACTION_NIL\nACTION_LEFT ACTION_USE\n";
        let read: ActionFile = two.parse().unwrap();
        assert_eq!(read.ending, Ending { tick: 1, wins: vec![1, 0], scores: vec![1.5, -2.0] });
        assert_eq!(read.to_string(), two);
        assert_eq!(one.replace('\n', "\r\n").parse::<ActionFile>().unwrap().to_string(), one);
    }

    #[test]
    fn ticks_without_an_avatar_have_empty_lines() {
        let read: ActionFile = "7 2\n0.0 1.0 \n0 1 \nACTION_UP ACTION_NIL \n\n\n".parse().unwrap();
        assert_eq!(read.ticks[1..], [[Action::Nil, Action::Nil], [Action::Nil, Action::Nil]]);
    }

    #[test]
    fn a_win_without_points_is_written_with_one() {
        assert_eq!(
            [(1, 0.0), (1, -6.0), (1, 2.5), (0, -6.0)].map(|(win, score)| Ending::told_score(win, score)),
            [1.0, 1.0, 2.5, -6.0]
        );
    }

    #[test]
    fn what_is_no_file_of_actions() {
        let error = |text: &str| text.parse::<ActionFile>().unwrap_err().to_string();
        assert!(error("").contains("line 1: expected the seed"), "{}", error(""));
        assert!(error("1 2 3").contains("seed win score tick"));
        assert!(error("1 1 x 3").contains("line 1: cannot read `x`"));
        assert!(error("1 1 2.0 3\nACTION_FLY").contains("line 2: cannot read `ACTION_FLY`"));
        assert!(error("1 1 2.0 3\nACTION_UP ACTION_UP").contains("2 actions for 1 players"));
        assert!(error("1 9\n1.0 2.0\n1\n").contains("line 3"));
        assert!(error("1 9\n1.0 2.0").contains("line 3: expected who has won"));
    }
}
