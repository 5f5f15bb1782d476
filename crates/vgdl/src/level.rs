//! Level text: a grid of characters.

use crate::syntax::java_lines;

/// A level as a grid of characters, as wide as its first line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    width: usize,
    rows: Vec<Vec<char>>,
}

impl Level {
    /// Reads a level. Width is the length of the first line; what is longer is cut; blank lines count.
    ///
    /// Short lines are not filled up, so that a level never takes more memory than its text: a grid can be far
    /// larger than that.
    pub fn parse(text: &str) -> Level {
        let mut width = None;
        let rows = java_lines(text).map(|(_, line)| {
            let width = *width.get_or_insert_with(|| line.chars().count());
            line.chars().take(width).collect()
        });
        let rows = rows.collect();
        Level { width: width.unwrap_or(0), rows }
    }

    /// Cells from left to right.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Cells from top to bottom.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The rows from top to bottom. A row can be shorter than the level is wide: the cells it lacks are blank.
    pub fn rows(&self) -> &[Vec<char>] {
        &self.rows
    }

    /// The character of a cell; blank where the text has none.
    pub fn cell(&self, column: usize, row: usize) -> char {
        self.rows.get(row).and_then(|cells| cells.get(column)).copied().unwrap_or(' ')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_gives_the_width() {
        let level = Level::parse("www\nw\n\nwAwXX\n\n");
        assert_eq!((level.width(), level.height()), (3, 5));
        assert_eq!(level.rows()[3], ['w', 'A', 'w']);
        assert_eq!((level.cell(0, 1), level.cell(1, 1), level.cell(9, 9)), ('w', ' ', ' '));
    }

    #[test]
    fn an_empty_text_is_an_empty_level() {
        let level = Level::parse("");
        assert_eq!((level.width(), level.height()), (0, 0));
    }
}
