//! Go where something is that can be collected, or a portal.

use ludex_engine::Category;

use super::super::instance::Kind;
use super::{nearest_sprites, sprite, step_to};

pub const KIND: Kind = Kind {
    name: "go-to-position",
    begin: |scene, targets| {
        if scene.avatar.walks() {
            nearest_sprites(scene, [Category::Resource, Category::Portal], 0, targets);
        }
    },
    act: |option, scene, tools| step_to(option, sprite(option, scene), scene, tools),
    is_over: |option, scene| sprite(option, scene).is_none_or(|goal| scene.cell_of(&goal) == scene.cell),
};
