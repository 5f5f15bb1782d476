//! What a sprite does in its turn, by class.

mod avatar;
mod chase;
mod physics;
mod spawner;
mod turns;

use crate::class::Class;
use crate::geometry::{BASE, NIL};
use crate::population::NewSprite;
use crate::sprite::{SpriteRef, flag};
use crate::tick::Tick;
use crate::types::TypeInfo;
use chase::direction;

pub(crate) use avatar::Stroll;
pub(crate) use physics::{Gait, Movement, Step};
pub(crate) use spawner::Multiples;
pub(crate) use turns::{SINGLE_TURNS, Turn};

impl Tick<'_> {
    /// The turn of a sprite that no player controls.
    #[inline]
    pub fn update_sprite(&mut self, slot: usize, info: &TypeInfo) {
        let Some(class) = info.class else { return };
        match class {
            Class::Immovable
            | Class::Door
            | Class::Passive
            | Class::Conveyor
            | Class::Resource
            | Class::ResourcePack
            | Class::Missile
            | Class::ErraticMissile
            | Class::SpriteProducer
            | Class::Portal => self.base_update(slot, info),
            Class::Flicker | Class::OrientedFlicker => self.flicker(slot, info),
            Class::Spreader => self.spreader(slot, info),
            Class::RandomMissile => self.random_missile(slot),
            Class::RandomNPC
            | Class::RandomInertial
            | Class::Chaser
            | Class::Fleeing
            | Class::LOSChaser
            | Class::PathChaser
            | Class::AlternateChaser
            | Class::PathAltChaser
            | Class::RandomAltChaser
            | Class::RandomPathAltChaser => {
                self.move_passively(slot, info);
                let direction = direction(self.choose_heading(slot, info, false));
                let speed = self.live.d.sprites[slot].speed;
                self.active(slot, direction, speed);
            }
            Class::Walker => self.walker(slot, info),
            Class::WalkerJumper => self.walker_jumper(slot, info),
            Class::SpawnPoint | Class::Bomber => self.spawn_point(slot, info),
            Class::RandomBomber => {
                self.random_step(slot);
                self.spawn_point(slot, info);
            }
            Class::SpawnPointMultiSprite => self.spawn_point_multi(slot, info),
            _ => {}
        }
    }

    /// Passive movement, then ageing.
    pub(crate) fn base_update(&mut self, slot: usize, info: &TypeInfo) {
        self.move_passively(slot, info);
        if self.live.d.sprites[slot].time_to_live >= 0 {
            self.use_up(slot);
        }
    }

    /// Takes a tick off the life of a sprite that does not live for ever.
    fn use_up(&mut self, slot: usize) {
        let left = &mut self.live.d.sprites[slot].time_to_live;
        if *left > 0 {
            *left -= 1;
        } else {
            self.kill(SpriteRef::slot(slot), false);
        }
    }

    #[inline]
    fn flicker(&mut self, slot: usize, info: &TypeInfo) {
        self.move_passively(slot, info);
        let sprite = &mut self.live.d.sprites[slot];
        let (age, left) = (sprite.timer, sprite.time_to_live);
        sprite.timer = age.wrapping_add(1);
        if left >= 0 {
            self.use_up(slot);
        }
        if age > info.own.limit {
            self.kill(SpriteRef::slot(slot), false);
        }
    }

    fn spreader(&mut self, slot: usize, info: &TypeInfo) {
        self.flicker(slot, info);
        let sprite = self.live.d.sprites[slot];
        if sprite.timer != 2 {
            return;
        }
        let own_kind = i32::from(sprite.kind);
        let kind = info.stypes.first().copied().filter(|&t| t >= 0).unwrap_or(own_kind) as u16;
        for (dx, dy) in BASE {
            if self.live.d.rng.succeeds(info.own.probability) {
                let x = f64::from(sprite.last.x) + dx * f64::from(sprite.last.w);
                let y = f64::from(sprite.last.y) + dy * f64::from(sprite.last.h);
                self.add_sprite(NewSprite { kind, x: x as i32, y: y as i32, force: false });
            }
        }
    }

    fn random_missile(&mut self, slot: usize) {
        if self.live.d.sprites[slot].orientation == NIL {
            let direction = BASE[self.live.d.rng.next_int(4) as usize];
            self.live.d.sprites[slot].orientation = direction;
        }
        self.passive(slot);
    }

    /// One step in a direction drawn from all four.
    fn random_step(&mut self, slot: usize) {
        let direction = BASE[self.live.d.rng.next_int(4) as usize];
        let speed = self.live.d.sprites[slot].speed;
        self.active(slot, direction, speed);
    }

    fn walker(&mut self, slot: usize, info: &TypeInfo) {
        self.move_passively(slot, info);
        let sprite = &self.live.d.sprites[slot];
        if info.own.air_steering || sprite.rect.x == sprite.last.x {
            let x = sprite.orientation.0;
            let side = if x > 0.0 {
                1.0
            } else if x < 0.0 {
                -1.0
            } else {
                [-1.0, 1.0][self.live.d.rng.next_int(2) as usize]
            };
            self.live.d.sprites[slot].orientation = (side, 0.0);
            self.active(slot, (side, 0.0), info.max_speed);
        }
        let sprite = &mut self.live.d.sprites[slot];
        sprite.speed = info.max_speed;
        sprite.set(flag::ON_GROUND, false);
    }

    /// The reference decides its jumps with a generator that has no seed; here the game's own state decides,
    /// without a draw, so that a game stays a function of its seed.
    fn walker_jumper(&mut self, slot: usize, info: &TypeInfo) {
        self.move_passively(slot, info);
        let on_ground = self.live.d.sprites[slot].is(flag::ON_GROUND);
        if on_ground && info.own.probability > self.unseeded_chance(slot) {
            self.jump(slot);
        } else {
            let sprite = self.live.d.sprites[slot];
            self.active(slot, sprite.orientation, sprite.speed);
        }
        self.live.d.sprites[slot].set(flag::ON_GROUND, false);
    }

    /// A number from 0 to 1 from the state of the generator, the tick and where the sprite is.
    fn unseeded_chance(&self, slot: usize) -> f64 {
        let rect = self.live.d.sprites[slot].rect;
        let place = (rect.x as u64) << 4 ^ (rect.y as u64) << 32;
        let mix = self.live.d.rng.state() ^ (self.live.d.tick as u64) << 20 ^ place;
        crate::java::Random::new(mix as i64).next_double()
    }

    /// An impulse upwards and five pixels to leave the ground.
    pub(crate) fn jump(&mut self, slot: usize) {
        let info = self.info(self.live.d.sprites[slot].kind);
        self.live.d.sprites[slot].orientation.1 = 0.0;
        let speed = self.live.d.sprites[slot].speed;
        self.active(slot, (0.0, -info.jump_strength), speed);
        self.live.d.set_lastmove(slot, info.cooldown);
        self.move_by(slot, (0.0, -1.0), 5);
    }
}
