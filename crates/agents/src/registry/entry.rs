//! What the registry knows of an agent.

use super::parameter::Parameter;
use super::spec::AgentSpec;
use crate::interface::{Agent, Turn};

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
    /// Makes it.
    pub build: fn(&AgentSpec, Turn<'_>, u64) -> Box<dyn Agent>,
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
