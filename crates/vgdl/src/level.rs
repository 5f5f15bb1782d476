//! Level text: a grid of characters.

/// A level as rows of characters, padded and cut to the length of the first row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    width: usize,
    rows: Vec<Vec<char>>,
}

impl Level {
    /// Reads a level. Width is the length of the first line; longer lines are cut, shorter ones padded with
    /// blanks; blank lines count.
    pub fn parse(text: &str) -> Level {
        let rows: Vec<Vec<char>> = lines(text).map(|line| line.chars().collect()).collect();
        let width = rows.first().map_or(0, Vec::len);
        let fit = |mut row: Vec<char>| {
            row.resize(width, ' ');
            row
        };
        Level { width, rows: rows.into_iter().map(fit).collect() }
    }

    /// Cells from left to right.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Cells from top to bottom.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> &[Vec<char>] {
        &self.rows
    }
}

/// Lines as Java reads them: `\n`, `\r\n` and `\r` end a line, a final terminator makes no extra line.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = &rest[..end];
        rest = &rest[end..];
        rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\n', '\r'])).unwrap_or("");
        Some(line)
    })
}
