//! Which games are measured.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ludex_engine::World;
use ludex_trace::games;

/// The parts of GVGAI's collection, each a folder.
const PARTS: [&str; 3] = [GRID, "contphysics", "2player"];

/// The part with grid physics and one player: what is measured unless something else is asked for.
const GRID: &str = "gridphysics";

/// The first level of a game.
#[derive(Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The game's name, with the folder in front where that is not the usual one: `zelda`, `2player/sokoban`.
    pub name: String,
    game: PathBuf,
    level: PathBuf,
}

impl Candidate {
    pub fn load(&self) -> Result<Arc<World>, String> {
        games::load(&self.game, &self.level).map_err(|error| error.to_string())
    }

    fn is_usual(&self) -> bool {
        !self.name.contains('/')
    }

    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.name.rsplit('/').next() == Some(name)
    }
}

/// The games of a folder that are asked for: those of these names, `all`, or without a name those with grid
/// physics.
pub fn choose(folder: &Path, names: &[String]) -> Result<Vec<Candidate>, String> {
    let mut found = list(folder)?;
    if found.is_empty() {
        return Err(format!(
            "no game with a level 0 in {}: expected files such as {GRID}/zelda.txt and {GRID}/zelda_lvl0.txt, or \
             zelda/game.vgdl and zelda/level0.txt",
            folder.display()
        ));
    }
    if names.is_empty() {
        found.retain(Candidate::is_usual);
        return Ok(found);
    }
    if names == ["all"] {
        return Ok(found);
    }
    let mut chosen = Vec::new();
    for name in names {
        match found.iter().position(|game| game.is_called(name)) {
            Some(at) => chosen.push(found.remove(at)),
            None if chosen.iter().any(|game: &Candidate| game.is_called(name)) => {
                return Err(format!("`{name}` is named twice"));
            }
            None => return Err(format!("there is no game `{name}` in {}", folder.display())),
        }
    }
    Ok(chosen)
}

/// All games of a folder that have a level 0: GVGAI's parts one after the other, then the folder itself.
fn list(folder: &Path) -> Result<Vec<Candidate>, String> {
    let mut found = Vec::new();
    for part in PARTS {
        let prefix = if part == GRID { String::new() } else { format!("{part}/") };
        let part = folder.join(part);
        if part.is_dir() {
            found.extend(list_part(&part, &prefix)?);
        }
    }
    found.extend(list_part(folder, "")?);
    Ok(found)
}

fn list_part(folder: &Path, prefix: &str) -> Result<Vec<Candidate>, String> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut found: Vec<Candidate> = entries
        .iter()
        .filter_map(|entry| {
            let name = entry.file_name();
            let name = name.to_str()?;
            let (name, game, level) = match name.strip_suffix("_lvl0.txt") {
                Some(game) => (game, folder.join(format!("{game}.txt")), entry.path()),
                None => (name, entry.path().join("game.vgdl"), entry.path().join("level0.txt")),
            };
            let there = game.is_file() && level.is_file();
            there.then(|| Candidate { name: format!("{prefix}{name}"), game, level })
        })
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}
