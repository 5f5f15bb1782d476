//! NPCs: at random, towards others, away from others, along paths.

use ludex_vgdl::TypeId;

use crate::class::Class;
use crate::data::{Data, Pursuit};
use crate::geometry::{BASE, NONE, Rect, Vector};
use crate::sprite::{NO_SLOT, Sprite, SpriteRef};
use crate::tick::{Live, Tick};
use crate::types::{Physics, TypeInfo};
use crate::world::World;

/// The index of no direction.
const NOWHERE: u8 = BASE.len() as u8;

/// The direction with this index.
pub(super) fn direction(heading: u8) -> Vector {
    BASE.get(usize::from(heading)).copied().unwrap_or(NONE)
}

/// The n-th of some directions, given as one bit each.
#[inline]
fn nth(mut leads: u8, n: u32) -> u8 {
    (0..n).for_each(|_| leads &= leads - 1);
    leads.trailing_zeros() as u8
}

impl TypeInfo {
    /// Does it remember whom it is after?
    pub(crate) fn pursues(&self) -> bool {
        matches!(self.class, Some(Class::PathAltChaser | Class::RandomPathAltChaser))
    }

    /// Does a Chaser not care for targets that are so far away?
    #[inline]
    fn is_too_far(&self, distance: impl FnOnce() -> f64) -> bool {
        self.own.max_distance != -1.0 && distance() > self.own.max_distance
    }
}

impl Tick<'_> {
    /// Where a sprite that decides for itself goes next. One that rests need not know the way.
    pub(super) fn choose_heading(&mut self, slot: usize, info: &TypeInfo, rests: bool) -> u8 {
        match info.class {
            Some(Class::RandomNPC | Class::RandomInertial) => self.random_move(slot, info),
            Some(Class::Chaser | Class::Fleeing | Class::LOSChaser) => self.chase(slot, info),
            Some(Class::PathChaser) => self.follow_path(slot, info, rests),
            Some(Class::RandomAltChaser | Class::RandomPathAltChaser)
                if self.live.d.rng.succeeds(info.own.probability) =>
            {
                self.live.d.rng.next_int(4) as u8
            }
            Some(Class::AlternateChaser | Class::RandomAltChaser) => self.chase_nearest(slot, info),
            Some(Class::PathAltChaser | Class::RandomPathAltChaser) => self.pursue(slot, info),
            _ => NOWHERE,
        }
    }

    /// The next random direction; each is repeated `cons` times.
    #[inline]
    pub(super) fn random_move(&mut self, slot: usize, info: &TypeInfo) -> u8 {
        let sprite = &mut self.live.d.sprites[slot];
        if sprite.count < info.own.cons {
            sprite.count += 1;
        } else {
            sprite.heading = self.live.d.rng.next_int(4) as u8;
            sprite.count = 0;
        }
        sprite.heading
    }

    /// Where a Chaser goes next.
    #[inline]
    pub(super) fn chase(&mut self, slot: usize, info: &TypeInfo) -> u8 {
        let drawn = match self.only_target(info) {
            Some(target) => {
                let own = &self.live.d.sprites[slot].rect;
                let is_far = info.is_too_far(|| distance(info.physics, own, &target));
                let leads = if is_far { 0 } else { leads(info.physics, own, &target, info.own.fleeing) };
                self.draw_of(leads)
            }
            None => self.draw_of_many(slot, info),
        };
        drawn.unwrap_or_else(|| self.random_move(slot, info))
    }

    /// Where the target is, if there is only one: mostly all are after the avatar.
    #[inline]
    fn only_target(&self, info: &TypeInfo) -> Option<Rect> {
        let kind = info.stypes.first().and_then(|&kind| TypeId::try_from(kind).ok())?;
        let group = &self.live.d.groups[usize::from(kind)];
        let is_only = group.count == 1 && group.first != NO_SLOT && info.class != Some(Class::LOSChaser);
        is_only.then(|| self.live.d.sprites[usize::from(group.first)].rect)
    }

    /// One of the directions that lead to the nearest targets, drawn by chance.
    #[inline(never)]
    fn draw_of_many(&mut self, slot: usize, info: &TypeInfo) -> Option<u8> {
        let distance = self.find_nearest(slot, info);
        let own = self.live.d.sprites[slot].rect;
        self.live.s.leads.clear();
        if !info.is_too_far(|| distance) {
            let leads = self.live.s.targets.iter().map(|to| leads(info.physics, &own, to, info.own.fleeing));
            self.live.s.leads.extend(leads);
        }
        self.draw_lead()
    }

    /// One of some directions, given as one bit each.
    #[inline]
    fn draw_of(&mut self, leads: u8) -> Option<u8> {
        (leads != 0).then(|| nth(leads, self.live.d.rng.next_int(leads.count_ones())))
    }

    /// One of the directions that lead to targets, if there are any, drawn by chance.
    fn draw_lead(&mut self) -> Option<u8> {
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

    /// Where a PathChaser goes next.
    pub(super) fn follow_path(&mut self, slot: usize, info: &TypeInfo, rests: bool) -> u8 {
        let goal = self.only_target(info).or_else(|| {
            self.find_nearest(slot, info);
            self.live.s.targets.first().copied()
        });
        match goal {
            Some(goal) => {
                self.live.d.sprites[slot].count = info.own.cons;
                if rests { NOWHERE } else { self.first_step(slot, (goal.x, goal.y)).unwrap_or(NOWHERE) }
            }
            None => self.random_move(slot, info),
        }
    }

    /// The first step of the shortest path to a pixel position.
    fn first_step(&self, slot: usize, goal: (i32, i32)) -> Option<u8> {
        let rect = self.live.d.sprites[slot].rect;
        self.w.paths.as_ref()?.first_step((rect.x, rect.y), goal)
    }

    /// Where an AlternateChaser goes next.
    fn chase_nearest(&mut self, slot: usize, info: &TypeInfo) -> u8 {
        let mut chosen = std::mem::take(&mut self.live.s.chosen);
        self.choose_targets(slot, false, &mut chosen);
        let Tick { w, live: Live { d, s } } = self;
        let own = d.sprites[slot].rect;
        s.leads.clear();
        s.leads.extend(chosen.iter().map(|&to| leads(info.physics, &own, &d.rect(w, to), false)));
        s.chosen = chosen;
        self.draw_lead().unwrap_or_else(|| self.live.d.rng.next_int(4) as u8)
    }

    /// Where a PathAltChaser goes next.
    fn pursue(&mut self, slot: usize, info: &TypeInfo) -> u8 {
        if self.live.d.sprites[slot].target < 0 {
            self.begin_pursuit(slot);
        }
        let index = self.live.d.sprites[slot].target as usize;
        let mut pursuit = self.live.d.pursuits[index];
        self.refresh(&mut pursuit);
        let arrived = pursuit.target < 0 || self.live.d.sprites[slot].rect.contains(&pursuit.rect);
        let mut pursuing = !arrived;
        if arrived {
            let mut chosen = std::mem::take(&mut self.live.s.chosen);
            self.choose_targets(slot, info.own.random_target, &mut chosen);
            // With nobody left it strays, but still comes back to where its last target was.
            if let Some(&target) = chosen.first() {
                pursuing = true;
                pursuit.target = self.id(target);
                pursuit.target_kind = self.kind(target);
                pursuit.rect = self.rect(target);
            }
            self.live.s.chosen = chosen;
        }
        let heading = if pursuing {
            let goal = (pursuit.rect.x, pursuit.rect.y);
            let mut step = self.first_step(slot, goal);
            match pursuit.known {
                Some(known) if step.is_none() => step = self.first_step(slot, known),
                _ => pursuit.known = Some(goal),
            }
            step.unwrap_or(NOWHERE)
        } else {
            self.live.d.rng.next_int(4) as u8
        };
        self.live.d.pursuits[index] = pursuit;
        heading
    }

    fn begin_pursuit(&mut self, slot: usize) {
        let fresh = Pursuit { target: -1, ..Pursuit::default() };
        let free = self.live.d.pursuits.iter().position(|p| p.target == -2);
        let index = free.unwrap_or_else(|| {
            self.live.d.pursuits.push(fresh);
            self.live.d.pursuits.len() - 1
        });
        self.live.d.pursuits[index] = fresh;
        self.live.d.sprites[slot].target = index as i32;
    }

    /// Follows the target while it is there. One that is gone stays where it was.
    fn refresh(&self, pursuit: &mut Pursuit) {
        if pursuit.target < 0 {
            return;
        }
        let mut found = None;
        self.group(pursuit.target_kind, |r| {
            if self.id(r) == pursuit.target {
                found = Some(self.rect(r));
            }
        });
        pursuit.rect = found.unwrap_or(pursuit.rect);
    }

    /// Whom an AlternateChaser is after: the nearest ones, or one by chance.
    /// With several types listed the reference draws one without a seed; here it is the first.
    fn choose_targets(&mut self, slot: usize, by_chance: bool, chosen: &mut Vec<SpriteRef>) {
        chosen.clear();
        let info = self.info(self.live.d.sprites[slot].kind);
        let listed = info.stypes.iter().filter_map(|&t| TypeId::try_from(t).ok());
        if listed.map(|t| i64::from(self.count(t))).sum::<i64>() == 0 {
            return;
        }
        let Ok(kind) = TypeId::try_from(info.stypes[0]) else { return };
        // The type itself is among its sub-types, so its own sprites stand in the list twice.
        let mut all = std::mem::take(&mut self.live.s.group);
        all.clear();
        self.group(kind, |r| all.push(r));
        for &u in &self.info(kind).subtypes {
            self.group(u, |r| all.push(r));
        }
        if by_chance {
            if !all.is_empty() {
                chosen.push(all[self.live.d.rng.next_int(all.len() as u32) as usize]);
            }
        } else {
            let own = self.live.d.sprites[slot].rect;
            keep_nearest(all.iter().map(|&r| (r, distance(info.physics, &own, &self.rect(r)))), chosen);
        }
        self.live.s.group = all;
    }

    /// Finds where the nearest sprites of a type are, or those of its sub-types if it has none itself, and how far
    /// away.
    fn find_nearest(&mut self, slot: usize, info: &TypeInfo) -> f64 {
        let Tick { w, live: Live { d, s } } = self;
        s.targets.clear();
        let Some(kind) = info.stypes.first().and_then(|&kind| TypeId::try_from(kind).ok()) else {
            return f64::INFINITY;
        };
        let Sprite { rect: own, heading, .. } = d.sprites[slot];
        let targets = &mut s.targets;
        if info.class == Some(Class::LOSChaser) {
            let seen = |to: &Rect| in_sight(heading, &own, to).then(|| distance(info.physics, &own, to));
            d.nearest_of(w, kind, targets, seen).unwrap_or(f64::INFINITY)
        } else if info.physics == Physics::Continuous {
            let far = |to: &Rect| Some(distance(info.physics, &own, to));
            d.nearest_of(w, kind, targets, far).unwrap_or(f64::INFINITY)
        } else {
            // Mostly it is this, and whole numbers are compared faster.
            let steps = d.nearest_of(w, kind, targets, |to| Some(steps(&own, to)));
            steps.map_or(f64::INFINITY, |steps| steps as f64)
        }
    }
}

impl Data {
    /// Finds the sprites of a type, or of its sub-types if it has none itself, that are nearest by some measure, and how
    /// far away they are.
    #[inline]
    fn nearest_of<D: PartialOrd + Copy>(
        &self,
        w: &World,
        kind: TypeId,
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
        if self.groups[usize::from(kind)].count > 0 {
            self.group(w, kind, consider);
        } else {
            for &u in &w.types[usize::from(kind)].subtypes {
                self.group(w, u, &mut consider);
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

/// Does a LOSChaser that last went this way see the other?
fn in_sight(heading: u8, own: &Rect, other: &Rect) -> bool {
    match heading {
        0 => own.x == other.x && other.y <= own.y,
        1 => own.y == other.y && other.x <= own.x,
        2 => own.x == other.x && other.y >= own.y,
        3 => own.y == other.y && other.x >= own.x,
        _ => false,
    }
}

/// The distance of two corners: along the grid, or as the crow flies.
#[inline]
fn distance(physics: Physics, a: &Rect, b: &Rect) -> f64 {
    if physics == Physics::Continuous {
        let (dx, dy) = (f64::from(a.x) - f64::from(b.x), f64::from(a.y) - f64::from(b.y));
        (dx * dx + dy * dy).sqrt()
    } else {
        steps(a, b) as f64
    }
}

/// The distance of two corners along the grid, in pixels.
#[inline]
fn steps(a: &Rect, b: &Rect) -> i64 {
    (i64::from(a.x) - i64::from(b.x)).abs() + (i64::from(a.y) - i64::from(b.y)).abs()
}

/// The directions, one bit each, in which a step of one pixel leads nearer, or farther for one that flees.
#[inline]
fn leads(physics: Physics, own: &Rect, other: &Rect, fleeing: bool) -> u8 {
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
