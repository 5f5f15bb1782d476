//! Published figures and claims as data, and our results beside them.
//!
//! A [`Paper`] holds tables as printed and says which agents of ours play the paper's. [`compare`] sets our results beside
//! them. [`Claims`] say what a reproduction must show; a [`Study`] tells what has to be played for them and whether they
//! hold.

mod claims;
mod compare;
mod document;
mod effort;
mod evaluate;
mod experiments;
mod json;
mod markdown;
mod needs;
mod old_games;
mod plot;
mod published;
mod reproduce;
mod sample;
mod terms;
mod text;
mod variance;

pub use claims::{BudgetDefinition, Check, Claim, Claims, Less, all_claims, claims};
pub use compare::{ComparisonLine, Position, compare};
pub use document::replace_section;
pub use effort::Effort;
pub use evaluate::{CheckResult, ClaimResult, Verdict};
pub use experiments::{Column, Experiment};
pub use json::to_json;
pub use markdown::{Findings, calibrations, deciding, ours, section};
pub use plot::plot;
pub use published::{
    AgentDefinition, Measure, Paper, PublishedFigure, PublishedRow, PublishedTable, Uncertainty, games_of,
    paper, papers,
};
pub use reproduce::{Edition, Reproduction, registered};
pub use sample::{REPLICATES, Sample};
pub use terms::{AgentReader, Parts, Study, Term};
pub use text::to_text;
