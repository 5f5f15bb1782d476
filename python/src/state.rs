//! Games in progress.

use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ludex_engine::Action;
use ludex_environments::{Session, Stage, describe, scene};
use ludex_library::Origin;
use ludex_pictures::{Animation, Image, Painter};
use ludex_trace::games::bundled_names;
use ludex_trace::watch::{Source, Watcher};
use ludex_trace::write::Writer;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::array::shaped;
use crate::errors;
use crate::game::{Game, Level};
use crate::observation::Observation;

/// A game in progress: a value that can be copied, advanced, saved and compared.
#[pyclass(frozen, module = "ludex._ludex")]
pub struct State {
    game: Py<Game>,
    level: Level,
    pub stage: Arc<Stage>,
    session: Mutex<Session>,
}

/// What players do: the name of an action for one player, or several for all of them.
#[derive(FromPyObject)]
pub enum Actions {
    #[pyo3(transparent, annotation = "str")]
    One(String),
    #[pyo3(transparent, annotation = "list[str]")]
    Each(Vec<String>),
}

impl Actions {
    pub fn read(&self, players: usize) -> PyResult<Vec<Action>> {
        let names = match self {
            Actions::One(name) => std::slice::from_ref(name),
            Actions::Each(names) => names.as_slice(),
        };
        if names.len() > players {
            let s = if players == 1 { "" } else { "s" };
            return Err(errors::usage(format!("{} actions for {players} player{s}", names.len())));
        }
        let mut actions = names
            .iter()
            .map(|name| name.parse())
            .collect::<Result<Vec<Action>, _>>()
            .map_err(errors::usage)?;
        actions.resize(players, Action::Nil);
        Ok(actions)
    }
}

impl State {
    pub fn new(game: Py<Game>, level: Level, stage: Arc<Stage>, session: Session) -> State {
        State { game, level, stage, session: Mutex::new(session) }
    }

    pub fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn player(&self, player: usize) -> PyResult<usize> {
        let players = self.stage.world().players();
        match player < players {
            true => Ok(player),
            false => Err(errors::usage(format!(
                "there is no player {player}: players are numbers below {players}"
            ))),
        }
    }

    fn painter(&self, block: u32) -> PyResult<Painter> {
        match block {
            1..=256 => Ok(Painter::new(scene::kinds(self.stage.game()), block)),
            _ => Err(errors::usage("cells can be drawn with 1 to 256 pixels")),
        }
    }

    fn image(&self, block: u32) -> PyResult<Image> {
        let mut painter = self.painter(block)?;
        Ok(painter.draw(&scene::scene(self.session().state())))
    }

    /// The game from its beginning to now, state by state.
    fn replay(&self, mut each: impl FnMut(&Session, Option<&[Action]>) -> PyResult<()>) -> PyResult<()> {
        let (actions, seed) = {
            let session = self.session();
            (session.actions(), session.seed())
        };
        let actions = actions.ok_or_else(|| {
            errors::usage("only a game that was played with `play` from its beginning can be shown or recorded, not one that was advanced or reseeded")
        })?;
        let players = self.stage.world().players().min(2);
        let mut session = Session::new(&self.stage, seed);
        each(&session, None)?;
        for both in actions {
            session.play(&both[..players]);
            each(&session, Some(&both[..players]))?;
        }
        Ok(())
    }
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The level: its number, or its text if it is none of the game's own.
    #[getter]
    fn level(&self) -> Level {
        self.level.clone()
    }

    /// The seed that the game began with.
    #[getter]
    fn seed(&self) -> i64 {
        self.session().seed()
    }

    /// The ticks played.
    #[getter]
    fn tick(&self) -> i32 {
        self.session().state().tick()
    }

    /// The score of the first player.
    #[getter]
    fn score(&self) -> f64 {
        self.session().state().score(0)
    }

    /// The scores of all players.
    #[getter]
    fn scores(&self) -> Vec<f64> {
        let session = self.session();
        (0..self.stage.world().players()).map(|player| session.state().score(player)).collect()
    }

    /// Has the game ended?
    #[getter]
    fn is_over(&self) -> bool {
        self.session().state().is_over()
    }

    /// Has the first player won (True), lost (False), or neither (None)?
    #[getter]
    fn won(&self) -> Option<bool> {
        match self.session().state().winner(0).key() {
            -1 => None,
            key => Some(key == 1),
        }
    }

    /// For each player -1 while nothing is decided, 0 for a loss, 1 for a win.
    #[getter]
    fn winners(&self) -> Vec<i32> {
        let session = self.session();
        (0..self.stage.world().players()).map(|player| session.state().winner(player).key()).collect()
    }

    /// The actions of a player's avatar now, NIL first.
    #[pyo3(signature = (player = 0))]
    fn actions(&self, player: usize) -> PyResult<Vec<&'static str>> {
        let player = self.player(player)?;
        let session = self.session();
        let own = session.state().observe().actions(player);
        Ok([Action::Nil].iter().chain(own).map(|action| action.name()).collect())
    }

    /// Plays a tick of the forward model: what agents plan with. Players without an action stand still.
    #[pyo3(signature = (actions: "str | list[str]"))]
    fn advance(&self, actions: Actions) -> PyResult<()> {
        let actions = actions.read(self.stage.world().players())?;
        self.session().advance(&actions);
        Ok(())
    }

    /// Plays a tick of the game itself: actions that the avatar does not have become NIL, ESCAPE leaves the game.
    #[pyo3(signature = (actions: "str | list[str]"))]
    fn play(&self, actions: Actions) -> PyResult<()> {
        let actions = actions.read(self.stage.world().players())?;
        self.session().play(&actions);
        Ok(())
    }

    /// The actions of every tick so far, a list with one for each player; none if not all of it was played with `play`.
    fn history(&self) -> Option<Vec<Vec<&'static str>>> {
        let players = self.stage.world().players().min(2);
        let names = |both: [Action; 2]| both[..players].iter().map(|action| action.name()).collect();
        Some(self.session().actions()?.into_iter().map(names).collect())
    }

    /// Gives what happens by chance from now on another course.
    fn reseed(&self, seed: i64) {
        self.session().reseed(seed);
    }

    /// An independent copy.
    fn copy(&self, py: Python<'_>) -> State {
        let session = self.session().clone();
        State::new(self.game.clone_ref(py), self.level.clone(), Arc::clone(&self.stage), session)
    }

    /// Becomes a copy of another state of the same game and level, in memory that is already there.
    fn copy_from(&self, other: PyRef<'_, State>) -> PyResult<()> {
        if self.stage.identity() != other.stage.identity() {
            return Err(errors::environment(ludex_environments::EnvironmentError::OtherGame));
        }
        // One lock at a time: two threads may copy from each other.
        let copy = other.session().clone();
        self.session().clone_from(&copy);
        Ok(())
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.copy(py)
    }

    #[pyo3(signature = (memo: "object"))]
    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> State {
        let _ = memo;
        self.copy(py)
    }

    /// The state as bytes, for `Game.restore` on the same level.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.session().save(&self.stage))
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let again = py.import("ludex._pickle")?.getattr("state")?;
        Ok((again, (self.game.clone_ref(py), self.level(), self.save(py))))
    }

    /// A number for everything that decides the future, with the random generator or without it. Equal states have equal ones.
    #[pyo3(signature = (rng = true))]
    fn digest(&self, rng: bool) -> u64 {
        let session = self.session();
        if rng { session.state().digest_with_rng() } else { session.state().digest() }
    }

    /// What agents may see.
    fn observe(&self) -> Observation {
        Observation::new(&self.stage, self.session().state())
    }

    /// The state in words, as a player is told of it.
    #[pyo3(signature = (player = 0))]
    fn describe(&self, player: usize) -> PyResult<String> {
        let player = self.player(player)?;
        Ok(describe(&self.stage, self.session().state(), player))
    }

    /// A picture: an array of height, width and the colours red, green and blue.
    #[pyo3(signature = (block = 24) -> "numpy.typing.NDArray[numpy.uint8]")]
    fn render<'py>(&self, py: Python<'py>, block: u32) -> PyResult<Bound<'py, PyAny>> {
        let image = py.detach(|| self.image(block))?;
        let colours = image.rgba().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        shaped(py, colours, &[image.height() as usize, image.width() as usize, 3])
    }

    /// A picture as the bytes of a PNG file.
    #[pyo3(signature = (block = 24))]
    fn png<'py>(&self, py: Python<'py>, block: u32) -> PyResult<Bound<'py, PyBytes>> {
        let png = py.detach(|| self.image(block)?.to_png().map_err(errors::failed))?;
        Ok(PyBytes::new(py, &png))
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.png(py, 24)
    }

    /// The game so far as the bytes of an animated GIF.
    #[pyo3(signature = (block = 24, fps = 20.0))]
    fn gif<'py>(&self, py: Python<'py>, block: u32, fps: f64) -> PyResult<Bound<'py, PyBytes>> {
        if !(0.1..=100.0).contains(&fps) {
            return Err(errors::usage("an animation shows from 0.1 to 100 frames a second"));
        }
        let film = py.detach(|| {
            let mut painter = self.painter(block)?;
            let (sample, first) = (painter.sample(), painter.draw(&scene::scene(self.stage.start())));
            let delay = (1000.0 / fps).round() as u32;
            let mut film = Animation::new(Vec::new(), &sample, &first, delay).map_err(errors::failed)?;
            self.replay(|session, _| {
                film.add(&painter.draw(&scene::scene(session.state()))).map_err(errors::failed)
            })?;
            film.finish().map_err(errors::failed)
        })?;
        Ok(PyBytes::new(py, &film))
    }

    /// Writes the game so far as a recording for `ludex replay` and `ludex verify`; compressed if the name ends in .gz.
    #[pyo3(signature = (path: "str"))]
    fn record(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let source = self.source(py)?;
        let fail =
            |problem: std::io::Error| errors::failed(format!("cannot write {}: {problem}", path.display()));
        py.detach(|| {
            let mut writing: Option<(Watcher, Writer, u32)> = None;
            self.replay(|session, actions| {
                match (&mut writing, actions) {
                    (Some((watcher, writer, tick)), Some(actions)) => {
                        writer.tick(&watcher.tick(session.state(), *tick, actions)).map_err(fail)?;
                        *tick += 1;
                    }
                    _ => {
                        let (watcher, header) = Watcher::start(session.state(), source.clone());
                        writing = Some((watcher, Writer::create(&path, &header).map_err(fail)?, 0));
                    }
                }
                Ok(())
            })?;
            writing.map_or(Ok(()), |(_, writer, _)| writer.finish().map_err(fail))
        })
    }

    /// Everything at a glance.
    fn __repr__(&self) -> String {
        let session = self.session();
        let state = session.state();
        let over = if state.is_over() { ", over" } else { "" };
        let game = &self.game.get().files.name;
        format!("State({game:?}, tick {}, score {}{over})", state.tick(), state.score(0))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<State>().is_ok_and(|other| {
            let other = other.get();
            std::ptr::eq(self, other)
                || self.stage.identity() == other.stage.identity() && self.digest(true) == other.digest(true)
        })
    }

    fn __hash__(&self) -> u64 {
        self.digest(true)
    }
}

/// A function that makes the state again, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (Py<Game>, Level, Bound<'py, PyBytes>));

impl State {
    /// What a recording says of where the game comes from.
    fn source(&self, py: Python<'_>) -> PyResult<Source> {
        let game = self.game.bind(py).get();
        let seed = self.session().seed();
        let policy = Some("python".to_owned());
        let Level::Number(level) = self.level else {
            return Err(errors::usage(
                "a recording needs a level that is a file of its game: play one by its number",
            ));
        };
        let files = &game.files;
        if files.origin == Origin::Bundled {
            let (file, level_file) = bundled_names(&files.name, level);
            return Ok(Source { file, level_file, seed, policy });
        }
        if files.path.as_os_str().is_empty() {
            return Err(errors::usage(
                "a recording needs a game that is a file: write the text to one and play that",
            ));
        }
        let home = files.path.parent().unwrap_or(Path::new(""));
        let folder = game.games_dir().map(PathBuf::as_path).filter(|folder| files.path.starts_with(folder));
        let folder = folder.unwrap_or(home);
        let name = |file: &Path| {
            let inside = file.strip_prefix(folder).unwrap_or(file).components();
            let inside: PathBuf = inside.filter(|part| *part != Component::CurDir).collect();
            inside.to_string_lossy().replace('\\', "/")
        };
        let level_file = files.level(level).map_err(errors::usage)?;
        Ok(Source { file: name(&files.path), level_file: name(&level_file.path), seed, policy })
    }
}
