//! What avatars make of actions.

use std::f64::consts::PI;

use ludex_vgdl::TypeId;

use super::Movement;
use crate::action::Action;
use crate::class::Class;
use crate::data::Data;
use crate::encounters::Meeting;
use crate::geometry::{BASE, DOWN, LEFT, NONE, RIGHT, UP, Vector, normalise};
use crate::java::{atan2, cos, sin};
use crate::population::NewSprite;
use crate::sprite::{Sprite, SpriteRef, flag};
use crate::tick::Tick;
use crate::types::{Physics, TypeInfo, WALL, facing_code, facing_vector};
use crate::world::World;

/// How avatars of a type walk from one cell to the next, where little needs to be thought of meanwhile.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stroll {
    /// Do they do so at all?
    walks: bool,
    /// Do they turn first, if they face elsewhere?
    turns: bool,
    /// Do they face where they go?
    faces: bool,
    /// Are they put back at the edge of the screen, and does nobody ask where they were meanwhile?
    stays_inside: bool,
}

impl Stroll {
    pub fn new(info: &TypeInfo, meeting: &Meeting, stays_inside: bool) -> Stroll {
        let faces = matches!(info.class, Some(Class::OrientedAvatar | Class::ShootAvatar));
        let steers = matches!(
            info.class,
            Some(Class::MovingAvatar | Class::HorizontalAvatar | Class::VerticalAvatar | Class::FlakAvatar)
        );
        let on_grid = info.physics == Physics::Grid && info.gait.is_one_cell;
        let only_located = meeting.located && !meeting.gridded();
        Stroll {
            walks: (faces || steers) && on_grid && !info.stationary && only_located,
            turns: info.rotate_in_place,
            faces,
            stays_inside,
        }
    }
}

impl Data {
    /// The turn of an avatar that just walks from one cell to the next, as most do in most ticks: gives the cell that it has
    /// left, or in which it stays, if it turns or is put back. None if it does anything else: then nothing has happened yet.
    #[inline(always)]
    pub fn stroll(&mut self, w: &World, slot: usize, action: Action) -> Option<u32> {
        let sprite = &mut self.sprites[slot];
        let TypeInfo { stroll, gait, cooldown, .. } = &w.types[usize::from(sprite.kind)];
        let heading = action.heading().filter(|_| stroll.walks)?;
        if stroll.turns && sprite.is(flag::ORIENTED) && sprite.orientation != BASE[heading] {
            sprite.orientation = BASE[heading];
            return Some(sprite.cell);
        }
        let to = sprite.rect.shifted(gait.steps[heading]);
        if sprite.is(flag::PLACE | flag::FROZEN)
            || !gait.is_at(sprite.speed)
            || *cooldown > self.tick.wrapping_sub(sprite.moved_at)
        {
            return None;
        }
        let left = sprite.cell;
        if w.grid.is_inside(to.x, to.y) {
            sprite.rect = to;
            sprite.cell = left.wrapping_add_signed(w.grid.next_cell[heading]);
        } else if !stroll.stays_inside {
            return None;
        }
        sprite.moved_at = self.tick;
        if stroll.faces {
            sprite.orientation = BASE[heading];
        }
        Some(left)
    }
}

impl Tick<'_> {
    /// The turn of a player's avatar.
    #[inline(never)]
    pub fn update_avatar(&mut self, slot: usize, action: Action) {
        let info = self.info(self.live.d.sprites[slot].kind);
        match info.class {
            Some(
                Class::MovingAvatar | Class::HorizontalAvatar | Class::VerticalAvatar | Class::NullAvatar,
            ) => {
                self.steer(slot, info, action);
            }
            Some(Class::OrientedAvatar) => {
                self.oriented(slot, info, action);
            }
            Some(Class::ShootAvatar) => {
                let moved = self.oriented(slot, info, action);
                if moved == Movement::Still && action == Action::Use {
                    self.shoot_first(slot);
                }
            }
            Some(Class::FlakAvatar) => {
                let moved = self.steer(slot, info, action);
                if moved == Movement::Still && action == Action::Use {
                    self.flak_shot(slot);
                }
            }
            Some(class) => self.update_special(slot, info, class, action),
            None => {}
        }
    }

    /// The turn of an avatar that does not simply go where it is steered.
    #[inline(never)]
    fn update_special(&mut self, slot: usize, info: &TypeInfo, class: Class, action: Action) {
        let direction = action.direction();
        let uses = action == Action::Use;
        match class {
            Class::ShootOnlyAvatar => {
                self.drift(slot);
                self.shoot_by_action(slot, action);
            }
            Class::OngoingAvatar => self.ongoing(slot, direction),
            Class::OngoingShootAvatar => {
                self.ongoing(slot, direction);
                if uses {
                    self.shoot_first(slot);
                }
            }
            Class::OngoingTurningAvatar => self.ongoing_turning(slot, direction),
            Class::MissileAvatar => self.passive(slot),
            Class::AimedAvatar => self.aimed(slot, info, action),
            Class::SpaceshipAvatar => self.spaceship(slot, direction, uses),
            Class::CarAvatar => self.car(slot, direction),
            Class::LanderAvatar => {
                self.drift(slot);
                self.rotate(slot, direction);
                if direction == UP {
                    self.thrust(slot, 0.0);
                }
            }
            Class::BirdAvatar => self.bird(slot, info, action),
            Class::PlatformerAvatar => self.platformer(slot, direction, uses),
            Class::WizardAvatar => self.wizard(slot, direction, uses),
            _ => {}
        }
    }

    /// Passive movement of avatars that are not on the grid.
    fn drift(&mut self, slot: usize) {
        if self.info(self.live.d.sprites[slot].kind).physics != Physics::Grid {
            self.passive(slot);
        }
    }

    #[inline]
    fn steer(&mut self, slot: usize, info: &TypeInfo, action: Action) -> Movement {
        if info.physics != Physics::Grid {
            self.drift(slot);
            let speed = self.live.d.sprites[slot].speed;
            return self.active(slot, action.direction(), speed);
        }
        match action.heading() {
            Some(heading) if !info.stationary => self.walk_freely(slot, info, heading),
            _ => Movement::Still,
        }
    }

    /// What [`Tick::active`] does on the grid. An avatar need not look around after a step: it does so in every tick.
    #[inline]
    fn walk_freely(&mut self, slot: usize, info: &TypeInfo, heading: usize) -> Movement {
        if info.rotate_in_place && self.turn(slot, BASE[heading]) {
            return Movement::Rotate;
        }
        let Sprite { speed, kind, .. } = self.live.d.sprites[slot];
        let rests = info.cooldown > self.live.d.lastmove(slot);
        match info.gait.step(speed, heading, self.w.grid.block) {
            Some(step) if !rests => {
                let meeting = &self.w.meets.of[usize::from(kind)];
                self.shift(slot, step, meeting);
                self.live.d.set_lastmove(slot, 0);
                Movement::Move
            }
            _ => Movement::Still,
        }
    }

    /// Steers, and faces where it went.
    #[inline]
    fn oriented(&mut self, slot: usize, info: &TypeInfo, action: Action) -> Movement {
        let moved = self.steer(slot, info, action);
        if let Some(heading) = action.heading()
            && moved == Movement::Move
            && info.physics == Physics::Grid
        {
            let sprite = &mut self.live.d.sprites[slot];
            // One with a negative speed goes, and faces, the opposite way.
            sprite.orientation = BASE[if sprite.speed < 0.0 { heading ^ 2 } else { heading }];
        }
        moved
    }

    fn ongoing(&mut self, slot: usize, direction: Vector) {
        if direction != NONE {
            self.turn(slot, direction);
        }
        self.passive(slot);
    }

    fn ongoing_turning(&mut self, slot: usize, direction: Vector) {
        let facing = self.live.d.sprites[slot].orientation;
        if direction != NONE && direction.0 * facing.0 + direction.1 * facing.1 == 0.0 {
            self.turn(slot, direction);
        }
        self.passive(slot);
        let sprite = self.live.d.sprites[slot];
        if !sprite.rect.intersects(&sprite.last) {
            // The reference's copies lose the trail, so its forward model only ever leaves walls.
            let trail = if self.live.s.is_game { sprite.target } else { WALL };
            self.spawn_at(trail, sprite.last.x, sprite.last.y);
        }
    }

    fn spawn_at(&mut self, kind: i32, x: i32, y: i32) -> Option<usize> {
        let kind = TypeId::try_from(kind).ok()?;
        self.add_sprite(NewSprite { kind, x, y, force: false })
    }

    fn flak_shot(&mut self, slot: usize) {
        let sprite = self.live.d.sprites[slot];
        let info = self.info(sprite.kind);
        let me = SpriteRef::slot(slot);
        let ammo = info.ammo.first().and_then(|&t| TypeId::try_from(t).ok());
        let held = ammo.and_then(|t| self.held(me, t));
        if info.own.has_ammo {
            let enough =
                held.is_some_and(|n| if info.own.min_ammo > -1 { n > info.own.min_ammo } else { n > 0 });
            if !enough {
                return;
            }
        }
        let stype = info.stypes.first().copied().unwrap_or(-1);
        let Some(shot) = self.spawn_at(stype, sprite.rect.x, sprite.rect.y) else {
            return;
        };
        if let (Some(t), Some(n)) = (ammo, held) {
            self.store(me, t, n.wrapping_sub(info.own.ammo_cost));
        }
        self.mark_from_avatar(shot);
    }

    /// Is there ammunition for the i-th thing to shoot?
    fn has_ammo(&self, slot: usize, i: usize) -> bool {
        let info = self.info(self.live.d.sprites[slot].kind);
        if !info.own.has_ammo || i >= info.ammo.len() {
            return true;
        }
        let Ok(t) = TypeId::try_from(info.ammo[i]) else { return false };
        self.held(SpriteRef::slot(slot), t).is_some_and(|n| n > 0)
    }

    /// Shoots the first thing there is ammunition for.
    fn shoot_first(&mut self, slot: usize) {
        let shots = self.info(self.live.d.sprites[slot].kind).stypes.len();
        if let Some(i) = (0..shots).find(|&i| self.has_ammo(slot, i)) {
            let facing = normalise(self.live.d.sprites[slot].orientation);
            self.shoot(slot, i, facing);
        }
    }

    fn shoot_by_action(&mut self, slot: usize, action: Action) {
        let listed = self.info(self.live.d.sprites[slot].kind).actions;
        let Some(i) = listed.iter().position(|&a| a == action) else { return };
        if i < self.info(self.live.d.sprites[slot].kind).stypes.len() && self.has_ammo(slot, i) {
            let facing = normalise(self.live.d.sprites[slot].orientation);
            self.shoot(slot, i, facing);
        }
    }

    fn shoot(&mut self, slot: usize, i: usize, facing: Vector) {
        let sprite = self.live.d.sprites[slot];
        let info = self.info(sprite.kind);
        let x = f64::from(sprite.rect.x) + facing.0 * f64::from(sprite.last.w);
        let y = f64::from(sprite.rect.y) + facing.1 * f64::from(sprite.last.h);
        let Some(shot) = self.spawn_at(info.stypes[i], x as i32, y as i32) else { return };
        if self.live.d.sprites[shot].is(flag::ORIENTED) {
            self.live.d.sprites[shot].orientation = facing;
        }
        let me = SpriteRef::slot(slot);
        let ammo = info.ammo.get(i).and_then(|&t| TypeId::try_from(t).ok());
        if let Some((t, n)) = ammo.and_then(|t| Some((t, self.held(me, t)?))) {
            self.store(me, t, n.wrapping_sub(1));
        }
        self.mark_from_avatar(shot);
    }

    /// Left and right turn the avatar on the spot.
    fn rotate(&mut self, slot: usize, direction: Vector) {
        let angle = self.info(self.live.d.sprites[slot].kind).own.angle;
        let rotation = &mut self.live.d.sprites[slot].rotation;
        if direction == LEFT {
            *rotation -= angle;
        } else if direction == RIGHT {
            *rotation += angle;
        }
    }

    /// A push along the rotation.
    fn thrust(&mut self, slot: usize, offset: f64) {
        let sprite = self.live.d.sprites[slot];
        let angle = sprite.rotation + offset;
        self.active(slot, (cos(angle), sin(angle)), sprite.speed);
    }

    fn thrust_both_ways(&mut self, slot: usize, direction: Vector) {
        if direction == UP {
            self.thrust(slot, 0.0);
        } else if direction == DOWN {
            self.thrust(slot, PI);
        }
    }

    fn aimed(&mut self, slot: usize, info: &TypeInfo, action: Action) {
        let (direction, uses) = (action.direction(), action == Action::Use);
        let moved = self.oriented(slot, info, action);
        if uses {
            // One shot by the way of all shooters, and one more of its own.
            if moved == Movement::Still {
                self.shoot_first(slot);
            }
            self.shoot_first(slot);
        }
        let angle = info.own.angle;
        let turn = match direction {
            UP => -angle,
            DOWN => angle,
            _ => 0.0,
        };
        let sprite = &mut self.live.d.sprites[slot];
        let (x, y) = sprite.orientation;
        let (s, c) = (sin(turn), cos(turn));
        sprite.orientation = (x * c - y * s, x * s + y * c);
        sprite.rotation = atan2(sprite.orientation.1, sprite.orientation.0);
        self.thrust_both_ways(slot, direction);
    }

    fn spaceship(&mut self, slot: usize, direction: Vector, uses: bool) {
        self.drift(slot);
        if uses {
            for _ in 0..2 {
                let shots = self.info(self.live.d.sprites[slot].kind).stypes.len();
                if let Some(i) = (0..shots).find(|&i| self.has_ammo(slot, i)) {
                    let rotation = self.live.d.sprites[slot].rotation;
                    self.shoot(slot, i, (cos(rotation), sin(rotation)));
                }
            }
        }
        self.rotate(slot, direction);
        self.thrust_both_ways(slot, direction);
    }

    fn car(&mut self, slot: usize, direction: Vector) {
        self.drift(slot);
        self.rotate(slot, direction);
        let sprite = &mut self.live.d.sprites[slot];
        match direction {
            UP => sprite.count = 1,
            DOWN => sprite.count = 2,
            _ => {}
        }
        let sprite = self.live.d.sprites[slot];
        let facing = match sprite.count {
            0 => self.info(sprite.kind).own.facing,
            code => f64::from(code - 1),
        };
        let angle = sprite.rotation + facing * PI;
        self.active(slot, (cos(angle), sin(angle)), 5.0);
    }

    fn bird(&mut self, slot: usize, info: &TypeInfo, action: Action) {
        self.oriented(slot, info, action);
        let sprite = self.live.d.sprites[slot];
        let forward = if sprite.orientation.0.abs() < 0.5 { RIGHT } else { NONE };
        if action == Action::Use {
            self.live.d.sprites[slot].orientation.1 = 0.0;
            let strength = self.info(sprite.kind).jump_strength;
            self.active(slot, (0.0, -strength), sprite.speed);
        }
        let speed = self.live.d.sprites[slot].speed;
        self.active(slot, forward, speed);
        let sprite = &mut self.live.d.sprites[slot];
        sprite.rotation = atan2(sprite.orientation.1, sprite.orientation.0);
    }

    /// Runs with different strength on the ground and in the air; jumps from the ground.
    fn run_and_jump(&mut self, slot: usize, direction: Vector, uses: bool) {
        self.drift(slot);
        let info = self.info(self.live.d.sprites[slot].kind);
        let on_ground = self.live.d.sprites[slot].is(flag::ON_GROUND);
        if direction != NONE {
            let x = if on_ground {
                direction.0 * info.own.ground_factor
            } else {
                direction.0 / info.own.air_factor
            };
            let speed = self.live.d.sprites[slot].speed;
            self.active(slot, (x, direction.1), speed);
        }
        if uses && on_ground {
            self.jump(slot);
        }
    }

    fn platformer(&mut self, slot: usize, direction: Vector, uses: bool) {
        self.run_and_jump(slot, direction, uses);
        self.live.d.sprites[slot].set(flag::ON_GROUND, false);
    }

    fn wizard(&mut self, slot: usize, direction: Vector, uses: bool) {
        self.run_and_jump(slot, direction, uses);
        let tick = self.live.d.tick;
        if direction == UP && self.live.d.sprites[slot].timer.wrapping_add(5) <= tick {
            self.active(slot, DOWN, -1.0);
            let sprite = self.live.d.sprites[slot];
            let facing = facing_vector(sprite.count);
            for &stype in &self.info(sprite.kind).stypes {
                let x = f64::from(sprite.rect.x) + facing.0 * f64::from(sprite.last.w) * 1.2;
                let y = f64::from(sprite.rect.y) + facing.1 * f64::from(sprite.last.h);
                self.spawn_at(stype, x as i32, y as i32);
            }
            self.live.d.sprites[slot].timer = tick;
        }
        let sprite = &mut self.live.d.sprites[slot];
        if direction == LEFT || direction == RIGHT {
            sprite.count = facing_code(direction);
        }
        sprite.set(flag::ON_GROUND, false);
    }
}
