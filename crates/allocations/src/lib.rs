//! Counts heap allocations, thread by thread.
//!
//! A program opts in by making [`Counting`] its allocator; [`count`] then says how often the calling thread has
//! asked the heap for memory, and [`bytes`] how much of it it has. Each thread counts for itself, so that counting writes to nothing that threads share.
//!
//! ```
//! #[global_allocator]
//! static ALLOCATOR: ludex_allocations::Counting = ludex_allocations::Counting;
//!
//! let before = ludex_allocations::count();
//! let numbers = std::hint::black_box(vec![1, 2, 3]);
//! assert_eq!(ludex_allocations::count() - before, 1);
//! # drop(numbers);
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    // Built at compile time and without a destructor: touching it never allocates itself.
    static COUNT: Cell<u64> = const { Cell::new(0) };
    static BYTES: Cell<i64> = const { Cell::new(0) };
}

/// How many allocations the calling thread has made, growing an allocation included. Only differences have a
/// meaning. It stays 0 in programs whose allocator is not [`Counting`].
pub fn count() -> u64 {
    COUNT.get()
}

/// The bytes that the calling thread has allocated and not given back. Memory that one thread takes and another gives back
/// makes one too large and the other too small. Only differences have a meaning.
pub fn bytes() -> i64 {
    BYTES.get()
}

/// The system's allocator, with a count of the calls that ask it for memory.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counting;

impl Counting {
    fn note(size: usize) {
        COUNT.set(COUNT.get().wrapping_add(1));
        Counting::add(size as i64);
    }

    fn add(bytes: i64) {
        BYTES.set(BYTES.get().wrapping_add(bytes));
    }
}

#[expect(
    unsafe_code,
    reason = "there is no safe way to be an allocator; every call goes on to the system's as it came"
)]
// SAFETY: each method passes its arguments on unchanged to `System`, which keeps the contract of `GlobalAlloc`;
// counting neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counting::note(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Counting::note(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Counting::note(size);
        Counting::add(-(layout.size() as i64));
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        Counting::add(-(layout.size() as i64));
        unsafe { System.dealloc(memory, layout) }
    }
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    #[global_allocator]
    static ALLOCATOR: Counting = Counting;

    fn made_by<T>(work: impl FnOnce() -> T) -> u64 {
        let before = count();
        let _result = work();
        count() - before
    }

    #[test]
    fn each_request_counts_once() {
        assert_eq!(made_by(|| black_box(Box::new(7))), 1);
        assert_eq!(made_by(|| black_box(vec![0_u8; 64])), 1);
        let mut list = black_box(vec![1_u64; 4]);
        assert_eq!(made_by(|| list.reserve_exact(100)), 1);
        assert_eq!(made_by(|| list.clear()), 0);
    }

    #[test]
    fn bytes_are_those_not_given_back() {
        let before = bytes();
        let mut list = black_box(vec![1_u64; 4]);
        assert_eq!(bytes() - before, 32);
        list.reserve_exact(100);
        assert_eq!(bytes() - before, 832);
        drop(list);
        assert_eq!(bytes(), before);
    }

    #[test]
    fn threads_count_for_themselves() {
        let here = made_by(|| {
            std::thread::scope(|scope| {
                scope.spawn(|| drop(black_box(vec![vec![1_u8]; 1000])));
            });
        });
        assert!(here < 1000, "{here} allocations of another thread were counted here");
    }
}
