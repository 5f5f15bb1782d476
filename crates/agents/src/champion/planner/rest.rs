//! Where a game can be waited in: doing nothing leads back to the same situation, again and again.

use ludex_engine::{Action, SlotView};

use crate::interface::{Rng, Simulator, Turn};

/// What is seen of a world while nothing is done.
pub(super) struct Watch {
    trial: Simulator,
    before: Simulator,
    situations: Vec<u64>,
    /// Types whose sprites move, come or go by themselves.
    pub movers: Vec<bool>,
}

/// The most ticks until a situation comes again.
const PERIOD: usize = 40;
/// How many ticks of doing nothing are looked at: the second half must show the longest period twice.
const LONGEST: usize = 4 * PERIOD;

/// A place to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rest {
    /// After so many ticks of doing nothing ...
    pub settle: usize,
    /// ... the same situation comes every so many ticks.
    pub period: usize,
}

impl Watch {
    pub fn new(simulator: &Simulator) -> Watch {
        Watch {
            trial: simulator.clone(),
            before: simulator.clone(),
            situations: Vec::new(),
            movers: vec![false; simulator.observation().type_count()],
        }
    }

    /// Looks for the situation that comes again if nothing is done.
    pub fn find(&mut self, turn: Turn<'_>, from: &Simulator, rng: &mut Rng) -> Option<Rest> {
        self.trial.copy_from(turn, from, rng);
        self.situations.clear();
        self.situations.push(self.trial.situation());
        let score = self.trial.score();
        for _ in 0..LONGEST {
            self.before.clone_from(&self.trial);
            let goes_on = self.trial.advance(turn, Action::Nil) && !self.trial.is_over();
            if !goes_on || self.trial.score() < score {
                return None;
            }
            self.note_movers();
            self.situations.push(self.trial.situation());
        }
        period(&self.situations)
    }

    fn note_movers(&mut self) {
        let (was, is) = (self.before.observation(), self.trial.observation());
        let mut old = was.slots();
        let mut note = |slot: Option<SlotView<'_>>| {
            let kind = slot.filter(|slot| !slot.is_avatar()).map(|slot| usize::from(slot.type_id()));
            if let Some(mover) = kind.and_then(|kind| self.movers.get_mut(kind)) {
                *mover = true;
            }
        };
        for slot in is.slots() {
            let before = old.next().flatten();
            let look = |slot: Option<SlotView<'_>>| slot.map(|slot| (slot.id(), slot.position()));
            if look(before) != look(slot) {
                note(before);
                note(slot);
            }
        }
        old.for_each(note);
    }
}

/// The shortest period with which the second half of a list repeats itself, and where that begins.
fn period(situations: &[u64]) -> Option<Rest> {
    let last = situations.len() - 1;
    let half = situations.len() / 2;
    let repeats =
        |period: usize, from: usize| situations[from..].iter().eq(&situations[from - period..=last - period]);
    let period = (1..=PERIOD.min(situations.len() / 4)).find(|&period| repeats(period, half + period))?;
    let settle = (0..half).find(|&settle| repeats(period, settle + period)).unwrap_or(half);
    Some(Rest { settle, period })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_again_has_a_period_and_a_beginning() {
        let list = |f: fn(u64) -> u64| (0..100).map(f).collect::<Vec<u64>>();
        assert_eq!(period(&list(|_| 7)), Some(Rest { settle: 0, period: 1 }));
        assert_eq!(period(&list(|n| n % 4)), Some(Rest { settle: 0, period: 4 }));
        assert_eq!(
            period(&list(|n| if n < 6 { 100 + n } else { n % 3 })),
            Some(Rest { settle: 6, period: 3 })
        );
        assert_eq!(period(&list(|n| n)), None);
    }
}
