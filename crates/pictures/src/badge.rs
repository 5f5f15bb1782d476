//! A badge with a letter, for types that nobody has a picture for.
//!
//! The letters are drawn as small squares, so that no font is needed.

use crate::color::{Rgb, brightness, hex, mix};
use std::fmt::Write as _;

/// Five by seven dots, a row per byte, the left dot in bit 4.
#[rustfmt::skip]
const LETTERS: [[u8; 7]; 37] = [
    [14, 17, 19, 21, 25, 17, 14], [4, 12, 4, 4, 4, 4, 14], [14, 17, 1, 2, 4, 8, 31], [31, 2, 4, 2, 1, 17, 14],
    [2, 6, 10, 18, 31, 2, 2], [31, 16, 30, 1, 1, 17, 14], [6, 8, 16, 30, 17, 17, 14], [31, 1, 2, 4, 8, 8, 8],
    [14, 17, 17, 14, 17, 17, 14], [14, 17, 17, 15, 1, 2, 12],
    [14, 17, 17, 31, 17, 17, 17], [30, 17, 17, 30, 17, 17, 30], [14, 17, 16, 16, 16, 17, 14],
    [30, 17, 17, 17, 17, 17, 30], [31, 16, 16, 30, 16, 16, 31], [31, 16, 16, 30, 16, 16, 16],
    [14, 17, 16, 23, 17, 17, 15], [17, 17, 17, 31, 17, 17, 17], [14, 4, 4, 4, 4, 4, 14],
    [7, 2, 2, 2, 2, 18, 12], [17, 18, 20, 24, 20, 18, 17], [16, 16, 16, 16, 16, 16, 31],
    [17, 27, 21, 21, 17, 17, 17], [17, 17, 25, 21, 19, 17, 17], [14, 17, 17, 17, 17, 17, 14],
    [30, 17, 17, 30, 16, 16, 16], [14, 17, 17, 17, 21, 18, 13], [30, 17, 17, 30, 20, 18, 17],
    [15, 16, 16, 14, 1, 1, 30], [31, 4, 4, 4, 4, 4, 4], [17, 17, 17, 17, 17, 17, 14],
    [17, 17, 17, 17, 17, 10, 4], [17, 17, 17, 21, 21, 21, 10], [17, 17, 10, 4, 10, 17, 17],
    [17, 17, 17, 10, 4, 4, 4], [31, 1, 2, 4, 8, 16, 31],
    [14, 17, 1, 2, 4, 0, 4],
];

/// A rounded square in this colour with this letter on it. Letters other than A to Z and 0 to 9 show as `?`.
pub(crate) fn svg(letter: char, color: Rgb) -> String {
    let dots = LETTERS[letter.to_digit(36).map_or(36, |digit| digit as usize)];
    let ink = if brightness(color) > 0.6 { (30, 32, 38) } else { (255, 255, 255) };
    let mut path = String::new();
    for (row, bits) in dots.iter().enumerate() {
        for column in (0..5).filter(|column| bits >> (4 - column) & 1 == 1) {
            // Writing to a string cannot fail.
            let _ =
                write!(path, "M{} {}h2.9v2.9h-2.9z", 9.0 + 2.8 * f64::from(column), 6.2 + 2.8 * row as f64);
        }
    }
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="1" y="1" width="30" height="30" rx="7" fill="{}"/><rect x="2.5" y="2.5" width="27" height="27" rx="6" fill="{}"/><path fill="{}" d="{path}"/></svg>"#,
        hex(mix(color, (0, 0, 0), 0.4)),
        hex(color),
        hex(ink),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_letter_gives_a_badge() {
        assert!(svg('A', (200, 0, 0)).contains("#ffffff"));
        assert!(svg('z', (250, 250, 250)).contains("#1e2026"));
        assert_eq!(svg('?', (0, 0, 0)), svg('ß', (0, 0, 0)));
    }
}
