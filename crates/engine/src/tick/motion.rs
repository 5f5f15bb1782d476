//! How sprites move: from cell to cell, or with velocity, gravity and friction.

use crate::geometry::{BASE, NONE, Vector};
use crate::index::{Slot, SpriteRef};
use crate::state::sprite::{Sprite, flag};
use crate::tick::Tick;
use crate::world::types::{Physics, TypeInfo};

/// What an active move came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Movement {
    Still,
    Rotate,
    Move,
}

/// One step of a flying sprite in pixels.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    orientation: Vector,
    speed: f64,
    /// Does it count as a move, be it of no pixel?
    pub moves: bool,
    pub by: (i32, i32),
}

impl Step {
    #[inline(never)]
    pub fn new(sprite: &Sprite, block: i32) -> Step {
        let Sprite { orientation: (x, y), speed, .. } = *sprite;
        let pixels = match (if speed == -1.0 { 1.0 } else { speed } * f64::from(block)) as i32 {
            0 => speed as i32,
            pixels => pixels,
        };
        let moves = pixels != 0 && x.abs() + y.abs() != 0.0;
        Step { orientation: (x, y), speed, moves, by: in_pixels((x, y), pixels) }
    }

    /// The steps in all base directions of one that flies like this.
    pub fn turned(sprite: &Sprite, block: i32) -> [Step; 4] {
        BASE.map(|orientation| Step::new(&Sprite { orientation, ..*sprite }, block))
    }

    /// How a sprite flies that does not fly as its type does: mostly it just does so in another of the base directions.
    #[inline(never)]
    pub fn of_other<'a>(
        sprite: &Sprite,
        info: &'a TypeInfo,
        block: i32,
        own: &'a mut Option<Step>,
    ) -> &'a Step {
        match info.flights.iter().find(|step| step.is_of(sprite)) {
            Some(step) => step,
            None => own.insert(Step::new(sprite, block)),
        }
    }

    /// Is this how a sprite flies?
    #[inline]
    pub fn is_of(&self, sprite: &Sprite) -> bool {
        // Bits are compared faster than numbers. Where they differ but the numbers do not, a step is worked out again.
        let differ = |a: f64, b: f64| a.to_bits() ^ b.to_bits();
        let Sprite { orientation: (x, y), speed, .. } = *sprite;
        differ(self.orientation.0, x) | differ(self.orientation.1, y) | differ(self.speed, speed) == 0
    }
}

/// The steps of a sprite that walks.
#[derive(Debug, Clone)]
pub(crate) struct Stride {
    speed: f64,
    /// The pixels of one step, 0 if it does not get anywhere.
    pixels: i32,
    /// One step in each of the base directions.
    pub(crate) steps: [(i32, i32); 4],
    /// Is a step exactly from one cell to the next?
    pub(crate) is_one_cell: bool,
}

impl Stride {
    #[inline(never)]
    pub fn new(speed: f64, block: i32) -> Stride {
        let pixels = stride(speed, speed, block);
        Stride { speed, pixels, steps: BASE.map(|to| in_pixels(to, pixels)), is_one_cell: pixels == block }
    }

    /// Is this the stride at some speed?
    #[inline]
    pub fn is_at(&self, speed: f64) -> bool {
        speed == self.speed
    }

    /// One step of a sprite with some speed, mostly that of this stride.
    #[inline]
    pub fn step(&self, speed: f64, heading: usize, block: i32) -> Option<(i32, i32)> {
        if self.is_at(speed) { self.own_step(heading) } else { Stride::other_step(speed, heading, block) }
    }

    #[cold]
    fn other_step(speed: f64, heading: usize, block: i32) -> Option<(i32, i32)> {
        Stride::new(speed, block).own_step(heading)
    }

    #[inline]
    fn own_step(&self, heading: usize) -> Option<(i32, i32)> {
        (self.pixels != 0).then(|| self.steps[heading])
    }
}

/// How many pixels are a step at some speed, or at the sprite's own if that is 0. A step of nothing falls back to
/// the sprite's own speed in pixels.
#[inline(never)]
fn stride(speed: f64, own: f64, block: i32) -> i32 {
    let speed = match speed {
        s if s != 0.0 => s,
        _ if own <= 0.0 => 1.0,
        _ => own,
    };
    match (speed * f64::from(block)) as i32 {
        0 => own as i32,
        pixels => pixels,
    }
}

#[inline]
fn in_pixels((x, y): Vector, pixels: i32) -> (i32, i32) {
    let scaled = |v: f64| match v {
        0.0 => 0,
        // Directions are mostly those of the grid.
        1.0 => pixels,
        -1.0 => pixels.saturating_neg(),
        v => (v * f64::from(pixels)) as i32,
    };
    (scaled(x), scaled(y))
}

impl Tick<'_> {
    /// Moves by whole pixels if the cooldown is over. A step of nothing falls back to the sprite's own speed
    /// in pixels.
    pub fn move_by(&mut self, slot: Slot, direction: Vector, pixels: i32) -> bool {
        let sprite = &self.live.d.sprites[slot];
        let rests = self.info(sprite.kind).cooldown > self.live.d.lastmove(slot);
        if rests || direction.0.abs() + direction.1.abs() == 0.0 {
            return false;
        }
        let pixels = if pixels == 0 { sprite.speed as i32 } else { pixels };
        self.step(slot, direction, pixels) == Movement::Move
    }

    /// Movement by itself: along the orientation, with gravity and friction where there are any.
    #[inline(always)]
    pub fn move_passively(&mut self, slot: Slot, info: &TypeInfo) {
        let sprite = &self.live.d.sprites[slot];
        // Most that decide where they go have nothing else that moves them.
        if info.physics == Physics::Continuous || sprite.is(flag::FIRST_TICK | flag::ORIENTED) {
            self.coast(slot, info);
        }
    }

    #[inline(always)]
    pub(super) fn coast(&mut self, slot: Slot, info: &TypeInfo) {
        if info.is_static || info.only_active {
            return;
        }
        let sprite = &mut self.live.d.sprites[slot];
        if sprite.is(flag::FIRST_TICK) {
            sprite.flags &= !flag::FIRST_TICK;
            return;
        }
        if info.physics == Physics::Continuous {
            return self.passive_continuous(slot);
        }
        let rests = info.cooldown > self.live.d.lastmove(slot);
        let sprite = &self.live.d.sprites[slot];
        if rests || !sprite.is(flag::ORIENTED) {
            return;
        }
        if info.flight.is_of(sprite) {
            self.fly(slot, &info.flight);
        } else {
            self.fly_otherwise(slot, info);
        }
    }

    #[inline(never)]
    fn fly_otherwise(&mut self, slot: Slot, info: &TypeInfo) {
        let mut own = None;
        let step = Step::of_other(&self.live.d.sprites[slot], info, self.w.grid.block, &mut own);
        self.fly(slot, step);
    }

    #[inline(never)]
    fn fly(&mut self, slot: Slot, step: &Step) {
        if step.moves {
            self.live.d.set_lastmove(slot, 0);
            self.place_by(slot, step.by);
        }
    }

    fn passive_continuous(&mut self, slot: Slot) {
        let sprite = self.live.d.sprites[slot];
        if sprite.speed == 0.0 {
            return;
        }
        let info = self.info(sprite.kind);
        self.move_by(slot, sprite.orientation, sprite.speed as i32);
        if sprite.gravity > 0.0 && info.exact_mass > 0.0 && !sprite.is(flag::ON_GROUND) {
            self.active(slot, (0.0, sprite.gravity * info.exact_mass), 0.0);
        }
        let sprite = &mut self.live.d.sprites[slot];
        sprite.speed *= 1.0 - info.friction;
    }

    /// Passive movement, then ageing.
    #[inline(always)]
    pub fn drift_and_age(&mut self, slot: Slot, info: &TypeInfo) {
        self.move_passively(slot, info);
        if self.live.d.sprites[slot].time_to_live >= 0 {
            self.use_up_life(slot);
        }
    }

    /// Takes a tick off the life of a sprite that does not live for ever.
    #[inline(never)]
    pub fn use_up_life(&mut self, slot: Slot) {
        let left = &mut self.live.d.sprites[slot].time_to_live;
        if *left > 0 {
            *left -= 1;
        } else {
            self.kill(SpriteRef::slot(slot), false);
        }
    }

    /// An impulse upwards and five pixels to leave the ground.
    pub fn jump(&mut self, slot: Slot) {
        let info = self.info(self.live.d.sprites[slot].kind);
        self.live.d.sprites[slot].orientation.1 = 0.0;
        let speed = self.live.d.sprites[slot].speed;
        self.active(slot, (0.0, -info.jump_strength), speed);
        self.live.d.set_lastmove(slot, info.cooldown);
        self.move_by(slot, (0.0, -1.0), 5);
    }

    /// Movement on purpose: one step on the grid, a push with continuous physics.
    pub fn active(&mut self, slot: Slot, direction: Vector, speed: f64) -> Movement {
        let sprite = &mut self.live.d.sprites[slot];
        let info = &self.w.types[sprite.kind];
        if info.physics == Physics::Continuous {
            return self.push(slot, direction, speed);
        }
        if info.stationary || direction == NONE {
            return Movement::Still;
        }
        if info.rotate_in_place && sprite.is(flag::ORIENTED) && sprite.orientation != direction {
            sprite.orientation = direction;
            return Movement::Rotate;
        }
        let own = sprite.speed;
        if info.cooldown > self.live.d.lastmove(slot) {
            return Movement::Still;
        }
        if speed == own && speed == info.stride.speed {
            self.step(slot, direction, info.stride.pixels)
        } else {
            self.step_at(slot, direction, speed)
        }
    }

    #[inline(never)]
    fn step_at(&mut self, slot: Slot, direction: Vector, speed: f64) -> Movement {
        let pixels = stride(speed, self.live.d.sprites[slot].speed, self.w.grid.block);
        self.step(slot, direction, pixels)
    }

    /// One step of some pixels, which starts the cooldown.
    #[inline(always)]
    fn step(&mut self, slot: Slot, direction: Vector, pixels: i32) -> Movement {
        if pixels == 0 {
            return Movement::Still;
        }
        self.live.d.set_lastmove(slot, 0);
        self.place_by(slot, in_pixels(direction, pixels));
        Movement::Move
    }

    /// Changes the velocity by a force.
    fn push(&mut self, slot: Slot, force: Vector, speed: f64) -> Movement {
        let sprite = &mut self.live.d.sprites[slot];
        let info = &self.w.types[sprite.kind];
        let speed = if speed == 0.0 || speed == -1.0 { sprite.speed } else { speed };
        let vx = force.0 / info.mass + sprite.orientation.0 * speed;
        let vy = force.1 / info.mass + sprite.orientation.1 * speed;
        let length = (vx * vx + vy * vy).sqrt();
        sprite.speed = if info.max_speed == -1.0 { length } else { length.min(info.max_speed) };
        sprite.orientation = if length == 0.0 { NONE } else { (vx / length, vy / length) };
        if force == NONE { Movement::Still } else { Movement::Move }
    }

    /// Turns an oriented sprite; true if that changed anything.
    #[inline]
    pub fn turn(&mut self, slot: Slot, direction: Vector) -> bool {
        let sprite = &mut self.live.d.sprites[slot];
        let turns = sprite.is(flag::ORIENTED) && sprite.orientation != direction;
        if turns {
            sprite.orientation = direction;
        }
        turns
    }
}
