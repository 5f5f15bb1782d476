//! Knowledge-based evaluation: where the score says nothing, distances to interesting things do.
//!
//! Simulations teach which types of sprites change the score when they are touched. A simulation that ends with the value that the game has now
//! is worth up to half a point more, the more so the closer it brought the avatar to what is good and the farther from what
//! is bad.

use ludex_engine::{Category, Observation, Seen, TypeId, Winner};

use crate::interface::{Rng, Simulator};
use crate::kit::bounds::Bounds;
use crate::kit::field::{DistanceField, DistanceFields};
use crate::kit::{noise, place};
use crate::registry::{Parameter, Part, Settings};

pub(super) const PART: Part = Part {
    name: "kbe",
    about: "Knowledge-based evaluation: learns which things are good or bad and values getting closer or farther.",
    source: "Soemers et al. 2016; Perez, Samothrakis & Lucas 2014",
    parameters: &[Parameter::real(
        "outcome",
        1.0,
        (0.0, 1e7),
        "what a win counts for when weights are learned, and a loss against them; the paper's formula has 1e7, its authors' later \
         program 1",
    )],
};

/// The largest bonus.
const MOST: f64 = 0.5;
/// Types whose weight is smaller are not looked at.
const LEAST_WEIGHT: f64 = 1e-4;
/// What is added to all weights every tick: what was not worth a visit may be later.
const CURIOSITY: f64 = 1e-4;
/// The learning rate begins with the first of these, and shrinks by the second down to the third.
const RATE: (f64, f64, f64) = (0.8, 0.75, 0.1);
/// The range that weighted distances are normalised by, before any has been seen.
const RANGE: Bounds = Bounds { low: -2.0, high: 2.0 };
/// The type of walls, in every game.
const WALL: TypeId = 0;

/// What is known of a type of sprite.
#[derive(Debug, Clone, Copy)]
struct Interest {
    weight: f64,
    rate: f64,
    /// Changes of the score in ticks in which it was touched.
    sum: f64,
    events: f64,
    /// Does its distance count? It does for what was ever there at the beginning of a tick, but for walls, avatars and
    /// what avatars make.
    counts: bool,
    /// The distance from the avatar now, if there is one of it.
    distance: Option<f64>,
}

/// What has been learned of a game.
#[derive(Debug)]
pub(super) struct Knowledge {
    types: Vec<Interest>,
    /// What a win counts for.
    outcome: f64,
    /// Of the weighted distances of all evaluated states.
    bounds: Bounds,
    /// Ways around the walls of the present state.
    fields: DistanceFields,
    nearest: NearestFixtures,
    /// The present state: its score, and how many events there have been.
    score: f64,
    events: usize,
}

impl Knowledge {
    pub fn new(settings: &Settings, seen: &Observation<'_>, rng: &mut Rng) -> Knowledge {
        // Of things that are equally interesting one is a little more so.
        let unknown = |_| Interest {
            weight: noise::centred(rng),
            rate: RATE.0,
            sum: 0.0,
            events: 0.0,
            counts: false,
            distance: None,
        };
        Knowledge {
            types: (0..seen.type_count()).map(unknown).collect(),
            outcome: settings.real("outcome"),
            bounds: RANGE,
            fields: DistanceFields::default(),
            nearest: NearestFixtures::default(),
            score: 0.0,
            events: 0,
        }
    }

    /// How many events have taught something.
    #[cfg(test)]
    pub fn events(&self) -> f64 {
        self.types.iter().map(|interest| interest.events).sum()
    }

    /// The weights of all types.
    #[cfg(test)]
    pub fn weights(&self) -> Vec<f64> {
        self.types.iter().map(|interest| interest.weight).collect()
    }

    /// Another tick begins, in this state.
    pub fn begin_tick(&mut self, present: &Simulator) {
        let seen = present.observation();
        self.score = present.score();
        self.events = seen.events().len();
        for (kind, interest) in self.types.iter_mut().enumerate() {
            interest.weight += CURIOSITY;
            let kind = kind as TypeId;
            let category = seen.sprites_of(kind).next().map(|sprite| sprite.category);
            if let Some(start) = category.and_then(first_weight).filter(|_| kind != WALL && !interest.counts)
            {
                interest.counts = true;
                // What has been touched before it was ever seen at the beginning of a tick is known better.
                if interest.events == 0.0 {
                    interest.weight += start;
                }
            }
        }
        self.fields.look(&seen, |kind| kind == WALL);
        let field = self.fields.from(cell(present));
        for (kind, interest) in self.types.iter_mut().enumerate() {
            let counts = interest.counts;
            interest.distance = counts.then(|| distance(field, present, kind as TypeId)).flatten();
        }
        self.nearest.begin_tick(&seen);
    }

    /// Learns from a tick that has been simulated: what has been touched gets the credit for the change of the score. Losses
    /// of play-outs teach nothing: random actions run into anything.
    pub fn learn(&mut self, score_before: f64, after: &Simulator, play_out: bool) {
        let seen = after.observation();
        let last = seen.tick() - 1;
        let mut events = seen.events().iter().rev().take_while(|event| event.tick() == last).peekable();
        if events.peek().is_none() || play_out && after.winner() == Winner::Loses {
            return;
        }
        let outcome = match after.winner() {
            Winner::Wins => self.outcome,
            Winner::Loses => -self.outcome,
            Winner::None => 0.0,
        };
        let change = after.score() - score_before + outcome;
        for event in events {
            if let Some(interest) = self.types.get_mut(usize::from(event.passive_type())) {
                interest.learn(change);
            }
        }
    }

    /// The bonus of a state at the end of a simulation, from 0 to a half; 0 unless it is worth as much as the present.
    pub fn bonus(&mut self, present: &Simulator, state: &Simulator) -> f64 {
        if state.is_over() || state.score() != self.score {
            return 0.0;
        }
        let seen = state.observation();
        let field = self.fields.from(cell(state));
        let row = self.nearest.row(&seen, state.player());
        let mut sum = 0.0;
        for (kind, interest) in self.types.iter().enumerate() {
            let Interest { weight, distance: Some(before), .. } = *interest else { continue };
            if weight.abs() < LEAST_WEIGHT {
                continue;
            }
            let kind = kind as TypeId;
            let now = match row {
                Some(row) => self.nearest.distance(row, field, present, state, kind),
                None => distance(field, state, kind),
            };
            match now {
                Some(now) => sum += weight * (before - now),
                // The last one is gone: reached, if it was touched.
                None if was_touched(&seen, self.events, kind) => sum += weight * before,
                None => {}
            }
        }
        self.bounds.include(sum);
        MOST * self.bounds.normalise(sum, 0.5)
    }
}

/// Has something of a type been touched since there were so many events?
fn was_touched(seen: &Observation<'_>, since: usize, kind: TypeId) -> bool {
    seen.events().iter().skip(since).any(|event| event.passive_type() == kind)
}

/// The avatar's cell; one outside of the level if it is nowhere.
fn cell(state: &Simulator) -> (usize, usize) {
    place::avatar_cell(&state.observation(), state.player()).unwrap_or((usize::MAX, usize::MAX))
}

/// The distance to the nearest sprite of a type, on foot.
fn distance(field: &DistanceField, state: &Simulator, kind: TypeId) -> Option<f64> {
    let seen = state.observation();
    let mut nearest = f64::INFINITY;
    for sprite in seen.sprites_of(kind) {
        nearest = nearest.min(walk(field, state, &sprite));
        // Nothing is nearer than what the avatar stands on; of floors there is much.
        if nearest == 0.0 {
            break;
        }
    }
    (nearest < f64::INFINITY).then_some(nearest)
}

/// How far it is to a sprite.
#[inline]
fn walk(field: &DistanceField, state: &Simulator, sprite: &Seen) -> f64 {
    let seen = state.observation();
    match seen.cell_of(sprite) {
        Some(cell) => field.steps_to(cell).map_or(2.0 * place::cells(&seen) as f64, f64::from),
        // Outside of the level there are no ways.
        None => {
            let avatar = seen.avatar_position(state.player());
            let (dx, dy) = (f64::from(sprite.x) - avatar.0, f64::from(sprite.y) - avatar.1);
            2.0 * (dx.abs() + dy.abs()) / f64::from(seen.block())
        }
    }
}

/// How far it is from a cell to the nearest fixture of a type that the present state has. Most things to be collected are
/// fixtures, and few of them vanish in a simulation: each distance is measured once a tick.
#[derive(Debug, Default)]
struct NearestFixtures {
    types: usize,
    /// Per cell of the avatar: its row, plus one; 0 if there is none yet.
    row_of: Vec<u32>,
    /// Distances, one for each type in each row: infinite where there is no fixture, NaN where nobody has asked yet.
    rows: Vec<f64>,
}

impl NearestFixtures {
    fn begin_tick(&mut self, seen: &Observation<'_>) {
        self.types = seen.type_count();
        self.row_of.clear();
        self.row_of.resize(place::cells(seen), 0);
        self.rows.clear();
    }

    /// Where the distances from the avatar's cell are; `None` if it is outside of the level.
    fn row(&mut self, seen: &Observation<'_>, player: usize) -> Option<usize> {
        let row = &mut self.row_of[seen.avatar_cell(player)?];
        if *row == 0 {
            self.rows.resize(self.rows.len() + self.types, f64::NAN);
            *row = (self.rows.len() / self.types) as u32;
        }
        Some((*row as usize - 1) * self.types)
    }

    /// The distance to the nearest sprite of a type, as [`distance`] finds it.
    fn distance(
        &mut self,
        row: usize,
        field: &DistanceField,
        present: &Simulator,
        state: &Simulator,
        kind: TypeId,
    ) -> Option<f64> {
        let root = present.observation();
        let fixture = &mut self.rows[row + usize::from(kind)];
        if fixture.is_nan() {
            let walks = root.fixtures_of(kind).map(|sprite| walk(field, state, &sprite));
            *fixture = walks.fold(f64::INFINITY, f64::min);
        }
        let mut nearest = *fixture;
        for (was, is) in state.observation().since(&root, kind) {
            match (was, is) {
                (_, Some(sprite)) => nearest = nearest.min(walk(field, state, &sprite)),
                // It may have been the nearest.
                (Some(gone), None) if walk(field, state, &gone) <= *fixture => {
                    return distance(field, state, kind);
                }
                _ => {}
            }
        }
        (nearest < f64::INFINITY).then_some(nearest)
    }
}

impl Interest {
    fn learn(&mut self, change: f64) {
        self.events += 1.0;
        self.sum += change;
        self.weight += (self.sum / self.events - self.weight) * self.rate;
        self.rate = (RATE.1 * self.rate).max(RATE.2);
    }
}

/// How interesting a type is before anything is known of it; `None` if its distance never counts.
fn first_weight(category: Category) -> Option<f64> {
    match category {
        Category::Avatar | Category::FromAvatar => None,
        Category::Npc => Some(0.1),
        Category::Movable => Some(0.25),
        Category::Resource | Category::Portal => Some(1.0),
        Category::Static => Some(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_by_hand() {
        let mut interest =
            Interest { weight: 1.0, rate: RATE.0, sum: 0.0, events: 0.0, counts: true, distance: None };
        interest.learn(3.0);
        // 1 + (3 - 1) * 0.8
        assert!((interest.weight - 2.6).abs() < 1e-12);
        interest.learn(0.0);
        // The mean is 1.5 now, the rate 0.6.
        assert!((interest.weight - (2.6 + (1.5 - 2.6) * 0.6)).abs() < 1e-12);
        (0..20).for_each(|_| interest.learn(0.0));
        assert_eq!(interest.rate, 0.1);
    }
}
