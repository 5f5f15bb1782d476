//! The games that are at hand for tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ludex_engine::{ONTOLOGY, World};
use ludex_vgdl::{Level, decode, parse};

/// A game on its first level.
pub struct TestGame {
    pub name: String,
    pub world: Arc<World>,
}

/// The games that ship with Ludex.
pub fn bundled() -> Vec<TestGame> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    if !folder.is_dir() {
        return Vec::new();
    }
    let games = entries(&folder).into_iter().filter(|path| path.join("level0.txt").is_file());
    games.map(|path| load(&path.join("game.vgdl"), &path.join("level0.txt"))).collect()
}

/// The games of one part of GVGAI's collection, such as `gridphysics`.
pub fn gvgai(part: &str) -> Vec<TestGame> {
    let level_of = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.strip_suffix("_lvl0.txt")?;
        Some(load(&path.with_file_name(format!("{name}.txt")), &path))
    };
    entries(&ludex_testing::gvgai().join(part)).into_iter().filter_map(level_of).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("can be read").path()).collect();
    paths.sort();
    paths
}

fn load(game: &Path, level: &Path) -> TestGame {
    let read = |path: &Path| match fs::read(path) {
        Ok(bytes) => decode(&bytes).into_owned(),
        Err(error) => panic!("{}: {error}", path.display()),
    };
    TestGame { name: game.display().to_string(), world: world(&read(game), &read(level)) }
}

/// A game on a level, from their texts.
pub fn world(game: &str, level: &str) -> Arc<World> {
    let game = parse(game, &ONTOLOGY).expect("a game").game;
    World::new(&game, &Level::parse(level)).expect("a level of the game")
}
