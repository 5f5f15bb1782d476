//! What searches share.

pub mod bounds;
pub mod distance;
pub mod noise;
pub mod value;
