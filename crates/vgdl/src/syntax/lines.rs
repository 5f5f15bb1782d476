//! Lines as the reference reads them.

use crate::Span;

/// Splits text into lines, each with the byte offset at which it starts: `\n`, `\r\n` and `\r` end a line, a
/// final terminator makes no extra line.
pub(crate) fn java_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let terminator = if rest[length..].starts_with("\r\n") { 2 } else { 1 };
        let line = (start, &rest[..length]);
        start += length + terminator;
        Some(line)
    })
}

/// A line of a game file without its comment and its surrounding blanks.
#[derive(Debug, Clone, Copy)]
pub(super) struct CodeLine<'a> {
    /// Counted from 1, blank lines included.
    pub number: usize,
    /// Characters before the first one that is not blank. A tab counts as one.
    pub indent: usize,
    /// What stands before the text.
    pub margin: &'a str,
    /// The text.
    pub text: &'a str,
    /// Where the text stands in the file.
    pub span: Span,
}

/// A line of the file: something to read, nothing, or what the reference dies of.
pub(super) enum Line<'a> {
    Code(CodeLine<'a>),
    Blank,
    OnlyHashes(Span),
}

pub(super) fn code_lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    java_lines(text).enumerate().map(|(index, (start, line))| {
        if !line.is_empty() && line.bytes().all(|b| b == b'#') {
            return Line::OnlyHashes(Span::new(start, start + line.len()));
        }
        let code = line.split('#').next().unwrap_or_default();
        // Java's trim: everything up to and including the blank counts as white space.
        let text = code.trim_start_matches(|c| c <= ' ');
        let indent = code.len() - text.len();
        let margin = &code[..indent];
        let text = text.trim_end_matches(|c| c <= ' ');
        if text.is_empty() {
            return Line::Blank;
        }
        let span = Span::new(start + indent, start + indent + text.len());
        Line::Code(CodeLine { number: index + 1, indent, margin, text, span })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_in_java() {
        let lines: Vec<_> = java_lines("a\r\nb\rc\n\nd\n").collect();
        assert_eq!(lines, [(0, "a"), (3, "b"), (5, "c"), (7, ""), (8, "d")]);
        assert_eq!(java_lines("").count(), 0);
        assert_eq!(java_lines("\n").count(), 1);
    }

    #[test]
    fn comments_and_blanks_go_and_a_tab_is_one_column() {
        let read = |text| match code_lines(text).next() {
            Some(Line::Code(line)) => (line.indent, line.text),
            _ => (usize::MAX, ""),
        };
        assert_eq!(read("\t\t a > B # note"), (3, "a > B"));
        assert_eq!(read("img=a#b"), (0, "img=a"));
        assert_eq!(read(" ###"), (usize::MAX, ""));
        assert!(matches!(code_lines("###").next(), Some(Line::OnlyHashes(_))));
        assert!(matches!(code_lines("# x").next(), Some(Line::Blank)));
    }
}
