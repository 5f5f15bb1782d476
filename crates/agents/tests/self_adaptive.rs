//! Self-adaptive tree search.

use crate::common;

use common::{agent, coins, endless};
use ludex_agents::{Budget, Match, Rules};
use ludex_engine::Action;

/// Plays so many ticks and returns what the agent reports, as (k, d).
fn report(spec: &str, level: &str, ticks: usize) -> (f64, u32) {
    let world = endless("HorizontalAvatar", level);
    let spec = agent(spec);
    let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(Budget::calls(400)));
    for _ in 0..ticks {
        game.step();
    }
    let remarks = game.remarks(0).expect("it has made simulations");
    let (k, d) = remarks.split_once(' ').expect("two settings");
    let number = |text: &str, key: &str| text.strip_prefix(key).expect(key).to_owned();
    (number(k, "k=").parse().unwrap(), number(d, "d=").parse().unwrap())
}

#[test]
fn it_wins_with_every_tuner() {
    let world = coins("MovingAvatar", "A....\n.www.\n...g.");
    for tuner in ["nmc", "ea", "ntbea"] {
        for reward in ["raw", "normalised"] {
            let spec = agent(&format!("samcts(tuner={tuner},reward={reward})"));
            let result = ludex_agents::play(&world, 1, (&spec, 1), Rules::new(Budget::calls(300)));
            assert!(result.players[0].won(), "{tuner} {reward}: {result:?}");
        }
    }
}

#[test]
fn the_depth_that_pays_is_used_most() {
    // Between two lakes of lava a long simulation almost always dies, a short one hardly ever.
    for tuner in ["nmc", "ea", "ntbea"] {
        let (_, near) = report(&format!("samcts(tuner={tuner},reward=raw)"), "l.A.l", 20);
        assert!(near <= 2, "{tuner}: {near}");
        // The only coin is far away: nothing but a long simulation sees it.
        let world = endless("HorizontalAvatar", "A........ccccccccccc");
        let spec = agent(&format!("samcts(tuner={tuner},reward=normalised)"));
        let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(Budget::calls(4000)));
        for _ in 0..10 {
            game.step();
        }
        let remarks = game.remarks(0).unwrap();
        let depth: u32 = remarks.split_once("d=").unwrap().1.parse().unwrap();
        assert!(depth >= 9, "{tuner}: {remarks}");
    }
}

#[test]
fn settings_change_from_one_simulation_to_the_next() {
    // With depths from 1 to 15 the mean cost of a simulation is that of none of them alone.
    let world = endless("HorizontalAvatar", "A..............");
    for tuner in ["nmc", "ea", "ntbea"] {
        let spec = agent(&format!("samcts(tuner={tuner})"));
        let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(Budget::iterations(50)));
        assert!(matches!(game.step()[0], Action::Left | Action::Right));
        let mean = game.last_spent(0).calls as f64 / 50.0;
        assert!((5.0..11.0).contains(&mean), "{tuner}: {mean}");
    }
}

#[test]
fn only_agents_that_have_something_to_tell_remark() {
    let world = endless("HorizontalAvatar", "A....");
    let spec = agent("samplemcts");
    let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(Budget::calls(40)));
    game.step();
    assert_eq!(game.remarks(0), None);
    assert_eq!(game.remarks(1), None);
}
