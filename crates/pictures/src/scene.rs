//! What there is to draw, without a word about rules.

use crate::color::Rgb;

/// A sprite type, as far as its looks are concerned.
#[derive(Debug, Clone, PartialEq)]
pub struct Kind {
    /// Its name in the game description.
    pub name: String,
    /// The names of the types it stands under, nearest first.
    pub ancestors: Vec<String>,
    /// Its class, such as `RandomNPC`.
    pub class: String,
    /// The value of `img`: a picture of Ludex or the image name of a game written for another framework.
    pub img: Option<String>,
    /// The value of `color`.
    pub color: Option<Rgb>,
    /// The value of `shrinkfactor`: how much of its cell it fills.
    pub shrink: f64,
    /// Is it never drawn?
    pub invisible: bool,
    /// What it means to the player.
    pub role: Role,
}

impl Kind {
    /// A plain type of this name and class.
    pub fn new(name: &str, class: &str) -> Self {
        Kind {
            name: name.to_owned(),
            ancestors: Vec::new(),
            class: class.to_owned(),
            img: None,
            color: None,
            shrink: 1.0,
            invisible: false,
            role: Role::Plain,
        }
    }
}

/// What a sprite means to the player: this is what one must see at a glance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Role {
    /// The player.
    Avatar,
    /// It kills the player.
    Danger,
    /// The game is won by it.
    Goal,
    /// It is good to touch.
    Collectable,
    /// It is in the way.
    Wall,
    /// Anything else.
    #[default]
    Plain,
}

/// A moment of a game: the sprites in drawing order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scene {
    /// Cells from left to right.
    pub columns: u32,
    /// Cells from top to bottom.
    pub rows: u32,
    /// The sprites, back to front.
    pub pieces: Vec<Piece>,
}

/// One sprite. Positions and sizes are in cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece {
    /// An index into the kinds of the [`Painter`](crate::Painter).
    pub kind: usize,
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Where it looks: (1, 0) is right, (0, 1) is down, (0, 0) nowhere.
    pub facing: (f64, f64),
}

impl Piece {
    /// A sprite that fills one cell and looks nowhere.
    pub fn at(kind: usize, x: f64, y: f64) -> Self {
        Piece { kind, x, y, width: 1.0, height: 1.0, facing: (0.0, 0.0) }
    }
}
