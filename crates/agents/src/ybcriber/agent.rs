//! The decisions.

use std::collections::VecDeque;

use ludex_engine::Action;

use super::danger::Danger;
use super::deaths::Deaths;
use super::model::{Model, direction};
use super::search::{Goal, Search, WIN, gain, held};
use super::walk::Walk;
use crate::interface::{ActionInsight, Agent, Insight, Rng, Simulator, Turn};

/// A game waits for the avatar if nothing changes in so many ticks, after so many others.
const STILL: (usize, usize) = (17, 27);
/// How many ticks the clock is put forward each tick, to find out how long the game is; and how long it is before that is known.
const CLOCK: (usize, i32) = (35, 250);
/// From this tick on at the latest, a win is worth more than points, and waiting ends.
const LATE: i32 = 700;

pub(super) struct Ybcriber {
    win_now: bool,
    rng: Rng,
    model: Model,
    danger: Danger,
    deaths: Deaths,
    search: Search,
    walk: Walk,
    present: Simulator,
    trial: Simulator,
    twin: Simulator,
    /// The game played on without the avatar, to see when it ends.
    clock: Simulator,
    /// What the avatar can do, NIL first.
    actions: Vec<Action>,
    plan: VecDeque<Action>,
    played: Action,
    /// Does nothing happen unless the avatar acts?
    waits: bool,
    /// Does the avatar turn before it goes?
    oriented: bool,
    /// Is a search in progress that still fits?
    thinking: bool,
}

impl Ybcriber {
    pub fn new(win_now: bool, turn: Turn<'_>, seed: u64) -> Ybcriber {
        let mut rng = Rng::new(seed);
        let present = turn.simulator(&mut rng);
        let mut agent = Ybcriber {
            win_now,
            model: Model::new(&turn.observation()),
            danger: Danger::default(),
            deaths: Deaths::new(&present),
            search: Search::new(&present),
            walk: Walk::default(),
            trial: present.clone(),
            twin: present.clone(),
            clock: present.clone(),
            present,
            actions: Vec::new(),
            plan: VecDeque::new(),
            played: Action::Nil,
            waits: false,
            oriented: false,
            thinking: false,
            rng,
        };
        agent.look(turn);
        agent.waits = agent.stands_still(turn);
        agent.oriented = agent.turns_first(turn);
        agent.think(turn);
        agent
    }

    /// Takes in the present state.
    fn look(&mut self, turn: Turn<'_>) {
        turn.reset(&mut self.present, &mut self.rng);
        self.present.forget_events();
        self.actions.clear();
        self.actions.push(Action::Nil);
        self.actions.extend(turn.actions());
    }

    /// Does nothing change as long as the avatar does nothing?
    fn stands_still(&mut self, turn: Turn<'_>) -> bool {
        self.trial.copy_from(turn, &self.present, &mut self.rng);
        let wait = |simulator: &mut Simulator| !simulator.is_over() && simulator.advance(turn, Action::Nil);
        if !(0..STILL.0).all(|_| wait(&mut self.trial)) {
            return false;
        }
        self.twin.copy_from(turn, &self.trial, &mut self.rng);
        (0..STILL.1).all(|_| {
            wait(&mut self.trial) && self.trial.observation().sprites().eq(self.twin.observation().sprites())
        })
    }

    /// Does the avatar face somewhere, and hardly move when all directions are tried one after the other?
    fn turns_first(&mut self, turn: Turn<'_>) -> bool {
        let player = turn.player();
        if turn.observation().avatar_orientation(player) == (0.0, 0.0) {
            return false;
        }
        self.trial.copy_from(turn, &self.present, &mut self.rng);
        let mut moved = 0;
        for &action in self.actions.iter().chain(self.actions.iter().rev()) {
            let before = self.trial.observation().avatar_position(player);
            if self.trial.is_over() || !self.trial.advance(turn, action) {
                break;
            }
            let after = self.trial.observation().avatar_position(player);
            moved += usize::from(direction(action) != (0, 0) && before != after);
        }
        moved < 2
    }

    /// The length of the game, as far as is known.
    fn length(&self) -> i32 {
        self.clock.observation().tick().max(CLOCK.1)
    }

    fn goal(&self, turn: Turn<'_>) -> Goal {
        let late = turn.observation().tick() > (self.length() / 3).min(LATE);
        Goal { win_first: self.waits || self.win_now || late }
    }

    /// Tries one action twice: what differs moves by chance.
    fn compare_twins(&mut self, turn: Turn<'_>) {
        let Some(action) = self.rng.choose(&self.actions) else { return };
        self.trial.copy_from(turn, &self.present, &mut self.rng);
        self.twin.copy_from(turn, &self.present, &mut self.rng);
        let played = self.trial.advance(turn, action) && self.twin.advance(turn, action);
        if played && self.model.compare(&self.trial.observation(), &self.twin.observation()) {
            self.waits = false;
        }
    }

    fn advance_clock(&mut self, turn: Turn<'_>) {
        for _ in 0..CLOCK.0 {
            if self.clock.is_over() || !self.clock.advance(turn, Action::Nil) {
                return;
            }
        }
    }

    /// What the plan is still worth; nothing if there is none, or it has come to an end.
    fn plan_gain(&mut self, turn: Turn<'_>) -> f64 {
        if self.plan.is_empty() {
            return 0.0;
        }
        self.trial.copy_from(turn, &self.present, &mut self.rng);
        for &action in &self.plan {
            if self.trial.is_over() || !self.trial.advance(turn, action) {
                break;
            }
        }
        gain((&self.present, held(&self.present)), &self.trial, self.goal(turn))
    }

    /// Searches on, or anew.
    fn think(&mut self, turn: Turn<'_>) {
        let goal = self.goal(turn);
        if !self.thinking {
            self.search.begin(turn, &self.present, &self.actions, &self.model, self.waits, &mut self.rng);
            self.thinking = true;
        }
        self.search.go_on(turn, 1.0, &self.present, &mut self.model, goal, &mut self.rng);
    }

    /// What to do by plan or search; `None` if neither knows.
    fn promising(&mut self, turn: Turn<'_>, plan_gain: f64) -> Option<Action> {
        let tick = turn.observation().tick();
        let patience = LATE.min((self.length() * 3 / 4 - 100).max(CLOCK.1));
        let found = self.search.best;
        let wins = found.is_some_and(|found| found.gain > WIN / 2.0);
        let ready =
            !self.waits || wins || !self.plan.is_empty() || tick > patience || self.search.is_exhausted();
        if !ready {
            return None;
        }
        match found {
            Some(found) if found.gain > plan_gain || plan_gain <= 0.0 => {
                self.search.plan(found, &mut self.plan);
                self.plan.pop_front()
            }
            _ if plan_gain > 0.0 => self.plan.pop_front(),
            _ => {
                self.plan.clear();
                None
            }
        }
    }

    fn decide(&mut self, turn: Turn<'_>) -> Action {
        self.compare_twins(turn);
        self.danger.look(&turn.observation(), turn.player(), &self.model);
        self.deaths.count(
            turn,
            &self.actions,
            &self.present,
            &mut self.trial,
            &mut self.model,
            &self.danger,
            self.oriented,
            &mut self.rng,
        );
        if self.waits {
            self.advance_clock(turn);
        }
        let plan_gain = self.plan_gain(turn);
        self.think(turn);
        let promising = self.promising(turn, plan_gain);
        let safe = |agent: &Ybcriber, action: &Action| agent.deaths.is_safest(*action, &agent.actions);
        let waiting = self.waits && promising.is_none() && !self.search.is_exhausted();
        let mut action = promising;
        if !waiting
            && action.filter(|action| safe(self, action)).is_none()
            && !(self.waits && action.is_some())
        {
            let walk = self.walk.step(&turn.observation(), turn.player(), &self.model, &self.danger);
            let walk = walk.filter(|step| self.actions.contains(step));
            action = walk.or(action);
        }
        let action = action.unwrap_or(Action::Nil);
        if safe(self, &action) {
            return action;
        }
        self.plan.clear();
        self.actions.iter().copied().find(|action| safe(self, action)).unwrap_or(Action::Nil)
    }
}

impl Agent for Ybcriber {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        self.look(turn);
        let action = self.decide(turn);
        self.played = action;
        // A game that waits is the same next tick, if nothing is done.
        self.thinking = self.waits && action == Action::Nil && self.plan.is_empty();
        action
    }

    fn insight(&self) -> Insight {
        let actions = self.actions.iter().map(|&action| ActionInsight {
            action,
            value: -self.deaths.rate(action),
            visits: 1.0,
        });
        Insight {
            actions: actions.collect(),
            depth: Some(self.search.deepest),
            nodes: Some(self.search.len()),
            plan: std::iter::once(self.played).chain(self.plan.iter().copied()).collect(),
            ..Insight::default()
        }
    }
}
