//! Where the games are from. Each source has a results file of its own: a file cannot hold two versions of a game.

use std::env;
use std::path::PathBuf;

use ludex_arena::names::canonical;
use ludex_arena::plan::{BundledGames, GameFiles, GameFolder, GameSource, PlanError, set};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// GVGAI's.
    Gvgai,
    /// GVGAI's with all levels mirrored, so that left is right: nobody has seen these.
    Mirrored,
    /// Those that ship with Ludex.
    Bundled,
}

impl Source {
    pub const ALL: [Source; 3] = [Source::Gvgai, Source::Mirrored, Source::Bundled];

    /// The folder of its results.
    pub fn folder(self) -> &'static str {
        match self {
            Source::Gvgai => "gvgai",
            Source::Mirrored => "mirrored",
            Source::Bundled => "bundled",
        }
    }

    pub fn open(self) -> Result<Box<dyn GameSource>, String> {
        let folder = || GameFolder::open(&gvgai()?).map_err(|e| e.to_string());
        Ok(match self {
            Source::Gvgai => Box::new(folder()?),
            Source::Mirrored => Box::new(Mirrored(folder()?)),
            Source::Bundled => Box::new(BundledGames),
        })
    }
}

/// The folder of GVGAI's games.
pub fn gvgai() -> Result<PathBuf, String> {
    let folder = env::var_os("LUDEX_GVGAI").ok_or("set LUDEX_GVGAI to the folder of GVGAI's games")?;
    Ok(PathBuf::from(folder))
}

/// GVGAI's grid games that are not among the sixty.
pub fn outside() -> Result<Vec<String>, String> {
    let grid = GameFolder::open(&gvgai()?.join("gridphysics")).map_err(|e| e.to_string())?;
    let sixty: Vec<String> = sixty().iter().map(|name| canonical(name)).collect();
    Ok(grid.names().into_iter().filter(|name| !sixty.contains(name)).collect())
}

pub fn sixty() -> &'static [String] {
    set("sixty").map_or(&[], |set| &set.games)
}

struct Mirrored(GameFolder);

impl GameSource for Mirrored {
    fn names(&self) -> Vec<String> {
        self.0.names()
    }

    fn load(&self, name: &str) -> Result<Option<GameFiles>, PlanError> {
        let mirror = |files: GameFiles| GameFiles {
            levels: files.levels.into_iter().map(|(number, text)| (number, mirrored(&text))).collect(),
            ..files
        };
        Ok(self.0.load(name)?.map(mirror))
    }
}

/// A level with every line from right to left; short lines stay at the side that they are at.
fn mirrored(level: &str) -> String {
    let lines: Vec<&str> = level.lines().map(str::trim_end).collect();
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    lines
        .iter()
        .map(|line| format!("{line:width$}").chars().rev().chain(['\n']).collect::<String>())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_is_right() {
        assert_eq!(mirrored("wA.g\nw\r\n"), "g.Aw\n   w\n");
        assert_eq!(mirrored(&mirrored("wA.g\nwwww\n")), "wA.g\nwwww\n");
    }
}
