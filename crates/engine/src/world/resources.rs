//! Which types can be held, and where it is noted how much of them.

use super::cast;
use super::lines::Lines;
use super::type_set::TypeSet;
use super::types::Types;
use crate::index::{Kind, Kinds, List};

/// The column of what cannot be held: no list of amounts reaches as far as this.
pub(crate) const NO_COLUMN: usize = usize::MAX / 2;

/// The types that can be held.
#[derive(Debug)]
pub(crate) struct Resources {
    /// Ascending.
    pub types: Vec<Kind>,
    /// Per type: its column in [inventories](crate::state::inventory), or [`NO_COLUMN`].
    pub columns: List<Kind, usize>,
}

/// Finds the types that can be held: those that can be collected, and those that effects hand out.
pub(crate) fn compile(kinds: Kinds, types: &Types, lines: &Lines) -> Resources {
    let collected = types.iter().filter(|info| info.is_resource).map(|info| info.resource.0);
    let mut held = TypeSet::of(kinds.count(), collected);
    for line in &lines.list {
        cast::add(&mut held, &line.facts.holds, types, kinds);
    }
    let held: Vec<Kind> = kinds.iter().filter(|&kind| held.contains(kind)).collect();
    let columns = kinds.list(|kind| held.binary_search(&kind).unwrap_or(NO_COLUMN));
    Resources { types: held, columns }
}
