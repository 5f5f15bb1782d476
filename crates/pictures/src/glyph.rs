//! Sprites in a terminal: one character and a colour.

use crate::choose::Picture;
use crate::color::{Rgb, brightness, mix};
use crate::look::{Look, looks};
use crate::scene::{Kind, Role};
use std::collections::HashSet;

/// How a type looks in a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph {
    /// One character, one column wide.
    pub symbol: char,
    /// Its colour, bright enough for a dark background.
    pub color: Rgb,
}

/// Characters for tiles, where a sign says more than a letter.
const SIGNS: &[(&str, char)] = &[
    ("wall", '█'),
    ("bricks", '█'),
    ("stone", '█'),
    ("hedge", '▓'),
    ("bunker", '▓'),
    ("earth", '▒'),
    ("water", '≈'),
    ("floor", '·'),
    ("grass", '·'),
    ("sand", '·'),
    ("road", '·'),
    ("tunnel", ' '),
    ("space", ' '),
    ("ice-floor", '·'),
    ("slab", '·'),
    ("hole", 'o'),
    ("crate", '■'),
    ("block", '■'),
    ("log", '='),
    ("portal", '◎'),
    ("exit", '○'),
    ("spawn", '◇'),
    ("ray", '•'),
    ("mine", '¤'),
];

/// The glyph of a type taken by itself.
pub fn glyph(kind: &Kind) -> Glyph {
    glyphs(std::slice::from_ref(kind))[0]
}

/// The glyphs of all types of a game. Letters differ where there are enough of them.
pub fn glyphs(kinds: &[Kind]) -> Vec<Glyph> {
    let looks = looks(kinds);
    let mut used: HashSet<char> = HashSet::from(['@']);
    kinds
        .iter()
        .zip(&looks)
        .map(|(kind, look)| Glyph { symbol: symbol(kind, look, &mut used), color: color(kind, look) })
        .collect()
}

fn symbol(kind: &Kind, look: &Look, used: &mut HashSet<char>) -> char {
    if kind.invisible {
        return ' ';
    }
    if kind.role == Role::Avatar {
        return '@';
    }
    if let Picture::Tile(name) = look.picture
        && let Some((_, sign)) = SIGNS.iter().find(|(tile, _)| *tile == name)
    {
        return *sign;
    }
    // Danger shouts; everything else is lower case, if the letters last.
    let loud = kind.role == Role::Danger;
    let case = |c: char, upper: bool| if upper { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    let letters: Vec<char> = kind.name.chars().filter(char::is_ascii_alphanumeric).collect();
    let choices = letters.iter().map(|c| case(*c, loud)).chain(letters.iter().map(|c| case(*c, !loud)));
    let spare = choices.chain(('a'..='z').map(|c| case(c, loud))).find(|c| !used.contains(c));
    let symbol = spare.or(letters.first().copied()).unwrap_or('?');
    used.insert(symbol);
    symbol
}

fn color(kind: &Kind, look: &Look) -> Rgb {
    let color = match kind.role {
        Role::Avatar => (255, 255, 255),
        Role::Danger => (255, 90, 80),
        Role::Goal => (90, 230, 110),
        Role::Collectable => (255, 210, 70),
        Role::Wall | Role::Plain => look.tint,
    };
    let dark = 0.35 - brightness(color);
    if dark > 0.0 { mix(color, (255, 255, 255), dark) } else { color }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_show() {
        let avatar = Kind { role: Role::Avatar, ..Kind::new("hero", "MovingAvatar") };
        let bat = Kind { role: Role::Danger, ..Kind::new("bat", "RandomNPC") };
        let bell = Kind { role: Role::Collectable, ..Kind::new("bell", "Immovable") };
        let wall = Kind { role: Role::Wall, ..Kind::new("wall", "Immovable") };
        let symbols: String = glyphs(&[avatar, bat, bell, wall]).iter().map(|g| g.symbol).collect();
        assert_eq!(symbols, "@Bb█");
    }

    #[test]
    fn letters_do_not_repeat() {
        let kinds: Vec<Kind> = (0..60).map(|i| Kind::new(&format!("qx{i}"), "Passive")).collect();
        let first: HashSet<char> = glyphs(&kinds[..20]).iter().map(|g| g.symbol).collect();
        assert_eq!(first.len(), 20);
        assert_eq!(glyphs(&kinds).len(), 60);
    }

    #[test]
    fn nothing_is_too_dark_to_see() {
        let black = Kind { color: Some((0, 0, 0)), ..Kind::new("qqq", "Passive") };
        assert!(brightness(glyph(&black).color) > 0.25);
        assert_eq!(glyph(&Kind { invisible: true, ..black }).symbol, ' ');
    }
}
