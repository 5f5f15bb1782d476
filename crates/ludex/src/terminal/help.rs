//! The page that explains the keys and the game.

use ludex_library::{Origin, bundled_game};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};

use crate::game::Loaded;

/// Keys and what they do.
pub type Keys = &'static [(&'static str, &'static str)];

/// The keys of a game that goes on by itself.
pub const WATCHING: Keys = &[
    ("space", "pause, go on"),
    ("s, right", "one tick"),
    ("+, -", "faster, slower"),
    ("r", "start again"),
    ("?", "this page"),
    ("q", "quit"),
];

/// The keys of a person who plays.
pub const PLAYING: Keys = &[
    ("arrows, WASD", "up, left, down, right"),
    ("space", "use: shoot, jump or whatever the avatar can"),
    ("n, .", "do nothing for a tick"),
    ("r", "start again"),
    ("?", "this page"),
    ("q", "quit"),
];

/// The keys of two people who share a keyboard.
pub const PLAYING_TWO: Keys = &[
    ("WASD", "first player: up, left, down, right"),
    ("space", "first player: use"),
    ("n", "first player: do nothing for a tick"),
    ("arrows", "second player: up, left, down, right"),
    ("enter", "second player: use"),
    (".", "second player: do nothing for a tick"),
    ("r", "start again"),
    ("?", "this page"),
    ("q", "quit"),
];

/// What a bundled game is about, as plain text: a paragraph a line.
pub fn about(game: &Loaded) -> Option<String> {
    if game.files.origin != Origin::Bundled {
        return None;
    }
    bundled_game(&game.files.name).map(|game| plain(game.about))
}

/// Markdown as text: paragraphs on one line each, without the signs for headings and bold print.
fn plain(markdown: &str) -> String {
    let paragraphs = markdown.split("\n\n").map(|paragraph| {
        let lines = paragraph.lines().map(|line| line.trim_start_matches('#').trim());
        lines.collect::<Vec<_>>().join(" ").replace("**", "")
    });
    paragraphs.collect::<Vec<_>>().join("\n")
}

/// The page.
pub fn page(keys: Keys, about: Option<&str>) -> Vec<Line<'static>> {
    let key = |(key, what): &(&'static str, &'static str)| {
        Line::from(vec![Span::from(format!("{key:<14}")).bold(), Span::from(*what)])
    };
    let mut lines: Vec<Line<'static>> = keys.iter().map(key).collect();
    lines.push(Line::default());
    lines.extend(about.into_iter().flat_map(str::lines).map(|paragraph| Line::from(paragraph.to_owned())));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_text() {
        assert_eq!(plain("# Zelda\n\nA key,\na door.\n\n**Score.** 1"), "Zelda\nA key, a door.\nScore. 1");
    }
}
