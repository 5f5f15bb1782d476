//! How large a level is drawn, and whether the panel goes beside it or below: so that all of it is to be seen, if there is any way.

use ratatui::layout::{Constraint, Layout, Rect};

use super::panel;

/// Below this many columns the panel goes under the level.
const NARROW: u16 = panel::WIDTH + 24;
/// With fewer pixels than this along a cell, signs tell more than pictures.
const FEWEST: u16 = 4;
/// Rows that are enough for a panel below a level.
const PANEL: u16 = 11;
/// More pixels than this along a cell need more room than they are worth.
const MOST: u16 = 16;

/// How a cell of the level is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scale {
    /// As a sign, in so many columns of the terminal.
    Sign(u16),
    /// As a picture with so many pixels along each side, two of which fit into one row of the terminal.
    Picture(u16),
}

impl Scale {
    /// Columns and rows of the terminal that a level takes.
    pub fn size(self, (columns, rows): (usize, usize)) -> (u16, u16) {
        let clamp = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        match self {
            Scale::Sign(wide) => (clamp(columns * usize::from(wide)), clamp(rows)),
            Scale::Picture(cell) => {
                (clamp(columns * usize::from(cell)), clamp((rows * usize::from(cell)).div_ceil(2)))
            }
        }
    }

    fn is_picture(self) -> bool {
        matches!(self, Scale::Picture(_))
    }

    /// The largest one at which a level fits into a room; nothing if it does not fit at all.
    fn largest(level: (usize, usize), room: (u16, u16), pictures: bool) -> Option<Scale> {
        let pictures = (FEWEST..=MOST).rev().filter(|_| pictures).map(Scale::Picture);
        let mut scales = pictures.chain([Scale::Sign(2), Scale::Sign(1)]);
        scales.find(|scale| {
            let (width, height) = scale.size(level);
            width <= room.0 && height <= room.1
        })
    }
}

/// Where the level goes and where the panel, and how large a cell is. Beside each other if the level can be seen well so, else one below
/// the other if it is larger there. A level that does not fit at all is cut around the avatar.
pub fn arrange(area: Rect, level: (usize, usize), pictures: bool) -> (Rect, Rect, Scale) {
    let inside = |width: u16, height: u16| (width.saturating_sub(2), height.saturating_sub(2));
    // On a high terminal the panel gets the rows that it needs, on a low one a third.
    let below_height = (area.height.saturating_mul(2) / 3).max(area.height.saturating_sub(PANEL));
    let is_picture = |scale: Option<Scale>| scale.is_some_and(Scale::is_picture);
    let beside = (area.width >= NARROW)
        .then(|| Scale::largest(level, inside(area.width - panel::WIDTH, area.height), pictures));
    let below = Scale::largest(level, inside(area.width, below_height), pictures);
    let scale = match beside {
        Some(Some(scale)) if scale.is_picture() || !is_picture(below) && scale >= Scale::Sign(2) => {
            Some(scale)
        }
        Some(None) if below.is_none() => None,
        _ => {
            let scale = below.unwrap_or(Scale::Sign(1));
            let (width, height) = frame(scale.size(level));
            let height = height.min(below_height);
            let [level, side] =
                Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(area);
            return (Rect { width: level.width.min(width), ..level }, side, scale);
        }
    };
    let scale = scale.unwrap_or(Scale::Sign(1));
    let (width, height) = frame(scale.size(level));
    let width = width.min(area.width - panel::WIDTH);
    let [level, side] = Layout::horizontal([Constraint::Length(width), Constraint::Fill(1)]).areas(area);
    (Rect { height: level.height.min(height), ..level }, side, scale)
}

/// With its frame.
fn frame((width, height): (u16, u16)) -> (u16, u16) {
    (width.saturating_add(2), height.saturating_add(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_seen_whole_if_that_is_possible() {
        let on = |width, height| Rect { x: 0, y: 0, width, height };
        for (area, level, pictures, expected) in [
            // A small level beside the panel: signs on a small terminal, pictures on a large one.
            (on(80, 23), (13, 9), false, Scale::Sign(2)),
            (on(80, 23), (13, 9), true, Scale::Sign(2)),
            (on(120, 39), (13, 9), true, Scale::Picture(5)),
            // A wide one is better seen above the panel.
            (on(120, 39), (24, 13), true, Scale::Picture(4)),
            (on(120, 39), (24, 13), false, Scale::Sign(2)),
            (on(80, 23), (30, 11), true, Scale::Sign(2)),
            (on(80, 23), (60, 12), true, Scale::Sign(1)),
            // Too large for any of it: cut around the avatar.
            (on(80, 23), (120, 60), true, Scale::Sign(1)),
        ] {
            let (place, side, scale) = arrange(area, level, pictures);
            assert_eq!(scale, expected, "{level:?} on {area:?}");
            assert!(place.width <= area.width && place.height <= area.height);
            assert!(!place.intersects(side));
            let (width, height) = scale.size(level);
            let whole = place.width >= width + 2 && place.height >= height + 2;
            assert_eq!(whole, level.0 < 100, "{level:?} on {area:?}");
        }
    }
}
