//! What an agent may see of a state: types, categories and positions, never names or rules.

use std::fmt;

use ludex_vgdl::TypeId;

use crate::action::{Action, Winner};
use crate::geometry::{Rect, Vector};
use crate::index::shape::GridShape;
use crate::index::{Index, Kind};
use crate::observe::sprites_of::{Changes, Found};
use crate::state::State;
use crate::state::data::Data;
use crate::state::history::Event;
use crate::state::sprite::{Sprite, flag};
use crate::world::Compiled;

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

    pub(crate) fn world(&self) -> &'a Compiled {
        self.state.compiled()
    }

    pub(crate) fn data(&self) -> &'a Data {
        &self.state.live.d
    }

    /// Is a sprite of this type and id seen among all others?
    #[inline]
    pub(crate) fn shows(&self, kind: Kind, id: i32) -> bool {
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
        self.state.compiled().players
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
        self.state.compiled().types.len()
    }

    /// The type with this number, if there is one.
    #[inline]
    pub(super) fn kind(&self, id: TypeId) -> Option<Kind> {
        self.state.compiled().kinds.get(id)
    }

    fn grid(&self) -> &GridShape {
        &self.state.compiled().grid
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
                let kind = self.state.live.d.sprites[slot].kind;
                self.state.compiled().types[kind].actions_with_nil.clone()
            }
            _ => Vec::new(),
        }
    }

    /// The cell of a position in pixels, counted row by row; `None` outside of the level.
    pub fn cell_at(&self, (x, y): Vector) -> Option<usize> {
        // Conversions saturate, so what is far outside stays outside.
        self.grid().cell_at(x.floor() as i32, y.floor() as i32)
    }

    /// The cell of a sprite's top left corner, counted row by row; `None` outside of the level.
    #[inline]
    pub fn cell_of(&self, sprite: &Seen) -> Option<usize> {
        self.grid().cell_at(sprite.x, sprite.y)
    }

    fn avatar(&self, player: usize) -> Option<&'a Sprite> {
        self.state.avatar(player).map(|slot| &self.state.live.d.sprites[slot])
    }

    /// Where a player's avatar is, in pixels; (-1, -1) after the end of the game.
    pub fn avatar_position(&self, player: usize) -> Vector {
        match self.avatar(player) {
            Some(avatar) if !self.state.is_over() => (f64::from(avatar.rect.x), f64::from(avatar.rect.y)),
            _ => (-1.0, -1.0),
        }
    }

    /// The cell of a player's avatar, counted row by row; `None` outside of the level and after the end of the game.
    #[inline]
    pub fn avatar_cell(&self, player: usize) -> Option<usize> {
        let avatar = self.avatar(player).filter(|_| !self.state.is_over())?;
        self.grid().cell_at(avatar.rect.x, avatar.rect.y)
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
        self.avatar(player).map(|avatar| avatar.kind.id())
    }

    /// The health of a player's avatar.
    pub fn avatar_health(&self, player: usize) -> Option<Health> {
        let limit = |a: &Sprite| self.state.compiled().types[a.kind].limit_health;
        self.avatar(player).map(|a| Health { points: a.health, max: a.max_health, limit: limit(a) })
    }

    /// Is a player's avatar alive?
    pub fn is_avatar_alive(&self, player: usize) -> bool {
        self.avatar(player).is_some_and(|avatar| !avatar.is(flag::DISABLED))
    }

    /// The action that a player took last.
    pub fn avatar_last_action(&self, player: usize) -> Action {
        self.state.live.d.players.get(player).map_or(Action::Nil, |p| p.last_action)
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
        let seen_as = move |kind: Kind| state.seen_as(kind).contains(&Some(category));
        self.types_made().filter(move |&id| state.compiled().kinds.get(id).is_some_and(seen_as))
    }

    /// The categories of which this type is [one](Observation::types_of).
    pub fn categories_of(&self, kind: TypeId) -> impl Iterator<Item = Category> + use<> {
        let categories = self.kind(kind).map_or([None; 2], |kind| self.state.seen_as(kind));
        categories.into_iter().flatten()
    }

    /// All visible sprites of a type, in order of creation, whatever their own category.
    pub fn sprites_of(&self, kind: TypeId) -> impl Iterator<Item = Seen> + use<'a> {
        self.state.sprites_of(self.kind(kind)).map(self.show(kind))
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
        let seen = *self;
        self.types_made().flat_map(move |kind| seen.shown_of(kind))
    }

    /// The types that there are or were sprites of, ascending. Of many there never are.
    pub fn types_made(&self) -> impl Iterator<Item = TypeId> + use<'a> {
        let mut words = (0..).zip(&self.data().noted);
        let (mut word, mut bits) = (0, 0);
        std::iter::from_fn(move || {
            while bits == 0 {
                (word, bits) = words.next().map(|(word, noted)| (word, noted.made))?;
            }
            let kind = word * 64 + bits.trailing_zeros() as TypeId;
            bits &= bits - 1;
            Some(kind)
        })
    }

    /// Those [of all visible sprites](Observation::sprites) that are of a type, in order of creation.
    pub fn shown_of(&self, kind: TypeId) -> impl Iterator<Item = Seen> + use<'a> {
        let shown = self.kind(kind).map_or(0, |kind| self.state.shown_in_grid(kind));
        let sprites = self.state.sprites_of(self.kind(kind)).take_while(move |found| found.id() < shown);
        sprites.map(self.show(kind))
    }

    /// Does [`Observation::sprites`] show all sprites of a type, even hidden ones?
    pub fn shows_all(&self, kind: TypeId) -> bool {
        self.kind(kind).is_some_and(|kind| self.state.shown_in_grid(kind) == i32::MAX)
    }

    /// The sprites of a type in an earlier state of the same game and in this one, side by side, in order of creation.
    /// Fixtures that are in both are left out: nothing about them changes as long as they are there.
    ///
    /// # Panics
    ///
    /// If the states are of different games.
    pub fn since(
        &self,
        earlier: &Observation<'a>,
        kind: TypeId,
    ) -> impl Iterator<Item = (Option<Seen>, Option<Seen>)> + use<'a> {
        let show = self.show(kind);
        Changes::new(earlier.state, self.state, self.kind(kind))
            .map(move |(was, is)| (was.map(&show), is.map(&show)))
    }

    /// Are the sprites of a type the same ones as in an earlier state that this one has come from, wherever they are now?
    pub fn has_same_sprites(&self, earlier: &Observation<'_>, kind: TypeId) -> bool {
        let (was, is) = (earlier.data(), self.data());
        let Some(kind) = self.kind(kind).filter(|_| is.groups.len() == was.groups.len()) else {
            return true;
        };
        let (group, before) = (&is.groups[kind], &was.groups[kind]);
        let none_is_new = group.last.is_none_or(|last| is.sprites[last].id < was.next_id);
        none_is_new && group.count == before.count
    }

    /// The fixtures of a type, in order of creation: sprites of which nothing ever changes but whether they are there. Which
    /// they are says something about the rules, so agents may use this to save looks and for nothing else.
    pub fn fixtures_of(&self, kind: TypeId) -> impl Iterator<Item = Seen> + use<'a> {
        self.state.fixtures_of(self.kind(kind)).map(self.show(kind))
    }

    /// The [fixtures](Observation::fixtures_of) in a cell, counted row by row, by ascending type.
    pub fn fixtures_at(&self, cell: usize) -> impl Iterator<Item = Seen> + use<'a> {
        let seen = *self;
        let fixtures = &self.state.compiled().fixtures;
        let start = fixtures.seen_in.partition_point(|(c, _)| c.position() < cell);
        let here = fixtures.seen_in[start..].iter().take_while(move |(c, _)| c.position() == cell);
        let standing = here.map(|&(_, fixture)| fixture).filter(move |&fixture| seen.data().stands(fixture));
        standing.map(|id| &fixtures.all[id]).map(move |f| seen.show(f.kind.id())(Found::Fixture(f)))
    }

    /// How sprites of a type are seen.
    fn show(&self, kind: TypeId) -> impl Fn(Found<'_>) -> Seen + use<> {
        let unknown = [Category::Movable, Category::FromAvatar];
        let [plain, made] = self.kind(kind).map_or(unknown, |kind| self.state.categories(kind));
        move |found| match found {
            Found::Fixture(f) => Seen { id: f.id, type_id: kind, category: plain, x: f.x, y: f.y },
            Found::Other(sprite) => {
                let category = if sprite.is(flag::FROM_AVATAR) { made } else { plain };
                Seen { id: sprite.id, type_id: kind, category, x: sprite.rect.x, y: sprite.rect.y }
            }
        }
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
