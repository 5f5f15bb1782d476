//! Death of sprites, and what they leave behind.

use crate::geometry::Rect;
use crate::index::{FixtureId, Slot, SpriteRef, Which};
use crate::state::data::{Data, Pursuit};
use crate::state::sprite::{Sprite, flag};
use crate::tick::Tick;

impl Tick<'_> {
    /// Kills a sprite. An avatar that is not being transformed is only disabled.
    pub fn kill(&mut self, r: SpriteRef, transformed: bool) {
        match r.which() {
            Which::Slot(slot) => {
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
            Which::Fixture(fixture) => {
                let doomed = &mut self.live.d.doomed[fixture.word()];
                if *doomed & fixture.bit() != 0 {
                    self.live.d.killed_again += 1;
                    return;
                }
                *doomed |= fixture.bit();
            }
        }
        self.live.d.kill_list.push(r);
    }

    fn disable(&mut self, slot: Slot) {
        if self.live.d.sprites[slot].is(flag::DISABLED) {
            return;
        }
        self.freeze(slot);
        self.live.d.sprites[slot].set(flag::DISABLED, true);
        let kind = self.live.d.sprites[slot].kind;
        self.live.d.groups[kind].disabled += 1;
        self.note_change(kind);
    }

    /// Stops the clock of a sprite that will not be updated any more.
    pub fn freeze(&mut self, slot: Slot) {
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
            match self.live.d.kill_list[i].which() {
                Which::Slot(slot) => self.remove(slot),
                Which::Fixture(fixture) => self.remove_fixture(fixture),
            }
        }
        self.live.d.kill_list.clear();
    }

    fn remove_fixture(&mut self, fixture: FixtureId) {
        self.live.d.doomed[fixture.word()] &= !fixture.bit();
        if self.live.d.stands(fixture) {
            self.live.d.standing[fixture.word()] &= !fixture.bit();
            let (rect, id, kind) = self.identity(SpriteRef::fixture(fixture));
            self.live.d.forget_target(id, rect);
            let group = &mut self.live.d.groups[kind];
            group.count -= 1;
            if group.count <= group.from_avatar {
                self.live.d.note_presence(kind);
            }
            self.note_change(kind);
        }
    }

    /// Removes a sprite, unless that has happened already.
    #[inline(never)]
    pub fn remove(&mut self, slot: Slot) {
        let Sprite { id, kind, flags, previous, next, .. } = self.live.d.sprites[slot];
        if id < 0 {
            return;
        }
        self.live.d.unlink(self.w, slot);
        if flags & flag::AVATAR != 0 || !self.live.d.pursuits.is_empty() || !self.live.d.choices.is_empty() {
            self.live.d.forget(slot);
        }
        self.empty_inventory(slot);
        let group = &mut self.live.d.groups[kind];
        group.count -= 1;
        if flags & (flag::DISABLED | flag::FROM_AVATAR) != 0 {
            group.disabled -= i32::from(flags & flag::DISABLED != 0);
            group.from_avatar -= i32::from(flags & flag::FROM_AVATAR != 0);
        }
        match previous {
            None => group.first = next,
            Some(previous) => self.live.d.sprites[previous].next = next,
        }
        match next {
            None => group.last = previous,
            Some(next) => self.live.d.sprites[next].previous = previous,
        }
        let changes_presence = group.count <= group.from_avatar || flags & flag::FROM_AVATAR != 0;
        if group.first.is_none() {
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
        self.live.d.free = Some(slot);
    }
}

impl Data {
    /// What few sprites leave behind: those that are avatars, pursue or are pursued, or choose from a list of their own.
    #[cold]
    #[inline(never)]
    fn forget(&mut self, slot: Slot) {
        let Sprite { id, rect, pursuit, flags, .. } = self.sprites[slot];
        self.forget_target(id, rect);
        if let Some(number) = pursuit {
            self.pursuits[usize::from(number.get()) - 1].target = Pursuit::FREE;
        }
        if flags & flag::AVATAR != 0 {
            self.avatars.retain(|&s| s != slot);
            for player in &mut self.players {
                if player.avatar == Some(slot) {
                    player.avatar = None;
                }
            }
        }
        self.choices.retain(|(s, _)| *s != slot);
    }

    /// Pursuers of a sprite that is gone remember where it was.
    fn forget_target(&mut self, id: i32, rect: Rect) {
        for pursuit in &mut self.pursuits {
            if pursuit.target == id {
                pursuit.rect = rect;
            }
        }
    }
}
