//! Which games are measured.

use std::sync::Arc;

use ludex_engine::World;
use ludex_library::{Collection, Entry, bundled};

use crate::game::GamesDir;

/// The part of GVGAI's collection with grid physics and one player: what is measured of it unless something else
/// is asked for.
const GRID: &str = "gridphysics";

/// A game to measure.
#[derive(Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What the report calls it.
    pub name: String,
    /// What the library finds it by.
    spec: String,
}

impl Candidate {
    /// The game on its first level.
    pub fn load(&self, folder: &GamesDir) -> Result<Arc<World>, String> {
        folder.load(&self.spec)?.world(0)
    }
}

/// The games that are asked for by name, or `all`; without a name the bundled ones, or those of the folder with
/// grid physics.
pub fn choose(folder: &GamesDir, names: &[String]) -> Result<Vec<Candidate>, String> {
    let all = names == ["all"];
    if !names.is_empty() && !all {
        let named = |name: &String| Candidate { name: name.clone(), spec: name.clone() };
        return Ok(names.iter().map(named).collect());
    }
    let Some(path) = &folder.games_dir else {
        let named = |name: &str| Candidate { name: name.to_owned(), spec: name.to_owned() };
        return Ok(bundled().iter().map(|game| named(game.name)).collect());
    };
    let collection = Collection::open(path).map_err(|problem| problem.to_string())?;
    let chosen: Vec<Candidate> =
        collection.entries().iter().filter(|entry| all || is_usual(entry)).map(Candidate::from).collect();
    if chosen.is_empty() {
        return Err(format!(
            "no games in {}: expected files such as {GRID}/zelda.txt and {GRID}/zelda_lvl0.txt, or zelda/game.vgdl \
             and zelda/level0.txt",
            path.display()
        ));
    }
    Ok(chosen)
}

fn is_usual(entry: &Entry) -> bool {
    entry.group.is_empty() || entry.group == GRID
}

impl From<&Entry> for Candidate {
    /// Other parts have games of the same names: these are told by their part.
    fn from(entry: &Entry) -> Candidate {
        let Entry { name, group, .. } = entry;
        let spec = if group.is_empty() { name.clone() } else { format!("{group}/{name}") };
        Candidate { name: if is_usual(entry) { name.clone() } else { spec.clone() }, spec }
    }
}
