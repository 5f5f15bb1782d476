//! The planner for games without chance: what it has found in a copy happens in the game.
//!
//! In a world that stands still it waits and searches on until it knows how to win. In one that moves it walks the best way it
//! has found so far and meanwhile searches on from a place on that way.

mod open;
mod search;

use std::collections::VecDeque;

use ludex_engine::Action;

use self::search::{Goal, Search};
use super::classify::Traits;
use crate::interface::{Rng, Simulator, Turn};

/// How many steps of a way are gone before the search goes on from where they lead.
const STRIDE: usize = 25;
/// The part of the game that may pass with waiting.
const PATIENCE: f64 = 0.7;

pub(super) struct Planner {
    search: Search,
    /// Where the search begins: at the end of the way.
    base: Simulator,
    way: VecDeque<Action>,
    /// How the old way would go on at the base, and the score at its end.
    rest: VecDeque<Action>,
    promised: f64,
    /// Does the way end with a win?
    wins: bool,
    has_begun: bool,
}

impl Planner {
    pub fn new(simulator: &Simulator) -> Planner {
        Planner {
            search: Search::new(),
            base: simulator.clone(),
            way: VecDeque::new(),
            rest: VecDeque::new(),
            promised: 0.0,
            wins: false,
            has_begun: false,
        }
    }

    /// Something happened that was not planned: everything begins anew.
    pub fn forget(&mut self) {
        self.way.clear();
        self.rest.clear();
        self.wins = false;
        self.has_begun = false;
    }

    /// How many states the search has come to.
    pub fn nodes(&self) -> usize {
        self.search.len()
    }

    /// Does it know how to win?
    pub fn has_win(&self) -> bool {
        self.wins || self.search.win.is_some()
    }

    /// Searches on with the rest of the budget.
    pub fn think(&mut self, turn: Turn<'_>, present: &Simulator, traits: &Traits, rng: &mut Rng) {
        if !self.has_begun {
            self.base.clone_from(present);
            self.search.begin(&self.base, traits.still);
            self.has_begun = true;
        }
        if !self.wins {
            self.search.go_on(turn, rng);
        }
    }

    /// What to do now; `None` if it does not know.
    pub fn act(
        &mut self,
        turn: Turn<'_>,
        present: &Simulator,
        traits: &Traits,
        rng: &mut Rng,
    ) -> Option<Action> {
        self.think(turn, present, traits, rng);
        if let Some(action) = self.way.pop_front() {
            return Some(action);
        }
        let tick = present.observation().tick();
        let in_time = |goal: &Goal| tick + (goal.depth as i32) < traits.length;
        if let Some(win) = self.search.win.filter(in_time) {
            self.search.way(win, &mut self.way);
            self.wins = true;
            return self.way.pop_front();
        }
        let best = self.search.best;
        let late =
            best.map_or(0, |best| best.depth as i32) + tick > (f64::from(traits.length) * PATIENCE) as i32;
        if traits.still && !late && !self.search.is_exhausted {
            return Some(Action::Nil);
        }
        let score = self.base.score();
        match best.filter(|best| in_time(best) && score + best.gain > self.promised.max(score)) {
            Some(best) => {
                self.search.way(best, &mut self.way);
                self.promised = score + best.gain;
            }
            None if !self.rest.is_empty() => std::mem::swap(&mut self.way, &mut self.rest),
            None => {
                let deepest = self.search.deepest?;
                self.search.way(deepest, &mut self.way);
                self.promised = score + deepest.gain;
            }
        }
        self.rest.clear();
        let stride = if traits.still { self.way.len() } else { STRIDE };
        while self.way.len() > stride {
            self.way.pop_back().into_iter().for_each(|action| self.rest.push_front(action));
        }
        // From now on the search begins where the way ends.
        for &action in &self.way {
            if !self.base.advance(turn, action) {
                self.forget();
                return None;
            }
        }
        self.search.begin(&self.base, traits.still);
        self.search.go_on(turn, rng);
        self.way.pop_front()
    }
}
