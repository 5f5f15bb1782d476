//! What is shown of a state: to agents as GVGAI shows it, and to people in full.

pub(crate) mod observation;
mod places;
mod slots;
pub(crate) mod sprites_of;
mod views;

pub use observation::{Category, Health, Observation, Seen};
pub use places::Places;
pub use slots::SlotView;
pub use views::SpriteView;
