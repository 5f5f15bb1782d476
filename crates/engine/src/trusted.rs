//! A list that trusts its indices.
//!
//! Slots, types, cells and entries are numbers that the engine itself hands out and that are good for as long as the list lives. A
//! test of each of them was a sixth of a tick. Builds with debug assertions, in which all tests and the fuzzer run, do
//! test them, so an index that is wrong is found there; what comes from outside the engine is looked up with `get`.

#![allow(unsafe_code, reason = "in a tick the tests of indices cost more than any single thing that it does")]

use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::slice::SliceIndex;

/// A list that trusts its indices.
#[derive(Debug)]
pub(crate) struct Trusted<T>(Vec<T>);

impl<T> Trusted<T> {
    /// Adds an element at the end. That there may be no room for it is a cold path here, so that loops that add keep
    /// their variables in registers.
    #[inline(always)]
    pub fn push(&mut self, item: T) {
        let end = self.0.len();
        if end == self.0.capacity() {
            return self.push_and_grow(item);
        }
        // SAFETY: there is room for one more, and it is written before it counts.
        unsafe {
            self.0.as_mut_ptr().add(end).write(item);
            self.0.set_len(end + 1);
        }
    }

    #[cold]
    #[inline(never)]
    fn push_and_grow(&mut self, item: T) {
        self.0.push(item);
    }
}

impl<T> Default for Trusted<T> {
    fn default() -> Trusted<T> {
        Trusted(Vec::new())
    }
}

impl<T> From<Vec<T>> for Trusted<T> {
    fn from(list: Vec<T>) -> Trusted<T> {
        Trusted(list)
    }
}

impl<T> FromIterator<T> for Trusted<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Trusted<T> {
        Trusted(items.into_iter().collect())
    }
}

impl<T> Deref for Trusted<T> {
    type Target = Vec<T>;

    #[inline(always)]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Trusted<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T, I: SliceIndex<[T]>> Index<I> for Trusted<T> {
    type Output = I::Output;

    #[inline(always)]
    fn index(&self, index: I) -> &I::Output {
        if cfg!(debug_assertions) {
            return &self.0[index];
        }
        // SAFETY: the engine hands out only indices of the list that they are for, and lists do not shrink while one is kept.
        unsafe { self.0.get_unchecked(index) }
    }
}

impl<T, I: SliceIndex<[T]>> IndexMut<I> for Trusted<T> {
    #[inline(always)]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        if cfg!(debug_assertions) {
            return &mut self.0[index];
        }
        // SAFETY: as above.
        unsafe { self.0.get_unchecked_mut(index) }
    }
}

impl<'a, T> IntoIterator for &'a Trusted<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
