//! Links in Markdown: found, checked, and changed for the site.

use std::fs;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

/// A link to another page, or to a place of the same one.
#[derive(Debug, PartialEq)]
pub struct Link<'a> {
    /// Its line, counted from 1.
    pub line: usize,
    /// As written, without the anchor. Empty: the page itself.
    pub path: &'a str,
    /// What follows `#`.
    pub anchor: Option<&'a str>,
}

/// The links of a page that do not lead to another site.
pub fn relative(text: &str) -> Vec<Link<'_>> {
    let mut found = Vec::new();
    for (line, range) in targets(text) {
        let target = &text[range];
        if !target.contains(':') {
            let (path, anchor) = target.split_once('#').map_or((target, None), |(p, a)| (p, Some(a)));
            found.push(Link { line, path, anchor });
        }
    }
    found
}

/// What is wrong with a link of a page.
pub fn problem(page: &Path, link: &Link<'_>) -> Option<String> {
    let file = if link.path.is_empty() { page.to_path_buf() } else { page.parent()?.join(link.path) };
    if !file.exists() {
        return Some(format!("there is no {}", link.path));
    }
    let anchor = link.anchor?;
    let text = fs::read_to_string(&file).unwrap_or_default();
    (!anchors(&text).iter().any(|known| known == anchor))
        .then(|| format!("{} has no heading #{anchor}", file.file_name().unwrap_or_default().display()))
}

/// The page for the site: of the links in `text`, a page of `folder`, those that leave docs/ lead to the repository. A README is the
/// `index` of its folder, because mdBook makes no links to it otherwise, and that of the repository the first page.
pub fn for_site(root: &Path, folder: &Path, text: &str, repository: &str) -> String {
    let mut site = String::with_capacity(text.len());
    let mut done = 0;
    for (_, range) in targets(text) {
        let target = &text[range.clone()];
        if target.contains(':') || target.starts_with('#') {
            continue;
        }
        let whole = normal(&folder.join(target));
        site.push_str(&text[done..range.start]);
        match whole.strip_prefix("docs") {
            _ if whole == Path::new("README.md") => {
                site.push_str(&"../".repeat(folder.components().count().saturating_sub(1)));
                site.push_str("index.md");
            }
            Ok(inside) if folder.as_os_str().is_empty() => site.push_str(&index(&inside.to_string_lossy())),
            Ok(_) => site.push_str(&index(target)),
            Err(_) => {
                let kind = if root.join(&whole).is_dir() { "tree" } else { "blob" };
                site.push_str(&format!("{repository}/{kind}/main/{}", whole.display()));
            }
        }
        done = range.end;
    }
    site + &text[done..]
}

/// The name on the site of a page of docs/.
pub fn index(page: &str) -> String {
    page.replace("README.md", "index.md")
}

/// A path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

/// The targets of all links and pictures outside of code, each with its line.
fn targets(text: &str) -> Vec<(usize, Range<usize>)> {
    let mut found = Vec::new();
    for (number, start, line) in prose(text) {
        let mut from = 0;
        while let Some(open) = line[from..].find("](").map(|at| from + at + 2) {
            let Some(end) = line[open..].find(')').map(|at| open + at) else { break };
            // An even number of backticks before it: not in code.
            if line[..open].matches('`').count() % 2 == 0 {
                found.push((number, start + open..start + end));
            }
            from = end;
        }
    }
    found
}

/// The lines that are no code, with their numbers and where they begin.
fn prose(text: &str) -> Vec<(usize, usize, &str)> {
    let (mut lines, mut start, mut fenced) = (Vec::new(), 0, false);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced && !line.starts_with("    ") {
            lines.push((number + 1, start, line));
        }
        start += line.len();
    }
    lines
}

/// The anchors of all headings, as GitHub and mdBook make them.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for (_, _, line) in prose(text) {
        let Some(heading) = line.strip_prefix('#') else { continue };
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let same = anchors.iter().filter(|known| **known == anchor).count();
        anchors.push(if same == 0 { anchor } else { format!("{anchor}-{same}") });
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let text = "[a](a.md#b), ![p](p.png), `[no](x.md)`\n```\n[no](y.md)\n```\n    [no](z.md)\n[w](https://w.org)";
        let link = |path, anchor| Link { line: 1, path, anchor };
        assert_eq!(relative(text), [link("a.md", Some("b")), link("p.png", None)]);
    }

    #[test]
    fn headings_have_anchors() {
        assert_eq!(anchors("# A `b`, c!\ntext\n## Twice\n## Twice\n"), ["a-b-c", "twice", "twice-1"]);
    }

    #[test]
    fn what_is_missing_is_told() {
        let page = crate::root().join("docs/agents.md");
        let link = |path, anchor| Link { line: 1, path, anchor };
        assert_eq!(problem(&page, &link("games.md", Some("two-players"))), None);
        assert!(problem(&page, &link("gone.md", None)).is_some());
        assert!(problem(&page, &link("games.md", Some("gone"))).is_some());
    }

    #[test]
    fn links_out_of_the_book_lead_to_the_repository() {
        let site = |folder: &str, text| for_site(&crate::root(), Path::new(folder), text, "https://r");
        assert_eq!(
            site("docs", "[j](../java), [a](agents.md#x)"),
            "[j](https://r/tree/main/java), [a](agents.md#x)"
        );
        assert_eq!(site("docs", "[m](../ARCHITECTURE.md)"), "[m](https://r/blob/main/ARCHITECTURE.md)");
        assert_eq!(site("docs", "[r](../README.md)"), "[r](index.md)");
        assert_eq!(site("docs", "[d](diagnostics/README.md#a)"), "[d](diagnostics/index.md#a)");
        assert_eq!(
            site("", "[a](docs/agents.md), [l](LICENSE-MIT)"),
            "[a](agents.md), [l](https://r/blob/main/LICENSE-MIT)"
        );
    }
}
