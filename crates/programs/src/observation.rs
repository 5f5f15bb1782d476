//! What programs see, under GVGAI's names.

use std::collections::BTreeMap;

use ludex_engine::{Action, Category, Event, Observation, Seen, Winner};
use serde::{Serialize, Serializer};

/// An observation as a program gets it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sight {
    game_tick: i32,
    #[serde(flatten)]
    own: Player,
    is_game_over: bool,
    world_dimension: (i32, i32),
    block_size: i32,
    no_of_players: usize,
    /// What is told of each player, where there are two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    players: Vec<Player>,
    /// The types of each category.
    categories: [Vec<u16>; 7],
    sprites: Vec<Sprite>,
    /// Sprites that are in the lists of their category but in no cell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    listed: Vec<Sprite>,
    event_count: usize,
    events: Vec<EventRow>,
}

/// What is told of a player.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Player {
    game_score: f64,
    game_winner: WinnerName,
    available_actions: Vec<ActionName>,
    avatar_position: (f64, f64),
    avatar_orientation: (f64, f64),
    avatar_speed: f64,
    avatar_last_action: ActionName,
    avatar_type: i32,
    avatar_health_points: i32,
    avatar_max_health_points: i32,
    avatar_limit_health_points: i32,
    is_avatar_alive: bool,
    avatar_resources: BTreeMap<u16, i32>,
}

/// Category, type, id, left edge, top edge.
#[derive(Serialize)]
struct Sprite(usize, u16, i32, i32, i32);

/// Tick, whether the avatar made the active sprite, active and passive type, active and passive id, place.
#[derive(Serialize)]
struct EventRow(i32, bool, u16, u16, i32, i32, i32, i32);

/// Written as GVGAI writes it.
pub struct ActionName(pub Action);

impl Serialize for ActionName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("ACTION_{}", self.0))
    }
}

/// Written as GVGAI writes it.
pub struct WinnerName(pub Winner);

impl Serialize for WinnerName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self.0 {
            Winner::None => "NO_WINNER",
            Winner::Loses => "PLAYER_LOSES",
            Winner::Wins => "PLAYER_WINS",
        })
    }
}

impl Sight {
    /// What a player sees, with the events after so many.
    pub fn new(seen: Observation<'_>, player: usize, known_events: usize) -> Sight {
        let players = if seen.players() > 1 { 0..seen.players() } else { 0..0 };
        let events = seen.events();
        Sight {
            game_tick: seen.tick(),
            own: Player::new(&seen, player),
            is_game_over: seen.is_game_over(),
            world_dimension: seen.world_size(),
            block_size: seen.block(),
            no_of_players: seen.players(),
            players: players.map(|player| Player::new(&seen, player)).collect(),
            categories: Category::ALL.map(|category| seen.types_of(category).collect()),
            sprites: seen.sprites().map(Sprite::from).collect(),
            listed: listed(&seen).map(Sprite::from).collect(),
            event_count: events.len(),
            events: events.get(known_events..).unwrap_or_default().iter().map(EventRow::from).collect(),
        }
    }
}

/// The sprites of types of some category that no cell shows.
fn listed<'a>(seen: &Observation<'a>) -> impl Iterator<Item = Seen> + use<'a> {
    let seen = *seen;
    let hidden = move |kind: &u16| !seen.shows_all(*kind) && seen.categories_of(*kind).next().is_some();
    seen.types_made()
        .filter(hidden)
        .flat_map(move |kind| seen.sprites_of(kind).skip(seen.shown_of(kind).count()))
}

impl Player {
    fn new(seen: &Observation<'_>, player: usize) -> Player {
        let health = seen.avatar_health(player);
        let health = |points: fn(ludex_engine::Health) -> i32| health.map_or(0, points);
        Player {
            game_score: seen.score(player),
            game_winner: WinnerName(seen.winner(player)),
            available_actions: seen.actions(player).iter().copied().map(ActionName).collect(),
            avatar_position: seen.avatar_position(player),
            avatar_orientation: seen.avatar_orientation(player),
            avatar_speed: seen.avatar_speed(player),
            avatar_last_action: ActionName(seen.avatar_last_action(player)),
            avatar_type: seen.avatar_type(player).map_or(-1, i32::from),
            avatar_health_points: health(|h| h.points),
            avatar_max_health_points: health(|h| h.max),
            avatar_limit_health_points: health(|h| h.limit),
            is_avatar_alive: seen.is_avatar_alive(player),
            avatar_resources: seen.avatar_resources(player).collect(),
        }
    }
}

impl From<Seen> for Sprite {
    fn from(seen: Seen) -> Sprite {
        Sprite(seen.category as usize, seen.type_id, seen.id, seen.x, seen.y)
    }
}

impl From<&Event> for EventRow {
    fn from(event: &Event) -> EventRow {
        let (x, y) = event.position();
        EventRow(
            event.tick(),
            event.from_avatar(),
            event.active_type(),
            event.passive_type(),
            event.active_id(),
            event.passive_id(),
            x,
            y,
        )
    }
}
