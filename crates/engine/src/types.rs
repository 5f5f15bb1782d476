//! Sprite types, compiled: everything about a type that never changes during a game.

use std::collections::HashMap;

use ludex_vgdl::{ClassRef, Game, Params, SpriteType, TypeId};

use crate::action::Action;
use crate::class::Class;
use crate::geometry::{DOWN, NIL, NONE, RIGHT, Rect, Vector};
use crate::sprite::{NO_SLOT, Sprite, flag};

/// A set of sprite types. Most games have fewer than 64, which need no look beyond the first word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TypeSet {
    first: u64,
    others: Box<[u64]>,
}

impl TypeSet {
    pub fn new(types: usize) -> TypeSet {
        TypeSet { first: 0, others: vec![0; types.div_ceil(64).saturating_sub(1)].into() }
    }

    pub fn of(types: usize, members: &[TypeId]) -> TypeSet {
        let mut set = TypeSet::new(types);
        members.iter().for_each(|&t| set.insert(t));
        set
    }

    pub fn insert(&mut self, t: TypeId) {
        match usize::from(t) >> 6 {
            0 => self.first |= 1 << t,
            word => self.others[word - 1] |= 1 << (t & 63),
        }
    }

    #[inline]
    pub fn contains(&self, t: TypeId) -> bool {
        let word = match usize::from(t) >> 6 {
            0 => self.first,
            word => self.others[word - 1],
        };
        word >> (t & 63) & 1 != 0
    }

    pub fn extend(&mut self, other: &TypeSet) {
        self.first |= other.first;
        self.others.iter_mut().zip(&other.others).for_each(|(a, b)| *a |= b);
    }

    pub fn is_empty(&self) -> bool {
        self.first == 0 && self.others.iter().all(|&word| word == 0)
    }
}

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
    pub family: TypeSet,
    /// The types of its chain of which only one sprite may exist.
    pub singletons: Vec<TypeId>,
    /// Is it in the update order? Only childless types are, besides `wall` and `avatar`.
    pub updated: bool,
    /// Its place in the update order, counted from the first type updated.
    pub turn: u32,
    pub physics: Physics,
    pub cooldown: i32,
    pub initial_lastmove: i32,
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

    /// The actions of an avatar, without NIL.
    pub fn actions(&self) -> &'static [Action] {
        use Action::{Down, Left, Nil, Right, Up, Use};
        match self.class {
            Some(Class::HorizontalAvatar) => &[Left, Right],
            Some(Class::VerticalAvatar) => &[Up, Down],
            Some(Class::NullAvatar) => &[Nil],
            Some(Class::FlakAvatar) => &[Use, Left, Right],
            Some(Class::ShootAvatar | Class::OngoingShootAvatar | Class::SpaceshipAvatar) => {
                &[Use, Left, Right, Down, Up]
            }
            Some(Class::ShootOnlyAvatar) => &[Left, Up, Right, Down, Use],
            Some(Class::AimedAvatar) => &[Use, Down, Up],
            Some(Class::BirdAvatar) => &[Use],
            Some(Class::PlatformerAvatar) => &[Left, Right, Use],
            Some(Class::WizardAvatar) => &[Left, Right, Use, Up],
            Some(class) if class.is_avatar() => &[Left, Right, Down, Up],
            _ => &[],
        }
    }

    /// The actions of an avatar with NIL at the end. For one class the reference orders them differently.
    pub fn actions_with_nil(&self) -> Vec<Action> {
        use Action::{Down, Left, Nil, Right, Up, Use};
        match self.class {
            Some(Class::ShootOnlyAvatar) => vec![Use, Left, Right, Down, Up, Nil],
            _ => self.actions().iter().copied().chain([Nil]).collect(),
        }
    }
}

/// Compiles all sprite types of a game.
pub(crate) fn compile(game: &Game, block: i32) -> Vec<TypeInfo> {
    let names = &game.type_index();
    let mut infos: Vec<TypeInfo> =
        (0..game.types.len()).map(|t| compile_type(game, names, t as TypeId, block)).collect();
    for (turn, &t) in game.order.iter().rev().enumerate() {
        infos[usize::from(t)].updated = true;
        infos[usize::from(t)].turn = turn as u32;
    }
    infos
}

fn compile_type(game: &Game, names: &HashMap<&str, TypeId>, id: TypeId, block: i32) -> TypeInfo {
    let source = &game.types[usize::from(id)];
    let p = &source.params;
    let class = match source.class {
        ClassRef::Known(index) => Class::from_index(index),
        ClassRef::Unknown(_) | ClassRef::Missing => None,
    };
    let base = class.map(defaults).unwrap_or_default();
    let flags = |name: &str, default: bool| p.bool(name).unwrap_or(default);
    let number = |name: &str, default: f64| p.double(name).unwrap_or(default);
    let integer = |name: &str, default: i32| p.int(name).unwrap_or(default);

    let orientation = p.direction("orientation").unwrap_or(base.orientation);
    let is_oriented = flags("is_oriented", base.is_oriented) || orientation != NONE;
    let physics = match p.int("physicstype").unwrap_or(base.physics) {
        0 => Physics::Grid,
        1 => Physics::Continuous,
        _ => Physics::None,
    };
    let mut health = integer("healthPoints", 0);
    let mut max_health = integer("maxHealthPoints", 0);
    if max_health == 0 {
        max_health = health;
    }
    health = health.min(max_health);
    let (w_mult, h_mult) = (number("wMult", 1.0), number("hMult", 1.0));
    let size = |mult: f64| (f64::from(block) * mult) as i32;
    let rect = Rect { x: 0, y: 0, w: size(w_mult), h: size(h_mult) };
    let (stypes, ammo) = named_types(names, source, class);
    let is_static = flags("is_static", base.is_static);
    let is_resource = flags("is_resource", base.is_resource);
    let is_avatar = flags("is_avatar", base.is_avatar);

    let mut template = Sprite {
        rect,
        last: rect,
        orientation,
        speed: number("speed", base.speed),
        gravity: number("gravity", 0.0),
        rotation: number("rotation", 0.0),
        id: 0,
        moved_at: 0,
        health,
        max_health,
        time_to_live: integer("timeToLive", -1),
        timer: -1,
        count: 0,
        target: -1,
        kind: id,
        flags: 0,
        inventory: NO_SLOT,
        heading: 4,
        player: 0,
        previous: NO_SLOT,
        next: NO_SLOT,
        cell: 0,
        cell_previous: NO_SLOT,
        cell_next: NO_SLOT,
    };
    template.set(flag::FIRST_TICK, flags("isFirstTick", true));
    template.set(flag::ORIENTED, is_oriented);
    template.set(flag::FROM_AVATAR, flags("is_from_avatar", false));
    template.set(flag::ON_GROUND, flags("on_ground", false));
    match class {
        Some(Class::Flicker | Class::OrientedFlicker | Class::Spreader) => template.timer = integer("age", 0),
        Some(Class::WizardAvatar) => {
            template.timer = integer("last_block_time", 0);
            // The facing direction is a sign: wizards only look sideways unless the text says otherwise.
            template.count = facing_code(p.direction("facing_dir").unwrap_or(RIGHT));
        }
        Some(Class::SpawnPoint | Class::Bomber | Class::RandomBomber) => {
            template.target = stypes.first().copied().unwrap_or(-1);
        }
        // What it chooses from comes from another parameter, but until its first choice it leads to this type.
        Some(Class::BomberRandomMissile) => {
            let named = p.text("stype").and_then(|name| names.get(name));
            template.target = named.copied().map_or(-1, i32::from);
        }
        // Only the first sprite of such a type knows its trail; copies of it leave walls.
        Some(Class::OngoingTurningAvatar) => template.target = WALL,
        _ => {}
    }
    template.set(flag::AVATAR, class.is_some_and(|c| c.is_avatar()));
    template.set(flag::REMEMBERED, is_avatar);
    // Non-leaf types are never updated, and an avatar only once it belongs to a player.
    template.set(flag::FROZEN, true);

    let chain_of = |&t: &TypeId| game.types[usize::from(t)].singleton;
    TypeInfo {
        name: source.name.clone(),
        class,
        template,
        subtypes: source.subtypes.clone(),
        family: TypeSet::of(game.types.len(), &source.subtypes),
        singletons: source.chain.iter().copied().filter(chain_of).collect(),
        updated: false,
        turn: 0,
        physics,
        cooldown: integer("cooldown", base.cooldown).max(1),
        initial_lastmove: integer("lastmove", 0),
        stationary: flags("stationary", base.stationary),
        rotate_in_place: flags("rotateInPlace", base.rotate_in_place),
        is_static,
        only_active: flags("only_active", false),
        exact_mass: number("mass", 1.0),
        mass: f64::from(number("mass", 1.0) as f32),
        friction: number("friction", 0.0),
        max_speed: number("max_speed", base.max_speed),
        jump_strength: number("jump_strength", base.jump_strength),
        limit_health: integer("limitHealthPoints", 1000),
        solid: flags("solid", false),
        is_avatar,
        is_resource,
        category: category(
            is_avatar,
            is_resource,
            flags("portal", base.portal),
            flags("is_npc", base.is_npc),
            is_static,
        ),
        hidden: hidden_from_first(p),
        unknown_params: source.unknown_params,
        scaled: rect.w != block || rect.h != block,
        resource: (
            match p.text("resource_name") {
                Some(name) if is_resource => names.get(name).copied().unwrap_or(id),
                _ => id,
            },
            integer("value", 1),
        ),
        resource_limit: if class == Some(Class::Resource) { integer("limit", 2) } else { 0 },
        stypes,
        ammo,
        own: own_parameters(p, class),
    }
}

fn own_parameters(p: &Params, class: Option<Class>) -> Own {
    let number = |name: &str, default: f64| p.double(name).unwrap_or(default);
    let integer = |name: &str, default: i32| p.int(name).unwrap_or(default);
    let probability = match class {
        Some(Class::Spreader) => number("spreadprob", 1.0),
        Some(Class::WalkerJumper) => number("probability", 0.1),
        Some(Class::RandomAltChaser | Class::RandomPathAltChaser) => number("epsilon", 0.0),
        _ => number("prob", 1.0),
    };
    let limit = match class {
        Some(Class::Flicker | Class::OrientedFlicker | Class::Spreader) => integer("limit", 1),
        _ => integer("total", 0),
    };
    let angle = match class {
        Some(Class::SpaceshipAvatar | Class::LanderAvatar) => 0.3,
        _ => 0.15,
    };
    Own {
        limit,
        probability,
        spawn_orientation: p.direction("spawnorientation").unwrap_or(NONE),
        cons: integer("cons", 0),
        fleeing: p.bool("fleeing").unwrap_or(class == Some(Class::Fleeing)),
        // A 32-bit float field takes integers only.
        max_distance: f64::from(p.int("maxDistance").map_or(-1.0, |d| d as f32)),
        random_target: p.bool("randomTarget").unwrap_or(false),
        air_steering: p.bool("airsteering").unwrap_or(false),
        has_ammo: p.text("ammo").is_some(),
        min_ammo: integer("minAmmo", -1),
        ammo_cost: integer("ammoCost", 1),
        angle: number("angle_diff", angle),
        facing: number("facing", 0.0),
        ground_factor: number("ground_speedup_factor", 1.0),
        air_factor: number("air_slowdown_factor", 2.0),
    }
}

/// The types that a sprite's parameters name: those it makes or chases, and its ammunition.
fn named_types(
    names: &HashMap<&str, TypeId>,
    source: &SpriteType,
    class: Option<Class>,
) -> (Vec<i32>, Vec<i32>) {
    let p = &source.params;
    let lookup = |name: &str| names.get(name).copied().map_or(-1, i32::from);
    let list = |key: &str| -> Vec<i32> {
        p.text(key).map_or(Vec::new(), |names| split(names).map(lookup).collect())
    };
    let single = |key: &str| p.text(key).map_or(Vec::new(), |name| vec![lookup(name)]);
    use Class::{
        AlternateChaser, BomberRandomMissile, FlakAvatar, OngoingTurningAvatar, PathAltChaser,
        RandomAltChaser, RandomPathAltChaser, SpawnPointMultiSprite,
    };
    let stypes = match class {
        Some(AlternateChaser | RandomAltChaser | PathAltChaser | RandomPathAltChaser) => list("stype1"),
        Some(BomberRandomMissile) => list("stypeMissile"),
        Some(SpawnPointMultiSprite) => list("stypes"),
        Some(OngoingTurningAvatar) => single("spawnBehind"),
        Some(class) if class.is_avatar() && class != FlakAvatar => list("stype"),
        _ => single("stype"),
    };
    let ammo = if class == Some(FlakAvatar) { single("ammo") } else { list("ammo") };
    (stypes, ammo)
}

/// Splits at commas as Java does: empty parts at the end vanish.
pub(crate) fn split(list: &str) -> impl Iterator<Item = &str> {
    let trimmed = if list.is_empty() { Some(list) } else { Some(list.trim_end_matches(',')) };
    let parts = trimmed.filter(|t| !t.is_empty() || list.is_empty());
    parts.into_iter().flat_map(|t| t.split(','))
}

fn hidden_from_first(p: &Params) -> bool {
    let Some(hidden) = p.text("hidden") else { return false };
    split(hidden).next().is_some_and(|part| part.eq_ignore_ascii_case("true"))
}

/// The observation category: first match wins; `None` if it depends on who made the sprite.
fn category(avatar: bool, resource: bool, portal: bool, npc: bool, is_static: bool) -> Option<u8> {
    [avatar, resource, portal, npc, is_static].iter().position(|&b| b).map(|c| c as u8)
}

/// Encodes a facing direction of a WizardAvatar in an integer.
pub(crate) fn facing_code(v: Vector) -> i32 {
    match v {
        crate::geometry::LEFT => 1,
        crate::geometry::UP => 2,
        DOWN => 3,
        NONE => 4,
        NIL => 5,
        _ => 0,
    }
}

/// The direction of [`facing_code`].
pub(crate) fn facing_vector(code: i32) -> Vector {
    [RIGHT, crate::geometry::LEFT, crate::geometry::UP, DOWN, NONE, NIL][code as usize % 6]
}

/// What a class changes of the defaults of all sprites.
#[derive(Default)]
struct Defaults {
    is_static: bool,
    is_npc: bool,
    portal: bool,
    is_resource: bool,
    is_avatar: bool,
    is_oriented: bool,
    stationary: bool,
    rotate_in_place: bool,
    physics: i32,
    speed: f64,
    cooldown: i32,
    max_speed: f64,
    jump_strength: f64,
    orientation: Vector,
}

fn defaults(class: Class) -> Defaults {
    use Class as C;
    let none = Defaults { max_speed: -1.0, ..Defaults::default() };
    let npc = || Defaults { is_npc: true, speed: 1.0, ..none_copy() };
    let avatar = || Defaults { is_avatar: true, speed: 1.0, ..none_copy() };
    let oriented = || Defaults { orientation: RIGHT, is_oriented: true, rotate_in_place: true, ..avatar() };
    let bomber = || Defaults { is_oriented: true, orientation: RIGHT, is_npc: true, ..none_copy() };
    match class {
        C::Immovable => Defaults { is_static: true, ..none },
        C::Door | C::Portal => Defaults { is_static: true, portal: true, ..none },
        C::Conveyor => Defaults { is_static: true, is_oriented: true, jump_strength: 1.0, ..none },
        C::Passive | C::Flicker | C::Spreader | C::SpriteProducer => none,
        C::OrientedFlicker => Defaults { is_oriented: true, ..none },
        C::Resource => Defaults { is_resource: true, ..none },
        C::ResourcePack => Defaults { is_resource: true, is_static: true, ..none },
        C::Missile | C::ErraticMissile => Defaults { speed: 1.0, is_oriented: true, ..none },
        C::RandomMissile => Defaults { speed: 1.0, is_oriented: true, orientation: NIL, ..none },
        C::RandomNPC
        | C::Chaser
        | C::Fleeing
        | C::LOSChaser
        | C::PathChaser
        | C::AlternateChaser
        | C::RandomAltChaser
        | C::PathAltChaser
        | C::RandomPathAltChaser => npc(),
        C::RandomInertial => Defaults { physics: 1, is_oriented: true, ..npc() },
        C::Walker => Defaults { speed: 5.0, max_speed: 5.0, is_oriented: true, ..none },
        C::WalkerJumper => {
            Defaults { speed: 5.0, max_speed: 5.0, is_oriented: true, jump_strength: 1.0, ..none }
        }
        C::SpawnPoint => Defaults { is_static: true, cooldown: 1, ..none },
        C::Bomber | C::BomberRandomMissile => bomber(),
        C::RandomBomber => Defaults { speed: 1.0, ..bomber() },
        C::SpawnPointMultiSprite => Defaults { is_static: true, ..bomber() },
        C::MovingAvatar | C::HorizontalAvatar | C::VerticalAvatar | C::NullAvatar | C::FlakAvatar => avatar(),
        C::OrientedAvatar
        | C::ShootAvatar
        | C::ShootOnlyAvatar
        | C::OngoingAvatar
        | C::OngoingShootAvatar
        | C::OngoingTurningAvatar
        | C::MissileAvatar => oriented(),
        C::AimedAvatar => Defaults { speed: 0.0, stationary: true, ..oriented() },
        C::SpaceshipAvatar | C::LanderAvatar => Defaults { speed: 5.0, orientation: NONE, ..oriented() },
        C::CarAvatar => Defaults { speed: 0.0, ..oriented() },
        C::BirdAvatar => Defaults { jump_strength: 10.0, ..oriented() },
        C::PlatformerAvatar => Defaults { jump_strength: 10.0, max_speed: 30.0, ..avatar() },
        C::WizardAvatar => Defaults { speed: 0.0, jump_strength: 10.0, max_speed: 30.0, ..avatar() },
    }
}

fn none_copy() -> Defaults {
    Defaults { max_speed: -1.0, ..Defaults::default() }
}
