//! Agents that are programs of their own, in any language: `program(cmd="python3 bot.py")`.
//!
//! A program speaks JSON lines over its standard streams; the page `docs/programs.md` describes them in full. It
//! plays under the rules of any agent: its forward-model calls and its time are counted, and whatever is wrong with it costs it
//! its game and nothing else.
//!
//! [`register`] makes such agents known to the registry. From then on their text is an
//! [`AgentSpec`](ludex_agents::AgentSpec) like any other. [`gvgai`] lets clients of GVGAI's learning track play.

mod agent;
mod entry;
pub mod gvgai;
mod message;
mod model;
mod observation;
#[cfg(unix)]
mod process;
#[cfg(not(unix))]
#[path = "process/absent.rs"]
mod process;

pub use entry::{PROGRAM, register};
