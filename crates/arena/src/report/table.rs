//! A table of texts, and its forms for terminal and Markdown; `latex.rs` has the one for LaTeX.

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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
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
    /// How many columns at the beginning tell what a row is about, besides the first: they are repeated where a table is cut.
    pub more_keys: usize,
    /// The same with less in it, for where this one is too wide.
    pub brief: Option<Box<Table>>,
}

/// Where a table is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Screen {
    /// With colours?
    pub styled: bool,
    /// How many characters fit beside each other, if that is limited.
    pub width: Option<usize>,
}

/// Between two columns on a terminal.
const GAP: usize = 2;
/// A text that is no longer than this is never broken, and a longer one into no more than three lines if that can be avoided.
const UNBROKEN: usize = 16;

impl Table {
    /// For a terminal. Where it is too wide, long texts are broken; if that is not enough it is transposed, given in brief, or
    /// columns come below the others with the names of the rows again: the first of these that does. Nothing is left out.
    pub fn to_text(&self, screen: Screen) -> String {
        let Some(width) = screen.width else { return self.text_of(&self.widths(), screen, true) };
        if let Some(widths) = self.narrowed(width) {
            return self.text_of(&widths, screen, true);
        }
        let transposed = self.transposed();
        if let Some(widths) = transposed.narrowed(width) {
            return transposed.text_of(&widths, screen, true);
        }
        if let Some(brief) = &self.brief {
            return brief.to_text(screen);
        }
        let (mut widths, least, keys) = (self.widths(), self.least_widths(), self.keys());
        let widest = least[keys..].iter().max().map_or(0, |widest| widest + GAP);
        let room = width.saturating_sub(widest + GAP * (keys - 1));
        shrink(&mut widths[..keys], &least[..keys], room);
        let room = width.saturating_sub(widths[..keys].iter().map(|key| key + GAP).sum());
        for (own, least) in widths[keys..].iter_mut().zip(&least[keys..]) {
            *own = (*own).min(room.max(*least));
        }
        let parts = parts(&widths, keys, width, GAP);
        let last = parts.len() - 1;
        let shown = parts.iter().enumerate().map(|(place, columns)| {
            let part = self.part(columns);
            let widths: Vec<usize> = columns.iter().map(|column| widths[*column]).collect();
            part.text_of(&widths, screen, place == last)
        });
        shown.collect::<Vec<_>>().join("\n")
    }

    /// Widths with which all columns fit beside each other, if there are any.
    fn narrowed(&self, width: usize) -> Option<Vec<usize>> {
        let mut widths = self.widths();
        let room = width.checked_sub(GAP * widths.len().saturating_sub(1))?;
        shrink(&mut widths, &self.least_widths(), room).then_some(widths)
    }

    /// Rows as columns: for few rows with many columns.
    fn transposed(&self) -> Table {
        let heads = self.rows.iter().map(|row| (row[0].text.clone(), Align::Right));
        let first = self.columns.first().map(|(head, _)| (head.clone(), Align::Left));
        let rows = self.columns.iter().enumerate().skip(1).map(|(column, (head, _))| {
            let places = self.rows.iter().map(|row| row[column].clone());
            [Place::from(head.as_str())].into_iter().chain(places).collect()
        });
        Table {
            columns: first.into_iter().chain(heads).collect(),
            rows: rows.collect(),
            totals: 0,
            more_keys: 0,
            brief: None,
            ..self.clone()
        }
    }

    fn keys(&self) -> usize {
        (1 + self.more_keys).min(self.columns.len())
    }

    /// Some of the columns.
    fn part(&self, columns: &[usize]) -> Table {
        let rows = self.rows.iter().map(|row| columns.iter().map(|column| row[*column].clone()).collect());
        Table {
            columns: columns.iter().map(|column| self.columns[*column].clone()).collect(),
            rows: rows.collect(),
            brief: None,
            ..self.clone()
        }
    }

    /// Every row in one line, with the note if it is wanted here.
    fn text_of(&self, widths: &[usize], screen: Screen, with_note: bool) -> String {
        let styled = screen.styled;
        let rule: String = widths.iter().map(|width| "─".repeat(*width)).collect::<Vec<_>>().join("──");
        let bold = |text: String| if styled { format!("\x1b[1m{text}\x1b[0m") } else { text };
        let dim = |text: &str| if styled { format!("\x1b[2m{text}\x1b[0m") } else { text.to_owned() };
        let title = fold(&self.title, screen.width.unwrap_or(usize::MAX));
        let mut out: String = title.into_iter().map(|line| bold(line) + "\n").collect();
        let heads: Vec<Place> = self.columns.iter().map(|(head, _)| Place::from(head.as_str())).collect();
        let lines = |row: &[Place]| -> String {
            let folded: Vec<Vec<String>> =
                row.iter().zip(widths).map(|(place, width)| fold(&place.text, *width)).collect();
            let height = folded.iter().map(Vec::len).max().unwrap_or(0);
            let line = |line: usize| {
                let places = folded.iter().zip(row).zip(widths).zip(&self.columns);
                let texts: Vec<String> = places
                    .map(|(((folded, place), width), (_, align))| {
                        let text = pad(folded.get(line).map_or("", String::as_str), *width, *align);
                        if place.strong && line < folded.len() { bold(text) } else { text }
                    })
                    .collect();
                format!("{}\n", texts.join("  ").trim_end())
            };
            (0..height).map(line).collect()
        };
        let _ = writeln!(out, "{}{}", lines(&heads), dim(&rule));
        for (index, row) in self.rows.iter().enumerate() {
            if self.totals > 0 && index + self.totals == self.rows.len() {
                let _ = writeln!(out, "{}", dim(&rule));
            }
            out += &lines(row);
        }
        if with_note && !self.note.is_empty() {
            let room = screen.width.unwrap_or_else(|| rule.chars().count().clamp(60, 110)).clamp(20, 110);
            for line in wrap(&self.note, room) {
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

    fn widths(&self) -> Vec<usize> {
        self.widest(|length| length)
    }

    /// What columns can be narrowed to.
    fn least_widths(&self) -> Vec<usize> {
        self.widest(|length| length.min(length.div_ceil(3).max(UNBROKEN)))
    }

    /// The most that a text of each column takes.
    fn widest(&self, taken: impl Fn(usize) -> usize) -> Vec<usize> {
        (0..self.columns.len())
            .map(|column| {
                let texts = self.rows.iter().map(|row| &row[column].text);
                let texts = texts.chain([&self.columns[column].0]);
                texts.map(|text| taken(text.chars().count())).max().unwrap_or(0)
            })
            .collect()
    }
}

/// Takes from the widest that can give until all of them fit into this room. Do they?
fn shrink(widths: &mut [usize], least: &[usize], room: usize) -> bool {
    while widths.iter().sum::<usize>() > room {
        let giving = widths.iter_mut().zip(least).filter(|(width, least)| **width > **least);
        match giving.max_by_key(|(width, _)| **width) {
            Some((width, _)) => *width -= 1,
            None => return false,
        }
    }
    true
}

/// A text in lines of at most `width` characters, broken where an agent's parts and parameters end.
fn fold(text: &str, width: usize) -> Vec<String> {
    let mut rest: Vec<char> = text.chars().collect();
    let mut lines = Vec::new();
    while rest.len() > width {
        let end = |place: &usize| matches!(rest[*place - 1], ' ' | ',' | ';' | '+' | '/' | '(');
        let cut = (1..=width).rev().find(end).unwrap_or(width.max(1));
        let line: String = rest.drain(..cut).collect();
        lines.push(line.trim_end().to_owned());
    }
    lines.push(rest.into_iter().collect());
    lines
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

/// A text of at least this width.
fn pad(text: &str, width: usize, align: Align) -> String {
    match align {
        Align::Left => format!("{text:<width$}"),
        Align::Right => format!("{text:>width$}"),
    }
}

/// Cuts columns into parts of at most `width`, each beginning with the keys. A part has at least one column besides.
pub(super) fn parts(widths: &[usize], keys: usize, width: usize, gap: usize) -> Vec<Vec<usize>> {
    let key_width: usize = widths[..keys].iter().map(|key| key + gap).sum();
    let mut parts: Vec<Vec<usize>> = vec![(0..keys).collect()];
    let mut used = key_width;
    for (column, own) in widths.iter().enumerate().skip(keys) {
        let full = used + own > width && parts.last().is_some_and(|part| part.len() > keys);
        if full {
            parts.push((0..keys).collect());
            used = key_width;
        }
        if let Some(part) = parts.last_mut() {
            part.push(column);
        }
        used += own + gap;
    }
    parts
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
            ..Table::default()
        }
    }

    #[test]
    fn terminal() {
        let text = table().to_text(Screen::default());
        assert_eq!(
            text,
            "Wins & losses\nagent         win %\n───────────────────\na_b      41.0 ± 2.0\n───────────────────\nall|any          −3\nA note.\n"
        );
        assert!(table().to_text(Screen { styled: true, width: None }).contains("\x1b[1m41.0 ± 2.0\x1b[0m"));
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
    fn few_rows_with_many_columns_are_transposed() {
        let heads = ["agent", "win %", "points", "plays", "ticks", "fm/tick", "warm-up"];
        let row =
            |name: &str| [name, "41.0 ± 2.0", "25", "1000", "722", "480", "5000"].map(Place::from).to_vec();
        let table = Table {
            title: "All games".to_owned(),
            columns: heads.map(|head| (head.to_owned(), Align::Right)).to_vec(),
            rows: vec![row("olets"), row("random")],
            ..Table::default()
        };
        let screen = |width| Screen { styled: false, width: Some(width) };
        let text = table.to_text(screen(40));
        assert!(text.contains("agent         olets      random\n"), "{text}");
        assert!(text.contains("\nwarm-up        5000        5000\n"), "{text}");
        assert!(table.to_text(screen(60)).contains("warm-up\n"), "there is room for its own form");
    }

    #[test]
    fn long_names_are_broken_and_not_cut() {
        let names = ["samplemcts(depth=10,version=v1,c=0.6)", "samplemcts(depth=10,version=v1,c=1.4)"];
        let columns = ["agent", "win %", "95 %", "points"].map(|head| (head.to_owned(), Align::Left));
        let row = |name: &str| [name, "41.0 ± 2.0", "39.0–43.0", "25"].map(Place::from).to_vec();
        let table = Table {
            title: format!("Against {}", names[0]),
            columns: columns.to_vec(),
            rows: names.map(row).to_vec(),
            ..Table::default()
        };
        for width in [30, 44, 60, 80] {
            let text = table.to_text(Screen { styled: false, width: Some(width) });
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}:\n{text}");
            assert!(!text.contains('…') && text.contains("c=0.6)") && text.contains("c=1.4)"), "{text}");
            assert!(text.contains("points") && text.contains("39.0–43.0"), "{text}");
        }
    }

    #[test]
    fn too_wide_for_the_terminal() {
        let agents = ["first", "second", "third", "fourth"];
        let mut columns = vec![("game".to_owned(), Align::Left)];
        columns.extend(agents.map(|name| (name.to_owned(), Align::Right)));
        let row =
            |name: &str| [name].into_iter().chain(["11.1 (1–2)"; 4]).map(Place::from).collect::<Vec<Place>>();
        let wide = Table {
            title: "Wins".to_owned(),
            note: "All of it, at some length.".to_owned(),
            columns: columns.clone(),
            rows: vec![row("zelda"), row("a game with a long name")],
            ..Table::default()
        };
        let screen = |width| Screen { styled: false, width: Some(width) };
        for width in [30, 40, 60, 200] {
            let text = wide.to_text(screen(width));
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}:\n{text}");
            assert!(agents.iter().all(|name| text.contains(name)) && text.contains("length"), "{text}");
        }
        let brief = Table {
            columns,
            rows: vec![["zelda", "1", "2", "3", "4"].map(Place::from).to_vec()],
            ..Table::default()
        };
        let both = Table { brief: Some(Box::new(brief)), ..wide };
        assert!(both.to_text(screen(35)).lines().count() < 5, "{}", both.to_text(screen(35)));
        assert!(
            both.to_text(screen(200)).contains("11.1") && both.to_text(Screen::default()).contains("11.1")
        );
    }
}
