//! An agent with all its settings, as a value.

use std::fmt;
use std::str::FromStr;

use ludex_vgdl::nearest;

use super::entry::{Entry, Part};
use super::error::SpecError;
use super::parameter::{Parameter, Settings, Value};
use super::syntax::{self, Unit};
use super::table;
use crate::interface::{Agent, Builder, Make, Turn};

/// An agent with all its settings: which one, its parameters and its parts.
///
/// The text form is canonical: it leaves out what is as usual, and names parameters and parts in a fixed order. Aliases are
/// written out. Two texts that mean the same agent print the same.
///
/// ```
/// use ludex_agents::AgentSpec;
///
/// let agent: AgentSpec = "SampleMCTS( depth = 12, c=1.4142135623730951 )".parse()?;
/// assert_eq!(agent.to_string(), "samplemcts(depth=12)");
/// # Ok::<(), ludex_agents::SpecError>(())
/// ```
#[derive(Debug, Clone)]
pub struct AgentSpec {
    entry: &'static Entry,
    settings: Settings,
    parts: Vec<(&'static Part, Settings)>,
}

impl AgentSpec {
    /// The agent's place in the registry.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The values of its parameters.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The values of a part's parameters, if the agent has this part.
    pub fn part(&self, name: &str) -> Option<&Settings> {
        self.parts.iter().find(|(part, _)| part.name == name).map(|(_, settings)| settings)
    }

    /// The parameter of this name: the agent's own, such as `depth`, or one of a part, such as `roll.n`.
    pub fn parameter(&self, name: &str) -> Result<&'static Parameter, SpecError> {
        let place = self.locate(name)?;
        Ok(&place.parameters[place.index])
    }

    /// The same agent with another value of a parameter, which is named as in [`AgentSpec::parameter`]. A text may be in quotes.
    pub fn with(&self, name: &str, value: &str) -> Result<AgentSpec, SpecError> {
        let Place { part, owner, parameters, index } = self.locate(name)?;
        let parameter = &parameters[index];
        let value = syntax::unquoted(value).unwrap_or_else(|| value.into());
        let value = read_value(owner, parameter, &value)?;
        let mut spec = self.clone();
        let settings = match part {
            None => &mut spec.settings,
            Some(part) => &mut spec.parts[part].1,
        };
        settings.set(index, value);
        Ok(spec)
    }

    fn locate(&self, name: &str) -> Result<Place, SpecError> {
        let (part, owner, parameters, name) = match name.split_once('.') {
            None => (None, self.entry.name, self.entry.parameters, name),
            Some((wanted, name)) => {
                let is_wanted = |part: &&'static Part| part.name.eq_ignore_ascii_case(wanted);
                let index = self.parts.iter().position(|(part, _)| is_wanted(part));
                let known = self.entry.parts.iter().find(is_wanted);
                let known = known.ok_or_else(|| unknown_part(self.entry, wanted))?;
                let index =
                    index.ok_or(SpecError::PartMissing { agent: self.entry.name, part: known.name })?;
                (Some(index), known.name, known.parameters, name)
            }
        };
        let index = find_parameter(owner, parameters, name)?;
        Ok(Place { part, owner, parameters, index })
    }

    /// Fits what was written to an agent.
    pub(super) fn resolve(entry: &'static Entry, units: &[Unit<'_>]) -> Result<AgentSpec, SpecError> {
        let Some((head, rest)) = units.split_first() else {
            return Ok(AgentSpec {
                entry,
                settings: Settings::defaults(entry.parameters),
                parts: Vec::new(),
            });
        };
        let settings = settings(entry.name, entry.parameters, head)?;
        let mut parts: Vec<(usize, Settings)> = Vec::new();
        for unit in rest {
            let index = entry.parts.iter().position(|part| part.name.eq_ignore_ascii_case(unit.name));
            let index = index.ok_or_else(|| unknown_part(entry, unit.name))?;
            let part = &entry.parts[index];
            if parts.iter().any(|&(i, _)| i == index) {
                return Err(SpecError::PartTwice(part.name));
            }
            parts.push((index, self::settings(part.name, part.parameters, unit)?));
        }
        parts.sort_by_key(|&(index, _)| index);
        let parts = parts.into_iter().map(|(index, settings)| (&entry.parts[index], settings)).collect();
        Ok(AgentSpec { entry, settings, parts })
    }
}

/// Where a parameter is.
struct Place {
    /// The place of its part among the agent's parts; none for the agent's own.
    part: Option<usize>,
    owner: &'static str,
    parameters: &'static [Parameter],
    index: usize,
}

fn settings(
    owner: &'static str,
    parameters: &'static [Parameter],
    unit: &Unit<'_>,
) -> Result<Settings, SpecError> {
    let mut settings = Settings::defaults(parameters);
    let mut set = vec![false; parameters.len()];
    for (place, argument) in unit.arguments.iter().enumerate() {
        let index = match argument.key {
            Some(key) => find_parameter(owner, parameters, key)?,
            None if place < parameters.len() => place,
            None => return Err(SpecError::TooManyValues { owner, parameters: parameters.len() }),
        };
        let parameter = &parameters[index];
        let value = read_value(owner, parameter, &argument.value)?;
        if std::mem::replace(&mut set[index], true) {
            return Err(SpecError::ParameterTwice { owner, parameter: parameter.name });
        }
        settings.set(index, value);
    }
    Ok(settings)
}

fn read_value(owner: &'static str, parameter: &Parameter, text: &str) -> Result<Value, SpecError> {
    parameter.read(text).ok_or_else(|| SpecError::BadValue {
        owner,
        parameter: Box::new(*parameter),
        value: text.to_owned(),
    })
}

fn unknown_part(entry: &'static Entry, name: &str) -> SpecError {
    let known: Vec<&'static str> = entry.parts.iter().map(|part| part.name).collect();
    let nearest = nearest(name, known.iter().copied());
    SpecError::UnknownPart { agent: entry.name, name: name.to_owned(), known, nearest }
}

fn find_parameter(
    owner: &'static str,
    parameters: &'static [Parameter],
    name: &str,
) -> Result<usize, SpecError> {
    parameters.iter().position(|p| p.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let known: Vec<&'static str> = parameters.iter().map(|p| p.name).collect();
        let nearest = nearest(name, known.iter().copied());
        SpecError::UnknownParameter { owner, name: name.to_owned(), known, nearest }
    })
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        let units = expand(syntax::parse(text)?)?;
        let name = units.first().map_or("", |unit| unit.name);
        let entry = table::find(name).ok_or_else(|| SpecError::UnknownAgent {
            name: name.to_owned(),
            nearest: nearest(name, names()),
        })?;
        AgentSpec::resolve(entry, &units)
    }
}

/// All that an agent's text can begin with.
fn names() -> impl Iterator<Item = &'static str> {
    let agents = table::agents().map(|entry| entry.name);
    agents.chain(table::aliases().map(|alias| alias.name))
}

/// Puts what an alias stands for in its place.
fn expand(units: Vec<Unit<'_>>) -> Result<Vec<Unit<'_>>, SpecError> {
    let Some((alias, first)) = units.first().and_then(|unit| Some((table::find_alias(unit.name)?, unit)))
    else {
        return Ok(units);
    };
    if !first.arguments.is_empty() {
        return Err(SpecError::AliasArguments { name: alias.name, text: alias.text });
    }
    let mut expanded = syntax::parse(alias.text)?;
    expanded.extend(units.into_iter().skip(1));
    Ok(expanded)
}

impl PartialEq for AgentSpec {
    fn eq(&self, other: &AgentSpec) -> bool {
        let parts =
            |spec: &AgentSpec| spec.parts.iter().map(|(p, s)| (p.name, s.clone())).collect::<Vec<_>>();
        self.entry.name == other.entry.name && self.settings == other.settings && parts(self) == parts(other)
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_unit(f, self.entry.name, &self.settings)?;
        for (part, settings) in &self.parts {
            write!(f, "+")?;
            write_unit(f, part.name, settings)?;
        }
        Ok(())
    }
}

fn write_unit(f: &mut fmt::Formatter<'_>, name: &str, settings: &Settings) -> fmt::Result {
    let changed: Vec<String> = settings.changed().map(|(p, value)| format!("{}={value}", p.name)).collect();
    if changed.is_empty() { write!(f, "{name}") } else { write!(f, "{name}({})", changed.join(",")) }
}

impl Builder for AgentSpec {
    fn build(&self, turn: Turn<'_>, seed: u64) -> Box<dyn Agent> {
        (self.entry.build)(self, turn, seed)
    }

    fn ready(&self) -> Make<'_> {
        match self.entry.ready {
            Some(ready) => ready(self),
            None => Box::new(|turn, seed| self.build(turn, seed)),
        }
    }

    fn initial_ticks(&self) -> u32 {
        self.entry.initial_ticks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::INITIAL_TICKS;
    use ludex_engine::Action;

    struct Nobody;

    impl Agent for Nobody {
        fn act(&mut self, _turn: Turn<'_>) -> Action {
            Action::Nil
        }
    }

    static COMPOSED: Entry = Entry {
        name: "composed",
        about: "",
        description: "",
        source: "",
        parameters: &[],
        parts: &[
            Part { name: "first", about: "", source: "", parameters: &[] },
            Part {
                name: "second",
                about: "",
                source: "",
                parameters: &[Parameter::real("decay", 0.5, (0.0, 1.0), "")],
            },
        ],
        initial_ticks: INITIAL_TICKS,
        ready: None,
        build: |_, _, _| Box::new(Nobody),
    };

    fn read(text: &str) -> Result<AgentSpec, SpecError> {
        AgentSpec::resolve(&COMPOSED, &syntax::parse(text)?)
    }

    #[test]
    fn parts_come_in_a_fixed_order() {
        let spec = read("composed+Second(0.25)+first").unwrap();
        assert_eq!(spec.to_string(), "composed+first+second(decay=0.25)");
        assert_eq!(spec.part("second").unwrap().real("decay"), 0.25);
        assert!(spec.part("first").is_some() && spec.part("third").is_none());
        assert_eq!(spec, read("composed+first+second(decay=0.25)").unwrap());
        assert_ne!(spec, read("composed+first+second").unwrap());
    }

    #[test]
    fn single_parameters_can_be_changed() {
        let spec = read("composed+second").unwrap();
        assert_eq!(spec.with("second.decay", "0.25").unwrap(), read("composed+second(0.25)").unwrap());
        assert_eq!(spec.parameter("Second.Decay").unwrap().name, "decay");
        let error = |name: &str, value: &str| spec.with(name, value).unwrap_err().to_string();
        assert!(error("second.decay", "7").contains("a number from 0 to 1"));
        assert!(error("second.dcay", "0").contains("did you mean `decay`?"));
        assert!(error("first.x", "0").contains("composed+first"), "{}", error("first.x", "0"));
        assert!(error("third.x", "0").contains("no part `third`"));
        assert!(error("decay", "0").contains("`composed` has no parameter `decay`"));
    }

    #[test]
    fn wrong_parts_are_refused() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert!(error("composed+secnd").contains("did you mean `second`?"), "{}", error("composed+secnd"));
        assert!(error("composed+xyzzy").contains("first, second"));
        assert!(error("composed+first+first").contains("twice"));
        assert!(error("composed+second(2)").contains("a number from 0 to 1"));
    }
}
