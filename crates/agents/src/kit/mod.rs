//! What searches share.

pub mod actions;
pub mod bounds;
pub mod distance;
pub mod field;
pub mod growth;
pub mod length;
pub mod noise;
pub mod place;
pub mod select;
pub mod sets;
pub mod value;
