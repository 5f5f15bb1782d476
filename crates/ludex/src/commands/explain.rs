//! `ludex explain`: the words of the language, looked up.

mod page;
mod render;

use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use ludex_authoring::{Article, Topic, articles};
use ludex_vgdl::nearest;
use serde_json::json;

use crate::output;

/// Explains a word of the language: a class, an effect, a termination, a parameter, a picture, or the code of a diagnostic.
///
/// Says what it does, what can be set and to what, shows a few lines with it, and names bundled games that use it. Everything
/// comes from the engine itself. The same as one page: docs/vgdl.md.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex explain killSprite
  ludex explain Chaser
  ludex explain cooldown
  ludex explain V101
  ludex explain --list effects
  ludex explain --list pictures --json")]
pub struct Args {
    /// The word.
    #[arg(required_unless_present_any = ["list", "page"])]
    word: Option<String>,

    /// Lists all words of a kind, with a sentence each.
    #[arg(long, value_name = "KIND", conflicts_with = "word", value_parser = topics())]
    list: Option<Topic>,

    /// Prints the reference of the whole language as Markdown.
    #[arg(long, conflicts_with_all = ["word", "list", "json"])]
    page: bool,

    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

fn topics() -> impl TypedValueParser<Value = Topic> {
    let named = |name: String| Topic::ALL.into_iter().find(|topic| topic.plural() == name);
    PossibleValuesParser::new(Topic::ALL.map(Topic::plural))
        .try_map(move |name| named(name).ok_or("no such kind"))
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    match text(args) {
        Ok(text) => output::print(&text).map_or_else(output::usage_error, |()| ExitCode::SUCCESS),
        Err(problem) => output::usage_error(problem),
    }
}

fn text(args: &Args) -> Result<String, String> {
    let all = articles();
    if args.page {
        return Ok(page::page(&all));
    }
    let articles: Vec<&Article> = match (&args.word, args.list) {
        (Some(word), _) => find(&all, word)?,
        (None, Some(topic)) => all.iter().filter(|article| article.topic == topic).collect(),
        (None, None) => all.iter().collect(),
    };
    if args.json {
        return Ok(
            json!(articles.iter().map(|article| article.json()).collect::<Vec<_>>()).to_string() + "\n"
        );
    }
    Ok(match args.list {
        Some(_) => render::list(&articles),
        None => articles.iter().map(|article| render::article(article)).collect::<Vec<_>>().join("\n"),
    })
}

/// Everything that a word can mean: written like this, or else in another case of letters.
fn find<'a>(all: &'a [Article], word: &str) -> Result<Vec<&'a Article>, String> {
    let exact: Vec<&Article> = all.iter().filter(|article| article.name == word).collect();
    if !exact.is_empty() {
        return Ok(exact);
    }
    let alike: Vec<&Article> = all.iter().filter(|article| article.name.eq_ignore_ascii_case(word)).collect();
    if !alike.is_empty() {
        return Ok(alike);
    }
    let lower = word.to_lowercase();
    let mut names: Vec<&str> = all.iter().map(|article| article.name.as_str()).collect();
    let mut near: Vec<&str> = nearest(word, names.iter().copied()).into_iter().collect();
    names.retain(|name| lower.len() > 2 && name.to_lowercase().contains(&lower) && !near.contains(name));
    near.extend(names.iter().take(5));
    let kinds: Vec<String> = Topic::ALL.iter().map(|topic| topic.plural().to_owned()).collect();
    let meant = if near.is_empty() { String::new() } else { format!("did you mean {}? ", near.join(", ")) };
    Err(format!("there is no word {word:?}: {meant}`ludex explain --list` takes {}", kinds.join(", ")))
}
