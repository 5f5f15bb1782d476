//! Agents as text: which there are, what can be set, and how they are written.
//!
//! A new agent is a module with an [`Entry`] and a line in the [table](agents). One that is not part of Ludex is
//! [added](register) when the program starts.

mod entry;
mod error;
mod parameter;
mod spec;
mod syntax;
mod table;

pub use entry::{Alias, Entry, Part};
pub use error::{RegistryError, SpecError};
pub use parameter::{Kind, Parameter, Settings, Value};
pub use spec::AgentSpec;
pub use table::{STRONGEST, agents, aliases, find, find_alias, register};
