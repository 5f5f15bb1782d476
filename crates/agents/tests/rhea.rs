//! The parts of evolution, in games made for them.

use crate::common;

use common::{agent, coins, endless, first_decision, thoughts};
use ludex_agents::{Budget, Match, Rules};
use ludex_engine::Action;

const IT: fn(u64) -> Budget = Budget::iterations;

/// Calls that an agent makes in each of its first ticks.
fn calls(spec: &str, level: &str, budget: Budget, ticks: usize) -> Vec<u64> {
    let world = endless("HorizontalAvatar", level);
    let spec = agent(spec);
    let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(budget));
    (0..ticks)
        .map(|_| {
            game.step();
            game.last_spent(0).calls
        })
        .collect()
}

/// The value of the best action.
fn best(insight: &ludex_agents::Insight) -> f64 {
    insight.actions.iter().map(|action| action.value).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn a_shifted_population_goes_on_where_it_was() {
    // The coins are eight steps away; the avatar is made to stand still. Individuals that have found the way keep on
    // walking in the plans of the next ticks; without the buffer they have to be found again every tick.
    let world = endless("HorizontalAvatar", "A.......ccccccccc");
    let script = [Action::Right; 7];
    let last = |spec: &str| {
        let seen = thoughts(&world, spec, IT(40), &script);
        seen.iter().map(best).collect::<Vec<f64>>()
    };
    let (kept, new) = (last("rhea(p=5,l=10)+shift"), last("rhea(p=5,l=10)"));
    assert!(kept.iter().sum::<f64>() > new.iter().sum::<f64>() + 3.0, "{kept:?} {new:?}");
}

#[test]
fn roll_outs_are_paid_for_and_reach_further() {
    // Three genes and two roll-outs of one action: five calls for each of four individuals.
    assert_eq!(calls("rhea(p=4,l=3)+roll(2)", "A.............", IT(4), 1), [20]);
    assert_eq!(calls("rhea(p=4,l=3)", "A.............", IT(4), 1), [12]);
    // A coin that is one step further than the genes reach.
    let world = endless("HorizontalAvatar", "A..c");
    let (_, short) = first_decision(&world, "rhea(p=4,l=2)", IT(300));
    let (_, long) = first_decision(&world, "rhea(p=4,l=2)+roll(30)", IT(300));
    assert_eq!(best(&short), 0.0);
    assert!(best(&long) > 0.2 && best(&long) < 1.0, "the mean of some that find it: {long:?}");
}

#[test]
fn what_ends_the_game_needs_no_roll_outs() {
    // Every step loses. Individuals that take one cost no more than their genes; the others lose in their roll-outs.
    let world = endless("HorizontalAvatar", "lAl");
    let spec = agent("rhea(p=6,l=2)+roll(5)");
    let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(IT(6)));
    game.step();
    assert!(game.last_spent(0).calls < 6 * (2 + 5), "{:?}", game.last_spent(0));
    assert!(game.insight(0).actions.iter().all(|action| action.value == -1000.0), "{:?}", game.insight(0));
}

#[test]
fn a_seed_of_one_step_look_ahead_walks_to_the_door() {
    // The heuristic sees the door from afar. One individual that is not mutated: the seed itself.
    let world = coins("MovingAvatar", "A.........g");
    let (action, insight) = first_decision(&world, "rhea(p=1,l=12)+seed(onestep)", Budget::calls(60));
    assert_eq!((action, best(&insight)), (Action::Right, 1000.0));
    // Four actions are tried at each of ten steps, then the game is over; then the seed is evaluated.
    let spec = agent("rhea(p=1,l=12,m=0)+seed(onestep)");
    let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(IT(1)));
    game.step();
    assert_eq!(game.last_spent(0).calls, 4 * 10 + 10);
}

#[test]
fn a_seed_of_tree_search_takes_half_the_budget() {
    let world = endless("HorizontalAvatar", "A.cccccccccc..");
    let spec = agent("rhea(p=10,l=10)+seed(mcts)");
    let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(IT(100)));
    assert_eq!(game.step(), [Action::Right]);
    // Fifty simulations and fifty individuals, all ten actions long.
    assert_eq!((game.last_spent(0).iterations, game.last_spent(0).calls), (100, 1000));
    // The tree knows the first steps, so that the first generation is better than a random one.
    let value = |spec: &str, budget| best(&first_decision(&world, spec, budget).1);
    assert!(value("rhea(p=4,l=6)+seed(mcts)", IT(400)) >= 4.0);
}

#[test]
fn a_seed_is_sown_once_if_the_population_is_kept() {
    // The tree search counts iterations: half of them in every tick, or in the first one alone.
    let generations = |spec: &str| calls(spec, "A.............", Budget::calls(200), 2);
    let (kept, new) =
        (generations("rhea(p=4,l=5)+seed(onestep)+shift"), generations("rhea(p=4,l=5)+seed(onestep)"));
    // Two actions at each of five steps make 10 calls, the first generation 20, each further one 15.
    assert_eq!(new, [10 + 20 + 165; 2]);
    assert_eq!(kept, [10 + 20 + 165, 20 + 180]);
}

#[test]
fn bandits_climb_and_never_fall() {
    let world = endless("HorizontalAvatar", "A.cccccccccccc");
    for spec in ["rhea(p=1,l=10)+bandit", "rhea(p=6,l=10)+bandit", "rhea(p=4,l=10,m=3)+bandit+shift"] {
        let values: Vec<f64> = [10, 100, 1000].map(|n| best(&first_decision(&world, spec, IT(n)).1)).to_vec();
        assert!(values.is_sorted() && values[2] >= 6.0, "{spec}: {values:?}");
    }
}

#[test]
fn a_child_of_bandits_is_evaluated_before_and_after() {
    // Five individuals of six genes; four children a generation, each evaluated twice.
    let level = "A.............";
    assert_eq!(calls("rhea(p=5,l=6)+bandit", level, Budget::calls(77), 1), [30]);
    assert_eq!(calls("rhea(p=5,l=6)+bandit", level, Budget::calls(78), 1), [78]);
    // The hill climber knows what its individual is worth: one evaluation a mutation.
    assert_eq!(calls("rhea(p=1,l=6)+bandit", level, Budget::calls(30), 1), [30]);
}

#[test]
fn the_tree_decides_and_is_kept_with_the_population() {
    let world = endless("HorizontalAvatar", "A...c");
    let visits = |spec: &str| {
        let seen = thoughts(&world, spec, IT(30), &[Action::Nil; 3]);
        seen.iter().map(|s| s.actions.iter().map(|a| a.visits).sum::<f64>()).collect::<Vec<f64>>()
    };
    assert_eq!(visits("rhea(p=5,l=6)+tree"), [30.0; 3], "every individual is counted once, in a new tree");
    let kept = visits("rhea(p=5,l=6)+tree+shift");
    assert!(kept[0] == 30.0 && kept[1] > 30.0 && kept[2] > 30.0, "{kept:?}");
    // The most visited action is what is played.
    let (action, insight) = first_decision(&world, "rhea(p=5,l=6)+tree", IT(60));
    let most = insight.actions.iter().max_by(|a, b| a.visits.total_cmp(&b.visits)).unwrap();
    assert_eq!(action, most.action);
}

#[test]
fn a_flat_landscape_makes_evolution_and_tree_search_look_further() {
    let world = endless("HorizontalAvatar", "A..............");
    let depths = |spec: &str, budget| {
        let seen = thoughts(&world, spec, budget, &[Action::Nil; 46]);
        [0, 14, 15, 30, 45].map(|tick| seen[tick].depth.unwrap())
    };
    // By five every fifteen ticks, up to a tenth of the calls.
    let budget = Budget::calls(180);
    assert_eq!(depths("rhea(p=4,l=10)+dynamic", budget), [10, 10, 15, 18, 18]);
    assert_eq!(depths("rhea(p=4,l=10)+shift+dynamic", budget), [10, 10, 15, 18, 18]);
    assert_eq!(depths("rhea(p=4,l=10)+dynamic(every=15,step=2,max=13)", budget), [10, 10, 12, 13, 13]);
    // The tree need not be as deep as its simulations; what they cost tells their length.
    let spec = agent("samplemcts(depth=10)+dynamic");
    let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(IT(40)));
    let calls: Vec<u64> = (0..46)
        .map(|_| {
            game.step();
            game.last_spent(0).calls
        })
        .collect();
    assert_eq!([0, 14, 15, 30, 45].map(|tick| calls[tick] / 40), [10, 10, 15, 20, 25]);
}

#[test]
fn a_steep_landscape_makes_the_search_look_less_far() {
    // Lava all around: most sequences end in it, some survive by standing still or walking to and fro.
    let world = endless("HorizontalAvatar", "l.A.l");
    let seen = thoughts(&world, "rhea(p=20,l=12)+dynamic(steep=0.2)", IT(60), &[Action::Nil; 16]);
    assert!(seen[15].depth < seen[0].depth, "{:?}", seen[15]);
}

#[test]
fn generations_that_bring_nothing_new_are_not_made() {
    // Only survivors, or mutations that change nothing: the search ends by itself.
    for spec in ["rhea(p=5,e=9)", "rhea(p=1,m=0)+bandit", "rhea(p=3,m=0)"] {
        let (_, insight) = first_decision(&endless("HorizontalAvatar", "A...."), spec, IT(200));
        assert!(insight.nodes.is_some_and(|n| n > 0), "{spec}");
    }
}
