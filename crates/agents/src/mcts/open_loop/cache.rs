//! States that nodes have in stock.

use crate::interface::{Rng, Simulator, Turn};

/// The most states in stock. They are a convenience: what does not fit is not kept.
const MOST_STATES: usize = 4096;

const NONE: u32 = u32::MAX;

/// The states of a node: the first of a linked list in the [`Cache`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stack(u32);

impl Default for Stack {
    fn default() -> Stack {
        Stack(NONE)
    }
}

impl Stack {
    /// Is there none?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == NONE
    }
}

/// The stock. Places of states that are no longer needed are used again, with their memory.
#[derive(Debug)]
pub(super) struct Cache {
    slots: Vec<Slot>,
    free: Stack,
}

#[derive(Debug)]
struct Slot {
    /// In a box, because states change places all the time.
    state: Box<Simulator>,
    next: u32,
    /// Is it in the list of a node? Only true while [`Cache::sweep`] counts.
    used: bool,
}

impl Cache {
    pub fn new() -> Cache {
        Cache { slots: Vec::new(), free: Stack::default() }
    }

    /// The state on top of a stack.
    #[inline]
    pub fn top(&self, stack: Stack) -> Option<&Simulator> {
        self.slots.get(stack.0 as usize).map(|slot| &*slot.state)
    }

    /// Puts a state on a stack. The simulator is left with what is no use to anybody.
    pub fn push(&mut self, stack: &mut Stack, state: &mut Box<Simulator>) {
        let Some(id) = self.slot(state) else { return };
        std::mem::swap(&mut self.slots[id as usize].state, state);
        self.link(stack, id);
    }

    /// Puts a copy of a state on a stack.
    pub fn push_copy(&mut self, turn: Turn<'_>, stack: &mut Stack, state: &Simulator, rng: &mut Rng) {
        let Some(id) = self.slot(state) else { return };
        self.slots[id as usize].state.copy_from(turn, state, rng);
        self.link(stack, id);
    }

    /// Takes the top off a stack that has one, in exchange for the state that the simulator has now.
    pub fn exchange(&mut self, stack: &mut Stack, state: &mut Box<Simulator>, give_to: Option<&mut Stack>) {
        let id = stack.0;
        let Some(slot) = self.slots.get_mut(id as usize) else { return };
        std::mem::swap(&mut slot.state, state);
        stack.0 = slot.next;
        match give_to {
            Some(other) => self.link(other, id),
            None => self.release(id),
        }
    }

    fn link(&mut self, stack: &mut Stack, id: u32) {
        self.slots[id as usize].next = stack.0;
        stack.0 = id;
    }

    fn release(&mut self, id: u32) {
        self.slots[id as usize].next = self.free.0;
        self.free.0 = id;
    }

    /// A place for a state. Places come in batches, so that a search has soon got all that it will ever need.
    fn slot(&mut self, pattern: &Simulator) -> Option<u32> {
        if self.free.is_empty() {
            let more = self.slots.len().max(16).min(MOST_STATES - self.slots.len());
            for _ in 0..more {
                self.slots.push(Slot { state: Box::new(pattern.clone()), next: NONE, used: false });
                self.release(self.slots.len() as u32 - 1);
            }
        }
        let id = self.free.0;
        self.free.0 = self.slots.get(id as usize)?.next;
        Some(id)
    }

    /// Forgets all states. The stacks that lead to them must be forgotten too.
    pub fn clear(&mut self) {
        self.free = Stack::default();
        (0..self.slots.len() as u32).rev().for_each(|id| self.release(id));
    }

    /// Marks the states of a stack as needed; [`Cache::sweep`] forgets the others.
    pub fn mark(&mut self, stack: Stack) {
        let mut id = stack.0;
        while let Some(slot) = self.slots.get_mut(id as usize) {
            slot.used = true;
            id = slot.next;
        }
    }

    /// Forgets all states that have not been marked.
    pub fn sweep(&mut self) {
        self.free = Stack::default();
        for id in (0..self.slots.len() as u32).rev() {
            if !std::mem::take(&mut self.slots[id as usize].used) {
                self.release(id);
            }
        }
    }
}
