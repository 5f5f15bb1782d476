//! What the registry knows of an agent.

use super::parameter::Parameter;
use super::spec::AgentSpec;
use crate::interface::{Agent, INITIAL_TICKS, Make, Turn};

/// An agent of the registry. Every agent's module has one.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// Its name, as it is written.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// How it works, and what is particular to it.
    pub description: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// The parts that it can be composed with.
    pub parts: &'static [Part],
    /// How many ticks' worth of calls or iterations it gets for its preparation.
    pub initial_ticks: u32,
    /// Gets ready what it needs before the clock of its preparation runs, and then makes it instead of `build`.
    pub ready: Option<fn(&AgentSpec) -> Make<'static>>,
    /// Makes it.
    pub build: fn(&AgentSpec, Turn<'_>, u64) -> Box<dyn Agent>,
}

impl Entry {
    /// An agent without parameters and parts. The rest can be set one by one: `Entry { parameters: .., ..Entry::new(..) }`.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        build: fn(&AgentSpec, Turn<'_>, u64) -> Box<dyn Agent>,
    ) -> Entry {
        Entry {
            name,
            about,
            description: about,
            source: "not part of Ludex",
            parameters: &[],
            parts: &[],
            initial_ticks: INITIAL_TICKS,
            ready: None,
            build,
        }
    }
}

/// A part that an agent can be composed with.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// Its name, as it is written.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
}

/// A name for an agent with some parts, or with some settings.
#[derive(Debug, Clone, Copy)]
pub struct Alias {
    /// The name, as it is written.
    pub name: &'static str,
    /// What it stands for.
    pub text: &'static str,
    /// What is particular to it, in one line.
    pub about: &'static str,
}
