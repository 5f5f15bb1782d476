//! How large a game may be, and how long it may last.
//!
//! The reference has no such limits; it runs out of memory instead. The largest game that ships with it has
//! 91 types in 5 levels of nesting.

/// Sprite types of a game.
pub const MAX_TYPES: usize = 20_000;

/// Levels of nesting in the SpriteSet.
pub const MAX_DEPTH: usize = 200;

/// Parameters of one line, or of one sprite together with what it inherits.
pub const MAX_PARAMS: usize = 500;

/// Bytes of all sprites' parameters together, inherited ones counted for each sprite.
pub const MAX_PARAM_BYTES: usize = 64 << 20;

/// `no_counters`.
pub const MAX_COUNTERS: i32 = 1_000;

/// Diagnostics of one file; the rest is counted only.
pub const MAX_DIAGNOSTICS: usize = 1_000;

/// The last tick of every game: then it is over, and lost by all who have not won.
pub const LAST_TICK: i32 = 2_000;

/// The messages that the reference may log before it breaks a game off.
pub const MESSAGE_LIMIT: u32 = 25;
