//! Watching the engine: what a recording of a game would say.

use crate::record::{Event, Header, Inventory, Sprite, Tick};
use ludex_engine::{Action, State};
use std::mem;

/// Writes down what happens in a game, tick by tick.
pub struct Watcher {
    now: Snapshot,
    before: Snapshot,
    inventories: Vec<Inventory>,
}

/// Where a game comes from, and who plays it.
#[derive(Debug, Clone)]
pub struct Source {
    /// The game's file, relative to the folder of games; or a [bundled](crate::games::bundled_names) game.
    pub file: String,
    /// The level's file, likewise.
    pub level_file: String,
    /// The seed of the game's generator.
    pub seed: i64,
    /// Who chooses the actions.
    pub policy: Option<String>,
}

impl Watcher {
    /// Starts to watch a game before its first tick.
    pub fn start(state: &State, source: Source) -> (Watcher, Header) {
        let world = state.world();
        let mut now = Snapshot::default();
        now.take(state);
        let header = Header {
            game: name(&source.file),
            level: name(&source.level_file),
            file: source.file,
            level_file: source.level_file,
            seed: source.seed,
            policy: source.policy,
            players: world.players(),
            block: world.block(),
            width: world.width(),
            height: world.height(),
            types: world.type_names().map(str::to_owned).collect(),
            order: world.order().to_vec(),
            actions: (0..world.players()).map(|player| state.actions(player).to_vec()).collect(),
            rng: state.rng_state(),
            sprites: now.sprites.clone(),
        };
        let inventories = vec![Inventory::new(); world.players()];
        (Watcher { now, before: Snapshot::default(), inventories }, header)
    }

    /// Writes down the tick that these actions led to.
    pub fn tick(&mut self, state: &State, t: u32, actions: &[Action]) -> Tick {
        mem::swap(&mut self.before, &mut self.now);
        self.now.take(state);
        let changed = |sprite: &&Sprite| self.before.find(sprite.id) != Some(sprite);
        let gone = |sprite: &&Sprite| self.now.find(sprite.id).is_none();
        let changed = self.now.sprites.iter().filter(changed).copied().collect();
        let mut gone: Vec<i32> = self.before.sprites.iter().filter(gone).map(|sprite| sprite.id).collect();
        gone.sort_unstable();
        let players = 0..state.world().players();
        Tick {
            t,
            actions: actions.to_vec(),
            scores: players.clone().map(|player| state.score(player)).collect(),
            winners: players.map(|player| state.winner(player).key()).collect(),
            ended: state.is_over(),
            rng: state.rng_state(),
            changed,
            gone,
            events: events(state, t),
            inventory0: self.new_inventory(state, 0),
            inventory1: self.new_inventory(state, 1),
            counters: state.counters().to_vec(),
        }
    }

    /// A sprite as it is now.
    pub fn sprite(&self, id: i32) -> Option<Sprite> {
        self.now.find(id).copied()
    }

    /// What a player's avatar carries, if that has changed.
    fn new_inventory(&mut self, state: &State, player: usize) -> Option<Inventory> {
        let known = self.inventories.get_mut(player)?;
        if known.iter().map(|(&kind, &amount)| (kind, amount)).eq(state.inventory(player)) {
            return None;
        }
        *known = state.inventory(player).collect();
        Some(known.clone())
    }
}

/// The name of a file without its folder and its ending.
fn name(file: &str) -> String {
    let name = file.rsplit(['/', ':']).next().unwrap_or(file);
    name.strip_suffix(".txt").unwrap_or(name).to_owned()
}

/// The events of one tick, from the last of the history backwards.
fn events(state: &State, t: u32) -> Vec<Event> {
    state
        .events()
        .iter()
        .rev()
        .take_while(|event| i64::from(event.tick()) == i64::from(t))
        .map(Event::from)
        .collect()
}

impl From<&ludex_engine::Event> for Event {
    fn from(event: &ludex_engine::Event) -> Event {
        let (x, y) = event.position();
        Event {
            from_avatar: event.from_avatar(),
            active_type: event.active_type(),
            passive_type: event.passive_type(),
            active: event.active_id(),
            passive: event.passive_id(),
            x,
            y,
        }
    }
}

/// All sprites at one time.
#[derive(Default)]
struct Snapshot {
    sprites: Vec<Sprite>,
    /// Where in `sprites` an id was when it was last there: `sprites` tells whether that still holds.
    places: Vec<u32>,
}

impl Snapshot {
    fn take(&mut self, state: &State) {
        self.sprites.clear();
        self.sprites.extend(state.sprites().map(|sprite| Sprite {
            id: sprite.id,
            kind: sprite.type_id,
            x: sprite.rect.x,
            y: sprite.rect.y,
            orientation: sprite.orientation,
            health: sprite.health,
            disabled: sprite.disabled,
        }));
        for (place, sprite) in self.sprites.iter().enumerate() {
            let Ok(id) = usize::try_from(sprite.id) else { continue };
            if id >= self.places.len() {
                self.places.resize(id + 1, 0);
            }
            self.places[id] = place as u32;
        }
    }

    fn find(&self, id: i32) -> Option<&Sprite> {
        let place = *self.places.get(usize::try_from(id).ok()?)?;
        self.sprites.get(place as usize).filter(|sprite| sprite.id == id)
    }
}
