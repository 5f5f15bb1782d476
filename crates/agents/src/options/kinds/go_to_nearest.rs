//! Go to the nearest sprite of a type, whichever that is at the time.

use ludex_engine::{Category, Seen, TypeId};

use super::super::instance::{Instance, Kind, Target};
use super::super::scene::Scene;
use super::step_to;

pub const KIND: Kind = Kind {
    name: "go-to-nearest",
    begin: |scene, targets| {
        let categories =
            [Category::Npc, Category::Movable, Category::Static, Category::Resource, Category::Portal];
        let is_there =
            |kind: TypeId| scene.nearest(kind).is_none_or(|goal| scene.cell_of(&goal) == scene.cell);
        targets.extend(scene.types(categories).filter(|&kind| !is_there(kind)).map(Target::Type));
    },
    act: |option, scene, tools| step_to(option, nearest(option, scene), scene, tools),
    is_over: |option, scene| nearest(option, scene).is_none_or(|goal| scene.cell_of(&goal) == scene.cell),
};

fn nearest(option: &Instance, scene: &Scene<'_>) -> Option<Seen> {
    match option.target {
        Target::Type(kind) => scene.nearest(kind),
        _ => None,
    }
}
