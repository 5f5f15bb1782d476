//! What the game loop grants agents, and what it does about bad ones.

use crate::common;

use std::thread::sleep;
use std::time::Duration;

use common::{agent, coins, endless, world};
use ludex_agents::{
    Agent, Budget, Builder, Clock, DISQUALIFIED_SCORE, Disqualified, GameResult, Match, Rng, Rules, Turn,
    play, thread_time,
};
use ludex_engine::{Action, Winner};

/// An agent that is a function.
struct Acts<F>(F);

impl<F: FnMut(Turn<'_>) -> Action> Agent for Acts<F> {
    fn act(&mut self, turn: Turn<'_>) -> Action {
        (self.0)(turn)
    }
}

/// Builds agents that are functions.
fn acting<F: FnMut(Turn<'_>) -> Action + Copy + 'static>(act: F) -> impl Builder {
    move |_: Turn<'_>, _: u64| -> Box<dyn Agent> { Box::new(Acts(act)) }
}

fn play_one(builder: &dyn Builder, budget: Budget) -> GameResult {
    play(&coins("MovingAvatar", "A...g"), 1, (builder, 1), Rules::new(budget))
}

#[test]
fn a_win_without_points_counts_as_one() {
    let result = play_one(&acting(|_| Action::Right), Budget::calls(1));
    let player = &result.players[0];
    assert_eq!((player.winner, player.score, result.ticks), (Winner::Wins, 1.0, 3));
}

#[test]
fn calls_are_counted_and_refused() {
    let builder = acting(|turn| {
        let mut simulator = turn.simulator(&mut Rng::new(1));
        let made = (0..20).filter(|_| simulator.advance(turn, Action::Nil)).count();
        assert_eq!((made, turn.calls(), turn.calls_left()), (7, 7, Some(0)));
        assert_eq!(simulator.observation().tick(), turn.observation().tick() + 7);
        Action::Right
    });
    let result = play_one(&builder, Budget::calls(7));
    assert_eq!(result.players[0].disqualified, None);
    assert_eq!(result.players[0].calls, 7 * 4);
}

#[test]
fn iterations_are_counted_and_refused() {
    let builder = acting(|turn| {
        let mut n = 0;
        while turn.next_iteration() {
            n += 1;
        }
        assert_eq!((n, turn.iterations()), (5, 5));
        Action::Right
    });
    assert_eq!(play_one(&builder, Budget::iterations(5)).players[0].iterations, 5 * 4);
    // Where only calls are limited, iterations end as well.
    assert_eq!(play_one(&builder, Budget::calls(5)).players[0].disqualified, None);
}

#[test]
fn the_preparation_has_a_budget_of_its_own() {
    let builder = |turn: Turn<'_>, _: u64| -> Box<dyn Agent> {
        let mut simulator = turn.simulator(&mut Rng::new(1));
        let made = (0..1000).filter(|_| simulator.advance(turn, Action::Nil)).count();
        assert_eq!(made, 25 * 3);
        Box::new(Acts(|_: Turn<'_>| Action::Right))
    };
    assert_eq!(play_one(&builder, Budget::calls(3)).players[0].calls, 75);
}

#[test]
fn simulations_do_not_change_the_game_and_differ_by_chance() {
    let npc = "BasicGame square_size=10\n  SpriteSet\n    floor > Immovable\n    npc > RandomNPC\n    avatar > MovingAvatar\n  \
               InteractionSet\n    npc EOS > stepBack\n    avatar EOS > stepBack\n  \
               TerminationSet\n    Timeout limit=10 win=True\n  \
               LevelMapping\n    . > floor\n    n > npc\n    A > avatar\n";
    let world = world(npc, ".......\n...n...\n.......\nA......");
    let builder = acting(|turn| {
        let mut rng = Rng::new(turn.observation().tick() as u64);
        let present = turn.simulator(&mut rng);
        let mut places = Vec::new();
        let mut simulator = present.clone();
        for _ in 0..8 {
            simulator.copy_from(turn, &present, &mut rng);
            (0..4).for_each(|_| assert!(simulator.advance(turn, Action::Nil)));
            places.push(simulator.observation().sprites().map(|s| (s.x, s.y)).collect::<Vec<_>>());
        }
        places.sort();
        places.dedup();
        assert!(places.len() > 1 || turn.observation().tick() > 5, "every future was the same");
        Action::Nil
    });
    let thoughtful = play(&world, 5, (&builder, 1), Rules::new(Budget::calls(100)));
    assert_eq!(thoughtful.players[0].disqualified, None);
    let quick = play(&world, 5, (&acting(|_| Action::Nil), 1), Rules::new(Budget::calls(100)));
    assert_eq!(thoughtful.ticks, quick.ticks);
}

#[test]
fn what_agents_can_print_says_nothing_of_the_rules() {
    let builder = acting(|turn| {
        let simulator = turn.simulator(&mut Rng::new(1));
        for text in [format!("{turn:?}"), format!("{:?}", turn.observation()), format!("{simulator:?}")] {
            assert!(text.len() < 400 && !text.contains("goal") && !text.contains("rng"), "{text}");
        }
        Action::Right
    });
    assert_eq!(play_one(&builder, Budget::calls(7)).players[0].disqualified, None);
}

#[test]
fn an_agent_that_panics_loses_with_the_reason() {
    let builder = acting(|turn| match turn.observation().tick() {
        2 => panic!("no idea at {}", 2),
        _ => Action::Right,
    });
    let result = play_one(&builder, Budget::calls(1));
    let player = &result.players[0];
    assert_eq!((player.winner, player.score), (Winner::Loses, DISQUALIFIED_SCORE));
    assert_eq!(
        player.disqualified,
        Some(Disqualified::Panicked { tick: 2, message: "no idea at 2".to_owned() })
    );
}

#[test]
fn an_agent_that_panics_at_birth_or_death_takes_nothing_down() {
    struct Bomb;
    impl Agent for Bomb {
        fn act(&mut self, _: Turn<'_>) -> Action {
            panic!("first")
        }
    }
    impl Drop for Bomb {
        fn drop(&mut self) {
            if !std::thread::panicking() {
                panic!("second");
            }
        }
    }
    let born_dead = |_: Turn<'_>, _: u64| -> Box<dyn Agent> { panic!("stillborn") };
    let bomb = |_: Turn<'_>, _: u64| -> Box<dyn Agent> { Box::new(Bomb) };
    for (builder, reason) in [(&born_dead as &dyn Builder, "stillborn"), (&bomb, "first")] {
        let result = play_one(builder, Budget::calls(1));
        let said = result.players[0].disqualified.as_ref().unwrap().to_string();
        assert!(said.contains(reason), "{said}");
    }
}

#[test]
fn late_answers() {
    let budget: Budget = "20ms".parse().unwrap();
    let late = |ms: u64| {
        move |turn: Turn<'_>| {
            if turn.observation().tick() == 0 {
                sleep(Duration::from_millis(ms));
            }
            Action::Right
        }
    };
    let world = coins("MovingAvatar", "A...g");
    let strict = |ms| play(&world, 1, (&acting(late(ms)), 1), Rules::new(budget));
    let lenient = play(&world, 1, (&acting(late(100)), 1), Rules { budget, lenient: true });

    let very_late = &strict(100).players[0];
    assert!(matches!(very_late.disqualified, Some(Disqualified::LateAnswer { tick: 0, .. })));
    assert_eq!((very_late.overspends, very_late.won()), (1, false));

    assert_eq!((lenient.players[0].overspends, lenient.players[0].won(), lenient.ticks), (1, true, 3));
}

/// On a machine that is busy with something else, an agent looks as if it slept.
#[test]
fn processor_time_is_what_the_thread_has_had() {
    if !Clock::Processor.is_available() {
        ludex_testing::skipped("this system has no clock of a thread's processor time");
        return;
    }
    let asleep = || sleep(Duration::from_millis(100));
    let busy = || {
        let start = thread_time().unwrap();
        while thread_time().unwrap() - start < Duration::from_millis(100) {}
    };
    let world = coins("MovingAvatar", "A...g");
    let late = |budget: &str, pause: fn()| {
        let builder = acting(move |turn| {
            if turn.observation().tick() == 0 {
                pause();
            }
            Action::Right
        });
        let result = play(&world, 1, (&builder, 1), Rules::new(budget.parse().unwrap()));
        let player = &result.players[0];
        assert_eq!(player.won(), player.disqualified.is_none());
        matches!(player.disqualified, Some(Disqualified::LateAnswer { tick: 0, .. }))
    };
    assert_eq!((late("20ms", asleep), late("20ms-cpu", asleep)), (true, false));
    assert_eq!((late("20ms", busy), late("20ms-cpu", busy)), (true, true));

    let late_start = |budget: &str| {
        let builder = move |_: Turn<'_>, _: u64| -> Box<dyn Agent> {
            asleep();
            Box::new(Acts(|_: Turn<'_>| Action::Right))
        };
        let result = play(&world, 1, (&builder, 1), Rules::new(budget.parse().unwrap()));
        matches!(result.players[0].disqualified, Some(Disqualified::LateStart { .. }))
    };
    assert_eq!((late_start("1ms"), late_start("1ms-cpu")), (true, false));
}

/// The clock is not read in every iteration, and nobody is late for it, whatever else the machine does.
#[test]
fn searches_answer_in_time() {
    if !Clock::Processor.is_available() {
        ludex_testing::skipped("this system has no clock of a thread's processor time");
        return;
    }
    let world = endless("MovingAvatar", "..........\n..c....l..\n....A.....\n..........\n.......c..");
    for spec in ["samplemcts", "mcts", "rhea", "omcts", "ybcriber"] {
        let spec = agent(spec);
        let rules = Rules { budget: "4ms-cpu".parse().unwrap(), lenient: true };
        let mut game = Match::new(&world, 1, &[(&spec, 1)], rules);
        let start = thread_time().unwrap();
        for _ in 0..100 {
            game.step();
        }
        let took = thread_time().unwrap() - start;
        let late = game.result().players[0].overspends;
        // Now and then the system itself keeps a thread busy.
        assert!(late <= 2, "{spec}: {late} of 100 answers were late");
        assert!(took > Duration::from_millis(100), "{spec} leaves most of its time unused: {took:?}");
    }
}

/// Calls that cost a second each make an agent late without anybody waiting.
#[test]
fn calls_that_cost_time() {
    let budget: Budget = "10s+1s/fm".parse().unwrap();
    let calling = |calls: usize| {
        acting(move |turn| {
            let mut simulator = turn.simulator(&mut Rng::new(1));
            if turn.observation().tick() == 0 {
                assert!(
                    (0..calls).all(|_| simulator.advance(turn, Action::Nil)),
                    "time does not refuse calls"
                );
            }
            Action::Right
        })
    };
    let world = coins("MovingAvatar", "A...g");
    let ends = |calls: usize, lenient: bool| {
        let result = play(&world, 1, (&calling(calls), 1), Rules { budget, lenient });
        let player = &result.players[0];
        (player.won(), result.ticks, player.overspends, player.disqualified.is_some())
    };
    assert_eq!(ends(9, false), (true, 3, 0, false));
    // Late by up to a quarter: the answer counts for nothing, and the avatar loses a tick.
    assert_eq!(ends(11, false), (true, 4, 1, false));
    assert_eq!(ends(13, false), (false, 0, 1, true));
    assert_eq!(ends(13, true), (true, 3, 1, false));
}

#[test]
fn searches_stop_before_the_time_that_calls_cost_is_up() {
    let world = endless("MovingAvatar", "..........\n....A.....\n..........");
    for spec in ["samplemcts", "mcts", "olets", "rs", "rhea", "iw", "greedy"] {
        let spec = agent(spec);
        let rules = Rules::new("100s+1s/fm".parse().unwrap());
        let mut game = Match::new(&world, 1, &[(&spec, 1)], rules);
        game.step();
        let calls = game.last_spent(0).calls;
        assert!((50..=100).contains(&calls), "{spec}: {calls}");
        assert_eq!(game.result().players[0].overspends, 0, "{spec}");
    }
}

#[test]
fn escape_ends_the_game_without_a_winner() {
    let result = play_one(&acting(|_| Action::Escape), Budget::calls(1));
    assert_eq!((result.players[0].winner, result.ticks), (Winner::None, 0));
}

#[test]
fn actions_that_the_avatar_does_not_have_become_nil() {
    let world = coins("HorizontalAvatar", "A...g");
    let spec = acting(|_| Action::Up);
    let mut game = Match::new(&world, 1, &[(&spec, 1)], Rules::new(Budget::calls(1)));
    assert_eq!(game.step(), [Action::Nil]);
}

#[test]
fn a_game_ends_after_tick_2000() {
    let world = endless("MovingAvatar", "A....");
    let result = play(&world, 1, (&agent("donothing"), 1), Rules::new(Budget::calls(1)));
    assert_eq!((result.players[0].winner, result.ticks), (Winner::Loses, 2000));
}

#[test]
fn two_players() {
    let text = "BasicGame square_size=10 no_players=2\n  SpriteSet\n    floor > Immovable\n    goal > Immovable\n    avatar > MovingAvatar\n      \
                one >\n      two >\n  \
                InteractionSet\n    goal one > killSprite scoreChange=5,0\n    goal two > killSprite scoreChange=0,7\n    \
                avatar EOS > stepBack\n  \
                TerminationSet\n    MultiSpriteCounter stype1=goal limit=0 win=True,True\n  \
                LevelMapping\n    . > floor\n    g > goal\n    A > one\n    B > two\n";
    let world = world(text, "A..g\n....\n..Bg");
    assert_eq!(world.players(), 2);
    let right = acting(|turn| {
        let mut simulator = turn.simulator(&mut Rng::new(1));
        assert_eq!(simulator.player(), turn.player());
        assert!(simulator.advance_all(turn, &[Action::Right, Action::Right]));
        Action::Right
    });
    let mut game = Match::new(&world, 1, &[(&right, 1), (&right, 2)], Rules::new(Budget::calls(9)));
    while !game.is_over() {
        game.step();
    }
    let result = game.result();
    assert_eq!(result.players.len(), 2);
    assert_eq!((result.players[0].score, result.players[1].score), (5.0, 7.0));

    // Searches play for themselves, whichever player they are, and take it that the other stands still. A win without
    // points counts as one.
    let idle = agent("donothing");
    for spec in ["rs", "rhea", "samplemcts", "solmcts", "mcts", "greedy", "olets", "iw"] {
        let spec = agent(spec);
        let scores = |entrants: [&dyn Builder; 2]| {
            let entrants = [(entrants[0], 1), (entrants[1], 2)];
            let mut game = Match::new(&world, 1, &entrants, Rules::new(Budget::iterations(100)));
            while !game.is_over() && game.state().tick() < 200 {
                game.step();
            }
            game.result().players.iter().map(|player| player.score).collect::<Vec<_>>()
        };
        assert_eq!(scores([&spec, &idle]), [10.0, 1.0], "{spec}");
        assert_eq!(scores([&idle, &spec]), [1.0, 14.0], "{spec}");
    }

    // Who is disqualified has lost, and the game breaks off for the other.
    let steady = acting(|_| Action::Nil);
    let hasty = acting(|_| panic!("no"));
    let mut game = Match::new(&world, 1, &[(&steady, 1), (&hasty, 2)], Rules::new(Budget::calls(9)));
    game.step();
    assert!(game.is_over());
    let [first, second] = &game.result().players[..] else { panic!("two players") };
    assert_eq!((first.winner, second.winner), (Winner::None, Winner::Loses));
    assert_eq!((first.disqualified.is_some(), second.disqualified.is_some()), (false, true));
}
