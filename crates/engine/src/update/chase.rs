//! NPCs: at random, towards others, away from others, along paths.

use ludex_vgdl::TypeId;

use crate::class::Class;
use crate::data::Pursuit;
use crate::geometry::{BASE, NONE, Rect, Vector};
use crate::sprite::{NO_SLOT, Sprite, SpriteRef};
use crate::tick::Tick;
use crate::types::{Physics, TypeInfo};

impl TypeInfo {
    /// Does it remember whom it is after?
    pub(crate) fn pursues(&self) -> bool {
        matches!(self.class, Some(Class::PathAltChaser | Class::RandomPathAltChaser))
    }
}

impl Tick<'_> {
    pub(super) fn random_npc(&mut self, slot: usize) {
        self.passive(slot);
        let direction = self.random_move(slot);
        self.go(slot, direction);
    }

    fn go(&mut self, slot: usize, direction: Vector) {
        let speed = self.d.sprites[slot].speed;
        self.active_last(slot, direction, speed);
    }

    /// The next random direction; each is repeated `cons` times.
    fn random_move(&mut self, slot: usize) -> Vector {
        let cons = self.info(self.d.sprites[slot].kind).own.cons;
        let sprite = &mut self.d.sprites[slot];
        if sprite.count < cons {
            sprite.count += 1;
        } else {
            sprite.heading = self.d.rng.next_int(4) as u8;
            sprite.count = 0;
        }
        BASE.get(usize::from(sprite.heading)).copied().unwrap_or(NONE)
    }

    pub(super) fn chaser(&mut self, slot: usize) {
        self.passive(slot);
        let info = self.info(self.d.sprites[slot].kind);
        let distance = self.find_nearest(slot, info);
        let limit = info.own.max_distance;
        let own = self.d.sprites[slot].rect;
        self.s.leads.clear();
        let is_far = limit != -1.0 && distance > limit;
        if !is_far {
            let leads = self.s.targets.iter().map(|to| leads(info.physics, &own, to, info.own.fleeing));
            self.s.leads.extend(leads);
        }
        let direction = self.draw_lead().unwrap_or_else(|| self.random_move(slot));
        self.go(slot, direction);
    }

    /// One of the directions that lead to targets, if there are any, drawn by chance.
    fn draw_lead(&mut self) -> Option<Vector> {
        let choices: u32 = self.s.leads.iter().map(|leads| leads.count_ones()).sum();
        if choices == 0 {
            return None;
        }
        let mut drawn = self.d.rng.next_int(choices);
        for &(mut leads) in &self.s.leads {
            let here = leads.count_ones();
            if drawn < here {
                (0..drawn).for_each(|_| leads &= leads - 1);
                return Some(BASE[leads.trailing_zeros() as usize]);
            }
            drawn -= here;
        }
        None
    }

    pub(super) fn path_chaser(&mut self, slot: usize) {
        self.passive(slot);
        let info = self.info(self.d.sprites[slot].kind);
        self.find_nearest(slot, info);
        let direction = match self.s.targets.first() {
            Some(&goal) => {
                self.d.sprites[slot].count = info.own.cons;
                self.first_step(slot, (goal.x, goal.y)).unwrap_or(NONE)
            }
            None => self.random_move(slot),
        };
        self.go(slot, direction);
    }

    /// The first step of the shortest path to a pixel position.
    fn first_step(&self, slot: usize, goal: (i32, i32)) -> Option<Vector> {
        let rect = self.d.sprites[slot].rect;
        self.w.paths.as_ref()?.first_step((rect.x, rect.y), goal)
    }

    pub(super) fn alternate_chaser(&mut self, slot: usize) {
        self.passive(slot);
        let info = self.info(self.d.sprites[slot].kind);
        let mut chosen = std::mem::take(&mut self.s.chosen);
        self.choose_targets(slot, false, &mut chosen);
        let Tick { w, d, s } = self;
        let own = d.sprites[slot].rect;
        s.leads.clear();
        s.leads.extend(chosen.iter().map(|&to| leads(info.physics, &own, &d.rect(w, to), false)));
        s.chosen = chosen;
        let direction = self.draw_lead().unwrap_or_else(|| BASE[self.d.rng.next_int(4) as usize]);
        self.go(slot, direction);
    }

    pub(super) fn path_alt_chaser(&mut self, slot: usize) {
        self.passive(slot);
        let info = self.info(self.d.sprites[slot].kind);
        if self.d.sprites[slot].target < 0 {
            self.begin_pursuit(slot);
        }
        let index = self.d.sprites[slot].target as usize;
        let mut pursuit = self.d.pursuits[index];
        self.refresh(&mut pursuit);
        let arrived = pursuit.target < 0 || self.d.sprites[slot].rect.contains(&pursuit.rect);
        let mut pursuing = !arrived;
        if arrived {
            let mut chosen = std::mem::take(&mut self.s.chosen);
            self.choose_targets(slot, info.own.random_target, &mut chosen);
            // With nobody left it strays, but still comes back to where its last target was.
            if let Some(&target) = chosen.first() {
                pursuing = true;
                pursuit.target = self.id(target);
                pursuit.target_kind = self.kind(target);
                pursuit.rect = self.rect(target);
            }
            self.s.chosen = chosen;
        }
        let direction = if pursuing {
            let goal = (pursuit.rect.x, pursuit.rect.y);
            let mut step = self.first_step(slot, goal);
            match pursuit.known {
                Some(known) if step.is_none() => step = self.first_step(slot, known),
                _ => pursuit.known = Some(goal),
            }
            step.unwrap_or(NONE)
        } else {
            BASE[self.d.rng.next_int(4) as usize]
        };
        self.d.pursuits[index] = pursuit;
        self.go(slot, direction);
    }

    fn begin_pursuit(&mut self, slot: usize) {
        let fresh = Pursuit { target: -1, ..Pursuit::default() };
        let free = self.d.pursuits.iter().position(|p| p.target == -2);
        let index = free.unwrap_or_else(|| {
            self.d.pursuits.push(fresh);
            self.d.pursuits.len() - 1
        });
        self.d.pursuits[index] = fresh;
        self.d.sprites[slot].target = index as i32;
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
        let info = self.info(self.d.sprites[slot].kind);
        let listed = info.stypes.iter().filter_map(|&t| TypeId::try_from(t).ok());
        if listed.map(|t| i64::from(self.count(t))).sum::<i64>() == 0 {
            return;
        }
        let Ok(kind) = TypeId::try_from(info.stypes[0]) else { return };
        // The type itself is among its sub-types, so its own sprites stand in the list twice.
        let mut all = std::mem::take(&mut self.s.group);
        all.clear();
        self.group(kind, |r| all.push(r));
        for &u in &self.info(kind).subtypes {
            self.group(u, |r| all.push(r));
        }
        if by_chance {
            if !all.is_empty() {
                chosen.push(all[self.d.rng.next_int(all.len() as u32) as usize]);
            }
        } else {
            let own = self.d.sprites[slot].rect;
            keep_nearest(all.iter().map(|&r| (r, distance(info.physics, &own, &self.rect(r)))), chosen);
        }
        self.s.group = all;
    }

    /// Finds where the nearest sprites of a type are, or those of its sub-types if it has none itself, and how far
    /// away.
    #[inline(always)]
    fn find_nearest(&mut self, slot: usize, info: &TypeInfo) -> f64 {
        let Tick { d, s, .. } = self;
        s.targets.clear();
        let Some(kind) = info.stypes.first().and_then(|&kind| TypeId::try_from(kind).ok()) else {
            return f64::INFINITY;
        };
        let group = d.groups[usize::from(kind)];
        if group.count == 1 && group.first != NO_SLOT && info.class != Some(Class::LOSChaser) {
            // Mostly all are after one, the avatar.
            let rect = d.sprites[usize::from(group.first)].rect;
            s.targets.push(rect);
            return distance(info.physics, &d.sprites[slot].rect, &rect);
        }
        self.find_nearest_of_many(slot, info, kind)
    }

    fn find_nearest_of_many(&mut self, slot: usize, info: &TypeInfo, kind: TypeId) -> f64 {
        let Tick { w, d, s } = self;
        let Sprite { rect: own, heading, .. } = d.sprites[slot];
        let sight = (info.class == Some(Class::LOSChaser)).then_some(heading);
        let mut best = f64::INFINITY;
        let mut consider = |r: SpriteRef| {
            let rect = d.rect(w, r);
            if sight.is_some_and(|heading| !in_sight(heading, &own, &rect)) {
                return;
            }
            let distance = distance(info.physics, &own, &rect);
            if distance < best {
                best = distance;
                s.targets.clear();
            }
            if distance == best {
                s.targets.push(rect);
            }
        };
        if d.groups[usize::from(kind)].count > 0 {
            d.group(w, kind, consider);
        } else {
            for &u in &w.types[usize::from(kind)].subtypes {
                d.group(w, u, &mut consider);
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
    let dx = i64::from(a.x) - i64::from(b.x);
    let dy = i64::from(a.y) - i64::from(b.y);
    if physics == Physics::Continuous {
        let (dx, dy) = (dx as f64, dy as f64);
        (dx * dx + dy * dy).sqrt()
    } else {
        (dx.abs() + dy.abs()) as f64
    }
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
        let then = distance(physics, &own.shifted(dx as i32, dy as i32), other);
        if if fleeing { now < then } else { now > then } {
            leads |= 1 << i;
        }
    }
    leads
}
