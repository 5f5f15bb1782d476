//! Places in a text.

use crate::syntax::java_lines;

/// A range of bytes of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to, not including, `end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A place as people count it: line and column from 1, the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1. A tab is one character.
    pub column: usize,
}

/// Turns byte offsets of one text into positions.
#[derive(Debug)]
pub struct Positions<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Positions<'a> {
    /// Prepares a text.
    pub fn new(text: &'a str) -> Positions<'a> {
        Positions { text, starts: java_lines(text).map(|(start, _)| start).collect() }
    }

    /// Where a byte stands. An offset beyond the text or inside a character gives the nearest place before it.
    pub fn of(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = line.checked_sub(1).map_or(0, |i| self.starts[i]);
        Position { line: line.max(1), column: self.text[start..offset].chars().count() + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let positions = Positions::new("äb\nç\td\n");
        assert_eq!(positions.of(2), Position { line: 1, column: 2 });
        assert_eq!(positions.of(1), Position { line: 1, column: 1 });
        assert_eq!(positions.of(7), Position { line: 2, column: 3 });
        assert_eq!(positions.of(999), Position { line: 2, column: 5 });
        assert_eq!(Positions::new("").of(3), Position { line: 1, column: 1 });
    }
}
