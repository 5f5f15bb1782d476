//! From the engine's states to pictures.

use ludex_engine::{ONTOLOGY, State, Winner};
use ludex_pictures::{Image, Kind, Painter, Piece, Role, Scene};
use ludex_solver::{Hints, Meaning};
use ludex_vgdl::{ClassRef, Game, SpriteType, TypeId};

/// The types of a game as the painter needs them; the index is the type id.
pub fn kinds(game: &Game) -> Vec<Kind> {
    let hints = Hints::of(game);
    let role = |t: usize| match hints.meaning(t as TypeId) {
        Meaning::Avatar => Role::Avatar,
        Meaning::Goal => Role::Goal,
        Meaning::Obstacle => Role::Wall,
        Meaning::Danger => Role::Danger,
        Meaning::Good => Role::Collectable,
        Meaning::Nothing => Role::Plain,
    };
    game.types.iter().enumerate().map(|(t, kind)| Kind { role: role(t), ..look(game, kind) }).collect()
}

fn look(game: &Game, kind: &SpriteType) -> Kind {
    let class = match &kind.class {
        ClassRef::Known(class) => ONTOLOGY.classes[*class].name,
        ClassRef::Unknown(name) => name,
        ClassRef::Missing => "",
    };
    let above = kind.chain.iter().rev().skip(1).map(|t| game.types[usize::from(*t)].name.clone());
    let first_player = |value: &str| value.split(',').next().is_some_and(|v| v.eq_ignore_ascii_case("true"));
    Kind {
        ancestors: above.collect(),
        img: kind.params.raw("img").map(str::to_owned),
        color: kind.params.color("color"),
        shrink: kind.params.double("shrinkfactor").unwrap_or(1.0),
        invisible: kind.params.raw("invisible").is_some_and(first_player),
        ..Kind::new(&kind.name, class)
    }
}

/// A picture of a state; after the end of a game it says how that came out for the first player.
pub fn picture(painter: &mut Painter, state: &State) -> Image {
    let mut image = painter.draw(&scene(state));
    if state.is_over() {
        let (word, color) = match state.winner(0) {
            Winner::Wins => ("won", (34, 139, 58)),
            Winner::Loses => ("lost", (190, 40, 40)),
            Winner::None => ("ended", (90, 94, 104)),
        };
        image.mark(word, color);
    }
    image
}

/// What a state looks like, back to front. The dead are not shown.
pub fn scene(state: &State) -> Scene {
    let world = state.world();
    let cells = |pixels: i32| f64::from(pixels) / f64::from(world.block().max(1));
    let pieces = world.order().iter().flat_map(|t| state.sprites_of_type(*t)).filter(|s| !s.disabled);
    let pieces = pieces.map(|sprite| Piece {
        kind: usize::from(sprite.type_id),
        x: cells(sprite.rect.x),
        y: cells(sprite.rect.y),
        width: cells(sprite.rect.w),
        height: cells(sprite.rect.h),
        facing: sprite.orientation,
    });
    let side = |cells: i32| u32::try_from(cells).unwrap_or(0);
    Scene { columns: side(world.width()), rows: side(world.height()), pieces: pieces.collect() }
}
