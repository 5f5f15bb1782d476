//! Steps that come to nothing.
//!
//! A sprite that runs into a wall every tick is moved, found to touch the wall, put back and looked up again:
//! most of the work of a tick in games with many of them. Where nobody can notice, such a step is *omitted*.
//! What makes that exact:
//!
//! - The wall is a fixture, so it is known at once that it will still be there. The rule that puts the sprite back
//!   does nothing else: no score, no event.
//! - Nobody asks where the sprite is between its turn and that rule: no chaser is after it, and no rule of
//!   the game speaks of sprites that do not touch. The [`watched`] types and [`act_on_touch`] say so.
//! - Before that rule comes its turn, nothing can happen between the sprite and its *early* partners, those with
//!   which it has a rule before: none of them is near, and what happens so early cannot bring one here. This
//!   is known only when everything has moved: then steps that do not pass are made after all. Near is in the same cell:
//!   the grid knows where partners are, and they mark the cells that they leave, as they may be put back there.
//!
//! Contacts are also found without this shortcut, and tests compare the two.

use ludex_vgdl::TypeId;

use crate::encounters::{Meeting, Role};
use crate::rules::{Line, Rules};
use crate::sprite::{NO_SLOT, Sprite, flag};
use crate::tick::Tick;
use crate::trusted::Trusted;
use crate::types::{Physics, TypeInfo, TypeSet, fold};

/// The types that chasers are after.
pub(crate) fn watched(types: &[TypeInfo]) -> TypeSet {
    let mut watched = TypeSet::new(types.len());
    for info in types {
        let chases = info.class.is_some_and(|class| class.chases());
        let targets = info.stypes.iter().filter_map(|&t| types.get(usize::try_from(t).ok()?));
        targets.filter(|_| chases).for_each(|target| watched.extend(&target.family));
    }
    watched
}

/// Do all rules of a game act on nothing but sprites that touch, at once?
pub(crate) fn act_on_touch(rules: &Rules) -> bool {
    rules.timers.is_empty() && rules.lines.iter().all(|line| line.effect.acts_on_touch())
}

/// The types of avatars that are put back at the edge of the screen, before anyone can notice that they were beyond it, and to
/// which nothing else happens there.
pub(crate) fn put_back_at_edge(rules: &Rules, types: &[TypeInfo]) -> TypeSet {
    let (mut put_back, watched) = (TypeSet::new(types.len()), watched(types));
    let is_put_back = |&t: &TypeId| {
        let own = rules.edges.iter().filter(|(kind, _)| types[usize::from(*kind)].family.contains(t));
        let mut lines = own.map(|&(_, line)| &rules.lines[usize::from(line)]).peekable();
        lines.peek().is_some() && lines.all(|line| line.effect.is_step_back() && line.matters == 0)
    };
    if act_on_touch(rules) {
        let avatars = (0..types.len() as TypeId).filter(|&t| types[usize::from(t)].template.is(flag::AVATAR));
        avatars.filter(|&t| !watched.contains(t)).filter(is_put_back).for_each(|t| put_back.insert(t));
    }
    put_back
}

/// When steps of a type can be omitted.
#[derive(Debug, Default)]
pub(crate) struct Stop {
    /// The fixtures that put it back, one bit each. None: its steps are never omitted.
    pub walls: u64,
    /// The last entry that does.
    last: u32,
    /// The partners of other entries before that, one bit each: those with fixtures, and those with other sprites.
    early_fixtures: u64,
    pub early: u64,
    /// The early partners as [`Departures`] have them: those in the grid by their bits there, and avatars.
    near: u32,
}

/// What is to know of a type and its partners to see when its steps can be omitted.
pub(crate) struct Partners<'a> {
    pub roles: &'a [Role],
    pub rules: &'a Rules,
    pub types: &'a [TypeInfo],
    /// The bits of types in the grid.
    pub bits: &'a [u16],
    /// Has a type sprites that are not fixtures?
    pub dynamic: &'a dyn Fn(TypeId) -> bool,
}

impl Stop {
    /// Works out when steps of a type can be omitted.
    pub fn new(info: &TypeInfo, partners: &Partners<'_>) -> Stop {
        let &Partners { roles, rules, types, bits: grid_bits, dynamic } = partners;
        let remembered = info.template.is(flag::AVATAR | flag::REMEMBERED | flag::FROM_AVATAR);
        let mut stop = Stop::default();
        if remembered || info.physics != Physics::Grid || types.len() > u64::BITS as usize {
            return stop;
        }
        let (mut early, mut early_fixtures) = (0, 0);
        for role in roles {
            let entry = &rules.entries[role.entry as usize];
            let walls = &types[usize::from(entry.second)].subtypes;
            let puts_back = |line: &Line| line.effect.is_step_back() && line.matters == 0 && !line.in_batch;
            let alone = role.first && !role.second && !walls.iter().any(|&u| dynamic(u));
            if alone && rules.lines_of(entry).all(puts_back) {
                stop.walls |= fold(walls.iter().copied());
                stop.last = role.entry;
                (stop.early, stop.early_fixtures) = (early, early_fixtures);
                continue;
            }
            for (plays, partner) in [(role.first, entry.second), (role.second, entry.first)] {
                let partners = if plays { &types[usize::from(partner)].subtypes[..] } else { &[] };
                early_fixtures |= fold(partners.iter().copied());
                early |= fold(partners.iter().copied().filter(|&u| dynamic(u)));
            }
        }
        for (u, info) in types.iter().enumerate().filter(|(u, _)| stop.early >> u & 1 != 0) {
            let is_avatar = info.class.is_some_and(|class| class.is_avatar());
            stop.near |= if is_avatar { AVATARS } else { u32::from(grid_bits[u]) };
        }
        stop
    }
}

/// Does a sprite that lies like this reach into other cells?
#[inline]
fn reaches_out(place: u16) -> bool {
    place & (flag::REACHES_RIGHT | flag::REACHES_DOWN) != 0
}

/// A step that was omitted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Omitted {
    slot: u16,
    by: (i32, i32),
    /// Where that leads to in the grid.
    there: (u32, u16),
}

/// Where early partners may be that are not found in the grid: the cells that they have left in this tick, as they
/// may be put back there, and the cells of avatars.
#[derive(Debug, Default)]
pub(crate) struct Departures {
    /// Per cell: the bits of the types, and [`AVATARS`].
    types: Trusted<u32>,
    /// The cells with any.
    cells: Vec<u32>,
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
            self.types.resize(cells, 0);
        }
    }

    pub fn clear(&mut self) {
        self.cells.drain(..).for_each(|cell| self.types[cell as usize] = 0);
    }
}

impl Tick<'_> {
    /// Omits a step, the last thing that a sprite of this type does in its turn, if it seems to come to nothing.
    #[inline(always)]
    pub fn omits_step(&mut self, slot: usize, by: (i32, i32), there: (u32, u16), meeting: &Meeting) -> bool {
        self.fixtures_in(there) & meeting.stop.walls != 0 && self.omits_stop(slot, by, there, meeting)
    }

    /// The same for one that leads to where there are walls, or were.
    #[inline(never)]
    fn omits_stop(&mut self, slot: usize, by: (i32, i32), there: (u32, u16), meeting: &Meeting) -> bool {
        let sprite = &self.live.d.sprites[slot];
        let here = (sprite.cell, sprite.flags);
        let stop = &meeting.stop;
        if self.live.s.is_plain()
            || (here.1 | there.1) & (flag::LARGE | flag::OUTSIDE) != 0
            || sprite.is(flag::FROM_AVATAR)
            || !sprite.rect.is_same(&sprite.last)
            || sprite.rect.w.min(sprite.rect.h) <= 0
            || stop.early_fixtures != 0
                && (self.fixtures_in(here) | self.fixtures_in(there)) & stop.early_fixtures != 0
            || !self.runs_into(stop.walls, there)
        {
            return false;
        }
        self.live.s.omitted.push(Omitted { slot: slot as u16, by, there });
        true
    }

    /// The cells that a sprite covers which lies in one like this; some may be there twice.
    #[inline]
    fn covered(&self, (cell, place): (u32, u16)) -> [usize; 4] {
        let cell = cell as usize;
        let right = usize::from(place & flag::REACHES_RIGHT != 0);
        let down = if place & flag::REACHES_DOWN != 0 { self.w.grid.columns as usize } else { 0 };
        [cell, cell + right, cell + down, cell + down + right]
    }

    #[inline]
    fn fixtures_in(&self, (cell, place): (u32, u16)) -> u64 {
        self.w.fixtures.types_under(self.w.grid.columns as usize, cell as usize, place)
    }

    /// Does a wall stand where a sprite would be? Both fill their cells.
    #[inline]
    fn runs_into(&self, walls: u64, (cell, place): (u32, u16)) -> bool {
        let (cell, below) = (cell as usize, cell as usize + self.w.grid.columns as usize);
        let (right, down) = (place & flag::REACHES_RIGHT != 0, place & flag::REACHES_DOWN != 0);
        self.has_wall(walls, cell)
            || right && self.has_wall(walls, cell + 1)
            || down && (self.has_wall(walls, below) || right && self.has_wall(walls, below + 1))
    }

    #[inline]
    fn has_wall(&self, walls: u64, cell: usize) -> bool {
        let fixtures = &self.w.fixtures;
        let stops = |&index: &u32| {
            let wall = fixtures.all[index as usize].kind;
            walls >> (wall & 63) & 1 != 0 && self.live.d.stands(index as usize)
        };
        fixtures.types_in[cell] & walls != 0 && fixtures.in_cell(cell).iter().any(stops)
    }

    /// Notes that an early partner has left a place.
    pub fn note_departure(&mut self, left: (u32, u16), bit: u16) {
        if self.live.d.turn != i32::MAX {
            self.mark(left, u32::from(bit));
        }
    }

    fn mark(&mut self, at: (u32, u16), bit: u32) {
        let cells = self.covered(at);
        let count = if reaches_out(at.1) { cells.len() } else { 1 };
        self.live.s.departures.fit(self.w.grid.cells());
        let Departures { types, cells: list } = &mut self.live.s.departures;
        for &cell in &cells[..count] {
            if types[cell] & bit == 0 {
                types[cell] |= bit;
                list.push(cell as u32);
            }
        }
    }

    /// Marks the cells in which avatars are or were. False if one is too large for that.
    fn mark_avatars(&mut self) -> bool {
        for &kind in &self.w.meets.avatars {
            let mut at = self.live.d.groups[usize::from(kind)].first;
            while at != NO_SLOT {
                let Sprite { rect, last, next, .. } = self.live.d.sprites[usize::from(at)];
                for place in [rect, last].map(|rect| self.w.grid.locate(&rect)) {
                    if place.1 & flag::LARGE != 0 {
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
            omitted.retain(|&Omitted { slot, by, there }| {
                // With too many contacts to note it is no longer known which entries are due.
                let noticed =
                    !clear || self.live.s.is_crowded() || self.is_noticed(usize::from(slot), there, moving);
                if noticed {
                    self.make_step(usize::from(slot), by);
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
    fn make_step(&mut self, slot: usize, by: (i32, i32)) {
        self.live.s.moved = true;
        let meeting = self.meeting(slot);
        self.shift(slot, by, meeting);
        self.live.d.heat(slot);
        self.look_again(slot, 0);
    }

    /// Is a step noticed, if the first entry that is due and moves something is this one?
    #[inline]
    fn is_noticed(&self, slot: usize, there: (u32, u16), moving: u32) -> bool {
        let sprite = &self.live.d.sprites[slot];
        let stop = &self.w.meets.of[usize::from(sprite.kind)].stop;
        moving < stop.last || stop.near != 0 && self.meets_early(slot, there, stop.near)
    }

    /// May another sprite of these types be where this one is, or where it would be?
    #[inline(never)]
    fn meets_early(&self, slot: usize, there: (u32, u16), types: u32) -> bool {
        let sprite = &self.live.d.sprites[slot];
        let here = (sprite.cell, sprite.flags);
        // A small step may lead out of the cells of the place that it leaves, or the other way round.
        let leaves = here.0 != there.0 || here.1 & !there.1 & (flag::REACHES_RIGHT | flag::REACHES_DOWN) != 0;
        self.is_near(slot, there, types) || leaves && self.is_near(slot, here, types)
    }

    /// May another sprite of these types be, or have been at the start of the tick, where this one would be?
    #[inline]
    fn is_near(&self, slot: usize, at: (u32, u16), types: u32) -> bool {
        let sprite = &self.live.d.sprites[slot];
        let (cell, place) = (at.0 as usize, at.1);
        let near = if types as u16 == 0 {
            0
        } else {
            let alone = cell == sprite.cell as usize && self.live.d.is_only_one(slot);
            let here = if alone { 0 } else { self.live.d.cells[cell].types };
            here | self.live.d.types_beside(self.w, (cell, place), types as u16)
        };
        let left = &self.live.s.departures.types;
        let marked = if reaches_out(place) {
            self.covered(at).into_iter().fold(0, |all, cell| all | left[cell])
        } else {
            left[cell]
        };
        (u32::from(near) | marked) & types != 0
    }

    /// The first entry that is due and moves sprites elsewhere than back, or makes some.
    fn first_moving(&self) -> u32 {
        let words =
            self.live.s.noted.iter().zip(&self.w.meets.moving).map(|(notes, moving)| notes.due & moving);
        let found = (0..).zip(words).find(|&(_, word)| word != 0);
        found.map_or(u32::MAX, |(i, word): (u32, u64)| i * u64::BITS + word.trailing_zeros())
    }
}
