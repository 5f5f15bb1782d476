//! Games as users name them, read and ready to be played.

use std::path::PathBuf;
use std::sync::Arc;

use ludex_engine::{ONTOLOGY, World};
use ludex_library::{GameFiles, LevelFile};
use ludex_vgdl::{Game, Level};

/// Where to look for games; the same for every command that takes one.
#[derive(clap::Args)]
pub struct GamesDir {
    /// A folder of games, laid out as GVGAI's examples: names are looked for there instead of among the bundled
    /// games.
    #[arg(long, value_name = "DIR")]
    pub games_dir: Option<PathBuf>,
}

/// A game that has been found and read.
pub struct Loaded {
    /// Its files.
    pub files: GameFiles,
    /// What they say.
    pub game: Game,
}

impl GamesDir {
    /// Finds a game by its bundled name, its path, or its name in the folder of games, and reads it.
    pub fn load(&self, spec: &str) -> Result<Loaded, String> {
        let files =
            ludex_library::find(spec, self.games_dir.as_deref()).map_err(|problem| problem.to_string())?;
        let parsed = ludex_vgdl::parse(&files.text, &ONTOLOGY).map_err(|problem| {
            let path = files.path.display();
            format!("cannot read {path}: {problem}\n`ludex check {path}` says more")
        })?;
        Ok(Loaded { files, game: parsed.game })
    }
}

impl Loaded {
    /// The level of this number.
    pub fn level(&self, number: usize) -> Result<&LevelFile, String> {
        self.files.level(number).map_err(|problem| problem.to_string())
    }

    /// The game on one of its levels.
    pub fn world(&self, number: usize) -> Result<Arc<World>, String> {
        let level = self.level(number)?;
        World::new(&self.game, &Level::parse(&level.text)).map_err(|problem| {
            let path = level.path.display();
            format!("cannot play {path}: {problem}\n`ludex check {path}` says more")
        })
    }
}
