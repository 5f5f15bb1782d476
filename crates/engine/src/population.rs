//! Birth and death of sprites.

use ludex_vgdl::TypeId;

use crate::class::Class;
use crate::data::{Data, NO_ENTRY};
use crate::encounters::Meeting;
use crate::geometry::Rect;
use crate::sprite::{MAX_SLOTS, NO_SLOT, Sprite, SpriteRef, flag};
use crate::tick::Tick;
use crate::types::{TypeInfo, WALL};
use crate::world::{Fixture, World};

/// No sprite is made while there are more than this many.
pub(crate) const SPRITE_LIMIT: i32 = 10_000;

/// A sprite that is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewSprite {
    pub kind: TypeId,
    pub x: i32,
    pub y: i32,
    /// Made even if it should be the only one of its type.
    pub force: bool,
}

impl Data {
    #[inline]
    pub fn kind(&self, w: &World, r: SpriteRef) -> TypeId {
        match r.resolve() {
            Ok(slot) => self.sprites[slot].kind,
            Err(index) => w.fixtures.all[index].kind,
        }
    }

    /// Where a sprite is, its id and its type.
    #[inline]
    pub fn identity(&self, w: &World, r: SpriteRef) -> (Rect, i32, TypeId) {
        match r.resolve() {
            Ok(slot) => {
                let Sprite { rect, id, kind, .. } = self.sprites[slot];
                (rect, id, kind)
            }
            Err(index) => {
                let Fixture { x, y, id, kind } = w.fixtures.all[index];
                (Rect { x, y, w: w.grid.block, h: w.grid.block }, id, kind)
            }
        }
    }

    #[inline]
    pub fn id(&self, w: &World, r: SpriteRef) -> i32 {
        match r.resolve() {
            Ok(slot) => self.sprites[slot].id,
            Err(index) => w.fixtures.all[index].id,
        }
    }

    #[inline]
    pub fn rect(&self, w: &World, r: SpriteRef) -> Rect {
        match r.resolve() {
            Ok(slot) => self.sprites[slot].rect,
            Err(index) => {
                let f = &w.fixtures.all[index];
                Rect { x: f.x, y: f.y, w: w.grid.block, h: w.grid.block }
            }
        }
    }

    /// Sprites of a type with its ancestors and descendants, without disabled ones.
    pub fn alive(&self, w: &World, kind: TypeId) -> i32 {
        let living = |&u: &TypeId| self.groups[usize::from(u)].count - self.groups[usize::from(u)].disabled;
        w.types[usize::from(kind)].subtypes.iter().map(living).sum()
    }

    /// All sprites of exactly this type, in order of creation.
    pub fn group(&self, w: &World, kind: TypeId, mut visit: impl FnMut(SpriteRef)) {
        let (start, end) = w.fixtures.of_type[usize::from(kind)];
        for index in start as usize..end as usize {
            if self.stands(index) {
                visit(SpriteRef::fixture(index));
            }
        }
        let mut slot = self.groups[usize::from(kind)].first;
        while slot != NO_SLOT {
            visit(SpriteRef::slot(usize::from(slot)));
            slot = self.sprites[usize::from(slot)].next;
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
        self.free != NO_SLOT || self.sprites.len() < MAX_SLOTS
    }

    /// Puts a sprite into a slot.
    #[inline]
    fn take_slot(&mut self, sprite: &Sprite) -> usize {
        if self.free == NO_SLOT {
            self.sprites.push(*sprite);
            return self.sprites.len() - 1;
        }
        let slot = usize::from(self.free);
        self.free = self.sprites[slot].next;
        self.sprites[slot] = *sprite;
        slot
    }

    /// Nobody plays a sprite any more that is removed.
    fn forget_avatar(&mut self, slot: u16) {
        self.avatars.retain(|&s| s != slot);
        for player in &mut self.players {
            if player.avatar == Some(slot) {
                player.avatar = None;
            }
        }
    }
}

impl<'a> Tick<'a> {
    #[inline]
    pub fn info(&self, kind: TypeId) -> &'a TypeInfo {
        &self.w.types[usize::from(kind)]
    }

    /// What a sprite has to do with others.
    #[inline]
    pub fn meeting(&self, slot: usize) -> &'a Meeting {
        &self.w.meets.of[usize::from(self.live.d.sprites[slot].kind)]
    }

    /// A copy of a sprite, whatever it is.
    #[inline]
    pub fn get(&self, r: SpriteRef) -> Sprite {
        match r.resolve() {
            Ok(slot) => self.live.d.sprites[slot],
            Err(index) => {
                let fixture = &self.w.fixtures.all[index];
                let template = &self.info(fixture.kind).template;
                let rect = template.rect.at(fixture.x, fixture.y);
                Sprite { rect, last: rect, id: fixture.id, ..*template }
            }
        }
    }

    #[inline]
    pub fn identity(&self, r: SpriteRef) -> (Rect, i32, TypeId) {
        self.live.d.identity(self.w, r)
    }

    #[inline]
    pub fn kind(&self, r: SpriteRef) -> TypeId {
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
    pub fn slot(&self, r: SpriteRef) -> Option<usize> {
        debug_assert!(
            r.resolve().is_ok(),
            "an effect changes a fixture of type {}",
            self.info(self.kind(r)).name
        );
        r.resolve().ok()
    }

    #[inline]
    pub fn is_killed(&self, r: SpriteRef) -> bool {
        match r.resolve() {
            Ok(slot) => self.live.d.sprites[slot].is(flag::KILLED),
            Err(index) => self.live.d.is_doomed(index),
        }
    }

    /// All sprites of exactly this type, in order of creation.
    pub fn group(&self, kind: TypeId, visit: impl FnMut(SpriteRef)) {
        self.live.d.group(self.w, kind, visit);
    }

    /// Sprites of a type with its ancestors and descendants, dead and disabled ones included.
    pub fn count(&self, kind: TypeId) -> i32 {
        self.info(kind).subtypes.iter().map(|&u| self.live.d.groups[usize::from(u)].count).sum()
    }

    /// The same without disabled ones.
    pub fn alive(&self, kind: TypeId) -> i32 {
        self.live.d.alive(self.w, kind)
    }

    /// Is there one of this type already, of which there should be only one?
    #[cold]
    #[inline(never)]
    fn is_taken(&self, info: &TypeInfo) -> bool {
        info.singletons.iter().any(|&u| self.count(u) > 0)
    }

    /// May a sprite of this type be made now? Gives it its id, and tells whether it is the first of its type.
    pub fn admit(&mut self, kind: TypeId, force: bool) -> Option<(i32, bool)> {
        if self.live.d.num_sprites > SPRITE_LIMIT {
            self.live.d.messages += 1;
            return None;
        }
        let info = self.info(kind);
        if !force && !info.singletons.is_empty() && self.is_taken(info) {
            return None;
        }
        let first = self.live.d.kinds[usize::from(kind) >> 6].made >> (kind & 63) & 1 == 0;
        if first {
            self.live.d.messages += info.unknown_params;
        }
        Some((self.live.d.number(), first))
    }

    /// Notes that a sprite of this type is about to come or has gone.
    #[inline]
    fn note_change(&mut self, kind: TypeId) {
        let count = self.live.d.groups[usize::from(kind)].count;
        self.live.d.recount |= count <= self.w.critical_counts[usize::from(kind)];
    }

    /// Makes a sprite, unless the limits forbid it.
    #[inline(always)]
    pub fn add_sprite(&mut self, new: NewSprite) -> Option<usize> {
        self.make(new.kind, new.x, new.y, new.force)
    }

    /// The same, with everything handed over in registers.
    #[inline(never)]
    fn make(&mut self, kind: TypeId, x: i32, y: i32, force: bool) -> Option<usize> {
        let info = self.info(kind);
        // Mostly it lies exactly in a cell, and there is nothing to say about its type.
        if info.multiplies
            && self.live.d.num_sprites <= SPRITE_LIMIT
            && self.live.d.has_room()
            && let Some(cell) = self.w.grid.corner_at(x, y)
        {
            let id = self.live.d.number();
            return Some(self.bring_in(info, id, (x, y), (cell, 0), true).0);
        }
        self.make_anyhow(kind, x, y, force)
    }

    /// Brings a newborn into the game, where it lies like this. Tells its slot, and whether it is updated in this tick
    /// already, as it is born before its type's turn. Where its type [multiplies](TypeInfo::multiplies), there is less to ask.
    #[inline(always)]
    fn bring_in(
        &mut self,
        info: &TypeInfo,
        id: i32,
        (x, y): (i32, i32),
        (cell, place): (u32, u16),
        multiplies: bool,
    ) -> (usize, bool) {
        let kind = info.template.kind;
        let mut flags = info.template.flags | place;
        let mut moved_at = info.initial_lastmove;
        let mut updated_now = false;
        if info.updated && (multiplies || flags & flag::AVATAR == 0) {
            updated_now = i64::from(info.turn) > i64::from(self.live.d.turn);
            flags &= !flag::FROZEN;
            moved_at = self.live.d.tick.wrapping_sub(moved_at).wrapping_sub(i32::from(updated_now));
        }
        let slot = self.live.d.take_slot(&info.template);
        let previous = self.append_to_group(slot, kind, !multiplies && flags & flag::FROM_AVATAR != 0);
        // Nothing is read back from here: a processor waits when it reads at once what it wrote in parts.
        let sprite = &mut self.live.d.sprites[slot];
        (sprite.rect.x, sprite.rect.y) = (x, y);
        (sprite.last.x, sprite.last.y) = (x, y);
        (sprite.id, sprite.moved_at, sprite.flags) = (id, moved_at, flags);
        (sprite.cell, sprite.previous) = (cell, previous);
        let meeting = &self.w.meets.of[usize::from(kind)];
        self.live.d.link(slot, kind, (cell, place), meeting);
        self.introduce(slot, (cell as usize, flags), meeting);
        (slot, updated_now)
    }

    /// Lets a newborn that lies like this look around: at once, if an entry is being run.
    #[inline(always)]
    fn introduce(&mut self, slot: usize, at: (usize, u16), meeting: &Meeting) {
        if self.live.s.next_entry != NO_ENTRY && self.w.meets.ground.is_empty() {
            self.look_from(slot, at, self.live.s.next_entry, meeting);
        } else {
            self.touch_newborn(slot, meeting);
        }
    }

    /// Makes a sprite of any type, wherever it is.
    #[inline(never)]
    fn make_anyhow(&mut self, kind: TypeId, x: i32, y: i32, force: bool) -> Option<usize> {
        let info = self.info(kind);
        info.class?;
        if !self.live.d.has_room() {
            self.live.d.messages += 1;
            return None;
        }
        let (id, first) = self.admit(kind, force)?;
        let (cell, place) = self.w.grid.locate(&info.template.rect.at(x, y));
        let (slot, updated_now) = self.bring_in(info, id, (x, y), (cell, place), false);
        let meeting = self.meeting(slot);
        if info.template.is(flag::AVATAR) && meeting.looks {
            self.live.d.avatars.push(slot as u16);
        }
        if first {
            self.set_up_first(slot, info, meeting, updated_now);
        }
        Some(slot)
    }

    /// What is different about the first sprite of a type.
    #[cold]
    fn set_up_first(&mut self, slot: usize, info: &TypeInfo, meeting: &Meeting, updated_now: bool) {
        let sprite = &mut self.live.d.sprites[slot];
        if info.class == Some(Class::OngoingTurningAvatar) {
            sprite.target = info.stypes.first().copied().unwrap_or(WALL);
        }
        if !info.scaled || updated_now {
            return;
        }
        // It seems to come from elsewhere, and finds out in the hot list that a tick has passed.
        let block = self.w.grid.block;
        sprite.last = Rect { w: block, h: block, ..sprite.rect };
        let Sprite { rect, last, .. } = *sprite;
        if last != rect {
            self.live.d.heat(slot);
            if meeting.early {
                self.note_departure(self.w.grid.locate(&last), meeting.bit);
            }
        }
    }

    /// Counts a sprite to its type, and tells who is before it in the list.
    #[inline(always)]
    fn append_to_group(&mut self, slot: usize, kind: TypeId, from_avatar: bool) -> u16 {
        self.note_change(kind);
        let d = &mut self.live.d;
        let group = &mut d.groups[usize::from(kind)];
        let is_new = group.count == group.from_avatar || from_avatar;
        let previous = std::mem::replace(&mut group.last, slot as u16);
        group.count += 1;
        group.from_avatar += i32::from(from_avatar);
        if previous == NO_SLOT {
            group.first = slot as u16;
            d.busy |= self.w.turn_bits[usize::from(kind)];
            d.present |= 1 << (kind & 63);
        } else {
            d.sprites[usize::from(previous)].next = slot as u16;
        }
        if is_new {
            d.note_presence(kind);
        }
        previous
    }

    /// Marks a sprite as made by the avatar.
    pub fn mark_from_avatar(&mut self, slot: usize) {
        let sprite = &mut self.live.d.sprites[slot];
        if !sprite.is(flag::FROM_AVATAR) {
            sprite.set(flag::FROM_AVATAR, true);
            let kind = sprite.kind;
            self.live.d.groups[usize::from(kind)].from_avatar += 1;
            self.live.d.note_presence(kind);
        }
    }

    /// Kills a sprite. An avatar that is not being transformed is only disabled.
    pub fn kill(&mut self, r: SpriteRef, transformed: bool) {
        match r.resolve() {
            Ok(slot) => {
                let sprite = &mut self.live.d.sprites[slot];
                if !transformed && sprite.is(flag::AVATAR) {
                    return self.disable(slot);
                }
                if sprite.is(flag::KILLED) {
                    self.live.d.killed_again += 1;
                    return;
                }
                sprite.flags |= flag::KILLED;
            }
            Err(index) => {
                let bit = 1 << (index & 63);
                if self.live.d.doomed[index >> 6] & bit != 0 {
                    self.live.d.killed_again += 1;
                    return;
                }
                self.live.d.doomed[index >> 6] |= bit;
            }
        }
        self.live.d.kill_list.push(r);
    }

    fn disable(&mut self, slot: usize) {
        if self.live.d.sprites[slot].is(flag::DISABLED) {
            return;
        }
        self.freeze(slot);
        self.live.d.sprites[slot].set(flag::DISABLED, true);
        let kind = self.live.d.sprites[slot].kind;
        self.live.d.groups[usize::from(kind)].disabled += 1;
        self.note_change(kind);
    }

    /// Stops the clock of a sprite that will not be updated any more.
    pub fn freeze(&mut self, slot: usize) {
        let lastmove = self.live.d.lastmove(slot);
        let sprite = &mut self.live.d.sprites[slot];
        sprite.moved_at = lastmove;
        sprite.set(flag::FROZEN, true);
    }

    /// Removes what was killed in this tick.
    #[inline(always)]
    pub fn clean_up(mut self) {
        if !self.live.d.kill_list.is_empty() {
            self.remove_killed();
        }
        self.live.d.shields.clear();
    }

    #[inline(always)]
    fn remove_killed(&mut self) {
        let deaths = (self.live.d.kill_list.len() as i32).wrapping_add(self.live.d.killed_again);
        self.live.d.num_sprites = self.live.d.num_sprites.wrapping_sub(deaths);
        self.live.d.killed_again = 0;
        for i in 0..self.live.d.kill_list.len() {
            match self.live.d.kill_list[i].resolve() {
                Ok(slot) => self.remove(slot),
                Err(index) => self.remove_fixture(index),
            }
        }
        self.live.d.kill_list.clear();
    }

    fn remove_fixture(&mut self, index: usize) {
        let bit = 1 << (index & 63);
        self.live.d.doomed[index >> 6] &= !bit;
        if self.live.d.standing[index >> 6] & bit != 0 {
            self.live.d.standing[index >> 6] &= !bit;
            let fixture = self.w.fixtures.all[index];
            self.forget_target(fixture.id, self.rect(SpriteRef::fixture(index)));
            let group = &mut self.live.d.groups[usize::from(fixture.kind)];
            group.count -= 1;
            if group.count <= group.from_avatar {
                self.live.d.note_presence(fixture.kind);
            }
            self.note_change(fixture.kind);
        }
    }

    pub fn remove(&mut self, slot: usize) {
        let Sprite { id, kind, flags, previous, next, .. } = self.live.d.sprites[slot];
        if id < 0 {
            return;
        }
        self.live.d.unlink(self.w, slot);
        if flags & flag::AVATAR != 0 || !self.live.d.pursuits.is_empty() || !self.live.d.missiles.is_empty() {
            self.forget(slot);
        }
        self.empty_inventory(slot);
        let group = &mut self.live.d.groups[usize::from(kind)];
        group.count -= 1;
        if flags & (flag::DISABLED | flag::FROM_AVATAR) != 0 {
            group.disabled -= i32::from(flags & flag::DISABLED != 0);
            group.from_avatar -= i32::from(flags & flag::FROM_AVATAR != 0);
        }
        match previous {
            NO_SLOT => group.first = next,
            previous => self.live.d.sprites[usize::from(previous)].next = next,
        }
        match next {
            NO_SLOT => group.last = previous,
            next => self.live.d.sprites[usize::from(next)].previous = previous,
        }
        let changes_presence = group.count <= group.from_avatar || flags & flag::FROM_AVATAR != 0;
        if group.first == NO_SLOT {
            self.live.d.note_absence(self.w, kind);
        }
        if changes_presence {
            self.live.d.note_presence(kind);
        }
        self.note_change(kind);
        let dead = &mut self.live.d.sprites[slot];
        dead.id = -1;
        dead.flags = 0;
        dead.next = self.live.d.free;
        self.live.d.free = slot as u16;
    }

    /// What few sprites leave behind: those that are avatars, pursue or are pursued, or choose from missiles of their own.
    #[cold]
    #[inline(never)]
    fn forget(&mut self, slot: usize) {
        let Sprite { id, rect, kind, target, flags, .. } = self.live.d.sprites[slot];
        self.forget_target(id, rect);
        if target >= 0 && self.info(kind).pursues() {
            self.live.d.pursuits[target as usize].target = -2;
        }
        if flags & flag::AVATAR != 0 {
            self.live.d.forget_avatar(slot as u16);
        }
        self.live.d.missiles.retain(|(s, _)| usize::from(*s) != slot);
    }

    /// Pursuers of a sprite that is gone remember where it was.
    fn forget_target(&mut self, id: i32, rect: Rect) {
        for pursuit in &mut self.live.d.pursuits {
            if pursuit.target == id {
                pursuit.rect = rect;
            }
        }
    }
}
