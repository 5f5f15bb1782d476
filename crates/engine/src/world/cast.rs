//! What sprites of each type there can be.

use super::level::Sprites;
use super::lines::Lines;
use super::type_set::TypeSet;
use super::types::{TypeInfo, Types};
use crate::facts::SomeTypes;
use crate::index::{Kind, Kinds, List};
use crate::state::sprite::flag;
use crate::tick::shortcuts::Shortcuts;

/// What sprites of a type there can be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    /// How many the level has.
    pub placed: i32,
    /// Are those of the level [fixtures](super::fixtures)?
    pub is_fixed: bool,
    /// Can there be sprites that are not fixtures, now or later?
    pub is_dynamic: bool,
    pub is_avatar: bool,
}

impl Part {
    /// Has it sprites that are neither fixtures nor avatars?
    pub fn is_mobile(&self) -> bool {
        self.is_dynamic && !self.is_avatar
    }

    /// Has it fixtures?
    pub fn has_fixtures(&self) -> bool {
        self.is_fixed && self.placed > 0
    }
}

/// What sprites of each type there can be.
pub(crate) type Cast = List<Kind, Part>;

/// Finds out what sprites of each type there can be.
pub(crate) fn compile(
    kinds: Kinds,
    types: &Types,
    lines: &Lines,
    sprites: &Sprites,
    shortcuts: Shortcuts,
) -> Cast {
    let (changed, born) = (changed_in_place(kinds, types, lines), born_later(kinds, types, lines));
    kinds.list(|kind| {
        let (info, placed) = (&types[kind], sprites.counts[kind]);
        let is_fixed = shortcuts.has(Shortcuts::Fixtures) && never_changes(info) && !changed.contains(kind);
        Part {
            placed,
            is_fixed,
            is_dynamic: info.class.is_some() && (born.contains(kind) || !is_fixed && placed > 0),
            is_avatar: info.has_avatar_class(),
        }
    })
}

/// Do its sprites nothing by themselves, is each as large as a cell, and need nobody remember what they touch?
fn never_changes(info: &TypeInfo) -> bool {
    let is_watched = info.template.is(flag::AVATAR | flag::REMEMBERED | flag::FROM_AVATAR);
    info.class.is_some() && info.is_idle() && !info.scaled && !is_watched
}

/// The types of which an effect may change sprites in place.
fn changed_in_place(kinds: Kinds, types: &Types, lines: &Lines) -> TypeSet {
    let mut changed = TypeSet::new(kinds.count());
    for (_, line) in lines.list.enumerate() {
        add(&mut changed, &line.facts.changes_all, types, kinds);
    }
    for &(first, second, line) in &lines.pairs {
        let changes = lines.list[line].facts.changes;
        let sides = [(changes.first(), first), (changes.second(), second)];
        for (_, kind) in sides.into_iter().filter(|(is_changed, _)| *is_changed) {
            changed.extend(&types[kind].family);
        }
    }
    for &(kind, line) in &lines.edges {
        if lines.list[line].facts.changes.first() {
            changed.extend(&types[kind].family);
        }
    }
    for kind in lines.timers.iter().filter_map(|timer| timer.kind) {
        changed.extend(&types[kind].family);
    }
    changed
}

/// The types of which sprites may be made during the game.
fn born_later(kinds: Kinds, types: &Types, lines: &Lines) -> TypeSet {
    let mut born = TypeSet::new(kinds.count());
    for info in types {
        match &info.facts.makes {
            SomeTypes::OfFirst => born.insert(info.template.kind),
            makes => add(&mut born, makes, types, kinds),
        }
    }
    for line in &lines.list {
        add(&mut born, &line.facts.makes, types, kinds);
    }
    for (first, line) in lines.firsts() {
        if lines.list[line].facts.makes == SomeTypes::OfFirst {
            born.extend(&types[first].family);
        }
    }
    born
}

/// Adds the types of a fact to a set. Those of first sprites are not known here.
pub(crate) fn add(set: &mut TypeSet, fact: &SomeTypes, types: &Types, kinds: Kinds) {
    match fact {
        SomeTypes::None | SomeTypes::OfFirst => {}
        SomeTypes::These(some) => some.iter().for_each(|&kind| set.insert(kind)),
        SomeTypes::Families(some) => some.iter().for_each(|&kind| set.extend(&types[kind].family)),
        SomeTypes::Any => kinds.iter().for_each(|kind| set.insert(kind)),
    }
}
