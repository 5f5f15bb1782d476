//! Types as the text of a game describes them, compiled.

use std::collections::HashMap;

use ludex_vgdl::{ClassRef, Game, Params, SpriteType, TypeId};

use super::defaults::{Defaults, PLAIN, defaults};
use super::{Own, Physics, TypeInfo, TypeSet, WALL, facing_code};
use crate::class::Class;
use crate::geometry::{NONE, RIGHT, Rect};
use crate::java::Chance;
use crate::sprite::{NO_SLOT, Sprite, flag};
use crate::update::{Gait, Multiples, Step, Stroll};

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
    let base = class.map_or(PLAIN, defaults);
    let flags = |name: &str, default: bool| p.bool(name).unwrap_or(default);
    let number = |name: &str, default: f64| p.double(name).unwrap_or(default);
    let integer = |name: &str, default: i32| p.int(name).unwrap_or(default);

    let physics = match p.int("physicstype").unwrap_or(base.physics) {
        0 => Physics::Grid,
        1 => Physics::Continuous,
        _ => Physics::None,
    };
    let (stypes, ammo) = named_types(names, source, class);
    let is_static = flags("is_static", base.is_static);
    let is_resource = flags("is_resource", base.is_resource);
    let is_avatar = flags("is_avatar", base.is_avatar);

    let mut template = newborn(p, base, block);
    template.kind = id;
    template.set(flag::AVATAR, class.is_some_and(|c| c.is_avatar()));
    template.set(flag::REMEMBERED, is_avatar);
    if let Some(class) = class {
        prepare(&mut template, class, p, &stypes, names);
    }

    let cooldown = integer("cooldown", base.cooldown).max(1);
    let chain_of = |&t: &TypeId| game.types[usize::from(t)].singleton;
    TypeInfo {
        name: source.name.clone(),
        class,
        template,
        ranks: ranks(&source.subtypes),
        subtypes: source.subtypes.clone(),
        family: TypeSet::of(game.types.len(), &source.subtypes),
        singletons: source.chain.iter().copied().filter(chain_of).collect(),
        updated: false,
        turn: 0,
        physics,
        stroll: Stroll::default(),
        gait: Gait::new(template.speed, block),
        flight: Step::new(&template, block),
        flights: Step::turned(&template, block),
        cooldown,
        beats: Multiples::of(cooldown),
        initial_lastmove: integer("lastmove", 0),
        multiplies: class.is_some()
            && !source.chain.iter().any(chain_of)
            && !template.is(flag::AVATAR | flag::FROM_AVATAR)
            && (template.rect.w, template.rect.h) == (block, block)
            && source.unknown_params == 0,
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
        scaled: template.rect.w != block || template.rect.h != block,
        resource: (
            match p.text("resource_name") {
                Some(name) if is_resource => names.get(name).copied().unwrap_or(id),
                _ => id,
            },
            integer("value", 1),
        ),
        resource_limit: if class == Some(Class::Resource) { integer("limit", 2) } else { 0 },
        actions: class.map_or(&[], Class::actions),
        stypes,
        ammo,
        own: own_parameters(p, class),
    }
}

/// A sprite as the parameters of all classes make it, at (0, 0).
fn newborn(p: &Params, base: Defaults, block: i32) -> Sprite {
    let flags = |name: &str, default: bool| p.bool(name).unwrap_or(default);
    let number = |name: &str, default: f64| p.double(name).unwrap_or(default);
    let integer = |name: &str, default: i32| p.int(name).unwrap_or(default);
    let orientation = p.direction("orientation").unwrap_or(base.orientation);
    let is_oriented = flags("is_oriented", base.is_oriented) || orientation != NONE;
    let mut health = integer("healthPoints", 0);
    let mut max_health = integer("maxHealthPoints", 0);
    if max_health == 0 {
        max_health = health;
    }
    health = health.min(max_health);
    let (w_mult, h_mult) = (number("wMult", 1.0), number("hMult", 1.0));
    let size = |mult: f64| (f64::from(block) * mult) as i32;
    let rect = Rect { x: 0, y: 0, w: size(w_mult), h: size(h_mult) };
    let mut sprite = Sprite {
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
        kind: 0,
        flags: 0,
        heading: 4,
        player: 0,
        previous: NO_SLOT,
        next: NO_SLOT,
        cell: 0,
        cell_previous: NO_SLOT,
        cell_next: NO_SLOT,
    };
    sprite.set(flag::FIRST_TICK, flags("isFirstTick", true));
    sprite.set(flag::ORIENTED, is_oriented);
    sprite.set(flag::FROM_AVATAR, flags("is_from_avatar", false));
    sprite.set(flag::ON_GROUND, flags("on_ground", false));
    // Non-leaf types are never updated, and an avatar only once it belongs to a player.
    sprite.set(flag::FROZEN, true);
    sprite
}

/// What single classes keep in the fields of a sprite.
fn prepare(sprite: &mut Sprite, class: Class, p: &Params, stypes: &[i32], names: &HashMap<&str, TypeId>) {
    let integer = |name: &str, default: i32| p.int(name).unwrap_or(default);
    match class {
        Class::Flicker | Class::OrientedFlicker | Class::Spreader => sprite.timer = integer("age", 0),
        Class::WizardAvatar => {
            sprite.timer = integer("last_block_time", 0);
            // The facing direction is a sign: wizards only look sideways unless the text says otherwise.
            sprite.count = facing_code(p.direction("facing_dir").unwrap_or(RIGHT));
        }
        Class::SpawnPoint | Class::Bomber | Class::RandomBomber => {
            sprite.target = stypes.first().copied().unwrap_or(-1);
        }
        // What it chooses from comes from another parameter, but until its first choice it leads to this type.
        Class::BomberRandomMissile => {
            let named = p.text("stype").and_then(|name| names.get(name));
            sprite.target = named.copied().map_or(-1, i32::from);
        }
        // Only the first sprite of such a type knows its trail; copies of it leave walls.
        Class::OngoingTurningAvatar => sprite.target = WALL,
        _ => {}
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
        chance: Chance::of(probability),
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

/// Per type: its place in a list of types, if there are several.
fn ranks(types: &[TypeId]) -> Vec<TypeId> {
    let mut ranks = Vec::new();
    if let (2.., Some(&last)) = (types.len(), types.iter().max()) {
        ranks.resize(usize::from(last) + 1, 0);
        (0..).zip(types).for_each(|(rank, &t)| ranks[usize::from(t)] = rank);
    }
    ranks
}
