//! How the types of a game look in a terminal.

use ludex_pictures::{Glyph, Kind, Rgb, Role, glyphs};
use ludex_vgdl::Game;
use ratatui::style::Color;

use crate::scene;

/// The looks of all types of a game.
pub struct Theme {
    kinds: Vec<Kind>,
    glyphs: Vec<Glyph>,
    /// May any of 16 million colours be used, or only 256?
    all_colors: bool,
}

impl Theme {
    /// The looks of a game in this terminal.
    pub fn new(game: &Game) -> Theme {
        let says = |value: &str| value == "truecolor" || value == "24bit";
        Theme::with_colors(game, std::env::var("COLORTERM").is_ok_and(|value| says(&value)))
    }

    /// The looks of a game with few colours or with all.
    pub fn with_colors(game: &Game, all_colors: bool) -> Theme {
        let kinds = scene::kinds(game);
        let glyphs = glyphs(&kinds);
        Theme { kinds, glyphs, all_colors }
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
