//! Sections that are missing, and indentation that looks different from what it means.

use std::collections::HashSet;

use crate::read::Reading;
use crate::syntax::{NodeId, Section, Tree};
use crate::{Code, Diagnostic};

/// Are all sections there? Without one of them, most of what else could be said only follows from that.
pub(super) fn check(reading: &mut Reading<'_>, tree: &Tree<'_>) -> bool {
    tabs(reading, tree);
    missing_sections(reading, tree)
}

fn missing_sections(reading: &mut Reading<'_>, tree: &Tree<'_>) -> bool {
    let Some(root) = tree.root() else { return true };
    let is_there =
        |section: Section| tree.nodes.iter().any(|node| Section::opened_by(node.text) == Some(section));
    let all = [Section::Sprites, Section::Rules, Section::Terminations, Section::Mapping];
    let missing: Vec<&str> =
        all.into_iter().filter(|section| !is_there(*section)).map(Section::title).collect();
    let [first, ..] = missing[..] else { return true };
    let message = format!("there is no {}", missing.join(" and no "));
    let help = format!("add a line `{first}` below the game line, and its content below that");
    let place = root.content.head.span;
    reading.report.add(Diagnostic::new(Code::MissingSection, place, message).help(help));
    false
}

/// A tab counts as one column, but nobody sees it so: warns where the lines look as if they belonged to others.
fn tabs(reading: &mut Reading<'_>, tree: &Tree<'_>) {
    if !tree.nodes.iter().any(|node| node.margin.contains('\t')) {
        return;
    }
    let (four, eight) = (parents(tree, 4), parents(tree, 8));
    // Whatever follows in the wrong place follows from the first line in that place.
    let mut reported = HashSet::new();
    for (id, node) in tree.nodes.iter().enumerate() {
        let as_seen = node.parent == four[id] || node.parent == eight[id];
        if as_seen || !reported.insert(node.parent) {
            continue;
        }
        let message = "this line does not belong where it seems to: a tab counts as one column";
        let mut diagnostic = Diagnostic::new(Code::MixedIndentation, node.span, message)
            .help("indent all lines with blanks, or all with tabs");
        if let Some(parent) = node.parent.filter(|&parent| parent != 0) {
            diagnostic = diagnostic.label(tree.nodes[parent].span, "it belongs to this line");
        }
        reading.report.add(diagnostic);
    }
}

/// The parent of each line if a tab went to the next multiple of `width` columns.
fn parents(tree: &Tree<'_>, width: usize) -> Vec<Option<NodeId>> {
    let column = |margin: &str| {
        margin.chars().fold(0, |at, c| if c == '\t' { (at / width + 1) * width } else { at + 1 })
    };
    let columns: Vec<usize> = tree.nodes.iter().map(|node| column(node.margin)).collect();
    let mut parents: Vec<Option<NodeId>> = Vec::with_capacity(columns.len());
    for (id, &own) in columns.iter().enumerate() {
        let mut above = id.checked_sub(1);
        while let Some(candidate) = above
            && columns[candidate] >= own
        {
            above = parents[candidate];
        }
        parents.push(above);
    }
    parents
}
