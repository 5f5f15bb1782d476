//! The ParameterSet of a GameSpace: names that stand for one of several values.

use std::borrow::Cow;
use std::collections::HashMap;

use super::Reading;
use crate::params::java_split;
use crate::syntax::{Node, Tree};
use crate::{Code, Diagnostic, Value};

/// The parameters of a GameSpace and the value of each.
///
/// The reference draws a value from a generator that nobody seeds. Here a game is a function of its text, so
/// the first value of the range is taken unless the line gives one with `value`.
#[derive(Debug, Default)]
pub(crate) struct Space<'a> {
    values: HashMap<&'a str, &'a str>,
}

impl Space<'_> {
    /// A parameter's text with each comma part that names a parameter replaced by its value.
    pub fn fill_in<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.values.is_empty() || !java_split(text).any(|part| self.values.contains_key(part)) {
            return Cow::Borrowed(text);
        }
        let parts: Vec<&str> =
            java_split(text).map(|part| self.values.get(part).copied().unwrap_or(part)).collect();
        Cow::Owned(parts.join(","))
    }
}

/// The first value of a range as it is written: `min:step:max`, or `one:other` for truth values.
fn first_value(range: &str) -> Result<&str, &'static str> {
    let parts: Vec<&str> = range.split(':').collect();
    let is_bool = |text: &&str| matches!(Value::of("values", text), Value::Bool(_));
    let is_number = |text: &&str| matches!(Value::of("values", text), Value::Int(_) | Value::Double(_));
    match parts[..] {
        [first, _, _] if parts.iter().all(is_number) => Ok(first),
        [_, _, _] => Err("the three parts of a range are numbers: `min:step:max`"),
        [first, _] if parts.iter().all(is_bool) => Ok(first),
        [_, _] => Err("a pair of values is `True:False`"),
        _ => Err("a range is written `min:step:max`, or `True:False`"),
    }
}

impl<'a> Reading<'a> {
    pub(super) fn parameter_set(&mut self, tree: &Tree<'a>, block: &Node<'a>) {
        if tree.root().is_some_and(|root| root.content.head.text == "BasicGame") {
            let message = "only a GameSpace can have a ParameterSet";
            let help = "write `GameSpace` instead of `BasicGame` on the game line";
            return self.die(Diagnostic::new(Code::ParameterSpace, block.span, message).help(help));
        }
        for line in tree.children(block) {
            self.space_parameter(line);
        }
    }

    fn space_parameter(&mut self, line: &Node<'a>) {
        let content = &line.content;
        let find = |key: &str| content.params.iter().rfind(|p| p.key.text == key).map(|p| p.value);
        let Some(range) = find("values") else {
            self.game.messages += 1;
            let diagnostic = Diagnostic::new(Code::ParameterSpace, line.span, "a parameter without `values`");
            return self.report.add(diagnostic.help("write `NAME > values=min:step:max`"));
        };
        match first_value(range.text) {
            Ok(first) => {
                let value = find("value").map_or(first, |v| v.text);
                self.space.values.insert(content.head.text, value);
            }
            Err(reason) => {
                let diagnostic = Diagnostic::new(Code::ParameterSpace, range.span, reason);
                // Two parts kill the reference, anything else only costs the line.
                if range.text.split(':').count() == 2 {
                    self.die(diagnostic);
                } else {
                    self.game.messages += 1;
                    self.report.add(diagnostic);
                }
            }
        }
    }
}
