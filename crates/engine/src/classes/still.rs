//! Sprites that do nothing by themselves but drift and grow old.

use ludex_vgdl::{ParamKind, ParamSpec, Params};

use super::{ClassType, Defaults, NpcClass};
use crate::facts::ClassFacts;
use crate::index::{Kind, Slot};
use crate::ontology::{param, required};
use crate::state::sprite::Sprite;
use crate::tick::Tick;
use crate::world::names::Names;
use crate::world::types::TypeInfo;
use ParamKind::Int;

/// What is known of a class that does nothing by itself.
pub(super) const DRIFTS: ClassFacts = ClassFacts { only_drifts: true, ..ClassFacts::ALONE };

/// Classes without parameters and behaviour of their own, which differ in their defaults.
macro_rules! still {
    ($($name:ident $doc:literal $example:literal $defaults:expr;)*) => {$(
        #[derive(Debug)]
        pub(crate) struct $name;

        impl ClassType for $name {
            const NAME: &'static str = stringify!($name);
            const DOC: &'static str = $doc;
            const EXAMPLE: &'static str = $example;
            const DEFAULTS: Defaults = $defaults;
            const STILL: bool = true;

            fn compile(_: &Params, _: &Names<'_>) -> Self {
                $name
            }

            fn facts(&self) -> ClassFacts {
                DRIFTS
            }
        }

        impl NpcClass for $name {
            #[inline(always)]
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
                t.drift_and_age(slot, info);
            }
        }
    )*};
}

still! {
    Immovable "Stands still." "wall > Immovable" Defaults { is_static: true, ..Defaults::SPRITE };
    Door "Stands still and is seen as a portal." "exit > Door" Defaults { is_static: true, portal: true, ..Defaults::SPRITE };
    Passive "Does nothing by itself, but can be pushed." "box > Passive" Defaults::SPRITE;
    Conveyor "Stands still, with an orientation and a strength." "belt > Conveyor orientation=RIGHT"
        Defaults { is_static: true, is_oriented: true, jump_strength: 1.0, ..Defaults::SPRITE };
    SpriteProducer "The ancestor of portals and spawners; does nothing." "source > SpriteProducer" Defaults::SPRITE;
}

const RESOURCE: &[ParamSpec] = &[
    param("value", Int, "how much one of it is worth").or("1"),
    param("limit", Int, "how much of it one can hold").or("2"),
    param("resource_name", ParamKind::Sprite, "the type under which it is held"),
    param("resource_type", Int, ""),
];

#[derive(Debug)]
pub(crate) struct Resource {
    limit: i32,
}

impl ClassType for Resource {
    const NAME: &'static str = "Resource";
    const DOC: &'static str = "Can be collected and held.";
    const EXAMPLE: &'static str = "gold > Resource value=1 limit=10";
    const PARAMS: &'static [ParamSpec] = RESOURCE;
    const DEFAULTS: Defaults = Defaults { is_resource: true, ..Defaults::SPRITE };
    const STILL: bool = true;

    fn compile(p: &Params, _: &Names<'_>) -> Self {
        Resource { limit: p.int("limit").unwrap_or(2) }
    }

    fn facts(&self) -> ClassFacts {
        DRIFTS
    }

    fn resource_limit(&self) -> i32 {
        self.limit
    }
}

impl NpcClass for Resource {
    #[inline(always)]
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        t.drift_and_age(slot, info);
    }
}

#[derive(Debug)]
pub(crate) struct ResourcePack;

impl ClassType for ResourcePack {
    const NAME: &'static str = "ResourcePack";
    const DOC: &'static str = "A resource that counts as another type; needs resource_name.";
    const EXAMPLE: &'static str = "chest > ResourcePack resource_name=gold value=5";
    const PARAMS: &'static [ParamSpec] = RESOURCE;
    const DEFAULTS: Defaults = Defaults { is_resource: true, is_static: true, ..Defaults::SPRITE };
    const STILL: bool = true;

    fn compile(_: &Params, _: &Names<'_>) -> Self {
        ResourcePack
    }

    fn facts(&self) -> ClassFacts {
        DRIFTS
    }
}

impl NpcClass for ResourcePack {
    #[inline(always)]
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        t.drift_and_age(slot, info);
    }
}

#[derive(Debug)]
pub(crate) struct Portal {
    exit: Option<Kind>,
}

impl ClassType for Portal {
    const NAME: &'static str = "Portal";
    const DOC: &'static str = "An entrance: teleportToExit leads from here to a sprite of stype.";
    const EXAMPLE: &'static str = "portal > Portal stype=exit";
    const PARAMS: &'static [ParamSpec] =
        &[required("stype", ParamKind::Sprite, "the type of the exits"), param("itype", Int, "")];
    const DEFAULTS: Defaults = Defaults { is_static: true, portal: true, ..Defaults::SPRITE };
    const STILL: bool = true;

    fn compile(p: &Params, names: &Names<'_>) -> Self {
        Portal { exit: names.get(p, "stype") }
    }

    fn facts(&self) -> ClassFacts {
        DRIFTS
    }

    fn exit(&self, _: &Sprite) -> Option<Kind> {
        self.exit
    }
}

impl NpcClass for Portal {
    #[inline(always)]
    fn update(&self, t: &mut Tick<'_>, slot: Slot, info: &TypeInfo) {
        t.drift_and_age(slot, info);
    }
}
