//! Finished pictures: pixels, PNG and contact sheets.

use crate::color::Rgb;
use crate::letters::dots;
use std::fmt;

/// Dots from the beginning of a letter to that of the next.
const ADVANCE: u32 = 6;
/// Dots from top to bottom of a letter.
const HEIGHT: u32 = 7;

/// An opaque picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

/// A picture could not be written.
#[derive(Debug)]
pub struct Error(pub(crate) png::EncodingError);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the picture cannot be encoded as PNG: {}", self.0)
    }
}

impl std::error::Error for Error {}

impl Image {
    /// A picture of one colour.
    pub fn filled(width: u32, height: u32, color: Rgb) -> Self {
        let pixel = [color.0, color.1, color.2, 255];
        Image { width, height, rgba: pixel.repeat(width as usize * height as usize) }
    }

    /// Takes over pixels that are opaque and exactly fill the picture.
    pub(crate) fn from_opaque(width: u32, height: u32, rgba: Vec<u8>) -> Self {
        debug_assert_eq!(rgba.len(), width as usize * height as usize * 4);
        Image { width, height, rgba }
    }

    /// Pixels from left to right.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Pixels from top to bottom.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Red, green, blue and alpha (always 255) of all pixels, row by row.
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// The picture as a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        let rgb: Vec<u8> = self.rgba.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
        self.encode(png::ColorType::Rgb, &rgb)
    }

    /// The picture as a PNG file with four channels, for programs that expect alpha.
    pub fn to_png_rgba(&self) -> Result<Vec<u8>, Error> {
        self.encode(png::ColorType::Rgba, &self.rgba)
    }

    fn encode(&self, color: png::ColorType, pixels: &[u8]) -> Result<Vec<u8>, Error> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(color);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().map_err(Error)?;
        writer.write_image_data(pixels).map_err(Error)?;
        writer.finish().map_err(Error)?;
        Ok(file)
    }

    /// Several pictures in rows of `columns`, each in the middle of its place: columns are as wide as the widest
    /// picture, rows as high as their highest.
    pub fn sheet(images: &[Image], columns: usize, gap: u32, background: Rgb) -> Image {
        let columns = columns.clamp(1, images.len().max(1));
        let width = images.iter().map(|i| i.width).max().unwrap_or(0);
        let rows: Vec<(&[Image], u32)> = images
            .chunks(columns)
            .map(|row| (row, row.iter().map(|i| i.height).max().unwrap_or(0)))
            .collect();
        let height: u32 = rows.iter().map(|(_, height)| height + gap).sum();
        let mut sheet = Image::filled((width + gap) * columns as u32 + gap, height + gap, background);
        let mut top = gap;
        for (row, height) in rows {
            for (column, image) in row.iter().enumerate() {
                let left = gap + (width + gap) * column as u32 + (width - image.width) / 2;
                sheet.paste(image, left, top + (height - image.height) / 2);
            }
            top += height + gap;
        }
        sheet
    }

    /// The picture with a line of text below it, each dot of a letter so many pixels.
    pub fn captioned(&self, text: &str, dot: u32, ink: Rgb, background: Rgb) -> Image {
        let length = text.chars().count() as u32 * ADVANCE * dot;
        let mut image = Image::filled(self.width.max(length), self.height + (HEIGHT + 4) * dot, background);
        image.paste(self, (image.width - self.width) / 2, 0);
        image.write(text, (image.width - length) / 2, self.height + 2 * dot, dot, ink);
        image
    }

    /// Puts a frame of this colour around the picture, with a word in the middle of its upper side.
    pub fn mark(&mut self, word: &str, color: Rgb) {
        let dot = (self.width / 120).clamp(1, 4);
        let line = 2 * dot;
        let (width, height) = (self.width, self.height);
        self.fill(0, 0, width, line, color);
        self.fill(0, height.saturating_sub(line), width, line, color);
        self.fill(0, 0, line, height, color);
        self.fill(width.saturating_sub(line), 0, line, height, color);
        let length = word.chars().count() as u32 * ADVANCE * dot + 3 * dot;
        let left = width.saturating_sub(length) / 2;
        self.fill(left, 0, length, (HEIGHT + 4) * dot, color);
        self.write(word, left + 2 * dot, 2 * dot, dot, (255, 255, 255));
    }

    /// Writes in letters of dots; what is outside of the picture is left out.
    fn write(&mut self, text: &str, left: u32, top: u32, dot: u32, ink: Rgb) {
        for (letter, place) in text.chars().zip(0..) {
            for (bits, row) in dots(letter).into_iter().zip(0..) {
                for column in (0..5).filter(|column| bits >> (4 - column) & 1 == 1) {
                    self.fill(left + (place * ADVANCE + column) * dot, top + row * dot, dot, dot, ink);
                }
            }
        }
    }

    /// Fills a rectangle, as far as it is inside of the picture.
    fn fill(&mut self, left: u32, top: u32, width: u32, height: u32, color: Rgb) {
        for y in top..top.saturating_add(height).min(self.height) {
            for x in left..left.saturating_add(width).min(self.width) {
                let at = (y as usize * self.width as usize + x as usize) * 4;
                self.rgba[at..at + 3].copy_from_slice(&[color.0, color.1, color.2]);
            }
        }
    }

    /// Copies a picture into this one, which must be large enough.
    fn paste(&mut self, image: &Image, left: u32, top: u32) {
        let line = image.width as usize * 4;
        for y in 0..image.height as usize {
            let to = ((top as usize + y) * self.width as usize + left as usize) * 4;
            self.rgba[to..to + line].copy_from_slice(&image.rgba[y * line..(y + 1) * line]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn png_round_trip() {
        let image = Image::filled(3, 2, (10, 20, 30));
        for (file, pixel) in
            [(image.to_png(), vec![10, 20, 30]), (image.to_png_rgba(), vec![10, 20, 30, 255])]
        {
            let file = std::io::Cursor::new(file.expect("encodes"));
            let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
            let mut pixels = vec![0; reader.output_buffer_size().expect("small")];
            let info = reader.next_frame(&mut pixels).expect("a frame");
            assert_eq!((info.width, info.height), (3, 2));
            assert_eq!(pixels, pixel.repeat(6));
        }
    }

    #[test]
    fn sheets_hold_everything() {
        let images =
            [Image::filled(4, 2, (1, 1, 1)), Image::filled(2, 6, (2, 2, 2)), Image::filled(1, 1, (3, 3, 3))];
        let sheet = Image::sheet(&images, 2, 1, (0, 0, 0));
        assert_eq!((sheet.width(), sheet.height()), (11, 10));
        let count = |c: u8| sheet.rgba().chunks_exact(4).filter(|p| p[0] == c).count();
        assert_eq!((count(1), count(2), count(3)), (8, 12, 1));
        assert_eq!(Image::sheet(&[], 3, 2, (0, 0, 0)).width(), 4);
    }

    #[test]
    fn captions_are_below_and_fit() {
        let (ink, paper) = ((9, 9, 9), (0, 0, 0));
        let image = Image::filled(30, 10, (1, 1, 1)).captioned("I I", 1, ink, paper);
        assert_eq!((image.width(), image.height()), (30, 21));
        let count = |c: u8| image.rgba().chunks_exact(4).filter(|p| p[0] == c).count();
        assert_eq!((count(1), count(9)), (300, 2 * 11), "the picture is whole, and an I has eleven dots");
        assert_eq!(Image::filled(3, 3, (1, 1, 1)).captioned("zelda", 2, ink, paper).width(), 60);
    }

    #[test]
    fn marks_fit_any_picture() {
        for side in [1, 5, 40, 900] {
            let mut image = Image::filled(side, side, (1, 1, 1));
            image.mark("won", (200, 0, 0));
            assert_eq!(&image.rgba()[..4], [200, 0, 0, 255]);
            let left = image.rgba().chunks_exact(4).filter(|p| p[0] == 1).count();
            assert!(side < 40 || left as u32 > side * side / 2, "{left} of {side} squared");
        }
    }
}
