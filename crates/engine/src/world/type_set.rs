//! Sets of sprite types.

use crate::index::{Index, Kind};

/// A set of sprite types. Most games have fewer than 64, which need no look beyond the first word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TypeSet {
    first: u64,
    others: Box<[u64]>,
}

impl TypeSet {
    pub fn new(types: usize) -> TypeSet {
        TypeSet { first: 0, others: vec![0; types.div_ceil(64).saturating_sub(1)].into() }
    }

    pub fn of(types: usize, members: impl IntoIterator<Item = Kind>) -> TypeSet {
        let mut set = TypeSet::new(types);
        members.into_iter().for_each(|kind| set.insert(kind));
        set
    }

    pub fn insert(&mut self, kind: Kind) {
        match kind.word() {
            0 => self.first |= kind.bit(),
            word => self.others[word - 1] |= kind.bit(),
        }
    }

    #[inline]
    pub fn contains(&self, kind: Kind) -> bool {
        let word = match kind.word() {
            0 => self.first,
            word => self.others[word - 1],
        };
        word & kind.bit() != 0
    }

    pub fn extend(&mut self, other: &TypeSet) {
        self.first |= other.first;
        self.others.iter_mut().zip(&other.others).for_each(|(a, b)| *a |= b);
    }

    pub fn is_empty(&self) -> bool {
        self.first == 0 && self.others.iter().all(|&word| word == 0)
    }
}

/// Types folded into one word, one bit each. Beyond 64 types some share one.
pub(crate) fn fold(types: impl IntoIterator<Item = Kind>) -> u64 {
    types.into_iter().fold(0, |word, kind| word | kind.bit())
}

/// Has each of so many types a bit of its own in a folded word?
pub(crate) fn folds_exactly(types: usize) -> bool {
    types <= u64::BITS as usize
}

/// The places of types in a list of them, for lists with several.
#[derive(Debug)]
pub(crate) struct Ranks(Vec<u16>);

impl Ranks {
    pub fn new(types: &[Kind]) -> Ranks {
        let mut ranks = Vec::new();
        if let (2.., Some(last)) = (types.len(), types.iter().max()) {
            ranks.resize(last.position() + 1, 0);
            (0..).zip(types).for_each(|(rank, kind)| ranks[kind.position()] = rank);
        }
        Ranks(ranks)
    }

    /// The place of a type; 0 for one that is not in the list.
    #[inline]
    pub fn of(&self, kind: Kind) -> u16 {
        self.0.get(kind.position()).copied().unwrap_or(0)
    }
}
