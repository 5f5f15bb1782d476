//! Sets of sprite types.

use ludex_vgdl::TypeId;

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

    pub fn of(types: usize, members: &[TypeId]) -> TypeSet {
        let mut set = TypeSet::new(types);
        members.iter().for_each(|&t| set.insert(t));
        set
    }

    pub fn insert(&mut self, t: TypeId) {
        match usize::from(t) >> 6 {
            0 => self.first |= 1 << t,
            word => self.others[word - 1] |= 1 << (t & 63),
        }
    }

    #[inline]
    pub fn contains(&self, t: TypeId) -> bool {
        let word = match usize::from(t) >> 6 {
            0 => self.first,
            word => self.others[word - 1],
        };
        word >> (t & 63) & 1 != 0
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
pub(crate) fn fold(types: impl IntoIterator<Item = TypeId>) -> u64 {
    types.into_iter().fold(0, |word, t| word | 1 << (t & 63))
}
