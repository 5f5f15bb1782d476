//! The description of a game: what the parser makes of the text and the engine builds on.

use std::collections::HashMap;

use crate::params::Params;

/// The number of a sprite type: `wall` is 0, `avatar` 1, then the order of first definition.
pub type TypeId = u16;

/// A game description, read as the reference reads it: quirks applied, names resolved.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// `square_size`: pixels per cell, or -1 to fit the level into 800 pixels.
    pub square_size: i32,
    /// `no_players`, at least 1 and at most 2.
    pub players: usize,
    /// `no_counters`.
    pub counters: usize,
    /// `obs`: the types that block the path finder, if the game asks for one. Unknown names are left out.
    pub obstacles: Option<Vec<TypeId>>,
    /// All sprite types; the index is the [`TypeId`].
    pub types: Vec<SpriteType>,
    /// Drawing order, back to front. Updates run through it backwards.
    pub order: Vec<TypeId>,
    /// What a character of a level stands for, last definition first wins. Names are resolved; an unknown
    /// name is an error only when a level uses the character.
    pub mapping: Vec<Mapping>,
    /// The interaction lines that the reference would keep, in file order.
    pub rules: Vec<Rule>,
    /// The terminations that the reference would keep, in file order.
    pub terminations: Vec<Termination>,
    /// How many messages the reference logs while reading this. More than 25 end a game at its first tick.
    pub messages: u32,
}

/// A sprite type of the SpriteSet, or the built-in `wall` and `avatar`.
#[derive(Debug, Clone, PartialEq)]
pub struct SpriteType {
    /// Its name.
    pub name: String,
    /// Its effective class (a parent's class wins over its own, as in the reference).
    pub class: ClassRef,
    /// Its effective parameters: ancestors' overridden by nearer ones.
    pub params: Params,
    /// Does its own line say `singleton=true`?
    pub singleton: bool,
    /// Ancestors from the root down, then itself.
    pub chain: Vec<TypeId>,
    /// Ancestors from the root down, itself, then all descendants in pre-order.
    pub subtypes: Vec<TypeId>,
    /// Has it no children? Only such types are updated (and `wall` and `avatar`, always).
    pub leaf: bool,
    /// How many of its parameters are unknown to its class: the reference logs them with its first sprite.
    pub unknown_params: u32,
}

/// The class of a sprite type.
#[derive(Debug, Clone, PartialEq)]
pub enum ClassRef {
    /// An index into [`Ontology::classes`](crate::ontology::Ontology::classes).
    Known(usize),
    /// A name that the ontology does not have. Making such a sprite is an error.
    Unknown(String),
    /// No class at all: a grouping node. Making such a sprite is an error.
    Missing,
}

/// One character of the LevelMapping.
#[derive(Debug, Clone, PartialEq)]
pub struct Mapping {
    /// The level character.
    pub symbol: char,
    /// The sprites it creates, in order.
    pub sprites: Vec<Result<TypeId, String>>,
}

/// One line of the InteractionSet.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// An index into [`Ontology::effects`](crate::ontology::Ontology::effects).
    pub effect: usize,
    /// Its parameters.
    pub params: Params,
    /// Where it applies, in the order of the line: each second name gives one entry.
    pub on: Vec<Partners>,
    /// Is it wrapped in a time effect (the first or the first second name is `TIME`)?
    pub timed: bool,
    /// The line in the file, counted from 1.
    pub line: usize,
}

/// What an interaction line pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Partners {
    /// Two sprite types that touch.
    Pair(TypeId, TypeId),
    /// A sprite type at the edge of the screen.
    Edge(TypeId),
    /// The clock; the partner is `None` if its name is unknown.
    Time(Option<TypeId>),
}

/// One line of the TerminationSet.
#[derive(Debug, Clone, PartialEq)]
pub struct Termination {
    /// An index into [`Ontology::terminations`](crate::ontology::Ontology::terminations).
    pub kind: usize,
    /// Its parameters.
    pub params: Params,
    /// The line in the file, counted from 1.
    pub line: usize,
}

impl Game {
    /// The type of this name.
    pub fn type_id(&self, name: &str) -> Option<TypeId> {
        self.types.iter().position(|t| t.name == name).map(|i| i as TypeId)
    }

    /// All names with their types, for those who look up many.
    pub fn type_index(&self) -> HashMap<&str, TypeId> {
        self.types.iter().zip(0..).map(|(t, id)| (t.name.as_str(), id)).collect()
    }

    /// What a level character stands for.
    pub fn mapping(&self, symbol: char) -> Option<&Mapping> {
        self.mapping.iter().find(|m| m.symbol == symbol)
    }
}
