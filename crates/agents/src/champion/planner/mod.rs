//! The planner for games without chance: what it has found in a copy happens in the game.
//!
//! In a world that stands still it waits and searches on until it knows how to win. In one that moves it walks the best way it
//! has found so far and meanwhile searches on from a place on that way.

mod rest;

use std::collections::VecDeque;
use std::iter::repeat_n;

use ludex_engine::Action;

use self::rest::{Rest, Watch};
use super::classify::Traits;
use super::search::{Goal, Mode, Team};
use super::value::Value;
use crate::interface::{Rng, Simulator, Turn};

/// How many steps of a way are gone before the search goes on from where they lead.
const STRIDE: usize = 25;
/// The part of the game that may pass with waiting.
const PATIENCE: f64 = 0.7;

pub(super) struct Planner {
    /// Where the search begins: at the end of the way.
    base: Simulator,
    way: VecDeque<Action>,
    /// How the old way would go on at the base, and the score at its end.
    tail: VecDeque<Action>,
    promised: f64,
    /// Does the way end with a win?
    wins: bool,
    /// What is still to be played until the base is at the end of the way.
    ahead: VecDeque<Action>,
    has_base: bool,
    has_begun: bool,
    /// Can the game be waited in at the base? There the same situation comes again and again, and with it the chance to set out.
    rest: Option<Rest>,
    situation: u64,
    /// For how many ticks the base's situation has not come.
    waited: usize,
    /// How often it never came again.
    pub failures: u32,
    watch: Watch,
}

impl Planner {
    pub fn new(simulator: &Simulator) -> Planner {
        Planner {
            base: simulator.clone(),
            way: VecDeque::new(),
            tail: VecDeque::new(),
            promised: 0.0,
            wins: false,
            ahead: VecDeque::new(),
            has_base: false,
            has_begun: false,
            rest: None,
            situation: 0,
            waited: 0,
            failures: 0,
            watch: Watch::new(simulator),
        }
    }

    /// What is to be played next.
    pub fn way(&self) -> &VecDeque<Action> {
        &self.way
    }

    /// Something happened that was not planned: everything begins anew.
    pub fn forget(&mut self) {
        self.way.clear();
        self.tail.clear();
        self.ahead.clear();
        self.waited = 0;
        self.wins = false;
        self.has_base = false;
        self.has_begun = false;
    }

    /// Searches on with the rest of the budget.
    pub fn think(&mut self, turn: Turn<'_>, team: &mut Team, present: &Simulator, rng: &mut Rng) {
        if self.wins {
            return;
        }
        if !self.has_base {
            self.base.clone_from(present);
            self.has_base = true;
        }
        if !self.catch_up(turn) {
            return;
        }
        if !self.has_begun {
            self.rest = self.watch.find(turn, &self.base, rng);
            let settle = self.rest.map_or(0, |rest| rest.settle);
            self.way.extend(repeat_n(Action::Nil, settle));
            self.ahead.extend(repeat_n(Action::Nil, settle));
            if !self.catch_up(turn) {
                return;
            }
            self.situation = self.base.situation();
            let still = self.rest.is_some_and(|rest| rest.period == 1);
            let mode = if still { Mode::Still } else { Mode::Moving { movers: &self.watch.movers } };
            team.begin(&self.base, mode, Value::points(&self.base));
            self.has_begun = true;
        }
        team.go_on(turn, rng);
    }

    /// Plays the base to the end of the way. False if the budget has ended before.
    fn catch_up(&mut self, turn: Turn<'_>) -> bool {
        while let Some(&action) = self.ahead.front() {
            if !(turn.next_iteration() && self.base.advance(turn, action)) {
                return false;
            }
            self.ahead.pop_front();
        }
        true
    }

    /// What to do now; `None` if it does not know.
    pub fn act(
        &mut self,
        turn: Turn<'_>,
        team: &mut Team,
        present: &Simulator,
        traits: &Traits,
        rng: &mut Rng,
    ) -> Option<Action> {
        self.think(turn, team, present, rng);
        if let Some(action) = self.way.pop_front() {
            return Some(action);
        }
        if !self.has_begun {
            return None;
        }
        let tick = present.observation().tick();
        let in_time = |goal: &Goal| tick + (goal.depth as i32) < traits.length;
        if traits.waiting_wins {
            return Some(Action::Nil);
        }
        if let Some(rest) = self.rest.filter(|rest| rest.period > 1)
            && present.situation() != self.situation
        {
            self.waited += 1;
            if self.waited > 2 * rest.period {
                self.forget();
                self.failures += 1;
            }
            return Some(Action::Nil);
        }
        self.waited = 0;
        if let Some(win) = team.win().filter(|win| in_time(&win.goal)) {
            team.way(win, &mut self.way);
            self.wins = true;
            return self.way.pop_front();
        }
        let (best, search) = (team.best(), &team.own);
        let late = best.map_or(0, |best| best.goal.depth as i32) + tick
            > (f64::from(traits.length) * PATIENCE) as i32;
        // A search that had to drop states may do better when it drops others.
        let again = search.is_exhausted && search.has_dropped;
        if self.rest.is_some() && !late && (again || !search.is_exhausted) {
            self.has_begun &= !again;
            return Some(Action::Nil);
        }
        let score = self.base.score();
        let better = |goal: &Goal| in_time(goal) && score + goal.gain > self.promised.max(score);
        match best.filter(|best| better(&best.goal)) {
            Some(best) => {
                team.way(best, &mut self.way);
                self.promised = score + best.goal.gain;
            }
            None if !self.tail.is_empty() => std::mem::swap(&mut self.way, &mut self.tail),
            None => {
                let deepest = search.deepest?;
                search.way(deepest, &mut self.way);
                self.promised = score + deepest.gain;
            }
        }
        self.tail.clear();
        let stride = if self.rest.is_some() { self.way.len() } else { STRIDE };
        while self.way.len() > stride {
            self.way.pop_back().into_iter().for_each(|action| self.tail.push_front(action));
        }
        // From now on the search begins where the way ends.
        self.ahead.extend(&self.way);
        self.has_begun = false;
        self.way.pop_front()
    }
}
