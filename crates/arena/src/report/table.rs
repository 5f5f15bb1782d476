//! A table of texts, and its forms for terminal, Markdown and LaTeX.

use std::fmt::Write;

/// On which side a column's texts stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Names.
    Left,
    /// Numbers.
    Right,
}

/// One place of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// What it says.
    pub text: String,
    /// Whether it stands out: the best of its row.
    pub strong: bool,
}

impl<T: Into<String>> From<T> for Place {
    fn from(text: T) -> Self {
        Self { text: text.into(), strong: false }
    }
}

/// A table with a title and a note on how to read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Short name for files and labels.
    pub name: &'static str,
    /// Title.
    pub title: String,
    /// How to read it; may be empty.
    pub note: String,
    /// Heads of the columns.
    pub columns: Vec<(String, Align)>,
    /// Rows, each as long as there are columns.
    pub rows: Vec<Vec<Place>>,
    /// How many rows at the end are totals, set off by a line.
    pub totals: usize,
}

impl Table {
    /// For a terminal; with colours only if `styled`.
    pub fn to_text(&self, styled: bool) -> String {
        let widths = self.widths();
        let rule: String = widths.iter().map(|width| "─".repeat(*width)).collect::<Vec<_>>().join("──");
        let bold = |text: String| if styled { format!("\x1b[1m{text}\x1b[0m") } else { text };
        let dim = |text: &str| if styled { format!("\x1b[2m{text}\x1b[0m") } else { text.to_owned() };
        let mut out = format!("{}\n", bold(self.title.clone()));
        let heads: Vec<String> = (self.columns.iter().zip(&widths))
            .map(|((head, align), width)| pad(head, *width, *align))
            .collect();
        let _ = writeln!(out, "{}\n{}", heads.join("  ").trim_end(), dim(&rule));
        for (index, row) in self.rows.iter().enumerate() {
            if self.totals > 0 && index + self.totals == self.rows.len() {
                let _ = writeln!(out, "{}", dim(&rule));
            }
            let places: Vec<String> = (row.iter().zip(&widths).zip(&self.columns))
                .map(|((place, width), (_, align))| {
                    let text = pad(&place.text, *width, *align);
                    if place.strong { bold(text) } else { text }
                })
                .collect();
            let _ = writeln!(out, "{}", places.join("  ").trim_end());
        }
        if !self.note.is_empty() {
            for line in wrap(&self.note, rule.chars().count().clamp(60, 110)) {
                let _ = writeln!(out, "{}", dim(&line));
            }
        }
        out
    }

    /// For Markdown.
    pub fn to_markdown(&self) -> String {
        let escape = |text: &str| text.replace('|', "\\|");
        let mut out = format!("### {}\n\n", self.title);
        let heads: Vec<String> = self.columns.iter().map(|(head, _)| escape(head)).collect();
        let rules: Vec<&str> = self
            .columns
            .iter()
            .map(|(_, align)| if *align == Align::Left { "---" } else { "---:" })
            .collect();
        let _ = writeln!(out, "| {} |\n| {} |", heads.join(" | "), rules.join(" | "));
        for row in &self.rows {
            let places: Vec<String> =
                row.iter()
                    .map(|place| {
                        if place.strong {
                            format!("**{}**", escape(&place.text))
                        } else {
                            escape(&place.text)
                        }
                    })
                    .collect();
            let _ = writeln!(out, "| {} |", places.join(" | "));
        }
        if !self.note.is_empty() {
            let _ = writeln!(out, "\n{}", self.note);
        }
        out
    }

    /// For LaTeX, with the rules of the booktabs package.
    pub fn to_latex(&self) -> String {
        let columns: String =
            self.columns.iter().map(|(_, align)| if *align == Align::Left { 'l' } else { 'r' }).collect();
        let mut out = format!(
            "\\begin{{table}}\n  \\centering\n  \\caption{{{}}}\n  \\label{{tab:{}}}\n  \\begin{{tabular}}{{{columns}}}\n    \\toprule\n",
            latex(&self.title),
            self.name
        );
        let heads: Vec<String> = self.columns.iter().map(|(head, _)| latex(head)).collect();
        let _ = writeln!(out, "    {} \\\\\n    \\midrule", heads.join(" & "));
        for (index, row) in self.rows.iter().enumerate() {
            if self.totals > 0 && index + self.totals == self.rows.len() {
                out.push_str("    \\midrule\n");
            }
            let places: Vec<String> = row
                .iter()
                .map(|place| match place.strong {
                    true => format!("\\textbf{{{}}}", latex(&place.text)),
                    false => latex(&place.text),
                })
                .collect();
            let _ = writeln!(out, "    {} \\\\", places.join(" & "));
        }
        out.push_str("    \\bottomrule\n  \\end{tabular}\n");
        if !self.note.is_empty() {
            let _ = writeln!(out, "  \\par\\smallskip{{\\footnotesize {}}}", latex(&self.note));
        }
        out.push_str("\\end{table}\n");
        out
    }

    fn widths(&self) -> Vec<usize> {
        (0..self.columns.len())
            .map(|column| {
                let places = self.rows.iter().map(|row| row[column].text.chars().count());
                places.chain([self.columns[column].0.chars().count()]).max().unwrap_or(0)
            })
            .collect()
    }
}

/// A text in lines of at most `width` characters, broken between words.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn pad(text: &str, width: usize, align: Align) -> String {
    match align {
        Align::Left => format!("{text:<width$}"),
        Align::Right => format!("{text:>width$}"),
    }
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
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table {
            name: "t",
            title: "Wins & losses".to_owned(),
            note: "A note.".to_owned(),
            columns: vec![("agent".to_owned(), Align::Left), ("win %".to_owned(), Align::Right)],
            rows: vec![
                vec!["a_b".into(), Place { text: "41.0 ± 2.0".to_owned(), strong: true }],
                vec!["all|any".into(), "−3".into()],
            ],
            totals: 1,
        }
    }

    #[test]
    fn terminal() {
        let text = table().to_text(false);
        assert_eq!(
            text,
            "Wins & losses\nagent         win %\n───────────────────\na_b      41.0 ± 2.0\n───────────────────\nall|any          −3\nA note.\n"
        );
        assert!(table().to_text(true).contains("\x1b[1m41.0 ± 2.0\x1b[0m"));
    }

    #[test]
    fn markdown() {
        let text = table().to_markdown();
        assert!(
            text.contains(
                "| agent | win % |\n| --- | ---: |\n| a_b | **41.0 ± 2.0** |\n| all\\|any | −3 |\n"
            ),
            "{text}"
        );
    }

    #[test]
    fn latex_rules_and_escapes() {
        let text = table().to_latex();
        assert!(
            text.contains("\\caption{Wins \\& losses}") && text.contains("\\begin{tabular}{lr}"),
            "{text}"
        );
        assert!(text.contains("    a\\_b & \\textbf{41.0 $\\pm$ 2.0} \\\\\n    \\midrule\n    all|any & $-$3 \\\\\n    \\bottomrule"), "{text}");
    }
}
