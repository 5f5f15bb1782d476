//! How much two levels are alike, whatever characters they use.

/// How far levels are shifted against each other, in cells.
const FARTHEST: i32 = 3;
/// Levels whose sides differ by more than this are not compared.
const SIZES: usize = 6;

/// A level: background is 0, the other characters are numbered.
pub struct Grid {
    width: usize,
    height: usize,
    cells: Vec<u8>,
    /// How many characters there are beside the background.
    symbols: usize,
}

impl Grid {
    /// Reads a level without its outermost ring, which is a wall almost everywhere and says nothing.
    pub fn read(text: &str) -> Grid {
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let width = rows.first().map_or(0, Vec::len);
        let inner = rows.iter().skip(1).take(rows.len().saturating_sub(2));
        let cell = |row: &Vec<char>, x: usize| row.get(x).copied().unwrap_or(' ');
        let inside: Vec<Vec<char>> =
            inner.map(|row| (1..width.saturating_sub(1)).map(|x| cell(row, x)).collect()).collect();
        let mut counts: Vec<(char, usize)> = Vec::new();
        for c in inside.iter().flatten() {
            match counts.iter_mut().find(|(known, _)| known == c) {
                Some((_, n)) => *n += 1,
                None => counts.push((*c, 1)),
            }
        }
        counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let number = |c: &char| counts.iter().position(|(known, _)| known == c).unwrap_or(0) as u8;
        Grid {
            width: width.saturating_sub(2),
            height: inside.len(),
            cells: inside.iter().flatten().map(number).collect(),
            symbols: counts.len().saturating_sub(1),
        }
    }

    /// The part of the marked cells that agree in the best position, from 0 to 1: mirrored or not, shifted or
    /// not, and with the characters of one level renamed to those of the other in the best way.
    pub fn likeness(&self, other: &Grid) -> f64 {
        if self.width.abs_diff(other.width) > SIZES || self.height.abs_diff(other.height) > SIZES {
            return 0.0;
        }
        let marked = self.marked() + other.marked();
        let mut best = 0;
        for (flip_x, flip_y) in [(false, false), (true, false), (false, true), (true, true)] {
            let flipped = other.mirrored(flip_x, flip_y);
            for dy in -FARTHEST..=FARTHEST {
                for dx in -FARTHEST..=FARTHEST {
                    best = best.max(self.agreement(&flipped, dx, dy));
                }
            }
        }
        2.0 * best as f64 / marked.max(1) as f64
    }

    fn marked(&self) -> usize {
        self.cells.iter().filter(|c| **c != 0).count()
    }

    fn mirrored(&self, flip_x: bool, flip_y: bool) -> Grid {
        let place = |at: usize, size: usize, flip: bool| if flip { size - 1 - at } else { at };
        let cells = (0..self.height).flat_map(|y| {
            let row = place(y, self.height, flip_y) * self.width;
            (0..self.width).map(move |x| self.cells[row + place(x, self.width, flip_x)])
        });
        Grid { cells: cells.collect(), ..*self }
    }

    /// How many marked cells agree if the other level is shifted by this much.
    fn agreement(&self, other: &Grid, dx: i32, dy: i32) -> usize {
        let columns = other.symbols + 1;
        let mut together = vec![0usize; (self.symbols + 1) * columns];
        for y in 0..self.height {
            let Some(y2) = y.checked_add_signed(dy as isize).filter(|y2| *y2 < other.height) else {
                continue;
            };
            for x in 0..self.width {
                let Some(x2) = x.checked_add_signed(dx as isize).filter(|x2| *x2 < other.width) else {
                    continue;
                };
                let (a, b) = (self.cells[y * self.width + x], other.cells[y2 * other.width + x2]);
                together[usize::from(a) * columns + usize::from(b)] += 1;
            }
        }
        // The most frequent pair of characters are taken for each other, then the next, each only once.
        let mut pairs: Vec<(usize, usize, usize)> = (1..=self.symbols)
            .flat_map(|a| (1..columns).map(move |b| (a, b)))
            .map(|(a, b)| (together[a * columns + b], a, b))
            .filter(|(n, _, _)| *n > 0)
            .collect();
        pairs.sort_unstable_by_key(|(n, _, _)| std::cmp::Reverse(*n));
        let (mut taken_a, mut taken_b) = (vec![false; self.symbols + 1], vec![false; columns]);
        let mut sum = 0;
        for (n, a, b) in pairs {
            if !taken_a[a] && !taken_b[b] {
                (taken_a[a], taken_b[b]) = (true, true);
                sum += n;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = "wwwwwwww\nw..k...w\nw.ww...w\nw....d.w\nwwwwwwww";

    #[test]
    fn a_level_is_itself_mirrored_shifted_and_renamed() {
        let level = Grid::read(LEVEL);
        let mirrored: String = LEVEL
            .lines()
            .map(|l| l.chars().rev().collect::<String>() + "\n")
            .collect::<String>()
            .replace('k', "z");
        let shifted = "wwwwwwwww\nw...k...w\nw..ww...w\nw.....d.w\nwwwwwwwww";
        for other in [LEVEL, &mirrored, shifted] {
            assert!(level.likeness(&Grid::read(other)) > 0.99, "{other}");
        }
    }

    #[test]
    fn different_levels_are_not_alike() {
        let other = "wwwwwwww\nw......w\nw....x.w\nw.x....w\nwwwwwwww";
        assert!(Grid::read(LEVEL).likeness(&Grid::read(other)) < 0.7);
        assert_eq!(Grid::read(LEVEL).likeness(&Grid::read(&"w".repeat(80))), 0.0);
        assert_eq!(Grid::read("").likeness(&Grid::read("")), 0.0);
    }
}
