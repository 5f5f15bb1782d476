//! Drawings as PDF, for papers: one page as large as the picture, with the few operators that its shapes need.
//!
//! Texts are set in Helvetica, which every reader has, so that no font is in the file. Publishers who want all fonts embedded get
//! them with `gs -sDEVICE=pdfwrite -dEmbedAllFonts=true`.

use super::drawing::{Anchor, Drawing, Font, Ink, Point, Shape, TEXT};
use std::fmt::Write;

/// Points in a pixel.
const SCALE: f64 = 0.75;

/// How far from its middle a quarter of a circle has the points that bend it.
const BEND: f64 = 0.552_284_75;

impl Drawing {
    /// The picture as a PDF file.
    pub fn to_pdf(&self) -> Vec<u8> {
        let mut page = Page { height: self.height, content: String::new() };
        page.rect((0.0, 0.0), (self.width, self.height), &Ink::Paper);
        self.shapes.iter().for_each(|shape| page.draw(shape));
        let content = page.content;
        let font =
            |name: &str| format!("<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>");
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
            "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
            format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {} {}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>\
                 /ExtGState<</G1<</ca 0.28>>/G2<</ca 1>>>>>>>>",
                number(self.width * SCALE),
                number(self.height * SCALE)
            ),
            format!("<</Length {}>>\nstream\n{content}\nendstream", content.len()),
            font("Helvetica"),
            font("Helvetica-Bold"),
        ];
        let mut file = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
        let mut places = Vec::new();
        for (object, place) in objects.iter().zip(1..) {
            places.push(file.len());
            file.extend(format!("{place} 0 obj\n{object}\nendobj\n").into_bytes());
        }
        let table = file.len();
        let entries: String = places.iter().map(|place| format!("{place:010} 00000 n \n")).collect();
        let count = places.len() + 1;
        let trailer = format!(
            "xref\n0 {count}\n0000000000 65535 f \n{entries}trailer\n<</Size {count}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n"
        );
        file.extend(trailer.into_bytes());
        file
    }
}

/// The page being written. PDF counts from the lower left corner, drawings from the upper one.
struct Page {
    height: f64,
    content: String,
}

impl Page {
    fn add(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.content, "{text}");
    }

    fn at(&self, (x, y): Point) -> String {
        format!("{} {}", number(x * SCALE), number((self.height - y) * SCALE))
    }

    fn rect(&mut self, (x, y): Point, size: Point, fill: &Ink) {
        let corner = self.at((x, y + size.1));
        let (width, height) = (number(size.0.max(0.0) * SCALE), number(size.1.max(0.0) * SCALE));
        self.add(&format!("{} rg {corner} {width} {height} re f", rgb(fill)));
    }

    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Line { from, to, ink, width } => {
                let (from, to) = (self.at(*from), self.at(*to));
                self.add(&format!("{} RG {} w {from} m {to} l S", rgb(ink), number(width * SCALE)));
            }
            Shape::Rect { corner, size, fill, opacity } if *opacity < 1.0 => {
                self.add("/G1 gs");
                self.rect(*corner, *size, fill);
                self.add("/G2 gs");
                let low = self.at((corner.0, corner.1 + size.1));
                let (width, height) = (number(size.0.max(0.0) * SCALE), number(size.1.max(0.0) * SCALE));
                self.add(&format!("{} RG {} w {low} {width} {height} re S", rgb(fill), number(SCALE)));
            }
            Shape::Rect { corner, size, fill, .. } => self.rect(*corner, *size, fill),
            Shape::Polygon { corners, fill } => {
                let points: Vec<String> = corners.iter().map(|corner| self.at(*corner)).collect();
                let path = points.join(" l ").replacen(" l ", " m ", 1);
                self.add(&format!("{} rg 1 1 1 RG {} w {path} l b", rgb(fill), number(0.8 * SCALE)));
            }
            Shape::Circle { middle: (x, y), radius: r, fill, rim, width } => {
                let bend = BEND * r;
                let point = |dx: f64, dy: f64| self.at((x + dx, y + dy));
                let quarter = |a: (f64, f64), b: (f64, f64), c: (f64, f64)| {
                    format!(" {} {} {} c", point(a.0, a.1), point(b.0, b.1), point(c.0, c.1))
                };
                let path = format!("{} m", point(*r, 0.0))
                    + &quarter((*r, bend), (bend, *r), (0.0, *r))
                    + &quarter((-bend, *r), (-r, bend), (-r, 0.0))
                    + &quarter((-r, -bend), (-bend, -r), (0.0, -r))
                    + &quarter((bend, -r), (*r, -bend), (*r, 0.0));
                self.add(&format!("{} rg {} RG {} w {path} b", rgb(fill), rgb(rim), number(width * SCALE)));
            }
            Shape::Text { at, anchor, font, text } => self.text(*at, *anchor, font, text),
            Shape::Hint(_) | Shape::EndOfHint => {}
        }
    }

    fn text(&mut self, at: Point, anchor: Anchor, font: &Font, text: &str) {
        let bytes: Vec<u8> = text.chars().map(win_ansi).collect();
        let widths = if font.bold { &BOLD } else { &REGULAR };
        let wide = |byte: &u8| match byte {
            32..=126 => f64::from(widths[usize::from(byte - 32)]),
            0x85 => 1000.0,
            _ => 570.0,
        };
        let width = bytes.iter().map(wide).sum::<f64>() * font.size / 1000.0;
        let left = match anchor {
            Anchor::Start => at.0,
            Anchor::Middle => at.0 - width / 2.0,
            Anchor::End => at.0 - width,
        };
        let place = self.at((left, at.1 + 0.34 * TEXT));
        let name = if font.bold { "F2" } else { "F1" };
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        self.add(&format!(
            "BT /{name} {} Tf {} rg {place} Td <{hex}> Tj ET",
            number(font.size * SCALE),
            rgb(&font.ink)
        ));
    }
}

/// A character in the encoding of the fonts; those it has not got get the next best.
fn win_ansi(c: char) -> u8 {
    match c {
        '–' | '−' => 0x96,
        '…' => 0x85,
        '★' => b'*',
        ' '..='~' | '\u{a1}'..='\u{ff}' => u8::try_from(u32::from(c)).unwrap_or(b'?'),
        _ => b'?',
    }
}

/// A colour as three shares of one.
fn rgb(ink: &Ink) -> String {
    let colour = ink.colour();
    let part = |from: usize| {
        let value = colour.get(from..from + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0);
        number(f64::from(value) / 255.0)
    };
    format!("{} {} {}", part(1), part(3), part(5))
}

fn number(value: f64) -> String {
    format!("{}", (value * 1000.0).round() / 1000.0)
}

/// Widths of the characters from the blank to the tilde in Helvetica, in thousandths of the font size.
#[rustfmt::skip]
const REGULAR: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556,
    278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,
    611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833,
    556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// Likewise in Helvetica-Bold.
#[rustfmt::skip]
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556,
    333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667,
    611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889,
    611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

#[cfg(test)]
mod tests {
    use super::super::drawing::mark;
    use super::*;

    #[test]
    fn every_object_is_where_the_table_says() {
        let mut drawing = Drawing::new(200.0, 100.0, "a test");
        drawing.line((0.0, 0.0), (10.0, 10.0), Ink::Axis, 1.0);
        drawing.glass((5.0, 5.0), (20.0, 10.0), "#0072b2");
        drawing.mark((50.0, 50.0), 4.0, mark(0));
        drawing.mark((60.0, 50.0), 4.0, mark(5));
        drawing.text((100.0, 50.0), Anchor::End, Font::strong(), "win % − (±) ★ …");
        let file = drawing.to_pdf();
        let text = String::from_utf8_lossy(&file);
        assert!(text.starts_with("%PDF-1.4") && text.ends_with("%%EOF\n"));
        let find = |needle: &[u8]| file.windows(needle.len()).position(|window| window == needle).unwrap();
        let table = find(b"xref\n0 7");
        let rest = String::from_utf8_lossy(&file[table..]).into_owned();
        let places: Vec<usize> =
            rest.lines().skip(3).take(6).map(|line| line[..10].parse().unwrap()).collect();
        for (place, object) in places.iter().zip(1..) {
            assert!(file[*place..].starts_with(format!("{object} 0 obj").as_bytes()), "{object}");
        }
        let start = rest.split_once("startxref\n").unwrap().1.lines().next().unwrap();
        assert_eq!(start.parse::<usize>().unwrap(), table);
        let stream = (find(b"stream\n") + 7, find(b"\nendstream"));
        let length = text.split_once("/Length ").unwrap().1.split_once(">>").unwrap().0;
        assert_eq!(length.parse::<usize>().unwrap(), stream.1 - stream.0);
    }
}
