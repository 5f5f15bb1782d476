//! Index types, and the lists that they index. All `unsafe` code of the engine is in this file.
//!
//! Sprites, types, entries and lines are referred to by number. Each kind of number is a type of its own here, so
//! that a slot cannot be used where a type is meant, and a [`List`] takes only the index type that it was made for.
//!
//! # Why the unchecked accesses are sound
//!
//! Testing every index cost a sixth of a tick. A list whose index type is *trusted* ([`Index::TRUSTED`]) therefore
//! does not test it in release builds; builds with debug assertions test all of them. This rests on three points:
//!
//! 1. **Only what knows that the element exists makes a trusted index.** [`Slot`], [`Kind`], [`EntryId`] and [`LineId`] have no
//!    constructor outside of this file: they come from [`List::push`], [`List::indices`], [`List::index_at`] and [`Kinds`].
//!    An [`EntryWord`] is that of an entry, or the first. [`CellId`]s are made by [`shape`] alone, for cells of the level, and a [`Place`](shape::Place) says that it reaches into
//!    a next cell only where there is one. [`SpriteRef`] only wraps and unwraps slots that were made so.
//! 2. **Lists by the same index have the same length.** Lists by [`Kind`] are made by [`Kinds::list`], lists by [`CellId`] by
//!    [`GridShape::list`](shape::GridShape::list), lists by [`EntryWord`] by [`List::words`], and lists that run parallel to
//!    another by [`List::map`]. None of them shrinks: a [`List`] has no way to remove elements.
//! 3. **Indices do not travel between worlds or states.** An index is kept in the world or in the state whose list made it; what
//!    looks at two states at once takes types by their numbers and asks [`Kinds::get`], or tests that both have as many. The
//!    one list that can become shorter is that of a state's sprites, in [`List::copy_from`]: the copy of a state replaces
//!    everything that holds slots together with the sprites (`Data::copy_from` lists all fields), and the buffers of a tick
//!    that was broken off are thrown away before another begins (`Tick::advance`).
//!
//! A [`FixtureId`] is not trusted, because [`SpriteRef::NONE`] looks like one: accesses by it are tested in all builds.

#![allow(unsafe_code, reason = "tests of trusted indices cost a sixth of a tick")]

pub(crate) mod shape;

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU16;

use ludex_vgdl::TypeId;

/// A position in lists of one kind.
pub(crate) trait Index: Copy + fmt::Debug {
    /// Is every value of it the position of an element, because only lists make it?
    const TRUSTED: bool;

    /// The position, counted from 0.
    fn position(self) -> usize;
}

/// Makes an index. Private to this file: see the first point above.
trait Make: Index {
    fn make(position: usize) -> Self;
}

macro_rules! index_types {
    ($($(#[$meta:meta])* $name:ident($raw:ty), $trusted:literal;)*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $name($raw);

        impl Index for $name {
            const TRUSTED: bool = $trusted;

            #[inline(always)]
            fn position(self) -> usize {
                self.0 as usize
            }
        }

        impl Make for $name {
            #[inline(always)]
            fn make(position: usize) -> $name {
                $name(position as $raw)
            }
        }
    )*};
}

index_types! {
    /// A sprite type of the game, as the engine refers to it: a [`TypeId`] that is known to exist.
    Kind(u16), true;
    /// An entry of the list of what happens to pairs of types.
    EntryId(u32), true;
    /// 64 entries in a row.
    EntryWord(u32), true;
    /// An interaction line, or the effect inside a timed one.
    LineId(u16), true;
    /// A cell of the level, counted row by row.
    CellId(u32), true;
    /// One of the level's fixtures.
    FixtureId(u32), false;
}

impl Kind {
    /// The number that the game description and agents know it by.
    #[inline]
    pub fn id(self) -> TypeId {
        self.0
    }

    /// Its bit in sets of types that are folded into one word: beyond 64 types some share one.
    #[inline(always)]
    pub fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Which word of 64 types it belongs to, in lists of such words.
    #[inline(always)]
    pub fn word(self) -> usize {
        usize::from(self.0) >> 6
    }
}

impl EntryId {
    /// Its number in the order of entries.
    #[inline(always)]
    pub fn number(self) -> u32 {
        self.0
    }

    /// Which word of 64 entries it belongs to.
    #[inline(always)]
    pub fn word(self) -> EntryWord {
        EntryWord(self.0 >> 6)
    }

    /// Its bit in that word.
    #[inline(always)]
    pub fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

impl EntryWord {
    /// The word of the first entries. There is always one.
    pub const FIRST: EntryWord = EntryWord(0);
}

impl CellId {
    /// The first cell of every level.
    pub const FIRST: CellId = CellId(0);

    #[inline(always)]
    pub fn number(self) -> u32 {
        self.0
    }
}

impl FixtureId {
    #[inline(always)]
    pub fn new(number: usize) -> FixtureId {
        FixtureId(number as u32)
    }

    /// Which word of 64 fixtures it belongs to.
    #[inline(always)]
    pub fn word(self) -> usize {
        self.0 as usize >> 6
    }

    /// Its bit in that word.
    #[inline(always)]
    pub fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }
}

/// A slot of a state's list of sprites. The number is kept one higher, so that `Option<Slot>` takes no more room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Slot(NonZeroU16);

impl Slot {
    /// The most slots that can be told apart.
    pub const MOST: usize = 60_000;
}

impl Slot {
    /// A number by which slots are ordered, with none before all.
    #[inline(always)]
    pub fn rank(slot: Option<Slot>) -> u16 {
        slot.map_or(0, |slot| slot.0.get())
    }
}

impl Index for Slot {
    const TRUSTED: bool = true;

    #[inline(always)]
    fn position(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}

impl Make for Slot {
    #[inline(always)]
    fn make(position: usize) -> Slot {
        Slot(NonZeroU16::new(position as u16 + 1).unwrap_or(NonZeroU16::MAX))
    }
}

/// The types of a game: where the [`Kind`]s come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kinds {
    count: u16,
}

impl Kinds {
    /// The types of a game with so many of them. None if there are more than can be told apart.
    pub fn new(count: usize) -> Option<Kinds> {
        u16::try_from(count).ok().map(|count| Kinds { count })
    }

    pub fn count(self) -> usize {
        usize::from(self.count)
    }

    /// All of them.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Kind> + ExactSizeIterator + Clone + use<> {
        (0..self.count).map(Kind)
    }

    /// The type with this number, if there is one.
    #[inline]
    pub fn get(self, id: TypeId) -> Option<Kind> {
        (id < self.count).then_some(Kind(id))
    }

    /// A list with an element for each type.
    pub fn list<T>(self, make: impl FnMut(Kind) -> T) -> List<Kind, T> {
        List { items: self.iter().map(make).collect(), index: PhantomData }
    }
}

/// A list whose elements are found by one type of index.
pub(crate) struct List<I, T> {
    items: Vec<T>,
    index: PhantomData<fn(I)>,
}

impl<I: Index, T> List<I, T> {
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    #[inline]
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

#[expect(private_bounds, reason = "who can make an index is the business of this file alone")]
impl<I: Make, T> List<I, T> {
    /// Adds an element and says where it is.
    #[inline]
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::make(self.items.len() - 1)
    }

    /// All indices.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + Clone + use<I, T> {
        (0..self.items.len()).map(I::make)
    }

    /// The index at a position, if the list is so long.
    #[inline]
    pub fn index_at(&self, position: usize) -> Option<I> {
        (position < self.items.len()).then(|| I::make(position))
    }

    /// All elements with their indices.
    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(position, item)| (I::make(position), item))
    }
}

impl<I: Index, T> List<I, T> {
    /// A list that runs parallel to this one.
    pub fn map<U>(&self, make: impl FnMut(&T) -> U) -> List<I, U> {
        List { items: self.items.iter().map(make).collect(), index: PhantomData }
    }

    /// Becomes a copy of another, reusing memory. Mostly it is as long already.
    #[inline]
    pub fn copy_from(&mut self, from: &List<I, T>)
    where
        T: Copy,
    {
        if self.items.len() == from.items.len() {
            self.items.copy_from_slice(&from.items);
        } else {
            self.items.clear();
            self.items.extend_from_slice(&from.items);
        }
    }
}

impl<E> List<EntryId, E> {
    /// A list with an element for each word of 64 entries. There is always a bit that is later than all.
    pub fn words<T: Clone>(&self, element: T) -> List<EntryWord, T> {
        List { items: vec![element; self.items.len() / 64 + 1], index: PhantomData }
    }
}

impl<T> List<FixtureId, T> {
    /// A list with an element for each fixture.
    pub fn of_fixtures(items: Vec<T>) -> List<FixtureId, T> {
        List { items, index: PhantomData }
    }
}

impl<I: Index, T> std::ops::Index<I> for List<I, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: I) -> &T {
        if cfg!(debug_assertions) || !I::TRUSTED {
            return &self.items[index.position()];
        }
        // SAFETY: a trusted index is the position of an element: see the three points at the top of this file.
        unsafe { self.items.get_unchecked(index.position()) }
    }
}

impl<I: Index, T> std::ops::IndexMut<I> for List<I, T> {
    #[inline(always)]
    fn index_mut(&mut self, index: I) -> &mut T {
        if cfg!(debug_assertions) || !I::TRUSTED {
            return &mut self.items[index.position()];
        }
        // SAFETY: as in `index`.
        unsafe { self.items.get_unchecked_mut(index.position()) }
    }
}

impl<I, T> Default for List<I, T> {
    fn default() -> List<I, T> {
        List { items: Vec::new(), index: PhantomData }
    }
}

impl<I, T: fmt::Debug> fmt::Debug for List<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

impl<'a, I, T> IntoIterator for &'a List<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

/// Refers to a sprite: one that can change (a slot of the state) or one of the level's fixtures, which can only
/// disappear and are described once in the world. In one word, as it is kept in long lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SpriteRef(u32);

/// What a [`SpriteRef`] refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    Slot(Slot),
    Fixture(FixtureId),
}

/// Marks fixtures. Of slots, only the lower bits are used.
const FIXTURE: u32 = 1 << 31;

impl SpriteRef {
    /// No sprite. Taken for one, it is a fixture that no level has, which is tested.
    pub const NONE: SpriteRef = SpriteRef(u32::MAX);

    #[inline(always)]
    pub fn slot(slot: Slot) -> SpriteRef {
        SpriteRef(u32::from(slot.0.get()))
    }

    #[inline(always)]
    pub fn fixture(fixture: FixtureId) -> SpriteRef {
        SpriteRef(fixture.0 | FIXTURE)
    }

    #[inline(always)]
    pub fn is_some(self) -> bool {
        self != SpriteRef::NONE
    }

    #[inline(always)]
    pub fn which(self) -> Which {
        match self.as_slot() {
            Some(slot) => Which::Slot(slot),
            None => Which::Fixture(FixtureId(self.0 & !FIXTURE)),
        }
    }

    /// The slot, unless it is a fixture or nothing.
    #[inline(always)]
    pub fn as_slot(self) -> Option<Slot> {
        if self.0 & FIXTURE != 0 {
            return None;
        }
        // SAFETY: without the mark it was made from a slot, whose number is not 0.
        Some(Slot(unsafe { NonZeroU16::new_unchecked(self.0 as u16) }))
    }
}

/// Two sprites, in one word: so they are kept and handed on at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair(u64);

impl Pair {
    #[inline(always)]
    pub fn new(first: SpriteRef, second: SpriteRef) -> Pair {
        Pair(u64::from(second.0) << 32 | u64::from(first.0))
    }

    #[inline(always)]
    pub fn first(self) -> SpriteRef {
        SpriteRef(self.0 as u32)
    }

    #[inline(always)]
    pub fn second(self) -> SpriteRef {
        SpriteRef((self.0 >> 32) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_says_where_its_elements_are() {
        let mut list: List<Slot, char> = List::default();
        let (a, b) = (list.push('a'), list.push('b'));
        assert_eq!((list[a], list[b]), ('a', 'b'));
        assert_eq!(list.indices().collect::<Vec<_>>(), [a, b]);
        assert_eq!((list.index_at(1), list.index_at(2)), (Some(b), None));
        assert_eq!(list.map(char::to_ascii_uppercase)[b], 'B');
    }

    #[test]
    fn references_keep_what_they_were_made_from() {
        let mut list: List<Slot, ()> = List::default();
        let (one, other) = (list.push(()), list.push(()));
        let (slot, fixture) = (SpriteRef::slot(other), SpriteRef::fixture(FixtureId::new(0)));
        assert_eq!(slot.which(), Which::Slot(other));
        assert_eq!(fixture.which(), Which::Fixture(FixtureId::new(0)));
        assert_eq!((slot.as_slot(), fixture.as_slot(), SpriteRef::NONE.as_slot()), (Some(other), None, None));
        let pair = Pair::new(SpriteRef::slot(one), fixture);
        assert_eq!((pair.first(), pair.second()), (SpriteRef::slot(one), fixture));
        assert_eq!(size_of::<Option<Slot>>(), 2);
    }

    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn fixtures_are_tested() {
        let list = List::of_fixtures(vec![0; 3]);
        let _ = list[FixtureId::new(3)];
    }
}
