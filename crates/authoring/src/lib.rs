//! What authors of games ask for, on the command line and in the studio: every word of the language explained
//! ([`articles`]), levels tried out ([`check_level`]), and a game to begin with ([`template`]).

mod article;
mod check;
mod template;
mod usage;

pub use article::{Article, Parameter, Topic, articles, documented};
pub use check::check_level;
pub use template::template;
