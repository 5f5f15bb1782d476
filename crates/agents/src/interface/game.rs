//! The game loop, under the rules of the competition.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use ludex_engine::{Action, State, Winner, World};

use super::agent::{Agent, Builder};
use super::budget::Budget;
use super::insight::Insight;
use super::meter::Meter;
use super::profile::Profile;
use super::result::{DISQUALIFIED_SCORE, Disqualified, Failure, GameResult, PlayerResult};
use super::turn::Turn;
use super::visits::Witness;

/// What answers may cost, and what happens to late ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// What an agent may spend on each tick.
    pub budget: Budget,
    /// Late answers are taken nevertheless and nobody is disqualified for them.
    pub lenient: bool,
}

impl Rules {
    /// Competition rules with this budget: an answer that is late by up to a quarter of the time limit becomes NIL, a
    /// later one disqualifies.
    pub fn new(budget: Budget) -> Rules {
        Rules { budget, lenient: false }
    }
}

/// Who plays: how the agent is made, and the seed of its generator.
pub type Entrant<'a> = (&'a dyn Builder, u64);

/// A game in progress, tick by tick.
pub struct Match<'p> {
    state: State,
    rules: Rules,
    seats: Vec<Seat>,
    actions: Vec<Action>,
    profile: Option<&'p Profile>,
}

/// A player's place.
pub(super) struct Seat {
    /// None once it is disqualified.
    pub agent: Option<Box<dyn Agent>>,
    /// The agent's seed, which ranges of the budget are drawn from.
    seed: u64,
    pub last: Spent,
    total: Spent,
    overspends: u32,
    pub disqualified: Option<Disqualified>,
}

/// What an agent has spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// Forward-model calls.
    pub calls: u64,
    /// Iterations.
    pub iterations: u64,
}

impl<'p> Match<'p> {
    /// Begins a game: the agents, one for each player in turn, are made and prepare themselves. Players without an
    /// agent stand still.
    ///
    /// # Example
    ///
    /// ```
    /// use ludex_agents::{AgentSpec, Budget, Match, Rules};
    /// # use ludex_engine::{ONTOLOGY, World};
    /// # let text = "BasicGame\n  SpriteSet\n    goal > Immovable\n    avatar > MovingAvatar\n  \
    /// #     InteractionSet\n    goal avatar > killSprite scoreChange=1\n  \
    /// #     TerminationSet\n    SpriteCounter stype=goal limit=0 win=True\n  \
    /// #     LevelMapping\n    g > goal\n    A > avatar\n";
    /// # let game = ludex_vgdl::parse(text, &ONTOLOGY).unwrap().game;
    /// # let world = World::new(&game, &ludex_vgdl::Level::parse("A  g")).unwrap();
    ///
    /// let agent: AgentSpec = "samplemcts(depth=5)".parse()?;
    /// let mut game = Match::new(&world, 42, &[(&agent, 7)], Rules::new(Budget::iterations(50)));
    /// while !game.is_over() {
    ///     game.step();
    /// }
    /// assert!(game.result().players[0].won());
    /// # Ok::<(), ludex_agents::SpecError>(())
    /// ```
    pub fn new(world: &Arc<World>, seed: i64, entrants: &[Entrant<'_>], rules: Rules) -> Match<'static> {
        Match::begin(State::new(world, seed), entrants, rules, None)
    }

    /// Like [`Match::new`], measuring what the forward model costs.
    pub fn profiled(
        world: &Arc<World>,
        seed: i64,
        entrants: &[Entrant<'_>],
        rules: Rules,
        profile: &'p Profile,
    ) -> Match<'p> {
        Match::begin(State::new(world, seed), entrants, rules, Some(profile))
    }

    fn begin(
        mut state: State,
        entrants: &[Entrant<'_>],
        rules: Rules,
        profile: Option<&'p Profile>,
    ) -> Match<'p> {
        state.refresh();
        let witness = Witness { profile, visits: None };
        let players = state.world().players();
        let seats: Vec<Seat> = entrants
            .iter()
            .take(players)
            .enumerate()
            .map(|(player, &(builder, seed))| Seat::new(builder, seed, &state, player, rules, witness))
            .collect();
        if seats.iter().any(|seat| seat.disqualified.is_some()) {
            state.escape();
        }
        Match { actions: Vec::with_capacity(players), state, rules, seats, profile }
    }

    /// The game's state, for viewers and recordings.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Has the game ended?
    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// What a player's agent thought at its last decision.
    pub fn insight(&self, player: usize) -> Insight {
        let agent = self.seats.get(player).and_then(|seat| seat.agent.as_ref());
        agent.map_or_else(Insight::default, |agent| agent.insight())
    }

    /// What a player's agent tells of the game; nothing of one that was disqualified.
    pub fn remarks(&self, player: usize) -> Option<String> {
        self.seats.get(player)?.agent.as_ref()?.remarks()
    }

    /// What a player's agent wants to know in its next game, see [`Experienced`](super::Experienced); nothing of one that
    /// was disqualified.
    pub fn memory(&self, player: usize) -> Option<String> {
        self.seats.get(player)?.agent.as_ref()?.memory()
    }

    /// What a player's last decision has cost.
    pub fn last_spent(&self, player: usize) -> Spent {
        self.seats.get(player).map_or_else(Spent::default, |seat| seat.last)
    }

    /// Plays a tick; after the end of the game nothing happens. Returns what the players did.
    pub fn step(&mut self) -> &[Action] {
        self.actions.clear();
        if self.state.is_over() {
            return &self.actions;
        }
        self.state.refresh();
        let witness = Witness { profile: self.profile, visits: None };
        for player in 0..self.state.world().players() {
            let action = match self.seats.get_mut(player) {
                Some(seat) => seat.ask(&self.state, player, self.rules, witness),
                None => Action::Nil,
            };
            self.actions.push(self.state.legal(player, action));
        }
        self.state.play(&self.actions);
        let left = self.actions.contains(&Action::Escape);
        if left || self.seats.iter().any(|seat| seat.disqualified.is_some()) {
            self.state.escape();
        }
        if self.state.is_over() {
            self.end();
        }
        &self.actions
    }

    /// Tells the agents that the game is over.
    fn end(&mut self) {
        self.state.refresh();
        for seat in &mut self.seats {
            if let Some(agent) = &mut seat.agent {
                // The game has been played: what an agent does now cannot change its result.
                let _ = catch_unwind(AssertUnwindSafe(|| agent.end(self.state.observe())));
            }
        }
    }

    /// The result so far; final once the game [is over](Match::is_over).
    pub fn result(&self) -> GameResult {
        let players = 0..self.state.world().players();
        GameResult {
            players: players.map(|player| self.player_result(player)).collect(),
            ..GameResult::of(&self.state)
        }
    }

    fn player_result(&self, player: usize) -> PlayerResult {
        let PlayerResult { mut winner, mut score, .. } = PlayerResult::of(&self.state, player);
        let seat = self.seats.get(player);
        let disqualified = seat.and_then(|seat| seat.disqualified.clone());
        if disqualified.is_some() {
            (winner, score) = (Winner::Loses, DISQUALIFIED_SCORE);
        }
        let total = seat.map_or_else(Spent::default, |seat| seat.total);
        PlayerResult {
            winner,
            score,
            calls: total.calls,
            iterations: total.iterations,
            overspends: seat.map_or(0, |seat| seat.overspends),
            disqualified,
        }
    }
}

impl Seat {
    /// Makes an agent and lets it prepare itself.
    pub fn new(
        builder: &dyn Builder,
        seed: u64,
        state: &State,
        player: usize,
        rules: Rules,
        witness: Witness<'_>,
    ) -> Seat {
        let mut seat = Seat {
            agent: None,
            seed,
            last: Spent::default(),
            total: Spent::default(),
            overspends: 0,
            disqualified: None,
        };
        let make = match catch_unwind(AssertUnwindSafe(|| builder.ready())) {
            Ok(make) => make,
            Err(panic) => {
                seat.disqualify_for_panic(state.tick(), &*panic);
                return seat;
            }
        };
        let budget = rules.budget.initial(builder.initial_ticks()).of_tick(seed, state.tick());
        let meter = Meter::start(budget);
        let built = catch_unwind(AssertUnwindSafe(|| make(Turn::new(state, player, &meter, witness), seed)));
        let took = seat.book(&meter);
        match built {
            Ok(agent) => seat.agent = Some(agent),
            Err(panic) => seat.disqualify_for_panic(state.tick(), &*panic),
        }
        if let (Some(took), Some(limit)) = (took, budget.time_limit())
            && took > limit
        {
            seat.overspends += 1;
            if !rules.lenient {
                seat.disqualify(Disqualified::LateStart { took, limit });
            }
        }
        seat
    }

    /// Asks the agent for an action, by the rules.
    pub fn ask(&mut self, state: &State, player: usize, rules: Rules, witness: Witness<'_>) -> Action {
        let meter = Meter::start(rules.budget.of_tick(self.seed, state.tick()));
        let Some(agent) = &mut self.agent else { return Action::Nil };
        if !state.observe().is_avatar_alive(player) {
            return Action::Nil;
        }
        let answer = catch_unwind(AssertUnwindSafe(|| agent.act(Turn::new(state, player, &meter, witness))));
        let took = self.book(&meter);
        let action = match answer {
            Ok(action) => action,
            Err(panic) => {
                self.disqualify_for_panic(state.tick(), &*panic);
                return Action::Nil;
            }
        };
        let (Some(took), Some(limit)) = (took, rules.budget.time_limit()) else { return action };
        if took <= limit {
            return action;
        }
        self.overspends += 1;
        if rules.lenient {
            return action;
        }
        let forgiven = limit + limit / 4;
        if took > forgiven {
            self.disqualify(Disqualified::LateAnswer { tick: state.tick(), took, limit: forgiven });
        }
        Action::Nil
    }

    /// Notes what a decision has cost; returns how long it took, where time is limited.
    fn book(&mut self, meter: &Meter) -> Option<Duration> {
        let took = meter.elapsed();
        self.last = Spent { calls: meter.calls(), iterations: meter.iterations() };
        self.total.calls += self.last.calls;
        self.total.iterations += self.last.iterations;
        took
    }

    fn disqualify(&mut self, reason: Disqualified) {
        self.disqualified.get_or_insert(reason);
        // Whatever is wrong with the agent may come up again when it is taken down.
        let agent = self.agent.take();
        let _ = catch_unwind(AssertUnwindSafe(|| drop(agent)));
    }

    fn disqualify_for_panic(&mut self, tick: i32, panic: &(dyn Any + Send)) {
        if let Some(Failure(reason)) = panic.downcast_ref() {
            return self.disqualify(Disqualified::Failed { tick, reason: reason.clone() });
        }
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let message = text.unwrap_or("no message").to_owned();
        self.disqualify(Disqualified::Panicked { tick, message });
    }
}

/// Plays a game for one player from beginning to end.
///
/// With budgets in calls or iterations the result is a pure function of the arguments.
pub fn play(world: &Arc<World>, seed: i64, entrant: Entrant<'_>, rules: Rules) -> GameResult {
    let mut game = Match::new(world, seed, &[entrant], rules);
    while !game.is_over() {
        game.step();
    }
    game.result()
}
