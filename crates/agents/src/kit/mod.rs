//! What searches share.

pub mod actions;
pub mod bounds;
pub mod distance;
pub mod field;
pub mod noise;
pub mod select;
pub mod value;
