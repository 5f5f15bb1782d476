//! One environment of a batch: a row of games, one after the other.

use std::sync::Arc;

use ludex_engine::{Action, Winner};

use crate::rows::{RowShape, Shown};
use crate::seeds::next_seed;
use crate::session::Session;
use crate::stage::Stage;
use crate::views::View;

/// One environment.
pub(crate) struct Lane {
    /// The levels it may play, all of one game.
    stages: Vec<Arc<Stage>>,
    /// Where the views of these levels begin in the batch's list.
    pub first_view: usize,
    /// The level that is played.
    level: usize,
    pub session: Session,
    pub started: bool,
    pub ended: bool,
    /// What the batch's actions mean here; NIL where the game does not have them.
    pub actions: Vec<Action>,
}

/// What a step brings, besides the state.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Ending {
    pub terminated: bool,
    pub truncated: bool,
}

/// How steps are rewarded and when games are broken off.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms {
    pub max_ticks: i32,
    pub win_reward: f64,
    pub loss_reward: f64,
}

impl Lane {
    pub fn new(stages: Vec<Arc<Stage>>, first_view: usize, all: &[Action]) -> Option<Lane> {
        let first = stages.first()?;
        let own = |action: &Action| if first.actions().contains(action) { *action } else { Action::Nil };
        Some(Lane {
            session: Session::new(first, 0),
            actions: all.iter().map(own).collect(),
            stages,
            first_view,
            level: 0,
            started: false,
            ended: true,
        })
    }

    pub fn stage(&self) -> &Arc<Stage> {
        &self.stages[self.level]
    }

    pub fn stages(&self) -> &[Arc<Stage>] {
        &self.stages
    }

    /// Which of the batch's views shows the present level.
    pub fn view(&self) -> usize {
        self.first_view + self.level
    }

    /// Begins a game. Which level is played follows from the seed.
    pub fn start(&mut self, seed: i64) {
        let draw = next_seed(seed ^ 0x5DEE_CE66).cast_unsigned();
        self.level = ((u128::from(draw) * self.stages.len() as u128) >> 64) as usize;
        self.session.restart(&self.stages[self.level], seed);
        (self.started, self.ended) = (true, false);
    }

    /// Begins the game after the present one.
    pub fn start_next(&mut self) {
        self.start(next_seed(self.session.seed()));
    }

    /// Goes on from another moment of the game, on the level of this number.
    pub fn take_up(&mut self, level: usize, session: &Session, terms: Terms) {
        self.level = level;
        self.session.clone_from(session);
        self.started = true;
        self.ended = session.state().is_over() || session.state().tick() >= terms.max_ticks;
    }

    /// Plays a tick with the batch's actions of these numbers, and writes the players' rewards.
    pub fn step(&mut self, numbers: &[i64], terms: Terms, rewards: &mut [f64]) -> Ending {
        let mut actions = [Action::Nil; 2];
        for (action, number) in actions.iter_mut().zip(numbers) {
            *action = self.actions[*number as usize];
        }
        let players = rewards.len();
        for (player, reward) in rewards.iter_mut().enumerate() {
            *reward = -self.session.state().score(player);
        }
        self.session.play(&actions[..players.min(2)]);
        let state = self.session.state();
        let mut decided = false;
        for (player, reward) in rewards.iter_mut().enumerate() {
            *reward += state.score(player);
            match state.winner(player) {
                Winner::Wins => *reward += terms.win_reward,
                Winner::Loses => *reward += terms.loss_reward,
                Winner::None => {}
            }
            decided |= state.winner(player) != Winner::None;
        }
        let over = state.is_over();
        let terminated = over && decided;
        let truncated = !terminated && (over || state.tick() >= terms.max_ticks);
        self.ended = terminated || truncated;
        Ending { terminated, truncated }
    }

    /// Writes what there is to know of the present state into a row.
    pub fn show(&self, row: usize, shape: RowShape, views: &[View], shown: &mut Shown<'_>) {
        let state = self.session.state();
        let seats = row * shape.players..(row + 1) * shape.players;
        for (player, seat) in seats.enumerate() {
            shown.scores[seat] = state.score(player);
            shown.winners[seat] = i64::from(state.winner(player).key());
            let mask = &mut shown.masks[seat * shape.actions..(seat + 1) * shape.actions];
            self.mask(player, mask);
        }
        shown.ticks[row] = i64::from(state.tick());
        shown.levels[row] = self.level as i64;
        views[self.view()].write(state, shown.observations.row(row, shape.observation));
    }

    /// Marks the actions that a player's avatar has. NIL is always one, even after the end.
    pub fn mask(&self, player: usize, mask: &mut [i8]) {
        let own = self.session.state().actions(player);
        for ((place, action), first) in mask.iter_mut().zip(&self.actions).zip((0..).map(|i| i == 0)) {
            *place = i8::from(first || (*action != Action::Nil && own.contains(action)));
        }
    }
}
