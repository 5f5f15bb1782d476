//! Agents that are asked outside of a game, and turns for those that are no Rust values.

use std::sync::Arc;
use std::time::Duration;

use ludex_agents::{Advisor, Agent, AgentSpec, Budget, Decision, Disqualified, Rng, Rules, Turn, play};
use ludex_engine::{Action, ONTOLOGY, State, World};
use ludex_vgdl::Level;

fn corridor() -> Arc<World> {
    let text = "BasicGame\n  SpriteSet\n    goal > Immovable\n    avatar > MovingAvatar\n  \
        InteractionSet\n    goal avatar > killSprite scoreChange=1\n  \
        TerminationSet\n    SpriteCounter stype=goal limit=0 win=True\n  LevelMapping\n    g > goal\n    A > avatar\n";
    let game = ludex_vgdl::parse(text, &ONTOLOGY).unwrap().game;
    World::new(&game, &Level::parse("A   g")).unwrap()
}

#[test]
fn an_advisor_plays_as_in_a_game() {
    let (world, agent) = (corridor(), "olets".parse::<AgentSpec>().unwrap());
    let rules = Rules::new(Budget::calls(100));
    let mut state = State::new(&world, 3);
    let mut advisor = Advisor::new(&agent, 5, &state, 0, rules);
    while !state.is_over() {
        let action = advisor.ask(&state).unwrap();
        assert!(advisor.last_spent().calls <= 100);
        state.play(&[action]);
    }
    let alone = play(&world, 3, (&agent, 5), rules);
    assert_eq!(alone.ticks, u32::try_from(state.tick() - 1).unwrap());
    assert_eq!(alone.players[0].score, state.score(0));
}

#[test]
fn an_agent_that_breaks_down_says_so() {
    struct Broken;
    impl Agent for Broken {
        fn act(&mut self, _: Turn<'_>) -> Action {
            panic!("no idea")
        }
    }
    let build = |_: Turn<'_>, _: u64| -> Box<dyn Agent> { Box::new(Broken) };
    let state = State::new(&corridor(), 0);
    let mut advisor = Advisor::new(&build, 0, &state, 0, Rules::new(Budget::calls(1)));
    assert!(matches!(advisor.ask(&state), Err(Disqualified::Panicked { .. })));
}

#[test]
fn decisions_count_what_is_spent_here_and_elsewhere() {
    let decision = Decision::new(&State::new(&corridor(), 0), 0, Budget::calls(10));
    let turn = decision.turn();
    let mut simulator = turn.simulator(&mut Rng::new(1));
    assert!((0..3).all(|_| simulator.advance(turn, Action::Right)));
    turn.charge(4, 2, Duration::ZERO);
    assert_eq!((decision.spent().calls, decision.spent().iterations, turn.calls_left()), (7, 2, Some(3)));
    turn.charge(100, 0, Duration::ZERO);
    assert_eq!(turn.calls_left(), Some(0));
    assert!(!simulator.advance(turn, Action::Right), "the limit holds");
    assert_eq!(decision.elapsed(), None, "nothing depends on a clock where time is not limited");
    let timed = Decision::new(&State::new(&corridor(), 0), 0, "40ms".parse().unwrap());
    timed.turn().charge(0, 0, Duration::from_secs(2));
    assert!(timed.elapsed().unwrap() >= Duration::from_secs(2));
}
