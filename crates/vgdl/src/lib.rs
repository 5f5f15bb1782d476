//! The VGDL language as GVGAI reads it: text in, a checked [`Game`] description out.

pub mod game;
pub mod level;
pub mod ontology;
pub mod params;

pub use game::{ClassRef, Game, Mapping, Partners, Rule, SpriteType, Termination, TypeId};
pub use level::Level;
pub use ontology::{ClassSpec, EffectSpec, Need, Ontology, ParamKind, ParamSpec, TerminationSpec};
pub use params::{Params, Value};
