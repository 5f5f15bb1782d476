//! What is particular to each agent, in games made for it.

use crate::common;

use common::{agent, coins, endless, first_decision, share, thoughts};
use ludex_agents::{Budget, Match, Rules, play, registry};
use ludex_engine::Action;

const IT: fn(u64) -> Budget = Budget::iterations;

/// The columns that the avatar visits in so many ticks.
fn columns(spec: &str, level: &str, ticks: usize, budget: Budget) -> Vec<i32> {
    let world = endless("MovingAvatar", level);
    let spec = agent(spec);
    let mut game = Match::new(&world, 1, &[(&spec, 3)], Rules::new(budget));
    let mut columns = Vec::new();
    for _ in 0..ticks {
        game.step();
        columns.push(game.state().observe().avatar_position(0).0 as i32 / 10);
    }
    columns
}

#[test]
fn searches_walk_to_the_goal_and_not_into_the_lava() {
    let world = coins("MovingAvatar", "lllll\nlA.gl\nlllll");
    for entry in registry::agents() {
        if matches!(entry.name, "donothing" | "random") {
            continue;
        }
        let result = play(&world, 1, (&agent(entry.name), 1), Rules::new(IT(200)));
        assert!(result.players[0].won() && result.ticks < 20, "{}: {result:?}", entry.name);
    }
}

#[test]
fn agents_without_actions_stand_still() {
    // A game with nothing to do: it ends by itself.
    let text = "BasicGame\n  SpriteSet\n    floor > Immovable\n    avatar > NullAvatar\n  InteractionSet\n  \
                TerminationSet\n    Timeout limit=5 win=True\n  LevelMapping\n    . > floor\n    A > avatar\n";
    let world = common::world(text, "A.");
    for entry in registry::agents() {
        let result = play(&world, 1, (&agent(entry.name), 1), Rules::new(Budget::calls(50)));
        assert!(result.players[0].won(), "{}: {result:?}", entry.name);
    }
}

#[test]
fn nothing_and_anything() {
    let world = endless("MovingAvatar", ".....\n..A..\n.....");
    let played = |spec: &str| {
        let spec = agent(spec);
        let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(Budget::calls(50)));
        let actions: Vec<Action> = (0..1000).map(|_| game.step()[0]).collect();
        assert_eq!(game.result().players[0].calls, 0, "{spec} thinks");
        actions
    };
    assert!(played("donothing").iter().all(|&action| action == Action::Nil));
    let drawn = played("random");
    for action in [Action::Up, Action::Left, Action::Down, Action::Right] {
        let times = drawn.iter().filter(|&&other| other == action).count();
        assert!((190..=310).contains(&times), "{action:?}: {times}");
    }
}

#[test]
fn one_step_looks_exactly_one_step_ahead() {
    let (action, insight) = first_decision(&endless("MovingAvatar", "lA.\n.c."), "onestep(winscore)", IT(50));
    assert_eq!(action, Action::Down);
    let value = |a: Action| insight.actions.iter().find(|i| i.action == a).unwrap().value;
    assert_eq!((value(Action::Left), value(Action::Down), value(Action::Right)), (-1000.0, 1.0, 0.0));
    // The goal is a door, so GVGAI's heuristic sees it from afar.
    assert_eq!(first_decision(&coins("MovingAvatar", "A....g"), "onestep", IT(50)).0, Action::Right);
    assert_eq!(first_decision(&coins("MovingAvatar", "g....A"), "onestep", IT(50)).0, Action::Left);
}

#[test]
fn random_search_finds_what_is_as_far_as_its_sequences_are_long() {
    let world = endless("HorizontalAvatar", "..........A..c");
    assert_eq!(first_decision(&world, "rs(l=3)", IT(300)).0, Action::Right);
    let (_, short) = first_decision(&world, "rs(l=2)", IT(300));
    assert!(short.actions.iter().all(|a| a.value == 0.0), "{short:?}");
    // Of equals the first sequence counts, so what is played is what was drawn first.
    let drawn: Vec<Action> = (0..8).map(|n| first_decision(&world, "rs(l=2)", IT(n + 1)).0).collect();
    assert!(drawn.windows(2).all(|pair| pair[0] == pair[1]), "{drawn:?}");
}

#[test]
fn evolution_climbs() {
    // Every step to the right is a point: the best plan goes right all the time.
    let world = endless("HorizontalAvatar", "A.cccccccccccc");
    let best = |spec: &str, budget: u64| {
        let (action, insight) = first_decision(&world, spec, IT(budget));
        (action, insight.actions.iter().map(|a| a.value).fold(f64::NEG_INFINITY, f64::max))
    };
    for spec in ["rhea", "rhea(p=1)", "rhea(p=2,l=8)", "rhea(mutate=any,m=2)"] {
        let (early, late) = (best(spec, 12).1, best(spec, 2000));
        assert!(late.1 > early && late.1 >= 6.0 && late.0 == Action::Right, "{spec}: {early} {late:?}");
    }
}

#[test]
fn the_hill_climber_only_ever_climbs() {
    // With one seed, a larger budget sees the same mutants and more.
    let world = endless("HorizontalAvatar", "lA.cc.c..c.ccc.cccc");
    let value = |budget: u64| {
        let (_, insight) = first_decision(&world, "rhea(p=1,l=12)", IT(budget));
        assert_eq!((insight.nodes, insight.actions.len()), (Some(1), 1), "a single individual");
        insight.actions[0].value
    };
    let values: Vec<f64> = (1..60).map(|n| value(5 * n)).collect();
    assert!(values.windows(2).all(|pair| pair[0] <= pair[1]), "{values:?}");
    assert!(values[58] > values[0], "{values:?}");
}

#[test]
fn a_generation_that_does_not_fit_is_not_begun() {
    let world = endless("HorizontalAvatar", "A.............");
    let calls = |budget: u64| {
        let spec = agent("rhea(p=5,l=6)");
        let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(Budget::calls(budget)));
        game.step();
        game.last_spent(0).calls
    };
    // 30 calls for the first generation, 24 for each that follows.
    assert_eq!([30, 53, 54, 77, 78, 101, 102].map(calls), [30, 30, 54, 54, 78, 78, 102]);
}

#[test]
fn greedy_search_follows_the_largest_sum() {
    let (action, insight) = first_decision(&endless("HorizontalAvatar", ".....A.cccc"), "greedy", IT(100));
    assert_eq!(action, Action::Right);
    assert!(share(&insight, Action::Right) > 0.8, "{insight:?}");
}

#[test]
fn where_bounds_live_decides_whether_scores_are_seen() {
    // Lava beside the start, far away from it a coin to the right. What the first tick saw of the lava makes the coin
    // invisible to the versions whose bounds last the whole game.
    let world = endless("HorizontalAvatar", "lA............c.....");
    let script = [Action::Right; 13];
    let shares = |spec: &str| {
        let thoughts = thoughts(&world, spec, IT(400), &script);
        share(thoughts.last().unwrap(), Action::Right)
    };
    for flat in ["samplemcts(version=v1)", "samplemcts(version=v2)", "solmcts"] {
        assert!((shares(flat) - 0.5).abs() < 0.05, "{flat}: {}", shares(flat));
    }
    for keen in ["samplemcts(version=v3)", "samplemcts(version=v4)", "samplemcts(bounds=split)"] {
        assert!(shares(keen) > 0.57, "{keen}: {}", shares(keen));
    }
}

#[test]
fn sample_search_adds_one_node_per_simulation() {
    let world = endless("MovingAvatar", ".....\n..A..\n.....");
    for spec in ["samplemcts", "samplemcts(loop=closed)", "solmcts"] {
        let (_, insight) = first_decision(&world, spec, IT(40));
        assert_eq!(insight.nodes, Some(41), "{spec}");
        let visits: f64 = insight.actions.iter().map(|a| a.visits).sum();
        assert_eq!(visits, 40.0, "{spec}");
    }
    let (_, shallow) = first_decision(&world, "samplemcts(depth=1)", IT(40));
    assert_eq!((shallow.nodes, shallow.depth), (Some(5), Some(1)));
}

#[test]
fn closed_loop_selection_is_free() {
    let world = endless("MovingAvatar", ".....\n..A..\n.....");
    let calls = |spec: &str| {
        let spec = agent(spec);
        let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(IT(100)));
        game.step();
        game.last_spent(0).calls
    };
    // The versions up to the third keep states.
    for open in ["samplemcts(loop=open)", "samplemcts", "samplemcts(version=v1,loop=open)", "solmcts"] {
        assert_eq!(calls(open), 1000, "{open}");
    }
    for version in ["v1", "v2", "v3", "v4,loop=closed"] {
        assert!(calls(&format!("samplemcts(version={version})")) < 1000, "{version}");
    }
}

#[test]
fn the_first_version_sees_no_score_in_an_outcome() {
    // The first tick takes the avatar to a coin; the lava is beside it. With bounds that are applied late, values are
    // booked as they are.
    let world = endless("HorizontalAvatar", "Acl....");
    let death = |version: &str| {
        let spec = format!("samplemcts(version={version},bounds=game)");
        let thoughts = thoughts(&world, &spec, IT(50), &[Action::Right, Action::Nil]);
        let right = thoughts[1].actions.iter().find(|a| a.action == Action::Right).unwrap();
        (right.value * (right.visits + 1e-6) / right.visits).round()
    };
    assert_eq!(death("v1"), -1e7);
    assert_eq!(["v2", "v3", "v4"].map(death), [1.0 - 1e7; 3]);
}

#[test]
fn every_state_of_a_simulation_becomes_a_node() {
    let world = endless("MovingAvatar", ".....\n..A..\n.....");
    // The tree of the preparation, 30 ticks' worth, is kept for the first tick; the second begins anew.
    assert_eq!(first_decision(&world, "mcts", IT(3)).1.nodes, Some(1 + (90 + 3) * 10));
    let thoughts = thoughts(&world, "mcts", IT(3), &[Action::Nil; 2]);
    assert_eq!(thoughts[1].nodes, Some(1 + 3 * 10));
}

#[test]
fn the_best_mean_is_played_not_the_most_visited() {
    let (action, insight) = first_decision(&coins("MovingAvatar", "A.g"), "mcts", IT(50));
    let best = insight.actions.iter().max_by(|a, b| a.value.total_cmp(&b.value)).unwrap();
    assert_eq!(action, best.action);
}

#[test]
fn the_taboo_drives_olets_on() {
    let level = ".".repeat(20) + "A" + &".".repeat(20);
    let visited = |spec: &str| {
        let mut columns = columns(spec, &level, 40, IT(60));
        columns.sort_unstable();
        columns.dedup();
        columns.len()
    };
    let (driven, idle) = (visited("olets"), visited("olets(taboo=0)"));
    assert!(driven >= 12 && driven > idle, "{driven} {idle}");
}

#[test]
fn what_olets_keeps_is_worth_what_it_was() {
    // Nothing takes a point away again: once the coin is taken, no state is worth less than it.
    let world = endless("MovingAvatar", "......\n..Ac..\n......");
    let script = [Action::Right, Action::Nil, Action::Nil, Action::Nil];
    for (tick, insight) in thoughts(&world, "olets", IT(60), &script).iter().enumerate().skip(1) {
        assert!(insight.actions.iter().all(|a| a.value > 1.0 - 1e-9), "tick {tick}: {insight:?}");
    }
}

#[test]
fn olets_plays_nothing_out() {
    let world = endless("MovingAvatar", ".....\n..A..\n.....");
    let calls = |iterations: u64| {
        let spec = agent("olets(epsilon=0)");
        let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(IT(iterations)));
        game.step();
        game.last_spent(0).calls
    };
    // A call for each of the root's children, and two for each of theirs.
    assert_eq!([1, 4, 5, 8].map(calls), [1, 4, 6, 12]);
}

#[test]
fn olets_keeps_the_tree_below_the_action_it_plays() {
    let world = endless("MovingAvatar", ".....\n..A..\n.....");
    let thoughts = thoughts(&world, "olets", IT(50), &[Action::Nil; 2]);
    assert_eq!(thoughts[0].nodes, Some(51));
    // What was below the chosen action, and what 50 simulations add to it.
    let nodes = thoughts[1].nodes.unwrap();
    assert!(nodes > 51 && nodes < 101, "{nodes}");
}

#[test]
fn width_one_sees_every_cell_once_and_stops() {
    let world = endless("MovingAvatar", ".....\n..A..\n.....");
    let spec = agent("iw(1)");
    let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(Budget::calls(10_000)));
    game.step();
    assert!(game.last_spent(0).calls < 1000, "{:?}", game.last_spent(0));
    let kept: f64 = game.insight(0).actions.iter().map(|a| a.visits).sum();
    assert_eq!(kept, 14.0);
}

#[test]
fn width_one_walks_towards_the_frontier() {
    let columns = columns("iw(1)", &("A".to_owned() + &".".repeat(30)), 6, Budget::calls(1000));
    assert_eq!(columns, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn width_three_halves_sees_what_happens_beside_the_avatar() {
    // A ball rolls to and fro by itself. With the avatar here and there at each of its places, there are pairs that are
    // new where no single atom is.
    let text = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    ball > Missile orientation=RIGHT speed=1\n    \
                avatar > MovingAvatar\n  \
                InteractionSet\n    ball wall > reverseDirection\n    ball wall > stepBack\n    avatar wall > stepBack\n  \
                TerminationSet\n    SpriteCounter stype=avatar limit=0 win=False\n  \
                LevelMapping\n    . > floor\n    b > ball\n    A > avatar\n    w > wall\n";
    let world = common::world(text, "wwwwww\nw.A..w\nwwwwww\nwb...w\nwwwwww");
    let kept = |spec: &str| {
        let (_, insight) = first_decision(&world, spec, Budget::calls(4000));
        insight.actions.iter().map(|a| a.visits).sum::<f64>()
    };
    assert!(kept("iw(3/2)") > kept("iw(1)"));
}

#[test]
fn ybcriber_searches_on_while_the_game_waits() {
    // The goal is in the far corner of a hall, beyond what the preparation and a tick's budget reach.
    let row = ".".repeat(60) + "\n";
    let world = coins("MovingAvatar", &format!("A{}{}{}g", &row[1..], row.repeat(14), ".".repeat(59)));
    let spec = agent("ybcriber");
    let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(Budget::calls(100)));
    assert_eq!(game.step()[0], Action::Nil, "it waits for the search to find something");
    while !game.is_over() {
        game.step();
    }
    assert!(game.result().players[0].won(), "{:?}", game.result());
}

/// Something rolls along at the bottom all the time: the game does not wait.
fn rolling(level: &str) -> std::sync::Arc<ludex_engine::World> {
    let text = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    ball > Missile orientation=RIGHT speed=1\n    \
                ghost > RandomNPC cooldown=1\n    prize > Door\n    avatar > MovingAvatar\n  \
                InteractionSet\n    ball EOS > wrapAround\n    ghost EOS > stepBack\n    ghost wall > stepBack\n    \
                avatar EOS > stepBack\n    avatar wall > stepBack\n    avatar ghost > killSprite\n    \
                prize avatar > killSprite\n  \
                TerminationSet\n    SpriteCounter stype=prize limit=0 win=True\n    \
                SpriteCounter stype=avatar limit=0 win=False\n    Timeout limit=300 win=False\n  \
                LevelMapping\n    . > floor\n    b > ball\n    p > prize\n    n > floor ghost\n    A > floor avatar\n    w > wall\n";
    common::world(text, level)
}

#[test]
fn ybcriber_walks_to_what_it_has_not_touched() {
    // Too far for a search of thirty calls, but in sight.
    let level = format!("A{}p\n{}\nb{}", ".".repeat(28), "w".repeat(30), ".".repeat(29));
    let result = play(&rolling(&level), 1, (&agent("ybcriber"), 1), Rules::new(Budget::calls(30)));
    assert!(result.players[0].won(), "{result:?}");
}

#[test]
fn ybcriber_keeps_away_from_what_kills() {
    let level = "n.....n..p\n..........\n....A.....\n..........\nn.....n...\nwwwwwwwwww\nb.........";
    let world = rolling(level);
    let lives = |spec: &str| {
        let games = (0..6)
            .map(|seed| play(&world, seed, (&agent(spec), seed as u64), Rules::new(Budget::calls(300))));
        games.filter(|result| result.players[0].won()).count()
    };
    let (careful, careless) = (lives("ybcriber"), lives("random"));
    assert!(careful >= 5 && careless <= 2, "{careful} {careless}");
}
