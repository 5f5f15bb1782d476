//! Everything about a game on a level that never changes while it is played.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use ludex_vgdl::{Game, Level, Mapping, TypeId};

use crate::data::{Data, Scratch};
use crate::digest;
use crate::effects::Sides;
use crate::encounters::{Cast, Encounters};
use crate::inventory::NOWHERE;
use crate::path::PathFinder;
use crate::population::{NewSprite, SPRITE_LIMIT};
use crate::rules::{self, LineId, Rules};
use crate::shape::GridShape;
use crate::sprite::flag;
use crate::stops;
use crate::terminations::{self, Termination};
use crate::tick::{Live, MESSAGE_LIMIT, Tick};
use crate::trusted::Trusted;
use crate::types::{self, TypeInfo};
use crate::update::{Stroll, Turn};

/// The most cells a level may have.
pub const MAX_CELLS: usize = 4_000_000;

/// A game on a level, ready to be played. Shared by all states of all games played on it.
#[derive(Debug)]
pub struct World {
    pub(crate) types: Trusted<TypeInfo>,
    pub(crate) order: Vec<TypeId>,
    /// The turns of the types whose sprites do something in their update, in the order of updates.
    pub(crate) turns: Trusted<Turn>,
    /// Per type: the bit of its turn in a state's [`busy`](Data::busy), if it has one. With more turns than bits, the
    /// last of them share one.
    pub(crate) turn_bits: Trusted<u64>,
    pub(crate) rules: Rules,
    pub(crate) meets: Encounters,
    pub(crate) terminations: Vec<Termination>,
    /// The tick before which no timeout ends the game, nor the clock that runs in every game.
    pub(crate) first_timeout: i32,
    /// Per type: how many sprites there can be so that the coming and going of one may end the game.
    pub(crate) critical_counts: Trusted<i32>,
    pub(crate) paths: Option<PathFinder>,
    pub(crate) fixtures: Fixtures,
    pub(crate) grid: GridShape,
    /// Per type: its column in [inventories](crate::inventory), or [`NOWHERE`] if it cannot be held.
    pub(crate) columns: Trusted<usize>,
    /// The types that can be held, ascending.
    pub(crate) resources: Vec<TypeId>,
    pub(crate) players: usize,
    pub(crate) digest: digest::Plan,
    /// How many sprites of the level there was no room for.
    left_out: usize,
    /// The state before the first tick, without a seed.
    pub(crate) start: Data,
}

/// Sprites of the level that can disappear but never change: walls, floor, things to collect. A state only
/// remembers which of them are still there.
#[derive(Debug, Default)]
pub(crate) struct Fixtures {
    pub all: Trusted<Fixture>,
    /// Per type: its range in `all`, which is sorted by type and then by id.
    pub of_type: Vec<(u32, u32)>,
    /// Fixtures that take part in rules, by cell: `by_cell[cell_start[c]..cell_start[c + 1]]`.
    pub cell_start: Trusted<u32>,
    pub by_cell: Trusted<u32>,
    /// Per cell: that of these fixtures which is the only one there.
    pub alone_in: Trusted<Option<Alone>>,
    /// Per cell: the types of these fixtures, folded into one word.
    pub types_in: Trusted<u64>,
    /// Fixtures that touch other fixtures with which they have a rule.
    pub touching: Vec<u32>,
    /// All fixtures with their cells, sorted by cell, for observations.
    pub seen_in: Vec<(u32, u32)>,
}

/// A fixture that is the only one of its cell that takes part in rules.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Alone {
    pub index: u32,
    pub kind: TypeId,
}

impl Fixtures {
    /// The fixtures of a cell that take part in rules, those that are gone included.
    #[inline]
    pub fn in_cell(&self, cell: usize) -> &[u32] {
        &self.by_cell[self.cell_start[cell] as usize..self.cell_start[cell + 1] as usize]
    }

    /// The types of the fixtures in the cells that a sprite covers which lies in this one like this (see
    /// [`flag::PLACE`]), folded into one word.
    // Every look begins with this: a call of its own would be 2 % of a tick.
    #[inline(always)]
    pub fn types_under(&self, columns: usize, cell: usize, place: u16) -> u64 {
        let right = place & flag::REACHES_RIGHT != 0;
        let mut types = self.types_in[cell];
        if right {
            types |= self.types_in[cell + 1];
        }
        if place & flag::REACHES_DOWN != 0 {
            types |= self.types_in[cell + columns];
            if right {
                types |= self.types_in[cell + columns + 1];
            }
        }
        types
    }
}

/// One sprite that never changes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fixture {
    pub id: i32,
    pub x: i32,
    pub y: i32,
    pub kind: TypeId,
}

/// Why a game cannot be played on a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorldError {
    /// The level has no cells.
    EmptyLevel,
    /// The level has more cells than [`MAX_CELLS`].
    TooLarge {
        /// How many cells it has.
        cells: usize,
    },
    /// `square_size` is not positive or makes the level wider than 32-bit pixels can count.
    BadBlockSize(i32),
    /// The level has so many sprites that the reference would end the game in its first tick.
    TooManySprites {
        /// How many there would be.
        sprites: usize,
    },
    /// The rules, with their repetitions and the sub-types they speak of, are too many to be played.
    TooManyRules,
    /// A character of the level maps to a sprite that the game does not define.
    UnknownSprite {
        /// The character.
        symbol: char,
        /// The sprite's name.
        name: String,
    },
    /// A character of the level maps to a sprite whose class is missing or unknown.
    NoClass {
        /// The character.
        symbol: char,
        /// The sprite's name.
        name: String,
    },
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorldError::EmptyLevel => write!(f, "the level is empty: its first line has no characters"),
            WorldError::TooLarge { cells } => {
                write!(f, "the level has {cells} cells, more than the {MAX_CELLS} that are supported")
            }
            WorldError::TooManySprites { sprites } => write!(
                f,
                "the level has {sprites} sprites, and a game has room for {}: make the level smaller, or let its most frequent characters stand for fewer sprites",
                SPRITE_LIMIT + 1
            ),
            WorldError::BadBlockSize(size) => write!(
                f,
                "square_size={size} cannot be used: it must be positive and small enough for the level"
            ),
            WorldError::TooManyRules => write!(
                f,
                "the game has too many rules: each counts as often as `repeat` says, and for all sub-types of its sprites"
            ),
            WorldError::UnknownSprite { symbol, name } => write!(
                f,
                "the level character `{symbol}` stands for `{name}`, which the SpriteSet does not define"
            ),
            WorldError::NoClass { symbol, name } => write!(
                f,
                "the level character `{symbol}` stands for `{name}`, which has no class that can be made"
            ),
        }
    }
}

impl std::error::Error for WorldError {}

impl World {
    /// Puts a game on a level.
    pub fn new(game: &Game, level: &Level) -> Result<Arc<World>, WorldError> {
        let grid = shape(game, level)?;
        let mut types = types::compile(game, grid.block);
        let mut rules = rules::compile(game, &types).map_err(|_| WorldError::TooManyRules)?;
        let resources = held_types(&rules, &types);
        let mut columns = vec![NOWHERE; types.len()];
        for (i, &t) in resources.iter().enumerate() {
            columns[usize::from(t)] = i;
        }
        let oriented_later: Vec<TypeId> = rules.lines.iter().filter_map(|l| l.effect.orients()).collect();
        let is_busy = |t: &TypeId| {
            let info = &types[usize::from(*t)];
            (!info.idle() || oriented_later.contains(t)) && !info.class.is_some_and(|c| c.is_avatar())
        };
        let busy = game.order.iter().rev().copied().filter(is_busy);
        let turns: Vec<Turn> = busy.map(|t| Turn::new(&types[usize::from(t)])).collect();
        let mut turn_bits = vec![0; types.len()];
        for (i, turn) in turns.iter().enumerate() {
            turn_bits[usize::from(turn.kind)] = Turn::bit(i);
        }
        let fixed = fixed_types(&types, &rules);
        let terminations = terminations::compile(game);
        let meets = Encounters::new(&Cast { game, level, types: &types, rules: &rules, fixed: &fixed });
        rules.characterise(&types, !meets.ground.is_empty());
        let put_back = stops::put_back_at_edge(&rules, &types);
        for (t, (info, meeting)) in (0..).zip(types.iter_mut().zip(&meets.of)) {
            info.stroll = Stroll::new(info, meeting, put_back.contains(t));
        }
        let mut world = World {
            first_timeout: terminations::first_timeout(&terminations),
            critical_counts: terminations::critical_counts(&terminations, &types).into(),
            terminations,
            turns: turns.into(),
            turn_bits: turn_bits.into(),
            order: game.order.clone(),
            paths: None,
            fixtures: Fixtures { of_type: vec![(0, 0); types.len()], ..Fixtures::default() },
            players: game.players,
            digest: digest::Plan::new(&types, &rules),
            left_out: 0,
            start: Data::new(&types, &rules, &meets, &grid, game),
            meets,
            types: types.into(),
            rules,
            grid,
            columns: columns.into(),
            resources,
        };
        world.build(game, level, &fixed)?;
        if let Some(obstacles) = &game.obstacles {
            let paths = PathFinder::new(&world, &world.start, obstacles);
            world.paths = Some(paths);
        }
        Ok(Arc::new(world))
    }

    /// The names of the sprite types; the index is the type id.
    pub fn type_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.types.iter().map(|t| t.name.as_str())
    }

    /// The name of a type, or `?` if there is no such type.
    pub fn type_name(&self, t: TypeId) -> &str {
        self.types.get(usize::from(t)).map_or("?", |t| t.name.as_str())
    }

    /// The drawing order of the types, back to front.
    pub fn order(&self) -> &[TypeId] {
        &self.order
    }

    /// Pixels of a cell.
    pub fn block(&self) -> i32 {
        self.grid.block
    }

    /// Cells from left to right.
    pub fn width(&self) -> i32 {
        self.grid.columns
    }

    /// Cells from top to bottom.
    pub fn height(&self) -> i32 {
        self.grid.rows
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// How many sprites of the level are left out, the last ones, because there was no room for them.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Makes the sprites of the level and gives the avatars to the players.
    fn build(&mut self, game: &Game, level: &Level, fixed: &[bool]) -> Result<(), WorldError> {
        let block = self.grid.block;
        let mut live = Live { d: std::mem::take(&mut self.start), s: Scratch::default() };
        let mut avatars: Vec<usize> = Vec::new();
        let mut mappings: HashMap<char, &Mapping> = HashMap::new();
        for mapping in &game.mapping {
            mappings.entry(mapping.symbol).or_insert(mapping);
        }
        for row in 0..level.height() {
            for column in 0..level.width() {
                let symbol = level.cell(column, row);
                let Some(mapping) = mappings.get(&symbol) else {
                    live.d.messages += u32::from(symbol != ' ');
                    continue;
                };
                for sprite in &mapping.sprites {
                    let &kind = sprite
                        .as_ref()
                        .map_err(|name| WorldError::UnknownSprite { symbol, name: name.clone() })?;
                    let info = &self.types[usize::from(kind)];
                    if info.class.is_none() {
                        return Err(WorldError::NoClass { symbol, name: info.name.clone() });
                    }
                    self.left_out += usize::from(live.d.num_sprites > SPRITE_LIMIT);
                    let (x, y) = (column as i32 * block, row as i32 * block);
                    let is_avatar = info.is_avatar;
                    if fixed[usize::from(kind)] {
                        let mut tick = Tick { w: self, live: &mut live };
                        if let Some((id, _)) = tick.admit(kind, false) {
                            self.fixtures.all.push(Fixture { id, x, y, kind });
                            live.d.groups[usize::from(kind)].count += 1;
                            live.d.note_presence(kind);
                        }
                        continue;
                    }
                    let mut tick = Tick { w: self, live: &mut live };
                    let born = tick.add_sprite(NewSprite { kind, x, y, force: false });
                    avatars.extend(born.filter(|_| is_avatar));
                }
            }
        }
        if self.left_out > MESSAGE_LIMIT as usize {
            return Err(WorldError::TooManySprites { sprites: live.d.num_sprites as usize + self.left_out });
        }
        self.settle_fixtures(&mut live.d);
        let mut tick = Tick { w: self, live: &mut live };
        tick.seat_players(&avatars);
        tick.live.d.recount = tick.may_end_at_once();
        live.d.end_building(self);
        self.start = live.d;
        Ok(())
    }

    /// Sorts the fixtures and indexes them by type and by cell.
    fn settle_fixtures(&mut self, data: &mut Data) {
        let fixtures = &mut self.fixtures;
        fixtures.all.sort_by_key(|f| (f.kind, f.id));
        for (i, f) in fixtures.all.iter().enumerate() {
            let range = &mut fixtures.of_type[usize::from(f.kind)];
            if range.1 == 0 {
                range.0 = i as u32;
            }
            range.1 = i as u32 + 1;
        }
        let cell = |f: &Fixture| self.grid.index(f.x / self.grid.block, f.y / self.grid.block);
        let mut in_cells: Vec<(usize, u32)> = fixtures
            .all
            .iter()
            .enumerate()
            .filter(|(_, f)| !self.meets.of[usize::from(f.kind)].partners.is_empty())
            .map(|(i, f)| (cell(f), i as u32))
            .collect();
        in_cells.sort_unstable();
        fixtures.cell_start = vec![0; self.grid.cells() + 1].into();
        for &(c, _) in &in_cells {
            fixtures.cell_start[c + 1] += 1;
        }
        for c in 0..self.grid.cells() {
            fixtures.cell_start[c + 1] += fixtures.cell_start[c];
        }
        fixtures.by_cell = in_cells.iter().map(|&(_, i)| i).collect();
        fixtures.types_in = vec![0; self.grid.cells()].into();
        for &(c, i) in &in_cells {
            fixtures.types_in[c] |= 1 << (fixtures.all[i as usize].kind & 63);
        }
        fixtures.seen_in = (0..).zip(&fixtures.all).map(|(i, f)| (cell(f) as u32, i)).collect();
        fixtures.seen_in.sort_unstable();
        fixtures.alone_in = vec![None; self.grid.cells()].into();
        for mates in in_cells.chunk_by(|a, b| a.0 == b.0) {
            if let &[(c, index)] = mates {
                fixtures.alone_in[c] = Some(Alone { index, kind: fixtures.all[index as usize].kind });
            }
            for &(_, i) in mates {
                let partners = &self.meets.of[usize::from(fixtures.all[i as usize].kind)].partners;
                let meets =
                    |&&(_, j): &&(usize, u32)| j != i && partners.contains(fixtures.all[j as usize].kind);
                if mates.iter().find(meets).is_some() {
                    fixtures.touching.push(i);
                }
            }
        }
        data.place_fixtures(fixtures);
    }
}

fn shape(game: &Game, level: &Level) -> Result<GridShape, WorldError> {
    let (columns, rows) = (level.width(), level.height());
    let cells = columns.saturating_mul(rows);
    if cells == 0 {
        return Err(WorldError::EmptyLevel);
    }
    if cells > MAX_CELLS {
        return Err(WorldError::TooLarge { cells });
    }
    let (columns, rows) = (columns as i32, rows as i32);
    let block = match game.square_size {
        -1 => (800 / columns.max(rows)).max(2),
        size => size,
    };
    let fits = |cells: i32| cells.checked_mul(block).is_some_and(|pixels| pixels < 1 << 30);
    if block < 1 || !fits(columns) || !fits(rows) {
        return Err(WorldError::BadBlockSize(block));
    }
    Ok(GridShape::new(columns, rows, block))
}

/// The types whose sprites are fixtures: they do nothing by themselves, no effect changes them in place, and what they
/// touch need not be remembered.
fn fixed_types(types: &[TypeInfo], rules: &Rules) -> Vec<bool> {
    let mut fixed: Vec<bool> = types
        .iter()
        .map(|t| {
            t.idle()
                && !t.scaled
                && !t.template.is(flag::AVATAR | flag::REMEMBERED | flag::FROM_AVATAR)
                && t.class.is_some()
        })
        .collect();
    let mut unfix = |t: TypeId| {
        for &u in &types[usize::from(t)].subtypes {
            fixed[usize::from(u)] = false;
        }
    };
    for line in &rules.lines {
        line.effect.changes_types(&mut unfix);
    }
    // What nothing else moves is where it always was, and may be put back there.
    let changes = |line: LineId| match &rules.lines[usize::from(line)].effect {
        effect if effect.is_step_back() => Sides::Neither,
        effect => effect.changes(),
    };
    for (first, second, line) in rules.pairings() {
        let changes = changes(line);
        if changes.first() {
            unfix(first);
        }
        if changes.second() {
            unfix(second);
        }
    }
    for &(kind, line) in &rules.edges {
        if changes(line).first() {
            unfix(kind);
        }
    }
    for timer in &rules.timers {
        if let Ok(kind) = TypeId::try_from(timer.kind) {
            unfix(kind);
        }
    }
    fixed
}

/// The types that can be in an inventory.
fn held_types(rules: &Rules, types: &[TypeInfo]) -> Vec<TypeId> {
    let mut held: Vec<TypeId> = types
        .iter()
        .filter(|t| t.category == Some(1))
        .map(|t| t.resource.0)
        .chain(rules.lines.iter().filter_map(|l| l.effect.resource()))
        .collect();
    held.sort_unstable();
    held.dedup();
    held
}
