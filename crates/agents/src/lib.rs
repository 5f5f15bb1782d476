//! Planning agents for general video game playing.
//!
//! An [`Agent`] is asked for an action each tick. It gets a [`Turn`]: an observation of the game, a [`Budget`] to think
//! with, and [`Simulator`]s, copies of the game in which it can try actions. It never sees the rules. [`play`] plays a
//! whole game; [`Match`] does so tick by tick.
//!
//! Agents are written as text, such as `samplemcts(depth=12)`: an [`AgentSpec`] is such a text that has been checked
//! against the [registry].
//!
//! ```
//! use ludex_agents::{AgentSpec, Budget, Rules, play};
//! # use ludex_engine::{ONTOLOGY, World};
//! # let text = "BasicGame\n  SpriteSet\n    goal > Immovable\n    avatar > MovingAvatar\n  \
//! #     InteractionSet\n    goal avatar > killSprite scoreChange=1\n  \
//! #     TerminationSet\n    SpriteCounter stype=goal limit=0 win=True\n  \
//! #     LevelMapping\n    g > goal\n    A > avatar\n";
//! # let game = ludex_vgdl::parse(text, &ONTOLOGY).unwrap().game;
//! # let world = World::new(&game, &ludex_vgdl::Level::parse("A  g")).unwrap();
//!
//! let agent: AgentSpec = "samplemcts".parse()?;
//! let result = play(&world, 42, (&agent, 7), Rules::new(Budget::calls(480)));
//! assert!(result.players[0].won());
//! # Ok::<(), ludex_agents::SpecError>(())
//! ```

mod interface;
pub mod kit;
pub mod registry;

mod champion;
mod do_nothing;
mod greedy;
mod iw;
pub mod mcts;
mod olets;
mod one_step;
mod options;
mod random;
mod rhea;
pub mod tuning;
mod ybcriber;

pub use interface::{
    ActionInsight, Advisor, Agent, Budget, BudgetError, Builder, Clock, DEFAULT_SEED, DISQUALIFIED_SCORE,
    Decision, Disqualified, Entrant, Experienced, GameResult, INITIAL_TICKS, Insight, Make, Match, Model,
    ModelCost, Overlay, Panel, PlayerResult, Profile, Rng, Rules, Simulator, Spent, Turn, Visits, give_up,
    play, thread_time, type_mark, with_names,
};
pub use registry::{AgentSpec, SpecError};
