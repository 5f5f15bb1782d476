//! A game on a level, with what environments need to know of it.

use std::sync::Arc;

use ludex_engine::{Action, ONTOLOGY, State, TypeId, World};
use ludex_vgdl::{ClassRef, Game, Level};

use crate::error::EnvironmentError;

/// A game on a level.
#[derive(Debug)]
pub struct Stage {
    game: Arc<Game>,
    world: Arc<World>,
    start: State,
    identity: u64,
    actions: Vec<Action>,
    types: Vec<TypeId>,
}

impl Stage {
    /// Reads a game and a level.
    pub fn new(game: &str, level: &str) -> Result<Stage, EnvironmentError> {
        let parsed = Arc::new(ludex_vgdl::parse(game, &ONTOLOGY)?.game);
        Stage::of(&parsed, game, level)
    }

    /// A game that has been read already, from this text, on a level.
    pub fn of(game: &Arc<Game>, text: &str, level: &str) -> Result<Stage, EnvironmentError> {
        let world = World::new(game, &Level::parse(level))?;
        let leaves = || (0..).zip(&game.types).filter(|(_, kind)| kind.leaf).map(|(id, _): (TypeId, _)| id);
        let can = |action: &Action| leaves().any(|kind| world.actions_of(kind).contains(action));
        let known = |id: &TypeId| matches!(game.types[usize::from(*id)].class, ClassRef::Known(_));
        Ok(Stage {
            start: State::new(&world, 0),
            identity: fnv(text) ^ fnv(level).rotate_left(1),
            actions: [Action::Nil].into_iter().chain(Action::ALL.into_iter().skip(1).filter(can)).collect(),
            types: leaves().filter(known).filter(|id| !world.is_hidden(*id)).collect(),
            game: Arc::clone(game),
            world,
        })
    }

    /// The game's description.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The game on the level.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// The state before the first tick, with some seed.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// A number for the texts of game and level.
    pub fn identity(&self) -> u64 {
        self.identity
    }

    /// What avatars of this game can do: NIL, and then the actions of all its avatars in the reference's order. It is the same on
    /// all levels. Which of them the present avatar has is [another question](State::actions).
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The types of which there can be sprites to be seen, ascending. Those that the game hides are not among them.
    pub fn types(&self) -> &[TypeId] {
        &self.types
    }
}

/// The hash FNV-1a.
fn fnv(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
