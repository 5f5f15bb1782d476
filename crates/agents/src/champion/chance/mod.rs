//! Games with chance: every tick a search over samples, whose best ways are tried again with other chances before one is gone.

mod retry;
mod safety;
mod think;
mod twins;

use std::collections::VecDeque;

use ludex_engine::Action;

use self::retry::Retry;
use self::safety::Safety;
use self::think::Thoughts;
use self::twins::Twins;
use super::search::{Mode, Team};
use super::value::Value;
use crate::interface::{ActionInsight, Insight, Rng, Simulator, Turn};
use crate::kit::place;
use crate::ybcriber::{Danger, Goal, Model, Search, Walk};

/// The part of the budget after which the search ends.
const SEARCH_SHARE: f64 = 0.8;
const THINKING_SHARE: f64 = 0.3;
/// The part of a tick for which helpers search.
const HELP_SHARE: f64 = 0.4;
/// Twin games, and how long they are: before the first tick, and in each.
const FIRST_TWINS: (usize, usize) = (30, 30);
const TWINS: (usize, usize) = (2, 2);
/// How many steps it is worth to see a cell once less often.
const VISIT: f64 = 10.0;
/// What a plan must be worth.
const WORTHWHILE: f64 = 0.02;
/// Risks that differ by less than this are equal.
const CARELESS: f64 = 0.04;

/// What of it is in use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts {
    /// Looks for dangers.
    pub safety: bool,
    /// Stands and thinks.
    pub think: bool,
    /// Tries ways again.
    pub retry: bool,
}

pub(super) struct Chance {
    parts: Parts,
    search: Search,
    thoughts: Thoughts,
    safety: Safety,
    retry: Retry,
    twins: Twins,
    model: Model,
    danger: Danger,
    walk: Walk,
    /// What the avatar can do, NIL first.
    actions: Vec<Action>,
    plan: VecDeque<Action>,
    /// A way that is being tried.
    way: VecDeque<Action>,
    /// The largest gain of a tick so far.
    unit: f64,
    last_score: f64,
    /// How often the avatar was in each cell.
    visits: Vec<u32>,
}

impl Chance {
    pub fn new(parts: Parts, turn: Turn<'_>, present: &Simulator) -> Chance {
        let seen = turn.observation();
        Chance {
            parts,
            search: Search::new(present),
            thoughts: Thoughts::default(),
            safety: Safety::new(present),
            retry: Retry::new(present, parts.retry),
            twins: Twins::new(present),
            model: Model::new(&seen),
            danger: Danger::default(),
            walk: Walk::default(),
            actions: Vec::new(),
            plan: VecDeque::new(),
            way: VecDeque::new(),
            unit: 1.0,
            last_score: present.score(),
            visits: vec![0; place::cells(&seen)],
        }
    }

    /// Uses the warm-up budget for a long search.
    pub fn prepare(&mut self, turn: Turn<'_>, team: &mut Team, present: &Simulator, rng: &mut Rng) {
        self.note_actions(turn);
        self.twins.compare(turn, present, FIRST_TWINS, (&self.actions, &mut self.model), rng);
        self.search.begin(turn, present, &self.actions, &self.model, false, rng);
        self.search.go_on(turn, 0.5, present, &mut self.model, Goal { win_first: true }, rng);
        if let Some(found) = self.search.best {
            self.search.plan(found, &mut self.plan);
        }
        if !self.parts.think {
            return;
        }
        let value = Value::of_chances(present, self.unit);
        self.thoughts.begin(&mut team.own, present, &self.twins.random, value);
        team.own.go_on(turn, 1.0, rng);
    }

    fn note_actions(&mut self, turn: Turn<'_>) {
        self.actions.clear();
        self.actions.push(Action::Nil);
        self.actions.extend(turn.actions());
    }

    /// What to do now, with the long search, if it is to be had.
    pub fn act(
        &mut self,
        turn: Turn<'_>,
        mut team: Option<&mut Team>,
        present: &Simulator,
        rng: &mut Rng,
    ) -> Action {
        self.note_actions(turn);
        self.unit = self.unit.max((present.score() - self.last_score).abs());
        self.last_score = present.score();
        if let Some(visits) =
            turn.observation().avatar_cell(turn.player()).and_then(|c| self.visits.get_mut(c))
        {
            *visits += 1;
        }
        self.twins.compare(turn, present, TWINS, (&self.actions, &mut self.model), rng);
        if self.parts.safety {
            self.safety.look(turn, present, &self.actions, &mut self.model, rng);
        }
        self.danger.look(&turn.observation(), turn.player(), &self.model);
        let value = Value::of_chances(present, self.unit);
        self.search.begin(turn, present, &self.actions, &self.model, false, rng);
        let goal = Goal { win_first: true };
        // Who thinks has just seen that a short search finds nothing.
        let thinks = self.thoughts.go_on() && self.plan.is_empty();
        let share = if thinks { THINKING_SHARE } else { SEARCH_SHARE };
        let Chance { search, model, twins, .. } = self;
        let mut search = || search.go_on(turn, share, present, model, goal, rng);
        match &mut team {
            Some(team) => {
                let mode = Mode::Chance { random: &twins.random };
                team.help(turn, HELP_SHARE, (present, mode, value), search);
            }
            None => search(),
        }
        let action = self.decide(turn, team, present, value, rng);
        if self.plan.front() == Some(&action) {
            self.plan.pop_front();
        } else {
            self.plan.clear();
        }
        action
    }

    /// Tries the way at hand, if it begins safely, and makes it the plan if it is better than what there is.
    fn consider(
        &mut self,
        turn: Turn<'_>,
        present: &Simulator,
        value: Value,
        best: &mut Option<(f64, Action)>,
        rng: &mut Rng,
    ) {
        let Some(&first) = self.way.front().filter(|first| self.is_safe(**first)) else { return };
        let worth = self.retry.worth(turn, present, &self.way, value, rng);
        if worth > best.map_or(WORTHWHILE, |(worth, _)| worth) {
            *best = Some((worth, first));
            self.plan.clone_from(&self.way);
        }
    }

    fn is_safe(&self, action: Action) -> bool {
        self.safety.risk(action) <= self.safety.least(&self.actions) + CARELESS
    }

    fn decide(
        &mut self,
        turn: Turn<'_>,
        team: Option<&mut Team>,
        present: &Simulator,
        value: Value,
        rng: &mut Rng,
    ) -> Action {
        let mut best = None;
        self.way.clone_from(&self.plan);
        self.consider(turn, present, value, &mut best, rng);
        if let Some(found) = self.search.best {
            self.search.plan(found, &mut self.way);
            self.consider(turn, present, value, &mut best, rng);
        }
        if let Some(team) = team.as_deref() {
            let thought = team.own.win.or(team.own.best).filter(|_| self.thoughts.fit(present));
            if let Some(found) = thought {
                team.own.way(found, &mut self.way);
                self.consider(turn, present, value, &mut best, rng);
            }
            for found in team.help_found() {
                team.way(found, &mut self.way);
                self.consider(turn, present, value, &mut best, rng);
            }
        }
        if let Some((_, action)) = best {
            self.thoughts.end_pause();
            return action;
        }
        let stands = self.parts.think && self.is_safe(Action::Nil);
        let random = &self.twins.random;
        if let Some(team) = team.filter(|_| stands)
            && self.thoughts.think(turn, &mut team.own, present, (random, value), rng)
        {
            return Action::Nil;
        }
        let walk = self.walk.step(&turn.observation(), turn.player(), &self.model, &self.danger);
        let safe = |action: &Action| self.actions.contains(action) && self.is_safe(*action);
        walk.filter(safe)
            .or_else(|| self.walk.towards(|cell| VISIT * f64::from(self.visits[cell])).filter(safe))
            .unwrap_or_else(|| {
                let safe: Vec<Action> = self.actions.iter().copied().filter(safe).collect();
                rng.choose(&safe).unwrap_or(Action::Nil)
            })
    }

    /// What is to be played next.
    pub fn plan(&self) -> &VecDeque<Action> {
        &self.plan
    }

    pub fn insight(&self) -> Insight {
        let actions = self.actions.iter().map(|&action| ActionInsight {
            action,
            value: -self.safety.risk(action),
            visits: 1.0,
        });
        Insight { actions: actions.collect(), nodes: Some(self.search.len()), ..Insight::default() }
    }
}
