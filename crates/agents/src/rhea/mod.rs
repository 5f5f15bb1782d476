//! Rolling-horizon evolution: plans are evolved anew every tick, and the first action of the best one is played.

mod evaluate;
mod population;
pub(crate) mod random_search;
mod search;

pub(crate) use search::ENTRY;
