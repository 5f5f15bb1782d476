//! Diagnostics for people: the line, the text underlined, and what to do.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use ludex_vgdl::{Diagnostic, Positions, Severity, Span};

use super::Finding;

/// Longer lines are not shown, only named.
const LONGEST_LINE: usize = 2_000;

/// All diagnostics, one after the other, with a blank line after each.
pub fn findings(findings: &[Finding], colored: bool) -> String {
    let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for finding in findings {
        let path = finding.path.display().to_string();
        let source =
            SourceText { path: &path, text: &finding.text, positions: Positions::new(&finding.text) };
        for diagnostic in &finding.diagnostics {
            out += &renderer.render(&[source.group(diagnostic)]);
            out += "\n\n";
        }
    }
    out
}

/// A place in the text, the words for it, and whether it is the one that matters.
type Mark<'a> = (Span, &'a str, AnnotationKind);

struct SourceText<'a> {
    path: &'a str,
    text: &'a str,
    positions: Positions<'a>,
}

impl<'a> SourceText<'a> {
    fn group(&'a self, diagnostic: &'a Diagnostic) -> Group<'a> {
        let level = match diagnostic.severity() {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code.id()));
        let primary = (diagnostic.span, diagnostic.note.as_str(), AnnotationKind::Primary);
        let labels = diagnostic.labels.iter();
        let others = labels.map(|label| (label.span, label.message.as_str(), AnnotationKind::Context));
        let mut marks: Vec<Mark<'a>> = std::iter::once(primary).chain(others).collect();
        while let Some(&(first, ..)) = marks.first() {
            let line = self.line(first);
            let (here, elsewhere) = marks.into_iter().partition(|&(span, ..)| self.line(span) == line);
            group = self.show(group, line, here);
            marks = elsewhere;
        }
        match &diagnostic.help {
            Some(help) => group.element(Level::HELP.message(help)),
            None => group,
        }
    }

    /// The line of a span, from its first byte to the one after its last. Spans never reach over the end of a
    /// line.
    fn line(&self, span: Span) -> (usize, usize) {
        let ends = ['\n', '\r'];
        let start = self.text[..span.start].rfind(ends).map_or(0, |at| at + 1);
        let end = self.text[span.start..].find(ends).map_or(self.text.len(), |at| span.start + at);
        (start, end)
    }

    /// Shows a line with its marks.
    fn show(&'a self, group: Group<'a>, (start, end): (usize, usize), marks: Vec<Mark<'a>>) -> Group<'a> {
        let position = self.positions.of(marks.first().map_or(start, |&(span, ..)| span.start));
        if end - start > LONGEST_LINE {
            return group.element(Origin::path(self.path).line(position.line).char_column(position.column));
        }
        let annotations = marks.into_iter().map(|(span, words, kind)| {
            let annotation = kind.span(span.start - start..span.end - start);
            if words.is_empty() { annotation } else { annotation.label(words) }
        });
        let snippet = Snippet::source(&self.text[start..end]).line_start(position.line).path(self.path);
        group.element(snippet.annotations(annotations))
    }
}
