//! How new a state is.
//!
//! A state is described by atoms: a type of sprite at a pixel, a sprite of the first state that is gone, an amount of a resource, the
//! score. Atoms have numbers. The states of a search have most of their sprites where the first one has them, so that
//! these atoms come first, a bit each, and are looked at 64 at a time: fixtures, then sprites in the slots of the first
//! state. All others are looked up by name.

use ludex_engine::{Category, Observation, TypeId};

use super::model::Model;
use crate::interface::Simulator;
use crate::kit::sets::{Numbers, Set, Words, mix};

/// The kinds of novelty: where the avatar and what it made are, anything, pairs, triples and quadruples with the avatar.
pub(super) const CLASSES: usize = 5;
/// The most tuples of a kind that are remembered: beyond them nothing is new.
const MOST_TUPLES: usize = 75_000;

/// So many words of atoms without bits are remembered beside stances as if they had some: mostly no others are true.
const MORE_WORDS: usize = 4;

/// Remembers what has been true in any state of a search.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Are triples and quadruples looked at?
    deep: bool,
    /// Per type: do its places matter, and is it always shown?
    interesting: Vec<bool>,
    always_shown: Vec<bool>,
    /// The numbers of atoms, those with bits first, and of the ways an avatar stands.
    atoms: Numbers,
    stances: Numbers,
    /// Atoms that have been true.
    known_atoms: usize,
    /// How the avatar stood, and what it made.
    first: Set,
    known_stances: usize,
    /// For each stance: the atoms that were true together with it, those with bits in `words` words, and in some more the first ones that
    /// got their numbers later.
    beside: Vec<u64>,
    words: usize,
    /// All other pairs of a stance and an atom, and how many pairs there are.
    pairs: Words,
    known_pairs: usize,
    triples: Set,
    quadruples: Set,
    /// The fixtures of the first state, and those that are shown there.
    standing: Vec<u64>,
    shown: Vec<u64>,
    /// Fixtures whose places matter and have a bit of their own, and those whose places matter but have none.
    places: Vec<u64>,
    unusual: Vec<usize>,
    /// The slots of the first state, and a bit for each sprite in them whose place has one.
    slots: Vec<Before>,
    slot_bits: Vec<u64>,
    /// What is true in the state that is being looked at: atoms with bits, and others with what orders them.
    bits: Vec<u64>,
    others: Vec<(u64, u32)>,
    /// Is one of the others new by itself?
    new_atom: bool,
    /// Per slot: a sprite that was there last, by type and position, and the number of that atom. States that follow each other
    /// in a search have much in common.
    recent: Vec<(TypeId, (i32, i32), u32)>,
    /// The same for what the avatar held and the score, by what the name is made of.
    recent_facts: Vec<((u64, u64), u32)>,
    /// For each bit: the number of the atom that its fixture, or the sprite of its slot, is gone, once that has been so.
    absent: Vec<u32>,
    /// All atoms in order.
    ordered: Vec<(u64, u32)>,
}

/// What was in a slot of the first state.
#[derive(Debug, Clone, Copy)]
struct Before {
    /// The sprite, or [`NOBODY`].
    id: i32,
    kind: TypeId,
    position: (i32, i32),
    /// Is it shown, so that it is missed when it is gone?
    shown: bool,
    /// Does it have to be looked at even where it was?
    unusual: bool,
}

const NOBODY: i32 = -1;
const NO_ATOM: u32 = u32::MAX;

const EMPTY: Before = Before { id: NOBODY, kind: 0, position: (0, 0), shown: false, unusual: false };

/// The name of a type's place.
#[inline]
fn place(kind: TypeId, (x, y): (i32, i32)) -> u64 {
    let pixel = (x as u32 as u64) << 32 | y as u32 as u64;
    pixel ^ (u64::from(kind) + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// The name of the absence of a sprite.
fn gone(id: i32) -> u64 {
    mix(u64::MAX, id as u64)
}

/// What orders atoms: the type of the sprite and its age. What is not about a sprite comes last.
#[inline]
fn order(kind: TypeId, id: i32) -> u64 {
    u64::from(kind) << 32 | u64::from(id as u32)
}

const LAST: u64 = u64::MAX;

impl Table {
    /// Forgets everything; the search begins in this state.
    pub fn clear(&mut self, root: &Simulator, model: &Model, deep: bool) {
        self.deep = deep;
        let seen = root.observation();
        self.note_interests(&seen, root.player(), model);
        (self.known_atoms, self.known_stances, self.known_pairs) = (0, 0, 0);
        self.beside.clear();
        self.recent.clear();
        self.recent_facts.clear();
        self.stances.clear(0);
        self.pairs.clear();
        [&mut self.first, &mut self.triples, &mut self.quadruples].into_iter().for_each(Set::clear);
        let (fixtures, slots) = (seen.standing().len(), seen.slots().len().div_ceil(64));
        self.words = fixtures + slots;
        self.atoms.clear(64 * self.words as u32);
        self.absent.clear();
        self.absent.resize(64 * self.words, NO_ATOM);
        self.note_fixtures(&seen);
        self.note_slots(&seen);
        self.class(root);
    }

    /// Finds out which types matter.
    fn note_interests(&mut self, seen: &Observation<'_>, player: usize, model: &Model) {
        self.always_shown.clear();
        self.always_shown.extend((0..seen.type_count() as TypeId).map(|kind| seen.always_shows(kind)));
        let avatar = seen.avatar_type(player).unwrap_or(0);
        self.interesting.clear();
        self.interesting.extend((0..seen.type_count() as TypeId).map(|kind| {
            let relation = model.relation(avatar, kind);
            let matters = relation.is_unknown()
                || relation.may_move() && !model.is_random(kind)
                || model.has_spawned(kind);
            // Walls and floors are never touched or everywhere: they matter only by vanishing.
            let category = seen.sprites_of(kind).next().map(|sprite| sprite.category);
            matters && !matches!(category, Some(Category::Static | Category::Avatar))
        }));
    }

    fn note_fixtures(&mut self, seen: &Observation<'_>) {
        self.standing.clear();
        self.standing.extend_from_slice(seen.standing());
        self.unusual.clear();
        for mask in [&mut self.shown, &mut self.places] {
            mask.clear();
            mask.resize(self.standing.len(), 0);
        }
        for bit in (0..64 * self.standing.len()).filter(|bit| self.standing[bit >> 6] >> (bit & 63) & 1 != 0)
        {
            let Some(fixture) = seen.fixture(bit) else { continue };
            let shown = seen.shows_fixture(bit);
            self.shown[bit >> 6] |= u64::from(shown) << (bit & 63);
            if !self.interesting[usize::from(fixture.type_id)] {
                continue;
            }
            // The place may be that of another fixture, too.
            let name = place(fixture.type_id, (fixture.x, fixture.y));
            if shown && self.atoms.name(name, bit as u32) == bit as u32 {
                self.places[bit >> 6] |= 1 << (bit & 63);
                self.known_atoms += 1;
            } else {
                self.unusual.push(bit);
            }
        }
    }

    fn note_slots(&mut self, seen: &Observation<'_>) {
        self.slots.clear();
        let base = 64 * self.standing.len();
        self.slot_bits.clear();
        self.slot_bits.resize(self.words - self.standing.len(), 0);
        for (index, slot) in seen.slots().enumerate() {
            let Some(slot) = slot else {
                self.slots.push(EMPTY);
                continue;
            };
            let (kind, position, shown) = (slot.type_id(), slot.position(), seen.shows_slot(slot));
            let made = seen.see(slot).category == Category::FromAvatar;
            let matters = made || self.interesting[usize::from(kind)];
            let mut has_bit = false;
            if matters && shown {
                let (bit, name) = ((base + index) as u32, place(kind, position));
                has_bit = self.atoms.name(name, bit) == bit;
                self.known_atoms += usize::from(has_bit);
                if made {
                    self.first.insert(name);
                }
            }
            self.slot_bits[index >> 6] |= u64::from(has_bit) << (index & 63);
            let unusual = matters && !has_bit;
            self.slots.push(Before { id: slot.id(), kind, position, shown, unusual });
        }
    }

    /// Is nothing new any more?
    fn is_full(&self) -> bool {
        let full = |set: &Set| set.len() >= MOST_TUPLES;
        self.first.len() + self.known_stances >= MOST_TUPLES
            && self.known_pairs >= MOST_TUPLES
            && (!self.deep || full(&self.triples) && full(&self.quadruples))
    }

    /// The class of novelty of a state; `None` if nothing is new. What is true in it is remembered.
    pub fn class(&mut self, state: &Simulator) -> Option<usize> {
        if self.is_full() {
            return None;
        }
        let (seen, player) = (state.observation(), state.player());
        let (x, y) = seen.avatar_position(player);
        let (ox, oy) = seen.avatar_orientation(player);
        let kind = seen.avatar_type(player).unwrap_or(TypeId::MAX);
        let facing = ((ox * 2.0) as i32 as u32 as u64) << 32 | (oy * 2.0) as i32 as u32 as u64;
        let (stance, new_stance) = self.stances.of(mix(place(kind, (x as i32, y as i32)), facing));
        let mut first_class = false;
        if new_stance {
            self.beside.resize(self.beside.len() + self.words + MORE_WORDS, 0);
            first_class = self.first.len() + self.known_stances < MOST_TUPLES;
            self.known_stances += usize::from(first_class);
        }
        self.others.clear();
        self.new_atom = false;
        self.look_at_fixtures(&seen);
        first_class |= self.look_at_slots(&seen);
        let score = (1, state.score().to_bits());
        let held = seen.avatar_resources(player).map(|(kind, amount)| (u64::from(kind) << 1, amount as u64));
        for (index, fact) in [score].into_iter().chain(held).enumerate() {
            self.note_fact(index, fact);
        }
        let known_pairs = self.known_pairs;
        self.pair_others(stance);
        self.pair_bits(stance);
        let new_pair = known_pairs < self.known_pairs.min(MOST_TUPLES);
        let new_atom = self.new_atom;
        let class = first_class.then_some(0).or(new_atom.then_some(1)).or(new_pair.then_some(2));
        if class.is_none() && self.deep { self.deeper(&seen, stance) } else { class }
    }

    /// Notes an atom that is true, by its name. Returns its number.
    fn note(&mut self, order: u64, name: u64) -> u32 {
        let (atom, new) = self.atoms.of(name);
        if new && self.known_atoms < MOST_TUPLES {
            self.known_atoms += 1;
            self.new_atom = true;
        }
        self.others.push((order, atom));
        atom
    }

    /// Notes what is not about a sprite.
    fn note_fact(&mut self, index: usize, fact: (u64, u64)) {
        match self.recent_facts.get(index) {
            Some(&(known, atom)) if known == fact => self.others.push((LAST, atom)),
            known => {
                let is_next = known.is_none();
                let atom = self.note(LAST, mix(fact.0, fact.1));
                if is_next {
                    self.recent_facts.push((fact, atom));
                } else {
                    self.recent_facts[index] = (fact, atom);
                }
            }
        }
    }

    /// Remembers the atoms without bits beside a stance.
    fn pair_others(&mut self, stance: u32) {
        // What comes together for the first time has numbers in a row.
        let (mut word, mut bits) = (0, 0);
        for i in 0..self.others.len() {
            let atom = self.others[i].1;
            let (at, bit) = (atom as usize >> 6, 1 << (atom & 63));
            if at < self.words + MORE_WORDS {
                let known = &mut self.beside[stance as usize * (self.words + MORE_WORDS) + at];
                self.known_pairs += usize::from(*known & bit == 0);
                *known |= bit;
                continue;
            }
            if at != word {
                self.pair_word(stance, word, std::mem::take(&mut bits));
                word = at;
            }
            bits |= bit;
        }
        self.pair_word(stance, word, bits);
    }

    /// Remembers atoms beside a stance.
    #[inline]
    fn pair_word(&mut self, stance: u32, word: usize, bits: u64) {
        if bits != 0 && self.known_pairs < MOST_TUPLES {
            let new = self.pairs.insert(u64::from(stance) << 32 | word as u64, bits);
            self.known_pairs += new as usize;
        }
    }

    /// Remembers the atoms that have bits beside a stance.
    #[inline]
    fn pair_bits(&mut self, stance: u32) {
        let start = stance as usize * (self.words + MORE_WORDS);
        for (known, bits) in self.beside[start..start + self.words].iter_mut().zip(&self.bits) {
            let new = bits & !*known;
            // Mostly nothing is new, and to count bits takes a dozen instructions.
            if new != 0 {
                *known |= new;
                self.known_pairs += new.count_ones() as usize;
            }
        }
    }

    fn look_at_fixtures(&mut self, seen: &Observation<'_>) {
        self.bits.clear();
        self.bits.resize(self.words, 0);
        for (word, &standing) in seen.standing().iter().enumerate() {
            self.bits[word] = standing & self.places[word];
            let mut missing = self.standing[word] & !standing & self.shown[word];
            while missing != 0 {
                let bit = 64 * word + missing.trailing_zeros() as usize;
                missing &= missing - 1;
                if let Some(fixture) = seen.fixture(bit) {
                    self.note_absence(bit, fixture.type_id, fixture.id);
                }
            }
        }
        for i in 0..self.unusual.len() {
            let bit = self.unusual[i];
            let there = seen.standing()[bit >> 6] >> (bit & 63) & 1 != 0 && seen.shows_fixture(bit);
            if let Some(fixture) = seen.fixture(bit).filter(|_| there) {
                let name = place(fixture.type_id, (fixture.x, fixture.y));
                self.note(order(fixture.type_id, fixture.id), name);
            }
        }
    }

    /// Is something that the avatar made where nothing of its type was?
    fn look_at_slots(&mut self, seen: &Observation<'_>) -> bool {
        let (mut new, base) = (false, 64 * self.standing.len());
        let slots = seen.slots();
        if self.recent.len() < slots.len() {
            self.recent.resize(slots.len(), (0, (0, 0), NO_ATOM));
        }
        // Most sprites are where they were: only what has changed takes its bit away.
        self.bits[self.standing.len()..].copy_from_slice(&self.slot_bits);
        for index in slots.len()..self.slots.len() {
            self.clear_bit(base + index);
            self.miss(base + index, self.slots[index]);
        }
        for (index, slot) in slots.enumerate() {
            let before = self.slots.get(index).unwrap_or(&EMPTY);
            let Some(slot) = slot else {
                let before = *before;
                self.clear_bit(base + index);
                self.miss(base + index, before);
                continue;
            };
            let (id, kind, position) = (slot.id(), slot.type_id(), slot.position());
            if id == before.id && position == before.position && !before.unusual {
                continue;
            }
            let before = *before;
            self.clear_bit(base + index);
            let made = slot.is_made() && seen.see(slot).category == Category::FromAvatar;
            let matters = made || self.interesting[usize::from(kind)];
            if !before.shown && !matters {
                continue;
            }
            let shown = self.always_shown[usize::from(kind)] || seen.shows_slot(slot);
            // One that was shown is missed if it is not shown any more.
            if !(shown && id == before.id) {
                self.miss(base + index, before);
            }
            if !(matters && shown) {
                continue;
            }
            let (last, at, atom) = self.recent[index];
            if (last, at) == (kind, position) && atom != NO_ATOM {
                self.others.push((order(kind, id), atom));
            } else {
                let atom = self.note(order(kind, id), place(kind, position));
                self.recent[index] = (kind, position, atom);
            }
            if made {
                let room = self.first.len() + self.known_stances < MOST_TUPLES;
                new |= room && self.first.insert(place(kind, position));
            }
        }
        new
    }

    /// Something is not where it was in the first state. Beyond its slots there are no bits.
    #[inline]
    fn clear_bit(&mut self, bit: usize) {
        if let Some(word) = self.bits.get_mut(bit >> 6) {
            *word &= !(1 << (bit & 63));
        }
    }

    /// Notes that a sprite of the first state is gone, if it was shown.
    #[inline]
    fn miss(&mut self, bit: usize, before: Before) {
        if before.shown {
            self.note_absence(bit, before.kind, before.id);
        }
    }

    /// Notes that what has a bit is gone. Most that is gone stays away, so that the number of this is kept.
    #[inline]
    fn note_absence(&mut self, bit: usize, kind: TypeId, id: i32) {
        let order = order(kind, id);
        match self.absent[bit] {
            NO_ATOM => self.absent[bit] = self.note(order, gone(id)),
            atom => self.others.push((order, atom)),
        }
    }

    /// Looks for new triples and quadruples with the avatar, but not for more than some.
    fn deeper(&mut self, seen: &Observation<'_>, stance: u32) -> Option<usize> {
        let full = |set: &Set| set.len() >= MOST_TUPLES;
        if full(&self.triples) && full(&self.quadruples) {
            return None;
        }
        self.put_in_order(seen);
        let (columns, rows) = seen.grid_size();
        let mut most = 4 * columns * rows;
        let (mut triple, mut quadruple) = (false, false);
        'pairs: for (i, &(_, a)) in self.ordered.iter().enumerate() {
            let pair = mix(u64::from(stance), u64::from(a));
            for (j, &(_, b)) in self.ordered.iter().enumerate().skip(i + 1) {
                if most == 0 {
                    break 'pairs;
                }
                most -= 1;
                let three = mix(pair, u64::from(b));
                triple |= !full(&self.triples) && self.triples.insert(three);
                if let Some(&(_, c)) = self.ordered.get(j + 1) {
                    quadruple |= !full(&self.quadruples) && self.quadruples.insert(mix(three, u64::from(c)));
                }
            }
        }
        triple.then_some(3).or(quadruple.then_some(4))
    }

    /// Lists the numbers of all atoms of the state that has been looked at.
    fn put_in_order(&mut self, seen: &Observation<'_>) {
        self.ordered.clear();
        let base = 64 * self.standing.len();
        for (word, &bits) in self.bits.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let bit = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let key = match bit.checked_sub(base).and_then(|slot| self.slots.get(slot)) {
                    Some(slot) => order(slot.kind, slot.id),
                    None => seen.fixture(bit).map_or(LAST, |fixture| order(fixture.type_id, fixture.id)),
                };
                self.ordered.push((key, bit as u32));
            }
        }
        self.ordered.extend_from_slice(&self.others);
        // What the avatar holds comes before the score.
        if let Some(first) = self.ordered.iter().position(|&(key, _)| key == LAST) {
            self.ordered[first..].rotate_left(1);
        }
        // Not by number: what is not about a sprite stays in its own order.
        self.ordered.sort_by_key(|&(key, _)| key);
    }
}
