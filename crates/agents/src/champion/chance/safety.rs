//! How dangerous each action is: how often it leads to where nothing helps any more.

use ludex_engine::{Action, Winner};

use crate::interface::{Rng, Simulator, Turn};
use crate::ybcriber::Model;

/// How far ahead the avatar must get, and how many ways are tried before it counts as lost.
const AHEAD: usize = 10;
const WAYS: usize = 12;
/// Samples of each action, and the part of the budget that they may take.
const SAMPLES: usize = 60;
const SHARE: f64 = 0.3;
/// If as many samples of each show no danger, there is none.
const CALM: usize = 8;
/// Of so many samples one looks further ahead: that takes ten times as many calls.
const LOOK_EVERY: usize = 4;

#[derive(Debug, Clone, Copy, Default)]
struct Tries {
    /// How often it was tried, and how often that killed.
    tries: f64,
    deaths: f64,
    /// How often somebody looked further ahead, and nothing helped any more.
    looks: f64,
    lost: f64,
}

/// The dangers of the present state.
pub(super) struct Safety {
    counts: [Tries; Action::ALL.len()],
    first: Simulator,
    way: Simulator,
}

impl Safety {
    pub fn new(simulator: &Simulator) -> Safety {
        Safety {
            counts: [Tries::default(); Action::ALL.len()],
            first: simulator.clone(),
            way: simulator.clone(),
        }
    }

    /// How often an action is the beginning of the end.
    pub fn risk(&self, action: Action) -> f64 {
        let Tries { tries, deaths, looks, lost } = self.counts[action as usize];
        let (deaths, lost) = (deaths / tries.max(1.0), lost / looks.max(1.0));
        1.0 - (1.0 - deaths) * (1.0 - lost)
    }

    /// The least risk that there is.
    pub fn least(&self, actions: &[Action]) -> f64 {
        actions.iter().map(|&action| self.risk(action)).fold(1.0, f64::min)
    }

    /// Tries all actions of the present state, again and again: fewer times those that are clearly worse than others.
    pub fn look(
        &mut self,
        turn: Turn<'_>,
        present: &Simulator,
        actions: &[Action],
        model: &mut Model,
        rng: &mut Rng,
    ) {
        self.counts = [Tries::default(); Action::ALL.len()];
        for round in 0..SAMPLES {
            let least = self.least(actions);
            if round == CALM && actions.iter().all(|&action| self.risk(action) == 0.0) {
                return;
            }
            for &action in actions {
                let Tries { tries, .. } = self.counts[action as usize];
                let margin = 1.0 / (1.0 + tries).sqrt();
                if round > 2 && self.risk(action) > least + margin {
                    continue;
                }
                if turn.spent() >= SHARE {
                    return;
                }
                self.first.copy_from(turn, present, rng);
                if !self.first.advance(turn, action) {
                    return;
                }
                model.learn(present, action, &self.first);
                let died = self.first.winner() == Winner::Loses;
                let looks = !died && round % LOOK_EVERY == 0;
                let lost = looks && self.is_lost(turn, rng);
                let count = &mut self.counts[action as usize];
                count.tries += 1.0;
                count.deaths += f64::from(u8::from(died));
                count.looks += f64::from(u8::from(looks));
                count.lost += f64::from(u8::from(lost));
            }
        }
    }

    /// Does every way that is tried end soon?
    fn is_lost(&mut self, turn: Turn<'_>, rng: &mut Rng) -> bool {
        let actions = self.first.actions();
        !self.first.is_over()
            && !(0..WAYS).any(|_| {
                self.way.copy_from(turn, &self.first, rng);
                // Ways with few turns get further than those that dither.
                let mut action = Action::Nil;
                (0..AHEAD).all(|step| {
                    if step == 0 || rng.chance(0.5) {
                        action = match rng.below(actions.len() + 1) {
                            0 => Action::Nil,
                            n => actions[n - 1],
                        };
                    }
                    // Without budget nothing is known, and nothing is feared.
                    self.way.is_over()
                        || !self.way.advance(turn, action)
                        || self.way.winner() != Winner::Loses
                })
            })
    }
}
