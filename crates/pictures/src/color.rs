//! Colours: those of VGDL are loud; on the screen they become a palette that goes together.

/// A colour as red, green, blue.
pub type Rgb = (u8, u8, u8);

/// The named colours of VGDL and what is drawn in their place.
const PALETTE: &[(Rgb, Rgb)] = &[
    ((0, 200, 0), (92, 168, 84)),
    ((0, 0, 200), (58, 110, 200)),
    ((200, 0, 0), (214, 69, 65)),
    ((90, 90, 90), (112, 117, 128)),
    ((250, 250, 250), (240, 242, 245)),
    ((140, 120, 100), (150, 112, 74)),
    ((0, 0, 0), (28, 30, 36)),
    ((250, 160, 0), (242, 150, 50)),
    ((250, 250, 0), (246, 214, 70)),
    ((250, 200, 200), (240, 160, 180)),
    ((250, 212, 0), (240, 190, 50)),
    ((250, 50, 50), (240, 95, 90)),
    ((250, 200, 100), (232, 180, 110)),
    ((50, 100, 250), (70, 150, 240)),
    ((50, 250, 50), (120, 210, 100)),
    ((35, 117, 29), (46, 104, 54)),
    ((255, 250, 128), (248, 236, 160)),
    ((238, 238, 238), (206, 210, 216)),
    ((30, 30, 30), (58, 62, 70)),
    ((20, 20, 100), (34, 40, 84)),
];

/// The colours of types that say nothing about theirs.
const SPARE: [Rgb; 8] = [
    (70, 150, 240),
    (242, 150, 50),
    (120, 190, 100),
    (170, 110, 210),
    (240, 95, 90),
    (80, 190, 190),
    (240, 190, 50),
    (240, 150, 180),
];

/// The colour to draw for a colour of a game.
pub(crate) fn on_screen(color: Rgb) -> Rgb {
    PALETTE.iter().find(|(vgdl, _)| *vgdl == color).map_or(color, |(_, screen)| *screen)
}

/// A colour of its own for the n-th type without one.
pub(crate) fn spare(n: usize) -> Rgb {
    SPARE[n % SPARE.len()]
}

/// A part of the way from one colour to another.
pub(crate) fn mix(from: Rgb, to: Rgb, part: f64) -> Rgb {
    let channel = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    (channel(from.0, to.0), channel(from.1, to.1), channel(from.2, to.2))
}

/// How bright a colour looks, from 0 to 1.
pub(crate) fn brightness(color: Rgb) -> f64 {
    (0.299 * f64::from(color.0) + 0.587 * f64::from(color.1) + 0.114 * f64::from(color.2)) / 255.0
}

/// As SVG writes it.
pub(crate) fn hex(color: Rgb) -> String {
    format!("#{:02x}{:02x}{:02x}", color.0, color.1, color.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_meets_both_ends() {
        assert_eq!(mix((0, 100, 255), (255, 0, 0), 0.0), (0, 100, 255));
        assert_eq!(mix((0, 100, 255), (255, 0, 0), 1.0), (255, 0, 0));
        assert_eq!(hex(mix((0, 0, 0), (255, 255, 255), 0.5)), "#808080");
    }

    #[test]
    fn colours_outside_the_palette_stay() {
        assert_eq!(on_screen((1, 2, 3)), (1, 2, 3));
        assert_ne!(on_screen((0, 200, 0)), (0, 200, 0));
    }
}
