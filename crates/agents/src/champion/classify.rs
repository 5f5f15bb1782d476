//! What kind of game it is.

use ludex_engine::{Action, Winner};

use crate::interface::{Rng, Simulator, Turn};

/// No game is longer than this.
const LONGEST: i32 = 2000;
/// Twin games with the same actions, and how long each is.
const TWINS: (usize, usize) = (40, 40);
/// The part of the budget that twins may take.
const TWIN_SHARE: f64 = 0.1;
/// A world stands still if nothing changes in so many ticks, after so many others.
const STILL: (usize, usize) = (17, 50);

/// What is known of a game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traits {
    /// Does the same always lead to the same?
    pub deterministic: bool,
    /// Does nothing happen unless the avatar acts?
    pub still: bool,
    /// The last tick.
    pub length: i32,
    /// Does doing nothing win?
    pub waiting_wins: bool,
}

impl Traits {
    /// Of a game that nothing is known of: it is taken for one without chance until it surprises.
    pub const UNKNOWN: Traits =
        Traits { deterministic: true, still: false, length: LONGEST, waiting_wins: false };

    /// Of a game for two: whatever happens while the other player stands still, he will not.
    pub const OF_TWO: Traits = Traits { deterministic: false, ..Traits::UNKNOWN };
}

/// Finds out with a part of the budget.
pub(super) fn classify(turn: Turn<'_>, present: &Simulator, rng: &mut Rng) -> Traits {
    let mut trial = present.clone();
    let mut twin = present.clone();
    let still = stands_still(turn, present, &mut trial, rng);
    let (length, waiting_wins) = wait(turn, present, &mut trial, rng);
    let deterministic = !twins_differ(turn, present, (&mut trial, &mut twin), rng);
    Traits { deterministic, still: still && deterministic, length, waiting_wins }
}

/// Plays the same actions twice, again and again. Does chance make a difference?
fn twins_differ(
    turn: Turn<'_>,
    present: &Simulator,
    (one, other): (&mut Simulator, &mut Simulator),
    rng: &mut Rng,
) -> bool {
    let begin = turn.spent();
    for _ in 0..TWINS.0 {
        one.copy_from(turn, present, rng);
        other.copy_from(turn, present, rng);
        for _ in 0..TWINS.1 {
            if one.is_over() || turn.spent() - begin > TWIN_SHARE {
                break;
            }
            let action = match rng.below(one.actions().len() + 1) {
                0 => Action::Nil,
                n => one.actions()[n - 1],
            };
            if !(one.advance(turn, action) && other.advance(turn, action)) {
                return false;
            }
            let same = one.is_over() == other.is_over() && one.score() == other.score();
            if !same || !one.is_over() && one.situation() != other.situation() {
                return true;
            }
        }
    }
    false
}

/// Does nothing change as long as the avatar does nothing?
fn stands_still(turn: Turn<'_>, present: &Simulator, trial: &mut Simulator, rng: &mut Rng) -> bool {
    trial.copy_from(turn, present, rng);
    let wait = |n: usize, trial: &mut Simulator, same: Option<u64>| {
        (0..n).all(|_| {
            !trial.is_over()
                && trial.advance(turn, Action::Nil)
                && same.is_none_or(|same| !trial.is_over() && trial.situation() == same)
        })
    };
    wait(STILL.0, trial, None) && {
        let now = trial.situation();
        wait(STILL.1, trial, Some(now))
    }
}

/// How long the game is, and whether waiting wins it.
fn wait(turn: Turn<'_>, present: &Simulator, trial: &mut Simulator, rng: &mut Rng) -> (i32, bool) {
    trial.copy_from(turn, present, rng);
    while !trial.is_over() && trial.observation().tick() < LONGEST && turn.spent() < TWIN_SHARE {
        if !trial.advance(turn, Action::Nil) {
            break;
        }
    }
    let (tick, winner) = (trial.observation().tick(), trial.winner());
    match winner {
        // Nothing but the clock ends a game that long after the avatar has stopped.
        Winner::Wins => (tick, true),
        Winner::Loses if tick >= 500 => (tick, false),
        _ => (LONGEST, false),
    }
}
