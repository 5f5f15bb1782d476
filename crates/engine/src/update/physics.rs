//! How sprites move: from cell to cell, or with velocity, gravity and friction.

use crate::data::Data;
use crate::encounters::Meeting;
use crate::geometry::{NONE, Rect, Vector};
use crate::sprite::{NO_SLOT, Sprite, flag};
use crate::tick::Tick;
use crate::types::{Physics, TypeInfo};
use crate::world::World;

/// What an active move came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Movement {
    Still,
    Rotate,
    Move,
}

/// One step of a flying sprite in pixels.
struct Step {
    orientation: Vector,
    speed: f64,
    /// How far it goes at this speed, whatever the direction.
    length: f64,
    /// Does it count as a move, be it of no pixel?
    moves: bool,
    dx: i32,
    dy: i32,
}

impl Step {
    fn new(sprite: &Sprite, length: f64) -> Step {
        let Sprite { orientation: (x, y), speed, .. } = *sprite;
        Step {
            orientation: (x, y),
            speed,
            length,
            moves: length != 0.0 && x.abs() + y.abs() != 0.0,
            dx: (x * length) as i32,
            dy: (y * length) as i32,
        }
    }

    /// Takes over the step of another sprite.
    #[inline(never)]
    fn renew(&mut self, sprite: &Sprite, block: i32) {
        let as_fast = self.speed == sprite.speed;
        *self = Step::new(sprite, if as_fast { self.length } else { step_length(sprite.speed, block) });
    }
}

/// How many pixels a flying sprite goes with a speed, as a whole number.
fn step_length(speed: f64, block: i32) -> f64 {
    let per_block = if speed == -1.0 { 1.0 } else { speed } * f64::from(block);
    f64::from(match per_block as i32 {
        0 => speed as i32,
        pixels => pixels,
    })
}

impl Tick<'_> {
    /// Moves by whole pixels if the cooldown is over. A step of nothing falls back to the sprite's own speed
    /// in pixels.
    #[inline]
    pub fn move_by(&mut self, slot: usize, direction: Vector, pixels: i32) -> bool {
        self.step(slot, direction, pixels, false)
    }

    /// The same; a step that is the last thing in a turn may be omitted.
    #[inline]
    fn step(&mut self, slot: usize, direction: Vector, mut pixels: i32, last: bool) -> bool {
        let sprite = &self.d.sprites[slot];
        if pixels == 0 {
            pixels = sprite.speed as i32;
            if pixels == 0 {
                return false;
            }
        }
        let cooldown = self.info(sprite.kind).cooldown;
        if cooldown > self.d.lastmove(slot) || direction.0.abs() + direction.1.abs() == 0.0 {
            return false;
        }
        let dx = (direction.0 * f64::from(pixels)) as i32;
        let dy = (direction.1 * f64::from(pixels)) as i32;
        let rect = sprite.rect.shifted(dx, dy);
        if !(last && self.omits_step(slot, rect)) {
            self.place(slot, rect);
        }
        self.d.set_lastmove(slot, 0);
        true
    }

    /// The turn of all sprites of a type that do nothing but fly on: the same as `base_update` for each, with
    /// what the type fixes looked up once.
    pub fn fly_all(&mut self, info: &TypeInfo, first: u16) {
        let meeting = &self.w.meets.of[usize::from(info.template.kind)];
        // Sprites of one type mostly fly alike: the last step is the next one's too.
        let length = step_length(info.template.speed, self.w.grid.block);
        let mut step = Step::new(&info.template, length);
        let mut at = first;
        while let Some((slot, to)) = self.d.fly_freely(self.w, (info, meeting), &mut at, &mut step) {
            if let Some(to) = to {
                if meeting.stop.walls != 0 && self.omits_step(slot, to) {
                    continue;
                }
                self.relocate(slot, to, meeting);
                if !meeting.looks || self.d.is_alone(self.w, slot, meeting) {
                    continue;
                }
            }
            self.heat(slot);
        }
    }

    /// Movement by itself: along the orientation, with gravity and friction where there are any.
    #[inline(always)]
    pub fn passive(&mut self, slot: usize) {
        let sprite = &self.d.sprites[slot];
        let info = &self.w.types[usize::from(sprite.kind)];
        // Most that decide where they go have nothing else that moves them.
        if info.physics == Physics::Continuous || sprite.is(flag::FIRST_TICK | flag::ORIENTED) {
            self.coast(slot, info);
        }
    }

    fn coast(&mut self, slot: usize, info: &TypeInfo) {
        if info.is_static || info.only_active {
            return;
        }
        let sprite = &mut self.d.sprites[slot];
        if sprite.is(flag::FIRST_TICK) {
            sprite.flags &= !flag::FIRST_TICK;
            return;
        }
        if info.physics == Physics::Continuous {
            return self.passive_continuous(slot);
        }
        let speed = if sprite.speed == -1.0 { 1.0 } else { sprite.speed };
        if speed != 0.0 && sprite.is(flag::ORIENTED) {
            let (direction, pixels) = (sprite.orientation, (speed * f64::from(self.w.grid.block)) as i32);
            self.move_by(slot, direction, pixels);
        }
    }

    fn passive_continuous(&mut self, slot: usize) {
        let sprite = self.d.sprites[slot];
        if sprite.speed == 0.0 {
            return;
        }
        let info = self.info(sprite.kind);
        self.move_by(slot, sprite.orientation, sprite.speed as i32);
        if sprite.gravity > 0.0 && info.exact_mass > 0.0 && !sprite.is(flag::ON_GROUND) {
            self.active(slot, (0.0, sprite.gravity * info.exact_mass), 0.0);
        }
        let sprite = &mut self.d.sprites[slot];
        sprite.speed *= 1.0 - info.friction;
    }

    /// Movement on purpose: one step on the grid, a push with continuous physics.
    #[inline]
    pub fn active(&mut self, slot: usize, direction: Vector, speed: f64) -> Movement {
        self.act(slot, direction, speed, false)
    }

    /// The same as the last thing that a sprite does in its turn.
    #[inline]
    pub fn active_last(&mut self, slot: usize, direction: Vector, speed: f64) {
        let info = self.info(self.d.sprites[slot].kind);
        let rests = info.cooldown > self.d.lastmove(slot);
        if !rests || info.rotate_in_place || info.physics == Physics::Continuous {
            self.act(slot, direction, speed, true);
        }
    }

    #[inline]
    fn act(&mut self, slot: usize, direction: Vector, speed: f64, last: bool) -> Movement {
        let info = self.info(self.d.sprites[slot].kind);
        if info.physics == Physics::Continuous {
            return self.push(slot, direction, speed);
        }
        if info.stationary || direction == NONE {
            return Movement::Still;
        }
        let sprite = &mut self.d.sprites[slot];
        let step = match speed {
            s if s != 0.0 => s,
            _ if sprite.speed <= 0.0 => 1.0,
            _ => sprite.speed,
        };
        if info.rotate_in_place && sprite.is(flag::ORIENTED) && sprite.orientation != direction {
            sprite.orientation = direction;
            return Movement::Rotate;
        }
        let pixels = (step * f64::from(self.w.grid.block)) as i32;
        if self.step(slot, direction, pixels, last) { Movement::Move } else { Movement::Still }
    }

    /// Changes the velocity by a force.
    fn push(&mut self, slot: usize, force: Vector, speed: f64) -> Movement {
        let sprite = &mut self.d.sprites[slot];
        let info = &self.w.types[usize::from(sprite.kind)];
        let speed = if speed == 0.0 || speed == -1.0 { sprite.speed } else { speed };
        let vx = force.0 / info.mass + sprite.orientation.0 * speed;
        let vy = force.1 / info.mass + sprite.orientation.1 * speed;
        let length = (vx * vx + vy * vy).sqrt();
        sprite.speed = if info.max_speed == -1.0 { length } else { length.min(info.max_speed) };
        sprite.orientation = if length == 0.0 { NONE } else { (vx / length, vy / length) };
        if force == NONE { Movement::Still } else { Movement::Move }
    }

    /// Turns an oriented sprite; true if that changed anything.
    pub fn turn(&mut self, slot: usize, direction: Vector) -> bool {
        let sprite = &mut self.d.sprites[slot];
        let turns = sprite.is(flag::ORIENTED) && sprite.orientation != direction;
        if turns {
            sprite.orientation = direction;
        }
        turns
    }
}

impl Data {
    /// Lets sprites of a type fly on, from one on, as long as nothing is there for them to touch: in a crowd of
    /// missiles these are nearly all. Returns the first of which that is not clear, with where it flies to if
    /// that is not clear either.
    fn fly_freely(
        &mut self,
        w: &World,
        (info, meeting): (&TypeInfo, &Meeting),
        at: &mut u16,
        step: &mut Step,
    ) -> Option<(usize, Option<Rect>)> {
        let tick = self.tick;
        let is_noted = meeting.stop.walls != 0 || meeting.early;
        while *at != NO_SLOT {
            let slot = usize::from(*at);
            let sprite = &mut self.sprites[slot];
            *at = sprite.next;
            sprite.last = sprite.rect;
            if sprite.flags & (flag::FIRST_TICK | flag::ORIENTED) != flag::ORIENTED {
                sprite.flags &= !flag::FIRST_TICK;
                continue;
            }
            if tick.wrapping_sub(sprite.moved_at) < info.cooldown {
                continue;
            }
            if step.orientation != sprite.orientation || step.speed != sprite.speed {
                step.renew(sprite, w.grid.block);
            }
            if !step.moves {
                continue;
            }
            sprite.moved_at = tick;
            if (step.dx, step.dy) == (0, 0) {
                continue;
            }
            let to = sprite.rect.shifted(step.dx, step.dy);
            if is_noted {
                return Some((slot, Some(to)));
            }
            sprite.rect = to;
            if !meeting.located {
                continue;
            }
            let (cell, place) = w.grid.locate(&to);
            if cell != sprite.cell || place != sprite.flags & flag::PLACE {
                self.change_cell(slot, meeting, cell, place);
            }
            if meeting.looks && !self.is_alone_at(w, slot, (cell as usize, place), meeting) {
                return Some((slot, None));
            }
        }
        None
    }
}
