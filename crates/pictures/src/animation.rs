//! Animated GIFs: one palette for the whole film, and of each frame only the part that changed.

use crate::image::Image;
use color_quant::NeuQuant;
use gif::{Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::io::Write;

/// Every how many pixels the palette looks: 1 is best, 30 fastest.
const SAMPLING: i32 = 3;

/// An animation that is being written.
pub struct Animation<W: Write> {
    encoder: Encoder<W>,
    palette: Palette,
    /// In hundredths of a second.
    delay: u16,
    previous: Option<Image>,
}

/// An animation could not be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The frame has another size than the first one, or is too large for a GIF.
    Size {
        /// Width and height of the frame.
        frame: (u32, u32),
    },
    /// The writer failed.
    Write(EncodingError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Size { frame: (width, height) } => {
                write!(f, "a frame of {width} x {height} pixels does not fit into the animation")
            }
            Error::Write(problem) => write!(f, "the animation cannot be written: {problem}"),
        }
    }
}

impl std::error::Error for Error {}

impl<W: Write> Animation<W> {
    /// Starts an animation with frames of the size of `first` that each show for `delay` milliseconds. The
    /// palette is learnt from `sample` and `first`; neither is written.
    pub fn new(out: W, sample: &Image, first: &Image, delay: u32) -> Result<Self, Error> {
        let too_large = Error::Size { frame: (first.width(), first.height()) };
        let (Ok(width), Ok(height)) = (u16::try_from(first.width()), u16::try_from(first.height())) else {
            return Err(too_large);
        };
        let palette = Palette::learn(&[sample, first]);
        let mut encoder =
            Encoder::new(out, width, height, &palette.quantizer.color_map_rgb()).map_err(Error::Write)?;
        encoder.set_repeat(Repeat::Infinite).map_err(Error::Write)?;
        Ok(Animation { encoder, palette, delay: (delay / 10).clamp(2, 6_000) as u16, previous: None })
    }

    /// Adds a frame.
    pub fn add(&mut self, image: &Image) -> Result<(), Error> {
        let (left, top, right, bottom) = match &self.previous {
            None => (0, 0, image.width(), image.height()),
            Some(previous) => {
                if (previous.width(), previous.height()) != (image.width(), image.height()) {
                    return Err(Error::Size { frame: (image.width(), image.height()) });
                }
                // A frame in which nothing moved still takes its time: one pixel is written again.
                changed(previous, image).unwrap_or((0, 0, 1, 1))
            }
        };
        let row = |y: u32| {
            let start = (y * image.width() + left) as usize * 4;
            &image.rgba()[start..start + (right - left) as usize * 4]
        };
        let mut pixels = Vec::with_capacity(((right - left) * (bottom - top)) as usize);
        for y in top..bottom {
            pixels.extend(row(y).chunks_exact(4).map(|p| self.palette.index([p[0], p[1], p[2]])));
        }
        let frame = Frame {
            delay: self.delay,
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: Cow::Owned(pixels),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(Error::Write)?;
        self.previous = Some(image.clone());
        Ok(())
    }

    /// Ends the file and gives the writer back.
    pub fn finish(self) -> Result<W, Error> {
        self.encoder.into_inner().map_err(Error::Write)
    }
}

/// The smallest rectangle with all pixels that differ: left, top, right, bottom.
fn changed(a: &Image, b: &Image) -> Option<(u32, u32, u32, u32)> {
    let width = a.width() as usize;
    let mut bounds: Option<(u32, u32, u32, u32)> = None;
    for (y, (row_a, row_b)) in
        a.rgba().chunks_exact(width * 4).zip(b.rgba().chunks_exact(width * 4)).enumerate()
    {
        if row_a == row_b {
            continue;
        }
        let differs = |x: &usize| row_a[x * 4..x * 4 + 4] != row_b[x * 4..x * 4 + 4];
        let (Some(first), Some(last)) = ((0..width).find(differs), (0..width).rfind(differs)) else {
            continue;
        };
        let (first, end, y) = (first as u32, last as u32 + 1, y as u32);
        bounds =
            Some(bounds.map_or((first, y, end, y + 1), |(l, t, r, _)| (l.min(first), t, r.max(end), y + 1)));
    }
    bounds
}

/// 256 colours, and which of them stands for a given one.
struct Palette {
    quantizer: NeuQuant,
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    fn learn(images: &[&Image]) -> Self {
        let pixels: Vec<u8> = images.iter().flat_map(|i| i.rgba()).copied().collect();
        Palette { quantizer: NeuQuant::new(SAMPLING, 256, &pixels), known: HashMap::new() }
    }

    fn index(&mut self, [r, g, b]: [u8; 3]) -> u8 {
        *self.known.entry([r, g, b]).or_insert_with(|| self.quantizer.index_of(&[r, g, b, 255]) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Painter, Piece, Scene};

    #[test]
    fn frames_come_back() {
        let mut painter = Painter::new(vec![Kind::new("rock", "Immovable")], 10);
        let at = |x: f64| Scene { columns: 4, rows: 3, pieces: vec![Piece::at(0, x, 1.0)] };
        let sample = painter.sample();
        let frames: Vec<Image> = [0.0, 1.0, 1.0, 2.5].iter().map(|x| painter.draw(&at(*x))).collect();
        let mut film = Animation::new(Vec::new(), &sample, &frames[0], 100).expect("starts");
        for frame in &frames {
            film.add(frame).expect("adds");
        }
        let file = film.finish().expect("ends");
        let mut reader = gif::DecodeOptions::new().read_info(&file[..]).expect("a GIF");
        let mut sizes = Vec::new();
        while let Some(frame) = reader.read_next_frame().expect("a frame") {
            sizes.push((frame.width, frame.height));
        }
        assert_eq!(sizes.len(), 4);
        assert_eq!(sizes[0], (40, 30));
        assert_eq!(sizes[2], (1, 1));
        assert!(sizes[3].0 < 40 && sizes[3].1 <= 10);
    }

    #[test]
    fn frames_of_another_size_are_refused() {
        let small = Image::filled(4, 4, (0, 0, 0));
        let mut film = Animation::new(Vec::new(), &small, &small, 50).expect("starts");
        film.add(&small).expect("adds");
        assert!(matches!(film.add(&Image::filled(5, 4, (0, 0, 0))), Err(Error::Size { frame: (5, 4) })));
        let huge = Image::filled(70_000, 1, (0, 0, 0));
        assert!(matches!(Animation::new(Vec::new(), &small, &huge, 50), Err(Error::Size { .. })));
    }
}
