//! Where sprites of which types have been: a set that states are added to, for searches that look for something new.

use crate::index::{FixtureId, Index, Kind};
use crate::observe::observation::Observation;
use crate::world::Compiled;

/// A set of places: a type of sprite in a cell. The number of a place is that of the type times the number of cells of the level, plus
/// that of the cell, counted row by row.
///
/// All that is added must come from one game: [`clear`](Places::clear) makes a set ready for it.
#[derive(Debug, Default)]
pub struct Places {
    /// Types and cells, one bit each.
    bits: Vec<u64>,
    /// Fixtures whose places are in the set, one bit each: they can only disappear, so states that follow have nothing
    /// new to say of them.
    fixtures: Vec<u64>,
}

impl Places {
    /// Forgets everything; the states to come are of the same game as this one.
    pub fn clear(&mut self, seen: &Observation<'_>) {
        let world = seen.world();
        self.bits.clear();
        self.bits.resize((world.types.len() * world.grid.cells()).div_ceil(64), 0);
        self.fixtures.clear();
        self.fixtures.resize(world.fixtures.all.len().div_ceil(64), 0);
    }

    /// Adds the places of all sprites that an agent sees. Was one of them new?
    ///
    /// A sprite counts to the cell of its top left corner, and nowhere if that is outside of the level. The answer is
    /// that of a walk over [`Observation::sprites`], without the walk over everything that has not changed.
    pub fn add(&mut self, seen: &Observation<'_>) -> bool {
        let mut new = false;
        self.add_each(seen, |_| new = true);
        new
    }

    /// Like [`add`](Places::add), and hands on the numbers of places that were new.
    pub fn add_each(&mut self, seen: &Observation<'_>, mut new: impl FnMut(usize)) {
        let world = seen.world();
        let words = seen.data().standing.iter().zip(&mut self.fixtures);
        for (index, (standing, known)) in words.enumerate() {
            let mut unknown = standing & !*known;
            while unknown != 0 {
                let bit = unknown.trailing_zeros() as usize;
                unknown &= unknown - 1;
                let fixture = &world.fixtures.all[FixtureId::new(index * 64 + bit)];
                if seen.shows(fixture.kind, fixture.id) {
                    *known |= 1 << bit;
                    let place = number(world, fixture.kind, (fixture.x, fixture.y));
                    place.filter(|&place| insert(&mut self.bits, place)).into_iter().for_each(&mut new);
                }
            }
        }
        for sprite in &seen.data().sprites {
            if sprite.id >= 0 && seen.shows(sprite.kind, sprite.id) {
                let place = number(world, sprite.kind, (sprite.rect.x, sprite.rect.y));
                place.filter(|&place| insert(&mut self.bits, place)).into_iter().for_each(&mut new);
            }
        }
    }

    /// Adds a place by its number, unless no level of this size has it.
    pub fn insert(&mut self, place: usize) {
        if place < 64 * self.bits.len() {
            insert(&mut self.bits, place);
        }
    }

    /// After places were added by number: finds out which fixtures have nothing new to say, once and for all copies, and not each time a
    /// state of this game is added.
    pub fn recognise(&mut self, seen: &Observation<'_>) {
        let world = seen.world();
        for (index, fixture) in world.fixtures.all.iter().enumerate() {
            let place = number(world, fixture.kind, (fixture.x, fixture.y));
            let known = place.is_none_or(|place| self.bits[place >> 6] >> (place & 63) & 1 != 0);
            self.fixtures[index >> 6] |= u64::from(known) << (index & 63);
        }
    }
}

impl Clone for Places {
    fn clone(&self) -> Places {
        Places { bits: self.bits.clone(), fixtures: self.fixtures.clone() }
    }

    fn clone_from(&mut self, source: &Places) {
        self.bits.clone_from(&source.bits);
        self.fixtures.clone_from(&source.fixtures);
    }
}

/// The number of a type's place.
#[inline]
fn number(world: &Compiled, kind: Kind, (x, y): (i32, i32)) -> Option<usize> {
    Some(kind.position() * world.grid.cells() + world.grid.cell_at(x, y)?)
}

/// Adds a place. Was it new?
#[inline]
fn insert(bits: &mut [u64], place: usize) -> bool {
    let (word, bit) = (&mut bits[place >> 6], 1 << (place & 63));
    let new = *word & bit == 0;
    *word |= bit;
    new
}
