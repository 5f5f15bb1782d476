//! What options look at.

use ludex_engine::{Action, Category, Observation, Seen, TypeId, Vector};

use crate::kit::distance;

/// A cell of the level: column and row.
pub type Cell = (i32, i32);

/// The type of walls in every game.
pub const WALL: TypeId = 0;

/// The actions that move, and where to.
pub const MOVES: [(Action, Cell); 4] =
    [(Action::Up, (0, -1)), (Action::Left, (-1, 0)), (Action::Down, (0, 1)), (Action::Right, (1, 0))];

/// What is the same all through a game.
#[derive(Debug, Clone, Copy)]
pub struct Avatar {
    /// Which player it is.
    pub player: usize,
    /// What it could do when the game began.
    pub actions: &'static [Action],
    /// Where it shoots if it faces nowhere.
    pub aim: Option<Vector>,
}

impl Avatar {
    /// Can it do this?
    pub fn can(&self, action: Action) -> bool {
        self.actions.contains(&action)
    }

    /// Can it go everywhere?
    pub fn walks(&self) -> bool {
        MOVES.iter().all(|(action, _)| self.can(*action))
    }
}

/// A state of the game, seen from the avatar.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// What is to be seen.
    pub seen: Observation<'a>,
    /// Who looks.
    pub avatar: Avatar,
    /// Where it is, in pixels.
    pub position: Vector,
    /// The cell that it is in.
    pub cell: Cell,
}

impl<'a> Scene<'a> {
    pub fn new(seen: Observation<'a>, avatar: Avatar) -> Scene<'a> {
        let position = seen.avatar_position(avatar.player);
        // Sprites are at whole pixels.
        let cell = cell((position.0 as i32, position.1 as i32), seen.block());
        Scene { seen, avatar, position, cell }
    }

    /// The cell of a sprite.
    pub fn cell_of(&self, sprite: &Seen) -> Cell {
        cell((sprite.x, sprite.y), self.seen.block())
    }

    /// Is a cell inside of the level?
    pub fn has(&self, (x, y): Cell) -> bool {
        let (columns, rows) = self.seen.grid_size();
        (0..columns as i32).contains(&x) && (0..rows as i32).contains(&y)
    }

    /// A sprite, as long as it is there and inside of the level.
    pub fn sprite(&self, kind: TypeId, id: i32) -> Option<Seen> {
        self.seen
            .sprites_of(kind)
            .find(|sprite| sprite.id == id)
            .filter(|sprite| self.has(self.cell_of(sprite)))
    }

    /// The sprite of a type that is nearest, if it is inside of the level.
    pub fn nearest(&self, kind: TypeId) -> Option<Seen> {
        distance::nearest(&self.seen, kind, self.position).filter(|sprite| self.has(self.cell_of(sprite)))
    }

    /// The types of some categories that have sprites now, without walls.
    pub fn types<const N: usize>(
        &self,
        categories: [Category; N],
    ) -> impl Iterator<Item = TypeId> + use<'a, N> {
        let seen = self.seen;
        let there =
            move |kind: TypeId, category| seen.sprites_of(kind).any(|sprite| sprite.category == category);
        categories.into_iter().flat_map(move |category| {
            seen.types_of(category).filter(move |&kind| kind != WALL && there(kind, category))
        })
    }

    /// Where the avatar looks; `None` if that cannot be told.
    pub fn facing(&self) -> Option<Vector> {
        let facing = self.seen.avatar_orientation(self.avatar.player);
        if facing == (0.0, 0.0) { self.avatar.aim } else { Some(facing) }
    }

    /// The direction of the nearest sprite that the avatar made.
    pub fn nearest_shot(&self) -> Option<Vector> {
        let shots = distance::nearest_of_each_type(self.seen, Category::FromAvatar, self.position);
        let far = |shot: &Seen| shot.square_distance(self.position);
        let shot = shots.min_by(|a, b| far(a).total_cmp(&far(b)))?;
        match self.offset(&shot) {
            (0.0, 0.0) => None,
            (x, y) if x.abs() > y.abs() => Some((x.signum(), 0.0)),
            (_, y) => Some((0.0, y.signum())),
        }
    }

    /// How far a sprite is away in columns and rows, with fractions.
    pub fn offset(&self, sprite: &Seen) -> Vector {
        let block = f64::from(self.seen.block());
        ((f64::from(sprite.x) - self.position.0) / block, (f64::from(sprite.y) - self.position.1) / block)
    }
}

fn cell((x, y): (i32, i32), block: i32) -> Cell {
    let block = block.max(1);
    (x.div_euclid(block), y.div_euclid(block))
}

/// Where an action moves to; (0, 0) if it does not.
pub fn direction(action: Action) -> Cell {
    MOVES.iter().find(|(known, _)| *known == action).map_or((0, 0), |(_, direction)| *direction)
}

/// The number of steps between two cells if nothing is in the way.
pub fn steps(a: Cell, b: Cell) -> i32 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}
