//! Pictures in a terminal: a block that fills the upper half of a place has two colours, and so is two pixels.

use ludex_pictures::{Image, Rgb};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::theme::Theme;

/// The upper half of a place in its own colour, the lower half in that of the ground.
const HALF: char = '▀';

/// Draws an image into an area, from its left upper corner on; what does not fit is left out.
pub fn draw(
    image: &Image,
    tint: impl Fn(u32, u32, Rgb) -> Rgb,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let pixel = |x: u32, y: u32| {
        let place = (y as usize * image.width() as usize + x as usize) * 4;
        let color = image.rgba().get(place..place + 3).map(|rgb| (rgb[0], rgb[1], rgb[2]));
        theme.color(tint(x, y, color.unwrap_or_default()))
    };
    for (y, row) in (area.top()..area.bottom()).zip(0..image.height().div_ceil(2)) {
        for (x, column) in (area.left()..area.right()).zip(0..image.width()) {
            let cell = &mut buffer[(x, y)];
            cell.set_char(HALF).set_fg(pixel(column, 2 * row));
            if 2 * row + 1 < image.height() {
                cell.set_bg(pixel(column, 2 * row + 1));
            }
        }
    }
}

/// A colour with another one over it.
pub fn mixed(ground: Rgb, over: Rgb, share: f64) -> Rgb {
    let mix = |a: u8, b: u8| (f64::from(a) + share * (f64::from(b) - f64::from(a))).round() as u8;
    (mix(ground.0, over.0), mix(ground.1, over.1), mix(ground.2, over.2))
}
