//! A game with everything that has been played of it: lines of play, and what agents thought on the way.

mod frame;
mod lines;
mod seats;
mod thought;

use std::sync::Arc;

use ludex_agents::{AgentSpec, Budget};
use ludex_engine::{Action, State};
use serde_json::{Value, json};

use crate::games::Scenery;
use crate::limits;

pub(crate) use frame::Frame;
use lines::{By, Line, Lines};
pub(crate) use lines::{letters, read_letters};
use seats::Seats;
pub(crate) use thought::ask;

/// Who moves for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Control {
    Agent,
    Person,
}

/// Agents and their seeds and budget.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Players {
    /// An agent for each player, as far as there are.
    pub agents: Vec<AgentSpec>,
    pub budget: Budget,
    /// Late answers are taken nevertheless.
    pub lenient: bool,
    pub agent_seeds: [u64; 2],
}

/// A game that is looked at.
pub(crate) struct Board {
    scenery: Arc<Scenery>,
    seed: i64,
    players: Players,
    control: [Control; 2],
    chosen: [Option<Action>; 2],
    lines: Lines,
    /// The tick that is looked at, on the current line.
    at: usize,
    state: State,
    seats: Seats,
}

impl Board {
    /// A game before its first tick.
    pub fn new(scenery: Arc<Scenery>, seed: i64, players: Players) -> Board {
        let state = State::new(scenery.stage.world(), seed);
        Board {
            lines: Lines::new(state.score(0)),
            seats: Seats::default(),
            control: [Control::Agent; 2],
            chosen: [None; 2],
            at: 0,
            state,
            scenery,
            seed,
            players,
        }
    }

    pub fn scenery(&self) -> &Arc<Scenery> {
        &self.scenery
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn seed(&self) -> i64 {
        self.seed
    }

    pub fn at(&self) -> usize {
        self.at
    }

    /// Has everything been seen that there is on this line, and can nothing follow?
    pub fn is_at_end(&self) -> bool {
        self.at >= self.line().len() && self.is_over()
    }

    fn is_over(&self) -> bool {
        self.state.is_over() || self.at >= limits::TICKS
    }

    fn line(&self) -> &Line {
        self.lines.current()
    }

    /// Did a person play all of the current line?
    pub fn is_by_person(&self) -> bool {
        self.line().len() > 0 && self.line().all_by(By::Person)
    }

    /// The actions of the current line.
    pub fn actions(&self) -> &[[Action; 2]] {
        self.line().actions()
    }

    pub fn set_control(&mut self, player: usize, control: Control) {
        if let Some(own) = self.control.get_mut(player) {
            *own = control;
        }
        self.chosen = [None; 2];
    }

    pub fn is_person(&self) -> bool {
        let players = self.state.world().players().min(2);
        self.control[..players].contains(&Control::Person)
    }

    /// A person chooses what to do in the next tick.
    pub fn choose(&mut self, player: usize, action: Action) {
        if player < self.state.world().players().min(2) {
            self.control[player] = Control::Person;
            self.chosen[player] = Some(action);
        }
    }

    /// Have all people who are still in the game chosen?
    pub fn is_ready(&self) -> bool {
        let seen = self.state.observe();
        let players = 0..self.state.world().players().min(2);
        let waits = |player: usize| {
            self.control[player] == Control::Person
                && self.chosen[player].is_none()
                && seen.is_avatar_alive(player)
        };
        self.chosen.iter().any(Option::is_some) && !players.into_iter().any(waits)
    }

    /// Goes to a tick of the current line, or to its end.
    pub fn go_to(&mut self, tick: usize) {
        let tick = tick.min(self.line().len());
        if tick < self.at {
            self.state = State::new(self.scenery.stage.world(), self.seed);
            self.at = 0;
        }
        while self.at < tick {
            self.replay_tick();
        }
    }

    fn replay_tick(&mut self) {
        let players = self.state.world().players().min(2);
        let line = self.lines.current();
        let actions = line.actions()[self.at];
        self.state.play(&actions[..players]);
        self.at += 1;
        if line.is_left_at(self.at) {
            self.state.escape();
        }
    }

    /// Looks at another line, at the same tick if it has one.
    pub fn look_at_line(&mut self, id: u32) {
        if self.lines.choose(id) {
            let at = self.at.min(self.lines.current().len());
            self.at = usize::MAX;
            self.go_to(at);
        }
    }

    /// Plays actions that somebody wrote down, up to the end of the game.
    pub fn replay(&mut self, actions: &[[Action; 2]]) {
        for both in actions.iter().take(limits::TICKS) {
            if self.is_over() {
                break;
            }
            self.play(*both, By::Record, None, None);
        }
    }

    /// The next tick: of the line, if there is one; else the agents and people play it. People who have not chosen stand still.
    /// False if nothing happened.
    pub fn step(&mut self) -> bool {
        if self.at < self.line().len() && !self.chosen.iter().any(Option::is_some) {
            self.replay_tick();
            return true;
        }
        if self.is_over() {
            return false;
        }
        if self.at < self.line().len() {
            self.lines.branch(self.at);
        }
        self.play_live();
        true
    }

    /// Agents go on from here, although the line has a future: it becomes another line.
    pub fn branch(&mut self) {
        if self.at < self.line().len() {
            self.lines.branch(self.at);
        }
    }

    fn play_live(&mut self) {
        let count = self.state.world().players().min(2);
        let before = self.state.clone();
        let mut actions = [Action::Nil; 2];
        let mut minds: Vec<Value> = Vec::new();
        let (mut value, mut note, mut left) = (None, None, false);
        for (player, played) in actions.iter_mut().enumerate().take(count) {
            let action = match self.control[player] {
                Control::Person => self.chosen[player].take().unwrap_or(Action::Nil),
                Control::Agent => {
                    match self.seats.ask(&self.players, player, &self.state, (self.lines.id(), self.at)) {
                        None => Action::Nil,
                        Some(Err(out)) => {
                            (note, left) =
                                (Some(format!("player {} is disqualified: {out}", player + 1)), true);
                            Action::Nil
                        }
                        Some(Ok(answer)) => {
                            left |= answer.action == Action::Escape;
                            let legal = self.state.legal(player, answer.action);
                            let mind =
                                thought::Mind { player, chosen: legal, answer: &answer, before: &before };
                            let name =
                                self.players.agents.get(player).map(AgentSpec::to_string).unwrap_or_default();
                            if player == 0 || value.is_none() {
                                value = mind.value();
                            }
                            minds.push(mind.to_json(&name));
                            answer.action
                        }
                    }
                }
            };
            *played = self.state.legal(player, action);
        }
        let by = if self.is_person() { By::Person } else { By::Agent };
        let thought = (!minds.is_empty()).then(|| Value::from(minds).to_string());
        self.play(actions, by, thought, value);
        if left {
            self.state.escape();
            self.lines.leave(note);
        }
        self.seats.moved((self.lines.id(), self.at));
    }

    fn play(&mut self, actions: [Action; 2], by: By, thought: Option<String>, value: Option<f64>) {
        let players = self.state.world().players().min(2);
        let legal = [0, 1].map(|player| {
            if player < players { self.state.legal(player, actions[player]) } else { Action::Nil }
        });
        self.state.play(&legal[..players]);
        self.at += 1;
        self.lines.push(legal, by, self.state.score(0), value, thought);
    }

    /// Puts an agent's advice for the present state into words, without playing it.
    pub fn ask(&self, agent: &AgentSpec, budget: Budget, player: usize) -> Result<Value, String> {
        ask(&self.state, agent, budget, player)
    }

    /// Values and scores from a tick on.
    pub fn points(&self, from: usize) -> Value {
        json!({ "line": self.lines.id(), "from": from, "points": self.line().points(from) })
    }

    /// The actions up to the present tick as letters, for links.
    pub fn letters(&self) -> String {
        letters(&self.line().actions()[..self.at], self.state.world().players())
    }

    /// What the page is to show now.
    pub fn frame(&self, extra: &Value) -> Frame {
        frame::frame(self, extra)
    }
}
