//! Games as users name them, read and ready to be played.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ludex_engine::{ONTOLOGY, World};
use ludex_library::{GameFiles, LevelFile, Origin};
use ludex_trace::games::{Games, bundled_names};
use ludex_trace::watch::Source;
use ludex_vgdl::{Game, Level};

/// Where to look for games; the same for every command that takes one.
#[derive(clap::Args, Clone)]
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
        if files.text.contains('\0') {
            return Err(format!("{} is no text, so it is no game", files.path.display()));
        }
        let parsed = ludex_vgdl::parse(&files.text, &ONTOLOGY).map_err(|problem| {
            let path = files.path.display();
            format!("cannot read {path}: {problem}\n`ludex check {path}` says more")
        })?;
        Ok(Loaded { files, game: parsed.game })
    }

    /// What a recording says of where a game comes from. Bundled games are named as such, files relative to the folder
    /// of games, or else to the game's own folder: that is the folder to replay the recording with.
    pub fn source(
        &self,
        loaded: &Loaded,
        level: usize,
        seed: i64,
        policy: Option<String>,
    ) -> Result<Source, String> {
        if loaded.files.origin == Origin::Bundled {
            let (file, level_file) = bundled_names(&loaded.files.name, level);
            return Ok(Source { file, level_file, seed, policy });
        }
        let game = &loaded.files.path;
        let home = game.parent().unwrap_or(Path::new(""));
        let folder = self.games_dir.as_deref().filter(|folder| game.starts_with(folder)).unwrap_or(home);
        let name = |file: &Path| {
            let inside = file.strip_prefix(folder).unwrap_or(file).components();
            let inside: PathBuf = inside.filter(|part| *part != Component::CurDir).collect();
            inside.to_string_lossy().replace('\\', "/")
        };
        Ok(Source { file: name(game), level_file: name(&loaded.level(level)?.path), seed, policy })
    }
}

/// The games that recordings may name: bundled ones and those of a folder, if there is one.
pub fn recorded_games(folder: Option<&Path>) -> Result<Games, String> {
    match folder {
        None => Ok(Games::bundled()),
        Some(folder) if folder.is_dir() => Ok(Games::new(folder)),
        Some(folder) => Err(format!(
            "{} is no folder: --games-dir names the folder of games that the recordings speak of",
            folder.display()
        )),
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
