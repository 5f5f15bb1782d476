//! What an agent may see of a state: types, categories and positions, never names or rules.

use std::fmt;

use ludex_vgdl::TypeId;

use crate::action::{Action, Winner};
use crate::geometry::{Rect, Vector};
use crate::history::Event;
use crate::sprite::{NO_SLOT, Sprite, flag};
use crate::state::{Data, State};
use crate::world::{GridShape, World};

/// How a sprite is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    /// An avatar.
    Avatar,
    /// Something that can be collected.
    Resource,
    /// A door, a portal, or anything that says so.
    Portal,
    /// Somebody that moves by itself.
    Npc,
    /// Something that never moves by itself.
    Static,
    /// Something that the avatar made.
    FromAvatar,
    /// Anything else.
    Movable,
}

impl Category {
    /// All categories, in the order of their numbers.
    pub const ALL: [Category; 7] = [
        Category::Avatar,
        Category::Resource,
        Category::Portal,
        Category::Npc,
        Category::Static,
        Category::FromAvatar,
        Category::Movable,
    ];
}

/// A sprite as an agent sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// Its number, the same as long as it lives and in all copies of the state.
    pub id: i32,
    /// Its type.
    pub type_id: TypeId,
    /// Its category.
    pub category: Category,
    /// Its left edge in pixels.
    pub x: i32,
    /// Its top edge in pixels.
    pub y: i32,
}

impl Seen {
    /// The square of its distance to a position.
    pub fn square_distance(&self, (x, y): Vector) -> f64 {
        let (dx, dy) = (f64::from(self.x) - x, f64::from(self.y) - y);
        dx * dx + dy * dy
    }
}

/// The health of an avatar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Health {
    /// Points now.
    pub points: i32,
    /// The most it has had.
    pub max: i32,
    /// The most it can have.
    pub limit: i32,
}

/// A view of a state that shows what GVGAI shows its agents. It costs nothing until it is asked.
#[derive(Clone, Copy)]
pub struct Observation<'a> {
    state: &'a State,
}

impl fmt::Debug for Observation<'_> {
    /// Shows the tick alone: the state behind it knows what agents must not.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observation").field("tick", &self.tick()).finish_non_exhaustive()
    }
}

impl<'a> Observation<'a> {
    pub(crate) fn new(state: &'a State) -> Observation<'a> {
        Observation { state }
    }

    pub(crate) fn world(&self) -> &'a World {
        &self.state.world
    }

    pub(crate) fn data(&self) -> &'a Data {
        &self.state.data
    }

    /// Is a sprite of this type and id seen among all others?
    #[inline]
    pub(crate) fn shows(&self, kind: TypeId, id: i32) -> bool {
        id < self.state.shown_in_grid(kind)
    }

    /// A player's score.
    pub fn score(&self, player: usize) -> f64 {
        self.state.score(player)
    }

    /// The tick.
    pub fn tick(&self) -> i32 {
        self.state.tick()
    }

    /// Whether a player has won.
    pub fn winner(&self, player: usize) -> Winner {
        self.state.winner(player)
    }

    /// Is the game decided for all players? A game that broke off is not, although nothing happens any more.
    pub fn is_game_over(&self) -> bool {
        (0..self.players()).all(|p| self.winner(p) != Winner::None)
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.state.world.players
    }

    /// Width and height of the level in pixels.
    pub fn world_size(&self) -> (i32, i32) {
        let screen = self.grid().screen;
        (screen.w, screen.h)
    }

    /// Columns and rows of the level.
    pub fn grid_size(&self) -> (usize, usize) {
        (self.grid().columns as usize, self.grid().rows as usize)
    }

    /// Pixels of a cell.
    pub fn block(&self) -> i32 {
        self.grid().block
    }

    /// How many sprite types there are; type ids are below this.
    pub fn type_count(&self) -> usize {
        self.state.world.types.len()
    }

    fn grid(&self) -> &GridShape {
        &self.state.world.grid
    }

    /// The actions of a player's avatar, without NIL; none after the end of the game.
    pub fn actions(&self, player: usize) -> &'static [Action] {
        if self.state.is_over() { &[] } else { self.state.actions(player) }
    }

    /// The actions of a player's avatar with NIL, in the order in which GVGAI lists them; none
    /// after the end of the game.
    pub fn actions_with_nil(&self, player: usize) -> Vec<Action> {
        match self.state.avatar(player) {
            Some(slot) if !self.state.is_over() => {
                let kind = self.state.data.sprites[slot].kind;
                self.state.world.types[usize::from(kind)].actions_with_nil()
            }
            _ => Vec::new(),
        }
    }

    /// The cell of a position in pixels, counted row by row; `None` outside of the level.
    pub fn cell_at(&self, (x, y): Vector) -> Option<usize> {
        // Conversions saturate, so what is far outside stays outside.
        self.grid().cell_at(x.floor() as i32, y.floor() as i32)
    }

    fn avatar(&self, player: usize) -> Option<&'a Sprite> {
        self.state.avatar(player).map(|slot| &self.state.data.sprites[slot])
    }

    /// Where a player's avatar is, in pixels; (-1, -1) after the end of the game.
    pub fn avatar_position(&self, player: usize) -> Vector {
        match self.avatar(player) {
            Some(avatar) if !self.state.is_over() => (f64::from(avatar.rect.x), f64::from(avatar.rect.y)),
            _ => (-1.0, -1.0),
        }
    }

    /// Where a player's avatar faces; (-1, -1) after the end of the game.
    pub fn avatar_orientation(&self, player: usize) -> Vector {
        match self.avatar(player) {
            Some(avatar) if !self.state.is_over() => avatar.orientation,
            _ => (-1.0, -1.0),
        }
    }

    /// The speed of a player's avatar; 0 after the end of the game.
    pub fn avatar_speed(&self, player: usize) -> f64 {
        match self.avatar(player) {
            Some(avatar) if !self.state.is_over() => avatar.speed,
            _ => 0.0,
        }
    }

    /// The type of a player's avatar.
    pub fn avatar_type(&self, player: usize) -> Option<TypeId> {
        self.avatar(player).map(|avatar| avatar.kind)
    }

    /// The health of a player's avatar.
    pub fn avatar_health(&self, player: usize) -> Option<Health> {
        let limit = |a: &Sprite| self.state.world.types[usize::from(a.kind)].limit_health;
        self.avatar(player).map(|a| Health { points: a.health, max: a.max_health, limit: limit(a) })
    }

    /// Is a player's avatar alive?
    pub fn is_avatar_alive(&self, player: usize) -> bool {
        self.avatar(player).is_some_and(|avatar| !avatar.is(flag::DISABLED))
    }

    /// The action that a player took last.
    pub fn avatar_last_action(&self, player: usize) -> Action {
        self.state.data.players.get(player).map_or(Action::Nil, |p| p.last_action)
    }

    /// What a player holds: every type ever held with its amount, by ascending type.
    pub fn avatar_resources(&self, player: usize) -> impl Iterator<Item = (TypeId, i32)> + 'a {
        self.state.inventory(player)
    }

    /// What has touched the avatars and what they made, in order, over the whole game.
    pub fn events(&self) -> &'a [Event] {
        self.state.events()
    }

    /// The types of a category that are or were there, ascending. As in GVGAI, a type belongs to a category if
    /// one of its sprites did when the state was last copied, or its first sprite does now.
    pub fn types_of(&self, category: Category) -> impl Iterator<Item = TypeId> + use<'a> {
        let state = self.state;
        (0..state.world.types.len() as TypeId).filter(move |&t| state.has_category(t, category))
    }

    /// Is this type one of those [of a category](Observation::types_of)?
    pub fn has_category(&self, kind: TypeId, category: Category) -> bool {
        usize::from(kind) < self.type_count() && self.state.has_category(kind, category)
    }

    /// All visible sprites of a type, in order of creation, whatever their own category.
    pub fn sprites_of(&self, kind: TypeId) -> impl Iterator<Item = Seen> + use<'a> {
        self.state.sprites_of_type(kind).map(|view| view.seen())
    }

    /// The sprites of a category, one list for each type, each sorted by distance to a position. `None` if
    /// there is no such type.
    pub fn sorted(&self, category: Category, from: Vector) -> Option<Vec<Vec<Seen>>> {
        let lists: Vec<Vec<Seen>> = self
            .types_of(category)
            .map(|t| {
                let mut list: Vec<Seen> = self.sprites_of(t).collect();
                list.sort_by(|a, b| a.square_distance(from).total_cmp(&b.square_distance(from)));
                list
            })
            .collect();
        (!lists.is_empty()).then_some(lists)
    }

    /// All visible sprites, by ascending type and in order of creation.
    pub fn sprites(&self) -> impl Iterator<Item = Seen> + use<'a> {
        let state = self.state;
        (0..state.world.types.len() as TypeId).flat_map(move |t| {
            let shown = state.shown_in_grid(t);
            state.sprites_of_type(t).take_while(move |view| view.id < shown).map(|view| view.seen())
        })
    }

    /// The cells (column, row) in which a sprite is seen: that of its top left corner, and the next ones if it
    /// stands between cells.
    pub fn cells_of(&self, seen: &Seen) -> impl Iterator<Item = (usize, usize)> + use<> {
        let block = self.block();
        let rect = Rect { x: seen.x, y: seen.y, w: block, h: block };
        self.grid().observed_cells(&rect).map(|(x, y)| (x as usize, y as usize))
    }

    /// The sprites in each cell, column by column: the cell (x, y) is at index `x * rows + y`.
    pub fn observation_grid(&self) -> Vec<Vec<Seen>> {
        let (columns, rows) = self.grid_size();
        let mut cells = vec![Vec::new(); columns * rows];
        for seen in self.sprites() {
            for (x, y) in self.cells_of(&seen) {
                cells[x * rows + y].push(seen);
            }
        }
        cells
    }
}

impl GridShape {
    /// The cells in which the reference shows a sprite.
    pub(crate) fn observed_cells(&self, rect: &Rect) -> impl Iterator<Item = (i32, i32)> + use<> {
        let &GridShape { columns, rows, block, .. } = self;
        let (x, y) = (rect.x / block, rect.y / block);
        let inside = (0..columns).contains(&x) && (0..rows).contains(&y);
        let (right, below) = (rect.x % block > 0, rect.y % block > 0);
        let (next_x, next_y) = (x.saturating_add(1), y.saturating_add(1));
        let cells = [(x, y, true), (next_x, y, right), (x, next_y, below), (next_x, next_y, right && below)];
        cells
            .into_iter()
            .filter(move |&(cx, cy, covered)| inside && covered && cx < columns && cy < rows)
            .map(|(cx, cy, _)| (cx, cy))
    }
}

/// A sprite of a state, with everything that can be known of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpriteView {
    /// Its number, unique and in order of creation.
    pub id: i32,
    /// Its type.
    pub type_id: TypeId,
    /// Its rectangle in pixels.
    pub rect: Rect,
    /// Where it faces.
    pub orientation: Vector,
    /// Its health.
    pub health: i32,
    /// Is it a dead avatar?
    pub disabled: bool,
    /// Its category.
    pub category: Category,
}

impl SpriteView {
    fn seen(&self) -> Seen {
        Seen { id: self.id, type_id: self.type_id, category: self.category, x: self.rect.x, y: self.rect.y }
    }
}

impl State {
    /// All sprites, by ascending type and in order of creation.
    pub fn sprites(&self) -> impl Iterator<Item = SpriteView> {
        (0..self.world.types.len() as TypeId).flat_map(|t| self.sprites_of_type(t))
    }

    /// The sprites of exactly this type, in order of creation.
    pub fn sprites_of_type(&self, kind: TypeId) -> impl Iterator<Item = SpriteView> + use<'_> {
        let index = usize::from(kind);
        let known = index < self.world.types.len();
        let (start, end) = if known { self.world.fixtures.of_type[index] } else { (0, 0) };
        // Fixtures of a type differ in place and number alone.
        let pattern = self.world.types.get(index).map(|info| self.view(&info.template));
        let fixtures = (start as usize..end as usize).filter(|&i| self.data.stands(i)).filter_map(move |i| {
            let f = &self.world.fixtures.all[i];
            pattern.map(|pattern| SpriteView { id: f.id, rect: pattern.rect.at(f.x, f.y), ..pattern })
        });
        let first = if known { self.data.groups[index].first } else { NO_SLOT };
        let slot = |s: u16| (s != NO_SLOT).then(|| usize::from(s));
        let slots = std::iter::successors(slot(first), move |&s| slot(self.data.sprites[s].next));
        fixtures.chain(slots.map(|s| self.view(&self.data.sprites[s])))
    }

    fn view(&self, sprite: &Sprite) -> SpriteView {
        SpriteView {
            id: sprite.id,
            type_id: sprite.kind,
            rect: sprite.rect,
            orientation: sprite.orientation,
            health: sprite.health,
            disabled: sprite.is(flag::DISABLED),
            category: self.category(sprite.kind, sprite.is(flag::FROM_AVATAR)),
        }
    }

    fn category(&self, kind: TypeId, from_avatar: bool) -> Category {
        let fixed = self.world.types[usize::from(kind)].category;
        fixed.map_or(if from_avatar { Category::FromAvatar } else { Category::Movable }, |c| {
            Category::ALL[usize::from(c)]
        })
    }

    /// Is the type seen in this category? See [`Observation::types_of`].
    fn has_category(&self, kind: TypeId, category: Category) -> bool {
        let t = usize::from(kind);
        if self.world.types[t].hidden {
            return false;
        }
        let words = self.data.seen.len() / 2;
        let bit = |offset: usize| self.data.seen[offset + (t >> 6)] >> (t & 63) & 1 != 0;
        let (plain, made) = (bit(0), bit(words));
        if !plain && !made {
            let first = self.sprites_of_type(kind).next();
            return first.is_some_and(|view| view.category == category);
        }
        plain && self.category(kind, false) == category || made && self.category(kind, true) == category
    }

    /// Sprites of this type with ids below this are shown in the grid. Once the state has been advanced hidden ones
    /// are shown as well, but of types that are never updated only those that were shown before.
    fn shown_in_grid(&self, kind: TypeId) -> i32 {
        let info = &self.world.types[usize::from(kind)];
        match (info.hidden, self.data.advanced) {
            (true, false) => i32::MIN,
            (_, true) if !info.updated => {
                if info.hidden {
                    i32::MIN
                } else {
                    self.data.copied_id
                }
            }
            _ => i32::MAX,
        }
    }

    /// Forgets which types an earlier observation has shown, as GVGAI does with each fresh observation of the
    /// game: call it before an agent is asked.
    pub fn refresh(&mut self) {
        self.data.remember_types();
    }
}
