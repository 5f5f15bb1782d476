//! What searches share.

pub mod actions;
pub mod bounds;
pub mod distance;
pub mod noise;
pub mod value;
