//! How large a game may be.
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
