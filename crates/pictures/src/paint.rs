//! Draws scenes, with every tile rasterised once.

use crate::image::Image;
use crate::look::{Look, Turn, looks};
use crate::scene::{Kind, Piece, Scene};
use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use resvg::usvg;
use std::collections::HashMap;

/// The largest picture that is drawn, in pixels along either side. Cells shrink to fit; what still does not
/// fit is cut.
const LARGEST_SIDE: u32 = 16_384;
/// What shows where there is no sprite.
pub(crate) const BACKGROUND: (u8, u8, u8) = (38, 40, 46);

/// Draws scenes of one game.
#[derive(Debug)]
pub struct Painter {
    kinds: Vec<Kind>,
    looks: Vec<Look>,
    cell: u32,
    tiles: HashMap<TileKey, Pixmap>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct TileKey {
    kind: usize,
    turn: Turn,
    width: u32,
    height: u32,
}

impl Painter {
    /// A painter for these types, with cells of this many pixels.
    pub fn new(kinds: Vec<Kind>, cell: u32) -> Self {
        let looks = looks(&kinds);
        Painter { kinds, looks, cell: cell.max(1), tiles: HashMap::new() }
    }

    /// Draws a scene. Pieces of unknown kinds are left out.
    pub fn draw(&mut self, scene: &Scene) -> Image {
        let cell = self.cell.min(LARGEST_SIDE / scene.columns.max(scene.rows).max(1)).max(1);
        let side = |cells: u32| cells.saturating_mul(cell).clamp(1, LARGEST_SIDE);
        let Some(mut canvas) = Pixmap::new(side(scene.columns), side(scene.rows)) else {
            return Image::filled(1, 1, BACKGROUND);
        };
        canvas.fill(Color::from_rgba8(BACKGROUND.0, BACKGROUND.1, BACKGROUND.2, 255));
        for piece in &scene.pieces {
            self.draw_piece(piece, f64::from(cell), &mut canvas);
        }
        Image::from_opaque(canvas.width(), canvas.height(), canvas.take())
    }

    /// All types of the game in one picture: what an animation learns its colours from.
    pub fn sample(&mut self) -> Image {
        let columns = (self.kinds.len() as f64).sqrt().ceil().max(1.0) as usize;
        let place = |i: usize| Piece::at(i, (i % columns) as f64, (i / columns) as f64);
        let pieces = (0..self.kinds.len()).map(place).collect();
        let rows = self.kinds.len().div_ceil(columns);
        self.draw(&Scene { columns: columns as u32, rows: rows as u32, pieces })
    }

    fn draw_piece(&mut self, piece: &Piece, cell: f64, canvas: &mut Pixmap) {
        let Some(look) = self.looks.get(piece.kind).filter(|_| !self.kinds[piece.kind].invisible) else {
            return;
        };
        let pixel = |cells: f64| (cells * cell).round() as i32;
        let (left, top) = (pixel(piece.x), pixel(piece.y));
        let length = |from: i32, to: i32| to.saturating_sub(from).clamp(0, LARGEST_SIDE as i32) as u32;
        let (width, height) =
            (length(left, pixel(piece.x + piece.width)), length(top, pixel(piece.y + piece.height)));
        let key = TileKey { kind: piece.kind, turn: look.turn(piece.facing), width, height };
        let tile = match self.tiles.get(&key) {
            Some(tile) => tile,
            None => {
                let Some(tile) = rasterise(&look.svg(key.turn), width, height) else { return };
                self.tiles.entry(key).or_insert(tile)
            }
        };
        canvas.draw_pixmap(left, top, tile.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
}

/// An SVG stretched to this size; nothing for an empty size.
pub(crate) fn rasterise(svg: &str, width: u32, height: u32) -> Option<Pixmap> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
    let mut pixmap = Pixmap::new(width, height)?;
    let size = tree.size();
    let stretch = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(&tree, stretch, &mut pixmap.as_mut());
    Some(pixmap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose::picture_names;
    use crate::scene::Role;
    use resvg::tiny_skia::PremultipliedColorU8;

    #[test]
    fn every_picture_draws_something() {
        for name in picture_names() {
            let kind = Kind { img: Some(name.to_owned()), ..Kind::new("x", "Immovable") };
            let look = &looks(&[kind])[0];
            let tile = rasterise(&look.svg(Turn::None), 32, 32).expect(name);
            let inked = tile.pixels().iter().filter(|p| p.alpha() > 128).count();
            assert!(inked > 60, "{name} has only {inked} pixels");
        }
    }

    #[test]
    fn danger_is_red_whatever_the_picture() {
        for name in picture_names() {
            let kind = Kind { img: Some(name.to_owned()), role: Role::Danger, ..Kind::new("x", "RandomNPC") };
            let look = &looks(&[kind])[0];
            if look.covers_cell() {
                continue;
            }
            let tile = rasterise(&look.svg(Turn::None), 32, 32).expect(name);
            let red =
                |p: &PremultipliedColorU8| p.alpha() > 250 && p.red() > 200 && p.green().max(p.blue()) < 70;
            let signal = tile.pixels().iter().filter(|p| red(p)).count();
            assert!(signal > 40, "{name} has only {signal} red pixels");
        }
    }

    #[test]
    fn scenes_of_any_size_and_pieces_anywhere() {
        let mut painter = Painter::new(vec![Kind::new("avatar", "MovingAvatar")], 8);
        for (x, y, size) in [(0.0, 0.0, 1.0), (-5.0, 90.0, 1.0), (0.5, 0.5, 0.0), (f64::NAN, 1e300, -3.0)] {
            let piece = Piece { width: size, height: size, ..Piece::at(0, x, y) };
            let scene = Scene { columns: 2, rows: 2, pieces: vec![piece, Piece::at(7, 0.0, 0.0)] };
            assert_eq!(painter.draw(&scene).width(), 16);
        }
        assert_eq!(painter.draw(&Scene::default()).width(), 1);
        let wide = Scene { columns: 1_000_000, rows: 1, pieces: vec![] };
        assert_eq!(painter.draw(&wide).width(), LARGEST_SIDE);
    }

    #[test]
    fn invisible_types_are_not_drawn() {
        let seen = Kind::new("gem", "Resource");
        let unseen = Kind { invisible: true, ..seen.clone() };
        let scene = Scene { columns: 1, rows: 1, pieces: vec![Piece::at(0, 0.0, 0.0)] };
        let empty = Painter::new(vec![], 16).draw(&scene);
        assert_eq!(Painter::new(vec![unseen], 16).draw(&scene), empty);
        assert_ne!(Painter::new(vec![seen], 16).draw(&scene), empty);
    }
}
