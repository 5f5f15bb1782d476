//! Diagnostics for programs.

use ludex_vgdl::{Diagnostic, Position, Positions, Span};
use serde::Serialize;

use super::Finding;

/// One diagnostic. Lines and columns count from 1, columns in characters.
#[derive(Serialize)]
struct Entry<'a> {
    file: String,
    line: usize,
    column: usize,
    end: Place,
    code: &'static str,
    severity: String,
    message: &'a str,
    note: &'a str,
    help: Option<&'a str>,
    related: Vec<Related<'a>>,
}

#[derive(Serialize)]
struct Place {
    line: usize,
    column: usize,
}

/// Another place in the same file.
#[derive(Serialize)]
struct Related<'a> {
    line: usize,
    column: usize,
    end: Place,
    message: &'a str,
}

impl From<Position> for Place {
    fn from(position: Position) -> Place {
        Place { line: position.line, column: position.column }
    }
}

/// All diagnostics as one JSON array.
pub fn document(findings: &[Finding]) -> String {
    let entries: Vec<Entry<'_>> = findings.iter().flat_map(entries).collect();
    // Strings, numbers and lists of them: there is nothing here that could fail to be written.
    let json = serde_json::to_string_pretty(&entries).unwrap_or_default();
    json + "\n"
}

fn entries(finding: &Finding) -> Vec<Entry<'_>> {
    let positions = Positions::new(&finding.text);
    finding.diagnostics.iter().map(|diagnostic| entry(finding, &positions, diagnostic)).collect()
}

fn entry<'a>(finding: &Finding, positions: &Positions<'_>, diagnostic: &'a Diagnostic) -> Entry<'a> {
    let ends = |span: Span| (positions.of(span.start), Place::from(positions.of(span.end)));
    let related = diagnostic.labels.iter().map(|label| {
        let (start, end) = ends(label.span);
        Related { line: start.line, column: start.column, end, message: &label.message }
    });
    let (start, end) = ends(diagnostic.span);
    Entry {
        file: finding.path.display().to_string(),
        line: start.line,
        column: start.column,
        end,
        code: diagnostic.code.id(),
        severity: diagnostic.severity().to_string(),
        message: &diagnostic.message,
        note: &diagnostic.note,
        help: diagnostic.help.as_deref(),
        related: related.collect(),
    }
}
