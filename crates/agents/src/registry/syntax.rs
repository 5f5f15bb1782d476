//! The grammar of agents: `name(value,key=value)+part+part(value)`.

use super::error::SpecError;

/// A name with arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit<'t> {
    pub name: &'t str,
    pub arguments: Vec<Argument<'t>>,
}

/// `key=value`, or a value alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Argument<'t> {
    pub key: Option<&'t str>,
    pub value: &'t str,
}

/// Splits a text into its units.
pub(super) fn parse(text: &str) -> Result<Vec<Unit<'_>>, SpecError> {
    let mut rest = text;
    let mut units = Vec::new();
    loop {
        let (unit, after) = unit(text, rest)?;
        units.push(unit);
        rest = after.trim_start();
        match rest.strip_prefix('+') {
            Some(next) => rest = next,
            None if rest.is_empty() => return Ok(units),
            None => return Err(unexpected(text, rest, "`+` and the name of a part, or the end")),
        }
    }
}

fn unit<'t>(text: &str, rest: &'t str) -> Result<(Unit<'t>, &'t str), SpecError> {
    let (name, rest) = word(rest);
    if name.is_empty() {
        return Err(unexpected(text, rest, "a name"));
    }
    let Some(rest) = rest.trim_start().strip_prefix('(') else {
        return Ok((Unit { name, arguments: Vec::new() }, rest));
    };
    let Some(end) = rest.find(')') else {
        return Err(unexpected(text, "", "`)` after the arguments"));
    };
    let (inside, after) = (&rest[..end], &rest[end + 1..]);
    let mut arguments = Vec::new();
    if !inside.trim().is_empty() {
        for argument in inside.split(',') {
            let (key, value) = match argument.split_once('=') {
                Some((key, value)) => (Some(key.trim()), value.trim()),
                None => (None, argument.trim()),
            };
            if value.is_empty() || key == Some("") {
                return Err(unexpected(text, argument, "an argument such as `depth=10`"));
            }
            arguments.push(Argument { key, value });
        }
    }
    Ok((Unit { name, arguments }, after))
}

/// The word that a text begins with, and what follows.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    text.split_at(end.unwrap_or(text.len()))
}

fn unexpected(text: &str, found: &str, expected: &'static str) -> SpecError {
    SpecError::Syntax { text: text.to_owned(), found: found.trim().to_owned(), expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_arguments_and_parts() {
        let units = parse(" mcts( c=0.6 , 10 ) + bfti+tr() ").unwrap();
        let argument = |key, value| Argument { key, value };
        assert_eq!(
            units,
            [
                Unit { name: "mcts", arguments: vec![argument(Some("c"), "0.6"), argument(None, "10")] },
                Unit { name: "bfti", arguments: vec![] },
                Unit { name: "tr", arguments: vec![] },
            ]
        );
    }

    #[test]
    fn what_is_no_agent_is_refused_with_a_hint() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert!(error("").contains("a name"), "{}", error(""));
        assert!(error("mcts+").contains("a name"));
        assert!(error("mcts(c=0.6").contains("`)`"));
        assert!(error("mcts(,)").contains("depth=10"));
        assert!(error("mcts(=1)").contains("depth=10"));
        assert!(error("mcts)").contains("`)`"));
        assert!(error("mcts nst").contains("`nst`"));
        assert!(error("ä").contains("a name"));
    }
}
