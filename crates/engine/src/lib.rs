//! Plays VGDL games tick for tick as GVGAI does, with states that are cheap to copy.
//!
//! A [`World`] is a game on a level: everything that never changes. A [`State`] is a game in progress: it is
//! advanced by actions, copied by searches, and [observed](State::observe) by agents.
//!
//! ```
//! use ludex_engine::{Action, ONTOLOGY, State, World};
//! use ludex_vgdl::Level;
//!
//! let text = "BasicGame\n  SpriteSet\n    goal > Immovable\n    avatar > MovingAvatar\n  \
//!     InteractionSet\n    goal avatar > killSprite scoreChange=1\n  \
//!     TerminationSet\n    SpriteCounter stype=goal limit=0 win=True\n  \
//!     LevelMapping\n    g > goal\n    A > avatar\n";
//! let game = ludex_vgdl::parse(text, &ONTOLOGY).unwrap().game;
//! let world = World::new(&game, &Level::parse("A  g")).unwrap();
//! let mut state = State::new(&world, 42);
//! while !state.is_over() {
//!     state.advance(&[Action::Right]);
//! }
//! assert_eq!((state.score(0), state.tick()), (1.0, 3));
//! ```
//!
//! The engine does no input or output, reads no clock and owns its random generator: what happens is a
//! function of game, level, seed and actions.

mod action;
mod classes;
mod effects;
mod facts;
mod geometry;
mod index;
mod java;
mod observe;
mod ontology;
mod state;
mod terminations;
mod tick;
mod world;

pub use action::{Action, UnknownAction, Winner};
pub use geometry::{Rect, Vector};
pub use java::Random;
pub use observe::{Category, Health, Observation, Places, Seen, SlotView, SpriteView};
pub use ontology::ONTOLOGY;
pub use state::State;
pub use state::history::Event;
#[doc(hidden)]
pub use tick::shortcuts::Shortcuts;
pub use world::{MAX_CELLS, World, WorldError};

pub use ludex_vgdl::TypeId;
