//! `ludex agents`: which agents there are, and what can be set.

use std::fmt::Write;
use std::process::ExitCode;

use ludex_agents::AgentSpec;
use ludex_agents::registry::{self, Alias, Entry, Kind, Parameter, Part, Value};
use serde_json::json;

use crate::output;

/// Lists the agents, or explains one.
///
/// An agent is written as its name, with parameters in brackets where they differ from the usual, and with its parts
/// after it: `samplemcts`, `samplemcts(depth=20)`, `samplemcts(c=0.7,version=v1)`.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex agents
  ludex agents samplemcts
  ludex agents soemers-all
  ludex agents --json")]
pub struct Args {
    /// The agent to explain.
    agent: Option<String>,

    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let text = match (&args.agent, args.json) {
        (None, false) => list(),
        (None, true) => {
            let agents: Vec<_> = registry::agents().map(entry_json).collect();
            let aliases: Vec<_> = registry::aliases().map(alias_json).collect();
            json!({ "agents": agents, "aliases": aliases }).to_string() + "\n"
        }
        (Some(name), as_json) => match name.parse::<AgentSpec>() {
            Ok(spec) if as_json => {
                let mut value = entry_json(spec.entry());
                value["text"] = json!(spec.to_string());
                value.to_string() + "\n"
            }
            Ok(spec) => stands_for(name, &spec) + &explain(spec.entry()),
            Err(error) => return output::usage_error(error),
        },
    };
    output::print(&text).map_or_else(output::usage_error, |()| ExitCode::SUCCESS)
}

fn list() -> String {
    let agents = registry::agents().map(|entry| (entry.name, entry.about));
    let aliases = registry::aliases().map(|alias| (alias.name, alias.about));
    let width = agents.clone().chain(aliases.clone()).map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, about) in agents {
        text += &output::hanging(&format!("{name:width$}  "), about, output::screen().width);
    }
    text.push_str("\nNames for agents with parts, to which more can be added:\n\n");
    for (name, about) in aliases {
        text += &output::hanging(&format!("{name:width$}  "), about, output::screen().width);
    }
    text + "\n`ludex agents NAME` explains one.\n"
}

/// What a name or a text means in full, where that is more than it says.
fn stands_for(text: &str, spec: &AgentSpec) -> String {
    let canonical = spec.to_string();
    if text == canonical { String::new() } else { format!("{text} stands for {canonical}\n\n") }
}

fn explain(entry: &Entry) -> String {
    let mut text = format!("{}: {}\n\n", entry.name, entry.about);
    wrap(&mut text, entry.description, "");
    let _ = writeln!(text, "\nSource: {}", entry.source);
    parameters(&mut text, "Parameters", entry.parameters);
    for part in entry.parts {
        text.push('\n');
        wrap(&mut text, &format!("Part +{}: {} ({})", part.name, part.about, part.source), "");
        parameters(&mut text, "  Parameters", part.parameters);
    }
    text
}

fn parameters(text: &mut String, title: &str, parameters: &[Parameter]) {
    if parameters.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{title}:");
    for parameter in parameters {
        let _ = writeln!(text, "  {}={}  {}", parameter.name, parameter.default, parameter.kind);
        wrap(text, parameter.help, "      ");
    }
}

/// Adds a text in lines of at most 100 letters.
fn wrap(text: &mut String, paragraph: &str, indent: &str) {
    let mut line = String::from(indent);
    for word in paragraph.split_whitespace() {
        if line.len() > indent.len() && line.len() + word.len() >= 100 {
            let _ = writeln!(text, "{line}");
            line.truncate(indent.len());
        }
        if line.len() > indent.len() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(text, "{line}");
}

fn entry_json(entry: &Entry) -> serde_json::Value {
    json!({
        "name": entry.name,
        "about": entry.about,
        "description": entry.description,
        "source": entry.source,
        "parameters": entry.parameters.iter().map(parameter_json).collect::<Vec<_>>(),
        "parts": entry.parts.iter().map(part_json).collect::<Vec<_>>(),
    })
}

fn alias_json(alias: &Alias) -> serde_json::Value {
    json!({ "name": alias.name, "text": alias.text, "about": alias.about })
}

fn part_json(part: &Part) -> serde_json::Value {
    let parameters: Vec<_> = part.parameters.iter().map(parameter_json).collect();
    json!({ "name": part.name, "about": part.about, "source": part.source, "parameters": parameters })
}

fn parameter_json(parameter: &Parameter) -> serde_json::Value {
    let mut value = match parameter.kind {
        Kind::Integer(min, max) => json!({ "type": "integer", "min": min, "max": max }),
        Kind::Real(min, max) => json!({ "type": "real", "min": min, "max": max }),
        Kind::Choice(words) => json!({ "type": "choice", "choices": words }),
        Kind::Switch => json!({ "type": "switch" }),
        Kind::Text => json!({ "type": "text" }),
    };
    value["name"] = json!(parameter.name);
    value["help"] = json!(parameter.help);
    value["default"] = match parameter.default {
        Value::Integer(n) => json!(n),
        Value::Real(x) => json!(x),
        Value::Word(word) => json!(word),
        Value::Switch(on) => json!(on),
        Value::Text(text) => json!(text),
    };
    value
}
