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
        group = self.show(group, AnnotationKind::Primary, diagnostic.span, &diagnostic.note);
        for label in &diagnostic.labels {
            group = self.show(group, AnnotationKind::Context, label.span, &label.message);
        }
        match &diagnostic.help {
            Some(help) => group.element(Level::HELP.message(help)),
            None => group,
        }
    }

    /// Shows the line of a span. Spans never reach over the end of a line.
    fn show(&'a self, group: Group<'a>, kind: AnnotationKind, span: Span, words: &'a str) -> Group<'a> {
        let position = self.positions.of(span.start);
        let start = self.text[..span.start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let rest = &self.text[start..];
        let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
        if line.len() > LONGEST_LINE {
            return group.element(Origin::path(self.path).line(position.line).char_column(position.column));
        }
        let mut annotation = kind.span(span.start - start..span.end - start);
        if !words.is_empty() {
            annotation = annotation.label(words);
        }
        let snippet = Snippet::source(line).line_start(position.line).path(self.path).annotation(annotation);
        group.element(snippet)
    }
}
