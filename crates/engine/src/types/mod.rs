//! Sprite types, compiled: everything about a type that never changes during a game.

mod compile;
mod defaults;
mod set;

use ludex_vgdl::TypeId;

pub(crate) use self::compile::{compile, split};
pub(crate) use self::set::{TypeSet, fold};
use crate::action::Action;
use crate::class::Class;
use crate::geometry::{DOWN, LEFT, NIL, NONE, RIGHT, UP, Vector};
use crate::java::Chance;
use crate::sprite::{Sprite, flag};
use crate::update::{Gait, Multiples, Step, Stroll};

/// The type `wall`.
pub(crate) const WALL: i32 = 0;

/// How a sprite moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Physics {
    /// From cell to cell.
    Grid,
    /// With velocity, gravity and friction.
    Continuous,
    /// Declared as neither: moves like the grid, but avatars of it also move passively.
    None,
}

/// A sprite type.
#[derive(Debug)]
pub(crate) struct TypeInfo {
    pub name: String,
    /// `None`: sprites of this type cannot be made.
    pub class: Option<Class>,
    /// A newborn sprite of this type, at (0, 0).
    pub template: Sprite,
    pub subtypes: Vec<TypeId>,
    /// Per type: its place among these, if there are several.
    pub ranks: Vec<TypeId>,
    pub family: TypeSet,
    /// The types of its chain of which only one sprite may exist.
    pub singletons: Vec<TypeId>,
    /// Is it in the update order? Only childless types are, besides `wall` and `avatar`.
    pub updated: bool,
    /// Its place in the update order, counted from the first type updated.
    pub turn: u32,
    pub physics: Physics,
    /// The steps of its sprites, walking or flying, as long as they are as its template is.
    pub gait: Gait,
    pub flight: Step,
    /// Those of one that flies in another of the base directions.
    pub flights: [Step; 4],
    /// How avatars of it walk from cell to cell.
    pub stroll: Stroll,
    pub cooldown: i32,
    /// When its spawners spawn.
    pub beats: Multiples,
    pub initial_lastmove: i32,
    /// Can any number of its sprites be made, each as large as a cell, and is there nothing else to think of?
    pub multiplies: bool,
    pub stationary: bool,
    pub rotate_in_place: bool,
    pub is_static: bool,
    pub only_active: bool,
    /// Mass as written, and after rounding to a 32-bit float: forces are divided by the latter.
    pub exact_mass: f64,
    pub mass: f64,
    pub friction: f64,
    pub max_speed: f64,
    pub jump_strength: f64,
    pub limit_health: i32,
    pub solid: bool,
    pub is_avatar: bool,
    pub is_resource: bool,
    /// The category that observations show, unless it depends on who made the sprite.
    pub category: Option<u8>,
    /// Is it hidden from the first player's observations?
    pub hidden: bool,
    /// Parameters unknown to its class: logged when the first sprite is made.
    pub unknown_params: u32,
    /// The multiples of the block are not one: the first sprite made has an odd last rectangle.
    pub scaled: bool,
    /// What is held when it is collected, and how much.
    pub resource: (TypeId, i32),
    /// How much of it can be held.
    pub resource_limit: i32,
    /// The types its parameters name: targets, products, ammunition.
    pub stypes: Vec<i32>,
    /// The actions of an avatar, without NIL.
    pub actions: &'static [Action],
    pub ammo: Vec<i32>,
    pub own: Own,
}

/// Parameters of single classes.
#[derive(Debug, Clone)]
pub(crate) struct Own {
    /// Flicker: ticks to live. SpawnPoint: total.
    pub limit: i32,
    /// SpawnPoint: prob. Spreader: spreadprob. WalkerJumper: probability. RandomAltChaser: epsilon.
    pub probability: f64,
    /// The same, for those who draw floats.
    pub chance: Chance,
    pub spawn_orientation: Vector,
    pub cons: i32,
    pub fleeing: bool,
    /// Chaser: pixels beyond which it does not care, or -1.
    pub max_distance: f64,
    pub random_target: bool,
    pub air_steering: bool,
    pub has_ammo: bool,
    pub min_ammo: i32,
    pub ammo_cost: i32,
    pub angle: f64,
    /// CarAvatar: 0 forwards, 1 backwards, until it is steered.
    pub facing: f64,
    pub ground_factor: f64,
    pub air_factor: f64,
}

impl TypeInfo {
    /// Does every sprite of this type do nothing in its update?
    pub fn idle(&self) -> bool {
        use Class::{
            Conveyor, Door, ErraticMissile, Immovable, Missile, Passive, Portal, Resource, ResourcePack,
            SpriteProducer,
        };
        let Some(class) = self.class else { return true };
        let plain = matches!(
            class,
            Immovable
                | Door
                | Passive
                | Conveyor
                | Resource
                | ResourcePack
                | Missile
                | ErraticMissile
                | SpriteProducer
                | Portal
        );
        let held = self.is_static || self.only_active;
        let drifts = !held && (self.physics == Physics::Continuous || self.template.is(flag::ORIENTED));
        plain && !drifts && self.template.time_to_live < 0
    }

    /// Do its sprites do nothing but fly on along their orientation, from cell to cell?
    pub fn flies(&self) -> bool {
        use Class::{ErraticMissile, Missile, Passive, Resource, SpriteProducer};
        matches!(self.class, Some(Missile | ErraticMissile | Passive | Resource | SpriteProducer))
            && self.physics != Physics::Continuous
            && !self.is_static
            && !self.only_active
            && self.template.time_to_live < 0
    }

    /// Are its sprites spawners that never move and never grow old?
    pub fn spawns_in_place(&self) -> bool {
        self.class == Some(Class::SpawnPoint)
            && (self.is_static || self.only_active)
            && self.template.time_to_live < 0
    }

    /// Does an overlap test with this as the first sprite look for ground under it?
    pub fn finds_ground(&self) -> bool {
        use Class::{PlatformerAvatar, Walker, WalkerJumper, WizardAvatar};
        matches!(self.class, Some(PlatformerAvatar | Walker | WalkerJumper | WizardAvatar))
    }

    /// Pixels of one step of speed one.
    pub fn grid_size(&self, block: i32) -> f64 {
        if self.physics == Physics::Continuous { 10.0 } else { f64::from(block) }
    }

    /// The actions of an avatar with NIL at the end. For one class the reference orders them differently.
    pub fn actions_with_nil(&self) -> Vec<Action> {
        use Action::{Down, Left, Nil, Right, Up, Use};
        match self.class {
            Some(Class::ShootOnlyAvatar) => vec![Use, Left, Right, Down, Up, Nil],
            _ => self.actions.iter().copied().chain([Nil]).collect(),
        }
    }
}

/// Encodes a facing direction of a WizardAvatar in an integer.
pub(crate) fn facing_code(v: Vector) -> i32 {
    match v {
        LEFT => 1,
        UP => 2,
        DOWN => 3,
        NONE => 4,
        NIL => 5,
        _ => 0,
    }
}

/// The direction of [`facing_code`].
pub(crate) fn facing_vector(code: i32) -> Vector {
    [RIGHT, LEFT, UP, DOWN, NONE, NIL][code as usize % 6]
}
