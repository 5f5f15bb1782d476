//! The VGDL language as GVGAI reads it: text in, a checked [`Game`] description out.
//!
//! [`parse`] reads exactly what GVGAI reads, oddities included: a game that GVGAI plays with half of its rules,
//! because one of them has a slip in it, gives the same half here. The [`Diagnostic`]s say what was lost.
//! [`check_game`] and [`check_level`] say more: also what is read without complaint but is probably not meant.
//!
//! Which classes, effects and terminations there are, the language does not know; it is told with an
//! [`Ontology`], so that each of them is described where it is implemented.
//!
//! ```
//! use ludex_vgdl::{ClassSpec, Ontology, parse};
//!
//! static ONTOLOGY: Ontology = Ontology {
//!     classes: &[ClassSpec { name: "Missile", doc: "flies", example: "", avatar: false, still: false, params: &[], defaults: Vec::new }],
//!     sprite_params: &[],
//!     effects: &[],
//!     effect_params: &[],
//!     time_params: &[],
//!     terminations: &[],
//!     termination_params: &[],
//!     example_sprites: "",
//! };
//! let parsed = parse("BasicGame\n  SpriteSet\n    arrow > Misile", &ONTOLOGY)?;
//! assert_eq!(parsed.game.types[2].name, "arrow");
//! assert_eq!(parsed.diagnostics[0].message, "unknown class `Misile`: did you mean `Missile`?");
//! # Ok::<(), ludex_vgdl::ParseError>(())
//! ```

mod code;
mod diagnostic;
pub mod game;
pub mod level;
pub mod limits;
mod lint;
mod number;
pub mod ontology;
pub mod params;
mod parse;
pub mod pyvgdl;
mod read;
mod span;
mod suggest;
mod syntax;

pub use code::Code;
pub use diagnostic::{Diagnostic, Label, Severity};
pub use game::{ClassRef, Game, Mapping, Partners, Rule, SpriteType, Termination, TypeId};
pub use level::Level;
pub use lint::{Checked, check_game, check_level};
pub use ontology::{
    ClassSpec, EffectSpec, Fires, Need, Ontology, Outcome, ParamKind, ParamSpec, TerminationSpec, Waits,
};
pub use params::{Params, Value};
pub use parse::{ParseError, Parsed, decode, looks_like_game, parse};
pub use read::HEADER_PARAMS;
pub use span::{Position, Positions, Span};
pub use suggest::{nearest, slips};
