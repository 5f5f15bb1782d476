//! The names of a game's types, as parameters use them.

use std::collections::HashMap;

use ludex_vgdl::params::java_split;
use ludex_vgdl::{Game, Params};

use crate::index::{Kind, Kinds};

/// The names of a game's types.
pub(crate) struct Names<'a> {
    by_name: HashMap<&'a str, Kind>,
    /// The first type of every game.
    pub wall: Kind,
}

impl<'a> Names<'a> {
    /// None for a game without any types.
    pub fn new(game: &'a Game, kinds: Kinds) -> Option<Names<'a>> {
        let wall = kinds.iter().next()?;
        let mut by_name = HashMap::new();
        for (kind, source) in kinds.iter().zip(&game.types) {
            by_name.entry(source.name.as_str()).or_insert(kind);
        }
        Some(Names { by_name, wall })
    }

    /// The type of this name.
    pub fn find(&self, name: &str) -> Option<Kind> {
        self.by_name.get(name).copied()
    }

    /// The type that a parameter names, if it names one.
    pub fn get(&self, p: &Params, key: &str) -> Option<Kind> {
        self.find(p.text(key)?)
    }

    /// The type that a parameter names. The parser has made sure that there is one.
    pub fn known(&self, p: &Params, key: &str) -> Kind {
        self.get(p, key).unwrap_or(self.wall)
    }

    /// The types that a parameter lists. Unknown names keep their places.
    pub fn list(&self, p: &Params, key: &str) -> Vec<Option<Kind>> {
        p.text(key).map_or(Vec::new(), |list| java_split(list).map(|name| self.find(name)).collect())
    }
}
