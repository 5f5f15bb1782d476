//! Several searches at once, each in a thread of its own: the first is the agent's own, the others help where time is limited.

use std::collections::VecDeque;

use ludex_engine::Action;

use super::{Goal, Mode, Search};
use crate::champion::value::Value;
use crate::interface::{Rng, Simulator, Turn};

pub(in crate::champion) struct Team {
    pub own: Search,
    helpers: Vec<Helper>,
}

struct Helper {
    search: Search,
    rng: Rng,
}

/// What one of the searches has found.
#[derive(Debug, Clone, Copy)]
pub(in crate::champion) struct Found {
    pub goal: Goal,
    /// The helper that found it; none if it was the agent's own search.
    helper: Option<usize>,
}

impl Team {
    /// A team for so many threads.
    pub fn new(threads: usize, rng: &mut Rng) -> Team {
        let helper = |number| Helper { search: Search::without_order(number), rng: Rng::new(rng.bits()) };
        Team { own: Search::new(), helpers: (1..threads).map(helper).collect() }
    }

    /// Begins all searches anew.
    pub fn begin(&mut self, from: &Simulator, mode: Mode<'_>, value: Value) {
        self.own.begin(from, mode, value);
        self.helpers.iter_mut().for_each(|helper| helper.search.begin(from, mode, value));
    }

    /// All searches go on until the budget is spent.
    pub fn go_on(&mut self, turn: Turn<'_>, rng: &mut Rng) {
        let Team { own, helpers } = self;
        let help = |helper: &mut Helper, turn: Turn<'_>| helper.search.go_on(turn, 1.0, &mut helper.rng);
        turn.with_helpers(helpers, help, || own.go_on(turn, 1.0, rng));
    }

    /// The helpers begin anew from a state and search until this share of the budget is spent, while something else is done.
    pub fn help(
        &mut self,
        turn: Turn<'_>,
        share: f64,
        (from, mode, value): (&Simulator, Mode<'_>, Value),
        own: impl FnOnce(),
    ) {
        let help = |helper: &mut Helper, turn: Turn<'_>| {
            helper.search.begin(from, mode, value);
            helper.search.go_on(turn, share, &mut helper.rng);
        };
        turn.with_helpers(&mut self.helpers, help, own);
    }

    /// The first win that one of them has found.
    pub fn win(&self) -> Option<Found> {
        self.found(|search| search.win).next()
    }

    /// The most points.
    pub fn best(&self) -> Option<Found> {
        self.found(|search| search.best).reduce(|a, b| if b.goal.gain > a.goal.gain { b } else { a })
    }

    /// What each of the helpers thinks best.
    pub fn help_found(&self) -> impl Iterator<Item = Found> {
        self.found(|search| search.win.or(search.best)).filter(|found| found.helper.is_some())
    }

    fn found(&self, what: impl Fn(&Search) -> Option<Goal>) -> impl Iterator<Item = Found> {
        let own = what(&self.own).map(|goal| Found { goal, helper: None });
        let others = self.helpers.iter().enumerate();
        let others = others.filter_map(move |(number, helper)| {
            what(&helper.search).map(|goal| Found { goal, helper: Some(number) })
        });
        own.into_iter().chain(others)
    }

    /// Writes the actions that lead to what was found into a list.
    pub fn way(&self, found: Found, way: &mut VecDeque<Action>) {
        let helper = found.helper.and_then(|number| self.helpers.get(number));
        helper.map_or(&self.own, |helper| &helper.search).way(found.goal, way);
    }
}
