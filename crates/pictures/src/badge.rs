//! A badge with a letter, for types that nobody has a picture for.

use crate::color::{Rgb, brightness, hex, mix};
use crate::letters::dots;
use std::fmt::Write as _;

/// A rounded square in this colour with this letter on it. Letters other than A to Z and 0 to 9 show as `?`.
pub(crate) fn svg(letter: char, color: Rgb) -> String {
    let ink = if brightness(color) > 0.6 { (30, 32, 38) } else { (255, 255, 255) };
    let mut path = String::new();
    for (row, bits) in dots(letter).iter().enumerate() {
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
