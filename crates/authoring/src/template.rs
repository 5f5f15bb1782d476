//! A small game to begin with.

const GAME: &str = include_str!("../template/game.vgdl");
const LEVEL: &str = include_str!("../template/level0.txt");

/// The texts of a small game of this name and of its level, with comments that say what each part does.
pub fn template(name: &str) -> (String, &'static str) {
    (GAME.replace("NAME", name), LEVEL)
}
