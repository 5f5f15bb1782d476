//! The states of nodes that wait. Those that are given back are used again.

use crate::interface::Simulator;

/// The most states, and the most bytes that they may take.
const MOST_STATES: usize = 1 << 15;
const MOST_BYTES: usize = 256 << 20;

#[derive(Debug, Default)]
pub(super) struct Stock {
    states: Vec<Simulator>,
    free: Vec<u32>,
    /// How many there may be of this size.
    pub most: usize,
}

impl Stock {
    /// Takes all states back, for a search that begins with this one. Returns where that is.
    pub fn begin(&mut self, first: &Simulator) -> u32 {
        self.free.clear();
        self.free.extend((0..self.states.len() as u32).rev());
        self.most = (MOST_BYTES / first.bytes().max(1)).clamp(64, MOST_STATES);
        if self.states.is_empty() {
            self.states.push(first.clone());
            self.free.push(0);
        }
        let place = self.take(0);
        self.states[place as usize].clone_from(first);
        self.states[place as usize].forget_events();
        place
    }

    pub fn get(&self, place: u32) -> &Simulator {
        &self.states[place as usize]
    }

    /// A place for a state that will be like another one.
    pub fn take(&mut self, pattern: u32) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            let state = self.states[pattern as usize].clone();
            self.states.push(state);
            self.states.len() as u32 - 1
        })
    }

    pub fn give_back(&mut self, place: u32) {
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

    /// Is there no room for all that one node leads to?
    pub fn is_full(&self) -> bool {
        self.states.len() - self.free.len() + 8 > self.most
    }
}
