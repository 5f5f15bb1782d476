//! Who has which mark.

use super::drawing::{Anchor, Drawing, Font, TEXT, fit, mark, text_width};

/// Height of a line of the legend.
const LINE: f64 = 20.0;
const GAP: f64 = 34.0;

/// The legend's entries in lines that are not wider than the plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Legend {
    entries: Vec<(f64, f64, String)>,
    /// Its height.
    pub height: f64,
}

impl Legend {
    /// Lays out the labels from `left` to `right`.
    pub fn new(labels: &[&str], left: f64, right: f64) -> Self {
        let (mut x, mut y) = (left, 0.0);
        let mut entries = Vec::new();
        for label in labels {
            let label = fit(label, right - left - GAP, TEXT);
            let width = text_width(&label, TEXT) + GAP;
            if x > left && x + width > right {
                x = left;
                y += LINE;
            }
            entries.push((x, y, label));
            x += width;
        }
        Self { entries, height: y + LINE }
    }

    /// Draws it with its upper edge at `top`.
    pub fn draw(&self, drawing: &mut Drawing, top: f64) {
        for (place, (x, y, label)) in self.entries.iter().enumerate() {
            let middle = top + y + LINE / 2.0;
            drawing.mark((x + 6.0, middle), 4.5, mark(place));
            drawing.text((x + 16.0, middle), Anchor::Start, Font::text(), label);
        }
    }
}
