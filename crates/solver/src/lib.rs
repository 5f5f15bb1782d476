//! Finds a way to win a level, and replays it.
//!
//! A solver is not an agent: it may read the rules, it knows the seed, and it takes its time. What it finds is
//! a [`Win`], a seed and a list of actions, which proves that a level can be won and goes on proving it with
//! every later version of the engine.
//!
//! ```
//! use ludex_engine::{ONTOLOGY, World};
//! use ludex_solver::{Limits, Search, solve};
//! use ludex_vgdl::Level;
//!
//! let text = "BasicGame\n  SpriteSet\n    goal > Immovable\n    avatar > MovingAvatar\n  \
//!     InteractionSet\n    goal avatar > killSprite\n    avatar wall > stepBack\n  \
//!     TerminationSet\n    SpriteCounter stype=goal limit=0 win=True\n  LevelMapping\n    g > goal\n";
//! let game = ludex_vgdl::parse(text, &ONTOLOGY).unwrap().game;
//! let world = World::new(&game, &Level::parse("Awg\n   ")).unwrap();
//! let win = solve(&game, &world, 0, Search::Auto, Limits::default(), &mut |_| true).unwrap();
//! assert_eq!(win.actions.len(), 4);
//! assert!(win.replay(&world).is_ok());
//! ```

mod best_first;
mod distance;
mod fingerprint;
mod guide;
mod hints;
mod layered;
mod solve;
mod tree;
mod win;

pub use hints::{Hints, Meaning};
pub use solve::{GaveUp, Limits, Progress, Search, is_deterministic, solve};
pub use win::{ReadError, ReplayError, Win, action_of, letter_of};
