//! Go beside somebody or something, but not onto it.

use ludex_engine::Category;

use super::super::instance::Kind;
use super::super::scene::steps;
use super::{nearest_sprites, sprite, step_to};

/// A way of two cells, both ends counted, is a step: nothing can be in between, so its length needs no search.
const NEAR: i32 = 1;

pub const KIND: Kind = Kind {
    name: "go-near-movable",
    begin: |scene, targets| {
        if scene.avatar.walks() {
            let categories = [Category::Npc, Category::Movable, Category::Resource, Category::Portal];
            nearest_sprites(scene, categories, NEAR, targets);
        }
    },
    act: |option, scene, tools| step_to(option, sprite(option, scene), scene, tools),
    is_over: |option, scene| {
        sprite(option, scene).is_none_or(|goal| steps(scene.cell_of(&goal), scene.cell) <= NEAR)
    },
};
