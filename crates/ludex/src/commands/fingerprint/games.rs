//! The games of the fingerprint. They are small, have no aim but to use as many classes and effects as they can,
//! and never change: a new one may be added, and the pinned number with it.

/// A game and its levels.
pub struct Bundled {
    /// What `--verbose` calls it.
    pub name: &'static str,
    /// The game's text.
    pub text: &'static str,
    /// The levels' texts.
    pub levels: &'static [&'static str],
}

/// A game from its files next to this one.
macro_rules! bundled {
    ($($name:literal),* $(,)?) => {
        &[$(Bundled {
            name: $name,
            text: include_str!(concat!($name, ".vgdl")),
            levels: &[include_str!(concat!($name, ".txt"))],
        }),*]
    };
}

/// All games, in the order of the hash.
pub const GAMES: &[Bundled] =
    bundled!["orchard", "harbour", "mine", "warren", "arcade", "duel", "cliffs", "nursery"];
