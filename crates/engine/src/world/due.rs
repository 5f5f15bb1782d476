//! Which entries are due for two types whose sprites touch.
//!
//! Short cut: a table of all pairs of types, a bit for each entry. The plain way goes through the roles of a type in entries; it
//! takes over where there are too many types and entries for a table.

use super::entries::Entries;
use super::type_set::TypeSet;
use super::types::Types;
use crate::index::{EntryId, EntryWord, Kind, Kinds, List};
use crate::tick::shortcuts::Shortcuts;

/// The part that a type plays in an entry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Role {
    pub entry: EntryId,
    pub first: bool,
    pub second: bool,
}

/// What a type has to do with others: the types it has an entry with, on either side, and its parts in entries in their order.
#[derive(Debug, Clone)]
pub(crate) struct Relations {
    pub partners: TypeSet,
    pub roles: Vec<Role>,
}

impl Relations {
    /// The entries that are due for a sprite of this type and one of another, each with whether the sprite of this type comes
    /// first.
    pub fn each_due(
        &self,
        entries: &Entries,
        types: &Types,
        other: Kind,
        mut visit: impl FnMut(EntryId, bool),
    ) {
        if !self.partners.contains(other) {
            return;
        }
        for role in &self.roles {
            let entry = &entries.list[role.entry];
            if role.first && types[entry.second].family.contains(other) {
                visit(role.entry, true);
            }
            if role.second && types[entry.first].family.contains(other) {
                visit(role.entry, false);
            }
        }
    }
}

/// Finds out what each type has to do with others.
pub(crate) fn relations(kinds: Kinds, types: &Types, entries: &Entries) -> List<Kind, Relations> {
    let none = Relations { partners: TypeSet::new(kinds.count()), roles: Vec::new() };
    let mut relations = kinds.list(|_| none.clone());
    for (id, entry) in entries.list.enumerate() {
        let (p, q) = (&types[entry.first], &types[entry.second]);
        for (side, other) in [(p, q), (q, p)] {
            for &kind in &side.relatives {
                let Relations { partners, roles } = &mut relations[kind];
                partners.extend(&other.family);
                if roles.last().is_none_or(|role| role.entry != id) {
                    let (first, second) = (p.family.contains(kind), q.family.contains(kind));
                    roles.push(Role { entry: id, first, second });
                }
            }
        }
    }
    relations
}

/// What is due for a sprite that looks and one that it touches, of 64 entries in a row, one bit each: as the first or as the
/// second sprite of the entry.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Due {
    pub first: u64,
    pub second: u64,
}

impl Due {
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.first | self.second == 0
    }
}

/// What is due for a sprite of a type that looks, by the type that it touches.
#[derive(Debug)]
pub(crate) enum DueTable {
    /// All entries are in one word, as in nearly all games.
    OneWord(List<Kind, Due>),
    /// Per type that is touched: word by word.
    Rows(List<Kind, List<EntryWord, Due>>),
    /// There is no table: the roles are gone through.
    None,
}

/// The most that is tabled of what is due.
const MOST_TABLED: usize = 1 << 20;

impl DueTable {
    /// Tables what is due for a type.
    pub fn new(
        relations: &Relations,
        kinds: Kinds,
        types: &Types,
        entries: &Entries,
        shortcuts: Shortcuts,
    ) -> DueTable {
        let (n, words) = (kinds.count(), entries.grouped.len());
        if n * n * words > MOST_TABLED || !shortcuts.has(Shortcuts::DueTables) {
            return DueTable::None;
        }
        let row = |other: Kind| {
            let mut row = entries.list.words(Due::default());
            relations.each_due(entries, types, other, |entry, first| {
                let Due { first: as_first, second: as_second } = &mut row[entry.word()];
                *(if first { as_first } else { as_second }) |= entry.bit();
            });
            row
        };
        if words == 1 {
            return DueTable::OneWord(kinds.list(|other| row(other)[EntryWord::FIRST]));
        }
        DueTable::Rows(kinds.list(row))
    }

    /// What is due, by the type that is touched, where all entries are in one word.
    #[inline(always)]
    pub fn one_word(&self) -> Option<&List<Kind, Due>> {
        if let DueTable::OneWord(due) = self { Some(due) } else { None }
    }

    /// What is due with one of another type, word by word, if that is tabled.
    #[inline(always)]
    pub fn with(&self, other: Kind) -> Option<&[Due]> {
        match self {
            DueTable::OneWord(due) => Some(std::slice::from_ref(&due[other])),
            DueTable::Rows(due) => Some(due[other].as_slice()),
            DueTable::None => None,
        }
    }
}
