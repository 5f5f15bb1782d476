//! The sprites of a state where they lie in memory, for agents that compare states again and again.
//!
//! A sprite has one slot for its life, in a state as in all copies of it. So two states of a game can be compared slot by slot, in
//! one pass over memory and whatever the types. Fixtures have no slots: they have a bit each, and a state says with a word of
//! them which are left. Which sprites are fixtures says something about the rules, so agents may use this to save looks
//! and for nothing else.

use ludex_vgdl::TypeId;

use super::observation::{Category, Observation, Seen};
use crate::index::Kind;
use crate::state::sprite::{Sprite, flag};
use crate::world::fixtures::Fixture;

/// A sprite in its slot.
#[derive(Clone, Copy)]
pub struct SlotView<'a>(&'a Sprite);

impl SlotView<'_> {
    /// Its number, the same as long as it lives and in all copies of the state.
    #[inline]
    pub fn id(&self) -> i32 {
        self.0.id
    }

    /// Its type.
    #[inline]
    pub fn type_id(&self) -> TypeId {
        self.0.kind.id()
    }

    /// Its left and its top edge in pixels.
    #[inline]
    pub fn position(&self) -> (i32, i32) {
        (self.0.rect.x, self.0.rect.y)
    }

    /// Is it seen as an avatar?
    #[inline]
    pub fn is_avatar(&self) -> bool {
        self.0.is(flag::REMEMBERED)
    }

    /// Did an avatar make it?
    #[inline]
    pub fn is_made(&self) -> bool {
        self.0.is(flag::FROM_AVATAR)
    }
}

impl<'a> Observation<'a> {
    /// The slots with the sprites in them; `None` where there is none now.
    #[inline]
    pub fn slots(&self) -> impl ExactSizeIterator<Item = Option<SlotView<'a>>> + use<'a> {
        self.data().sprites.iter().map(|sprite| (sprite.id >= 0).then_some(SlotView(sprite)))
    }

    /// The sprite of a slot as agents see it.
    #[inline]
    pub fn see(&self, slot: SlotView<'_>) -> Seen {
        let Sprite { id, kind, rect, .. } = *slot.0;
        // The slot may be of a state of another game, whose types this one does not have.
        let category = match self.kind(kind.id()) {
            Some(kind) => self.category(kind, slot.is_made()),
            None => Category::Movable,
        };
        Seen { id, type_id: kind.id(), category, x: rect.x, y: rect.y }
    }

    /// Is the sprite of a slot among [all that are shown](Observation::sprites)?
    #[inline]
    pub fn shows_slot(&self, slot: SlotView<'_>) -> bool {
        self.kind(slot.0.kind.id()).is_some_and(|kind| self.shows(kind, slot.0.id))
    }

    /// Are all sprites of a type [shown](Observation::sprites) in any state of the game?
    #[inline]
    pub fn always_shows(&self, kind: TypeId) -> bool {
        let world = self.world();
        let info = world.kinds.get(kind).map(|kind| &world.types[kind]);
        info.is_some_and(|info| !info.hidden && info.turn.is_some())
    }

    /// Which fixtures are there, a bit each.
    #[inline]
    pub fn standing(&self) -> &'a [u64] {
        &self.data().standing
    }

    /// The fixture that a bit stands for, be it there or not, if there is such a one.
    #[inline]
    pub fn fixture(&self, bit: usize) -> Option<Seen> {
        let f = self.fixture_at(bit)?;
        Some(Seen { id: f.id, type_id: f.kind.id(), category: self.category(f.kind, false), x: f.x, y: f.y })
    }

    /// Is a fixture among [all that are shown](Observation::sprites), if it is there?
    #[inline]
    pub fn shows_fixture(&self, bit: usize) -> bool {
        self.fixture_at(bit).is_some_and(|fixture| self.shows(fixture.kind, fixture.id))
    }

    #[inline]
    fn fixture_at(&self, bit: usize) -> Option<&'a Fixture> {
        self.world().fixtures.all.as_slice().get(bit)
    }

    /// How sprites of a type are seen, those that an avatar made or others.
    #[inline]
    fn category(&self, kind: Kind, made: bool) -> Category {
        let fixed = self.world().types[kind].category;
        let free = if made { Category::FromAvatar } else { Category::Movable };
        fixed.map_or(free, |number| Category::ALL[usize::from(number)])
    }
}
