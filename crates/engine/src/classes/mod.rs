//! The sprite classes: what sprites do in their turns.
//!
//! A class is a type with its parameters that implements [`ClassType`] and one of [`NpcClass`], [`WalkingClass`] and
//! [`AvatarClass`], and one name in the list at the end of this file. Nothing else needs to know it.

mod chaser;
mod defaults;
mod flicker;
mod jumping;
mod missile;
mod ongoing;
mod path_chaser;
mod random;
mod rotating;
mod shooting;
mod spawner;
mod steered;
mod still;
mod targets;
mod walker;

use std::fmt::Debug;

use ludex_vgdl::{ClassSpec, ParamSpec, Params};

pub(crate) use self::defaults::Defaults;
pub(crate) use self::spawner::Spawner;
use crate::action::Action;
use crate::facts::ClassFacts;
use crate::geometry::{BASE, NONE, Vector};
use crate::index::{Kind, Slot};
use crate::state::sprite::Sprite;
use crate::tick::Tick;
use crate::world::names::Names;
use crate::world::types::TypeInfo;

/// What all classes have.
pub(crate) trait ClassType: Sized + Debug {
    /// Its name in game files.
    const NAME: &'static str;
    /// What it does, in one sentence.
    const DOC: &'static str;
    /// A line of a sprite set with it, beside [the other sprites of the examples](crate::ontology::EXAMPLE_SPRITES).
    const EXAMPLE: &'static str;
    /// The parameters it has beyond those of all sprites.
    const PARAMS: &'static [ParamSpec] = &[];
    /// What its sprites are unless parameters say otherwise.
    const DEFAULTS: Defaults;
    /// Does it stay as and where it is unless rules change it, or an orientation moves it?
    const STILL: bool = false;

    /// Reads the parameters.
    fn compile(p: &Params, names: &Names<'_>) -> Self;

    /// What is known of it before the game begins.
    fn facts(&self) -> ClassFacts {
        ClassFacts::UNKNOWN
    }

    /// Prepares the sprite of which all others of the type are copies.
    fn prepare(&self, _template: &mut Sprite) {}

    /// Prepares the first sprite of the type, where it differs from all others.
    fn prepare_first(&self, _first: &mut Sprite) {}

    /// The type that a sprite of it leads to, for effects that teleport.
    fn exit(&self, _sprite: &Sprite) -> Option<Kind> {
        None
    }

    /// How much of it can be held.
    fn resource_limit(&self) -> i32 {
        0
    }

    /// An effect says that it makes sprites of this type from now on, instead of those of another.
    fn change_product(&self, _t: &mut Tick<'_>, _slot: Slot, _product: Kind, _instead_of: Option<Kind>) {}

    /// Does it look for ground under it whenever it is tested for an overlap?
    fn finds_ground(&self) -> bool {
        false
    }

    /// What it spawns with, if it does nothing in its turn but spawn, move passively and grow old.
    fn spawner(&self) -> Option<&Spawner> {
        None
    }
}

/// A class that no player controls.
pub(crate) trait NpcClass: ClassType {
    /// The turn of one sprite.
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo);
}

/// A class that moves passively, chooses a heading and takes a step there.
pub(crate) trait WalkingClass: ClassType {
    /// Where it goes next, as an index into the base directions; [`STAY`] for nowhere. One that rests need not find out,
    /// but must draw and remember as if it did.
    fn heading(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, rests: bool) -> u8;
}

impl<C: WalkingClass> NpcClass for C {
    #[inline(always)]
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        t.move_passively(slot, info);
        let heading = self.heading(t, slot, info, false);
        let speed = t.live.d.sprites[slot].speed;
        t.active(slot, direction(heading), speed);
    }
}

/// A class that a player can control. Its sprites are disabled, not removed, when they are killed.
pub(crate) trait AvatarClass: ClassType {
    /// Its actions, without NIL.
    const ACTIONS: &'static [Action];

    /// The same with NIL, in the order in which the reference lists them.
    fn actions_with_nil() -> Vec<Action> {
        Self::ACTIONS.iter().copied().chain([Action::Nil]).collect()
    }

    /// The turn of a player's avatar.
    fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action);
}

/// How the sprites of a type take their turns.
pub(crate) type TakeTurns = fn(Tick<'_>, &TypeInfo);

/// The index of no direction.
pub(crate) const STAY: u8 = BASE.len() as u8;

/// The direction with this index.
fn direction(heading: u8) -> Vector {
    BASE.get(usize::from(heading)).copied().unwrap_or(NONE)
}

/// Defines the enum of all classes, the table of their specifications and their dispatch from one list.
macro_rules! classes {
    (
        npcs { $($npc_module:ident::{$($npc:ident),* $(,)?};)* }
        walkers { $($walker_module:ident::{$($walker:ident),* $(,)?};)* }
        avatars { $($avatar_module:ident::{$($avatar:ident),* $(,)?};)* }
    ) => {
        /// A class with the parameters of one type.
        #[derive(Debug)]
        pub(crate) enum Class {
            $($($npc($npc_module::$npc),)*)*
            $($($walker($walker_module::$walker),)*)*
            $($($avatar($avatar_module::$avatar),)*)*
        }

        /// What the language knows of the classes.
        pub(crate) const CLASSES: &[ClassSpec] = &[
            $($(spec::<$npc_module::$npc>(false),)*)*
            $($(spec::<$walker_module::$walker>(false),)*)*
            $($(spec::<$avatar_module::$avatar>(true),)*)*
        ];

        /// The defaults of the classes, in the same order.
        const DEFAULTS: &[Defaults] = &[
            $($(<$npc_module::$npc as ClassType>::DEFAULTS,)*)*
            $($(<$walker_module::$walker as ClassType>::DEFAULTS,)*)*
            $($(<$avatar_module::$avatar as ClassType>::DEFAULTS,)*)*
        ];

        impl Class {
            /// Compiles the class with this index in [`CLASSES`].
            pub fn compile(index: usize, p: &Params, names: &Names<'_>) -> Option<Class> {
                type Compile = fn(&Params, &Names<'_>) -> Class;
                const COMPILE: &[Compile] = &[
                    $($(|p, names| Class::$npc(ClassType::compile(p, names)),)*)*
                    $($(|p, names| Class::$walker(ClassType::compile(p, names)),)*)*
                    $($(|p, names| Class::$avatar(ClassType::compile(p, names)),)*)*
                ];
                COMPILE.get(index).map(|compile| compile(p, names))
            }

            /// How its sprites take their turns: one after the other.
            pub fn update_each(&self) -> TakeTurns {
                match self {
                    $($(Class::$npc(_) => |mut t, info| {
                        let Some(Class::$npc(c)) = &info.class else { return };
                        t.update_each(info, |t, slot| c.update(t, slot, info));
                    },)*)*
                    $($(Class::$walker(_) => |mut t, info| {
                        let Some(Class::$walker(c)) = &info.class else { return };
                        t.update_each(info, |t, slot| c.update(t, slot, info));
                    },)*)*
                    $($(Class::$avatar(_) => |_, _| {},)*)*
                }
            }

            /// How they take them if they walk from cell to cell: see [`walks`](crate::tick::shortcuts::walks).
            pub fn walk_all(&self) -> TakeTurns {
                match self {
                    $($(Class::$walker(_) => |mut t, info| {
                        let Some(Class::$walker(c)) = &info.class else { return };
                        t.walk_all(info, |t, slot, rests| c.heading(t, slot, info, rests));
                    },)*)*
                    $($(Class::$npc(_) => self.update_each(),)*)*
                    $($(Class::$avatar(_) => self.update_each(),)*)*
                }
            }

            /// The turn of a player's avatar.
            #[inline]
            pub fn act(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo, action: Action) {
                match self {
                    $($(Class::$avatar(c) => c.act(t, slot, info, action),)*)*
                    $($(Class::$npc(_) => {})*)*
                    $($(Class::$walker(_) => {})*)*
                }
            }

            /// The actions of an avatar, without NIL and with it.
            pub fn actions(&self) -> (&'static [Action], Vec<Action>) {
                match self {
                    $($(Class::$avatar(_) => {
                        type C = $avatar_module::$avatar;
                        (<C as AvatarClass>::ACTIONS, <C as AvatarClass>::actions_with_nil())
                    })*)*
                    $($(Class::$npc(_) => (&[], vec![Action::Nil]),)*)*
                    $($(Class::$walker(_) => (&[], vec![Action::Nil]),)*)*
                }
            }

            pub fn is_avatar(&self) -> bool {
                match self {
                    $($(Class::$avatar(_) => true,)*)*
                    $($(Class::$npc(_) => false,)*)*
                    $($(Class::$walker(_) => false,)*)*
                }
            }

            /// What is known of it before the game begins.
            pub fn facts(&self) -> ClassFacts {
                match self {
                    $($(Class::$npc(c) => c.facts(),)*)*
                    $($(Class::$walker(c) => c.facts(),)*)*
                    $($(Class::$avatar(c) => c.facts(),)*)*
                }
            }

            /// Prepares the sprite of which all others of the type are copies.
            pub fn prepare(&self, template: &mut Sprite) {
                match self {
                    $($(Class::$npc(c) => c.prepare(template),)*)*
                    $($(Class::$walker(c) => c.prepare(template),)*)*
                    $($(Class::$avatar(c) => c.prepare(template),)*)*
                }
            }

            /// Prepares the first sprite of the type.
            pub fn prepare_first(&self, first: &mut Sprite) {
                match self {
                    $($(Class::$npc(c) => c.prepare_first(first),)*)*
                    $($(Class::$walker(c) => c.prepare_first(first),)*)*
                    $($(Class::$avatar(c) => c.prepare_first(first),)*)*
                }
            }

            /// The type that a sprite of it leads to.
            pub fn exit(&self, sprite: &Sprite) -> Option<Kind> {
                match self {
                    $($(Class::$npc(c) => c.exit(sprite),)*)*
                    $($(Class::$walker(c) => c.exit(sprite),)*)*
                    $($(Class::$avatar(c) => c.exit(sprite),)*)*
                }
            }

            /// How much of it can be held.
            pub fn resource_limit(&self) -> i32 {
                match self {
                    $($(Class::$npc(c) => c.resource_limit(),)*)*
                    $($(Class::$walker(c) => c.resource_limit(),)*)*
                    $($(Class::$avatar(c) => c.resource_limit(),)*)*
                }
            }

            /// It makes sprites of another type from now on.
            pub fn change_product(&self, t: &mut Tick<'_>, slot: Slot, product: Kind, instead_of: Option<Kind>) {
                match self {
                    $($(Class::$npc(c) => c.change_product(t, slot, product, instead_of),)*)*
                    $($(Class::$walker(c) => c.change_product(t, slot, product, instead_of),)*)*
                    $($(Class::$avatar(c) => c.change_product(t, slot, product, instead_of),)*)*
                }
            }

            /// Does it look for ground under it whenever it is tested for an overlap?
            pub fn finds_ground(&self) -> bool {
                match self {
                    $($(Class::$npc(c) => c.finds_ground(),)*)*
                    $($(Class::$walker(c) => c.finds_ground(),)*)*
                    $($(Class::$avatar(c) => c.finds_ground(),)*)*
                }
            }

            /// What it spawns with, if it does little else.
            pub fn spawner(&self) -> Option<&Spawner> {
                match self {
                    $($(Class::$npc(c) => c.spawner(),)*)*
                    $($(Class::$walker(c) => c.spawner(),)*)*
                    $($(Class::$avatar(c) => c.spawner(),)*)*
                }
            }
        }
    };
}

const fn spec<C: ClassType>(avatar: bool) -> ClassSpec {
    ClassSpec {
        name: C::NAME,
        doc: C::DOC,
        example: C::EXAMPLE,
        avatar,
        still: C::STILL,
        params: C::PARAMS,
        defaults: || C::DEFAULTS.own(),
    }
}

/// The defaults of the class with this index in [`CLASSES`].
pub(crate) fn defaults(index: usize) -> Defaults {
    DEFAULTS.get(index).copied().unwrap_or(Defaults::SPRITE)
}

classes! {
    npcs {
        still::{Immovable, Door, Passive, Conveyor, Resource, ResourcePack, SpriteProducer, Portal};
        flicker::{Flicker, OrientedFlicker, Spreader};
        missile::{Missile, ErraticMissile, RandomMissile};
        walker::{Walker, WalkerJumper};
        spawner::{SpawnPoint, Bomber, RandomBomber, BomberRandomMissile, SpawnPointMultiSprite};
    }
    walkers {
        random::{RandomNPC, RandomInertial};
        chaser::{Chaser, Fleeing, LOSChaser, AlternateChaser, RandomAltChaser};
        path_chaser::{PathChaser, PathAltChaser, RandomPathAltChaser};
    }
    avatars {
        steered::{MovingAvatar, HorizontalAvatar, VerticalAvatar, NullAvatar, OrientedAvatar};
        shooting::{FlakAvatar, ShootAvatar, ShootOnlyAvatar};
        ongoing::{OngoingAvatar, OngoingShootAvatar, OngoingTurningAvatar, MissileAvatar};
        rotating::{AimedAvatar, SpaceshipAvatar, CarAvatar, LanderAvatar};
        jumping::{BirdAvatar, PlatformerAvatar, WizardAvatar};
    }
}
