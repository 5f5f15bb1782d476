//! A state as learning-track clients get it.

use std::collections::BTreeMap;

use ludex_engine::{Category, Observation, Seen, State};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::observation::{ActionName, WinnerName};

/// What a message is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Phase {
    Init,
    Act,
    Abort,
    End,
}

/// Numbers and truth values are always there, lists only where there is something to list.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    #[serde(skip_serializing_if = "Option::is_none")]
    image_array: Option<Vec<i8>>,
    is_validation: bool,
    game_score: f64,
    game_tick: i32,
    game_winner: WinnerName,
    is_game_over: bool,
    phase: Phase,
    available_actions: Vec<ActionName>,
    #[serde(flatten)]
    details: Details,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Details {
    #[serde(skip_serializing_if = "Option::is_none")]
    world_dimension: Option<(f64, f64)>,
    block_size: i32,
    no_of_players: usize,
    sprite_number: usize,
    avatar_speed: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    avatar_orientation: Option<(f64, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    avatar_position: Option<(f64, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    avatar_last_action: Option<ActionName>,
    avatar_type: i32,
    avatar_health_points: i32,
    avatar_max_health_points: i32,
    avatar_limit_health_points: i32,
    is_avatar_alive: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    avatar_resources: Option<BTreeMap<u16, i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    observation_grid: Option<Vec<Vec<Vec<Sprite>>>>,
    observation_grid_num: usize,
    observation_grid_max_row: usize,
    observation_grid_max_col: usize,
    #[serde(flatten)]
    positions: Positions,
}

/// The categories that are listed, and the members that list them.
const POSITIONS: [(&str, Category); 6] = [
    ("NPCPositions", Category::Npc),
    ("immovablePositions", Category::Static),
    ("movablePositions", Category::Movable),
    ("resourcesPositions", Category::Resource),
    ("portalsPositions", Category::Portal),
    ("fromAvatarSpritesPositions", Category::FromAvatar),
];

/// The sprites of each category. It has three members: the lists, how many there are, and how long the longest is.
#[derive(Default)]
struct Positions([Lists; POSITIONS.len()]);

impl Serialize for Positions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        for ((name, _), lists) in POSITIONS.iter().zip(&self.0) {
            if !lists.is_empty() {
                members.serialize_entry(name, lists)?;
            }
            members.serialize_entry(&format!("{name}Num"), &lists.len())?;
            members.serialize_entry(&format!("{name}MaxRow"), &longest(lists))?;
        }
        members.end()
    }
}

/// Sprites by type.
type Lists = Vec<Vec<Sprite>>;

#[derive(Serialize, Clone)]
#[serde(rename_all = "camelCase")]
struct Sprite {
    category: usize,
    itype: u16,
    #[serde(rename = "obsID")]
    obs_id: i32,
    position: Point,
    reference: Point,
    sq_dist: f64,
    itype_key: String,
}

#[derive(Serialize, Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

impl Message {
    /// A state; with or without its details, and perhaps with a picture, as a PNG file.
    pub fn new(
        state: &State,
        phase: Phase,
        validation: bool,
        details: bool,
        image: Option<Vec<u8>>,
    ) -> Message {
        let seen = state.observe();
        Message {
            image_array: image.map(|file| file.into_iter().map(u8::cast_signed).collect()),
            is_validation: validation && phase == Phase::Init,
            game_score: seen.score(0),
            // The end of a level has the tick of its last turn, as in GVGAI.
            game_tick: seen.tick() - i32::from(matches!(phase, Phase::Abort | Phase::End)),
            game_winner: WinnerName(seen.winner(0)),
            is_game_over: seen.is_game_over(),
            phase,
            available_actions: seen.actions(0).iter().copied().map(ActionName).collect(),
            details: if details { Details::new(state, &seen) } else { Details::default() },
        }
    }
}

impl Details {
    fn new(state: &State, seen: &Observation<'_>) -> Details {
        let (width, height) = seen.world_size();
        let (columns, rows) = seen.grid_size();
        let health = seen.avatar_health(0);
        let grid = grid(state, seen, columns, rows);
        Details {
            world_dimension: Some((f64::from(width), f64::from(height))),
            block_size: seen.block(),
            no_of_players: seen.players(),
            sprite_number: seen.type_count(),
            avatar_speed: seen.avatar_speed(0),
            avatar_orientation: Some(seen.avatar_orientation(0)),
            avatar_position: Some(seen.avatar_position(0)),
            avatar_last_action: Some(ActionName(seen.avatar_last_action(0))),
            avatar_type: seen.avatar_type(0).map_or(-1, i32::from),
            avatar_health_points: health.map_or(0, |h| h.points),
            avatar_max_health_points: health.map_or(0, |h| h.max),
            avatar_limit_health_points: health.map_or(0, |h| h.limit),
            is_avatar_alive: seen.is_avatar_alive(0),
            avatar_resources: Some(seen.avatar_resources(0).collect()),
            observation_grid_num: columns,
            observation_grid_max_row: rows,
            observation_grid_max_col: grid.iter().flatten().map(Vec::len).max().unwrap_or(0),
            observation_grid: Some(grid),
            positions: Positions(POSITIONS.map(|(_, category)| lists(state, seen, category))),
        }
    }
}

fn longest(lists: &[Vec<Sprite>]) -> usize {
    lists.iter().map(Vec::len).max().unwrap_or(0)
}

fn grid(state: &State, seen: &Observation<'_>, columns: usize, rows: usize) -> Vec<Vec<Vec<Sprite>>> {
    let mut cells = seen.observation_grid().into_iter();
    let mut column = || cells.by_ref().take(rows).map(|cell| show(state, cell)).collect();
    (0..columns).map(|_| column()).collect()
}

/// The sprites of a category, a list for each of its types.
fn lists(state: &State, seen: &Observation<'_>, category: Category) -> Lists {
    seen.types_of(category).map(|kind| show(state, seen.sprites_of(kind))).collect()
}

fn show(state: &State, sprites: impl IntoIterator<Item = Seen>) -> Vec<Sprite> {
    let show = |seen: Seen| Sprite {
        category: seen.category as usize,
        itype: seen.type_id,
        obs_id: seen.id,
        position: Point { x: seen.x.into(), y: seen.y.into() },
        reference: Point { x: -1.0, y: -1.0 },
        sq_dist: seen.square_distance((-1.0, -1.0)),
        // A sign that divides messages may be in no name.
        itype_key: state.world().type_name(seen.type_id).replace('#', "_"),
    };
    sprites.into_iter().map(show).collect()
}
