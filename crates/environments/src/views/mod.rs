//! What is seen of a state, as arrays of numbers.
//!
//! All views show what agents may see, in cells of the level: rows from top to bottom, columns from left to right. Levels that are
//! smaller than the largest of a batch leave the rest empty. Types that the game hides are never shown, although the reference
//! does so from the second tick on: a learner would see the floor appear.

mod entities;
mod ids;
mod pixels;
mod planes;

use ludex_engine::State;

use crate::rows::Observations;
use crate::stage::Stage;

pub use entities::{FIELDS, LARGEST};

/// What is to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ViewKind {
    /// Nothing.
    #[default]
    None,
    /// For each type of sprite and each cell: is one there? Bytes by type, row and column; types ascend as in
    /// [`Stage::types`].
    Planes,
    /// For each cell the types of the sprites in it, plus one, and zeros where there are no more. Shorts by row, column and
    /// place; the types that are drawn last come first.
    Ids {
        /// How many sprites of a cell are shown.
        depth: usize,
    },
    /// A line for each sprite, avatars first, with its [`FIELDS`]; zeros where there are no more. Floats by sprite and field.
    Entities {
        /// How many sprites are shown.
        most: usize,
    },
    /// A picture: bytes by row, column and colour (red, green, blue).
    Pixels {
        /// The width and height of a cell.
        block: usize,
    },
}

/// What the elements of an observation are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// `u8`
    Byte,
    /// `i16`
    Short,
    /// `f32`
    Float,
}

/// The most of everything among the levels of a batch.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bounds {
    types: usize,
    rows: usize,
    columns: usize,
}

impl ViewKind {
    pub(crate) fn bounds<'a>(self, stages: impl Iterator<Item = &'a Stage>) -> Bounds {
        stages.fold(Bounds::default(), |most, stage| Bounds {
            types: most.types.max(stage.types().len()),
            rows: most.rows.max(stage.world().height().unsigned_abs() as usize),
            columns: most.columns.max(stage.world().width().unsigned_abs() as usize),
        })
    }

    pub(crate) fn dimensions(self, Bounds { types, rows, columns }: Bounds) -> Vec<usize> {
        match self {
            ViewKind::None => Vec::new(),
            ViewKind::Planes => vec![types, rows, columns],
            ViewKind::Ids { depth } => vec![rows, columns, depth],
            ViewKind::Entities { most } => vec![most, FIELDS.len()],
            ViewKind::Pixels { block } => vec![rows.saturating_mul(block), columns.saturating_mul(block), 3],
        }
    }
}

/// Writes observations of the states of a stage.
pub struct View(Kind);

enum Kind {
    None,
    Planes(planes::Planes),
    Ids(ids::Ids),
    Entities(entities::Entities),
    Pixels(pixels::Pixels),
}

impl View {
    pub(crate) fn new(kind: ViewKind, stage: &Stage, bounds: Bounds) -> View {
        View(match kind {
            ViewKind::None => Kind::None,
            ViewKind::Planes => Kind::Planes(planes::Planes::new(stage, bounds)),
            ViewKind::Ids { depth } => Kind::Ids(ids::Ids::new(stage, bounds, depth)),
            ViewKind::Entities { .. } => Kind::Entities(entities::Entities::new(stage)),
            ViewKind::Pixels { block } => Kind::Pixels(pixels::Pixels::new(stage, bounds, block)),
        })
    }

    /// What the elements are, if there are any.
    pub(crate) fn element(&self) -> Option<Element> {
        match &self.0 {
            Kind::None => None,
            Kind::Planes(_) | Kind::Pixels(_) => Some(Element::Byte),
            Kind::Ids(_) => Some(Element::Short),
            Kind::Entities(_) => Some(Element::Float),
        }
    }

    /// Writes the observation of a state into memory of its type; into other memory nothing is written.
    pub(crate) fn write(&self, state: &State, out: Observations<'_>) {
        match (&self.0, out) {
            (Kind::Planes(view), Observations::Bytes(out)) => view.write(state, out),
            (Kind::Ids(view), Observations::Shorts(out)) => view.write(state, out),
            (Kind::Entities(view), Observations::Floats(out)) => view.write(state, out),
            (Kind::Pixels(view), Observations::Bytes(out)) => view.write(state, out),
            _ => {}
        }
    }
}
