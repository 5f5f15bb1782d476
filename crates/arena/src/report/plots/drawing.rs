//! A picture of few kinds of shapes, which [`svg`](super::svg) and [`pdf`](super::pdf) write down.

/// Size of ordinary text in plots, in pixels.
pub const TEXT: f64 = 12.0;

/// A colour by its use, so that a page can show it otherwise in the dark, or one of its own, such as `#0072b2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ink {
    /// What is written and drawn.
    Main,
    /// What is less important.
    Soft,
    /// Lines behind the figures.
    Grid,
    /// Lines that bound them.
    Axis,
    /// The ground.
    Paper,
    /// Every second row of the ground.
    Band,
    /// Always the same.
    Fixed(String),
}

impl Ink {
    /// The colour on white paper.
    pub fn colour(&self) -> &str {
        match self {
            Ink::Main => "#222222",
            Ink::Soft => "#555555",
            Ink::Grid => "#e3e3e3",
            Ink::Axis => "#888888",
            Ink::Paper => "#ffffff",
            Ink::Band => "#f7f7f7",
            Ink::Fixed(colour) => colour,
        }
    }

    /// The name by which a page changes it.
    pub fn class(&self) -> Option<&'static str> {
        match self {
            Ink::Main => Some("ink"),
            Ink::Soft => Some("soft"),
            Ink::Grid => Some("grid"),
            Ink::Axis => Some("axis"),
            Ink::Paper => Some("paper"),
            Ink::Band => Some("band"),
            Ink::Fixed(_) => None,
        }
    }
}

impl From<&str> for Ink {
    fn from(colour: &str) -> Ink {
        Ink::Fixed(colour.to_owned())
    }
}

/// Where a text's reference point is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// At its left end.
    Start,
    /// In its middle.
    Middle,
    /// At its right end.
    End,
}

/// How a text looks.
#[derive(Debug, Clone, PartialEq)]
pub struct Font {
    /// In pixels.
    pub size: f64,
    pub bold: bool,
    pub ink: Ink,
}

impl Font {
    /// Ordinary text.
    pub fn text() -> Font {
        Font { size: TEXT, bold: false, ink: Ink::Main }
    }

    /// Remarks and numbers of axes.
    pub fn small() -> Font {
        Font { size: 10.5, bold: false, ink: Ink::Soft }
    }

    /// What stands out.
    pub fn strong() -> Font {
        Font { bold: true, ..Font::text() }
    }
}

/// A point, in pixels from the left upper corner.
pub type Point = (f64, f64);

/// A piece of a picture.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A straight line.
    Line { from: Point, to: Point, ink: Ink, width: f64 },
    /// A rectangle. One whose fill lets things through has a rim of the same colour.
    Rect { corner: Point, size: Point, fill: Ink, opacity: f64 },
    /// A closed figure with straight sides, with a rim in the colour of the ground.
    Polygon { corners: Vec<Point>, fill: Ink },
    /// A circle with its rim.
    Circle { middle: Point, radius: f64, fill: Ink, rim: Ink, width: f64 },
    /// A text whose middle line is at the height of its point.
    Text { at: Point, anchor: Anchor, font: Font, text: String },
    /// What follows, up to [`Shape::EndOfHint`], shows a text when the pointer rests on it.
    Hint(String),
    /// See [`Shape::Hint`].
    EndOfHint,
}

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// In pixels.
    pub width: f64,
    /// In pixels.
    pub height: f64,
    /// Read out by screen readers.
    pub label: String,
    /// From back to front.
    pub(super) shapes: Vec<Shape>,
}

impl Drawing {
    /// An empty picture; `label` says what it shows.
    pub fn new(width: f64, height: f64, label: &str) -> Self {
        Self { width, height, label: label.to_owned(), shapes: Vec::new() }
    }

    /// A straight line.
    pub fn line(&mut self, from: Point, to: Point, ink: impl Into<Ink>, width: f64) {
        self.shapes.push(Shape::Line { from, to, ink: ink.into(), width });
    }

    /// A rectangle.
    pub fn rect(&mut self, corner: Point, size: Point, fill: impl Into<Ink>) {
        self.shapes.push(Shape::Rect { corner, size, fill: fill.into(), opacity: 1.0 });
    }

    /// A rectangle that lets through what is behind it, with a rim.
    pub fn glass(&mut self, corner: Point, size: Point, fill: impl Into<Ink>) {
        self.shapes.push(Shape::Rect { corner, size, fill: fill.into(), opacity: 0.28 });
    }

    /// A text whose middle line is at the height of its point.
    pub fn text(&mut self, at: Point, anchor: Anchor, font: Font, text: &str) {
        self.shapes.push(Shape::Text { at, anchor, font, text: text.to_owned() });
    }

    /// A mark for a value, in the shape and colour of an agent.
    pub fn mark(&mut self, at: Point, size: f64, mark: Mark) {
        let fill: Ink = mark.colour.into();
        match OUTLINES[mark.shape] {
            [] => self.shapes.push(Shape::Circle {
                middle: at,
                radius: size,
                fill,
                rim: Ink::Paper,
                width: 0.8,
            }),
            outline => {
                let corners = outline.iter().map(|(x, y)| (at.0 + x * size, at.1 + y * size)).collect();
                self.shapes.push(Shape::Polygon { corners, fill });
            }
        }
    }

    /// A dot with a coloured rim.
    pub fn dot(&mut self, middle: Point, radius: f64, colour: &str) {
        self.shapes.push(Shape::Circle { middle, radius, fill: Ink::Paper, rim: colour.into(), width: 1.4 });
    }

    /// Draws a group with a text that shows when the pointer rests on it.
    pub fn with_hint(&mut self, hint: &str, draw: impl FnOnce(&mut Self)) {
        self.shapes.push(Shape::Hint(hint.to_owned()));
        draw(self);
        self.shapes.push(Shape::EndOfHint);
    }
}

/// The colour and shape of an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Colour.
    pub colour: &'static str,
    /// Place in the list of outlines.
    shape: usize,
}

/// Circle, square, triangle, diamond, triangle on its head, cross, plus; sized so that all look equally large.
const OUTLINES: [&[Point]; 7] = [
    &[],
    &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
    &[(0.0, -1.15), (1.15, 0.92), (-1.15, 0.92)],
    &[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)],
    &[(0.0, 1.15), (-1.15, -0.92), (1.15, -0.92)],
    &[
        (-0.6, -1.1),
        (0.0, -0.5),
        (0.6, -1.1),
        (1.1, -0.6),
        (0.5, 0.0),
        (1.1, 0.6),
        (0.6, 1.1),
        (0.0, 0.5),
        (-0.6, 1.1),
        (-1.1, 0.6),
        (-0.5, 0.0),
        (-1.1, -0.6),
    ],
    &[
        (-0.4, -1.2),
        (0.4, -1.2),
        (0.4, -0.4),
        (1.2, -0.4),
        (1.2, 0.4),
        (0.4, 0.4),
        (0.4, 1.2),
        (-0.4, 1.2),
        (-0.4, 0.4),
        (-1.2, 0.4),
        (-1.2, -0.4),
        (-0.4, -0.4),
    ],
];

/// The first are Okabe and Ito's, which people with any kind of colour vision tell apart; without yellow, which white paper
/// swallows, and with grey for black, which a dark page does. The others were chosen one by one to be as far as possible from all
/// before them, and to be seen on white and on dark ground.
const COLOURS: [&str; 20] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a7a7a", "#9900ff", "#00bb00",
    "#ff22cc", "#ff0066", "#8877ff", "#667700", "#cc9966", "#ff0022", "#aa4444", "#aa3399", "#99bb00",
    "#008822", "#aa22cc",
];

/// The mark of the agent at a place. Neighbours differ in colour and in shape, and the first 140 in one of them.
pub fn mark(place: usize) -> Mark {
    Mark { colour: COLOURS[place % COLOURS.len()], shape: place % OUTLINES.len() }
}

/// About how wide a text of the given size is; rather too much than too little.
pub fn text_width(text: &str, size: f64) -> f64 {
    let units: f64 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '.' | ',' | ':' | '\'' | '|' | '!' => 0.29,
            ' ' | 'f' | 't' | 'r' | '(' | ')' | '-' | '–' => 0.37,
            'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.92,
            c if c.is_ascii_uppercase() => 0.72,
            _ => 0.58,
        })
        .sum();
    units * size
}

/// A text cut to a width, with an ellipsis.
pub fn fit(text: &str, width: f64, size: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        kept.push(c);
        if text_width(&kept, size) + size * 0.6 > width {
            kept.pop();
            break;
        }
    }
    kept + "…"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Relative luminance, as in the rules for contrast on the web.
    fn luminance(colour: &str) -> f64 {
        let part = |from: usize| {
            let value = f64::from(u8::from_str_radix(&colour[from..from + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    #[test]
    fn twenty_agents_are_told_apart_on_white_and_on_dark() {
        let colours: BTreeSet<&str> = (0..20).map(|place| mark(place).colour).collect();
        assert_eq!(colours.len(), 20);
        for colour in colours {
            let contrast = |ground: f64| {
                let (a, b) = (luminance(colour) + 0.05, ground + 0.05);
                f64::max(a, b) / f64::min(a, b)
            };
            assert!(contrast(1.0) > 2.0 && contrast(luminance("#16181c")) > 3.0, "{colour}");
        }
        let marks: BTreeSet<(&str, usize)> =
            (0..140).map(|place| (mark(place).colour, mark(place).shape)).collect();
        assert_eq!(marks.len(), 140);
    }
}
