//! Games with chance: every tick a search over samples, whose best ways are tried again with other chances before one is gone.

mod safety;

use std::collections::VecDeque;

use ludex_engine::Action;

use self::safety::Safety;
use super::search::{Mode, Search as LongSearch, stance};
use super::value::Value;
use crate::interface::{ActionInsight, Insight, Rng, Simulator, Turn};
use crate::kit::place;
use crate::ybcriber::{Danger, Goal, Model, Search, Walk};

/// The part of the budget after which the search ends.
const SEARCH_SHARE: f64 = 0.8;
const THINKING_SHARE: f64 = 0.3;
/// Thinking does not begin after this part of a tick.
const LATEST_BEGIN: f64 = 0.6;
/// How often a way is tried again at least and at most, how far, and what part of the budget that may take.
const REPEATS: (usize, usize) = (4, 40);
const FARTHEST: usize = 200;
const WAY_SHARE: f64 = 0.06;
/// When this part of the budget is spent nothing new is begun.
const LAST_MOMENT: f64 = 0.9;
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
    model: Model,
    danger: Danger,
    walk: Walk,
    trial: Simulator,
    twin: Simulator,
    /// What the avatar can do, NIL first.
    actions: Vec<Action>,
    /// Types that move by chance.
    random: Vec<bool>,
    plan: VecDeque<Action>,
    /// A way that is being tried.
    way: VecDeque<Action>,
    /// The largest gain of a tick so far.
    unit: f64,
    last_score: f64,
    /// How often the avatar was in each cell.
    visits: Vec<u32>,
}

/// How long the avatar stands and thinks, and how long it goes about in between.
const THINK: u32 = 15;
const GO_ABOUT: u32 = 25;

/// Where the long search stands.
#[derive(Debug, Default)]
struct Thoughts {
    /// For how many ticks it may go on, and how many have to pass before the next one.
    left: u32,
    pause: u32,
    /// How the avatar stood where it began; none if there is none.
    stance: Option<u64>,
}

impl Chance {
    pub fn new(parts: Parts, turn: Turn<'_>, present: &Simulator) -> Chance {
        let seen = turn.observation();
        Chance {
            parts,
            search: Search::new(present),
            thoughts: Thoughts::default(),
            safety: Safety::new(present),
            model: Model::new(&seen),
            danger: Danger::default(),
            walk: Walk::default(),
            trial: present.clone(),
            twin: present.clone(),
            actions: Vec::new(),
            random: vec![false; seen.type_count()],
            plan: VecDeque::new(),
            way: VecDeque::new(),
            unit: 1.0,
            last_score: present.score(),
            visits: vec![0; place::cells(&seen)],
        }
    }

    /// Plays the same actions twice, so many times: what differs first moves by chance.
    fn compare_twins(
        &mut self,
        turn: Turn<'_>,
        present: &Simulator,
        (runs, steps): (usize, usize),
        rng: &mut Rng,
    ) {
        for _ in 0..runs {
            self.trial.copy_from(turn, present, rng);
            self.twin.copy_from(turn, present, rng);
            for _ in 0..steps {
                let Some(action) = rng.choose(&self.actions) else { return };
                let over = self.trial.is_over() || self.twin.is_over();
                if over || !(self.trial.advance(turn, action) && self.twin.advance(turn, action)) {
                    break;
                }
                if self.model.compare(&self.trial.observation(), &self.twin.observation()) {
                    break;
                }
            }
        }
        for (kind, random) in (0..).zip(&mut self.random) {
            *random = self.model.is_random(kind);
        }
    }

    /// Uses the warm-up budget for a long search.
    pub fn prepare(&mut self, turn: Turn<'_>, long: &mut LongSearch, present: &Simulator, rng: &mut Rng) {
        self.note_actions(turn);
        self.compare_twins(turn, present, FIRST_TWINS, rng);
        self.search.begin(turn, present, &self.actions, &self.model, false, rng);
        self.search.go_on(turn, 0.5, present, &mut self.model, Goal { win_first: true }, rng);
        if let Some(found) = self.search.best {
            self.search.plan(found, &mut self.plan);
        }
        if !self.parts.think {
            return;
        }
        self.begin_to_think(long, present);
        long.go_on(turn, 1.0, rng);
    }

    fn note_actions(&mut self, turn: Turn<'_>) {
        self.actions.clear();
        self.actions.push(Action::Nil);
        self.actions.extend(turn.actions());
    }

    fn begin_to_think(&mut self, long: &mut LongSearch, present: &Simulator) {
        long.begin(present, Mode::Chance { random: &self.random }, Value::of_chances(present, self.unit));
        self.thoughts = Thoughts {
            left: THINK,
            pause: 0,
            stance: Some(stance(&present.observation(), present.player())),
        };
    }

    /// Thinks on, if it can be done in safety. False if it is time to go about.
    fn think(&mut self, turn: Turn<'_>, long: &mut LongSearch, present: &Simulator, rng: &mut Rng) -> bool {
        if self.thoughts.pause > 0 {
            self.thoughts.pause -= 1;
            return false;
        }
        if self.thoughts.stance != Some(stance(&present.observation(), present.player())) {
            if turn.spent() > LATEST_BEGIN {
                // To clear the tables takes milliseconds: there is time for that in the next tick.
                let left = self.thoughts.left.checked_sub(1).unwrap_or(THINK - 1);
                self.thoughts = Thoughts { left, pause: if left == 0 { GO_ABOUT } else { 0 }, stance: None };
                return true;
            }
            self.begin_to_think(long, present);
        }
        if self.thoughts.left == 0 || long.is_exhausted {
            self.thoughts = Thoughts { left: 0, pause: GO_ABOUT, stance: None };
            return false;
        }
        self.thoughts.left -= 1;
        long.go_on(turn, 1.0, rng);
        true
    }

    /// The mean worth of a way over several tries.
    fn worth(&mut self, turn: Turn<'_>, present: &Simulator, value: Value, rng: &mut Rng) -> f64 {
        let (mut sum, mut tries) = (0.0, 0.0);
        let end = turn.spent() + WAY_SHARE;
        for n in 0..if self.parts.retry { REPEATS.1 } else { 1 } {
            if n >= REPEATS.0 && turn.spent() > end {
                break;
            }
            self.trial.copy_from(turn, present, rng);
            let mut depth = 0;
            for &action in self.way.iter().take(FARTHEST) {
                if self.trial.is_over() {
                    break;
                }
                let in_time = depth % 16 != 0 || turn.spent() < LAST_MOMENT;
                if !in_time || !self.trial.advance(turn, action) {
                    return if tries > 0.0 { sum / tries } else { 0.0 };
                }
                depth += 1;
            }
            sum += value.of(&self.trial, depth);
            tries += 1.0;
        }
        sum / tries
    }

    /// What to do now, with the long search, if it is to be had.
    pub fn act(
        &mut self,
        turn: Turn<'_>,
        long: Option<&mut LongSearch>,
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
        self.compare_twins(turn, present, TWINS, rng);
        let actions = std::mem::take(&mut self.actions);
        if self.parts.safety {
            self.safety.look(turn, present, &actions, &mut self.model, rng);
        }
        self.danger.look(&turn.observation(), turn.player(), &self.model);
        self.actions = actions;
        let value = Value::of_chances(present, self.unit);
        self.search.begin(turn, present, &self.actions, &self.model, false, rng);
        let goal = Goal { win_first: true };
        // Who thinks has just seen that a short search finds nothing.
        let thinks = self.thoughts.left > 0 && self.thoughts.left < THINK && self.plan.is_empty();
        let share = if thinks { THINKING_SHARE } else { SEARCH_SHARE };
        self.search.go_on(turn, share, present, &mut self.model, goal, rng);
        let action = self.decide(turn, long, present, value, rng);
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
        let worth = self.worth(turn, present, value, rng);
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
        mut long: Option<&mut LongSearch>,
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
        let here = Some(stance(&present.observation(), present.player()));
        if let Some(long) = long.as_deref().filter(|_| self.thoughts.stance == here)
            && let Some(found) = long.win.or(long.best)
        {
            long.way(found, &mut self.way);
            self.consider(turn, present, value, &mut best, rng);
        }
        if let Some((_, action)) = best {
            self.thoughts.pause = 0;
            return action;
        }
        if let Some(long) = &mut long
            && self.parts.think
            && self.is_safe(Action::Nil)
            && self.think(turn, long, present, rng)
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
