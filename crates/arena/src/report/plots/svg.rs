//! A small writer of SVG: shapes, texts with a known size, and nothing else.

use std::fmt::Write;

/// Size of ordinary text in plots, in pixels.
pub const TEXT: f64 = 12.0;

/// Fonts that some system has, and how they look; every plot carries this, so that it stands alone.
const STYLE: &str = "\
text{font-family:'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif;font-size:12px;fill:#222}\
.small{font-size:10.5px;fill:#555}\
.strong{font-weight:600}\
.head{font-size:12.5px;font-weight:600}\
.light{fill:#fff}\
.grid{stroke:#e3e3e3;stroke-width:1}\
.axis{stroke:#888;stroke-width:1}";

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

/// A picture being drawn.
#[derive(Debug, Clone)]
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    /// An empty picture.
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    /// The finished picture. `label` is read out by screen readers.
    pub fn finish(self, label: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{}\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\">\n<style>{STYLE}</style>\n\
             <rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>\n{}</svg>\n",
            escape(label),
            self.body,
            w = round(self.width),
            h = round(self.height),
        )
    }

    /// A straight line with a class of the style.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        self.element(&format!("<line {} class=\"{class}\"/>", ends(from, to)));
    }

    /// A straight line with a colour and a width.
    pub fn stroke(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        self.element(&format!("<line {} stroke=\"{colour}\" stroke-width=\"{width}\"/>", ends(from, to)));
    }

    /// A rectangle. `attributes` are written as they are.
    pub fn rect(&mut self, corner: (f64, f64), size: (f64, f64), attributes: &str) {
        let ((x, y), (w, h)) = (corner, size);
        self.element(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {attributes}/>",
            round(x),
            round(y),
            round(w.max(0.0)),
            round(h.max(0.0))
        ));
    }

    /// A text whose middle line is at `y`.
    pub fn text(&mut self, at: (f64, f64), anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // Small letters are about as high as a third of the font size above their middle.
        self.element(&format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" class=\"{class}\">{}</text>",
            round(at.0),
            round(at.1 + 0.34 * TEXT),
            escape(text)
        ));
    }

    /// A mark for a value, in the shape and colour of a contestant.
    pub fn mark(&mut self, at: (f64, f64), size: f64, mark: Mark) {
        let (x, y) = at;
        let path = match mark.shape {
            0 => format!(
                "M{} {}a{s} {s} 0 1 0 {d} 0a{s} {s} 0 1 0 -{d} 0z",
                round(x - size),
                round(y),
                s = size,
                d = 2.0 * size
            ),
            1 => corners(
                &[(x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)],
                0.88,
                at,
            ),
            2 => corners(&[(x, y - size), (x + size, y + 0.8 * size), (x - size, y + 0.8 * size)], 1.15, at),
            _ => corners(&[(x, y - size), (x + size, y), (x, y + size), (x - size, y)], 1.2, at),
        };
        self.element(&format!(
            "<path d=\"{path}\" fill=\"{}\" stroke=\"#fff\" stroke-width=\"0.8\"/>",
            mark.colour
        ));
    }

    /// A white dot with a coloured rim.
    pub fn dot(&mut self, (x, y): (f64, f64), radius: f64, colour: &str) {
        self.element(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"#fff\" stroke=\"{colour}\" stroke-width=\"1.4\"/>",
            round(x),
            round(y)
        ));
    }

    /// Draws a group with a text that shows when the pointer rests on it.
    pub fn with_hint(&mut self, hint: &str, draw: impl FnOnce(&mut Self)) {
        self.element(&format!("<g><title>{}</title>", escape(hint)));
        draw(self);
        self.element("</g>");
    }

    fn element(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "{text}");
    }
}

fn ends(from: (f64, f64), to: (f64, f64)) -> String {
    format!("x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", round(from.0), round(from.1), round(to.0), round(to.1))
}

/// A closed path through points, grown from its middle so that all shapes look equally large.
fn corners(points: &[(f64, f64)], grow: f64, (x, y): (f64, f64)) -> String {
    let mut path = String::new();
    for (index, point) in points.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        let _ =
            write!(path, "{letter}{} {}", round(x + grow * (point.0 - x)), round(y + grow * (point.1 - y)));
    }
    path + "z"
}

/// The colour and shape of a contestant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Colour.
    pub colour: &'static str,
    /// 0 circle, 1 square, 2 triangle, 3 diamond.
    pub shape: usize,
}

/// Okabe and Ito's colours, which people with any kind of colour vision tell apart; without yellow, which white paper
/// swallows.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#333333"];

/// The mark of the contestant at a place. Neighbours differ in colour and in shape.
pub fn mark(place: usize) -> Mark {
    Mark { colour: COLOURS[place % COLOURS.len()], shape: place % 4 }
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

/// A text made harmless inside SVG and HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A coordinate with as many digits as can be seen.
fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
