//! After warming up, agents do not allocate.
#![allow(unsafe_code, reason = "an allocator that counts")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::{agent, endless};
use ludex_agents::{Budget, Match, Rules};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|n| n.set(n.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.with(|n| n.set(n.get() + 1));
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn nothing_is_allocated_after_warming_up() {
    let world = endless("MovingAvatar", "..........\n..c....l..\n....A.....\n..........\n.......c..");
    for spec in [
        "onestep",
        "rs",
        "rhea",
        "rhea(p=1)",
        "greedy",
        "samplemcts",
        "samplemcts(version=v1)",
        "solmcts",
        "mcts",
        "olets",
        "iw(1)",
        "iw(3/2)",
    ] {
        let agent = agent(spec);
        let mut game = Match::new(&world, 1, &[(&agent, 1)], Rules::new(Budget::calls(500)));
        for _ in 0..60 {
            game.step();
        }
        let before = ALLOCATIONS.with(Cell::get);
        for _ in 0..40 {
            game.step();
        }
        let allocations = ALLOCATIONS.with(Cell::get) - before;
        // Open-ended trees may still find a new maximum now and then.
        assert!(allocations <= 2, "{spec}: {allocations} allocations in 40 ticks, about 20000 calls");
        assert!(!game.is_over(), "{spec}: {:?}", game.result());
    }
}
