//! What has been true in any state, and how new another state is.
//!
//! Atoms are a type of sprite in a cell, and how the avatar stands: its type, its cell and where it faces.

use ludex_engine::{Observation, Places, Vector};

/// How new a state is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Novelty {
    /// It has an atom that no state before had.
    Atom,
    /// It has a sprite where no state before with the avatar as it is had one.
    Pair,
    /// It has neither.
    None,
}

/// Remembers what has been true in any state.
#[derive(Debug, Default)]
pub(super) struct NoveltyTable {
    /// Are pairs of the avatar and a sprite remembered?
    pairs: bool,
    sprites: Places,
    /// Per avatar atom: its place in the order in which they were first seen, from 1; 0 if it has not been seen.
    avatars: Vec<u32>,
    /// How many avatar atoms have been seen.
    used: usize,
    /// With pairs: the sprites that were seen together with each of them, and sets left from earlier ticks.
    beside: Vec<Places>,
}

/// The ways an avatar can face: not at all, or in one of four directions.
const FACINGS: usize = 5;

impl NoveltyTable {
    pub fn new(pairs: bool) -> NoveltyTable {
        NoveltyTable { pairs, ..NoveltyTable::default() }
    }

    /// Forgets everything; the states to come are of the same game as this one.
    pub fn clear(&mut self, seen: &Observation<'_>) {
        let (columns, rows) = seen.grid_size();
        self.sprites.clear(seen);
        self.avatars.clear();
        self.avatars.resize(seen.type_count() * columns * rows * FACINGS, 0);
        self.used = 0;
    }

    /// How new is a state? What is true in it is remembered.
    pub fn novelty(&mut self, seen: &Observation<'_>, player: usize) -> Novelty {
        let new_sprite = self.sprites.add(seen);
        let Some(avatar) = avatar_atom(seen, player) else {
            return if new_sprite { Novelty::Atom } else { Novelty::None };
        };
        let new_avatar = self.avatars[avatar] == 0;
        if new_avatar {
            self.avatars[avatar] = self.name_avatar(seen);
        }
        let new_pair = self.pairs && self.beside[self.avatars[avatar] as usize - 1].add(seen);
        match (new_sprite || new_avatar, new_pair) {
            (true, _) => Novelty::Atom,
            (false, true) => Novelty::Pair,
            (false, false) => Novelty::None,
        }
    }

    /// Another avatar atom has been seen; with pairs it gets an empty set of sprites. Returns its number, from 1.
    fn name_avatar(&mut self, seen: &Observation<'_>) -> u32 {
        self.used += 1;
        if self.pairs {
            if self.beside.len() < self.used {
                self.beside.push(Places::default());
            }
            self.beside[self.used - 1].clear(seen);
        }
        self.used as u32
    }
}

/// How the avatar stands, as a number; `None` if it is not in the level.
fn avatar_atom(seen: &Observation<'_>, player: usize) -> Option<usize> {
    let (columns, rows) = seen.grid_size();
    let cell = seen.avatar_cell(player)?;
    let place = usize::from(seen.avatar_type(player)?) * columns * rows + cell;
    Some(place * FACINGS + facing(seen.avatar_orientation(player)))
}

fn facing((x, y): Vector) -> usize {
    match (x, y) {
        (x, y) if x == 0.0 && y == 0.0 => 0,
        (x, y) if x.abs() >= y.abs() => 1 + usize::from(x > 0.0),
        (_, y) => 3 + usize::from(y > 0.0),
    }
}
