//! Articles as text for the terminal.

use std::fmt::Write;

use ludex_authoring::{Article, Topic, documented};
use ludex_engine::ONTOLOGY;

/// A line for each article.
pub fn list(articles: &[&Article]) -> String {
    let width = articles.iter().map(|article| article.name.len()).max().unwrap_or(0);
    let line = |article: &&Article| match article.topic {
        // All are the same sentence.
        Topic::Pictures => format!("{}\n", article.name),
        _ => format!("{:width$}  {}\n", article.name, article.about),
    };
    articles.iter().map(line).collect()
}

/// Everything about a word.
pub fn article(article: &Article) -> String {
    if let Some(page) = article.page {
        return page.to_owned();
    }
    let mut text = format!("{} ({}): {}\n", article.name, article.topic.singular(), article.about);
    for note in &article.notes {
        let _ = writeln!(text, "  {note}");
    }
    if !article.parameters.is_empty() {
        text.push_str("\nParameters:\n");
    }
    let width = article.parameters.iter().map(|p| p.name.len()).max().unwrap_or(0);
    for p in &article.parameters {
        let _ = writeln!(text, "  {:width$}  {}", p.name, p.sentence());
    }
    let shared = match article.topic {
        Topic::Classes => ONTOLOGY.sprite_params,
        Topic::Effects => ONTOLOGY.effect_params,
        Topic::Terminations => ONTOLOGY.termination_params,
        Topic::Parameters | Topic::Codes | Topic::Pictures => &[],
    };
    if !shared.is_empty() {
        let kind = if article.topic == Topic::Classes { "sprite" } else { article.topic.singular() };
        let names: Vec<&str> = documented(shared).iter().map(|p| p.name).collect();
        let _ = writeln!(
            text,
            "\nParameters of every {kind} (`ludex explain NAME` says what one does): {}",
            names.join(", ")
        );
    }
    if !article.example.is_empty() {
        let _ = writeln!(text, "\nExample:");
        article.example.lines().for_each(|line| _ = writeln!(text, "  {line}"));
    }
    if !article.games.is_empty() {
        let _ = writeln!(text, "\nBundled games with it: {}", article.some_games(12));
    }
    text
}
