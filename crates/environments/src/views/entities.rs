//! A line for each sprite.

use ludex_engine::{Category, SpriteView, State, TypeId};

use crate::stage::Stage;

/// What a line tells of a sprite: 1 for a sprite that is there, its type, its category (0 avatar, 1 resource, 2 portal, 3 NPC,
/// 4 static, 5 made by the avatar, 6 movable), column and row in cells, the direction it faces, and its health.
pub const FIELDS: [&str; 8] = ["present", "type", "category", "x", "y", "facing_x", "facing_y", "health"];

/// No field is larger than this, nor smaller than its opposite.
pub const LARGEST: f32 = 1e6;

pub(super) struct Entities {
    types: Vec<TypeId>,
}

impl Entities {
    pub fn new(stage: &Stage) -> Entities {
        Entities { types: stage.types().to_vec() }
    }

    pub fn write(&self, state: &State, out: &mut [f32]) {
        out.fill(0.0);
        let observation = state.observe();
        let block = state.world().block().max(1) as f32;
        let shown =
            |kind: &TypeId| observation.shows_all(*kind) || observation.shown_of(*kind).next().is_some();
        let all = || {
            let kinds = self.types.iter().filter(|kind| shown(kind));
            kinds.flat_map(|kind| state.sprites_of_type(*kind)).filter(|sprite| !sprite.disabled)
        };
        let is_avatar = |sprite: &SpriteView| sprite.category == Category::Avatar;
        let sprites = all().filter(is_avatar).chain(all().filter(|sprite| !is_avatar(sprite)));
        for (line, sprite) in out.chunks_exact_mut(FIELDS.len()).zip(sprites) {
            let fields = [
                1.0,
                f32::from(sprite.type_id),
                sprite.category as u8 as f32,
                sprite.rect.x as f32 / block,
                sprite.rect.y as f32 / block,
                sprite.orientation.0 as f32,
                sprite.orientation.1 as f32,
                sprite.health as f32,
            ];
            // Learners want bounds, and no number that is none.
            let bounded = |field: f32| if field.is_nan() { 0.0 } else { field.clamp(-LARGEST, LARGEST) };
            line.copy_from_slice(&fields.map(bounded));
        }
    }
}
