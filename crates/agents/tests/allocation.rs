//! After warming up, agents do not allocate.

mod common;

use common::{agent, endless};
use ludex_agents::{Budget, Match, Rules};

#[global_allocator]
static ALLOCATOR: ludex_allocations::Counting = ludex_allocations::Counting;

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
        "omcts",
        "olmcts",
    ] {
        let agent = agent(spec);
        let mut game = Match::new(&world, 1, &[(&agent, 1)], Rules::new(Budget::calls(500)));
        for _ in 0..60 {
            game.step();
        }
        let before = ludex_allocations::count();
        for _ in 0..40 {
            game.step();
        }
        let allocations = ludex_allocations::count() - before;
        // Open-ended trees may still find a new maximum now and then.
        assert!(allocations <= 2, "{spec}: {allocations} allocations in 40 ticks, about 20000 calls");
        assert!(!game.is_over(), "{spec}: {:?}", game.result());
    }
}
