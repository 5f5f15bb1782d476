//! How often actions kill.

use ludex_engine::{Action, Category, Observation, TypeId, Winner};

use super::danger::Danger;
use super::model::{self, Model};
use crate::interface::{Rng, Simulator, Turn};
use crate::kit::place;

/// The part of the budget that may be spent on counting.
const SHARE: f64 = 0.5;
/// In the first ticks the unknown is tried more often.
const EARLY: i32 = 50;
const MOST_ROUNDS: usize = 25;

/// The deaths of each action, as far as it has been tried.
#[derive(Debug, Clone, Copy, Default)]
struct Tries {
    deaths: f64,
    tries: f64,
    /// How often it is to be tried.
    wanted: usize,
}

/// Counts deaths.
#[derive(Debug)]
pub(super) struct Deaths {
    counts: [Tries; Action::ALL.len()],
    /// A second step after the first.
    second: Simulator,
}

impl Deaths {
    pub fn new(simulator: &Simulator) -> Deaths {
        Deaths { counts: [Tries::default(); Action::ALL.len()], second: simulator.clone() }
    }

    /// How often an action kills, as far as is known.
    pub fn rate(&self, action: Action) -> f64 {
        let Tries { deaths, tries, .. } = self.counts[action as usize];
        if tries == 0.0 { 0.0 } else { deaths / tries }
    }

    /// Is no action known to kill less often?
    pub fn is_safest(&self, action: Action, actions: &[Action]) -> bool {
        let least = actions.iter().map(|&other| self.rate(other)).fold(f64::INFINITY, f64::min);
        self.rate(action) <= least
    }

    /// Tries all actions in the present state, the more often the more dangerous it looks.
    #[expect(clippy::too_many_arguments, reason = "all of the agent's knowledge matters here")]
    pub fn count(
        &mut self,
        turn: Turn<'_>,
        actions: &[Action],
        present: &Simulator,
        trial: &mut Simulator,
        model: &mut Model,
        danger: &Danger,
        oriented: bool,
        rng: &mut Rng,
    ) {
        self.counts = [Tries::default(); Action::ALL.len()];
        let seen = present.observation();
        let player = present.player();
        let Some(avatar) = seen.avatar_type(player) else { return };
        let usual = usual_tries(&seen, player, avatar, model);
        for &action in actions {
            self.counts[action as usize].wanted = tries_for(&seen, player, action, usual, danger, oriented);
        }
        let careful = seen.avatar_speed(player) < 1.0 || model.is_chased(avatar);
        for round in 0..MOST_ROUNDS {
            let mut tried = false;
            for &action in actions {
                let Tries { wanted, .. } = self.counts[action as usize];
                if round >= wanted || round > 0 && !self.may_be_safest(action, actions) {
                    continue;
                }
                if turn.spent() >= SHARE {
                    return;
                }
                trial.copy_from(turn, present, rng);
                if !trial.advance(turn, action) {
                    return;
                }
                model.learn(present, action, trial);
                let mut died = trial.winner() == Winner::Loses;
                if !died && round == 0 {
                    died = careful && self.all_die(turn, trial, actions, rng)
                        || oriented
                            && action != Action::Nil
                            && self.all_die(turn, trial, &[action, Action::Nil], rng);
                }
                let count = &mut self.counts[action as usize];
                count.tries += 1.0;
                count.deaths += f64::from(u8::from(died));
                tried = true;
            }
            if !tried {
                return;
            }
        }
    }

    /// Does every one of these actions kill now?
    fn all_die(&mut self, turn: Turn<'_>, from: &Simulator, actions: &[Action], rng: &mut Rng) -> bool {
        !from.is_over()
            && actions.iter().all(|&action| {
                self.second.copy_from(turn, from, rng);
                self.second.advance(turn, action) && self.second.winner() == Winner::Loses
            })
    }

    /// Could more tries still make an action the safest?
    fn may_be_safest(&self, action: Action, actions: &[Action]) -> bool {
        let best = |tries: &Tries| tries.deaths / (tries.wanted.max(1) as f64);
        let worst = |tries: &Tries| {
            let wanted = tries.wanted.max(1) as f64;
            (tries.deaths + wanted - tries.tries).max(0.0) / wanted
        };
        let mine = best(&self.counts[action as usize]);
        actions.iter().all(|&other| other == action || mine <= worst(&self.counts[other as usize]))
    }
}

/// How often actions are tried that lead to nothing in particular.
fn usual_tries(seen: &Observation<'_>, player: usize, avatar: TypeId, model: &Model) -> usize {
    let (x, y) = seen.avatar_position(player);
    let reach = 2 * seen.block();
    let risky = seen.sprites().filter(|sprite| sprite.category != Category::Avatar).any(|sprite| {
        let near = (sprite.x - x as i32).abs() <= reach && (sprite.y - y as i32).abs() <= reach;
        let relation = model.relation(avatar, sprite.type_id);
        near && (relation.is_unknown() || model.is_random(sprite.type_id) && relation.may_kill())
    });
    match (risky, seen.tick() < EARLY) {
        (false, _) => 1,
        (true, true) => 5,
        (true, false) => 2,
    }
}

fn tries_for(
    seen: &Observation<'_>,
    player: usize,
    action: Action,
    usual: usize,
    danger: &Danger,
    oriented: bool,
) -> usize {
    let (x, y) = model::intended(seen, player, action);
    let step = seen.block();
    let around = [(0, 0), (0, -step), (0, step), (-step, 0), (step, 0)];
    if danger.level(place::cell(seen, x, y)) == 2 {
        usual.max(10)
    } else if oriented && around.iter().any(|(dx, dy)| danger.level(place::cell(seen, x + dx, y + dy)) == 2) {
        usual.max(8)
    } else {
        usual
    }
}
