//! Comments as other languages write them.

use crate::{Code, Diagnostic, Span};

/// The text without comments that begin with `//`, and what to say of them; nothing if there are none. Every byte keeps its place.
pub(super) fn without_comments(text: &str) -> Option<(String, Diagnostic)> {
    let mut clean = String::with_capacity(text.len());
    let mut comments = Vec::new();
    let mut place = 0;
    for line in text.split_inclusive('\n') {
        let end = line.trim_end_matches(['\n', '\r']).len();
        let begins = |at: &usize| line[..*at].ends_with([' ', '\t']) || *at == 0;
        match line.match_indices("//").map(|(at, _)| at).find(begins) {
            // What follows a `#` is a comment already.
            Some(at) if !line[..at].contains('#') => {
                comments.push(Span::new(place + at, place + end));
                clean.push_str(&line[..at]);
                clean.extend(std::iter::repeat_n(' ', end - at));
                clean.push_str(&line[end..]);
            }
            _ => clean.push_str(line),
        }
        place += line.len();
    }
    let first = *comments.first()?;
    let others = match comments.len() {
        1 => String::new(),
        more => format!(", and {} more like it", more - 1),
    };
    let message = format!("`//` begins no comment{others}");
    let diagnostic = Diagnostic::new(Code::SlashComment, first, message)
        .help("write `#`: what follows it in a line is for people");
    Some((clean, diagnostic))
}
