//! The sprites of a level, in the order in which they are made.

use std::collections::HashMap;

use ludex_vgdl::{Game, Level, Mapping};

use super::error::WorldError;
use super::types::{TypeInfo, Types};
use crate::index::shape::GridShape;
use crate::index::{Kind, Kinds, List};
use crate::tick::MESSAGE_LIMIT;

/// No sprite is made while there are more than this many.
pub(crate) const SPRITE_LIMIT: i32 = 10_000;

/// A sprite of the level.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed {
    pub kind: Kind,
    pub x: i32,
    pub y: i32,
    pub id: i32,
    /// Is it the first of its type?
    pub is_first: bool,
}

/// All sprites of the level.
#[derive(Debug)]
pub(crate) struct Sprites {
    pub placed: Vec<Placed>,
    /// How many there are of each type.
    pub counts: List<Kind, i32>,
    /// How many messages the reference logs while it makes them.
    pub messages: u32,
    /// How many there was no room for.
    pub left_out: usize,
}

/// Makes the sprites of a level.
pub(crate) fn place(
    game: &Game,
    level: &Level,
    kinds: Kinds,
    types: &Types,
    grid: &GridShape,
) -> Result<Sprites, WorldError> {
    let mut mappings: HashMap<char, &Mapping> = HashMap::new();
    for mapping in &game.mapping {
        mappings.entry(mapping.symbol).or_insert(mapping);
    }
    let mut sprites = Sprites { placed: Vec::new(), counts: kinds.list(|_| 0), messages: 0, left_out: 0 };
    for row in 0..level.height() {
        for column in 0..level.width() {
            let symbol = level.cell(column, row);
            let Some(mapping) = mappings.get(&symbol) else {
                sprites.messages += u32::from(symbol != ' ');
                continue;
            };
            let at = (column as i32 * grid.block, row as i32 * grid.block);
            for sprite in &mapping.sprites {
                let kind = sprite.as_ref().ok().and_then(|&id| kinds.get(id));
                let Some(kind) = kind else {
                    let name = sprite.clone().err().unwrap_or_default();
                    return Err(WorldError::UnknownSprite { symbol, name });
                };
                if types[kind].class.is_none() {
                    return Err(WorldError::NoClass { symbol, name: types[kind].name.clone() });
                }
                sprites.add(&types[kind], types, at);
            }
        }
    }
    if sprites.left_out > MESSAGE_LIMIT as usize {
        return Err(WorldError::TooManySprites { sprites: sprites.placed.len() + sprites.left_out });
    }
    Ok(sprites)
}

impl Sprites {
    /// Makes a sprite, unless the limits forbid it.
    fn add(&mut self, info: &TypeInfo, types: &Types, (x, y): (i32, i32)) {
        if self.placed.len() as i32 > SPRITE_LIMIT {
            self.messages += 1;
            self.left_out += 1;
            return;
        }
        let is_taken = |&kind: &Kind| types[kind].relatives.iter().any(|&u| self.counts[u] > 0);
        if info.singletons.iter().any(is_taken) {
            return;
        }
        let kind = info.template.kind;
        let is_first = self.counts[kind] == 0;
        if is_first {
            self.messages += info.unknown_params;
        }
        self.counts[kind] += 1;
        self.placed.push(Placed { kind, x, y, id: self.placed.len() as i32, is_first });
    }
}

/// Which sprites of the level are whose avatars, by their numbers in [`Sprites::placed`].
#[derive(Debug)]
pub(crate) struct Seating {
    /// The avatar of each player, as far as there are any.
    pub seats: Vec<usize>,
    /// Avatars beyond the number of players, in order of creation: they are removed.
    pub surplus: Vec<usize>,
    /// How many messages the reference logs about it.
    pub messages: u32,
}

/// Gives the level's avatars to the players.
pub(crate) fn seat(game: &Game, kinds: Kinds, types: &Types, sprites: &Sprites) -> Seating {
    let numbered = || sprites.placed.iter().enumerate();
    let avatars = numbered().filter(|(_, placed)| types[placed.kind].is_avatar);
    let surplus: Vec<usize> = avatars.map(|(number, _)| number).skip(game.players).collect();
    // The first type of the drawing order is never looked at.
    let kinds = game.order.iter().skip(1).filter_map(|&id| kinds.get(id));
    let of_kind = |kind: Kind| {
        let own = numbered().filter(move |(_, placed)| placed.kind == kind);
        own.map(|(number, _)| number).filter(|number| !surplus.contains(number)).rev().collect::<Vec<_>>()
    };
    let mut seats: Vec<usize> =
        kinds.filter(|&kind| types[kind].has_avatar_class()).flat_map(of_kind).collect();
    let messages = u32::from(!surplus.is_empty()) + u32::from(seats.is_empty());
    seats.truncate(game.players);
    Seating { seats, surplus, messages }
}
