//! How the types of a game look in a terminal.

use std::cell::RefCell;
use std::collections::HashMap;

use ludex_pictures::{Glyph, Image, Kind, Painter, Rgb, Role, Scene, glyphs};
use ludex_vgdl::Game;
use ratatui::style::Color;

use crate::{output, scene};

/// The looks of all types of a game.
pub struct Theme {
    kinds: Vec<Kind>,
    glyphs: Vec<Glyph>,
    /// May any of 16 million colours be used, or only 256?
    all_colors: bool,
    /// Are types drawn as pictures where there is room?
    pictures: bool,
    /// By the pixels of a cell. Drawing is asked for many times a second, and tiles are kept.
    painters: RefCell<HashMap<u16, Painter>>,
}

impl Theme {
    /// The looks of a game in this terminal.
    pub fn new(game: &Game) -> Theme {
        let says = |value: &str| value == "truecolor" || value == "24bit";
        let all_colors = std::env::var("COLORTERM").is_ok_and(|value| says(&value));
        let many = all_colors || std::env::var("TERM").is_ok_and(|term| term.contains("256color"));
        Theme { pictures: many && output::colored(), ..Theme::with_colors(game, all_colors) }
    }

    /// The looks of a game as pictures.
    #[cfg(test)]
    pub fn with_pictures(game: &Game) -> Theme {
        Theme { pictures: true, ..Theme::with_colors(game, true) }
    }

    /// The looks of a game with few colours or with all.
    pub fn with_colors(game: &Game, all_colors: bool) -> Theme {
        let kinds = scene::kinds(game);
        let glyphs = glyphs(&kinds);
        Theme { kinds, glyphs, all_colors, pictures: false, painters: RefCell::default() }
    }

    /// Are there pictures, or signs alone?
    pub fn has_pictures(&self) -> bool {
        self.pictures
    }

    /// A scene with so many pixels along each side of a cell.
    pub fn picture(&self, scene: &Scene, cell: u16) -> Image {
        let mut painters = self.painters.borrow_mut();
        let painter =
            painters.entry(cell).or_insert_with(|| Painter::new(self.kinds.clone(), u32::from(cell)));
        painter.draw(scene)
    }

    /// The glyph of a type; none where there is nothing to see.
    pub fn glyph(&self, kind: usize) -> Option<Glyph> {
        self.glyphs.get(kind).copied().filter(|glyph| glyph.symbol != ' ')
    }

    /// Is this a type that players steer?
    pub fn is_avatar(&self, kind: usize) -> bool {
        self.kinds.get(kind).is_some_and(|kind| kind.role == Role::Avatar)
    }

    /// The name of a type.
    pub fn name(&self, kind: usize) -> &str {
        self.kinds.get(kind).map_or("", |kind| &kind.name)
    }

    /// A colour as the terminal can show it.
    pub fn color(&self, (r, g, b): Rgb) -> Color {
        if self.all_colors {
            return Color::Rgb(r, g, b);
        }
        // The colour cube of the 256 colours: six steps of red, green and blue each, from number 16 on.
        let step = |value: u8| match value {
            0..48 => 0,
            48..115 => 1,
            _ => (value - 35) / 40,
        };
        Color::Indexed(16 + 36 * step(r) + 6 * step(g) + step(b))
    }
}
