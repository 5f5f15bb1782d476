//! What of a state changes, and how it is copied.

use std::num::NonZeroU16;

use crate::action::{Action, Winner};
use crate::geometry::Rect;
use crate::index::{CellId, EntryWord, FixtureId, Kind, LineId, List, Slot, SpriteRef};
use crate::java::Random;
use crate::state::history::History;
use crate::state::sprite::{Sprite, flag};
use crate::tick::events::contacts::Notes;
use crate::tick::events::entries::Contact;
use crate::tick::grid::{Cell, Unaligned};
use crate::tick::phase::Phase;
use crate::tick::shortcuts::noop_steps::{Departures, NoOpStep};
use crate::world::Compiled;
use crate::world::lines::Timer;
use crate::world::type_set::folds_exactly;

/// The part of a state that changes.
#[derive(Debug, Default)]
pub(crate) struct Data {
    pub rng: Random,
    pub tick: i32,
    pub phase: Phase,
    pub ended: bool,
    /// May counters end the game? Set by StopCounter.
    pub can_end: bool,
    /// Has a number that decides whether the game ends changed since the terminations were last checked?
    pub recount: bool,
    /// Has the state been advanced since it was copied? Then observations show hidden sprites too.
    pub advanced: bool,
    /// The next id when the state was copied: older sprites were shown then.
    pub copied_id: i32,
    pub next_id: i32,
    /// What the sprite limit is checked against. It drifts from the true number when a sprite dies twice.
    pub num_sprites: i32,
    /// Messages the reference would have logged; more than 25 end the game.
    pub messages: u32,
    pub players: [Player; 2],
    pub counters: Vec<i32>,
    pub sprites: List<Slot, Sprite>,
    /// First free slot; free slots are linked by `next`.
    pub free: Option<Slot>,
    pub groups: List<Kind, Group>,
    /// The types that have sprites, other than fixtures, folded into one word. Where types share a bit it may stay for ever.
    pub present: u64,
    /// The bits of the [turns](crate::tick::turns::Turns) whose types have sprites.
    pub busy: u64,
    /// Which fixtures are still there, one bit each.
    pub standing: Vec<u64>,
    /// Fixtures in the kill list, one bit each; empty between ticks.
    pub doomed: Vec<u64>,
    /// Are sprites of any type linked into the cells?
    pub has_grid: bool,
    /// What is linked in each cell.
    pub cells: List<CellId, Cell>,
    /// Sprites larger than a cell.
    pub large: Vec<Slot>,
    pub unaligned: Unaligned,
    /// Sprites of avatar classes, which look around in every tick.
    pub avatars: Vec<Slot>,
    /// The active set: other sprites that may touch others, see [`active_set`](crate::tick::active_set).
    pub active: Vec<SpriteRef>,
    /// Sprites that an effect has displaced: where they were is refreshed at the start of the next tick.
    pub displaced: Vec<Slot>,
    /// How many sprites are outside the screen to which something happens there.
    pub outside: i32,
    /// Sprites that an effect has moved or made, until their contacts have been looked up; empty between ticks.
    pub pending: Vec<Slot>,
    pub kill_list: Vec<SpriteRef>,
    /// How often sprites of the kill list were killed once more.
    pub killed_again: i32,
    pub timers: Vec<Timer>,
    /// (shielded type, other type, effect) of this tick.
    pub shields: Vec<(Kind, Kind, usize)>,
    /// Switches of each line: see [`switch`](crate::world::lines::switch).
    pub switches: List<LineId, u8>,
    /// Memories of effects: the tick and the sprites they acted on in it.
    pub memories: Vec<(i32, Vec<i32>)>,
    /// Amounts held: see [`inventory`](crate::state::inventory).
    pub inventories: Vec<i32>,
    /// Targets of PathAltChasers.
    pub pursuits: Vec<Pursuit>,
    /// What single BomberRandomMissiles choose from, where an effect has changed it.
    pub choices: Vec<(Slot, Vec<Option<Kind>>)>,
    /// What is noted of types, 64 at a time.
    pub noted: Vec<NotedTypes>,
    pub history: History,
}

/// The amount of something never held.
pub(crate) const ABSENT: i32 = i32::MIN;

/// Buffers that a tick reuses. They carry nothing from one tick to the next.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Per 64 entries in a row: the contacts noted for them.
    pub noted: List<EntryWord, Notes>,
    /// The contacts of the entry that is being run.
    pub contacts: Vec<Contact>,
    pub seconds: Vec<SpriteRef>,
    pub hit: Vec<SpriteRef>,
    /// What was hit, with its distance and its place in the list.
    pub by_distance: Vec<(f64, usize, SpriteRef)>,
    pub near: Vec<SpriteRef>,
    pub group: Vec<SpriteRef>,
    /// Where those are that a sprite is after, and the directions that lead to each, one bit each.
    pub targets: Vec<Rect>,
    pub leads: Vec<u8>,
    pub chosen: Vec<SpriteRef>,
    /// Steps of this tick that were not made.
    pub omitted: Vec<NoOpStep>,
    pub departures: Departures,
    /// Is this tick played by the game itself, not by a model of it? Set by [`State::play`](crate::State::play).
    pub is_game: bool,
    /// How much work this tick has been: see [`Tick::can_afford`](crate::tick::Tick::can_afford).
    pub work: u64,
    /// Sprites with ids from here on were made while contacts were handled.
    pub newborn: i32,
    /// Has anything been moved since edges were looked at, or contacts first noted, in this tick? If not, all that was found
    /// then still holds.
    pub moved: bool,
    /// How many contacts were noted in this tick, as bits that any list of them has had in its length: none while there are
    /// none, and more than a limit as soon as a list is longer.
    pub notes: usize,
    /// What that begins with: 0, unless contacts are always to be found as in `tick/events/crowd.rs`.
    pub notes_before: usize,
}

/// A player's part of the state.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Player {
    /// Its avatar.
    pub avatar: Option<Slot>,
    pub score: f64,
    pub winner: Winner,
    pub last_action: Action,
}

/// The sprites of one type.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Group {
    /// First and last of those that are not fixtures, in order of creation.
    pub first: Option<Slot>,
    pub last: Option<Slot>,
    /// All sprites of this exact type, fixtures, disabled and killed ones included.
    pub count: i32,
    pub disabled: i32,
    pub from_avatar: i32,
    /// Those outside the screen, if something happens to them there.
    pub outside: i32,
}

/// What is noted of 64 types, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct NotedTypes {
    /// Has a sprite of it been made?
    pub made: u64,
    /// Does it have sprites that the avatar did not make, and some that it did?
    pub present: [u64; 2],
    /// Did it when the state was copied?
    pub seen: [u64; 2],
}

/// What a PathAltChaser is after.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Pursuit {
    /// The target's id, [`Pursuit::NOBODY`], or [`Pursuit::FREE`].
    pub target: i32,
    /// Its type.
    pub kind: Option<Kind>,
    /// Where the target was when it was last there.
    pub rect: Rect,
    /// Where a path last led to.
    pub known: Option<(i32, i32)>,
}

impl Pursuit {
    /// There is no target yet.
    pub const NOBODY: i32 = -1;
    /// Nobody pursues: the place in the list can be used again.
    pub const FREE: i32 = -2;
}

impl Data {
    /// An empty level.
    pub fn new(w: &Compiled) -> Data {
        let n = w.fixtures.all.len();
        let mut standing = vec![u64::MAX; n.div_ceil(64)];
        if !n.is_multiple_of(64)
            && let Some(last) = standing.last_mut()
        {
            *last = (1 << (n % 64)) - 1;
        }
        Data {
            can_end: true,
            recount: true,
            counters: vec![0; w.counters],
            groups: w.kinds.list(|_| Group::default()),
            doomed: vec![0; standing.len()],
            standing,
            has_grid: w.broad.has_grid,
            cells: w.grid.list(Cell::EMPTY),
            active: w.fixtures.touching.iter().map(|&fixture| SpriteRef::fixture(fixture)).collect(),
            timers: w.lines.timers.clone(),
            switches: w.lines.list.map(|line| line.switches),
            memories: vec![(-1, Vec::new()); w.lines.memories],
            noted: vec![NotedTypes::default(); w.kinds.count().div_ceil(64)],
            ..Data::default()
        }
    }

    /// The level is built: what comes next is the first tick. Sprites may touch from the start, although none has
    /// moved.
    pub fn end_building(&mut self, w: &Compiled) {
        self.phase = Phase::Between;
        let mut active = std::mem::take(&mut self.active);
        active.retain(|r| {
            let Some(slot) = r.as_slot() else { return true };
            let sprite = &self.sprites[slot];
            let profile = &w.broad.of[sprite.kind];
            let keep = sprite.is(flag::ACTIVE) && profile.looks && !self.is_alone(w, slot, &profile.query);
            self.sprites[slot].set(flag::KEEP | flag::ACTIVE, keep);
            keep
        });
        self.active = active;
        self.remember_types();
    }

    /// Notes whether there are sprites of a type, and some that the avatar made, and that there were any.
    pub fn note_presence(&mut self, kind: Kind) {
        let group = &self.groups[kind];
        let present = [group.count > group.from_avatar, group.from_avatar > 0];
        let noted = &mut self.noted[kind.word()];
        noted.made |= kind.bit();
        for (word, present) in noted.present.iter_mut().zip(present) {
            *word = if present { *word | kind.bit() } else { *word & !kind.bit() };
        }
    }

    /// Has a sprite of a type ever been made?
    #[inline]
    pub fn was_made(&self, kind: Kind) -> bool {
        self.noted[kind.word()].made & kind.bit() != 0
    }

    /// Notes that there are no sprites of a type but fixtures, if it shares its bits with no others.
    pub fn note_absence(&mut self, w: &Compiled, kind: Kind) {
        self.busy &= !w.turns.bits[kind];
        if folds_exactly(w.kinds.count()) {
            self.present &= !kind.bit();
        }
    }

    /// May there be sprites, other than fixtures, of one of these types, folded into one word?
    #[inline]
    pub fn has_any(&self, types: u64) -> bool {
        self.present & types != 0
    }

    /// Notes which types there are, as a fresh observation does.
    pub fn remember_types(&mut self) {
        match &mut self.noted[..] {
            [noted] => noted.seen = noted.present,
            more => more.iter_mut().for_each(|noted| noted.seen = noted.present),
        }
        self.advanced = false;
        self.copied_id = self.next_id;
    }

    /// A copy in memory of its own.
    pub fn copy_of(from: &Data) -> Data {
        let mut data = Data::default();
        data.copy_from(from);
        // These are empty in most ticks, and would ask for memory when nobody expects it any more.
        data.active.reserve(4);
        data.displaced.reserve(4);
        data.pending.reserve(4);
        data
    }

    /// Becomes a copy of another state of the same world, reusing memory.
    pub fn copy_from(&mut self, from: &Data) {
        let Data {
            rng,
            tick,
            phase: _,
            ended,
            can_end,
            recount,
            advanced: _,
            copied_id: _,
            next_id,
            num_sprites,
            messages,
            players,
            counters,
            sprites,
            free,
            groups,
            present,
            busy,
            standing,
            doomed,
            has_grid,
            cells,
            large,
            unaligned,
            avatars,
            active,
            displaced,
            outside,
            pending: _,
            kill_list: _,
            killed_again: _,
            timers,
            shields: _,
            switches,
            memories,
            inventories,
            pursuits,
            choices,
            noted,
            history,
        } = from;
        self.rng = *rng;
        self.tick = *tick;
        self.ended = *ended;
        self.can_end = *can_end;
        self.recount = *recount;
        self.phase = Phase::Between;
        self.next_id = *next_id;
        self.num_sprites = *num_sprites;
        self.messages = *messages;
        self.players = *players;
        self.free = *free;
        self.present = *present;
        self.busy = *busy;
        self.unaligned = *unaligned;
        self.outside = *outside;
        self.has_grid = *has_grid;
        self.killed_again = 0;
        self.pending.clear();
        self.kill_list.clear();
        self.shields.clear();
        self.sprites.copy_from(sprites);
        self.groups.copy_from(groups);
        copy(&mut self.standing, standing);
        if *has_grid || self.cells.len() != cells.len() {
            self.cells.copy_from(cells);
        }
        copy_few(&mut self.avatars, avatars);
        copy_few(&mut self.active, active);
        copy_few(&mut self.displaced, displaced);
        self.switches.copy_from(switches);
        copy_few(&mut self.noted, noted);
        if self.doomed.len() != doomed.len() {
            self.doomed.clone_from(doomed);
        }
        // Most games have none of these.
        let rare = |d: &Data| {
            d.counters.len()
                | d.large.len()
                | d.timers.len()
                | d.memories.len()
                | d.inventories.len()
                | d.pursuits.len()
                | d.choices.len()
        };
        if rare(self) | rare(from) != 0 {
            copy(&mut self.counters, counters);
            copy(&mut self.large, large);
            copy(&mut self.timers, timers);
            copy_lists(&mut self.memories, memories);
            copy(&mut self.inventories, inventories);
            copy(&mut self.pursuits, pursuits);
            copy_lists(&mut self.choices, choices);
        }
        self.history.copy_from(history);
        self.remember_types();
    }

    /// Does a fixture still stand?
    #[inline]
    pub fn stands(&self, fixture: FixtureId) -> bool {
        self.standing[fixture.word()] & fixture.bit() != 0
    }

    /// Is a fixture in the kill list?
    #[inline]
    pub fn is_doomed(&self, fixture: FixtureId) -> bool {
        self.doomed[fixture.word()] & fixture.bit() != 0
    }

    /// Is this slot in use?
    pub fn is_live(&self, slot: Slot) -> bool {
        self.sprites[slot].id >= 0
    }

    /// Ticks since a sprite's last move.
    #[inline]
    pub fn lastmove(&self, slot: Slot) -> i32 {
        let s = &self.sprites[slot];
        if s.is(flag::FROZEN) { s.moved_at } else { self.tick.wrapping_sub(s.moved_at) }
    }

    /// Sets the ticks since a sprite's last move.
    #[inline]
    pub fn set_lastmove(&mut self, slot: Slot, ticks: i32) {
        let s = &mut self.sprites[slot];
        s.moved_at = if s.is(flag::FROZEN) { ticks } else { self.tick.wrapping_sub(ticks) };
    }
}

impl Data {
    /// The pursuit of a sprite, a new one if it has none yet.
    pub fn pursuit_of(&mut self, slot: Slot) -> usize {
        if let Some(number) = self.sprites[slot].pursuit {
            return usize::from(number.get()) - 1;
        }
        let fresh = Pursuit { target: Pursuit::NOBODY, ..Pursuit::default() };
        let free = self.pursuits.iter().position(|p| p.target == Pursuit::FREE);
        let index = free.unwrap_or(self.pursuits.len());
        match self.pursuits.get_mut(index) {
            Some(pursuit) => *pursuit = fresh,
            None => self.pursuits.push(fresh),
        }
        self.sprites[slot].pursuit = NonZeroU16::new(index as u16 + 1);
        index
    }
}

/// Makes a list equal to another. Mostly it is as long already.
#[inline]
fn copy<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    if to.len() == from.len() {
        to.copy_from_slice(from);
    } else {
        to.clear();
        to.extend_from_slice(from);
    }
}

/// [`copy`] for lists that mostly have one element or none.
#[inline]
fn copy_few<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    match (&mut to[..], from) {
        ([], []) => {}
        ([to], [from]) => *to = *from,
        _ => copy(to, from),
    }
}

/// Makes lists with a key each equal to others. Unlike `clone_from`, it keeps the memory of each list.
fn copy_lists<K: Copy, T: Copy>(to: &mut Vec<(K, Vec<T>)>, from: &[(K, Vec<T>)]) {
    to.truncate(from.len());
    for ((key, list), (from_key, from_list)) in to.iter_mut().zip(from) {
        *key = *from_key;
        list.clone_from(from_list);
    }
    let known = to.len();
    to.extend_from_slice(&from[known..]);
}
