//! Short cut: steps that come to nothing are not made.
//!
//! A sprite that runs into a wall every tick is moved, found to touch the wall, put back and looked up again:
//! most of the work of a tick in games with many of them. Where nobody can notice, such a step is omitted.
//!
//! Invariant, and why this is exact:
//!
//! - The wall is a fixture, so it is known at once that it will still be there. The rule that puts the sprite back
//!   does nothing else: no score, no event.
//! - Nobody asks where the sprite is between its turn and that rule: no chaser is after it ([`looked_for`]), and no rule of
//!   the game speaks of sprites that do not touch ([`Lines::are_local`](crate::world::lines::Lines::are_local)).
//! - Before that rule comes its turn, nothing can happen between the sprite and its *early* partners, those with
//!   which it has a rule before: none of them is near, and what happens so early cannot bring one here. This
//!   is known only when everything has moved: then steps that do not pass are made after all. Near is in the same cell:
//!   the grid knows where partners are, and they mark the cells that they leave, as they may be put back there.
//!
//! The plain way is [`Tick::shift`] for every step.

use crate::facts::Moves;
use crate::index::shape::Place;
use crate::index::{CellId, FixtureId, Index, Kind, List, Slot};
use crate::state::sprite::{Sprite, flag};
use crate::tick::Tick;
use crate::tick::shortcuts::Shortcuts;
use crate::world::broad_phase::{Profile, Sources};
use crate::world::cast;
use crate::world::due::Relations;
use crate::world::lines::Line;
use crate::world::type_set::{TypeSet, fold, folds_exactly};
use crate::world::types::Physics;

/// The types whose places matter to what others do in their turns.
fn looked_for(s: &Sources<'_>) -> TypeSet {
    let mut looked_for = TypeSet::new(s.kinds.count());
    for info in s.types {
        cast::add(&mut looked_for, &info.facts.looks_for, s.types, s.kinds);
    }
    looked_for
}

/// The types of avatars that are put back at the edge of the screen, before anyone can notice that they were beyond it, and to
/// which nothing else happens there.
pub(crate) fn put_back_at_edge(s: &Sources<'_>) -> TypeSet {
    let (lines, looked_for) = (s.lines, looked_for(s));
    let is_put_back = |kind: &Kind| {
        let own = lines.edges.iter().filter(|(edge, _)| s.types[*edge].family.contains(*kind));
        let mut own = own.map(|&(_, line)| &lines.list[line]).peekable();
        own.peek().is_some() && own.all(puts_back)
    };
    let is_such = |kind: &Kind| s.cast[*kind].is_avatar && !looked_for.contains(*kind) && is_put_back(kind);
    let such = s.kinds.iter().filter(|_| lines.are_local()).filter(is_such);
    TypeSet::of(s.kinds.count(), such)
}

/// Does a line put a sprite back and do nothing else?
fn puts_back(line: &Line) -> bool {
    line.facts.moves == Moves::FirstBack && line.matters == 0 && !line.in_batch
}

/// When steps of a type come to nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NoOpSteps {
    /// The fixtures that put it back, one bit each. None: its steps are always made.
    pub walls: u64,
    /// The number of the last entry that does.
    last: u32,
    /// The partners of other entries before that, one bit each: those with fixtures, and those with other sprites.
    early_fixtures: u64,
    pub early: u64,
    /// The early partners as [`Departures`] have them: those in the grid by their bits there, and avatars.
    near: u32,
}

/// Works out when steps of each type come to nothing.
pub(crate) fn compile(
    s: &Sources<'_>,
    relations: &List<Kind, Relations>,
    bits: &List<Kind, u16>,
) -> List<Kind, NoOpSteps> {
    let applies =
        s.shortcuts.has(Shortcuts::NoOpSteps) && s.lines.are_local() && folds_exactly(s.kinds.count());
    let looked_for = looked_for(s);
    s.kinds.list(|kind| {
        let info = &s.types[kind];
        let is_remembered = info.template.is(flag::AVATAR | flag::REMEMBERED | flag::FROM_AVATAR);
        if applies && !is_remembered && info.physics == Physics::Grid && !looked_for.contains(kind) {
            NoOpSteps::new(s, &relations[kind], bits)
        } else {
            NoOpSteps::default()
        }
    })
}

impl NoOpSteps {
    fn new(s: &Sources<'_>, relations: &Relations, bits: &List<Kind, u16>) -> NoOpSteps {
        let mut noop = NoOpSteps::default();
        let (mut early, mut early_fixtures) = (0, 0);
        for role in &relations.roles {
            let entry = &s.entries.list[role.entry];
            let walls = &s.types[entry.second].relatives;
            let is_fixture = |kind: &Kind| !s.cast[*kind].is_dynamic;
            let only_stops = role.first && !role.second && walls.iter().all(is_fixture);
            if only_stops && puts_back(&s.lines.list[entry.effect.line]) {
                noop.walls |= fold(walls.iter().copied());
                noop.last = role.entry.number();
                (noop.early, noop.early_fixtures) = (early, early_fixtures);
                continue;
            }
            for (plays, partner) in [(role.first, entry.second), (role.second, entry.first)] {
                let partners = if plays { &s.types[partner].relatives[..] } else { &[] };
                early_fixtures |= fold(partners.iter().copied());
                early |= fold(partners.iter().copied().filter(|kind| s.cast[*kind].is_dynamic));
            }
        }
        for kind in s.kinds.iter().filter(|kind| noop.early & kind.bit() != 0) {
            noop.near |= if s.cast[kind].is_avatar { AVATARS } else { u32::from(bits[kind]) };
        }
        noop
    }
}

/// A step that was not made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NoOpStep {
    slot: Slot,
    by: (i32, i32),
    /// Where that leads to in the grid.
    there: Place,
}

/// Where early partners may be that are not found in the grid: the cells that they have left in this tick, as they
/// may be put back there, and the cells of avatars.
#[derive(Debug, Default)]
pub(crate) struct Departures {
    /// Per cell: the bits of the types, and [`AVATARS`]. Empty until there are any.
    types: Vec<u32>,
    /// The cells with any.
    cells: Vec<CellId>,
}

/// Stands for avatars beside the bits of the types in the grid.
const AVATARS: u32 = 1 << 16;

impl Departures {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Makes room for all cells of a level.
    #[inline]
    fn fit(&mut self, cells: usize) {
        if self.types.len() < cells {
            self.types = vec![0; cells];
        }
    }

    pub fn clear(&mut self) {
        self.cells.drain(..).for_each(|cell| self.types[cell.position()] = 0);
    }
}

impl Tick<'_> {
    /// Omits a step, the last thing that a sprite of this type does in its turn, if it seems to come to nothing.
    #[inline(always)]
    pub fn omits_step(&mut self, slot: Slot, by: (i32, i32), there: Place, profile: &Profile) -> bool {
        self.fixtures_in(there) & profile.noop.walls != 0 && self.omits_noop_step(slot, by, there, profile)
    }

    /// Is a step omitted that leads to where there are walls, or were?
    #[inline(never)]
    fn omits_noop_step(&mut self, slot: Slot, by: (i32, i32), there: Place, profile: &Profile) -> bool {
        let (sprite, noop) = (&self.live.d.sprites[slot], &profile.noop);
        let here = sprite.place;
        let is_odd = |place: Place| place.is(Place::LARGE | Place::OUTSIDE);
        if is_odd(here)
            || is_odd(there)
            || sprite.is(flag::FROM_AVATAR)
            || !sprite.rect.is_same(&sprite.last)
            || sprite.rect.w.min(sprite.rect.h) <= 0
            || noop.early_fixtures != 0
                && (self.fixtures_in(here) | self.fixtures_in(there)) & noop.early_fixtures != 0
            || !self.runs_into(noop.walls, there)
        {
            return false;
        }
        self.live.s.omitted.push(NoOpStep { slot, by, there });
        true
    }

    #[inline]
    fn fixtures_in(&self, place: Place) -> u64 {
        self.w.fixtures.types_under(&self.w.grid, place)
    }

    /// Does a wall stand where a sprite would be? Both fill their cells.
    #[inline]
    fn runs_into(&self, walls: u64, there: Place) -> bool {
        there.corners(&self.w.grid).into_iter().any(|cell| self.has_wall(walls, cell))
    }

    #[inline]
    fn has_wall(&self, walls: u64, cell: CellId) -> bool {
        let fixtures = &self.w.fixtures;
        let stops =
            |&wall: &FixtureId| walls & fixtures.all[wall].kind.bit() != 0 && self.live.d.stands(wall);
        fixtures.types_in[cell] & walls != 0 && fixtures.in_cell(cell).iter().any(stops)
    }

    /// Notes that an early partner has left a place.
    pub fn note_departure(&mut self, left: Place, bit: u16) {
        if self.live.d.phase.is_update() {
            self.mark(left, u32::from(bit));
        }
    }

    fn mark(&mut self, at: Place, bit: u32) {
        self.live.s.departures.fit(self.w.grid.cells());
        let Departures { types, cells } = &mut self.live.s.departures;
        for cell in at.covers(&self.w.grid) {
            let types = &mut types[cell.position()];
            if *types & bit == 0 {
                *types |= bit;
                cells.push(cell);
            }
        }
    }

    /// Marks the cells in which avatars are or were. False if one is too large for that.
    fn mark_avatars(&mut self) -> bool {
        for &kind in &self.w.broad.avatars {
            let mut at = self.live.d.groups[kind].first;
            while let Some(slot) = at {
                let Sprite { rect, last, next, .. } = self.live.d.sprites[slot];
                for place in [rect, last].map(|rect| self.w.grid.locate(&rect)) {
                    if place.is(Place::LARGE) {
                        return false;
                    }
                    self.mark(place, AVATARS);
                }
                at = next;
            }
        }
        true
    }

    /// Makes omitted steps after all if they may be noticed.
    pub fn make_noticed_steps(&mut self) {
        let mut omitted = std::mem::take(&mut self.live.s.omitted);
        self.live.s.departures.fit(self.w.grid.cells());
        let clear = self.mark_avatars() && self.live.d.large.is_empty();
        // A sprite that steps after all may call up entries that others would be noticed in.
        loop {
            let before = omitted.len();
            let mut moving = self.first_moving();
            omitted.retain(|&NoOpStep { slot, by, there }| {
                // With too many contacts to note it is no longer known which entries are due.
                let noticed = !clear || self.live.s.is_crowded() || self.is_noticed(slot, there, moving);
                if noticed {
                    self.make_step(slot, by);
                    moving = self.first_moving();
                }
                !noticed
            });
            if omitted.len() == before {
                break;
            }
        }
        omitted.clear();
        self.live.s.omitted = omitted;
    }

    #[inline(never)]
    fn make_step(&mut self, slot: Slot, by: (i32, i32)) {
        self.live.s.moved = true;
        let profile = self.profile(slot);
        self.shift(slot, by, profile);
        self.live.d.activate(slot);
        self.look_again(slot, 0);
    }

    /// Is a step noticed, if the first entry that is due and moves something is this one?
    #[inline]
    fn is_noticed(&self, slot: Slot, there: Place, moving: u32) -> bool {
        let noop = &self.profile(slot).noop;
        moving < noop.last || noop.near != 0 && self.meets_early(slot, there, noop.near)
    }

    /// May another sprite of these types be where this one is, or where it would be?
    #[inline(never)]
    fn meets_early(&self, slot: Slot, there: Place, types: u32) -> bool {
        let here = self.live.d.sprites[slot].place;
        // A small step may lead out of the cells of the place that it leaves, or the other way round.
        let reaches_further = |how: u32| here.is(how) && !there.is(how);
        let leaves = here.cell() != there.cell()
            || reaches_further(Place::REACHES_RIGHT)
            || reaches_further(Place::REACHES_DOWN);
        self.is_near(slot, there, types) || leaves && self.is_near(slot, here, types)
    }

    /// May another sprite of these types be, or have been at the start of the tick, where this one would be?
    #[inline]
    fn is_near(&self, slot: Slot, at: Place, types: u32) -> bool {
        let near = if types as u16 == 0 {
            0
        } else {
            let is_here = at.cell() == self.live.d.sprites[slot].place.cell();
            let is_alone = is_here && self.live.d.is_only_one(slot);
            let here = if is_alone { 0 } else { self.live.d.cells[at.cell()].types };
            here | self.live.d.types_beside(self.w, at, types as u16)
        };
        let left = &self.live.s.departures.types;
        let marked = if at.is(Place::REACHES_OUT) {
            at.corners(&self.w.grid).into_iter().fold(0, |all, cell| all | left[cell.position()])
        } else {
            left[at.cell().position()]
        };
        (u32::from(near) | marked) & types != 0
    }

    /// The number of the first entry that is due and moves sprites elsewhere than back, or makes some.
    fn first_moving(&self) -> u32 {
        let words =
            self.live.s.noted.iter().zip(&self.w.entries.moving).map(|(notes, moving)| notes.due & moving);
        let found = (0..).zip(words).find(|&(_, word)| word != 0);
        found.map_or(u32::MAX, |(i, word): (u32, u64)| i * u64::BITS + word.trailing_zeros())
    }
}
