//! Where sprites of which types have been: a set that states are added to, for searches that look for something new.

use ludex_vgdl::TypeId;

use crate::observation::Observation;
use crate::world::World;

/// A set of places: a type of sprite in a cell.
///
/// All that is added must come from one game: [`clear`](Places::clear) makes a set ready for it.
#[derive(Debug, Clone, Default)]
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
        let world = seen.world();
        let mut new = false;
        let words = seen.data().standing.iter().zip(&mut self.fixtures);
        for (index, (standing, known)) in words.enumerate() {
            let mut unknown = standing & !*known;
            while unknown != 0 {
                let bit = unknown.trailing_zeros() as usize;
                unknown &= unknown - 1;
                let fixture = &world.fixtures.all[index * 64 + bit];
                if seen.shows(fixture.kind, fixture.id) {
                    *known |= 1 << bit;
                    new |= insert(&mut self.bits, world, fixture.kind, (fixture.x, fixture.y));
                }
            }
        }
        for sprite in &seen.data().sprites {
            if sprite.id >= 0 && seen.shows(sprite.kind, sprite.id) {
                new |= insert(&mut self.bits, world, sprite.kind, (sprite.rect.x, sprite.rect.y));
            }
        }
        new
    }
}

/// Adds a place. Was it new?
#[inline]
fn insert(bits: &mut [u64], world: &World, kind: TypeId, (x, y): (i32, i32)) -> bool {
    let Some(cell) = world.grid.cell_at(x, y) else { return false };
    let place = usize::from(kind) * world.grid.cells() + cell;
    let (word, bit) = (&mut bits[place >> 6], 1 << (place & 63));
    let new = *word & bit == 0;
    *word |= bit;
    new
}
