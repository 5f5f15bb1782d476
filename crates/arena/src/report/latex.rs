//! Tables for LaTeX that fit a page of two columns.
//!
//! How wide a text will be is estimated, since nothing here sets type: rather too much than too little. A table as wide as a column is
//! a `table`, a wider one a `table*` over both, and what is wider still, or longer than a page, is cut into several.

use super::table::{Align, Table, parts};
use std::fmt::Write;

/// Widths of a column and of the page in points, as in the class `article` with two columns, which has the narrowest of those in use.
const COLUMN: usize = 198;
const PAGE: usize = 404;
/// Rows that fit a page beside caption and note.
const ROWS: usize = 44;
/// Between two columns of a table: twice \tabcolsep.
const GAP: usize = 6;
/// Names wider than this are broken into lines.
const NAME: usize = 120;

impl Table {
    /// For LaTeX, with the rules of the booktabs package.
    pub fn to_latex(&self) -> String {
        let widths = self.points();
        let total = |widths: &[usize]| widths.iter().map(|width| width + GAP).sum::<usize>();
        if let Some(brief) = self.brief.as_ref().filter(|_| total(&widths) > PAGE) {
            return brief.to_latex();
        }
        let keys = (1 + self.more_keys).min(self.columns.len());
        let cuts = parts(&widths, keys, PAGE, GAP);
        let chunks: Vec<_> = self.rows.chunks(ROWS).collect();
        // A table without rows is one with none.
        let pages = chunks.len().max(1);
        let count = cuts.len() * pages;
        let mut out = String::new();
        for page in 0..pages {
            for (cut, columns) in cuts.iter().enumerate() {
                let place = page * cuts.len() + cut + 1;
                let width = columns.iter().map(|column| widths[*column] + GAP).sum::<usize>();
                let float = if width <= COLUMN { "table" } else { "table*" };
                self.float(&mut out, float, columns, &widths, page, (place, count));
            }
        }
        out
    }

    fn float(
        &self,
        out: &mut String,
        float: &str,
        columns: &[usize],
        widths: &[usize],
        page: usize,
        (place, count): (usize, usize),
    ) {
        let (part, label) = match count {
            1 => (String::new(), self.name.to_owned()),
            _ => (format!(" ({place} of {count})"), format!("{}-{place}", self.name)),
        };
        let kinds: String = columns
            .iter()
            .map(|column| match (self.columns[*column].1, widths[*column]) {
                (Align::Left, NAME) => format!("p{{{NAME}pt}}"),
                (Align::Left, _) => "l".to_owned(),
                (Align::Right, _) => "r".to_owned(),
            })
            .collect();
        let _ = writeln!(
            out,
            "\\begin{{{float}}}\n  \\centering\\footnotesize\\setlength{{\\tabcolsep}}{{{}pt}}\n  \\caption{{{}{part}}}\n  \
             \\label{{tab:{label}}}\n  \\begin{{tabular}}{{@{{}}{kinds}@{{}}}}\n    \\toprule",
            GAP / 2,
            latex(&self.title),
        );
        let heads: Vec<String> = columns.iter().map(|column| latex(&self.columns[*column].0)).collect();
        let _ = writeln!(out, "    {} \\\\\n    \\midrule", heads.join(" & "));
        for (index, row) in self.rows.iter().enumerate().skip(page * ROWS).take(ROWS) {
            if self.totals > 0 && index + self.totals == self.rows.len() {
                out.push_str("    \\midrule\n");
            }
            let text = |column: &usize| {
                let place = &row[*column];
                let broken = widths[*column] == NAME && self.columns[*column].1 == Align::Left;
                let text = if broken { breakable(&latex(&place.text)) } else { latex(&place.text) };
                if place.strong { format!("\\textbf{{{text}}}") } else { text }
            };
            let places: Vec<String> = columns.iter().map(text).collect();
            let _ = writeln!(out, "    {} \\\\", places.join(" & "));
        }
        out.push_str("    \\bottomrule\n  \\end{tabular}\n");
        if !self.note.is_empty() && place == count {
            let width = if float == "table" { "\\columnwidth" } else { "\\textwidth" };
            let _ = writeln!(
                out,
                "  \\par\\smallskip\\parbox{{{width}}}{{\\scriptsize\\raggedright {}}}",
                latex(&self.note)
            );
        }
        let _ = writeln!(out, "\\end{{{float}}}");
    }

    /// The widths of the columns in points; of names at most [`NAME`].
    fn points(&self) -> Vec<usize> {
        let width = |column: usize| {
            let places = self.rows.iter().map(|row| points(&row[column].text, row[column].strong));
            let widest = places.fold(points(&self.columns[column].0, false), f64::max).ceil() as usize;
            if self.columns[column].1 == Align::Left { widest.min(NAME) } else { widest }
        };
        (0..self.columns.len()).map(width).collect()
    }
}

/// About how wide a text is in points, at 8 points.
fn points(text: &str, strong: bool) -> f64 {
    let width = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 2.9,
        'f' | 't' | 'r' | 's' | '(' | ')' | '-' => 3.7,
        '0'..='9' | '–' => 4.3,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 8.0,
        '+' | '±' | '−' | '=' | '<' | '>' | '#' => 7.0,
        c if c.is_ascii_uppercase() => 6.7,
        _ => 4.7,
    };
    text.chars().map(width).sum::<f64>() * if strong { 1.17 } else { 1.0 }
}

/// Lets LaTeX break the text of an agent between its parts.
fn breakable(text: &str) -> String {
    let text =
        text.replace('+', "+\\allowbreak{}").replace(',', ",\\allowbreak{}").replace('(', "(\\allowbreak{}");
    format!("\\raggedright\\hspace{{0pt}}{text}\\arraybackslash")
}

/// A text with everything that LaTeX would take for a command made harmless.
fn latex(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("$<$"),
            '>' => out.push_str("$>$"),
            '≥' => out.push_str("$\\geq$"),
            '≤' => out.push_str("$\\leq$"),
            '±' => out.push_str("$\\pm$"),
            '−' => out.push_str("$-$"),
            '×' => out.push_str("$\\times$"),
            'δ' => out.push_str("$\\delta$"),
            '–' => out.push_str("--"),
            '…' => out.push_str("\\ldots{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("''"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Place;

    #[test]
    fn rules_and_escapes() {
        let table = Table {
            name: "t",
            title: "Wins & losses".to_owned(),
            note: "A note.".to_owned(),
            columns: vec![("agent".to_owned(), Align::Left), ("win %".to_owned(), Align::Right)],
            rows: vec![
                vec!["a_b".into(), Place { text: "41.0 ± 2.0".to_owned(), strong: true }],
                vec!["all|any".into(), "−3".into()],
            ],
            totals: 1,
            ..Table::default()
        };
        let text = table.to_latex();
        assert!(
            text.contains("\\caption{Wins \\& losses}") && text.contains("\\begin{tabular}{@{}lr@{}}"),
            "{text}"
        );
        assert!(text.contains("    a\\_b & \\textbf{41.0 $\\pm$ 2.0} \\\\\n    \\midrule\n    all\\textbar{}any & $-$3 \\\\\n    \\bottomrule"), "{text}");
        assert!(text.starts_with("\\begin{table}\n") && text.ends_with("\\end{table}\n"), "{text}");
    }

    #[test]
    fn parts_of_a_long_and_wide_table_are_numbered() {
        let columns = (0..30).map(|number| (format!("column {number}"), Align::Right)).collect();
        let rows = vec![(0..30).map(|number| Place::from(number.to_string())).collect(); ROWS + 1];
        let table = Table { name: "t", note: "A note.".to_owned(), columns, rows, ..Table::default() };
        let text = table.to_latex();
        let count = text.matches("\\caption").count();
        assert!(count >= 6 && count.is_multiple_of(2), "{count}");
        for place in 1..=count {
            assert!(text.contains(&format!(" ({place} of {count})}}\n  \\label{{tab:t-{place}}}")), "{text}");
        }
        assert_eq!(text.matches("A note.").count(), 1);
        assert!(text.rfind("A note.") > text.rfind("\\caption"));
    }
}
