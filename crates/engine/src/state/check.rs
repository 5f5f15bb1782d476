//! Self-examination, for tests: is a state's bookkeeping true?

use crate::index::shape::Place;
use crate::index::{FixtureId, Index, Slot, SpriteRef, Which};
use crate::state::State;
use crate::state::data::{ABSENT, Data};
use crate::state::sprite::flag;
use crate::tick::grid::{Cell, Unaligned};
use crate::tick::phase::Phase;
use crate::world::Compiled;
use crate::world::type_set::folds_exactly;

impl State {
    /// Says what is wrong with the bookkeeping of a state between two ticks.
    #[doc(hidden)]
    pub fn check(&self) -> Result<(), String> {
        let check = Check { w: self.compiled(), d: &self.live.d };
        check.between_ticks()?;
        check.slots()?;
        check.groups()?;
        check.cells()?;
        check.unaligned()?;
        check.inventories()?;
        check.players()?;
        check.end()?;
        check.active_set()?;
        check.outside()?;
        check.contacts()
    }

    /// Was the last tick so much work that it was broken off? Then another way of playing it may come to another result.
    #[doc(hidden)]
    pub fn is_exhausted(&self) -> bool {
        self.live.s.is_exhausted()
    }
}

struct Check<'a> {
    w: &'a Compiled,
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
        ensure!(d.phase == Phase::Between, "a tick has not ended: {:?}", d.phase);
        ensure!(d.kill_list.is_empty() && d.shields.is_empty(), "deaths or shields are left");
        ensure!(d.pending.is_empty(), "pending sprites are left");
        ensure!(d.doomed.iter().all(|&word| word == 0), "doomed fixtures are left");
        let killed = self.live().find(|&slot| d.sprites[slot].is(flag::KILLED));
        ensure!(killed.is_none(), "slot {killed:?} is dead and still there");
        Ok(())
    }

    /// A game that goes on has no reason to end that was overlooked.
    fn end(&self) -> Result<(), String> {
        let Check { w, d } = self;
        let overlooked = w.terminations.is_overlooked(w, d);
        ensure!(d.ended || d.recount || !overlooked, "the game should have ended by tick {}", d.tick);
        Ok(())
    }

    fn live(&self) -> impl Iterator<Item = Slot> + use<'_> {
        self.d.sprites.indices().filter(|&slot| self.d.is_live(slot))
    }

    /// Every slot is either live or in the list of free ones.
    fn slots(&self) -> Result<(), String> {
        let mut free = self.d.sprites.map(|_| false);
        let mut at = self.d.free;
        while let Some(slot) = at {
            ensure!(!self.d.is_live(slot), "{slot:?} is free and live");
            ensure!(!std::mem::replace(&mut free[slot], true), "{slot:?} is free twice");
            at = self.d.sprites[slot].next;
        }
        let lost = self.d.sprites.indices().find(|&slot| !free[slot] && !self.d.is_live(slot));
        ensure!(lost.is_none(), "{lost:?} is neither live nor free");
        Ok(())
    }

    /// The lists of sprites by type, and their counts.
    fn groups(&self) -> Result<(), String> {
        let mut listed = 0;
        for (kind, group) in self.d.groups.enumerate() {
            let name = &self.w.types[kind].name;
            let (mut count, mut disabled, mut from_avatar) = (0, 0, 0);
            let (mut previous, mut id, mut at) = (None, -1, group.first);
            while let Some(slot) = at {
                let sprite = &self.d.sprites[slot];
                ensure!(sprite.id > id, "{name}: sprite {} comes after {id}", sprite.id);
                ensure!(sprite.kind == kind, "{name}: sprite {id} is of type {:?}", sprite.kind);
                ensure!(sprite.previous == previous, "{name}: sprite {id} has a wrong predecessor");
                count += 1;
                disabled += i32::from(sprite.is(flag::DISABLED));
                from_avatar += i32::from(sprite.is(flag::FROM_AVATAR));
                (previous, id, at) = (at, sprite.id, sprite.next);
            }
            listed += count;
            ensure!(group.last == previous, "{name}: wrong last sprite");
            let (start, end) = self.w.fixtures.of_type[kind];
            let standing = (start..end).filter(|&i| self.d.stands(FixtureId::new(i as usize))).count();
            let counts = (count + standing as i32, disabled, from_avatar);
            let noted = (group.count, group.disabled, group.from_avatar);
            ensure!(noted == counts, "{name}: counted {noted:?}, there are {counts:?}");
            let busy = self.d.busy & self.w.turns.bits[kind] != 0;
            let right = self.w.turns.bits[kind] == 0 || busy == (count > 0);
            ensure!(right, "{name}: {count} sprites, busy: {busy}");
            let present = self.d.present & kind.bit() != 0;
            let right = present == (count > 0) || present && !folds_exactly(self.w.kinds.count());
            ensure!(right, "{name}: {count} sprites, present: {present}");
            let present = self.d.noted[kind.word()].present.map(|word| word & kind.bit() != 0);
            let are = [counts.0 > from_avatar, from_avatar > 0];
            ensure!(present == are, "{name}: noted {present:?}, there are {are:?}");
        }
        ensure!(listed as usize == self.live().count(), "{listed} sprites are listed");
        Ok(())
    }

    /// The links of the grid.
    fn cells(&self) -> Result<(), String> {
        let (d, grid) = (self.d, &self.w.grid);
        let mut linked = d.sprites.map(|_| 0);
        for (cell, &Cell { first, types }) in d.cells.as_slice().iter().enumerate() {
            ensure!(first.is_some() || types == 0, "cell {cell} is empty and has types");
            let (mut previous, mut at) = (None, first);
            while let Some(slot) = at {
                let sprite = &d.sprites[slot];
                let (column, row) = grid.home(&sprite.rect);
                ensure!(
                    sprite.place.cell().position() == cell,
                    "{slot:?} believes to be in {:?}",
                    sprite.place
                );
                ensure!(grid.index(column, row) == cell, "{slot:?} is not in cell {cell}");
                let bit = self.w.broad.of[sprite.kind].bit;
                ensure!(types & bit != 0, "cell {cell} does not know the type of {slot:?}");
                linked[slot] += 1;
                ensure!(linked[slot] == 1, "{slot:?} is linked twice");
                ensure!(sprite.cell_previous == previous, "{slot:?} has a wrong neighbour");
                (previous, at) = (at, sprite.cell_next);
            }
        }
        for &slot in &d.large {
            ensure!(d.sprites[slot].place.is(Place::LARGE), "{slot:?} is not large");
            linked[slot] += 1;
        }
        for (slot, &linked) in linked.enumerate() {
            let sprite = &d.sprites[slot];
            let profile = &self.w.broad.of[sprite.kind];
            if d.is_live(slot) && profile.located {
                let right = sprite.place == grid.locate(&sprite.rect);
                ensure!(right, "{slot:?} is noted at {:?}", sprite.place);
            }
            let gridded = d.is_live(slot) && profile.gridded();
            ensure!(linked == i32::from(gridded), "{slot:?} is linked {linked} times");
        }
        Ok(())
    }

    /// How many sprites in the grid are not exactly in a cell.
    fn unaligned(&self) -> Result<(), String> {
        let mut unaligned = Unaligned::default();
        for sprite in self.live().map(|slot| &self.d.sprites[slot]) {
            let profile = &self.w.broad.of[sprite.kind];
            if profile.gridded() && sprite.place.is(Place::LARGE | Place::UNALIGNED) {
                unaligned.change(profile.bit, true);
            }
        }
        ensure!(self.d.unaligned == unaligned, "{unaligned:?} are unaligned, noted {:?}", self.d.unaligned);
        Ok(())
    }

    fn inventories(&self) -> Result<(), String> {
        let d = self.d;
        let width = self.w.resources.types.len().max(1);
        ensure!(d.inventories.len().is_multiple_of(width), "the last inventory ends in the middle");
        for (position, row) in d.inventories.chunks(width).enumerate() {
            let is_empty = row.iter().all(|&amount| amount == ABSENT);
            let slot = d.sprites.index_at(position).filter(|&slot| d.is_live(slot));
            ensure!(is_empty || slot.is_some(), "slot {position} is free but holds {row:?}");
        }
        Ok(())
    }

    fn players(&self) -> Result<(), String> {
        for (number, player) in self.d.players.iter().enumerate() {
            let Some(avatar) = player.avatar else { continue };
            ensure!(self.d.is_live(avatar), "the avatar of player {number} is gone");
            let info = &self.w.types[self.d.sprites[avatar].kind];
            ensure!(info.has_avatar_class(), "player {number} plays a {}", info.name);
        }
        Ok(())
    }

    fn active_set(&self) -> Result<(), String> {
        let d = self.d;
        let mut active = d.sprites.map(|_| 0);
        for slot in d.active.iter().filter_map(|r| r.as_slot()) {
            active[slot] += 1;
            ensure!(active[slot] == 1, "{slot:?} is active twice");
        }
        let wrong = self.live().find(|&slot| (active[slot] == 1) != d.sprites[slot].is(flag::ACTIVE));
        ensure!(wrong.is_none(), "{wrong:?} does not know whether it is active");
        Ok(())
    }

    /// How many sprites are outside the screen.
    fn outside(&self) -> Result<(), String> {
        let d = self.d;
        for (kind, group) in d.groups.enumerate() {
            let is_outside = |&slot: &Slot| {
                let sprite = &d.sprites[slot];
                sprite.kind == kind && !self.w.grid.on_screen(&sprite.rect)
            };
            let outside = if self.w.broad.of[kind].edge { self.live().filter(is_outside).count() } else { 0 };
            ensure!(group.outside == outside as i32, "{kind:?}: {outside} sprites are outside");
        }
        let outside: i32 = d.groups.iter().map(|group| group.outside).sum();
        ensure!(d.outside == outside, "{outside} sprites are outside, noted {}", d.outside);
        Ok(())
    }

    /// Of two sprites that touch and have a rule, one will look around in the next tick and find the other.
    fn contacts(&self) -> Result<(), String> {
        let (w, d) = (self.w, self.d);
        let partners = |r: SpriteRef| &w.broad.relations[d.kind(w, r)].partners;
        let mut all: Vec<SpriteRef> = self.live().map(SpriteRef::slot).collect();
        let fixtures = (0..w.fixtures.all.len()).map(FixtureId::new);
        all.extend(fixtures.filter(|&fixture| d.stands(fixture)).map(SpriteRef::fixture));
        all.retain(|&r| !partners(r).is_empty());
        all.sort_by_key(|&r| d.rect(w, r).x);
        for (i, &a) in all.iter().enumerate() {
            let area = d.rect(w, a);
            let near = all[i + 1..].iter().take_while(|&&b| d.rect(w, b).x < area.right().max(area.x));
            for &b in near {
                let touches = partners(a).contains(d.kind(w, b)) && area.intersects(&d.rect(w, b));
                let unseen = touches && !self.finds(a, b) && !self.finds(b, a);
                ensure!(!unseen, "{} touches {} and neither looks", self.describe(a), self.describe(b));
            }
        }
        Ok(())
    }

    /// Will one sprite look around in the next tick, and where the other is?
    fn finds(&self, a: SpriteRef, b: SpriteRef) -> bool {
        let (w, d) = (self.w, self.d);
        let will_look = match a.which() {
            Which::Slot(slot) => {
                let sprite = &d.sprites[slot];
                sprite.is(flag::AVATAR) && d.avatars.contains(&slot)
                    || sprite.is(flag::ACTIVE) && sprite.is(flag::KEEP)
            }
            Which::Fixture(_) => d.active.contains(&a),
        };
        let [looking, found] = [a, b].map(|r| &w.broad.of[d.kind(w, r)]);
        will_look
            && match b.which() {
                Which::Fixture(_) => looking.query.fixtures != 0,
                Which::Slot(_) if found.gridded() => looking.query.grid & found.bit != 0,
                Which::Slot(_) => looking.scans.types.contains(&d.kind(w, b)),
            }
    }

    fn describe(&self, r: SpriteRef) -> String {
        let (rect, id, kind) = self.d.identity(self.w, r);
        format!("{} {id} at {rect:?}", self.w.types[kind].name)
    }
}
