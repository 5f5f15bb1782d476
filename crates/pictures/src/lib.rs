//! Pictures of VGDL games.
//!
//! Any sprite of any game gets a picture: an icon, a tile in its own colour, or a badge with a letter, found
//! from the words of its image name, its own name and its class. A [`Painter`] draws a [`Scene`] of such
//! sprites to an [`Image`], which can be saved as PNG or, several in a row, as an animated GIF. In a terminal
//! each type has a [`Glyph`].
//!
//! The crate knows nothing of engine or rules: whoever has a game describes its types as [`Kind`]s and its
//! sprites as [`Piece`]s.
//!
//! ```
//! use ludex_pictures::{Kind, Painter, Piece, Role, Scene};
//!
//! let hero = Kind { role: Role::Avatar, ..Kind::new("avatar", "MovingAvatar") };
//! let wall = Kind { role: Role::Wall, ..Kind::new("wall", "Immovable") };
//! let mut painter = Painter::new(vec![wall, hero], 24);
//! let scene = Scene { columns: 2, rows: 1, pieces: vec![Piece::at(0, 0.0, 0.0), Piece::at(1, 1.0, 0.0)] };
//! let image = painter.draw(&scene);
//! assert_eq!((image.width(), image.height()), (48, 24));
//! assert!(image.to_png().is_ok());
//! ```

mod animation;
mod badge;
mod choose;
mod color;
mod glyph;
mod image;
mod letters;
mod look;
mod paint;
mod scene;
mod table;
mod tiles;
mod words;

/// The SVG files, as text.
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

pub use animation::{Animation, Error as AnimationError};
pub use choose::{names_picture, picture_names};
pub use color::Rgb;
pub use glyph::{Glyph, glyph, glyphs};
pub use image::{Error as ImageError, Image};
pub use paint::Painter;
pub use scene::{Kind, Piece, Role, Scene};
pub use tiles::Tiles;
