//! How new a state is, by what a tick has changed.

use super::open::NOTHING_NEW;
use super::situation::Change;
use super::tables::Bits;
use crate::kit::sets::mix;

/// Bits for what is new.
const BITS: usize = 1 << 26;

/// What has been seen of single things, and of the avatar together with one of them, for each value of the counters.
#[derive(Debug)]
pub(super) struct Novelty {
    single: Bits,
    pairs: Bits,
}

impl Default for Novelty {
    fn default() -> Novelty {
        Novelty { single: Bits::new(BITS), pairs: Bits::new(BITS) }
    }
}

impl Novelty {
    pub fn clear(&mut self) {
        self.single.clear();
        self.pairs.clear();
    }

    /// How new a state is that has been compared with the one before: 0 if the avatar never stood like this with these counters, 1
    /// for something else that was never so with them, 2 for something that never was while the avatar stood like this.
    pub fn class(&mut self, change: &Change, counters: u64) -> u8 {
        let place = self.single.insert(mix(counters, change.stance));
        let (mut single, mut pair) = (false, false);
        for &atom in &change.atoms {
            single |= self.single.insert(mix(counters, atom));
            pair |= self.pairs.insert(mix(mix(counters, change.stance), atom));
        }
        [place, single, pair].iter().position(|new| *new).map_or(NOTHING_NEW, |class| class as u8)
    }
}
