//! Which parameters of an agent are tuned, and what values they take: `c=0.2,0.6,1.4`.

use ludex_agents::registry::{Kind, Parameter, Value};
use ludex_agents::{AgentSpec, SpecError};
use std::str::FromStr;

/// A parameter and the values to try, as they were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vary {
    /// The agent's own parameter, such as `depth`, or one of a part, such as `roll.n`.
    pub name: String,
    /// The values; none stands for all that there are.
    pub values: Vec<String>,
}

impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, values) = match text.split_once('=') {
            Some((name, values)) => (name, values.split(',').map(str::trim).collect()),
            None => (text, Vec::new()),
        };
        let name = name.trim();
        if name.is_empty() || values.iter().any(|value| value.is_empty()) {
            return Err(format!(
                "`{text}` names no parameter and its values: write it as in c=0.2,0.6,1.4 or roll.n=1,5"
            ));
        }
        Ok(Self { name: name.to_owned(), values: values.into_iter().map(str::to_owned).collect() })
    }
}

/// A parameter of an agent with the values to try, all of which it takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Varied {
    /// Its name, with the part's name before it where it is a part's.
    pub name: String,
    /// The values in their canonical form, without repetitions.
    pub values: Vec<String>,
}

/// Why an agent cannot be varied so.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VaryError {
    /// There is no such parameter, or it does not take a value.
    #[error("{0}")]
    Spec(#[from] SpecError),
    /// No values are given for a parameter that has too many to try them all.
    #[error("which values of `{name}`? It takes {kind}: write --vary '{name}=...' with the values to try")]
    Values {
        /// The parameter.
        name: String,
        /// What it takes.
        kind: Kind,
    },
    /// A parameter is there twice.
    #[error("`{0}` is varied twice: put all its values into one list")]
    Twice(String),
}

impl Vary {
    /// Fits this to an agent.
    pub fn of(&self, agent: &AgentSpec) -> Result<Varied, VaryError> {
        let parameter = agent.parameter(&self.name)?;
        let mut values: Vec<String> = Vec::new();
        let wanted = if self.values.is_empty() { self.all(parameter)? } else { self.values.clone() };
        for value in wanted {
            agent.with(&self.name, &value)?;
            let canonical = match parameter.read(&value) {
                None | Some(Value::Text(_)) => value,
                Some(value) => value.to_string(),
            };
            if !values.contains(&canonical) {
                values.push(canonical);
            }
        }
        let part = self.name.split_once('.').map_or(String::new(), |(part, _)| part.to_lowercase() + ".");
        Ok(Varied { name: part + parameter.name, values })
    }

    fn all(&self, parameter: &Parameter) -> Result<Vec<String>, VaryError> {
        match parameter.kind {
            Kind::Choice(words) => Ok(words.iter().map(|word| (*word).to_owned()).collect()),
            Kind::Switch => Ok(vec!["false".to_owned(), "true".to_owned()]),
            kind => Err(VaryError::Values { name: self.name.clone(), kind }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn varied(agent: &str, vary: &str) -> Result<Varied, String> {
        let agent: AgentSpec = agent.parse().unwrap();
        vary.parse::<Vary>()?.of(&agent).map_err(|error| error.to_string())
    }

    #[test]
    fn values_are_canonical() {
        let depth = varied("samplemcts", " Depth = 5, 10,05").unwrap();
        assert_eq!((&*depth.name, depth.values), ("depth", vec!["5".to_owned(), "10".to_owned()]));
        assert_eq!(varied("rhea+roll", "roll.n=1,5").unwrap().name, "roll.n");
        assert_eq!(varied("samplemcts", "version").unwrap().values, ["v1", "v2", "v3", "v4"]);
    }

    #[test]
    fn what_cannot_be_varied() {
        let error = |agent: &str, vary: &str| varied(agent, vary).unwrap_err();
        assert!(error("samplemcts", "depth").contains("a whole number from 1 to 2000"));
        assert!(error("samplemcts", "depth=0").contains("a whole number from 1 to 2000"));
        assert!(error("samplemcts", "dpth=3").contains("did you mean `depth`?"));
        assert!(error("rhea", "roll.n=3").contains("rhea+roll"));
        assert!(error("samplemcts", "=3").contains("c=0.2"));
        assert!(error("samplemcts", "c=1,,2").contains("c=0.2"));
    }
}
