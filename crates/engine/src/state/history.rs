//! The history of events: what touched an avatar or something that an avatar made.

use std::sync::atomic::{AtomicU64, Ordering};

use ludex_vgdl::TypeId;

/// Two sprites touched and an effect ran. Sprites are told by type and id, never by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    key: Key,
    active_id: i32,
    passive_id: i32,
    x: i32,
    y: i32,
}

impl Event {
    /// The tick.
    pub fn tick(&self) -> i32 {
        (self.key.0 >> 33) as i32 - 1
    }

    /// The type of the avatar, or of what it made.
    pub fn active_type(&self) -> TypeId {
        self.key.0 as TypeId
    }

    /// The type of the other sprite.
    pub fn passive_type(&self) -> TypeId {
        (self.key.0 >> 16) as TypeId
    }

    /// Was the active sprite made by the avatar rather than the avatar itself?
    pub fn from_avatar(&self) -> bool {
        self.key.0 >> 32 & 1 == 0
    }

    /// The id of the avatar, or of what it made.
    pub fn active_id(&self) -> i32 {
        self.active_id
    }

    /// The id of the other sprite.
    pub fn passive_id(&self) -> i32 {
        self.passive_id
    }

    /// Where the active sprite was after the effect, in pixels.
    pub fn position(&self) -> (i32, i32) {
        (self.x, self.y)
    }
}

/// What orders events: the tick, then whether the avatar itself took part, then the types; packed into one number, which is
/// never 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(u64);

impl Key {
    #[inline]
    pub fn new(tick: i32, from_avatar: bool, active: TypeId, passive: TypeId) -> Key {
        let types = u64::from(passive) << 16 | u64::from(active);
        Key((tick as u64 + 1) << 33 | u64::from(!from_avatar) << 32 | types)
    }
}

/// The most events that are remembered, five hundred for every tick; what comes later is not.
const MOST_EVENTS: usize = 1_000_000;

/// A growing, ordered list of events.
///
/// A search copies one state again and again into another. The list only ever grows at its end, so a copy
/// keeps the part that both already share and copies the rest: see [`History::copy_from`].
#[derive(Debug, Default)]
pub(crate) struct History {
    events: Vec<Event>,
    /// The key of the last event, or less than any.
    last: Key,
    /// Names this list and all that is appended to it: who owns it, and how often it was overwritten.
    lineage: Lineage,
    /// The list this one was copied from, and how many events were copied.
    parent: (Lineage, usize),
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Lineage {
    /// Unique per history, 0 for one that nothing was copied into yet.
    owner: u64,
    generation: u64,
}

static NEXT_OWNER: AtomicU64 = AtomicU64::new(1);

impl History {
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Adds an event with this key, between sprites with these ids, here. Of those that agree in the key, the first is kept.
    #[inline(always)]
    pub fn record(&mut self, key: Key, (active_id, passive_id): (i32, i32), (x, y): (i32, i32)) {
        // Mostly it belongs to the end, or is there already.
        if key < self.last {
            self.insert(key, active_id, passive_id, x, y);
        } else if key > self.last && self.events.len() < MOST_EVENTS {
            self.last = key;
            self.events.push(Event { key, active_id, passive_id, x, y });
        }
    }

    /// Puts an event where it belongs, mostly close to the end.
    #[inline(never)]
    fn insert(&mut self, key: Key, active_id: i32, passive_id: i32, x: i32, y: i32) {
        let end = self.events.len();
        let mut at = end - 1;
        while at > 0 && self.events[at - 1].key > key {
            at -= 1;
        }
        let is_known = at > 0 && self.events[at - 1].key == key;
        if !is_known && end < MOST_EVENTS {
            // Few have to make room: a call to move memory would cost more.
            self.events.push(self.events[end - 1]);
            for i in (at..end - 1).rev() {
                self.events[i + 1] = self.events[i];
            }
            self.events[at] = Event { key, active_id, passive_id, x, y };
        }
    }

    /// Becomes a copy of another history.
    pub fn copy_from(&mut self, from: &History) {
        let shared = if from.lineage.owner != 0 && self.parent.0 == from.lineage { self.parent.1 } else { 0 };
        self.last = from.last;
        self.events.truncate(shared);
        // Mostly a search copies the same state as before.
        if from.events.len() > shared {
            self.events.extend_from_slice(&from.events[shared..]);
        }
        self.parent = (from.lineage, self.events.len());
        // Whoever copied from this one must not believe that it still has the same beginning.
        if self.lineage.owner == 0 {
            self.lineage.owner = NEXT_OWNER.fetch_add(1, Ordering::Relaxed);
        }
        self.lineage.generation += 1;
    }
}
