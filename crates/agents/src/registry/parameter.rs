//! Parameters of agents: their types, ranges and values.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A parameter of an agent or of a part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameter {
    /// Its name, as it is written.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Its value where nothing is said.
    pub default: Value,
    /// What it does.
    pub help: &'static str,
}

/// What values a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// A whole number in a range, both ends included.
    Integer(i64, i64),
    /// A number in a range, both ends included.
    Real(f64, f64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Switch,
    /// Any text, in quotes where it has blanks, commas or brackets.
    Text,
}

/// A value of a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// A word of a [`Kind::Choice`].
    Word(&'static str),
    /// On or off.
    Switch(bool),
    /// A text.
    Text(&'static str),
}

impl Parameter {
    /// A whole number from `min` to `max`.
    pub const fn integer(
        name: &'static str,
        default: i64,
        (min, max): (i64, i64),
        help: &'static str,
    ) -> Parameter {
        Parameter { name, kind: Kind::Integer(min, max), default: Value::Integer(default), help }
    }

    /// A number from `min` to `max`.
    pub const fn real(
        name: &'static str,
        default: f64,
        (min, max): (f64, f64),
        help: &'static str,
    ) -> Parameter {
        Parameter { name, kind: Kind::Real(min, max), default: Value::Real(default), help }
    }

    /// One of several words; without another choice the one given first.
    pub const fn choice(
        name: &'static str,
        default: &'static str,
        words: &'static [&'static str],
        help: &'static str,
    ) -> Parameter {
        Parameter { name, kind: Kind::Choice(words), default: Value::Word(default), help }
    }

    /// On or off.
    pub const fn switch(name: &'static str, default: bool, help: &'static str) -> Parameter {
        Parameter { name, kind: Kind::Switch, default: Value::Switch(default), help }
    }

    /// Any text.
    pub const fn text(name: &'static str, default: &'static str, help: &'static str) -> Parameter {
        Parameter { name, kind: Kind::Text, default: Value::Text(default), help }
    }

    /// Reads a value; `None` if the text is not one that the parameter takes.
    pub fn read(&self, text: &str) -> Option<Value> {
        match self.kind {
            Kind::Integer(min, max) => {
                text.parse().ok().filter(|n| (min..=max).contains(n)).map(Value::Integer)
            }
            Kind::Real(min, max) => text.parse().ok().filter(|x| (min..=max).contains(x)).map(Value::Real),
            Kind::Choice(words) => {
                words.iter().find(|w| w.eq_ignore_ascii_case(text)).map(|w| Value::Word(w))
            }
            Kind::Switch => match text {
                "true" | "yes" | "on" => Some(Value::Switch(true)),
                "false" | "no" | "off" => Some(Value::Switch(false)),
                _ => None,
            },
            Kind::Text => Some(Value::Text(keep(text))),
        }
    }
}

/// Keeps a text for as long as the program runs, so that values can be copied. The same text is kept once.
fn keep(text: &str) -> &'static str {
    static KEPT: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_default();
    if let Some(known) = kept.get(text) {
        return known;
    }
    let text: &'static str = Box::leak(text.into());
    kept.insert(text);
    text
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Integer(min, max) => write!(f, "a whole number from {min} to {max}"),
            Kind::Real(min, max) => write!(f, "a number from {min} to {max}"),
            Kind::Choice(words) => write!(f, "one of {}", words.join(", ")),
            Kind::Switch => write!(f, "true or false"),
            Kind::Text => write!(f, "a text in quotes"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(n) => write!(f, "{n}"),
            Value::Real(x) => write!(f, "{x}"),
            Value::Word(word) => f.write_str(word),
            Value::Switch(on) => write!(f, "{on}"),
            Value::Text(text) => write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
        }
    }
}

/// The values of all parameters of an agent or a part.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    parameters: &'static [Parameter],
    values: Vec<Value>,
}

impl Settings {
    pub(super) fn defaults(parameters: &'static [Parameter]) -> Settings {
        Settings { parameters, values: parameters.iter().map(|p| p.default).collect() }
    }

    pub(super) fn set(&mut self, index: usize, value: Value) {
        self.values[index] = value;
    }

    /// The parameters whose values differ from the defaults, with these values.
    pub fn changed(&self) -> impl Iterator<Item = (&'static Parameter, Value)> {
        self.parameters.iter().zip(&self.values).filter(|(p, v)| p.default != **v).map(|(p, v)| (p, *v))
    }

    /// The value of a parameter.
    ///
    /// # Panics
    ///
    /// If there is no such parameter. Agents ask for the parameters that they have declared themselves.
    pub fn value(&self, name: &str) -> Value {
        let index = self.parameters.iter().position(|p| p.name == name);
        let index = index.unwrap_or_else(|| panic!("the agent asks for `{name}`, which it does not declare"));
        self.values[index]
    }

    /// The value of a whole number.
    pub fn integer(&self, name: &str) -> i64 {
        match self.value(name) {
            Value::Integer(n) => n,
            other => panic!("`{name}` is {other}, not a whole number"),
        }
    }

    /// The value of a whole number that counts something.
    pub fn count(&self, name: &str) -> usize {
        usize::try_from(self.integer(name)).unwrap_or(0)
    }

    /// The value of a number.
    pub fn real(&self, name: &str) -> f64 {
        match self.value(name) {
            Value::Real(x) => x,
            other => panic!("`{name}` is {other}, not a number"),
        }
    }

    /// The value of a choice.
    pub fn word(&self, name: &str) -> &'static str {
        match self.value(name) {
            Value::Word(word) => word,
            other => panic!("`{name}` is {other}, not a word"),
        }
    }

    /// What the value of a choice means: each of its words must have a meaning.
    pub fn choose<T: Copy>(&self, name: &str, meanings: &[(&str, T)]) -> T {
        let word = self.word(name);
        match meanings.iter().find(|(known, _)| *known == word) {
            Some(&(_, meaning)) => meaning,
            None => panic!("`{word}` is a choice of `{name}` without a meaning"),
        }
    }

    /// The value of a text.
    pub fn text(&self, name: &str) -> &'static str {
        match self.value(name) {
            Value::Text(text) => text,
            other => panic!("`{name}` is {other}, not a text"),
        }
    }

    /// The value of a switch.
    pub fn switch(&self, name: &str) -> bool {
        match self.value(name) {
            Value::Switch(on) => on,
            other => panic!("`{name}` is {other}, not a switch"),
        }
    }
}
