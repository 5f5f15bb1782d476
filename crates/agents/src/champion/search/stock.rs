//! The states of nodes that wait. Those that are given back are used again.

use crate::interface::{Rng, Simulator, Turn};

/// The most states, and the most bytes that they may take if they stay as large as the first.
const MOST_STATES: usize = 1 << 15;
const MOST_BYTES: usize = 256 << 20;

#[derive(Debug, Default)]
pub(super) struct Stock {
    states: Vec<Simulator>,
    free: Vec<u32>,
    /// How many there may be of the size of the first.
    pub most: usize,
    /// How large those are that are kept, and all together.
    sizes: Vec<u32>,
    bytes: usize,
}

impl Stock {
    /// Takes all states back, for a search that begins with this one. Returns where that is.
    pub fn begin(&mut self, first: &Simulator) -> u32 {
        self.free.clear();
        self.free.extend((0..self.states.len() as u32).rev());
        self.sizes.fill(0);
        self.bytes = 0;
        self.most = (MOST_BYTES / first.bytes().max(1)).clamp(64, MOST_STATES);
        if self.states.is_empty() {
            self.states.push(first.clone());
            self.sizes.push(0);
            self.free.push(0);
        }
        let place = self.free.pop().unwrap_or(0);
        self.states[place as usize].clone_from(first);
        self.states[place as usize].forget_events();
        place
    }

    pub fn get(&self, place: u32) -> &Simulator {
        &self.states[place as usize]
    }

    /// Copies a state to another place.
    pub fn copy(&mut self, turn: Turn<'_>, from: u32, rng: &mut Rng) -> u32 {
        let Some(to) = self.free.pop() else {
            let copy = self.states[from as usize].copy(turn, rng);
            self.states.push(copy);
            self.sizes.push(0);
            return self.states.len() as u32 - 1;
        };
        if let Some([from, to]) = self.pair(from, to) {
            to.copy_from(turn, from, rng);
        }
        to
    }

    pub fn get_mut(&mut self, place: u32) -> &mut Simulator {
        &mut self.states[place as usize]
    }

    /// Notes that a state is not given back at once.
    pub fn keep(&mut self, place: u32) {
        let bytes = self.states[place as usize].bytes();
        self.sizes[place as usize] = bytes as u32;
        self.bytes += bytes;
    }

    pub fn give_back(&mut self, place: u32) {
        self.bytes -= std::mem::take(&mut self.sizes[place as usize]) as usize;
        self.free.push(place);
    }

    /// Two different places.
    pub fn pair(&mut self, one: u32, other: u32) -> Option<[&mut Simulator; 2]> {
        self.states.get_disjoint_mut([one as usize, other as usize]).ok()
    }

    /// Does nobody wait?
    pub fn is_idle(&self) -> bool {
        self.free.len() == self.states.len()
    }

    /// How many states should be left when there is no room for all that one node leads to.
    pub fn too_many(&self) -> Option<usize> {
        let used = self.states.len() - self.free.len();
        if used + 8 > self.most {
            Some(self.most / 2)
        } else {
            (self.bytes > 2 * MOST_BYTES).then_some(used / 2)
        }
    }
}
