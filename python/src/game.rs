//! Games: found by name or path, or given as text.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use ludex_engine::{Action, ONTOLOGY};
use ludex_environments::{Session, Stage, rules_in_english};
use ludex_library::{GameFiles, Origin};
use ludex_vgdl::{Diagnostic, ParseError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{self, Finding};
use crate::state::State;

/// A game: a bundled name, a path, a name in a folder of games, or a description as text.
///
/// `Game("zelda")`, `Game("my/game.vgdl")`, `Game("zelda", games_dir="gvgai/examples")`, `Game(text, levels=[level])`.
///
/// GVGAI plays what it can read of a faulty game. A game or level that is given as text raises an exception instead, unless
/// `strict` is False; one that is found by name or path does so only if `strict` is True.
#[pyclass(frozen, module = "ludex._ludex")]
pub struct Game {
    pub files: GameFiles,
    parsed: Arc<ludex_vgdl::Game>,
    games_dir: Option<PathBuf>,
    strict: bool,
    /// The levels that have been asked for, by number and by text.
    stages: Mutex<HashMap<Level, Arc<Stage>>>,
}

/// A level: the number of one of the game's own, or the text of another.
#[derive(FromPyObject, IntoPyObject, Clone, PartialEq, Eq, Hash)]
pub enum Level {
    #[pyo3(transparent, annotation = "int")]
    Number(usize),
    #[pyo3(transparent, annotation = "str")]
    Text(String),
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (source: "str", levels: "list[str] | None" = None, games_dir: "str | None" = None, name: "str | None" = None, strict: "bool | None" = None))]
    fn new(
        source: String,
        levels: Option<Vec<String>>,
        games_dir: Option<PathBuf>,
        name: Option<String>,
        strict: Option<bool>,
    ) -> PyResult<Game> {
        let is_text = source.contains('\n');
        if !is_text && (levels.is_some() || name.is_some()) {
            return Err(errors::usage(
                "levels and name are for games that are given as text: leave them out, or pass the text of the game",
            ));
        }
        let files = match is_text {
            false => ludex_library::find(&source, games_dir.as_deref()).map_err(errors::usage)?,
            true => GameFiles {
                name: name.unwrap_or_else(|| "game".to_owned()),
                origin: Origin::File,
                path: PathBuf::new(),
                text: source,
                levels: (0..)
                    .zip(levels.unwrap_or_default())
                    .map(|(number, text)| ludex_library::LevelFile { number, path: PathBuf::new(), text })
                    .collect(),
            },
        };
        Game::read(files, games_dir, strict.unwrap_or(is_text))
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.files.name
    }

    /// The description, as text.
    #[getter]
    fn text(&self) -> &str {
        &self.files.text
    }

    /// The texts of the levels.
    #[getter]
    fn levels(&self) -> Vec<&str> {
        self.files.levels.iter().map(|level| level.text.as_str()).collect()
    }

    /// Is it one of the games that ship with Ludex?
    #[getter]
    fn bundled(&self) -> bool {
        self.files.origin == Origin::Bundled
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.parsed.players
    }

    /// The names of all types of sprites; the index is the type's number.
    #[getter]
    fn types(&self) -> Vec<&str> {
        self.parsed.types.iter().map(|kind| kind.name.as_str()).collect()
    }

    /// What avatars of this game can do: NIL, then the actions of all its avatars.
    #[pyo3(signature = (level: "int | str" = Level::Number(0)))]
    fn actions(&self, level: Level) -> PyResult<Vec<&'static str>> {
        Ok(self.stage(&level)?.actions().iter().map(|action| action.name()).collect())
    }

    /// The types that observations have planes for: their numbers and names.
    #[pyo3(signature = (level: "int | str" = Level::Number(0)))]
    fn legend(&self, level: Level) -> PyResult<Vec<(u16, String)>> {
        let stage = self.stage(&level)?;
        let name = |kind: &u16| (*kind, stage.world().type_name(*kind).to_owned());
        Ok(stage.types().iter().map(name).collect())
    }

    /// The beginning of a game on a level, given by its number or its text.
    #[pyo3(signature = (level: "int | str" = Level::Number(0), seed = 1))]
    fn state(slf: PyRef<'_, Self>, level: Level, seed: i64) -> PyResult<State> {
        let stage = slf.stage(&level)?;
        let session = Session::new(&stage, seed);
        Ok(State::new(slf.into(), level, stage, session))
    }

    /// The state that was saved as these bytes, on the same level.
    #[pyo3(signature = (saved: "bytes", level: "int | str" = Level::Number(0)))]
    fn restore(slf: PyRef<'_, Self>, saved: &Bound<'_, PyBytes>, level: Level) -> PyResult<State> {
        let stage = slf.stage(&level)?;
        let session = Session::restore(&stage, saved.as_bytes()).map_err(errors::restore)?;
        Ok(State::new(slf.into(), level, stage, session))
    }

    /// The rules: as they are written ("vgdl") or in plain English ("english").
    #[pyo3(signature = (style = "english"))]
    fn rules(&self, style: &str) -> PyResult<String> {
        match style {
            "vgdl" => Ok(self.files.text.clone()),
            "english" => Ok(rules_in_english(&self.parsed)),
            _ => Err(errors::usage(format!(
                "there are no rules in `{style}`: ask for \"english\" or \"vgdl\""
            ))),
        }
    }

    /// What is wrong or odd in the game and, if one is given, in a level: severity, code, message, line, column, note, hint.
    #[pyo3(signature = (level: "int | str | None" = None))]
    fn check(&self, level: Option<Level>) -> PyResult<Vec<Finding>> {
        let checked = ludex_vgdl::check_game(&self.files.text, &ONTOLOGY);
        let mut all = errors::findings(&self.files.text, &checked.diagnostics);
        if let (Some(level), Some(game)) = (level, &checked.game) {
            let text = self.level_text(&level)?;
            all.extend(errors::findings(&text, &ludex_vgdl::check_level(&text, game, &ONTOLOGY)));
        }
        Ok(all)
    }

    fn __repr__(&self) -> String {
        format!("Game({:?}, {} levels)", self.files.name, self.files.levels.len())
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let again = py.import("ludex._pickle")?.getattr("game")?;
        let levels = self.files.levels.iter().map(|level| level.text.clone()).collect();
        let (text, name) = (self.files.text.clone(), self.files.name.clone());
        Ok((again, (text, levels, name, self.bundled())))
    }
}

/// A function that makes the game again, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (String, Vec<String>, String, bool));

impl Game {
    fn read(files: GameFiles, games_dir: Option<PathBuf>, strict: bool) -> PyResult<Game> {
        if strict {
            let found = ludex_vgdl::check_game(&files.text, &ONTOLOGY).diagnostics;
            if found.iter().any(Diagnostic::is_error) {
                return Err(errors::game(&files.name, &files.text, &found));
            }
        }
        let parsed = ludex_vgdl::parse(&files.text, &ONTOLOGY)
            .map_err(|ParseError { diagnostics }| errors::game(&files.name, &files.text, &diagnostics))?;
        let (parsed, stages) = (Arc::new(parsed.game), Mutex::default());
        Ok(Game { files, parsed, games_dir, strict, stages })
    }

    fn level_text(&self, level: &Level) -> PyResult<String> {
        match level {
            Level::Number(number) => Ok(self.files.level(*number).map_err(errors::usage)?.text.clone()),
            Level::Text(text) => Ok(text.clone()),
        }
    }

    /// The game on a level. Most games are played on few levels, again and again.
    pub fn stage(&self, level: &Level) -> PyResult<Arc<Stage>> {
        const MOST: usize = 1000;
        let stages = || self.stages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stage) = stages().get(level) {
            return Ok(Arc::clone(stage));
        }
        let text = self.level_text(level)?;
        if self.strict {
            let found = ludex_vgdl::check_level(&text, &self.parsed, &ONTOLOGY);
            if found.iter().any(Diagnostic::is_error) {
                return Err(errors::game(&format!("a level of {}", self.files.name), &text, &found));
            }
        }
        let stage = Stage::of(&self.parsed, &self.files.text, &text).map_err(errors::environment)?;
        let stage = Arc::new(stage);
        let mut stages = stages();
        if stages.len() < MOST {
            stages.insert(level.clone(), Arc::clone(&stage));
        }
        Ok(stage)
    }

    pub fn games_dir(&self) -> Option<&PathBuf> {
        self.games_dir.as_ref()
    }
}

/// Name, set, tags, number of levels and number of players of the games that ship with Ludex.
#[pyfunction]
pub fn bundled_games() -> Vec<(&'static str, &'static str, Vec<&'static str>, usize, usize)> {
    let players = |text: &str| ludex_vgdl::parse(text, &ONTOLOGY).map_or(0, |parsed| parsed.game.players);
    let entry = |game: &ludex_library::Bundled| {
        (game.name, game.set, game.tags.to_vec(), game.levels.len(), players(game.game))
    };
    ludex_library::bundled().iter().map(entry).collect()
}

/// The names of all actions.
#[pyfunction]
pub fn action_names() -> Vec<&'static str> {
    Action::ALL.iter().map(|action| action.name()).collect()
}
