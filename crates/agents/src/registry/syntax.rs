//! The grammar of agents: `name(value,key="some text")+part+part(value)`.

use std::borrow::Cow;

use super::error::SpecError;

/// A name with arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit<'t> {
    pub name: &'t str,
    pub arguments: Vec<Argument<'t>>,
}

/// `key=value`, or a value alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Argument<'t> {
    pub key: Option<&'t str>,
    pub value: Cow<'t, str>,
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
    let Some(end) = outside_quotes(rest).find(|&(_, c)| c == ')').map(|(at, _)| at) else {
        return Err(unexpected(text, "", "`)` after the arguments"));
    };
    let (inside, after) = (&rest[..end], &rest[end + 1..]);
    let mut arguments = Vec::new();
    if !inside.trim().is_empty() {
        let commas: Vec<usize> =
            outside_quotes(inside).filter(|&(_, c)| c == ',').map(|(at, _)| at).collect();
        let starts = std::iter::once(0).chain(commas.iter().map(|comma| comma + 1));
        for (start, end) in starts.zip(commas.iter().copied().chain([inside.len()])) {
            let argument = inside[start..end].trim();
            let (key, value) = match outside_quotes(argument).find(|&(_, c)| c == '=') {
                Some((at, _)) => (Some(argument[..at].trim()), argument[at + 1..].trim()),
                None => (None, argument),
            };
            match unquoted(value) {
                Some(value) if key != Some("") => arguments.push(Argument { key, value }),
                _ => return Err(unexpected(text, argument, "an argument such as `depth=10`")),
            }
        }
    }
    Ok((Unit { name, arguments }, after))
}

/// The characters that are in no quotes, with their places. In quotes a backslash takes its meaning from the next
/// character.
fn outside_quotes(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut quoted, mut escaped) = (false, false);
    text.char_indices().filter(move |&(_, c)| {
        if quoted {
            (quoted, escaped) = (escaped || c != '"', !escaped && c == '\\');
            return false;
        }
        quoted = c == '"';
        !quoted
    })
}

/// What a value says, without its quotes; `None` for nothing at all and for quotes that are not closed.
pub(super) fn unquoted(value: &str) -> Option<Cow<'_, str>> {
    let Some(inside) = value.strip_prefix('"') else {
        return (!value.is_empty() && !value.contains('"')).then_some(Cow::Borrowed(value));
    };
    let mut text = String::new();
    let mut rest = inside.chars();
    loop {
        match rest.next()? {
            '"' => return rest.as_str().is_empty().then_some(Cow::Owned(text)),
            '\\' => text.push(rest.next()?),
            c => text.push(c),
        }
    }
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
        let argument = |key, value: &'static str| Argument { key, value: value.into() };
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
    fn texts_in_quotes() {
        let units = parse(r#"program(cmd = "a \"b, c\" (d)=\\", wait=5)+tr("")"#).unwrap();
        assert_eq!(units[0].arguments[0].key, Some("cmd"));
        assert_eq!(units[0].arguments[0].value, r#"a "b, c" (d)=\"#);
        assert_eq!(units[0].arguments[1].value, "5");
        assert_eq!(units[1].arguments[0].value, "");
        for wrong in [r#"a(b=")"#, r#"a(b="c"d)"#, r#"a(b=c"d")"#, r#"a("b\")"#] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
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
