//! The sprites of a state as others may see them, and which category they are seen in.

use ludex_vgdl::TypeId;

use crate::geometry::{Rect, Vector};
use crate::index::Kind;
use crate::observe::observation::Category;
use crate::observe::sprites_of::Found;
use crate::state::State;
use crate::state::sprite::{Sprite, flag};

/// A sprite of a state, with everything that can be known of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpriteView {
    /// Its number, unique and in order of creation.
    pub id: i32,
    /// Its type.
    pub type_id: TypeId,
    /// Its rectangle in pixels.
    pub rect: Rect,
    /// Where it faces.
    pub orientation: Vector,
    /// Its health.
    pub health: i32,
    /// Is it a dead avatar?
    pub disabled: bool,
    /// Its category.
    pub category: Category,
}

impl State {
    /// All sprites, by ascending type and in order of creation.
    pub fn sprites(&self) -> impl Iterator<Item = SpriteView> {
        self.compiled().kinds.iter().flat_map(|kind| self.sprites_of_type(kind.id()))
    }

    /// The sprites of exactly this type, in order of creation.
    pub fn sprites_of_type(&self, kind: TypeId) -> impl Iterator<Item = SpriteView> + use<'_> {
        // Fixtures of a type differ in place and number alone.
        let kind = self.compiled().kinds.get(kind);
        let pattern = kind.map(|kind| self.view(&self.compiled().types[kind].template));
        self.sprites_of(kind).filter_map(move |found| match found {
            Found::Fixture(f) => {
                pattern.map(|pattern| SpriteView { id: f.id, rect: pattern.rect.at(f.x, f.y), ..pattern })
            }
            Found::Other(sprite) => Some(self.view(sprite)),
        })
    }

    fn view(&self, sprite: &Sprite) -> SpriteView {
        SpriteView {
            id: sprite.id,
            type_id: sprite.kind.id(),
            rect: sprite.rect,
            orientation: sprite.orientation,
            health: sprite.health,
            disabled: sprite.is(flag::DISABLED),
            category: self.category(sprite.kind, sprite.is(flag::FROM_AVATAR)),
        }
    }

    fn category(&self, kind: Kind, from_avatar: bool) -> Category {
        self.categories(kind)[usize::from(from_avatar)]
    }

    /// How sprites of a type are seen, and those of them that an avatar made.
    pub(crate) fn categories(&self, kind: Kind) -> [Category; 2] {
        let fixed = self.compiled().types[kind].category;
        fixed.map_or([Category::Movable, Category::FromAvatar], |c| [Category::ALL[usize::from(c)]; 2])
    }

    /// The categories that a type is seen in. See [`Observation::types_of`](crate::Observation::types_of).
    pub(crate) fn seen_as(&self, kind: Kind) -> [Option<Category>; 2] {
        if self.compiled().types[kind].hidden {
            return [None; 2];
        }
        let seen = self.live.d.noted[kind.word()].seen;
        let [mut plain, mut made] = seen.map(|word| word & kind.bit() != 0);
        if !plain && !made {
            match self.sprites_of(Some(kind)).next() {
                Some(Found::Other(first)) if first.is(flag::FROM_AVATAR) => made = true,
                first => plain = first.is_some(),
            }
        }
        let categories = self.categories(kind);
        [plain.then_some(categories[0]), made.then_some(categories[1])]
    }

    /// Sprites of this type with ids below this are shown in the grid. Once the state has been advanced hidden ones
    /// are shown as well, but of types that are never updated only those that were shown before.
    pub(crate) fn shown_in_grid(&self, kind: Kind) -> i32 {
        let info = &self.compiled().types[kind];
        match (info.hidden, self.live.d.advanced) {
            (true, false) => i32::MIN,
            (_, true) if info.turn.is_none() => {
                if info.hidden {
                    i32::MIN
                } else {
                    self.live.d.copied_id
                }
            }
            _ => i32::MAX,
        }
    }

    /// Forgets which types an earlier observation has shown, as GVGAI does with each fresh observation of the
    /// game: call it before an agent is asked.
    pub fn refresh(&mut self) {
        self.live.d.remember_types();
    }
}
