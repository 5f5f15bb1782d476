//! The games that can be played here: by name, or as text that somebody is writing.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ludex_arena::hash::{StableHash, content_hash};
use ludex_engine::ONTOLOGY;
use ludex_environments::{Stage, scene};
use ludex_library::{Collection, GameFiles, Origin, bundled, bundled_game};
use ludex_pictures::Tiles;
use ludex_vgdl::{Game, Level, TypeId};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::limits;

/// Where games are found.
#[derive(Debug)]
pub(crate) struct Games {
    /// A folder of games, instead of the bundled ones.
    folder: Option<PathBuf>,
    /// Where games that are written here are saved; they are found by name, too.
    own: Option<PathBuf>,
    sheets: Mutex<VecDeque<(String, Arc<Vec<u8>>)>>,
}

/// What is to be played.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Subject {
    /// The game's name; what it is called where it is text.
    pub name: String,
    /// The level's number.
    #[serde(default)]
    pub level: u32,
    /// The texts of game and level, if it is being written.
    #[serde(default)]
    pub text: Option<(String, String)>,
}

/// A game on a level with its pictures.
#[derive(Debug)]
pub(crate) struct Scenery {
    pub subject: Subject,
    pub stage: Stage,
    pub tiles: Tiles,
    /// The texts of game and level.
    pub texts: (String, String),
    /// The name of the sheet of pictures.
    sheet: String,
}

impl Games {
    pub fn new(folder: Option<PathBuf>, own: Option<PathBuf>) -> Games {
        Games { folder, own, sheets: Mutex::default() }
    }

    /// Finds a game by its name: never by a path.
    pub fn find(&self, name: &str) -> Result<GameFiles, String> {
        let known =
            |folder: &PathBuf| Collection::open(folder).ok()?.entry(name).map(|entry| entry.path.clone());
        if let Some((folder, path)) = self.own.as_ref().and_then(|folder| Some((folder, known(folder)?))) {
            return read(folder, &path);
        }
        match (&self.folder, bundled_game(name)) {
            (Some(folder), _) => {
                let path = known(folder)
                    .ok_or_else(|| format!("there is no game {name:?} in the folder of games"))?;
                read(folder, &path)
            }
            (None, Some(game)) => Ok(game.files()),
            (None, None) => Err(format!("there is no game {name:?}")),
        }
    }

    /// All games, with what the page shows of them.
    pub fn list(&self) -> Vec<Value> {
        let mut games = Vec::new();
        if let Some(collection) = self.own.as_ref().and_then(|folder| Collection::open(folder).ok()) {
            games.extend(collection.entries().iter().map(|entry| found(&entry.name, "mine", &entry.path)));
        }
        match self.folder.as_ref().map(|folder| Collection::open(folder)) {
            Some(Ok(collection)) => {
                games.extend(collection.entries().iter().map(|e| found(&e.name, &e.group, &e.path)));
            }
            Some(Err(_)) => {}
            None => games.extend(bundled().iter().map(|game| {
                json!({
                    "name": game.name,
                    "set": game.set,
                    "tags": game.tags,
                    "about": summary(game.about),
                    "levels": (0..game.levels.len()).collect::<Vec<_>>(),
                })
            })),
        }
        games
    }

    /// Puts a game on its level.
    pub fn open(&self, subject: &Subject) -> Result<Scenery, String> {
        let texts = match &subject.text {
            Some(texts) => texts.clone(),
            None => {
                let files = self.find(&subject.name)?;
                let level = files.level(subject.level as usize).map_err(|problem| problem.to_string())?;
                (files.text.clone(), level.text.clone())
            }
        };
        if texts.0.len().max(texts.1.len()) > limits::TEXT {
            return Err("the text is too long".to_owned());
        }
        let game = ludex_vgdl::parse(&texts.0, &ONTOLOGY).map_err(|problem| problem.to_string())?.game;
        let level = Level::parse(&texts.1);
        if level.width().saturating_mul(level.height()) > limits::CELLS {
            return Err(format!("the level is too large to be shown: up to {} cells", limits::CELLS));
        }
        let tiles = Tiles::new(&scene::kinds(&game));
        let sheet = format!("{:016x}", StableHash::default().text(&texts.0).finish());
        let stage = Stage::of(&Arc::new(game), &texts.0, &texts.1).map_err(|problem| problem.to_string())?;
        Ok(Scenery { subject: subject.clone(), stage, tiles, texts, sheet })
    }

    /// Makes the sheet of pictures available to the page.
    pub fn publish(&self, scenery: &Scenery) {
        let mut sheets = self.sheets.lock().unwrap_or_else(PoisonError::into_inner);
        if sheets.iter().any(|(name, _)| *name == scenery.sheet) {
            return;
        }
        if let Ok(png) = scenery.tiles.to_png(SHEET_CELL) {
            sheets.push_back((scenery.sheet.clone(), Arc::new(png)));
        }
        if sheets.len() > limits::SHEETS {
            sheets.pop_front();
        }
    }

    pub fn sheet(&self, name: &str) -> Option<Arc<Vec<u8>>> {
        let sheets = self.sheets.lock().unwrap_or_else(PoisonError::into_inner);
        sheets.iter().find(|(known, _)| known == name).map(|(_, png)| Arc::clone(png))
    }
}

/// Reads a game of a folder, if no link leads out of it.
fn read(folder: &Path, path: &Path) -> Result<GameFiles, String> {
    let files = GameFiles::read(path, Origin::Collection).map_err(|problem| problem.to_string())?;
    let real =
        |path: &Path| path.canonicalize().map_err(|error| format!("cannot read {}: {error}", path.display()));
    let home = real(folder)?;
    for path in files.levels.iter().map(|level| &level.path).chain([&files.path]) {
        if !real(path)?.starts_with(&home) {
            return Err(format!("{} leads out of the folder of games", path.display()));
        }
    }
    Ok(files)
}

/// Pixels of a cell on a sheet.
const SHEET_CELL: u32 = 48;

impl Scenery {
    /// What the page has to know to draw it.
    pub fn describe(&self) -> Value {
        let world = self.stage.world();
        let game = self.stage.game();
        let kinds: Vec<Value> = (game.types.iter().enumerate())
            .map(|(kind, of)| {
                let color = self.tiles.color(kind).map(|(r, g, b)| format!("#{r:02x}{g:02x}{b:02x}"));
                json!({ "name": of.name, "tile": self.tiles.place(kind, (0.0, 0.0)), "color": color })
            })
            .collect();
        json!({
            "name": self.subject.name,
            "level": self.subject.level,
            "written": self.subject.text.is_some(),
            "columns": world.width(),
            "rows": world.height(),
            "block": world.block(),
            "players": world.players(),
            "sheet": format!("/api/sheet/{}.png", self.sheet),
            "sheetColumns": Tiles::COLUMNS,
            "sheetCell": SHEET_CELL,
            "kinds": kinds,
            "legend": legend(game, &self.tiles),
            "actions": self.stage.actions().iter().map(|action| action.name()).collect::<Vec<_>>(),
            "content": content_hash(&self.texts.0, &self.texts.1),
        })
    }
}

/// What the characters of levels mean, as far as levels can be painted with them.
pub(crate) fn legend(game: &Game, tiles: &Tiles) -> Vec<Value> {
    let name = |kind: TypeId| game.types.get(usize::from(kind)).map_or("?", |of| &of.name);
    let entry = |mapping: &ludex_vgdl::Mapping| {
        let kinds: Vec<TypeId> =
            mapping.sprites.iter().filter_map(|sprite| sprite.as_ref().ok()).copied().collect();
        json!({
            "character": mapping.symbol.to_string(),
            "sprites": kinds.iter().map(|kind| name(*kind)).collect::<Vec<_>>(),
            "tiles": kinds.iter().filter_map(|kind| tiles.place(usize::from(*kind), (0.0, 0.0))).collect::<Vec<_>>(),
        })
    };
    game.mapping.iter().map(entry).collect()
}

fn found(name: &str, set: &str, path: &Path) -> Value {
    let levels = GameFiles::read(path, Origin::Collection).map(|files| files.levels).unwrap_or_default();
    let numbers: Vec<usize> = levels.iter().map(|level| level.number).collect();
    json!({ "name": name, "set": set, "tags": [], "about": "", "levels": numbers })
}

/// The first paragraph after the heading.
fn summary(about: &str) -> String {
    let paragraph =
        about.split("\n\n").map(str::trim).find(|text| !text.is_empty() && !text.starts_with('#'));
    paragraph.unwrap_or_default().replace('\n', " ").replace("**", "")
}
