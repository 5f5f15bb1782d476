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
mod check;
mod class;
mod data;
mod effects;
mod encounters;
mod events;
mod forget;
mod geometry;
mod grid;
mod history;
mod inventory;
mod java;
mod observation;
mod ontology;
mod path;
mod places;
mod players;
mod population;
mod rules;
mod shape;
mod slots;
mod sprite;
mod sprites_of;
mod state;
mod stops;
mod terminations;
mod tick;
mod trusted;
mod types;
mod update;
mod views;
mod world;

pub use action::{Action, UnknownAction, Winner};
pub use class::Class;
pub use geometry::{Rect, Vector};
pub use history::Event;
pub use java::Random;
pub use observation::{Category, Health, Observation, Seen};
pub use ontology::ONTOLOGY;
pub use places::Places;
pub use slots::Slot;
pub use state::State;
pub use views::SpriteView;
pub use world::{MAX_CELLS, World, WorldError};

pub use ludex_vgdl::TypeId;
