//! Standing and thinking: where nothing is in sight and standing is safe, the long search goes on for some ticks. In between the avatar
//! goes about.

use super::super::search::{Mode, Search, stance};
use super::super::value::Value;
use crate::interface::{Rng, Simulator, Turn};

/// Thinking does not begin after this part of a tick.
const LATEST_BEGIN: f64 = 0.6;
/// How long the avatar stands and thinks, and how long it goes about in between.
const THINK: u32 = 15;
const GO_ABOUT: u32 = 25;

/// Where the long search stands.
#[derive(Debug, Default)]
pub(super) struct Thoughts {
    /// For how many ticks it may go on, and how many have to pass before the next one.
    left: u32,
    pause: u32,
    /// How the avatar stood where it began; none if there is none.
    stance: Option<u64>,
}

impl Thoughts {
    /// Is it in the middle of thinking?
    pub fn go_on(&self) -> bool {
        self.left > 0 && self.left < THINK
    }

    /// Does the avatar stand as it did when the search began?
    pub fn fit(&self, present: &Simulator) -> bool {
        self.stance == Some(stance(&present.observation(), present.player()))
    }

    /// Something has been found: thinking may begin again at once.
    pub fn end_pause(&mut self) {
        self.pause = 0;
    }

    pub fn begin(&mut self, search: &mut Search, present: &Simulator, random: &[bool], value: Value) {
        search.begin(present, Mode::Chance { random }, value);
        let stance = Some(stance(&present.observation(), present.player()));
        *self = Thoughts { left: THINK, pause: 0, stance };
    }

    /// Thinks on. False if it is time to go about.
    pub fn think(
        &mut self,
        turn: Turn<'_>,
        search: &mut Search,
        present: &Simulator,
        (random, value): (&[bool], Value),
        rng: &mut Rng,
    ) -> bool {
        if self.pause > 0 {
            self.pause -= 1;
            return false;
        }
        if !self.fit(present) {
            if turn.spent() > LATEST_BEGIN {
                // To clear the tables takes milliseconds: there is time for that in the next tick.
                let left = self.left.checked_sub(1).unwrap_or(THINK - 1);
                *self = Thoughts { left, pause: if left == 0 { GO_ABOUT } else { 0 }, stance: None };
                return true;
            }
            self.begin(search, present, random, value);
        }
        if self.left == 0 || search.is_exhausted {
            *self = Thoughts { left: 0, pause: GO_ABOUT, stance: None };
            return false;
        }
        self.left -= 1;
        search.go_on(turn, 1.0, rng);
        true
    }
}
