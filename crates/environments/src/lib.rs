//! Games as environments for learners: many games at once, in step, observed as numbers, pictures and words.
//!
//! A [`Stage`] is a game on a level with what environments need of it. A [`Session`] is a game in progress that knows how it
//! came about, so that it can be saved. A [`Batch`] plays many of them in parallel, starts new ones when they end, and writes
//! what learners want to know into memory of the caller.
//!
//! ```
//! use std::sync::Arc;
//! use ludex_environments::{Batch, Rows, Settings, Stage};
//!
//! let game = "BasicGame\n  SpriteSet\n    goal > Immovable\n    avatar > MovingAvatar\n  \
//!     InteractionSet\n    goal avatar > killSprite scoreChange=1\n  \
//!     TerminationSet\n    SpriteCounter stype=goal limit=0 win=True\n  \
//!     LevelMapping\n    g > goal\n    A > avatar\n";
//! let stage = Arc::new(Stage::new(game, "A g")?);
//! let mut batch = Batch::new(vec![vec![stage]; 4], Settings::default())?;
//! let mut memory = batch.memory();
//! batch.reset(&[1, 2, 3, 4], memory.rows())?;
//! let right = batch.actions().iter().position(|action| action.name() == "RIGHT").unwrap() as i64;
//! batch.step(&[right; 4], memory.rows())?;
//! batch.step(&[right; 4], memory.rows())?;
//! assert_eq!(memory.rewards, [1.0; 4]);
//! assert!(memory.terminated.iter().all(|ended| *ended));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod english;
mod error;
mod lane;
mod pool;
mod rows;
pub mod scene;
mod seeds;
mod session;
mod stage;
pub mod views;
mod words;

pub use batch::{Autoreset, Batch, Settings};
pub use english::rules_in_english;
pub use error::{EnvironmentError, RestoreError};
pub use rows::{Memory, Observations, Rows, Shown};
pub use seeds::next_seed;
pub use session::Session;
pub use stage::Stage;
pub use views::{View, ViewKind};
pub use words::describe;
