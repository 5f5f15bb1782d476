//! How much a world may grow within a search.
//!
//! In some games sprites double in every tick, all in one place, until a tick takes as long as a million of others, and a state has thousands
//! of them. A search that kept such states would find nothing else new, and its memory would have no bound.

use crate::interface::Simulator;

/// How many times as large as the first state others may be, and by how many bytes in any case.
const MOST: (usize, usize) = (8, 32 << 10);
/// Beyond this size it is asked how many sprites are in one place; as against the first state of the first search.
const LARGE: (usize, usize) = (2, 8 << 10);
/// So many sprites may be in one place: each of them meets all others.
const HEAP: usize = 48;

/// Says which states have grown too much since the first one of a search.
#[derive(Debug, Default)]
pub(crate) struct Growth {
    large: usize,
    most: usize,
    places: Vec<(i32, i32)>,
}

impl Growth {
    /// A search begins with this state.
    pub fn begin(&mut self, first: &Simulator) {
        let grown = |(times, bytes): (usize, usize)| times * first.bytes() + bytes;
        self.most = grown(MOST);
        if self.large == 0 {
            self.large = grown(LARGE);
        }
    }

    /// Is a state not to be looked at any further?
    #[inline]
    pub fn is_too_much(&mut self, state: &Simulator) -> bool {
        let bytes = state.bytes();
        bytes > self.large && (bytes > self.most || self.has_heap(state))
    }

    #[cold]
    fn has_heap(&mut self, state: &Simulator) -> bool {
        self.places.clear();
        self.places.extend(state.observation().slots().flatten().map(|slot| slot.position()));
        self.places.sort_unstable();
        self.places.windows(HEAP).any(|window| window[0] == window[HEAP - 1])
    }
}
