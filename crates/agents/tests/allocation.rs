//! After warming up, agents do not allocate.

mod common;

use common::{agent, endless, lively};
use ludex_agents::{Budget, Match, Rules};

#[global_allocator]
static ALLOCATOR: ludex_allocations::Counting = ludex_allocations::Counting;

#[test]
fn nothing_is_allocated_after_warming_up() {
    let plain = endless("MovingAvatar", "..........\n..c....l..\n....A.....\n..........\n.......c..");
    // Evolution takes a risk now and then, and the game must go on.
    let safe = endless("MovingAvatar", "..........\n..c.......\n....A.....\n..........\n.......c..");
    // Sprites that features are made of.
    let lively = lively("..n.......\n......d...\n....A.....\n.n........\n.......n..");
    for spec in [
        "onestep",
        "rs",
        "rhea",
        "rhea(p=1)",
        "rhea+seed(mcts)+tree(ucb)",
        "rhea+seed(onestep)+bandit",
        "rhea(p=5)+bandit+tree+shift+roll(2)+dynamic(max=20)",
        "greedy",
        "samplemcts",
        "samplemcts(version=v1)",
        "samplemcts+dynamic(max=20)",
        "fastevo",
        "kbmcts",
        "kbfastevo",
        "weightedsum",
        "mixedstrategy",
        "momcts",
        "momcts(loop=open,bounds=split)",
        "solmcts",
        "samcts(tuner=nmc)",
        "samcts(tuner=ea)",
        "samcts(tuner=ntbea,reward=normalised)",
        "mcts",
        "mcts+bfti",
        "mcts+nst",
        "mcts+ph",
        "mcts+tr",
        "mcts+la",
        "mcts+nbp",
        "mcts+kbe",
        "mcts+dgd",
        "soemers-all",
        "soemers-no-dgd",
        "olets",
        "iw(1)",
        "iw(3/2)",
        "ybcriber",
        "champion",
        "omcts",
        "olmcts",
    ] {
        let world = match spec {
            _ if spec.contains("evo") || spec.contains("kb") => &lively,
            _ if spec.starts_with("rhea") => &safe,
            _ => &plain,
        };
        let agent = agent(spec);
        let mut game = Match::new(world, 1, &[(&agent, 1)], Rules::new(Budget::calls(500)));
        for _ in 0..400 {
            game.step();
        }
        let before = ludex_allocations::count();
        for _ in 0..40 {
            game.step();
        }
        let allocations = ludex_allocations::count() - before;
        // Open-ended trees may still find a new maximum now and then, those that are kept from tick to tick more often. The
        // thousand states that ybcriber has in store are rarely used all, and each has to grow when it is, if the game's
        // history has grown.
        let most = match spec {
            "ybcriber" => 200,
            "soemers-all" | "soemers-no-dgd" => 20,
            _ => 2,
        };
        assert!(allocations <= most, "{spec}: {allocations} allocations in 40 ticks, about 20000 calls");
        assert!(!game.is_over(), "{spec}: {:?}", game.result());
    }
}
