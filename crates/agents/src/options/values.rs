//! What options have brought: mean and variance for each sub-type, in this game and in those before.

use std::collections::HashMap;
use std::fmt::Write;
use std::str::FromStr;

use ludex_engine::Action;

use super::instance::{Subtype, Target};
use super::kinds::KINDS;

/// What is expected of options that nobody has tried.
const UNKNOWN_VARIANCE: f64 = 1000.0;

/// The returns of the options of a sub-type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Value {
    /// Their mean.
    pub mean: f64,
    /// The sum of the squares of their distances from the mean.
    squares: f64,
    /// How many there were.
    pub count: f64,
}

impl Value {
    const NEW: Value = Value { mean: 0.0, squares: 0.0, count: 0.0 };

    /// Takes another return into account.
    pub fn add(&mut self, result: f64) {
        self.count += 1.0;
        let distance = result - self.mean;
        self.mean += distance / self.count;
        self.squares += distance * (result - self.mean);
    }

    /// Their variance; a large one where there is nothing to tell it from.
    pub fn variance(&self) -> f64 {
        if self.count < 2.0 { UNKNOWN_VARIANCE } else { self.squares / self.count }
    }
}

/// The values of all sub-types that have been seen.
#[derive(Debug, Clone, Default)]
pub struct Values {
    places: HashMap<Subtype, u16>,
    known: Vec<(Subtype, Value)>,
}

impl Values {
    /// Where the value of a sub-type is kept.
    pub fn place(&mut self, subtype: Subtype) -> u16 {
        *self.places.entry(subtype).or_insert_with(|| {
            self.known.push((subtype, Value::NEW));
            // There are seven types of options and at most a few thousand types of sprites.
            (self.known.len() - 1).min(usize::from(u16::MAX)) as u16
        })
    }

    /// The value at a place.
    pub fn get(&self, place: u16) -> &Value {
        &self.known[usize::from(place)].1
    }

    /// The value at a place.
    pub fn get_mut(&mut self, place: u16) -> &mut Value {
        &mut self.known[usize::from(place)].1
    }

    /// All that have been tried.
    pub fn tried(&self) -> impl Iterator<Item = &(Subtype, Value)> {
        self.known.iter().filter(|(_, value)| value.count > 0.0)
    }

    /// A line for each sub-type that was tried, after one that says what is in the columns.
    pub fn write(&self) -> String {
        let mut lines: Vec<String> = self
            .tried()
            .map(|(subtype, value)| {
                let (option, about) = (KINDS[usize::from(subtype.kind)].name, about(subtype.about));
                format!("{option} {about} {} {} {}", value.mean, value.variance(), value.count)
            })
            .collect();
        lines.sort();
        let mut text =
            "# option, action or type of sprites, mean return, variance, number of returns\n".to_owned();
        for line in lines {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// Reads what [`Values::write`] wrote. Lines that say something else are passed over.
    pub fn read(text: &str) -> Values {
        let mut values = Values::default();
        for (subtype, value) in text.lines().filter_map(line) {
            let place = values.place(subtype);
            *values.get_mut(place) = value;
        }
        values
    }
}

/// What a sub-type is about, in one word.
fn about(target: Target) -> String {
    match target {
        Target::Only => "-".to_owned(),
        Target::Action(action) => action.name().to_owned(),
        Target::Sprite(kind, _) | Target::Type(kind) => format!("type{kind}"),
        Target::Offset(kind, cells) => format!("type{kind}+{cells}"),
    }
}

fn line(line: &str) -> Option<(Subtype, Value)> {
    let mut words = line.split_whitespace();
    let option = words.next()?;
    let kind = KINDS.iter().position(|kind| kind.name == option)? as u8;
    let about = target(words.next()?)?;
    let mut number = || words.next()?.parse::<f64>().ok().filter(|n| n.is_finite());
    let (mean, variance, count) = (number()?, number()?.max(0.0), number()?.max(0.0));
    Some((Subtype { kind, about }, Value { mean, squares: variance * count, count }))
}

fn target(word: &str) -> Option<Target> {
    if word == "-" {
        return Some(Target::Only);
    }
    let Some(kind) = word.strip_prefix("type") else {
        return Action::from_str(word).ok().map(Target::Action);
    };
    match kind.split_once('+') {
        Some((kind, cells)) => Some(Target::Offset(kind.parse().ok()?, cells.parse().ok()?)),
        None => kind.parse().ok().map(Target::Type),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_variance() {
        let mut value = Value::NEW;
        assert_eq!((value.mean, value.variance()), (0.0, 1000.0));
        value.add(4.0);
        assert_eq!((value.mean, value.variance()), (4.0, 1000.0));
        for result in [7.0, 13.0, 16.0] {
            value.add(result);
        }
        assert_eq!((value.mean, value.variance(), value.count), (10.0, 22.5, 4.0));
    }

    #[test]
    fn what_is_written_can_be_read() {
        let mut values = Values::default();
        let targets = [Target::Action(Action::Use), Target::Type(7), Target::Offset(3, 4), Target::Only];
        for (kind, about) in (0..).zip(targets) {
            let place = values.place(Subtype { kind, about });
            (0..=kind).for_each(|n| values.get_mut(place).add(f64::from(n) / 3.0));
        }
        values.place(Subtype { kind: 6, about: Target::Type(1) });
        let text = values.write();
        assert_eq!(text.lines().count(), 1 + 4, "what was never tried is not worth a line: {text}");
        let read = Values::read(&text);
        assert_eq!(read.write(), text);
        let place = read.places[&Subtype { kind: 1, about: Target::Type(7) }];
        assert_eq!(read.get(place).count, 2.0);
    }

    #[test]
    fn what_cannot_be_read_is_passed_over() {
        let text = "act USE 1 2 3\nact JUMP 1 2 3\nfly type1 1 2 3\nact UP 1 x 3\nact UP 1 NaN 3\nact\n\ngo-to-nearest type99999999 1 1 1";
        assert_eq!(Values::read(text).known.len(), 1);
    }
}
