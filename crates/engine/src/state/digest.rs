//! One number for what decides the future of a state, for searches that want to know where they have been.
//!
//! It is computed when it is asked for: sprites change in dozens of places, and a search asks once for each state that it
//! keeps. Everything is taken apart field by field, so that the compiler asks about each new one.

use crate::geometry::Rect;
use crate::index::{Index, Kind, LineId, List, Slot};
use crate::state::State;
use crate::state::data::{ABSENT, Data, Group, NotedTypes, Player, Pursuit};
use crate::state::sprite::{Sprite, flag};
use crate::world::Compiled;
use crate::world::lines::{Lines, Timer, switch};
use crate::world::types::Types;

/// The flags of a sprite that decide what becomes of it. The others follow from its type and its place, or are bookkeeping.
const FLAGS: u16 =
    flag::DISABLED | flag::FIRST_TICK | flag::ORIENTED | flag::FROM_AVATAR | flag::ON_GROUND | flag::FROZEN;

/// What of a game's rules says which parts of a state can make a difference.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The types whose first sprite is not like the others, a bit each, 64 types at a time.
    special_first: Vec<u64>,
    /// Per line: the switches that can make a difference.
    switches: List<LineId, u8>,
}

impl Plan {
    pub fn new(types: &Types, lines: &Lines) -> Plan {
        let mut special_first = vec![0; types.len().div_ceil(64)];
        for (kind, info) in types.enumerate() {
            let mut first = info.template;
            if let Some(class) = &info.class {
                class.prepare_first(&mut first);
            }
            if info.scaled || first != info.template || info.unknown_params > 0 {
                special_first[kind.word()] |= kind.bit();
            }
        }
        let that_matter =
            |matters: u8| matters | if matters & switch::SCORE != 0 { switch::KILLED } else { 0 };
        Plan { special_first, switches: lines.list.map(|line| that_matter(line.matters)) }
    }
}

impl State {
    /// A number for everything that decides the future of this state, except the random generator.
    ///
    /// States of the same [`World`](crate::World) with equal futures reached in different ways have equal digests, if they are at the same
    /// tick; states that differ in anything that matters have, but for one chance in 2^64, different ones. A search of a
    /// deterministic game can use it as the key of a transposition table. It costs a few nanoseconds for each sprite that can
    /// change, and allocates nothing.
    ///
    /// - The tick counts, because time-outs and spawners go by it. Of the time since a sprite's last move it only counts
    ///   whether, and for how long, the sprite still has to rest.
    /// - Sprites of a type count in order of creation, because that is the order in which they act. Their ids do not.
    /// - What has been does not count: events, last actions, where sprites were a tick ago, what observations have shown.
    /// - It is taken for granted that every player is given an action in each tick. An avatar that is left out remembers
    ///   where it was, and that does not count either.
    ///
    /// The number may change from one version of Ludex to the next.
    ///
    /// ```
    /// use ludex_engine::{Action, ONTOLOGY, State, World};
    /// use ludex_vgdl::Level;
    ///
    /// let text = "BasicGame\n  SpriteSet\n    avatar > MovingAvatar\n  LevelMapping\n    A > avatar\n";
    /// let game = ludex_vgdl::parse(text, &ONTOLOGY).unwrap().game;
    /// let world = World::new(&game, &Level::parse("A  \n   ")).unwrap();
    /// let after = |actions: [Action; 2]| {
    ///     let mut state = State::new(&world, 0);
    ///     actions.iter().for_each(|action| state.advance(&[*action]));
    ///     state.digest()
    /// };
    /// assert_eq!(after([Action::Right, Action::Down]), after([Action::Down, Action::Right]));
    /// assert_ne!(after([Action::Right, Action::Down]), after([Action::Right, Action::Right]));
    /// ```
    pub fn digest(&self) -> u64 {
        self.digest_into(Digest(KEYS[0]))
    }

    /// The same with the random generator: equal digests, equal futures, in games with chance as well.
    pub fn digest_with_rng(&self) -> u64 {
        let mut digest = Digest(KEYS[1]);
        digest.mix(self.rng_state(), 0);
        self.digest_into(digest)
    }

    /// A number for the situation: like [`digest`](State::digest), but for searches that care for what can be done and not for when.
    ///
    /// Neither the tick nor the scores count, and it does not matter which of two sprites of a type is where, nor how sprites
    /// have been turned that never move by themselves. What sprites hold many of is told roughly. Two states with the same number are nearly always as good as each other; a search that takes
    /// them for one does far less, and what it finds is still true, but it may miss something.
    pub fn situation(&self) -> u64 {
        let (w, d) = (self.compiled(), &self.live.d);
        let mut digest = Digest(KEYS[3]);
        digest.game(w, d, false);
        let seats = d.players.map(|player| player.avatar);
        let have_more = !d.inventories.is_empty() || !d.pursuits.is_empty() || !d.choices.is_empty();
        let mut sum = 0_u64;
        // In a sum the order does not count, so that nobody has to follow the lists of types.
        for (slot, sprite) in d.sprites.enumerate().filter(|(_, sprite)| sprite.id >= 0) {
            let info = &w.types[sprite.kind];
            let turns = w.turns.bits[sprite.kind] != 0 || info.is_static || info.has_avatar_class();
            let plays = seats.map(|seat| u64::from(seat == Some(slot)));
            let short = if turns { in_short(w, d, sprite) } else { at_rest(sprite) };
            let mut one = Digest(fold(short ^ KEYS[5], (plays[0] | plays[1] << 1) ^ KEYS[2]));
            if have_more {
                one.rare(w, d, slot, sprite, roughly);
            }
            sum = sum.wrapping_add(one.0);
        }
        digest.mix(sum, 0);
        digest.0
    }

    fn digest_into(&self, mut digest: Digest) -> u64 {
        digest.game(self.compiled(), &self.live.d, true);
        digest.sprites(self.compiled(), &self.live.d);
        digest.0
    }
}

/// Digits of the fractional part of pi: numbers without a pattern.
const KEYS: [u64; 8] = [
    0x243f_6a88_85a3_08d3,
    0x1319_8a2e_0370_7344,
    0xa409_3822_299f_31d0,
    0x082e_fa98_ec4e_6c89,
    0x4528_21e6_38d0_1377,
    0xbe54_66cf_34e9_0c6c,
    0xc0ac_29b7_c97c_50dd,
    0x3f84_d5b5_b547_0917,
];

/// The step of wyhash: both halves of a 128-bit product, folded into one. Every bit of it depends on all bits of both factors, and
/// it takes few cycles.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Two numbers as one.
#[inline(always)]
fn both(low: i32, high: i32) -> u64 {
    u64::from(low as u32) | u64::from(high as u32) << 32
}

/// The sum of all that was mixed in so far. The order counts.
struct Digest(u64);

impl Digest {
    #[inline(always)]
    fn mix(&mut self, a: u64, b: u64) {
        self.0 = fold(self.0 ^ a, KEYS[2] ^ b);
    }

    /// What is not about single sprites, with what time it is and how the players stand, or without.
    #[inline(always)]
    fn game(&mut self, w: &Compiled, d: &Data, with_time: bool) {
        let Data {
            tick,
            ended,
            can_end,
            // What the sprite limit is held against may differ from the number of sprites.
            num_sprites,
            messages,
            players,
            counters,
            standing,
            timers,
            switches,
            noted,
            // Left to `sprites`.
            sprites: _,
            groups: _,
            inventories: _,
            pursuits: _,
            choices: _,
            // Left to `digest_with_rng`.
            rng: _,
            // What has been.
            history: _,
            // Ids are only compared, and new ones are greater than all others.
            next_id: _,
            // Of the last tick; the next one begins anew.
            memories: _,
            // What observations show.
            advanced: _,
            copied_id: _,
            // Where and how sprites are found.
            recount: _,
            free: _,
            present: _,
            busy: _,
            has_grid: _,
            cells: _,
            large: _,
            unaligned: _,
            avatars: _,
            active: _,
            // Where a sprite was is refreshed before it is read again.
            displaced: _,
            outside: _,
            // The same between any two ticks.
            phase: _,
            doomed: _,
            pending: _,
            kill_list: _,
            killed_again: _,
            shields: _,
        } = d;
        let signs = i32::from(*ended) | i32::from(*can_end) << 1;
        let time = if with_time { *tick } else { 0 };
        self.mix(both(time, signs), both(*num_sprites, *messages as i32));
        for player in players {
            // Who plays which avatar is told with the avatar.
            let Player { avatar: _, score, winner, last_action: _ } = player;
            self.mix(if with_time { score.to_bits() } else { 0 }, *winner as u64);
        }
        counters.iter().for_each(|&counter| self.mix(both(counter, 0), 0));
        standing.iter().for_each(|&word| self.mix(word, 0));
        for (noted, special) in noted.iter().zip(&w.digest.special_first) {
            let NotedTypes { made, present: _, seen: _ } = noted;
            self.mix(made & special, 0);
        }
        let matter = w.digest.switches.as_slice().chunks(8);
        for (switches, matter) in switches.as_slice().chunks(8).zip(matter) {
            let bytes = switches.iter().zip(matter).map(|(s, m)| u64::from(s & m));
            self.mix(bytes.fold(0, |word, byte| word << 8 | byte), 0);
        }
        for timer in timers {
            let &Timer { next, delegate, wrapper, period, repeating, kind } = timer;
            let next = if with_time { next } else { next.wrapping_sub(*tick) };
            self.mix(both(next, period), both(number(kind), i32::from(repeating)));
            self.mix(delegate.position() as u64, wrapper.position() as u64);
        }
        self.mix(timers.len() as u64, 0);
    }

    /// All sprites that are no fixtures, by ascending type and in order of creation.
    fn sprites(&mut self, w: &Compiled, d: &Data) {
        let seats = d.players.map(|player| player.avatar);
        let have_more = !d.inventories.is_empty() || !d.pursuits.is_empty() || !d.choices.is_empty();
        for group in d.groups.iter() {
            let &Group { first, last: _, count: _, disabled: _, from_avatar: _, outside: _ } = group;
            let mut at = first;
            while let Some(slot) = at {
                let sprite = &d.sprites[slot];
                let plays = seats.map(|seat| u64::from(seat == at));
                self.mix(in_short(w, d, sprite), plays[0] | plays[1] << 1);
                if sprite.is(flag::FROZEN) {
                    let Rect { x, y, w, h } = sprite.last;
                    self.mix(both(x, y), both(w, h));
                }
                if have_more {
                    self.rare(w, d, slot, sprite, |amount| amount);
                }
                at = sprite.next;
            }
        }
    }

    /// What few sprites have: what they hold, whom they pursue and what they choose from.
    #[inline(never)]
    fn rare(&mut self, w: &Compiled, d: &Data, slot: Slot, sprite: &Sprite, amount_of: impl Fn(i32) -> i32) {
        let width = w.resources.types.len();
        let row = (0..).zip(d.inventories.iter().skip(slot.position() * width).take(width));
        for (column, &amount) in row.filter(|&(_, &amount)| amount != ABSENT) {
            self.mix(both(column, amount_of(amount)), KEYS[3]);
        }
        if let Some(pursuit) = sprite.pursuit.and_then(|n| d.pursuits.get(usize::from(n.get()) - 1)) {
            self.pursuit(w, d, pursuit);
        }
        if let Some((_, choices)) = d.choices.iter().find(|(of, _)| *of == slot) {
            choices.iter().for_each(|&kind| self.mix(both(number(kind), 0), KEYS[4]));
            self.mix(choices.len() as u64, KEYS[5]);
        }
    }

    fn pursuit(&mut self, w: &Compiled, d: &Data, pursuit: &Pursuit) {
        let &Pursuit { target, kind, rect, known } = pursuit;
        // While the target is there it is told by its place in the list; of one that is gone, only its last place is known.
        match kind.and_then(|kind| rank(w, d, kind, target)) {
            _ if target < 0 => {}
            Some(rank) => self.mix(both(number(kind), 0), rank as u64 ^ KEYS[6]),
            None => self.mix(both(rect.x, rect.y), both(rect.w, rect.h) ^ KEYS[7]),
        }
        if let Some((x, y)) = known {
            self.mix(both(x, y), KEYS[1]);
        }
    }
}

/// A number for a type, or for none.
#[inline(always)]
fn number(kind: Option<Kind>) -> i32 {
    kind.map_or(-1, |kind| i32::from(kind.id()))
}

/// The place of a sprite in the list of its type, if it is there.
fn rank(w: &Compiled, d: &Data, kind: Kind, id: i32) -> Option<usize> {
    let (mut at, mut found) = (0, None);
    d.group(w, kind, |r| {
        if d.id(w, r) == id {
            found = Some(at);
        }
        at += 1;
    });
    found
}

/// An amount, exactly if it is small: of a hundred arrows, nobody misses one.
fn roughly(amount: i32) -> i32 {
    if amount > 16 { 16 + amount.ilog2() as i32 } else { amount }
}

/// A number for what the record of a sprite says that never does anything by itself.
#[inline(always)]
fn at_rest(sprite: &Sprite) -> u64 {
    let Sprite { rect, health, kind, flags, .. } = *sprite;
    let place = fold(both(rect.x, rect.y) ^ KEYS[0], both(rect.w, rect.h) ^ KEYS[1]);
    let bits = i32::from(flags & flag::DISABLED);
    place.wrapping_add(fold(both(health, bits) ^ KEYS[3], u64::from(kind.id()) ^ KEYS[6]))
}

/// A number for all that the record of a sprite says. Its parts do not wait for each other, nor for the sprite before.
#[inline(always)]
fn in_short(w: &Compiled, d: &Data, sprite: &Sprite) -> u64 {
    let &Sprite {
        rect,
        // It is overwritten before it is read again, unless the sprite is frozen: see `sprites`.
        last: _,
        orientation,
        speed,
        gravity,
        rotation,
        id: _,
        moved_at,
        health,
        max_health,
        time_to_live,
        timer,
        count,
        // The number of a pursuit says nothing: see `rare`.
        pursuit: _,
        product,
        kind,
        flags,
        heading,
        player,
        previous: _,
        next: _,
        cell_previous: _,
        cell_next: _,
        place: _,
    } = sprite;
    let info = &w.types[kind];
    let since = if flags & flag::FROZEN != 0 { moved_at } else { d.tick.wrapping_sub(moved_at) };
    let since = since.min(info.cooldown);
    let bits = i32::from(flags & FLAGS) | i32::from(heading) << 16 | i32::from(player) << 24;
    let where_it_is = fold(both(rect.x, rect.y) ^ KEYS[0], both(rect.w, rect.h) ^ KEYS[1]);
    let heads = fold(orientation.0.to_bits() ^ KEYS[2], orientation.1.to_bits() ^ KEYS[3]);
    let forces = fold(speed.to_bits() ^ KEYS[4], gravity.to_bits() ^ KEYS[5]);
    let life = fold(rotation.to_bits() ^ KEYS[6], both(health, max_health) ^ KEYS[7]);
    let clocks = fold(both(time_to_live, timer) ^ KEYS[1], both(count, number(product)) ^ KEYS[4]);
    let rest = fold(both(since, bits) ^ KEYS[3], u64::from(kind.id()) ^ KEYS[6]);
    let (a, b) = (where_it_is.wrapping_add(heads), forces.wrapping_add(life));
    a.wrapping_add(b).wrapping_add(clocks).wrapping_add(rest)
}

#[cfg(test)]
mod tests {
    use ludex_vgdl::Level;

    use super::*;
    use crate::World;
    use crate::action::{Action, Winner};
    use crate::geometry::Rect;
    use crate::index::shape::Place;
    use crate::index::{CellId, FixtureId, SpriteRef};

    const GAME: &str = "BasicGame square_size=10 no_counters=1
  SpriteSet
    coin > Resource
    tall > Immovable hMult=2
    post > Immovable
    fox > PathAltChaser stype1=avatar
    bomber > BomberRandomMissile stypeMissile=post,coin
    parent > Immovable
      child >
    box > Passive cooldown=3
    avatar > MovingAvatar
  InteractionSet
    coin avatar > collectResource scoreChange=1
    box avatar > bounceForward
    parent avatar > bounceForward
    box TIME > spawn stype=post timer=40 repeating=True
  LevelMapping
    A > avatar
    c > coin
    p > post
    f > fox
    b > box
    o > bomber
    q > parent
  TerminationSet
    SpriteCounter stype=avatar limit=0 win=False
";

    fn start() -> State {
        let game = ludex_vgdl::parse(GAME, &crate::ONTOLOGY).expect("a game").game;
        let world = World::new(&game, &Level::parse("A f b\np coq")).expect("a level");
        State::new(&world, 1)
    }

    fn kind_of(state: &State, name: &str) -> Kind {
        let mut types = state.compiled().types.enumerate();
        types.find(|(_, info)| info.name == name).expect("a type").0
    }

    fn slot_of(state: &State, name: &str) -> Slot {
        state.live.d.groups[kind_of(state, name)].first.expect("a sprite")
    }

    fn first_line(d: &Data) -> LineId {
        d.switches.index_at(0).expect("a line")
    }

    fn flip(d: &mut Data, bit: u8) {
        let line = first_line(d);
        d.switches[line] ^= bit;
    }

    /// A name for a change, and the change.
    type Change<T> = (&'static str, fn(&mut T));

    fn changes(state: &State, change: impl FnOnce(&mut Data)) -> bool {
        let mut other = state.clone();
        change(&mut other.live.d);
        let with_rng = state.digest_with_rng() != other.digest_with_rng();
        let without = state.digest() != other.digest();
        assert!(with_rng || !without);
        without
    }

    #[test]
    fn whatever_decides_the_future_of_a_sprite_counts() {
        let state = start();
        let slot = slot_of(&state, "box");
        let decides: &[Change<Sprite>] = &[
            ("x", |s| s.rect.x += 1),
            ("y", |s| s.rect.y += 1),
            ("width", |s| s.rect.w += 1),
            ("height", |s| s.rect.h += 1),
            ("orientation x", |s| s.orientation.0 += 1.0),
            ("orientation y", |s| s.orientation.1 += 1.0),
            ("speed", |s| s.speed += 1.0),
            ("gravity", |s| s.gravity += 1.0),
            ("rotation", |s| s.rotation += 1.0),
            ("has to rest", |s| s.moved_at += 2),
            ("health", |s| s.health += 1),
            ("most health", |s| s.max_health += 1),
            ("time to live", |s| s.time_to_live += 1),
            ("timer", |s| s.timer += 1),
            ("count", |s| s.count += 1),
            ("product", |s| s.product = Some(s.kind)),
            ("disabled", |s| s.flags ^= flag::DISABLED),
            ("first tick", |s| s.flags ^= flag::FIRST_TICK),
            ("oriented", |s| s.flags ^= flag::ORIENTED),
            ("made by the avatar", |s| s.flags ^= flag::FROM_AVATAR),
            ("on ground", |s| s.flags ^= flag::ON_GROUND),
            ("frozen", |s| s.flags ^= flag::FROZEN),
            ("heading", |s| s.heading += 1),
            ("player", |s| s.player += 1),
        ];
        let rests: &[Change<Sprite>] = &[
            ("where it was", |s| s.last.x += 1),
            ("rested for longer", |s| s.moved_at -= 100),
            ("id", |s| s.id += 1000),
            ("active", |s| s.flags ^= flag::ACTIVE | flag::KEEP | flag::DISPLACED),
            ("where it lies", |s| s.place = Place::in_cell(CellId::FIRST)),
        ];
        let mut rested = state.clone();
        rested.live.d.sprites[slot].moved_at = -3;
        for (name, change) in decides {
            assert!(changes(&rested, |d| change(&mut d.sprites[slot])), "{name} does not count");
        }
        for (name, change) in rests {
            assert!(!changes(&rested, |d| change(&mut d.sprites[slot])), "{name} counts");
        }
        // One that is never updated still has use for where it was.
        let frozen = slot_of(&state, "parent");
        assert!(changes(&state, |d| d.sprites[frozen].last.y += 1));
    }

    #[test]
    fn whatever_decides_the_future_of_a_game_counts() {
        let mut state = start();
        (0..2).for_each(|_| state.advance(&[Action::Nil]));
        assert_eq!((state.live.d.timers.len(), state.live.d.pursuits.len()), (1, 1));
        let decides: &[Change<Data>] = &[
            ("tick", |d| d.tick += 1),
            ("ended", |d| d.ended = true),
            ("may end", |d| d.can_end = false),
            ("sprite limit", |d| d.num_sprites += 1),
            ("messages", |d| d.messages += 1),
            ("who plays", |d| d.players[0].avatar = None),
            ("who plays second", |d| d.players[1].avatar = d.players[0].avatar),
            ("score", |d| d.players[0].score += 1.0),
            ("score of the second", |d| d.players[1].score += 1.0),
            ("winner", |d| d.players[0].winner = Winner::Loses),
            ("counter", |d| d.counters[0] += 1),
            ("fixture", |d| d.standing[0] ^= 1),
            ("timer: when", |d| d.timers[0].next += 1),
            ("timer: what", |d| d.timers[0].delegate = first_line(d)),
            ("timer: score", |d| d.timers[0].wrapper = first_line(d)),
            ("timer: period", |d| d.timers[0].period += 1),
            ("timer: again", |d| d.timers[0].repeating ^= true),
            ("timer: on whom", |d| d.timers[0].kind = None),
            ("timer gone", |d| d.timers.clear()),
            ("switch", |d| flip(d, switch::SCORE)),
            ("killed", |d| flip(d, switch::KILLED)),
            ("pursuit: known", |d| d.pursuits[0].known = Some((1, 2))),
            ("pursuit: over", |d| d.pursuits[0].target = -1),
            ("pursuit: gone", |d| d.pursuits[0].target = 10_000),
        ];
        let rests: &[Change<Data>] = &[
            ("next id", |d| d.next_id += 1),
            ("last action", |d| d.players[0].last_action = Action::Use),
            ("memory", |d| d.memories.push((0, vec![1]))),
            ("observed", |d| d.advanced ^= true),
            ("copied", |d| d.copied_id += 1),
            ("recount", |d| d.recount ^= true),
            ("active", |d| d.active.push(SpriteRef::fixture(FixtureId::new(0)))),
            ("pursuit: where a target is that is there", |d| d.pursuits[0].rect.x += 1),
        ];
        for (name, change) in decides {
            assert!(changes(&state, change), "{name} does not count");
        }
        for (name, change) in rests {
            assert!(!changes(&state, change), "{name} counts");
        }
        let avatar = state.live.d.players[0].avatar.expect("an avatar").position();
        let width = state.compiled().resources.types.len();
        let with_amount = |amount| {
            move |d: &mut Data| {
                d.inventories.resize((avatar + 1) * width, ABSENT);
                d.inventories[avatar * width] = amount;
            }
        };
        assert!(changes(&state, with_amount(1)) && changes(&state, with_amount(0)));
        assert!(!changes(&state, with_amount(ABSENT)));
        // Only of types whose first sprite is not like the others.
        let (special, common) = (kind_of(&state, "tall"), kind_of(&state, "child"));
        assert!(changes(&state, |d| d.noted[0].made |= special.bit()));
        assert!(!changes(&state, |d| d.noted[0].made |= common.bit()));
        let bomber = slot_of(&state, "bomber");
        assert!(changes(&state, |d| d.choices.push((bomber, vec![None]))));
        let mut gone = state.clone();
        gone.live.d.pursuits[0].target = 10_000;
        assert!(changes(&gone, |d| d.pursuits[0].rect = Rect { x: 7, y: 7, w: 7, h: 7 }));
    }

    #[test]
    fn a_situation_has_no_time_no_score_and_no_order() {
        let mut state = start();
        (0..2).for_each(|_| state.advance(&[Action::Nil]));
        let situation = |change: &dyn Fn(&mut Data)| {
            let mut other = state.clone();
            change(&mut other.live.d);
            other.situation()
        };
        let now = state.situation();
        assert_eq!(situation(&|d| d.players[0].score += 1.0), now);
        assert_eq!(situation(&|d| d.rng = State::new(state.world(), 9).live.d.rng), now);
        // All clocks go on together.
        let later = |d: &mut Data| {
            d.tick += 5;
            d.timers[0].next += 5;
            let in_group = |group: &Group| std::iter::successors(group.first, |slot| d.sprites[*slot].next);
            let slots: Vec<Slot> = d.groups.iter().flat_map(in_group).collect();
            // Of a frozen one the time since its move is noted, not when that was.
            let slots = slots.into_iter().filter(|slot| !state.live.d.sprites[*slot].is(flag::FROZEN));
            slots.for_each(|slot| d.sprites[slot].moved_at += 5);
        };
        assert_eq!(situation(&later), now);
        assert_ne!(situation(&|d| d.timers[0].next += 5), now);
        assert_ne!(situation(&|d| d.standing[0] ^= 1), now);
        let slot = slot_of(&state, "box");
        assert_ne!(situation(&|d| d.sprites[slot].rect.x += 10), now);
        // It has been turned, but it never goes anywhere by itself.
        assert_eq!(situation(&|d| d.sprites[slot].orientation.0 += 1.0), now);
    }

    #[test]
    fn it_does_not_matter_which_of_two_sprites_is_where() {
        let game = ludex_vgdl::parse(GAME, &crate::ONTOLOGY).expect("a game").game;
        let world = World::new(&game, &Level::parse("A b b\n     ")).expect("a level");
        let state = State::new(&world, 1);
        let mut exchanged = state.clone();
        let first = slot_of(&state, "box");
        let second = state.live.d.sprites[first].next.expect("another box");
        let places = [state.live.d.sprites[first].rect, state.live.d.sprites[second].rect];
        exchanged.live.d.sprites[first].rect = places[1];
        exchanged.live.d.sprites[second].rect = places[0];
        assert_ne!(exchanged.digest(), state.digest());
        assert_eq!(exchanged.situation(), state.situation());
    }

    #[test]
    fn the_generator_counts_only_where_it_is_asked_for() {
        let (state, mut other) = (start(), start());
        assert_eq!(state.digest_with_rng(), other.digest_with_rng());
        other.reseed(2);
        assert_eq!(state.digest(), other.digest());
        assert_ne!(state.digest_with_rng(), other.digest_with_rng());
    }
}
