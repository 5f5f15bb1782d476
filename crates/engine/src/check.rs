//! Self-examination, for tests: is a state's bookkeeping true, and does a tick find the contacts that a plain
//! search finds?

use crate::action::Action;
use crate::data::{ABSENT, Data};
use crate::grid::{Cell, Unaligned};
use crate::sprite::{NO_SLOT, SpriteRef, flag};
use crate::state::State;
use crate::update::SINGLE_TURNS;
use crate::world::World;

impl State {
    /// Says what is wrong with the bookkeeping of a state between two ticks.
    #[doc(hidden)]
    pub fn check(&self) -> Result<(), String> {
        let check = Check { w: &self.world, d: &self.live.d };
        check.between_ticks()?;
        check.slots()?;
        check.groups()?;
        check.cells()?;
        check.inventories()?;
        check.players()?;
        check.end()?;
        check.hot_list()?;
        check.contacts()
    }

    /// Plays a tick as [`advance`](State::advance) does, but finds contacts by testing every sprite of one type
    /// against every sprite of the other, now and from now on. False if that was too much work and was broken off.
    #[doc(hidden)]
    pub fn advance_plainly(&mut self, actions: &[Action]) -> bool {
        self.live.s.be_plain();
        self.advance(actions);
        !self.live.s.is_exhausted()
    }
}

struct Check<'a> {
    w: &'a World,
    d: &'a Data,
}

/// Fails with a message unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($message:tt)*) => {
        if !$holds {
            return Err(format!($($message)*));
        }
    };
}

impl Check<'_> {
    fn between_ticks(&self) -> Result<(), String> {
        let d = self.d;
        ensure!(d.turn == i32::MAX, "a tick has not ended: turn {}", d.turn);
        ensure!(d.kill_list.is_empty() && d.shields.is_empty(), "deaths or shields are left");
        ensure!(d.doomed.iter().all(|&word| word == 0), "doomed fixtures are left");
        let killed = self.live().find(|&slot| d.sprites[slot].is(flag::KILLED));
        ensure!(killed.is_none(), "slot {killed:?} is dead and still there");
        Ok(())
    }

    /// A game that goes on has no reason to end that was overlooked.
    fn end(&self) -> Result<(), String> {
        let Check { w, d } = self;
        // A timeout is asked at the end of the tick that is to come.
        let overlooked = w.terminations.iter().any(|t| !t.is_timeout() && t.is_met(w, d));
        ensure!(d.ended || d.recount || !overlooked, "the game should have ended by tick {}", d.tick);
        Ok(())
    }

    fn live(&self) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.d.sprites.len()).filter(|&slot| self.d.is_live(slot))
    }

    /// Every slot is either live or in the list of free ones.
    fn slots(&self) -> Result<(), String> {
        let mut free = vec![false; self.d.sprites.len()];
        let mut slot = self.d.free;
        while slot != NO_SLOT {
            let at = usize::from(slot);
            ensure!(!self.d.is_live(at), "slot {at} is free and live");
            ensure!(!std::mem::replace(&mut free[at], true), "slot {at} is free twice");
            slot = self.d.sprites[at].next;
        }
        let lost = (0..free.len()).find(|&slot| !free[slot] && !self.d.is_live(slot));
        ensure!(lost.is_none(), "slot {lost:?} is neither live nor free");
        Ok(())
    }

    /// The lists of sprites by type, and their counts.
    fn groups(&self) -> Result<(), String> {
        let mut listed = 0;
        for (t, group) in self.d.groups.iter().enumerate() {
            let name = &self.w.types[t].name;
            let (start, end) = self.w.fixtures.of_type[t];
            let standing = (start as usize..end as usize).filter(|&i| self.d.stands(i)).count();
            let (mut count, mut disabled, mut from_avatar) = (0, 0, 0);
            let (mut previous, mut id, mut slot) = (NO_SLOT, -1, group.first);
            while slot != NO_SLOT {
                let sprite = &self.d.sprites[usize::from(slot)];
                ensure!(sprite.id > id, "{name}: sprite {} comes after {id}", sprite.id);
                ensure!(usize::from(sprite.kind) == t, "{name}: sprite {id} is of type {}", sprite.kind);
                ensure!(sprite.previous == previous, "{name}: sprite {id} has a wrong predecessor");
                count += 1;
                disabled += i32::from(sprite.is(flag::DISABLED));
                from_avatar += i32::from(sprite.is(flag::FROM_AVATAR));
                (previous, id, slot) = (slot, sprite.id, sprite.next);
            }
            let busy = self.d.busy & self.w.turn_bits[t] != 0;
            let right =
                self.w.turn_bits[t] == 0 || busy == (count > 0) || busy && self.w.turns.len() > SINGLE_TURNS;
            ensure!(right, "{name}: {count} sprites, busy: {busy}");
            listed += count;
            let counts = (count + standing as i32, disabled, from_avatar);
            ensure!(group.last == previous, "{name}: wrong last sprite");
            let noted = (group.count, group.disabled, group.from_avatar);
            ensure!(noted == counts, "{name}: counted {noted:?}, there are {counts:?}");
            let present = self.d.present >> (t & 63) & 1 != 0;
            let right = present == (count > 0) || present && self.w.types.len() > 64;
            ensure!(right, "{name}: {count} sprites, present: {present}");
            let present = self.d.kinds[t >> 6].present.map(|word| word >> (t & 63) & 1 != 0);
            let are = [counts.0 > from_avatar, from_avatar > 0];
            ensure!(present == are, "{name}: noted {present:?}, there are {are:?}");
        }
        ensure!(listed as usize == self.live().count(), "{listed} sprites are listed");
        Ok(())
    }

    /// The links of the grid.
    fn cells(&self) -> Result<(), String> {
        let (d, grid) = (self.d, &self.w.grid);
        let mut linked = vec![0; d.sprites.len()];
        for (cell, &Cell { first, types }) in d.cells.iter().enumerate() {
            ensure!(first != NO_SLOT || types == 0, "cell {cell} is empty and has types");
            let (mut previous, mut slot) = (NO_SLOT, first);
            while slot != NO_SLOT {
                let sprite = &d.sprites[usize::from(slot)];
                let (column, row) = grid.home(&sprite.rect);
                ensure!(sprite.cell as usize == cell, "slot {slot} believes to be in cell {}", sprite.cell);
                ensure!(grid.index(column, row) == cell, "slot {slot} is not in cell {cell}");
                let bit = self.w.meets.of[usize::from(sprite.kind)].bit;
                ensure!(types & bit != 0, "cell {cell} does not know the type of slot {slot}");
                linked[usize::from(slot)] += 1;
                ensure!(linked[usize::from(slot)] == 1, "slot {slot} is linked twice");
                ensure!(sprite.cell_previous == previous, "slot {slot} has a wrong neighbour");
                (previous, slot) = (slot, sprite.cell_next);
            }
        }
        for &slot in &d.large {
            ensure!(d.sprites[usize::from(slot)].is(flag::LARGE), "slot {slot} is not large");
            linked[usize::from(slot)] += 1;
        }
        let mut unaligned = Unaligned::default();
        for (slot, linked) in linked.into_iter().enumerate() {
            let sprite = &d.sprites[slot];
            let meeting = &self.w.meets.of[usize::from(sprite.kind)];
            if d.is_live(slot) && meeting.located {
                let place = (sprite.cell, sprite.flags & flag::PLACE);
                ensure!(place == grid.locate(&sprite.rect), "slot {slot} is noted at {place:?}");
            }
            let gridded = d.is_live(slot) && meeting.gridded();
            ensure!(linked == i32::from(gridded), "slot {slot} is linked {linked} times");
            if gridded && sprite.is(flag::LARGE | flag::UNALIGNED) {
                unaligned.change(meeting.bit, true);
            }
        }
        ensure!(d.unaligned == unaligned, "{unaligned:?} are unaligned, noted {:?}", d.unaligned);
        Ok(())
    }

    fn inventories(&self) -> Result<(), String> {
        let d = self.d;
        let width = self.w.resources.len().max(1);
        ensure!(d.inventories.len().is_multiple_of(width), "the last inventory ends in the middle");
        for (slot, row) in d.inventories.chunks(width).enumerate() {
            let is_empty = row.iter().all(|&amount| amount == ABSENT);
            ensure!(
                is_empty || slot < d.sprites.len() && d.is_live(slot),
                "slot {slot} is free but holds {row:?}"
            );
        }
        Ok(())
    }

    fn players(&self) -> Result<(), String> {
        for (number, player) in self.d.players.iter().enumerate() {
            let Some(avatar) = player.avatar.map(usize::from) else { continue };
            ensure!(self.d.is_live(avatar), "the avatar of player {number} is gone");
            let class = self.w.types[usize::from(self.d.sprites[avatar].kind)].class;
            ensure!(class.is_some_and(|c| c.is_avatar()), "player {number} plays a {class:?}");
        }
        Ok(())
    }

    fn hot_list(&self) -> Result<(), String> {
        let d = self.d;
        let mut hot = vec![0; d.sprites.len()];
        for slot in d.hot.iter().filter_map(|r| r.resolve().ok()) {
            hot[slot] += 1;
            ensure!(hot[slot] == 1, "slot {slot} is hot twice");
        }
        let wrong = self.live().find(|&slot| (hot[slot] == 1) != d.sprites[slot].is(flag::HOT));
        ensure!(wrong.is_none(), "slot {wrong:?} does not know whether it is hot");
        for (t, group) in d.groups.iter().enumerate() {
            let outside = |&slot: &usize| {
                let sprite = &d.sprites[slot];
                usize::from(sprite.kind) == t && !self.w.grid.on_screen(&sprite.rect)
            };
            let outside = if self.w.meets.of[t].edge { self.live().filter(outside).count() } else { 0 };
            ensure!(group.outside == outside as i32, "type {t}: {outside} sprites are outside");
        }
        let outside: i32 = d.groups.iter().map(|group| group.outside).sum();
        ensure!(d.outside == outside, "{outside} sprites are outside, noted {}", d.outside);
        Ok(())
    }

    /// Of two sprites that touch and have a rule, one will look around in the next tick and find the other.
    fn contacts(&self) -> Result<(), String> {
        let (w, d) = (self.w, self.d);
        let mut all: Vec<SpriteRef> = self.live().map(SpriteRef::slot).collect();
        all.extend((0..w.fixtures.all.len()).filter(|&i| d.stands(i)).map(SpriteRef::fixture));
        let meeting = |r: SpriteRef| &w.meets.of[usize::from(d.kind(w, r))];
        all.retain(|&r| !meeting(r).partners.is_empty());
        all.sort_by_key(|&r| d.rect(w, r).x);
        let mut looks = vec![false; w.fixtures.all.len()];
        d.hot.iter().filter_map(|r| r.resolve().err()).for_each(|fixture| looks[fixture] = true);
        let will_look = |r: SpriteRef| match r.resolve() {
            Ok(slot) => {
                let sprite = &d.sprites[slot];
                sprite.is(flag::AVATAR) && d.avatars.contains(&(slot as u16))
                    || sprite.is(flag::HOT) && sprite.is(flag::KEEP)
                    || w.meets.watchers.types.contains(&sprite.kind)
            }
            Err(fixture) => looks[fixture],
        };
        let finds = |a: SpriteRef, b: SpriteRef| {
            will_look(a)
                && match b.resolve() {
                    Err(_) => meeting(a).sight.fixtures != 0,
                    Ok(_) if meeting(b).gridded() => meeting(a).sight.grid & meeting(b).bit != 0,
                    Ok(_) => meeting(a).lists.types.contains(&d.kind(w, b)),
                }
        };
        for (i, &a) in all.iter().enumerate() {
            let area = d.rect(w, a);
            let near = all[i + 1..].iter().take_while(|&&b| d.rect(w, b).x < area.right().max(area.x));
            for &b in near {
                let partners = meeting(a).partners.contains(d.kind(w, b));
                let unseen = partners && area.intersects(&d.rect(w, b)) && !finds(a, b) && !finds(b, a);
                ensure!(!unseen, "{} touches {} and neither looks", self.describe(a), self.describe(b));
            }
        }
        Ok(())
    }

    fn describe(&self, r: SpriteRef) -> String {
        let name = &self.w.types[usize::from(self.d.kind(self.w, r))].name;
        format!("{name} {} at {:?}", self.d.id(self.w, r), self.d.rect(self.w, r))
    }
}
