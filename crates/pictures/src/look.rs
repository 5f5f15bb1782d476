//! The finished look of a type: one SVG per direction it can face.

use crate::badge;
use crate::choose::{Picture, choose, svg};
use crate::color::{Rgb, hex, mix, on_screen, spare};
use crate::scene::{Kind, Role};

/// How many directions a turning picture can face.
const DIRECTIONS: f64 = 16.0;
/// Pictures drawn looking right that turn to where the sprite looks.
const TURNING: &[&str] = &["ray", "arrow", "cannon", "meteor", "conveyor"];
/// Pictures drawn looking left that are mirrored when the sprite looks right.
const MIRRORED: &[&str] =
    &["car", "racing-car", "truck", "bus", "police-car", "fire-engine", "tractor", "train", "ship"];

/// How a type is drawn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Look {
    pub(crate) picture: Picture,
    pub(crate) tint: Rgb,
    /// A coloured dot that tells types with the same icon apart.
    mark: Option<Rgb>,
    role: Role,
    shrink: f64,
}

/// A direction that makes a difference to a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Turn {
    /// As drawn.
    None,
    /// Turned clockwise by this many sixteenths of a circle.
    Sixteenths(u8),
    /// Mirrored left to right.
    Mirrored,
}

/// The looks of all types of a game: chosen together, because types that look alike need telling apart.
pub(crate) fn looks(kinds: &[Kind]) -> Vec<Look> {
    let pictures: Vec<Picture> = kinds.iter().map(choose).collect();
    let tints: Vec<Rgb> = kinds.iter().enumerate().map(|(i, kind)| tint(kind, pictures[i], i)).collect();
    let differs = |a: usize, b: usize| kinds[a].img != kinds[b].img || kinds[a].color != kinds[b].color;
    let alike = |a: usize, b: usize| {
        let drawn = !kinds[a].invisible && !kinds[b].invisible;
        drawn && pictures[a] == pictures[b] && matches!(pictures[a], Picture::Icon(_)) && differs(a, b)
    };
    (0..kinds.len())
        .map(|i| Look {
            picture: pictures[i],
            tint: tints[i],
            mark: (0..kinds.len()).any(|j| alike(i, j)).then_some(tints[i]),
            role: kinds[i].role,
            shrink: kinds[i].shrink,
        })
        .collect()
}

/// The colour of a type: its own, else the one its image name ends with, else what suits the picture.
fn tint(kind: &Kind, picture: Picture, number: usize) -> Rgb {
    let variant = || {
        let img = kind.img.as_deref()?;
        match img.trim_end_matches(|c: char| c.is_ascii_digit()).chars().last()? {
            'R' => Some((214, 69, 65)),
            'G' => Some((92, 168, 84)),
            'B' => Some((58, 110, 200)),
            'Y' => Some((246, 214, 70)),
            _ => None,
        }
    };
    let usual = || match picture {
        Picture::Tile("wall" | "bricks" | "stone") => Some((112, 117, 128)),
        Picture::Tile("floor" | "slab") => Some((206, 210, 216)),
        Picture::Tile("grass") => Some((92, 168, 84)),
        Picture::Tile("hedge") => Some((46, 104, 54)),
        Picture::Tile("earth" | "log" | "crate" | "bunker") => Some((150, 112, 74)),
        Picture::Tile("sand") => Some((232, 200, 140)),
        Picture::Tile("water") => Some((58, 110, 200)),
        Picture::Tile("ice-floor" | "mirror") => Some((170, 215, 240)),
        Picture::Tile("road" | "tunnel") => Some((58, 62, 70)),
        Picture::Tile("space" | "hole") => Some((34, 40, 84)),
        Picture::Tile("door") => Some((196, 130, 62)),
        Picture::Tile("exit") => Some((46, 160, 70)),
        _ => None,
    };
    kind.color.map(on_screen).or_else(variant).or_else(usual).unwrap_or_else(|| spare(number))
}

impl Look {
    /// Does the picture cover its whole cell?
    pub(crate) fn covers_cell(&self) -> bool {
        matches!(self.picture, Picture::Tile(_))
            && svg(self.picture).is_some_and(|text| text.contains(r#"<rect width="32" height="32""#))
    }

    /// What a direction does to this picture.
    pub(crate) fn turn(&self, facing: (f64, f64)) -> Turn {
        let (Picture::Icon(name) | Picture::Tile(name)) = self.picture else { return Turn::None };
        if MIRRORED.contains(&name) && facing.0 > 0.0 {
            return Turn::Mirrored;
        }
        if TURNING.contains(&name) && facing != (0.0, 0.0) {
            let part = facing.1.atan2(facing.0) / std::f64::consts::TAU * DIRECTIONS;
            return Turn::Sixteenths(part.round().rem_euclid(DIRECTIONS) as u8);
        }
        Turn::None
    }

    /// All that a direction can do to this picture.
    pub(crate) fn turns(&self) -> Vec<Turn> {
        let sixteenths = (0..DIRECTIONS as u8).map(Turn::Sixteenths);
        match self.picture {
            Picture::Icon(name) | Picture::Tile(name) if MIRRORED.contains(&name) => {
                vec![Turn::None, Turn::Mirrored]
            }
            Picture::Icon(name) | Picture::Tile(name) if TURNING.contains(&name) => {
                std::iter::once(Turn::None).chain(sixteenths).collect()
            }
            _ => vec![Turn::None],
        }
    }

    /// The whole picture as SVG: the drawing, an outline that says what the sprite means, and a dot if needed.
    pub(crate) fn svg(&self, turn: Turn) -> String {
        let text = match (self.picture, svg(self.picture)) {
            (Picture::Badge(letter), _) => badge::svg(letter, self.tint),
            (Picture::Tile(_), Some(text)) => self.tinted(text),
            (_, text) => text.unwrap_or_default().to_owned(),
        };
        let drawing = text.split_once('>').map_or("", |(_, rest)| rest);
        let drawing = drawing.trim_end().trim_end_matches("</svg>");
        let turned = match turn {
            Turn::None => String::new(),
            Turn::Sixteenths(n) => format!("rotate({} 16 16)", f64::from(n) * 360.0 / DIRECTIONS),
            Turn::Mirrored => "translate(32 0) scale(-1 1)".to_owned(),
        };
        let covers = self.covers_cell();
        let outline = self.signal().filter(|_| !covers).map(|(disc, line)| outline(disc, line));
        let room = match (covers, &outline) {
            (true, _) => 1.0,
            (_, None) => 0.94,
            // The outline needs a little more of the cell than the bare drawing.
            (_, Some(_)) => 0.82,
        };
        let scale = self.shrink.clamp(0.1, 1.0) * room;
        let offset = 16.0 * (1.0 - scale);
        let outlined = if outline.is_some() { r#" filter="url(#outline)""# } else { "" };
        let mark = self.mark.map_or(String::new(), |color| {
            format!(
                r##"<circle cx="26" cy="26" r="4.6" fill="{}" stroke="#ffffff" stroke-width="1.2"/>"##,
                hex(color)
            )
        });
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{}<g{outlined}><g transform="translate({offset} {offset}) scale({scale}) {turned}">{drawing}</g></g>{mark}</svg>"#,
            outline.unwrap_or_default()
        )
    }

    fn tinted(&self, text: &str) -> String {
        text.replace("BASE", &hex(self.tint))
            .replace("LIGHT", &hex(mix(self.tint, (255, 255, 255), 0.28)))
            .replace("DARK", &hex(mix(self.tint, (0, 0, 0), 0.32)))
    }

    /// The colours that say what the sprite means to the player: of the disc behind it and of the line around it.
    fn signal(&self) -> Option<(Rgb, Rgb)> {
        // Discs are pale, so that dark drawings stand out from them; a sprite is told by its line.
        match self.role {
            Role::Avatar => Some(((40, 150, 255), (255, 255, 255))),
            Role::Danger => Some(((255, 226, 220), (255, 30, 40))),
            Role::Goal => Some(((222, 255, 205), (96, 214, 40))),
            Role::Collectable => Some(((255, 244, 190), (255, 205, 20))),
            Role::Wall | Role::Plain => None,
        }
    }
}

/// A disc that fades towards the edge of the cell, and a filter that draws a line around whatever it is applied to: a thin
/// white one that keeps it off a drawing of the same colour, the line itself, and a thin dark one around that, so that the
/// colour is seen on any ground. Blurring the shape and then hardening its edge again makes it wider.
fn outline(disc: Rgb, line: Rgb) -> String {
    let wider = |blur: f64, slope: f64, color: Rgb, name: &str| {
        format!(
            r#"<feGaussianBlur in="SourceAlpha" stdDeviation="{blur}"/><feComponentTransfer result="wider"><feFuncA type="linear" slope="{slope}" intercept="-.2"/></feComponentTransfer><feFlood flood-color="{}"/><feComposite operator="in" in2="wider" result="{name}"/>"#,
            hex(color)
        )
    };
    format!(
        r#"<radialGradient id="disc"><stop offset=".6" stop-color="{0}" stop-opacity=".7"/><stop offset="1" stop-color="{0}" stop-opacity="0"/></radialGradient><circle cx="16" cy="16" r="16" fill="url(#disc)"/><filter id="outline" filterUnits="userSpaceOnUse" x="0" y="0" width="32" height="32" color-interpolation-filters="sRGB">{1}{2}{3}<feMerge><feMergeNode in="dark"/><feMergeNode in="line"/><feMergeNode in="white"/><feMergeNode in="SourceGraphic"/></feMerge></filter>"#,
        hex(disc),
        wider(2.2, 8.0, mix(line, (0, 0, 0), 0.6), "dark"),
        wider(1.7, 10.0, line, "line"),
        wider(0.6, 9.0, (255, 255, 255), "white"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_img(name: &str, img: &str) -> Kind {
        Kind { img: Some(img.to_owned()), ..Kind::new(name, "Immovable") }
    }

    #[test]
    fn types_with_the_same_icon_are_told_apart() {
        let looks =
            looks(&[with_img("a", "oryx/alien1"), with_img("b", "oryx/alien3"), with_img("c", "key")]);
        assert!(looks[0].mark.is_some() && looks[1].mark.is_some() && looks[0].mark != looks[1].mark);
        assert_eq!(looks[2].mark, None);
    }

    #[test]
    fn types_that_are_meant_to_look_alike_do() {
        let looks = looks(&[with_img("left", "truck"), with_img("right", "truck")]);
        assert_eq!((looks[0].mark, looks[1].mark), (None, None));
    }

    #[test]
    fn turning_and_mirroring() {
        let looks = looks(&[with_img("a", "ray"), with_img("b", "truck"), with_img("c", "key")]);
        assert_eq!(looks[0].turn((0.0, -1.0)), Turn::Sixteenths(12));
        assert_eq!(looks[0].turn((1.0, 0.0)), Turn::Sixteenths(0));
        assert_eq!(looks[1].turn((1.0, 0.0)), Turn::Mirrored);
        assert_eq!(looks[1].turn((-1.0, 0.0)), Turn::None);
        assert_eq!(looks[2].turn((1.0, 0.0)), Turn::None);
        assert_eq!(looks[0].turn((f64::NAN, f64::NAN)), Turn::Sixteenths(0));
    }
}
