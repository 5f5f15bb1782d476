//! All pictures of a game on one sheet, for whoever draws scenes elsewhere.

use crate::color::Rgb;
use crate::image::Error;
use crate::look::{Look, Turn, looks};
use crate::paint::{BACKGROUND, rasterise};
use crate::scene::Kind;

/// The pictures of all types of a game, each in all directions that make a difference to it.
///
/// ```
/// use ludex_pictures::{Kind, Tiles};
///
/// let tiles = Tiles::new(&[Kind::new("avatar", "MovingAvatar")]);
/// assert_eq!(tiles.place(0, (1.0, 0.0)), Some(0));
/// assert_eq!(tiles.len(), 1);
/// assert!(tiles.to_png(32).is_ok());
/// ```
#[derive(Debug)]
pub struct Tiles {
    looks: Vec<Option<Look>>,
    /// The place of each type's first picture.
    firsts: Vec<usize>,
    tiles: Vec<(usize, Turn)>,
}

impl Tiles {
    /// Tiles on a line of the sheet.
    pub const COLUMNS: usize = 16;

    /// What shows where there is no sprite.
    pub const BACKGROUND: Rgb = BACKGROUND;

    /// The pictures of these types. Invisible ones have none.
    pub fn new(kinds: &[Kind]) -> Tiles {
        let shown = |(look, kind): (Look, &Kind)| (!kind.invisible).then_some(look);
        let looks: Vec<Option<Look>> = looks(kinds).into_iter().zip(kinds).map(shown).collect();
        let (mut firsts, mut tiles) = (Vec::new(), Vec::new());
        for (kind, look) in looks.iter().enumerate() {
            firsts.push(tiles.len());
            tiles.extend(look.iter().flat_map(Look::turns).map(|turn| (kind, turn)));
        }
        Tiles { looks, firsts, tiles }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Is there nothing to be seen?
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// The place on the sheet, counted line by line, of a type that looks in this direction. None if it is invisible.
    pub fn place(&self, kind: usize, facing: (f64, f64)) -> Option<usize> {
        let look = self.looks.get(kind)?.as_ref()?;
        let first = self.firsts[kind];
        match look.turn(facing) {
            Turn::None => Some(first),
            Turn::Mirrored => Some(first + 1),
            Turn::Sixteenths(part) => Some(first + 1 + usize::from(part)),
        }
    }

    /// The colour that stands for a type, where there is no room for its picture.
    pub fn color(&self, kind: usize) -> Option<Rgb> {
        self.looks.get(kind)?.as_ref().map(|look| look.tint)
    }

    /// The sheet as a PNG file with transparency, with tiles of so many pixels.
    pub fn to_png(&self, cell: u32) -> Result<Vec<u8>, Error> {
        let cell = cell.clamp(1, 256);
        let lines = self.tiles.len().div_ceil(Tiles::COLUMNS).max(1);
        let (width, height) = (Tiles::COLUMNS * cell as usize, lines * cell as usize);
        let mut pixels = vec![0_u8; width * height * 4];
        for (place, (kind, turn)) in self.tiles.iter().enumerate() {
            let look = self.looks[*kind].as_ref();
            let Some(tile) = look.and_then(|look| rasterise(&look.svg(*turn), cell, cell)) else { continue };
            let (left, top) =
                (place % Tiles::COLUMNS * cell as usize, place / Tiles::COLUMNS * cell as usize);
            for (at, pixel) in tile.pixels().iter().enumerate() {
                let (x, y) = (left + at % cell as usize, top + at / cell as usize);
                let color = pixel.demultiply();
                let to = (y * width + x) * 4;
                pixels[to..to + 4].copy_from_slice(&[
                    color.red(),
                    color.green(),
                    color.blue(),
                    color.alpha(),
                ]);
            }
        }
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(Error)?;
        writer.write_image_data(&pixels).map_err(Error)?;
        writer.finish().map_err(Error)?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_pictures_have_a_tile_for_each_direction() {
        let named = |img: &str| Kind { img: Some(img.to_owned()), ..Kind::new("x", "Missile") };
        let hidden = Kind { invisible: true, ..named("car") };
        let tiles = Tiles::new(&[named("arrow"), hidden, named("car"), named("gem")]);
        assert_eq!(tiles.len(), 17 + 2 + 1);
        assert_eq!(tiles.place(1, (0.0, 0.0)), None);
        assert_eq!(tiles.place(2, (-1.0, 0.0)), Some(17));
        assert_eq!(tiles.place(2, (1.0, 0.0)), Some(18));
        assert_eq!(tiles.place(3, (1.0, 0.0)), Some(19));
        assert_eq!(tiles.place(9, (1.0, 0.0)), None);
        for part in 0..16 {
            let angle = f64::from(part) * std::f64::consts::TAU / 16.0;
            assert!(tiles.place(0, (angle.cos(), angle.sin())).is_some_and(|place| (1..17).contains(&place)));
        }
    }
}
