//! Sprite types, compiled: everything about a type that never changes during a game.

use ludex_vgdl::params::java_split;
use ludex_vgdl::{ClassRef, Game, Params, SpriteType};

use super::names::Names;
use super::type_set::{Ranks, TypeSet};
use crate::action::Action;
use crate::classes::{self, Class, Defaults};
use crate::facts::ClassFacts;
use crate::geometry::{NONE, Rect};
use crate::index::shape::Place;
use crate::index::{CellId, Kind, Kinds, List};
use crate::state::sprite::{Sprite, flag};
use crate::tick::motion::{Step, Stride};

/// All sprite types of a game.
pub(crate) type Types = List<Kind, TypeInfo>;

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
    /// What its class says of itself.
    pub facts: ClassFacts,
    /// A newborn sprite of this type, at (0, 0).
    pub template: Sprite,
    /// Its ancestors from the root down, itself, then all its descendants: those that a rule about it speaks of.
    pub relatives: Vec<Kind>,
    /// Their places in this list, if there are several.
    pub ranks: Ranks,
    /// Its relatives as a set.
    pub family: TypeSet,
    /// The types of its chain of which only one sprite may exist.
    pub singletons: Vec<Kind>,
    /// Its place in the update order, counted from the first type updated, if it is in it: only childless types are, besides
    /// `wall` and `avatar`.
    pub turn: Option<u32>,
    pub physics: Physics,
    /// The steps of its sprites, walking or flying, as long as they are as its template is.
    pub stride: Stride,
    pub flight: Step,
    /// Those of one that flies in another of the base directions.
    pub flights: [Step; 4],
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
    /// Does an overlap test with this as the first sprite look for ground under it?
    pub finds_ground: bool,
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
    pub resource: (Kind, i32),
    /// How much of it can be held.
    pub resource_limit: i32,
    /// The actions of an avatar, without NIL and with it.
    pub actions: &'static [Action],
    pub actions_with_nil: Vec<Action>,
}

impl TypeInfo {
    /// Is it of an avatar class?
    pub fn has_avatar_class(&self) -> bool {
        self.template.is(flag::AVATAR)
    }

    /// Does every sprite of this type do nothing in its turn?
    pub fn is_idle(&self) -> bool {
        let stands = self.is_static || self.only_active;
        let drifts = !stands && (self.physics == Physics::Continuous || self.template.is(flag::ORIENTED));
        self.class.is_none() || self.facts.only_drifts && !drifts && self.template.time_to_live < 0
    }

    /// Pixels of one step of speed one.
    pub fn grid_size(&self, block: i32) -> f64 {
        if self.physics == Physics::Continuous { 10.0 } else { f64::from(block) }
    }
}

/// Compiles all sprite types of a game.
pub(crate) fn compile(game: &Game, kinds: Kinds, names: &Names<'_>, block: i32) -> Types {
    let mut turns = kinds.list(|_| None);
    for (turn, kind) in (0..).zip(game.order.iter().rev().filter_map(|&id| kinds.get(id))) {
        turns[kind] = Some(turn);
    }
    kinds.list(|kind| {
        let source = &game.types[usize::from(kind.id())];
        let compiler = Compiler { game, kinds, names, source, block };
        compiler.compile(kind, turns[kind])
    })
}

struct Compiler<'a> {
    game: &'a Game,
    kinds: Kinds,
    names: &'a Names<'a>,
    source: &'a SpriteType,
    block: i32,
}

impl Compiler<'_> {
    fn compile(&self, kind: Kind, turn: Option<u32>) -> TypeInfo {
        let (source, p) = (self.source, &self.source.params);
        let index = match source.class {
            ClassRef::Known(index) => Some(index),
            ClassRef::Unknown(_) | ClassRef::Missing => None,
        };
        let class = index.and_then(|index| Class::compile(index, p, self.names));
        let base = index.map_or(Defaults::SPRITE, classes::defaults);
        let template = self.template(kind, class.as_ref(), base);
        let relatives = self.known(&source.subtypes);
        let is_singleton = |kind: &Kind| self.game.types[usize::from(kind.id())].singleton;
        let seen = Seen::new(p, base);
        let (actions, actions_with_nil) = class.as_ref().map_or((&[][..], vec![Action::Nil]), Class::actions);
        TypeInfo {
            name: source.name.clone(),
            facts: class.as_ref().map_or(ClassFacts::ALONE, Class::facts),
            template,
            ranks: Ranks::new(&relatives),
            family: TypeSet::of(self.kinds.count(), relatives.iter().copied()),
            relatives,
            singletons: self.known(&source.chain).into_iter().filter(is_singleton).collect(),
            turn,
            physics: match p.int("physicstype").unwrap_or(base.physics) {
                0 => Physics::Grid,
                1 => Physics::Continuous,
                _ => Physics::None,
            },
            stride: Stride::new(template.speed, self.block),
            flight: Step::new(&template, self.block),
            flights: Step::turned(&template, self.block),
            cooldown: p.int("cooldown").unwrap_or(base.cooldown).max(1),
            initial_lastmove: p.int("lastmove").unwrap_or(0),
            stationary: p.bool("stationary").unwrap_or(base.stationary),
            rotate_in_place: p.bool("rotateInPlace").unwrap_or(base.rotate_in_place),
            is_static: seen.is_static,
            only_active: p.bool("only_active").unwrap_or(false),
            exact_mass: p.double("mass").unwrap_or(1.0),
            mass: f64::from(p.double("mass").unwrap_or(1.0) as f32),
            friction: p.double("friction").unwrap_or(0.0),
            max_speed: p.double("max_speed").unwrap_or(base.max_speed),
            jump_strength: p.double("jump_strength").unwrap_or(base.jump_strength),
            limit_health: p.int("limitHealthPoints").unwrap_or(1000),
            solid: p.bool("solid").unwrap_or(false),
            finds_ground: class.as_ref().is_some_and(Class::finds_ground),
            is_avatar: seen.avatar,
            is_resource: seen.resource,
            category: seen.category(),
            hidden: hidden_from_first(p),
            unknown_params: source.unknown_params,
            scaled: (template.rect.w, template.rect.h) != (self.block, self.block),
            resource: (self.held_as(kind, seen.resource), p.int("value").unwrap_or(1)),
            resource_limit: class.as_ref().map_or(0, Class::resource_limit),
            actions,
            actions_with_nil,
            class,
        }
    }

    fn known(&self, ids: &[u16]) -> Vec<Kind> {
        ids.iter().filter_map(|&id| self.kinds.get(id)).collect()
    }

    /// The type that a resource counts as when it is held.
    fn held_as(&self, kind: Kind, is_resource: bool) -> Kind {
        match self.source.params.text("resource_name") {
            Some(name) if is_resource => self.names.find(name).unwrap_or(kind),
            _ => kind,
        }
    }

    /// The sprite of which all others of a type are copies, at (0, 0).
    fn template(&self, kind: Kind, class: Option<&Class>, base: Defaults) -> Sprite {
        let p = &self.source.params;
        let orientation = p.direction("orientation").unwrap_or(base.orientation);
        let is_oriented = p.bool("is_oriented").unwrap_or(base.is_oriented) || orientation != NONE;
        let health = p.int("healthPoints").unwrap_or(0);
        let max_health = match p.int("maxHealthPoints").unwrap_or(0) {
            0 => health,
            most => most,
        };
        let size = |key: &str| (f64::from(self.block) * p.double(key).unwrap_or(1.0)) as i32;
        let rect = Rect { x: 0, y: 0, w: size("wMult"), h: size("hMult") };
        let mut sprite = Sprite {
            rect,
            last: rect,
            orientation,
            speed: p.double("speed").unwrap_or(base.speed),
            gravity: p.double("gravity").unwrap_or(0.0),
            rotation: p.double("rotation").unwrap_or(0.0),
            id: 0,
            moved_at: 0,
            health: health.min(max_health),
            max_health,
            time_to_live: p.int("timeToLive").unwrap_or(-1),
            timer: -1,
            count: 0,
            pursuit: None,
            product: None,
            kind,
            flags: 0,
            heading: classes::STAY,
            player: 0,
            previous: None,
            next: None,
            cell_previous: None,
            cell_next: None,
            place: Place::in_cell(CellId::FIRST),
        };
        sprite.set(flag::FIRST_TICK, p.bool("isFirstTick").unwrap_or(true));
        sprite.set(flag::ORIENTED, is_oriented);
        sprite.set(flag::FROM_AVATAR, p.bool("is_from_avatar").unwrap_or(false));
        sprite.set(flag::ON_GROUND, p.bool("on_ground").unwrap_or(false));
        sprite.set(flag::AVATAR, class.is_some_and(Class::is_avatar));
        sprite.set(flag::REMEMBERED, p.bool("is_avatar").unwrap_or(base.is_avatar));
        // Types with children are never updated, and an avatar only once it belongs to a player.
        sprite.set(flag::FROZEN, true);
        if let Some(class) = class {
            class.prepare(&mut sprite);
        }
        sprite
    }
}

/// The parameters by which observations sort types into categories.
struct Seen {
    avatar: bool,
    resource: bool,
    portal: bool,
    npc: bool,
    is_static: bool,
}

impl Seen {
    fn new(p: &Params, base: Defaults) -> Seen {
        Seen {
            avatar: p.bool("is_avatar").unwrap_or(base.is_avatar),
            resource: p.bool("is_resource").unwrap_or(base.is_resource),
            portal: p.bool("portal").unwrap_or(base.portal),
            npc: p.bool("is_npc").unwrap_or(base.is_npc),
            is_static: p.bool("is_static").unwrap_or(base.is_static),
        }
    }

    /// The category: first match wins; `None` if it depends on who made the sprite.
    fn category(&self) -> Option<u8> {
        let order = [self.avatar, self.resource, self.portal, self.npc, self.is_static];
        order.iter().position(|&is| is).map(|category| category as u8)
    }
}

fn hidden_from_first(p: &Params) -> bool {
    let Some(hidden) = p.text("hidden") else { return false };
    java_split(hidden).next().is_some_and(|part| part.eq_ignore_ascii_case("true"))
}
