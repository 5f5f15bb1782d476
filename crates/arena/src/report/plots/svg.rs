//! Drawings as SVG that stands alone.

use super::drawing::{Anchor, Drawing, Font, Ink, Point, Shape, TEXT};
use std::fmt::Write;

/// Fonts that some system has.
const FAMILY: &str = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif";

impl Drawing {
    /// The picture as SVG. Colours are attributes, which a page may overrule by class.
    pub fn to_svg(&self) -> String {
        let (w, h) = (round(self.width), round(self.height));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{}\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\">\n<rect width=\"{w}\" height=\"{h}\" {}/>\n",
            escape(&self.label),
            ink("fill", &Ink::Paper),
        );
        for shape in &self.shapes {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{}", element(shape));
        }
        out + "</svg>\n"
    }
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Line { from, to, ink: colour, width } => format!(
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {} stroke-width=\"{width}\"/>",
            round(from.0),
            round(from.1),
            round(to.0),
            round(to.1),
            ink("stroke", colour)
        ),
        Shape::Rect { corner, size, fill, opacity } => {
            let rim = match *opacity < 1.0 {
                true => format!(" fill-opacity=\"{opacity}\" {}", ink("stroke", fill)),
                false => String::new(),
            };
            format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}{rim}/>",
                round(corner.0),
                round(corner.1),
                round(size.0.max(0.0)),
                round(size.1.max(0.0)),
                ink("fill", fill)
            )
        }
        Shape::Polygon { corners, fill } => {
            let point = |(x, y): &Point| format!("{},{}", round(*x), round(*y));
            let points: Vec<String> = corners.iter().map(point).collect();
            format!(
                "<polygon points=\"{}\" {} stroke=\"#ffffff\" class=\"rim\" stroke-width=\"0.8\"/>",
                points.join(" "),
                ink("fill", fill)
            )
        }
        Shape::Circle { middle, radius, fill, rim, width } => {
            // An element has one class: that of the part which a page changes.
            let (fill, rim) = match rim {
                Ink::Paper => (ink("fill", fill), "stroke=\"#ffffff\" class=\"rim\"".to_owned()),
                _ => (ink("fill", fill), format!("stroke=\"{}\"", rim.colour())),
            };
            format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" {fill} {rim} stroke-width=\"{width}\"/>",
                round(middle.0),
                round(middle.1)
            )
        }
        Shape::Text { at, anchor, font: Font { size, bold, ink: colour }, text } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let weight = if *bold { " font-weight=\"600\"" } else { "" };
            // Small letters are about as high as a third of the font size above their middle.
            format!(
                "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" font-family=\"{FAMILY}\" font-size=\"{size}\"{weight} {}>{}</text>",
                round(at.0),
                round(at.1 + 0.34 * TEXT),
                ink("fill", colour),
                escape(text)
            )
        }
        Shape::Hint(text) => format!("<g><title>{}</title>", escape(text)),
        Shape::EndOfHint => "</g>".to_owned(),
    }
}

/// A colour as an attribute, with its class.
fn ink(attribute: &str, ink: &Ink) -> String {
    let class = ink.class().map_or_else(String::new, |class| format!(" class=\"{class}\""));
    format!("{attribute}=\"{}\"{class}", ink.colour())
}

/// A text made harmless inside SVG and HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A coordinate with as many digits as can be seen.
fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
