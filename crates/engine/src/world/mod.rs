//! Everything about a game on a level that never changes while it is played.
//!
//! [`World::new`] is a row of passes. Each is a function of the results before it, and no result is changed afterwards.

pub(crate) mod broad_phase;
pub(crate) mod cast;
mod check_game;
pub(crate) mod due;
pub(crate) mod entries;
mod error;
pub(crate) mod fixtures;
pub(crate) mod level;
pub(crate) mod lines;
pub(crate) mod names;
pub(crate) mod path;
pub(crate) mod resources;
mod start;
pub(crate) mod type_set;
pub(crate) mod types;

use std::sync::Arc;

use ludex_vgdl::{Game, Level, TypeId};

use self::broad_phase::{BroadPhase, Sources};
use self::cast::Cast;
use self::entries::Entries;
pub use self::error::{MAX_CELLS, WorldError};
use self::fixtures::Fixtures;
use self::lines::Lines;
use self::names::Names;
use self::path::PathFinder;
use self::resources::Resources;
use self::types::Types;
use crate::action::Action;
use crate::index::shape::{self, GridShape};
use crate::index::{Kind, Kinds, List};
use crate::state::data::Data;
use crate::state::digest;
use crate::terminations::{self, Terminations};
use crate::tick::shortcuts::Shortcuts;
use crate::tick::shortcuts::cell_steps::{self, CellStep};
use crate::tick::turns::{self, Turns};

/// A game on a level, ready to be played. Shared by all states of all games played on it.
#[derive(Debug)]
pub struct World {
    pub(crate) compiled: Compiled,
    /// The state before the first tick, without a seed.
    pub(crate) start: Data,
}

/// What ticks read: the result of all passes.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub kinds: Kinds,
    pub types: Types,
    /// The drawing order of the types, back to front.
    pub order: Vec<TypeId>,
    pub lines: Lines,
    pub entries: Entries,
    pub cast: Cast,
    pub broad: BroadPhase,
    pub fixtures: Fixtures,
    pub turns: Turns,
    /// How avatars of each type walk from cell to cell.
    pub cell_steps: List<Kind, CellStep>,
    /// Types of which any number of sprites can be made, each as large as a cell, with nothing else to think of.
    pub multiplies: List<Kind, bool>,
    pub terminations: Terminations,
    pub resources: Resources,
    pub paths: Option<PathFinder>,
    pub grid: GridShape,
    pub players: usize,
    /// How many counters the game has.
    pub counters: usize,
    /// Which parts of a state its digest is made of.
    pub digest: digest::Plan,
    /// How many sprites of the level there was no room for.
    pub left_out: usize,
    pub shortcuts: Shortcuts,
}

impl World {
    /// Puts a game on a level.
    pub fn new(game: &Game, level: &Level) -> Result<Arc<World>, WorldError> {
        World::with_shortcuts(game, level, Shortcuts::ALL)
    }

    /// Compiles a world with some of the engine's optimisations only. For tests: a game plays the same with any of them.
    #[doc(hidden)]
    pub fn with_shortcuts(
        game: &Game,
        level: &Level,
        shortcuts: Shortcuts,
    ) -> Result<Arc<World>, WorldError> {
        let kinds = check_game::check(game)?;
        let grid = shape::of(game, level)?;
        let names = Names::new(game, kinds).ok_or(WorldError::no_types())?;
        let types = types::compile(game, kinds, &names, grid.block);
        let lines = lines::compile(game, kinds, &types, &names)?;
        let entries = entries::compile(kinds, &types, &lines);
        let sprites = level::place(game, level, kinds, &types, &grid)?;
        let seating = level::seat(game, kinds, &types, &sprites);
        let cast = cast::compile(kinds, &types, &lines, &sprites, shortcuts);
        let sources =
            Sources { kinds, types: &types, lines: &lines, entries: &entries, cast: &cast, shortcuts };
        let broad = broad_phase::compile(&sources);
        let compiled = Compiled {
            fixtures: Fixtures::new(kinds, &sprites, &cast, &broad, &grid),
            turns: turns::compile(kinds, &types, &lines, shortcuts),
            cell_steps: cell_steps::compile(&sources, &broad),
            multiplies: start::multiplying(&sources, grid.block),
            terminations: terminations::compile(game, kinds, &types, &names, shortcuts),
            resources: resources::compile(kinds, &types, &lines),
            paths: PathFinder::compile(game, kinds, &types, &sprites, &seating, &grid),
            digest: digest::Plan::new(&types, &lines),
            left_out: sprites.left_out,
            order: game.order.clone(),
            players: game.players,
            counters: game.counters,
            kinds,
            types,
            lines,
            entries,
            cast,
            broad,
            grid,
            shortcuts,
        };
        let start = start::build(&compiled, game.messages, &sprites, &seating);
        Ok(Arc::new(World { compiled, start }))
    }

    /// The names of the sprite types; the index is the type id.
    pub fn type_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.compiled.types.iter().map(|t| t.name.as_str())
    }

    /// The name of a type, or `?` if there is no such type.
    pub fn type_name(&self, t: TypeId) -> &str {
        self.compiled.kinds.get(t).map_or("?", |kind| self.compiled.types[kind].name.as_str())
    }

    /// The actions of avatars of a type in the reference's order, without NIL; none for types that are no avatars.
    pub fn actions_of(&self, t: TypeId) -> &'static [Action] {
        self.compiled.kinds.get(t).map_or(&[], |kind| self.compiled.types[kind].actions)
    }

    /// Does the game keep sprites of a type from the observations of the first player? The reference shows them nevertheless once
    /// a state has been advanced.
    pub fn is_hidden(&self, t: TypeId) -> bool {
        self.compiled.kinds.get(t).is_some_and(|kind| self.compiled.types[kind].hidden)
    }

    /// The drawing order of the types, back to front.
    pub fn order(&self) -> &[TypeId] {
        &self.compiled.order
    }

    /// Pixels of a cell.
    pub fn block(&self) -> i32 {
        self.compiled.grid.block
    }

    /// Cells from left to right.
    pub fn width(&self) -> i32 {
        self.compiled.grid.columns
    }

    /// Cells from top to bottom.
    pub fn height(&self) -> i32 {
        self.compiled.grid.rows
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.compiled.players
    }

    /// How many sprites of the level are left out, the last ones, because there was no room for them.
    pub fn left_out(&self) -> usize {
        self.compiled.left_out
    }
}
