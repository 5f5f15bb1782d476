//! Which picture a type gets.

use crate::embedded::{ICONS, TILES};
use crate::scene::{Kind, Role};
use crate::table::Table;
use crate::words::candidates;

/// Where the drawing of a picture comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Picture {
    /// An icon in its own colours.
    Icon(&'static str),
    /// A tile in the colour of the type.
    Tile(&'static str),
    /// A badge with a letter: the last resort.
    Badge(char),
}

/// All names that `img=` can have in a game written for Ludex, sorted.
pub fn picture_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = ICONS.iter().chain(TILES).map(|(name, _)| *name).collect();
    names.sort_unstable();
    names
}

/// The SVG text of an icon or tile.
pub(crate) fn svg(picture: Picture) -> Option<&'static str> {
    match picture {
        Picture::Icon(name) => find(ICONS, name),
        Picture::Tile(name) => find(TILES, name),
        Picture::Badge(_) => None,
    }
}

fn find(table: &'static [(&str, &str)], name: &str) -> Option<&'static str> {
    table.binary_search_by_key(&name, |(n, _)| n).ok().map(|i| table[i].1)
}

/// Does a name after `img=` say which picture is meant? Names of GVGAI's own pictures do if a word in them does.
pub fn names_picture(img: &str) -> bool {
    of_image(Table::get(), img).is_some()
}

fn of_image(table: &Table, img: &str) -> Option<&'static str> {
    table.word(img).or_else(|| named(table, img, true))
}

fn named(table: &Table, name: &str, is_image: bool) -> Option<&'static str> {
    let mut words = candidates(name, is_image);
    if is_image && words.iter().any(|w| table.is_vague(w)) {
        words.clear();
    }
    let known = words.iter().find_map(|w| table.word(w));
    known.or_else(|| words.iter().find_map(|w| table.part(w)))
}

/// The picture of a type: what its image name says, else its name, else the names above it, else its class.
pub(crate) fn choose(kind: &Kind) -> Picture {
    let table = Table::get();
    let named = |name: &str, is_image: bool| named(table, name, is_image);
    let from_image = kind.img.as_deref().and_then(|img| of_image(table, img));
    let from_names = || std::iter::once(&kind.name).chain(&kind.ancestors).find_map(|n| named(n, false));
    let from_class = || table.class(&kind.class);
    let from_role = || match kind.role {
        Role::Avatar => Some("person"),
        Role::Wall => Some("wall"),
        _ => None,
    };
    match from_image.or_else(from_names).or_else(from_class).or_else(from_role) {
        Some(name) if find(ICONS, name).is_some() => Picture::Icon(name),
        Some(name) => Picture::Tile(name),
        None => Picture::Badge(letter(&kind.name)),
    }
}

fn letter(name: &str) -> char {
    name.chars().find(|c| c.is_alphanumeric()).unwrap_or('?').to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, class: &str, img: Option<&str>) -> Picture {
        choose(&Kind { img: img.map(str::to_owned), ..Kind::new(name, class) })
    }

    #[test]
    fn the_image_comes_first() {
        assert_eq!(of("x", "Immovable", Some("gem-stone")), Picture::Icon("gem-stone"));
        assert_eq!(of("x", "Immovable", Some("oryx/wall3_0")), Picture::Tile("wall"));
        assert_eq!(of("x", "Immovable", Some("newset/block1")), Picture::Tile("block"));
        assert_eq!(of("x", "Immovable", Some("oryx/alien3")), Picture::Icon("alien"));
        assert_eq!(of("hole", "Immovable", Some("oryx/cspell4")), Picture::Tile("hole"));
    }

    #[test]
    fn then_the_name_then_the_names_above_then_the_class() {
        assert_eq!(of("blueBox", "Passive", None), Picture::Tile("crate"));
        let child = Kind { ancestors: vec!["truck".into()], ..Kind::new("fastR", "Missile") };
        assert_eq!(choose(&child), Picture::Icon("truck"));
        assert_eq!(of("qqq", "Door", None), Picture::Tile("door"));
    }

    #[test]
    fn the_last_resort_is_a_letter() {
        assert_eq!(of("qqq", "Passive", None), Picture::Badge('Q'));
        assert_eq!(of("_", "Passive", None), Picture::Badge('?'));
    }

    #[test]
    fn names_are_sorted_and_found() {
        let names = picture_names();
        assert!(names.is_sorted() && names.len() > 150);
        assert!(ICONS.is_sorted_by_key(|(n, _)| *n) && TILES.is_sorted_by_key(|(n, _)| *n));
    }
}
