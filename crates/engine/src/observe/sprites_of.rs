//! The sprites of a type, one after the other.

use crate::index::{FixtureId, Kind, Slot};
use crate::state::State;
use crate::state::sprite::Sprite;
use crate::tick::Live;
use crate::world::fixtures::Fixture;

/// A sprite of a state.
#[derive(Clone, Copy)]
pub(crate) enum Found<'a> {
    Fixture(&'a Fixture),
    Other(&'a Sprite),
}

impl Found<'_> {
    pub fn id(&self) -> i32 {
        match self {
            Found::Fixture(fixture) => fixture.id,
            Found::Other(sprite) => sprite.id,
        }
    }
}

/// Goes through the fixtures of a type. Agents look at everything again and again, and most of it are fixtures: they are found a
/// word of bits at a time.
#[derive(Clone)]
struct Walk {
    /// Where the present word begins, and which of its fixtures are still to come.
    base: usize,
    bits: u64,
    /// Where the fixtures of the words to come begin and end.
    rest: (usize, usize),
}

impl Walk {
    fn new(state: &State, kind: Option<Kind>) -> Walk {
        let (start, end) = kind.map_or((0, 0), |kind| state.compiled().fixtures.of_type[kind]);
        Walk { base: 0, bits: 0, rest: (start as usize, end as usize) }
    }

    /// The next fixture of those that have their bits set in `words`.
    #[inline]
    fn next(&mut self, words: impl Fn(usize) -> u64) -> Option<FixtureId> {
        while self.bits == 0 {
            let (start, end) = self.rest;
            if start >= end {
                return None;
            }
            let word = start >> 6;
            self.base = word << 6;
            let before = !(u64::MAX << (start & 63));
            let beyond = u64::MAX.checked_shl((end - self.base) as u32).unwrap_or(0);
            self.bits = words(word) & !before & !beyond;
            self.rest.0 = self.base + 64;
        }
        let index = self.base + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(FixtureId::new(index))
    }
}

/// The sprites of a type in order of creation: fixtures, which are as old as the level, and then the others.
#[derive(Clone)]
pub(crate) struct SpritesOf<'a> {
    state: &'a State,
    fixtures: Walk,
    slot: Option<Slot>,
}

impl State {
    pub(crate) fn sprites_of(&self, kind: Option<Kind>) -> SpritesOf<'_> {
        SpritesOf { state: self, fixtures: Walk::new(self, kind), slot: self.first_of(kind) }
    }

    /// The fixtures among them.
    pub(crate) fn fixtures_of(&self, kind: Option<Kind>) -> SpritesOf<'_> {
        SpritesOf { slot: None, ..self.sprites_of(kind) }
    }

    fn first_of(&self, kind: Option<Kind>) -> Option<Slot> {
        self.live.d.groups[kind?].first
    }
}

impl<'a> Iterator for SpritesOf<'a> {
    type Item = Found<'a>;

    #[inline]
    fn next(&mut self) -> Option<Found<'a>> {
        let State { world, live: Live { d: data, .. } } = self.state;
        let world = &world.compiled;
        if let Some(index) = self.fixtures.next(|word| data.standing[word]) {
            return Some(Found::Fixture(&world.fixtures.all[index]));
        }
        let sprite = &data.sprites[self.slot?];
        self.slot = sprite.next;
        Some(Found::Other(sprite))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Found<'a>) -> B>(mut self, start: B, mut each: F) -> B {
        let State { world, live: Live { d: data, .. } } = self.state;
        let world = &world.compiled;
        let mut sum = start;
        while let Some(index) = self.fixtures.next(|word| data.standing[word]) {
            sum = each(sum, Found::Fixture(&world.fixtures.all[index]));
        }
        while let Some(slot) = self.slot {
            let sprite = &data.sprites[slot];
            self.slot = sprite.next;
            sum = each(sum, Found::Other(sprite));
        }
        sum
    }
}

/// The sprites of a type in two states of a game, side by side, in order of creation, without fixtures that are in both.
pub(crate) struct Changes<'a> {
    was: &'a State,
    is: &'a State,
    fixtures: Walk,
    slots: (Option<Slot>, Option<Slot>),
}

impl<'a> Changes<'a> {
    pub fn new(was: &'a State, is: &'a State, kind: Option<Kind>) -> Changes<'a> {
        // The type is one of the later state's world: the earlier one must have it too.
        let lists = [was, is].map(|state| (state.live.d.standing.len(), state.live.d.groups.len()));
        assert_eq!(lists[0], lists[1], "the states are of different games");
        let slots = (was.first_of(kind), is.first_of(kind));
        Changes { was, is, fixtures: Walk::new(is, kind), slots }
    }
}

impl<'a> Changes<'a> {
    /// The next fixture that is in one of the states.
    #[inline]
    fn next_fixture(&mut self) -> Option<(Option<Found<'a>>, Option<Found<'a>>)> {
        let (was, is) = (&self.was.live.d, &self.is.live.d);
        let index = self.fixtures.next(|word| was.standing[word] ^ is.standing[word])?;
        let fixture = Some(Found::Fixture(&self.is.compiled().fixtures.all[index]));
        Some(if is.stands(index) { (None, fixture) } else { (fixture, None) })
    }

    /// The next of the other sprites.
    #[inline]
    fn next_other(&mut self) -> Option<(Option<Found<'a>>, Option<Found<'a>>)> {
        let mut was = self.slots.0.map(|slot| &self.was.live.d.sprites[slot]);
        let mut is = self.slots.1.map(|slot| &self.is.live.d.sprites[slot]);
        match (was, is) {
            (None, None) => return None,
            (Some(a), Some(b)) if a.id < b.id => is = None,
            (Some(a), Some(b)) if a.id > b.id => was = None,
            _ => {}
        }
        if let Some(sprite) = was {
            self.slots.0 = sprite.next;
        }
        if let Some(sprite) = is {
            self.slots.1 = sprite.next;
        }
        Some((was.map(Found::Other), is.map(Found::Other)))
    }
}

impl<'a> Iterator for Changes<'a> {
    type Item = (Option<Found<'a>>, Option<Found<'a>>);

    fn next(&mut self) -> Option<Self::Item> {
        self.next_fixture().or_else(|| self.next_other())
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, start: B, mut each: F) -> B {
        let mut sum = start;
        while let Some(pair) = self.next_fixture() {
            sum = each(sum, pair);
        }
        while let Some(pair) = self.next_other() {
            sum = each(sum, pair);
        }
        sum
    }
}
