//! How new a state is.

use ludex_engine::{Category, Observation, Seen, TypeId};

use super::model::Model;
use crate::interface::{Rng, Simulator};

/// The kinds of novelty: where the avatar and what it made are, anything, pairs, triples and quadruples with the avatar.
pub(super) const CLASSES: usize = 5;
/// The most tuples that a table holds.
const MOST_TUPLES: usize = 75_000;

/// A set of numbers with open addressing. It keeps its memory and begins as large as it was needed last.
#[derive(Debug)]
struct Set {
    /// 0 where there is nothing; the length is a power of two.
    slots: Vec<u64>,
    used: usize,
    /// The other half of the memory when the set grows.
    spare: Vec<u64>,
}

impl Default for Set {
    fn default() -> Set {
        Set { slots: vec![0; Set::START], used: 0, spare: Vec::new() }
    }
}

impl Set {
    /// How many slots there are at first.
    const START: usize = 1024;

    fn clear(&mut self) {
        let needed = (2 * self.used).next_power_of_two().max(Set::START);
        self.slots.truncate(needed);
        self.slots.fill(0);
        self.used = 0;
    }

    /// Puts a number in. Was it new? A full set knows nothing new.
    fn insert(&mut self, number: u64) -> bool {
        if self.used >= MOST_TUPLES {
            return false;
        }
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let number = number.max(1);
        let at = self.find(number);
        let new = self.slots[at] == 0;
        if new {
            self.slots[at] = number;
            self.used += 1;
        }
        new
    }

    /// Where a number is, or would be.
    fn find(&self, number: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = number as usize & mask;
        while self.slots[at] != 0 && self.slots[at] != number {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        std::mem::swap(&mut self.slots, &mut self.spare);
        self.slots.clear();
        self.slots.resize(2 * self.spare.len(), 0);
        for i in 0..self.spare.len() {
            let number = self.spare[i];
            if number != 0 {
                let at = self.find(number);
                self.slots[at] = number;
            }
        }
    }
}

/// Remembers what has been true in any state of a search.
#[derive(Debug)]
pub(super) struct Table {
    tuples: [Set; CLASSES],
    /// Are triples and quadruples looked at?
    deep: bool,
    /// The first state.
    root: Option<Simulator>,
    types: Vec<Attention>,
    /// What is true in the state that is being looked at, but for the avatar.
    now: Vec<u64>,
}

/// How a type is looked at.
#[derive(Debug, Clone, Copy)]
struct Attention {
    /// Do its places matter?
    interesting: bool,
    /// Is it enough to look at what has changed since the first state? It is if neither its places matter nor had the
    /// avatar made one of it, and the first state showed all or nothing of it.
    changes: bool,
    /// Has the first state shown it?
    shown: bool,
}

fn scramble(a: u64, b: u64) -> u64 {
    Rng::new(a.rotate_left(23) ^ b.wrapping_mul(0xD6E8_FEB8_6659_FD93)).bits()
}

fn place(kind: TypeId, x: i32, y: i32) -> u64 {
    scramble(u64::from(kind) + 1, (x as u32 as u64) << 32 | y as u32 as u64)
}

impl Table {
    pub fn new() -> Table {
        Table { tuples: Default::default(), deep: false, root: None, types: Vec::new(), now: Vec::new() }
    }

    /// Forgets everything; the search begins in this state.
    pub fn clear(&mut self, root: &Simulator, model: &Model, deep: bool) {
        self.tuples.iter_mut().for_each(Set::clear);
        self.deep = deep;
        match &mut self.root {
            Some(known) => known.clone_from(root),
            None => self.root = Some(root.clone()),
        }
        let seen = root.observation();
        let avatar = seen.avatar_type(root.player()).unwrap_or(0);
        let matters = |kind: TypeId| {
            let relation = model.relation(avatar, kind);
            relation.is_unknown() || relation.may_move() && !model.is_random(kind) || model.has_spawned(kind)
        };
        self.types.clear();
        self.types.extend((0..seen.type_count() as TypeId).map(|kind| {
            let category = seen.sprites_of(kind).next().map(|sprite| sprite.category);
            // Walls and floors are never touched or everywhere: they matter only by vanishing.
            let interesting =
                matters(kind) && category != Some(Category::Static) && category != Some(Category::Avatar);
            let shown = seen.shown_of(kind).next().is_some();
            let made = seen.sprites_of(kind).any(|sprite| sprite.category == Category::FromAvatar);
            let changes = !interesting && !made && (!shown || seen.shows_all(kind));
            Attention { interesting, changes, shown }
        }));
        self.class(root);
    }

    /// The class of novelty of a state; `None` if nothing is new. What is true in it is remembered.
    pub fn class(&mut self, state: &Simulator) -> Option<usize> {
        let seen = state.observation();
        let player = state.player();
        let (x, y) = seen.avatar_position(player);
        let (ox, oy) = seen.avatar_orientation(player);
        let kind = seen.avatar_type(player).unwrap_or(TypeId::MAX);
        let facing = ((ox * 2.0) as i32 as u32 as u64) << 32 | (oy * 2.0) as i32 as u32 as u64;
        let avatar = scramble(place(kind, x as i32, y as i32), facing);
        let mut first_class = self.tuples[0].insert(avatar);
        let mut now = std::mem::take(&mut self.now);
        now.clear();
        for kind in seen.types_made() {
            first_class |= self.look(&seen, kind, &mut now);
        }
        now.extend(
            seen.avatar_resources(player).map(|(kind, amount)| scramble(u64::from(kind) << 1, amount as u64)),
        );
        now.push(scramble(1, state.score().to_bits()));
        let mut class = first_class.then_some(0);
        let [_, atoms, pairs, ..] = &mut self.tuples;
        let (mut new_atom, mut new_pair) = (false, false);
        for &atom in &now {
            new_atom |= atoms.insert(atom);
            new_pair |= pairs.insert(scramble(avatar, atom));
        }
        class = class.or(new_atom.then_some(1)).or(new_pair.then_some(2));
        if class.is_none() && self.deep {
            let (columns, rows) = seen.grid_size();
            class = self.deeper(avatar, &now, 4 * columns * rows);
        }
        self.now = now;
        class
    }

    /// Adds what is true of a type. Is something that the avatar made where nothing of its type was?
    fn look(&mut self, seen: &Observation<'_>, kind: TypeId, now: &mut Vec<u64>) -> bool {
        let Some(root) = self.root.as_ref().map(Simulator::observation) else { return false };
        let Attention { interesting, changes, shown } = self.types[usize::from(kind)];
        let gone = |id: i32| scramble(u64::MAX, id as u64);
        let mut new = false;
        let made = &mut self.tuples[0];
        let mut there = |sprite: Seen, now: &mut Vec<u64>| {
            let atom = place(kind, sprite.x, sprite.y);
            if sprite.category == Category::FromAvatar {
                new |= made.insert(atom);
            }
            if sprite.category == Category::FromAvatar || interesting {
                now.push(atom);
            }
        };
        let changes = changes && seen.shows_all(kind);
        if seen.has_same_sprites(&root, kind) {
            if !changes {
                seen.shown_of(kind).for_each(|sprite| there(sprite, now));
            }
            return new;
        }
        if changes {
            seen.since(&root, kind).for_each(|pair| match pair {
                (_, Some(sprite)) => there(sprite, now),
                (Some(was), None) if shown => now.push(gone(was.id)),
                _ => {}
            });
            return new;
        }
        let mut first = root.shown_of(kind).map(|sprite| sprite.id).peekable();
        seen.shown_of(kind).for_each(|sprite| {
            // Both lists are in order of creation: what is passed over has vanished.
            while let Some(missing) = first.next_if(|&id| id < sprite.id) {
                now.push(gone(missing));
            }
            first.next_if_eq(&sprite.id);
            there(sprite, now);
        });
        now.extend(first.map(gone));
        new
    }

    /// Looks for new triples and quadruples, but not for more than some.
    fn deeper(&mut self, avatar: u64, now: &[u64], mut most: usize) -> Option<usize> {
        let (mut triple, mut quadruple) = (false, false);
        for (i, &a) in now.iter().enumerate() {
            for (j, &b) in now.iter().enumerate().skip(i + 1) {
                if most == 0 {
                    return triple.then_some(3).or(quadruple.then_some(4));
                }
                most -= 1;
                let pair = scramble(scramble(avatar, a), b);
                triple |= self.tuples[3].insert(pair);
                if let Some(&c) = now.get(j + 1) {
                    quadruple |= self.tuples[4].insert(scramble(pair, c));
                }
            }
        }
        triple.then_some(3).or(quadruple.then_some(4))
    }
}
