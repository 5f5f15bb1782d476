//! The sprites of a state: what they are, and how new ones are born.

use crate::geometry::Rect;
use crate::index::shape::Place;
use crate::index::{FixtureId, Kind, Slot, SpriteRef, Which};
use crate::state::data::Data;
use crate::state::sprite::{Sprite, flag};
use crate::tick::Tick;
use crate::tick::phase::Phase;
use crate::world::Compiled;
use crate::world::broad_phase::Profile;
use crate::world::level::SPRITE_LIMIT;
use crate::world::types::TypeInfo;

/// A sprite that is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewSprite {
    pub kind: Kind,
    pub x: i32,
    pub y: i32,
    /// Made even if it should be the only one of its type.
    pub force: bool,
}

impl Data {
    #[inline]
    pub fn kind(&self, w: &Compiled, r: SpriteRef) -> Kind {
        match r.which() {
            Which::Slot(slot) => self.sprites[slot].kind,
            Which::Fixture(fixture) => w.fixtures.all[fixture].kind,
        }
    }

    /// Where a sprite is, its id and its type.
    #[inline]
    pub fn identity(&self, w: &Compiled, r: SpriteRef) -> (Rect, i32, Kind) {
        match r.which() {
            Which::Slot(slot) => {
                let Sprite { rect, id, kind, .. } = self.sprites[slot];
                (rect, id, kind)
            }
            Which::Fixture(fixture) => {
                let fixture = &w.fixtures.all[fixture];
                (fixture.rect(w.grid.block), fixture.id, fixture.kind)
            }
        }
    }

    #[inline]
    pub fn id(&self, w: &Compiled, r: SpriteRef) -> i32 {
        match r.which() {
            Which::Slot(slot) => self.sprites[slot].id,
            Which::Fixture(fixture) => w.fixtures.all[fixture].id,
        }
    }

    #[inline]
    pub fn rect(&self, w: &Compiled, r: SpriteRef) -> Rect {
        match r.which() {
            Which::Slot(slot) => self.sprites[slot].rect,
            Which::Fixture(fixture) => w.fixtures.all[fixture].rect(w.grid.block),
        }
    }

    /// Sprites of a type with its ancestors and descendants, without disabled ones.
    pub fn alive(&self, w: &Compiled, kind: Kind) -> i32 {
        let living = |&u: &Kind| self.groups[u].count - self.groups[u].disabled;
        w.types[kind].relatives.iter().map(living).sum()
    }

    /// All sprites of exactly this type, in order of creation.
    pub fn group(&self, w: &Compiled, kind: Kind, mut visit: impl FnMut(SpriteRef)) {
        let (start, end) = w.fixtures.of_type[kind];
        for fixture in (start..end).map(|number| FixtureId::new(number as usize)) {
            if self.stands(fixture) {
                visit(SpriteRef::fixture(fixture));
            }
        }
        let mut at = self.groups[kind].first;
        while let Some(slot) = at {
            visit(SpriteRef::slot(slot));
            at = self.sprites[slot].next;
        }
    }
}

impl Data {
    /// Counts a sprite that is made, and gives it its id.
    #[inline(always)]
    fn number(&mut self) -> i32 {
        let id = self.next_id;
        self.next_id = id.wrapping_add(1);
        self.num_sprites += 1;
        id
    }

    /// Is there a slot for one more sprite?
    #[inline(always)]
    fn has_room(&self) -> bool {
        self.free.is_some() || self.sprites.len() < Slot::MOST
    }

    /// Puts a sprite into a slot.
    #[inline]
    fn take_slot(&mut self, sprite: &Sprite) -> Slot {
        let Some(slot) = self.free else { return self.sprites.push(*sprite) };
        self.free = self.sprites[slot].next;
        self.sprites[slot] = *sprite;
        slot
    }
}

impl<'a> Tick<'a> {
    #[inline]
    pub fn info(&self, kind: Kind) -> &'a TypeInfo {
        &self.w.types[kind]
    }

    /// What a sprite has to do with others.
    #[inline]
    pub fn profile(&self, slot: Slot) -> &'a Profile {
        &self.w.broad.of[self.live.d.sprites[slot].kind]
    }

    /// A copy of a sprite, whatever it is.
    #[inline]
    pub fn get(&self, r: SpriteRef) -> Sprite {
        match r.which() {
            Which::Slot(slot) => self.live.d.sprites[slot],
            Which::Fixture(fixture) => {
                let fixture = &self.w.fixtures.all[fixture];
                let template = &self.info(fixture.kind).template;
                let rect = template.rect.at(fixture.x, fixture.y);
                Sprite { rect, last: rect, id: fixture.id, ..*template }
            }
        }
    }

    #[inline]
    pub fn identity(&self, r: SpriteRef) -> (Rect, i32, Kind) {
        self.live.d.identity(self.w, r)
    }

    #[inline]
    pub fn kind(&self, r: SpriteRef) -> Kind {
        self.live.d.kind(self.w, r)
    }

    #[inline]
    pub fn id(&self, r: SpriteRef) -> i32 {
        self.live.d.id(self.w, r)
    }

    #[inline]
    pub fn rect(&self, r: SpriteRef) -> Rect {
        self.live.d.rect(self.w, r)
    }

    /// The slot of a sprite that an effect changes. Types that effects change have no fixtures, so there is
    /// always one.
    #[inline]
    pub fn slot(&self, r: SpriteRef) -> Option<Slot> {
        debug_assert!(
            r.as_slot().is_some(),
            "an effect changes a fixture of type {}",
            self.info(self.kind(r)).name
        );
        r.as_slot()
    }

    #[inline]
    pub fn is_killed(&self, r: SpriteRef) -> bool {
        match r.which() {
            Which::Slot(slot) => self.live.d.sprites[slot].is(flag::KILLED),
            Which::Fixture(fixture) => self.live.d.is_doomed(fixture),
        }
    }

    /// All sprites of exactly this type, in order of creation.
    pub fn group(&self, kind: Kind, visit: impl FnMut(SpriteRef)) {
        self.live.d.group(self.w, kind, visit);
    }

    /// Sprites of a type with its ancestors and descendants, dead and disabled ones included.
    pub fn count(&self, kind: Kind) -> i32 {
        self.info(kind).relatives.iter().map(|&u| self.live.d.groups[u].count).sum()
    }

    /// Sprites of a type with its ancestors and descendants, without disabled ones.
    pub fn alive(&self, kind: Kind) -> i32 {
        self.live.d.alive(self.w, kind)
    }

    /// Is there one of this type already, of which there should be only one?
    #[cold]
    #[inline(never)]
    fn is_taken(&self, info: &TypeInfo) -> bool {
        info.singletons.iter().any(|&u| self.count(u) > 0)
    }

    /// Notes that a sprite of this type is about to come or has gone.
    #[inline]
    pub(super) fn note_change(&mut self, kind: Kind) {
        let count = self.live.d.groups[kind].count;
        self.live.d.recount |= count <= self.w.terminations.critical_counts[kind];
    }

    /// Makes a sprite, unless the limits forbid it.
    #[inline(always)]
    pub fn add_sprite(&mut self, new: NewSprite) -> Option<Slot> {
        self.multiply_or_make(new.kind, new.x, new.y, new.force)
    }

    /// Makes a sprite: mostly it lies exactly in a cell, and there is nothing to ask about its type.
    // Everything is handed over in registers.
    #[inline(never)]
    fn multiply_or_make(&mut self, kind: Kind, x: i32, y: i32, force: bool) -> Option<Slot> {
        if self.w.multiplies[kind]
            && self.live.d.num_sprites <= SPRITE_LIMIT
            && self.live.d.has_room()
            && let Some(cell) = self.w.grid.corner_at(x, y)
        {
            let id = self.live.d.number();
            let info = self.info(kind);
            return Some(self.bring_in::<true>(info, id, (x, y), Place::in_cell(cell)).0);
        }
        self.make(NewSprite { kind, x, y, force })
    }

    /// Makes a sprite of any type, wherever it is.
    #[inline(never)]
    fn make(&mut self, NewSprite { kind, x, y, force }: NewSprite) -> Option<Slot> {
        let info = self.info(kind);
        info.class.as_ref()?;
        if !self.live.d.has_room() || self.live.d.num_sprites > SPRITE_LIMIT {
            self.live.d.messages += 1;
            return None;
        }
        if !force && !info.singletons.is_empty() && self.is_taken(info) {
            return None;
        }
        let is_first = !self.live.d.was_made(kind);
        if is_first {
            self.live.d.messages += info.unknown_params;
        }
        let id = self.live.d.number();
        Some(self.settle_newborn(info, id, (x, y), is_first))
    }

    /// Brings a newborn of any type into the game, wherever it is.
    pub(crate) fn settle_newborn(
        &mut self,
        info: &TypeInfo,
        id: i32,
        at: (i32, i32),
        is_first: bool,
    ) -> Slot {
        let place = self.w.grid.locate(&info.template.rect.at(at.0, at.1));
        let (slot, is_updated_now) = self.bring_in::<false>(info, id, at, place);
        if info.has_avatar_class() && self.profile(slot).looks {
            self.live.d.avatars.push(slot);
        }
        if is_first {
            self.set_up_first(slot, info, is_updated_now);
        }
        slot
    }

    /// Brings a newborn into the game, where it lies like this. Tells its slot, and whether it is updated in this tick
    /// already, as it is born before its type's turn. Of types that [multiply](crate::world::Compiled::multiplies) there is
    /// less to ask.
    #[inline(always)]
    fn bring_in<const MULTIPLIES: bool>(
        &mut self,
        info: &TypeInfo,
        id: i32,
        (x, y): (i32, i32),
        place: Place,
    ) -> (Slot, bool) {
        let kind = info.template.kind;
        debug_assert!(self.w.cast[kind].is_dynamic, "no fact says that a {} can be made", info.name);
        let mut flags = info.template.flags;
        let mut moved_at = info.initial_lastmove;
        let mut is_updated_now = false;
        if let Some(turn) = info.turn
            && (MULTIPLIES || flags & flag::AVATAR == 0)
        {
            is_updated_now = self.live.d.phase.is_before(turn);
            flags &= !flag::FROZEN;
            moved_at = self.live.d.tick.wrapping_sub(moved_at).wrapping_sub(i32::from(is_updated_now));
        }
        let slot = self.live.d.take_slot(&info.template);
        let previous = self.append_to_group(slot, kind, !MULTIPLIES && flags & flag::FROM_AVATAR != 0);
        // Nothing is read back from here: a processor waits when it reads at once what it wrote in parts.
        let sprite = &mut self.live.d.sprites[slot];
        (sprite.rect.x, sprite.rect.y) = (x, y);
        (sprite.last.x, sprite.last.y) = (x, y);
        (sprite.id, sprite.moved_at, sprite.flags) = (id, moved_at, flags);
        (sprite.place, sprite.previous) = (place, previous);
        let profile = &self.w.broad.of[kind];
        self.live.d.link(slot, kind, place, profile);
        self.introduce(slot, place, flags & flag::AVATAR != 0, profile);
        (slot, is_updated_now)
    }

    /// Lets a newborn that lies like this look around: at once, if an entry is being run.
    #[inline(always)]
    fn introduce(&mut self, slot: Slot, place: Place, is_avatar: bool, profile: &Profile) {
        match self.live.d.phase {
            Phase::Entry { next } if self.w.entries.ground.is_empty() => {
                self.look_from(slot, place, is_avatar, next, profile);
            }
            _ => self.note_moved(slot, profile),
        }
    }

    /// What is different about the first sprite of a type.
    #[cold]
    fn set_up_first(&mut self, slot: Slot, info: &TypeInfo, is_updated_now: bool) {
        let sprite = &mut self.live.d.sprites[slot];
        if let Some(class) = &info.class {
            class.prepare_first(sprite);
        }
        if !info.scaled || is_updated_now {
            return;
        }
        // It seems to come from elsewhere.
        let block = self.w.grid.block;
        sprite.last = Rect { w: block, h: block, ..sprite.rect };
        let last = sprite.last;
        self.live.d.note_displaced(slot);
        let profile = self.profile(slot);
        if profile.marks_departures {
            self.note_departure(self.w.grid.locate(&last), profile.bit);
        }
    }

    /// Counts a sprite to its type, and tells who is before it in the list.
    #[inline(always)]
    fn append_to_group(&mut self, slot: Slot, kind: Kind, from_avatar: bool) -> Option<Slot> {
        self.note_change(kind);
        let d = &mut self.live.d;
        let group = &mut d.groups[kind];
        let is_new = group.count == group.from_avatar || from_avatar;
        let previous = group.last.replace(slot);
        group.count += 1;
        group.from_avatar += i32::from(from_avatar);
        match previous {
            None => {
                group.first = Some(slot);
                d.busy |= self.w.turns.bits[kind];
                d.present |= kind.bit();
            }
            Some(previous) => d.sprites[previous].next = Some(slot),
        }
        if is_new {
            d.note_presence(kind);
        }
        previous
    }

    /// Marks a sprite as made by the avatar.
    pub fn mark_from_avatar(&mut self, slot: Slot) {
        let sprite = &mut self.live.d.sprites[slot];
        if !sprite.is(flag::FROM_AVATAR) {
            sprite.set(flag::FROM_AVATAR, true);
            let kind = sprite.kind;
            self.live.d.groups[kind].from_avatar += 1;
            self.live.d.note_presence(kind);
        }
    }
}
