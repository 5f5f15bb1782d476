//! What authors of games ask for, on the command line and in the studio: every word of the language explained
//! ([`articles`]), games checked and tried out ([`check_game`], [`check_level`], [`check_order`]), and a game to begin with
//! ([`template`]).

mod article;
mod check;
mod order;
mod template;
mod usage;

pub use article::{Article, Parameter, Topic, articles, documented};
pub use check::{check_game, check_level};
pub use order::check_order;
pub use template::template;
