//! What of a state changes, and how it is copied.

use ludex_vgdl::{Game, TypeId};

use crate::action::{Action, Winner};
use crate::encounters::Encounters;
use crate::events::contacts::Notes;
use crate::events::entries::Contact;
use crate::geometry::Rect;
use crate::grid::{Cell, Unaligned};
use crate::history::History;
use crate::java::Random;
use crate::rules::{Rules, Timer};
use crate::shape::GridShape;
use crate::sprite::{NO_SLOT, Sprite, SpriteRef, flag};
use crate::stops::{Departures, Omitted};
use crate::trusted::Trusted;
use crate::types::TypeInfo;
use crate::update::SINGLE_TURNS;
use crate::world::{Fixtures, World};

/// The part of a state that changes.
#[derive(Debug, Default)]
pub(crate) struct Data {
    pub rng: Random,
    pub tick: i32,
    pub ended: bool,
    /// May counters end the game? Set by StopCounter.
    pub can_end: bool,
    /// Has a number that decides whether the game ends changed since the terminations were last checked?
    pub recount: bool,
    /// Has the state been advanced since it was copied? Then observations show hidden sprites too.
    pub advanced: bool,
    /// The next id when the state was copied: older sprites were shown then.
    pub copied_id: i32,
    /// The place in the update order that the tick has come to; -1 while avatars move, `i32::MAX` afterwards,
    /// [`BUILDING`] before the first tick.
    pub turn: i32,
    pub next_id: i32,
    /// What the sprite limit is checked against. It drifts from the true number when a sprite dies twice.
    pub num_sprites: i32,
    /// Messages the reference would have logged; more than 25 end the game.
    pub messages: u32,
    pub players: [Player; 2],
    pub counters: Vec<i32>,
    pub sprites: Trusted<Sprite>,
    /// First free slot; free slots are linked by `next`.
    pub free: u16,
    pub groups: Trusted<Group>,
    /// The types that have sprites, other than fixtures, folded into one word. Where types share a bit it may stay for ever.
    pub present: u64,
    /// The bits of the [turns](crate::world::World::turns) whose types have sprites. Where turns share a bit it may stay for
    /// ever.
    pub busy: u64,
    /// Which fixtures are still there, one bit each.
    pub standing: Trusted<u64>,
    /// Fixtures in the kill list, one bit each; empty between ticks.
    pub doomed: Trusted<u64>,
    /// What is linked in each cell; empty if nothing ever is.
    pub cells: Trusted<Cell>,
    /// Sprites larger than a cell.
    pub large: Vec<u16>,
    pub unaligned: Unaligned,
    /// Sprites of avatar classes, which look around in every tick.
    pub avatars: Trusted<u16>,
    /// Other sprites that may touch others: see [`contacts`](crate::events::contacts).
    pub hot: Trusted<SpriteRef>,
    /// How many sprites are outside the screen to which something happens there.
    pub outside: i32,
    /// Sprites that an effect has moved or made, until their contacts have been looked up.
    pub touched: Trusted<u16>,
    pub kill_list: Trusted<SpriteRef>,
    /// How often sprites of the kill list were killed once more.
    pub killed_again: i32,
    pub timers: Vec<Timer>,
    /// (shielded type, other type, effect) of this tick.
    pub shields: Vec<(TypeId, TypeId, usize)>,
    /// Switches of each line: see [`switch`](crate::rules::switch).
    pub switches: Trusted<u8>,
    /// Per line that pulls: the tick and the sprites pulled in it.
    pub pulled: Vec<(i32, Vec<i32>)>,
    /// Amounts held: see [`inventory`](crate::inventory).
    pub inventories: Trusted<i32>,
    /// Targets of PathAltChasers.
    pub pursuits: Vec<Pursuit>,
    /// What single BomberRandomMissiles choose from, where an effect has changed it.
    pub missiles: Vec<(u16, Vec<i32>)>,
    /// What is noted of types, 64 at a time.
    pub kinds: Trusted<Kinds>,
    pub history: History,
}

/// The turn of a level that is being built.
pub(crate) const BUILDING: i32 = i32::MIN;

/// The amount of something never held.
pub(crate) const ABSENT: i32 = i32::MIN;

/// No entry is being run: none comes before the first.
pub(crate) const NO_ENTRY: u32 = 0;

/// Buffers that a tick reuses. They carry nothing from one tick to the next.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Per 64 entries in a row: the contacts noted for them.
    pub noted: Trusted<Notes>,
    /// The contacts of the entry that is being run.
    pub contacts: Trusted<Contact>,
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
    /// Steps of this tick that were omitted.
    pub omitted: Vec<Omitted>,
    pub departures: Departures,
    /// Is this tick played by the game itself, not by a model of it? Set by [`State::play`](crate::state::State::play).
    pub is_game: bool,
    /// How much work this tick has been: see [`Tick::can_afford`](crate::tick::Tick::can_afford).
    pub work: u64,
    /// The entry after the one that is being run, or [`NO_ENTRY`]. What is made takes part from there on, and looks around at
    /// once.
    pub next_entry: u32,
    /// Sprites with ids from here on were made while contacts were handled.
    pub newborn: i32,
    /// Has anything been moved since edges were looked at, or contacts first noted, in this tick? If not, all that was found
    /// then still holds.
    pub moved: bool,
    /// How many contacts were noted in this tick, as bits that any list of them has had in its length: none while there are
    /// none, and more than a limit as soon as a list is longer.
    pub notes: usize,
    /// What that begins with: 0, unless contacts are always to be found as in [`crowd`](crate::events::crowd).
    pub notes_before: usize,
}

/// A player's part of the state.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Player {
    /// The slot of its avatar.
    pub avatar: Option<u16>,
    pub score: f64,
    pub winner: Winner,
    pub last_action: Action,
}

/// The sprites of one type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Group {
    /// First and last slot, in order of creation.
    pub first: u16,
    pub last: u16,
    /// All sprites of this exact type, fixtures, disabled and killed ones included.
    pub count: i32,
    pub disabled: i32,
    pub from_avatar: i32,
    /// Those outside the screen, if something happens to them there.
    pub outside: i32,
}

/// What is noted of 64 types, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Kinds {
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
    /// The target's id, or -1.
    pub target: i32,
    pub target_kind: TypeId,
    /// Where the target was when it was last there.
    pub rect: Rect,
    /// Where a path last led to.
    pub known: Option<(i32, i32)>,
}

impl Data {
    /// An empty level.
    pub fn new(types: &[TypeInfo], rules: &Rules, meets: &Encounters, grid: &GridShape, game: &Game) -> Data {
        let words = types.len().div_ceil(64);
        Data {
            can_end: true,
            recount: true,
            turn: BUILDING,
            messages: game.messages,
            counters: vec![0; game.counters],
            free: NO_SLOT,
            groups: vec![
                Group {
                    first: NO_SLOT,
                    last: NO_SLOT,
                    count: 0,
                    disabled: 0,
                    from_avatar: 0,
                    outside: 0
                };
                types.len()
            ]
            .into(),
            cells: vec![Cell::EMPTY; if meets.has_grid { grid.cells() } else { 0 }].into(),
            timers: rules.timers.clone(),
            switches: rules.lines.iter().map(|l| l.switches).collect(),
            pulled: vec![(-1, Vec::new()); rules.pulls],
            kinds: vec![Kinds::default(); words].into(),
            ..Data::default()
        }
    }

    /// Makes all fixtures stand.
    pub fn place_fixtures(&mut self, fixtures: &Fixtures) {
        let n = fixtures.all.len();
        self.standing = vec![u64::MAX; n.div_ceil(64)].into();
        if !n.is_multiple_of(64)
            && let Some(last) = self.standing.last_mut()
        {
            *last = (1 << (n % 64)) - 1;
        }
        self.doomed = vec![0; self.standing.len()].into();
        self.hot.extend(fixtures.touching.iter().map(|&i| SpriteRef::fixture(i as usize)));
    }

    /// The level is built: what comes next is the first tick. Sprites may touch from the start, although none has
    /// moved.
    pub fn end_building(&mut self, w: &World) {
        self.turn = i32::MAX;
        let mut hot = std::mem::take(&mut self.hot);
        hot.retain(|r| {
            let Ok(slot) = r.resolve() else { return true };
            let sprite = &self.sprites[slot];
            let meeting = &w.meets.of[usize::from(sprite.kind)];
            let keep = sprite.is(flag::HOT)
                && (sprite.last != sprite.rect || meeting.looks && !self.is_alone(w, slot, &meeting.sight));
            self.sprites[slot].set(flag::KEEP | flag::HOT, keep);
            keep
        });
        self.hot = hot;
        self.remember_types();
    }

    /// Notes whether there are sprites of a type, and some that the avatar made, and that there were any.
    pub fn note_presence(&mut self, kind: TypeId) {
        let (group, t) = (&self.groups[usize::from(kind)], usize::from(kind));
        let bit = 1 << (t & 63);
        let present = [group.count > group.from_avatar, group.from_avatar > 0];
        let kinds = &mut self.kinds[t >> 6];
        kinds.made |= bit;
        for (word, present) in kinds.present.iter_mut().zip(present) {
            *word = if present { *word | bit } else { *word & !bit };
        }
    }

    /// Notes that there are no sprites of a type but fixtures, if it shares its bits with no others.
    pub fn note_absence(&mut self, w: &World, kind: TypeId) {
        if w.turns.len() <= SINGLE_TURNS {
            self.busy &= !w.turn_bits[usize::from(kind)];
        }
        if w.types.len() <= 64 {
            self.present &= !(1 << kind);
        }
    }

    /// May there be sprites, other than fixtures, of one of these types, folded into one word?
    #[inline]
    pub fn has_any(&self, types: u64) -> bool {
        self.present & types != 0
    }

    /// Notes which types there are, as a fresh observation does.
    pub fn remember_types(&mut self) {
        match &mut self.kinds[..] {
            [kinds] => kinds.seen = kinds.present,
            more => more.iter_mut().for_each(|kinds| kinds.seen = kinds.present),
        }
        self.advanced = false;
        self.copied_id = self.next_id;
    }

    /// A copy in memory of its own.
    pub fn copy_of(from: &Data) -> Data {
        let mut data = Data::default();
        data.copy_from(from);
        // These are empty in most ticks, and would ask for memory when nobody expects it any more.
        data.hot.reserve(4);
        data.touched.reserve(4);
        data
    }

    /// Becomes a copy of another state of the same world, reusing memory.
    pub fn copy_from(&mut self, from: &Data) {
        let Data {
            rng,
            tick,
            ended,
            can_end,
            recount,
            advanced: _,
            copied_id: _,
            turn,
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
            cells,
            large,
            unaligned,
            avatars,
            hot,
            outside,
            touched: _,
            kill_list: _,
            killed_again: _,
            timers,
            shields: _,
            switches,
            pulled,
            inventories,
            pursuits,
            missiles,
            kinds,
            history,
        } = from;
        self.rng = *rng;
        self.tick = *tick;
        self.ended = *ended;
        self.can_end = *can_end;
        self.recount = *recount;
        self.turn = *turn;
        self.next_id = *next_id;
        self.num_sprites = *num_sprites;
        self.messages = *messages;
        self.players = *players;
        self.free = *free;
        self.present = *present;
        self.busy = *busy;
        self.unaligned = *unaligned;
        self.outside = *outside;
        self.killed_again = 0;
        self.touched.clear();
        self.kill_list.clear();
        self.shields.clear();
        copy(&mut self.sprites, sprites);
        copy(&mut self.groups, groups);
        copy(&mut self.standing, standing);
        copy(&mut self.cells, cells);
        copy_few(&mut self.avatars, avatars);
        copy_few(&mut self.hot, hot);
        copy(&mut self.switches, switches);
        copy_few(&mut self.kinds, kinds);
        if self.doomed.len() != doomed.len() {
            self.doomed.clone_from(doomed);
        }
        // Most games have none of these.
        let rare = |d: &Data| {
            d.counters.len()
                | d.large.len()
                | d.timers.len()
                | d.pulled.len()
                | d.inventories.len()
                | d.pursuits.len()
                | d.missiles.len()
        };
        if rare(self) | rare(from) != 0 {
            copy(&mut self.counters, counters);
            copy(&mut self.large, large);
            copy(&mut self.timers, timers);
            copy_lists(&mut self.pulled, pulled);
            copy(&mut self.inventories, inventories);
            copy(&mut self.pursuits, pursuits);
            copy_lists(&mut self.missiles, missiles);
        }
        self.history.copy_from(history);
        self.remember_types();
    }

    /// Does a fixture still stand?
    #[inline]
    pub fn stands(&self, fixture: usize) -> bool {
        self.standing[fixture >> 6] >> (fixture & 63) & 1 != 0
    }

    /// Is a fixture in the kill list?
    #[inline]
    pub fn is_doomed(&self, fixture: usize) -> bool {
        self.doomed[fixture >> 6] >> (fixture & 63) & 1 != 0
    }

    /// Is this slot in use?
    pub fn is_live(&self, slot: usize) -> bool {
        self.sprites[slot].id >= 0
    }

    /// Ticks since a sprite's last move.
    #[inline]
    pub fn lastmove(&self, slot: usize) -> i32 {
        let s = &self.sprites[slot];
        if s.is(flag::FROZEN) { s.moved_at } else { self.tick.wrapping_sub(s.moved_at) }
    }

    /// Sets the ticks since a sprite's last move.
    #[inline]
    pub fn set_lastmove(&mut self, slot: usize, ticks: i32) {
        let s = &mut self.sprites[slot];
        s.moved_at = if s.is(flag::FROZEN) { ticks } else { self.tick.wrapping_sub(ticks) };
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

/// The same for lists that mostly have one element or none.
#[inline]
fn copy_few<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    match (&mut to[..], from) {
        ([], []) => {}
        ([to], [from]) => *to = *from,
        _ => copy(to, from),
    }
}

/// Makes lists with a key each equal to others. Unlike `clone_from`, it keeps the memory of each list.
fn copy_lists<K: Copy>(to: &mut Vec<(K, Vec<i32>)>, from: &[(K, Vec<i32>)]) {
    to.truncate(from.len());
    for ((key, list), (from_key, from_list)) in to.iter_mut().zip(from) {
        *key = *from_key;
        list.clone_from(from_list);
    }
    let known = to.len();
    to.extend_from_slice(&from[known..]);
}
