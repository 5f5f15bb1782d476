//! A knowledge base: what happened when types of sprites were touched, and how much a simulation has learned.

use ludex_engine::{TypeId, Winner};

use super::features::{self, Feature};
use crate::interface::{Panel, Simulator, Turn, type_mark};
use crate::mcts::normaliser::Normaliser;
use crate::registry::{Parameter, Part, Settings};

pub(crate) const PART: Part = Part {
    name: "kb",
    about: "where the score stays the same, rewards touching what is little known and approaching what is promising",
    source: "Perez, Samothrakis & Lucas 2014, section V-B",
    parameters: &[
        Parameter::real("alpha", 0.66, (0.0, 1e6), "weight of curiosity: what has been touched"),
        Parameter::real(
            "beta",
            0.33,
            (0.0, 1e6),
            "weight of approaching what is unknown or has brought points",
        ),
        Parameter::real("first", 1.0, (0.0, 1e6), "how many times a first touch counts"),
    ],
};

/// What a simulation that wins or loses is worth, whatever is learned on the way.
const OUTCOME: f64 = 1e7;

/// What is known of a type.
#[derive(Debug, Clone, Copy, Default)]
struct Item {
    /// How often the avatar, or what it made, has touched one.
    events: u64,
    /// The sum of the changes of the score in those ticks.
    score: f64,
    /// How many of the events the present simulation has seen.
    gained: u64,
    /// How far the nearest is at the root, if there is one.
    at_root: Option<f64>,
    /// How far the nearest is at the end of the present simulation, if there is one.
    at_end: Option<f64>,
}

impl Item {
    /// The mean change of the score.
    fn mean(&self) -> f64 {
        if self.events == 0 { 0.0 } else { self.score / self.events as f64 }
    }

    /// How often one had been touched before the present simulation.
    fn before(&self) -> u64 {
        self.events - self.gained
    }

    /// By how much the present simulation has added to what is known.
    fn curiosity(&self, first: f64) -> f64 {
        match self.before() {
            0 => first * self.gained as f64,
            before => self.gained as f64 / before as f64,
        }
    }

    /// The share of the way to the nearest that the present simulation has gone, if it is worth going. What is gone at the
    /// end has been reached if it was touched; otherwise its going says nothing.
    fn approach(&self) -> f64 {
        let touched = (self.gained > 0).then_some(0.0);
        match (self.at_root, self.at_end.or(touched)) {
            (Some(start), Some(end)) if start > 0.0 && (self.before() == 0 || self.mean() > 0.0) => {
                1.0 - end / start
            }
            _ => 0.0,
        }
    }
}

/// Everything that was learned in the simulations of a game, by type.
#[derive(Debug, Clone)]
pub(crate) struct Knowledge {
    alpha: f64,
    beta: f64,
    first: f64,
    items: Vec<Item>,
    /// The score at the root.
    score: f64,
    /// The number of events and the score before the next call of the forward model.
    last: (usize, f64),
    features: Vec<Feature>,
}

impl Knowledge {
    pub fn new(settings: &Settings, turn: Turn<'_>) -> Knowledge {
        Knowledge {
            alpha: settings.real("alpha"),
            beta: settings.real("beta"),
            first: settings.real("first"),
            items: vec![Item::default(); turn.observation().type_count()],
            score: 0.0,
            last: (0, 0.0),
            features: Vec::new(),
        }
    }

    /// A tick begins: the root is another one.
    pub fn begin_tick(&mut self, root: &Simulator) {
        self.score = root.score();
        features::measure(root, &mut self.features);
        self.items.iter_mut().for_each(|item| item.at_root = None);
        for feature in &self.features {
            self.items[usize::from(feature.kind)].at_root = Some(feature.distance);
        }
    }

    /// A simulation begins.
    pub fn begin_simulation(&mut self) {
        self.items.iter_mut().for_each(|item| item.gained = 0);
    }

    /// The forward model takes over in this state.
    pub fn depart(&mut self, state: &Simulator) {
        self.last = (state.observation().events().len(), state.score());
    }

    /// Learns from a call of the forward model that led to this state. Which of several events at once has changed the
    /// score cannot be told: each is booked with all of it.
    pub fn arrive(&mut self, state: &Simulator) {
        let seen = state.observation();
        let change = state.score() - self.last.1;
        for event in seen.events().get(self.last.0..).unwrap_or_default() {
            if features::matters(&seen, event.passive_type()) {
                let item = &mut self.items[usize::from(event.passive_type())];
                item.events += 1;
                item.gained += 1;
                item.score += change;
            }
        }
        self.depart(state);
    }

    /// What a simulation that ended here is worth: the change of the score, normalised, or else what has been learned.
    pub fn reward(&mut self, end: &Simulator, normaliser: &mut Normaliser) -> f64 {
        match end.winner() {
            Winner::Wins => return OUTCOME,
            Winner::Loses => return -OUTCOME,
            Winner::None => {}
        }
        let change = end.score() - self.score;
        if change != 0.0 { normaliser.reward(change, Winner::None) } else { self.learned(end) }
    }

    fn learned(&mut self, end: &Simulator) -> f64 {
        features::measure(end, &mut self.features);
        self.items.iter_mut().for_each(|item| item.at_end = None);
        for feature in &self.features {
            self.items[usize::from(feature.kind)].at_end = Some(feature.distance);
        }
        let worth = |item: &Item| self.alpha * item.curiosity(self.first) + self.beta * item.approach();
        self.items.iter().map(worth).sum()
    }

    /// What is believed of each type that is there or has been touched.
    pub fn panel(&self) -> Panel {
        let known = self.items.iter().zip(0..).filter(|(item, _)| item.events > 0 || item.at_root.is_some());
        let rows = known.map(|(item, kind): (&Item, TypeId)| {
            let belief = match item.events {
                0 => "unknown".to_owned(),
                events => format!("{:+.2} points in {events} touches", item.mean()),
            };
            (type_mark(kind), belief)
        });
        Panel { title: "knowledge".to_owned(), rows: rows.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rarely_touched_makes_more_curious() {
        let item = |events, gained| Item { events, gained, ..Item::default() };
        assert_eq!(item(3, 3).curiosity(1.0), 3.0);
        assert_eq!(item(3, 3).curiosity(10.0), 30.0);
        assert_eq!(item(3, 1).curiosity(10.0), 0.5);
        assert_eq!(item(5, 0).curiosity(10.0), 0.0);
        assert_eq!(item(0, 0).curiosity(10.0), 0.0);
    }

    #[test]
    fn what_is_unknown_or_good_is_approached() {
        let there = Item { at_root: Some(40.0), at_end: Some(10.0), ..Item::default() };
        let touched = |score, gained| Item { events: 4, score, gained, ..there };
        assert_eq!(there.approach(), 0.75);
        assert_eq!(Item { at_end: Some(80.0), ..there }.approach(), -1.0);
        assert_eq!((touched(2.0, 0).approach(), touched(2.0, 1).approach()), (0.75, 0.75));
        assert_eq!((touched(0.0, 0).approach(), touched(-2.0, 1).approach()), (0.0, 0.0));
        // Before the simulation it was unknown.
        assert_eq!(touched(-2.0, 4).approach(), 0.75);
        // It has gone, by itself or because it was touched.
        assert_eq!(Item { at_end: None, ..there }.approach(), 0.0);
        assert_eq!(Item { at_end: None, ..touched(2.0, 1) }.approach(), 1.0);
        // It was there already, or was not there.
        assert_eq!(Item { at_root: Some(0.0), ..there }.approach(), 0.0);
        assert_eq!(Item { at_root: None, ..there }.approach(), 0.0);
    }
}
