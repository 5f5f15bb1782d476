//! Lines of play: what was done tick by tick, and where other lines leave.

use std::collections::BTreeMap;

use ludex_engine::Action;
use ludex_solver::{action_of, letter_of};
use serde_json::{Value, json};

use crate::limits;

/// Who played a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    Agent,
    Person,
    /// It was played before, and is here played again.
    Record,
}

impl By {
    fn letter(self) -> &'static str {
        match self {
            By::Agent => "a",
            By::Person => "p",
            By::Record => "r",
        }
    }
}

/// What happened tick by tick. Points are of the state after as many ticks as their place says.
#[derive(Debug, Clone)]
pub(super) struct Line {
    id: u32,
    parent: Option<(u32, usize)>,
    ticks: Vec<Tick>,
    first_score: f64,
    /// Why the game was left at its end, if it was.
    left: Option<Option<String>>,
    actions: Vec<[Action; 2]>,
}

#[derive(Debug, Clone, Copy)]
struct Tick {
    by: By,
    score: f64,
    value: Option<f64>,
    thought: u64,
}

impl Line {
    pub fn len(&self) -> usize {
        self.ticks.len()
    }

    pub fn actions(&self) -> &[[Action; 2]] {
        &self.actions
    }

    pub fn all_by(&self, by: By) -> bool {
        self.ticks.iter().all(|tick| tick.by == by)
    }

    /// Was the game left after so many ticks?
    pub fn is_left_at(&self, tick: usize) -> bool {
        self.left.is_some() && tick == self.ticks.len()
    }

    /// Why it was left.
    pub fn note(&self) -> Option<&str> {
        self.left.as_ref()?.as_deref()
    }

    pub fn by(&self, tick: usize) -> &'static str {
        tick.checked_sub(1).and_then(|place| self.ticks.get(place)).map_or("", |tick| tick.by.letter())
    }

    /// Score, value and player of each tick from one on.
    pub fn points(&self, from: usize) -> Vec<Value> {
        let first = (from == 0).then(|| json!([self.first_score, Value::Null, ""]));
        let rest = self.ticks.iter().skip(from.saturating_sub(1));
        first.into_iter().chain(rest.map(|tick| json!([tick.score, tick.value, tick.by.letter()]))).collect()
    }
}

/// All lines of a game. There is always one.
#[derive(Debug)]
pub(super) struct Lines {
    lines: Vec<Line>,
    current: usize,
    next: u32,
    thoughts: BTreeMap<u64, String>,
    next_thought: u64,
    bytes: usize,
}

impl Lines {
    pub fn new(score: f64) -> Lines {
        let line = Line {
            id: 1,
            parent: None,
            ticks: Vec::new(),
            first_score: score,
            left: None,
            actions: Vec::new(),
        };
        Lines { lines: vec![line], current: 0, next: 2, thoughts: BTreeMap::new(), next_thought: 1, bytes: 0 }
    }

    pub fn current(&self) -> &Line {
        &self.lines[self.current]
    }

    pub fn id(&self) -> u32 {
        self.current().id
    }

    pub fn choose(&mut self, id: u32) -> bool {
        let place = self.lines.iter().position(|line| line.id == id);
        self.current = place.unwrap_or(self.current);
        place.is_some()
    }

    /// A new line that is the current one up to a tick.
    pub fn branch(&mut self, at: usize) {
        let mut line = self.current().clone();
        line.parent = Some((line.id, at));
        line.id = self.next;
        line.ticks.truncate(at);
        line.actions.truncate(at);
        line.left = None;
        self.next += 1;
        self.lines.push(line);
        if self.lines.len() > limits::LINES {
            // The oldest branch goes; where it all began stays.
            self.lines.remove(1);
        }
        self.current = self.lines.len() - 1;
    }

    pub fn push(
        &mut self,
        actions: [Action; 2],
        by: By,
        score: f64,
        value: Option<f64>,
        thought: Option<String>,
    ) {
        let mut number = 0;
        if let Some(text) = thought.filter(|text| text.len() <= limits::THOUGHT) {
            number = self.next_thought;
            self.next_thought += 1;
            self.bytes += text.len();
            self.thoughts.insert(number, text);
        }
        while self.bytes > limits::THOUGHTS {
            let Some((_, text)) = self.thoughts.pop_first() else { break };
            self.bytes -= text.len();
        }
        let line = &mut self.lines[self.current];
        line.ticks.push(Tick { by, score, value, thought: number });
        line.actions.push(actions);
    }

    /// The game is left after the last tick of the current line.
    pub fn leave(&mut self, note: Option<String>) {
        self.lines[self.current].left = Some(note);
    }

    /// What agents thought before a tick, as JSON.
    pub fn thought(&self, tick: usize) -> Option<&str> {
        let tick = self.current().ticks.get(tick.checked_sub(1)?)?;
        self.thoughts.get(&tick.thought).map(String::as_str)
    }

    /// All lines in short.
    pub fn list(&self) -> Vec<Value> {
        let entry = |line: &Line| {
            let score = line.ticks.last().map_or(line.first_score, |tick| tick.score);
            let by = line.ticks.last().map_or("", |tick| tick.by.letter());
            json!({ "id": line.id, "parent": line.parent, "ticks": line.len(), "score": score, "by": by })
        };
        self.lines.iter().map(entry).collect()
    }
}

/// Actions as letters, as in files of wins; in a game of two the players take turns.
pub(crate) fn letters(actions: &[[Action; 2]], players: usize) -> String {
    actions.iter().flat_map(|both| both.iter().take(players)).map(|action| letter_of(*action)).collect()
}

/// Actions from letters.
pub(crate) fn read_letters(text: &str, players: usize) -> Result<Vec<[Action; 2]>, String> {
    let action = |letter: char| {
        action_of(letter).ok_or_else(|| format!("{letter:?} stands for no action: u, l, d, r, x and . do"))
    };
    let actions: Vec<Action> = text.chars().take(2 * limits::TICKS).map(action).collect::<Result<_, _>>()?;
    let both = |part: &[Action]| [part[0], part.get(1).copied().unwrap_or(Action::Nil)];
    Ok(actions.chunks(players.clamp(1, 2)).map(both).collect())
}
