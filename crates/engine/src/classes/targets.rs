//! How chasers find those they are after, and the ways that lead to them.

use crate::geometry::{BASE, Rect};
use crate::index::{Kind, Slot, SpriteRef};
use crate::state::data::Data;
use crate::tick::Tick;
use crate::world::Compiled;
use crate::world::types::Physics;

/// Some of the base directions, one bit each.
pub(super) type Directions = u8;

/// The n-th of some directions.
#[inline]
fn nth(mut leads: Directions, n: u32) -> u8 {
    (0..n).for_each(|_| leads &= leads - 1);
    leads.trailing_zeros() as u8
}

impl Tick<'_> {
    /// One of some directions, drawn by chance.
    #[inline]
    pub(super) fn draw_direction(&mut self, leads: Directions) -> Option<u8> {
        (leads != 0).then(|| nth(leads, self.live.d.rng.next_int(leads.count_ones())))
    }

    /// One of the directions that lead to targets, if there are any, drawn by chance.
    pub(super) fn draw_lead(&mut self) -> Option<u8> {
        let choices: u32 = self.live.s.leads.iter().map(|leads| leads.count_ones()).sum();
        if choices == 0 {
            return None;
        }
        let mut drawn = self.live.d.rng.next_int(choices);
        for &leads in &self.live.s.leads {
            let here = leads.count_ones();
            if drawn < here {
                return Some(nth(leads, drawn));
            }
            drawn -= here;
        }
        None
    }

    /// Where the only sprite of a type is, if it is not a fixture: mostly all are after the avatar.
    #[inline]
    pub(super) fn only_one_of(&self, kind: Kind) -> Option<Rect> {
        let group = &self.live.d.groups[kind];
        let first = group.first.filter(|_| group.count == 1)?;
        Some(self.live.d.sprites[first].rect)
    }

    /// The first step of the shortest path to a pixel position.
    pub(super) fn first_step(&self, slot: Slot, goal: (i32, i32)) -> Option<u8> {
        let rect = self.live.d.sprites[slot].rect;
        self.w.paths.as_ref()?.first_step((rect.x, rect.y), goal)
    }

    /// Whom one that lists types is after: the nearest ones, or one by chance.
    /// With several types listed the reference draws one without a seed; here it is the first.
    pub(super) fn choose_targets(
        &mut self,
        slot: Slot,
        physics: Physics,
        listed: &[Option<Kind>],
        by_chance: bool,
        chosen: &mut Vec<SpriteRef>,
    ) {
        chosen.clear();
        let known = listed.iter().flatten();
        if known.map(|&kind| i64::from(self.count(kind))).sum::<i64>() == 0 {
            return;
        }
        let Some(&Some(kind)) = listed.first() else { return };
        // The type itself is among its relatives, so its own sprites stand in the list twice.
        let mut all = std::mem::take(&mut self.live.s.group);
        all.clear();
        self.group(kind, |r| all.push(r));
        for &relative in &self.info(kind).relatives {
            self.group(relative, |r| all.push(r));
        }
        if by_chance {
            if !all.is_empty() {
                chosen.push(all[self.live.d.rng.next_int(all.len() as u32) as usize]);
            }
        } else {
            let own = self.live.d.sprites[slot].rect;
            keep_nearest(all.iter().map(|&r| (r, distance(physics, &own, &self.rect(r)))), chosen);
        }
        self.live.s.group = all;
    }
}

impl Data {
    /// Finds the sprites of a type, or of its relatives if it has none itself, that are nearest by some measure, and how
    /// far away they are.
    #[inline]
    pub(super) fn nearest_of<D: PartialOrd + Copy>(
        &self,
        w: &Compiled,
        kind: Kind,
        targets: &mut Vec<Rect>,
        measure: impl Fn(&Rect) -> Option<D>,
    ) -> Option<D> {
        let mut best: Option<D> = None;
        let mut consider = |r: SpriteRef| {
            let rect = self.rect(w, r);
            let Some(far) = measure(&rect) else { return };
            if best.is_none_or(|best| far < best) {
                best = Some(far);
                targets.clear();
            }
            if best == Some(far) {
                targets.push(rect);
            }
        };
        if self.groups[kind].count > 0 {
            self.group(w, kind, consider);
        } else {
            for &relative in &w.types[kind].relatives {
                self.group(w, relative, &mut consider);
            }
        }
        best
    }
}

/// Of all, those at the smallest distance, in order.
fn keep_nearest(all: impl Iterator<Item = (SpriteRef, f64)>, chosen: &mut Vec<SpriteRef>) {
    let mut best = f64::INFINITY;
    for (r, d) in all {
        if d < best {
            best = d;
            chosen.clear();
        }
        if d == best {
            chosen.push(r);
        }
    }
}

/// The distance of two corners: along the grid, or as the crow flies.
#[inline]
pub(super) fn distance(physics: Physics, a: &Rect, b: &Rect) -> f64 {
    if physics == Physics::Continuous {
        let (dx, dy) = (f64::from(a.x) - f64::from(b.x), f64::from(a.y) - f64::from(b.y));
        (dx * dx + dy * dy).sqrt()
    } else {
        steps(a, b) as f64
    }
}

/// The distance of two corners along the grid, in pixels.
#[inline]
pub(super) fn steps(a: &Rect, b: &Rect) -> i64 {
    (i64::from(a.x) - i64::from(b.x)).abs() + (i64::from(a.y) - i64::from(b.y)).abs()
}

/// The directions in which a step of one pixel leads nearer, or farther for one that flees.
#[inline]
pub(super) fn leads(physics: Physics, own: &Rect, other: &Rect, fleeing: bool) -> Directions {
    if physics != Physics::Continuous {
        // Along the grid, each axis decides for itself.
        let (up, left, down, right) = (other.y < own.y, other.x < own.x, other.y > own.y, other.x > own.x);
        let nearer = u8::from(up) | u8::from(left) << 1 | u8::from(down) << 2 | u8::from(right) << 3;
        return if fleeing { nearer ^ 15 } else { nearer };
    }
    let now = distance(physics, own, other);
    let mut leads = 0;
    for (i, (dx, dy)) in BASE.into_iter().enumerate() {
        let then = distance(physics, &own.shifted((dx as i32, dy as i32)), other);
        if if fleeing { now < then } else { now > then } {
            leads |= 1 << i;
        }
    }
    leads
}
