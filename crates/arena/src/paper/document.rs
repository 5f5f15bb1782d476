//! `docs/reproduction.md` as a whole: the sections of papers, and a summary of their verdicts.

use super::Verdict;
use std::fmt::Write;

/// A document with the paper's section put in its place: between its two marks, or, if they are not there, before the
/// sections of later papers. A summary between marks of its own is made anew.
pub fn replace_section(document: &str, paper: &str, section: &str) -> String {
    let document = replace_marked(document, paper, section)
        .unwrap_or_else(|| insert(document, paper, &marked(paper, section)));
    replace_marked(&document, "summary", &summary(&document)).unwrap_or(document)
}

/// Puts a text between two marks, if they are there.
fn replace_marked(document: &str, name: &str, text: &str) -> Option<String> {
    let end = format!("<!-- end {name} -->");
    let from = document.find(&format!("<!-- begin {name} -->"))?;
    let until = from + document[from..].find(&end)? + end.len();
    Some(format!("{}{}{}", &document[..from], marked(name, text), &document[until..]))
}

fn marked(name: &str, text: &str) -> String {
    format!("<!-- begin {name} -->\n\n{text}\n<!-- end {name} -->")
}

fn insert(document: &str, paper: &str, marked: &str) -> String {
    let later = document.match_indices("<!-- begin ").find(|(at, mark)| document[at + mark.len()..] > *paper);
    let (before, after) = document.split_at(later.map_or(document.len(), |(at, _)| at));
    let gap = if before.is_empty() || before.ends_with("\n\n") { "" } else { "\n" };
    let end = if after.is_empty() { "\n" } else { "\n\n" };
    format!("{before}{gap}{marked}{end}{after}")
}

/// The claims of each paper by their verdicts, as the sections of a document say.
fn summary(document: &str) -> String {
    let mut papers: Vec<(&str, [Vec<&str>; 5])> = Vec::new();
    for line in document.lines() {
        let Some((id, rest)) = line.strip_prefix("| **").and_then(|line| line.split_once("** |")) else {
            continue;
        };
        let Some((paper, _)) = id.split_once('.') else { continue };
        let verdict = rest.trim_end_matches("** |").rsplit("**").next();
        let column = match verdict {
            Some(text) if text == Verdict::Holds.text() => 0,
            Some(text) if text == Verdict::Leans(true).text() => 1,
            Some(text) if text == Verdict::Leans(false).text() => 2,
            Some(text) if text == Verdict::Fails.text() => 3,
            _ => 4,
        };
        if papers.last().is_none_or(|(last, _)| *last != paper) {
            papers.push((paper, Default::default()));
        }
        papers.last_mut().into_iter().for_each(|(_, columns)| columns[column].push(id));
    }
    let mut out = String::from(
        "| paper | holds | leans towards | leans against | fails | not played enough |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for (paper, columns) in papers {
        let columns = columns.map(|ids| ids.join(", "));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "| {paper} | {} |", columns.join(" | "));
    }
    out
}
