//! What an agent is shown of a state, in the form of recordings.

use crate::record::Event;
use crate::seen::{self, Grid, Observation, SeenEvent, Sighting};
use ludex_engine::{Category, Health, State};

/// How many events of the history are written down.
const EVENTS: usize = 6;

/// The observation of a game for one player.
pub(crate) fn of(state: &State) -> Observation {
    let view = state.observe();
    let position = view.avatar_position(0);
    let category = |category| category_lists(&view, category, position);
    let health = view.avatar_health(0).map_or([0; 3], |Health { points, max, limit }| [points, max, limit]);
    let (width, height) = view.world_size();
    let events = view.events();
    Observation {
        score: view.score(0),
        tick: view.tick(),
        over: view.is_game_over(),
        winner: view.winner(0).key(),
        world: (f64::from(width), f64::from(height)),
        block: view.block(),
        position,
        orientation: view.avatar_orientation(0),
        speed: view.avatar_speed(0),
        kind: view.avatar_type(0).unwrap_or_default(),
        health,
        alive: view.is_avatar_alive(0),
        last: view.avatar_last_action(0),
        resources: view.avatar_resources(0).collect(),
        actions: view.actions_with_nil(0),
        npc: category(Category::Npc),
        immovable: category(Category::Static),
        movable: category(Category::Movable),
        resource: category(Category::Resource),
        portal: category(Category::Portal),
        from_avatar: category(Category::FromAvatar),
        grid: grid(&view),
        events: events[events.len().saturating_sub(EVENTS)..]
            .iter()
            .map(|event| SeenEvent { tick: event.tick(), event: Event::from(event) })
            .collect(),
        event_count: events.len(),
    }
}

fn category_lists(
    view: &ludex_engine::Observation<'_>,
    category: Category,
    from: (f64, f64),
) -> seen::Category {
    let sighting = |sprite: ludex_engine::Seen| Sighting {
        kind: sprite.type_id,
        id: sprite.id,
        category: sprite.category as u8,
        x: f64::from(sprite.x),
        y: f64::from(sprite.y),
        distance: sprite.square_distance(from),
    };
    let lists = view.sorted(category, from)?;
    Some(lists.into_iter().map(|list| list.into_iter().map(sighting).collect()).collect())
}

fn grid(view: &ludex_engine::Observation<'_>) -> Grid {
    let (_, rows) = view.grid_size();
    let cells = view.observation_grid().into_iter().enumerate().filter(|(_, cell)| !cell.is_empty());
    let place = |index: usize| [(index / rows) as i32, (index % rows) as i32];
    Grid::new(
        cells.map(|(i, cell)| place(i).into_iter().chain(cell.iter().map(|s| s.id)).collect()).collect(),
    )
}
