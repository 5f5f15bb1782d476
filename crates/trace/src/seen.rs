//! What an agent is shown: recordings of observations.

use crate::json::{self, Double, Flag};
use crate::record::{Event, Inventory};
use ludex_engine::Action;
use ludex_vgdl::TypeId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The first line of a file of observations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenHeader {
    /// The game's file, relative to the folder of games.
    pub file: String,
    /// The level's file, relative to the folder of games.
    #[serde(rename = "levelFile")]
    pub level_file: String,
    /// The game's name.
    pub game: String,
    /// The level's name.
    pub level: String,
    /// The seed of the game's generator.
    pub seed: i64,
    /// The actions of the only player, tick by tick.
    #[serde(with = "json")]
    pub actions: Vec<Action>,
}

/// What the agent was shown before it chose the action of one tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The tick.
    pub t: u32,
    /// The observation.
    pub seen: Observation,
    /// The seed that a copy of it was given.
    #[serde(rename = "fmSeed")]
    pub copy_seed: i64,
    /// The actions that the copy was advanced with.
    #[serde(rename = "fmActions", with = "json")]
    pub copy_actions: Vec<Action>,
    /// What the copy showed then.
    pub then: Observation,
}

/// All that a state tells an agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observation {
    /// The score.
    #[serde(with = "json")]
    pub score: f64,
    /// The tick.
    pub tick: i32,
    /// Is the game over?
    #[serde(with = "json")]
    pub over: bool,
    /// -1 while nothing is decided, 0 for a loss, 1 for a win.
    pub winner: i32,
    /// Width and height of the level in pixels.
    #[serde(with = "json")]
    pub world: (f64, f64),
    /// Pixels per cell.
    pub block: i32,
    /// Where the avatar is.
    #[serde(with = "json")]
    pub position: (f64, f64),
    /// Where the avatar faces.
    #[serde(with = "json")]
    pub orientation: (f64, f64),
    /// The avatar's speed.
    #[serde(with = "json")]
    pub speed: f64,
    /// The avatar's type.
    #[serde(rename = "type")]
    pub kind: TypeId,
    /// The avatar's health points, the most it had, and its limit.
    pub health: [i32; 3],
    /// Is the avatar alive?
    #[serde(with = "json")]
    pub alive: bool,
    /// The last action.
    #[serde(with = "json")]
    pub last: Action,
    /// What the avatar carries: amounts by type.
    pub resources: Inventory,
    /// What the avatar can do, with NIL.
    #[serde(with = "json")]
    pub actions: Vec<Action>,
    /// Non-player characters.
    pub npc: Category,
    /// Sprites that never move.
    pub immovable: Category,
    /// Sprites that can move.
    pub movable: Category,
    /// Resources.
    pub resource: Category,
    /// Portals and spawners.
    pub portal: Category,
    /// Sprites that the avatar made.
    #[serde(rename = "fromAvatar")]
    pub from_avatar: Category,
    /// The cells that hold something.
    pub grid: Grid,
    /// The last six events of the history.
    pub events: Vec<SeenEvent>,
    /// How many events the history has.
    #[serde(rename = "eventCount")]
    pub event_count: usize,
}

/// The lists of a category, one for each type; none if there is no such type.
pub type Category = Option<Vec<Vec<Sighting>>>;

/// A sprite in a list of a category.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sighting {
    /// Its type.
    pub kind: TypeId,
    /// Its number.
    pub id: i32,
    /// Its category's number.
    pub category: u8,
    /// Its left edge in pixels.
    pub x: f64,
    /// Its top edge in pixels.
    pub y: f64,
    /// The square of its distance to the avatar.
    pub distance: f64,
}

/// An event of the history.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeenEvent {
    /// When it happened.
    pub tick: i32,
    /// What happened.
    pub event: Event,
}

/// Which sprites are in which cell. The order inside a cell depends on the history of moves and does not count.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Grid(Vec<Vec<i32>>);

impl Grid {
    /// From a list of cells, each column, row and then the ids of its sprites.
    pub fn new(mut cells: Vec<Vec<i32>>) -> Grid {
        for cell in &mut cells {
            if let Some(ids) = cell.get_mut(2..) {
                ids.sort_unstable();
            }
        }
        cells.sort();
        Grid(cells)
    }
}

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Grid::new)
    }
}

type SightingTuple = (TypeId, i32, u8, Double, Double, Double);

impl Serialize for Sighting {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tuple: SightingTuple =
            (self.kind, self.id, self.category, Double(self.x), Double(self.y), Double(self.distance));
        tuple.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Sighting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (kind, id, category, x, y, distance) = SightingTuple::deserialize(deserializer)?;
        Ok(Sighting { kind, id, category, x: x.0, y: y.0, distance: distance.0 })
    }
}

type SeenEventTuple = (i32, Flag, TypeId, TypeId, i32, i32, i32, i32);

impl Serialize for SeenEvent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let e = &self.event;
        let flag = Flag(e.from_avatar);
        let tuple: SeenEventTuple =
            (self.tick, flag, e.active_type, e.passive_type, e.active, e.passive, e.x, e.y);
        tuple.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SeenEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (tick, flag, active_type, passive_type, active, passive, x, y) =
            SeenEventTuple::deserialize(deserializer)?;
        let from_avatar = flag.0;
        Ok(SeenEvent { tick, event: Event { from_avatar, active_type, passive_type, active, passive, x, y } })
    }
}
