//! Why a text names no agent.

use std::fmt;

use super::parameter::Parameter;

/// Why a text names no agent.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum SpecError {
    /// The text cannot be read.
    Syntax {
        /// The whole text.
        text: String,
        /// Where reading stopped.
        found: String,
        /// What should be there.
        expected: &'static str,
    },
    /// There is no such agent.
    UnknownAgent {
        /// The name.
        name: String,
        /// The name that was probably meant.
        nearest: Option<&'static str>,
    },
    /// A name for a composition has arguments.
    AliasArguments {
        /// The name.
        name: &'static str,
        /// What it stands for.
        text: &'static str,
    },
    /// The agent has no such part.
    UnknownPart {
        /// The agent.
        agent: &'static str,
        /// The name.
        name: String,
        /// The parts that it has.
        known: Vec<&'static str>,
        /// The name that was probably meant.
        nearest: Option<&'static str>,
    },
    /// The agent could have this part, but it is written without.
    PartMissing {
        /// The agent.
        agent: &'static str,
        /// The part.
        part: &'static str,
    },
    /// A part is there twice.
    PartTwice(&'static str),
    /// The agent or part has no such parameter.
    UnknownParameter {
        /// The agent or part.
        owner: &'static str,
        /// The name.
        name: String,
        /// The parameters that it has.
        known: Vec<&'static str>,
        /// The name that was probably meant.
        nearest: Option<&'static str>,
    },
    /// There are more values than parameters.
    TooManyValues {
        /// The agent or part.
        owner: &'static str,
        /// How many parameters it has.
        parameters: usize,
    },
    /// A parameter is set twice.
    ParameterTwice {
        /// The agent or part.
        owner: &'static str,
        /// The parameter.
        parameter: &'static str,
    },
    /// A parameter does not take this value.
    BadValue {
        /// The agent or part.
        owner: &'static str,
        /// The parameter.
        parameter: Box<Parameter>,
        /// The value.
        value: String,
    },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Syntax { text, found, expected } => {
                let found = if found.is_empty() { "its end".to_owned() } else { format!("`{found}`") };
                write!(
                    f,
                    "`{text}` is no agent: expected {expected}, but found {found}; \
                     agents are written as mcts, mcts(c=0.6,depth=10) or mcts(c=0.6)+part+part(0.5)"
                )
            }
            SpecError::UnknownAgent { name, nearest } => {
                write!(f, "there is no agent `{name}`")?;
                did_you_mean(f, *nearest)?;
                write!(f, " `ludex agents` lists them all")
            }
            SpecError::AliasArguments { name, text } => {
                write!(f, "`{name}` stands for `{text}` and has no parameters of its own; write that instead")
            }
            SpecError::UnknownPart { agent, name, known, nearest } => {
                write!(f, "`{agent}` has no part `{name}`")?;
                did_you_mean(f, *nearest)?;
                list(f, "its parts are", "it has no parts", known)
            }
            SpecError::PartMissing { agent, part } => {
                write!(f, "`{agent}` is written without the part `{part}`: write {agent}+{part}")
            }
            SpecError::PartTwice(name) => write!(f, "the part `{name}` is there twice: once is enough"),
            SpecError::UnknownParameter { owner, name, known, nearest } => {
                write!(f, "`{owner}` has no parameter `{name}`")?;
                did_you_mean(f, *nearest)?;
                list(f, "its parameters are", "it has no parameters", known)
            }
            SpecError::TooManyValues { owner, parameters } => {
                write!(f, "too many values for `{owner}`: it has {parameters} parameters")
            }
            SpecError::ParameterTwice { owner, parameter } => {
                write!(f, "`{parameter}` of `{owner}` is set twice")
            }
            SpecError::BadValue { owner, parameter, value } => write!(
                f,
                "`{value}` is no value for `{}` of `{owner}`: expected {}",
                parameter.name, parameter.kind
            ),
        }
    }
}

impl std::error::Error for SpecError {}

/// Why an agent cannot be added to the registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegistryError {
    /// Its name could not be read in a text.
    Name(&'static str),
    /// There is an agent of this name.
    Taken(&'static str),
}

impl fmt::Display for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegistryError::Name(name) => {
                write!(f, "`{name}` cannot be the name of an agent: use letters, digits, - and _")
            }
            RegistryError::Taken(name) => {
                write!(f, "there is an agent `{name}` already: choose another name")
            }
        }
    }
}

impl std::error::Error for RegistryError {}

/// Ends what is wrong, and leads over to what there is instead.
fn did_you_mean(f: &mut fmt::Formatter<'_>, nearest: Option<&str>) -> fmt::Result {
    match nearest {
        Some(name) => write!(f, ", did you mean `{name}`?"),
        None => write!(f, ":"),
    }
}

fn list(f: &mut fmt::Formatter<'_>, some: &str, none: &str, names: &[&str]) -> fmt::Result {
    if names.is_empty() { write!(f, " {none}") } else { write!(f, " {some} {}", names.join(", ")) }
}
