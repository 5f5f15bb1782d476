//! `ludex replay`: plays a recording back, checks it, and makes pictures of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use ludex_engine::State;
use ludex_pictures::Painter;
use ludex_trace::action_file::{ActionFile, Ending};
use ludex_trace::games::Games;
use ludex_trace::read::Trace;
use ludex_trace::replay::{Replay, Stop};
use ludex_trace::verify::{Verdict, verify};

use crate::film::{Film, Frames};
use crate::game::{GamesDir, recorded_games};
use crate::recording::Recording;
use crate::terminal::moment::Moment;
use crate::terminal::playback::{self, Heading, Playback};
use crate::terminal::screen;
use crate::terminal::theme::Theme;
use crate::{output, scene};

/// Plays a recording back and checks that it still holds.
///
/// The game is played again with the recorded actions and everything is compared: a recording that does not hold is
/// shown up to the first difference, which is named. With --png or --gif it is drawn instead of shown. Recordings of
/// bundled games need no folder of games.
///
/// GVGAI's files of actions are played back, too: --game says what was played. The seed and the actions make the game, and how
/// it ends is compared with what the file says. --actions writes such a file of any recording.
///
/// Keys: space pauses, s or right plays one tick, + and - change the speed, r starts again, ? explains, q quits. Where the
/// output is no terminal, or TERM is dumb, the game is written as text.
///
/// Exit codes: 0 the recording holds, 1 it does not, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex run zelda --agent olets --record zelda.jsonl.gz && ludex replay zelda.jsonl.gz
  ludex replay zelda.jsonl.gz --gif zelda.gif --speed 20 --scale 24
  ludex replay actions_zelda_lvl0.txt --game zelda --level 0 --games-dir gvgai/examples
  ludex replay zelda.jsonl.gz --actions actions.txt
  ludex replay zelda_lvl0.random.jsonl.gz --games-dir gvgai/examples --png frames --from 10 --to 20")]
pub struct Args {
    /// The recording (.jsonl or .jsonl.gz), or with --game a file of actions.
    file: PathBuf,

    /// The game that a file of actions is of: a bundled name, a path, or a name inside --games-dir.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// The level that a file of actions is of.
    #[arg(short, long, value_name = "N", default_value_t = 0, requires = "game", value_parser = crate::values::whole::<usize>(0..))]
    level: usize,

    /// Writes the actions to this file, as GVGAI does, instead of showing the game.
    #[arg(long, value_name = "FILE")]
    actions: Option<PathBuf>,

    /// The folder of games that the recording names its files in, laid out as GVGAI's examples.
    #[arg(long, value_name = "DIR", env = "LUDEX_GVGAI")]
    games_dir: Option<PathBuf>,

    /// Ticks in a second; in a GIF at most 50.
    #[arg(long, value_name = "N", default_value_t = 15.0, value_parser = super::ticks_per_second)]
    speed: f64,

    /// Draws every tick as a PNG file in this folder.
    #[arg(long, value_name = "DIR")]
    png: Option<PathBuf>,

    /// Draws the game as an animated GIF.
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,

    /// Pixels of a cell in pictures.
    #[arg(long, value_name = "PX", default_value_t = 32, value_parser = crate::values::whole::<u32>(1..=512))]
    scale: u32,

    /// The first tick to show: 0 is the level before anything happened.
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = crate::values::whole::<u32>(0..))]
    from: u32,

    /// The last tick to show.
    #[arg(long, value_name = "T", value_parser = crate::values::whole::<u32>(0..))]
    to: Option<u32>,

    #[command(flatten)]
    text: super::TextOutput,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    match args.replay() {
        Err(message) => output::usage_error(message),
        Ok((text, holds)) => match output::print(&text) {
            Err(error) => output::usage_error(error),
            Ok(()) if holds => ExitCode::SUCCESS,
            Ok(()) => ExitCode::FAILURE,
        },
    }
}

impl Args {
    /// What there is to say in the end, and whether the recording holds.
    fn replay(&self) -> Result<(String, bool), String> {
        if self.to.is_some_and(|to| to < self.from) {
            return Err("--to is before --from: there is nothing to show".to_owned());
        }
        let imported = self.game.as_deref().map(|game| self.import(game)).transpose()?;
        let file = imported.as_ref().map_or(&self.file, |imported| &imported.recording);
        let folder =
            imported.as_ref().map_or(self.games_dir.as_deref(), |imported| imported.games.as_deref());
        let games = recorded_games(folder)?;
        let mut tape = Tape { args: self, file, games: &games, replay: None, next: None };
        let mut text = String::new();
        match tape.rewind() {
            // What differs at the start cannot be shown; the verdict says what it is.
            Err(Stop::Divergent(_)) => {}
            Err(Stop::Broken(why)) => return Err(why),
            Ok(replay) if self.actions.is_some() => text = self.write_actions(replay)?,
            Ok(replay) if self.png.is_some() || self.gif.is_some() => text = self.draw(replay)?,
            Ok(replay) => self.show(&replay, &mut tape)?,
        }
        if let Some(imported) = &imported {
            return Ok((text + &imported.verdict(&self.file), imported.agrees()));
        }
        let file = self.file.display();
        Ok(match verify(&self.file, &games) {
            Verdict::Exact { compared } => (format!("{text}{file}: {compared} ticks, exact\n"), true),
            Verdict::Divergent(divergence) => (format!("{text}{file}: {divergence}\n"), false),
            Verdict::Broken(why) => (format!("{text}{why}\n"), false),
        })
    }

    /// Plays a file of actions and records the game, so that it can be shown like any other.
    fn import(&self, game: &str) -> Result<Imported, String> {
        let file = self.file.display();
        let text = fs::read_to_string(&self.file).map_err(|error| format!("{file}: {error}"))?;
        let read: ActionFile = text.parse().map_err(|error| {
            format!("{file} is no file of actions: {error}\nrecordings are replayed without --game")
        })?;
        let games_dir = GamesDir { games_dir: self.games_dir.clone() };
        let loaded = games_dir.load(game)?;
        let world = loaded.world(self.level)?;
        if world.players() != read.ending.scores.len() {
            let (players, there) = (world.players(), read.ending.scores.len());
            return Err(format!(
                "{game} is for {players} and {file} is of a game for {there}: is it another game?"
            ));
        }
        let mut state = State::new(&world, read.seed);
        let source = games_dir.source(&loaded, self.level, read.seed, Some("actions".to_owned()))?;
        let name = format!("ludex-actions-{}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut recording = Recording::start(&path, &state, source)?;
        let mut ticks = read.ticks.iter();
        while !state.is_over()
            && let Some(actions) = ticks.next()
        {
            state.play(actions);
            recording.tick(&state, actions)?;
        }
        recording.finish()?;
        let home = loaded.files.path.parent().map(Path::to_owned).filter(|_| self.games_dir.is_none());
        let is_file = loaded.files.origin != ludex_library::Origin::Bundled;
        let games = self.games_dir.clone().or(home).filter(|_| is_file);
        let (unused, is_over) = (ticks.len(), state.is_over());
        Ok(Imported { recording: path, games, told: read.ending, got: Ending::of(&state), unused, is_over })
    }

    /// Writes the actions of a recording, up to where it holds.
    fn write_actions(&self, mut replay: Replay) -> Result<String, String> {
        let Some(path) = &self.actions else { return Ok(String::new()) };
        let mut ticks = Vec::new();
        while let Ok(Some(tick)) = replay.step() {
            ticks.push(tick.actions);
        }
        let (seed, count) = (replay.header().seed, ticks.len());
        let file = ActionFile { seed, ending: Ending::of(replay.state()), ticks };
        fs::write(path, file.to_string()).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(format!("Written: {}, {count} ticks\n", path.display()))
    }

    fn show(&self, replay: &Replay, tape: &mut Tape<'_>) -> Result<(), String> {
        let header = replay.header();
        let who = header.policy.as_ref().map_or(String::new(), |policy| format!(", {policy}"));
        let heading = Heading {
            title: format!("{} {}{who}", header.game, header.level),
            theme: Theme::new(replay.game()),
            about: None,
        };
        let shown = if screen::is_there() && !self.text.plain {
            playback::show(tape, &heading, self.speed)
        } else {
            playback::write(tape, &heading, &self.text)
        };
        shown.map(|_| ())
    }

    /// Draws the ticks asked for, up to where the recording holds.
    fn draw(&self, mut replay: Replay) -> Result<String, String> {
        let mut painter = Painter::new(scene::kinds(replay.game()), self.scale);
        let mut image = scene::picture(&mut painter, replay.state());
        let mut frames = self.png.as_deref().map(Frames::create).transpose()?;
        let mut film = match &self.gif {
            Some(path) => Some(Film::create(path, &painter.sample(), &image, self.speed)?),
            None => None,
        };
        loop {
            if let Some(frames) = &mut frames {
                frames.add(replay.state().tick(), &image)?;
            }
            if let Some(film) = &mut film {
                film.add(&image)?;
            }
            if self.is_last(&replay) || !matches!(replay.step(), Ok(Some(_))) {
                break;
            }
            image = scene::picture(&mut painter, replay.state());
        }
        let size = format!("{} x {} pixels", image.width(), image.height());
        let mut text = frames.map_or(String::new(), |frames| frames.finish(&size));
        if let Some(film) = film {
            text.push_str(&film.finish(&size)?);
        }
        Ok(text)
    }

    /// Is this the last tick to show?
    fn is_last(&self, replay: &Replay) -> bool {
        self.to.is_some_and(|to| i64::from(replay.state().tick()) >= i64::from(to))
    }
}

/// A file of actions, played into a recording that is there as long as this.
struct Imported {
    recording: PathBuf,
    /// The folder that the recording names its files in.
    games: Option<PathBuf>,
    told: Ending,
    got: Ending,
    unused: usize,
    is_over: bool,
}

impl Imported {
    /// Did the game end as the file says, with the last of its actions?
    fn agrees(&self) -> bool {
        self.told.agrees(&self.got) && self.unused == 0 && self.is_over
    }

    fn verdict(&self, file: &Path) -> String {
        let Imported { told, got, unused, .. } = self;
        let file = file.display();
        if self.agrees() {
            return format!("{file}: {got}, as the file says\n");
        }
        let mut text = format!("{file}: {got}, but the file says {told}\n");
        if *unused > 0 {
            text += &format!("  {unused} actions were left when the game was over\n");
        } else if !self.is_over {
            text += "  the game was not over after the last action\n";
        }
        text
    }
}

impl Drop for Imported {
    fn drop(&mut self) {
        // A file for the time being: if it stays, it does no harm.
        let _ = fs::remove_file(&self.recording);
    }
}

/// A recording that is shown.
struct Tape<'a> {
    args: &'a Args,
    file: &'a Path,
    games: &'a Games,
    replay: Option<Replay>,
    next: Option<Moment>,
}

impl Tape<'_> {
    /// The recording at the first tick to show.
    fn rewind(&self) -> Result<Replay, Stop> {
        let Trace::Recording(recording) = Trace::open(self.file)? else {
            let file = self.file.display();
            return Err(Stop::Broken(format!(
                "{file} holds what an agent was shown, not a game: `ludex verify` checks it"
            )));
        };
        let mut replay = Replay::start(recording, self.games)?;
        for _ in 0..self.args.from {
            if replay.step()?.is_none() {
                break;
            }
        }
        Ok(replay)
    }
}

impl Playback for Tape<'_> {
    fn start(&mut self) -> Result<Moment, String> {
        let replay = self.rewind().map_err(|stop| stop.to_string())?;
        let moment = Moment::new(replay.state().clone(), Vec::new());
        let last = moment.last || self.args.is_last(&replay);
        (self.replay, self.next) = (Some(replay), None);
        Ok(Moment { last, ..moment })
    }

    fn ask(&mut self) {
        let Some(replay) = &mut self.replay else { return };
        let tick = replay.step();
        let state = replay.state().clone();
        self.next = Some(match tick {
            Ok(Some(tick)) => {
                let moment = Moment::new(state, tick.actions);
                let last = moment.last || self.args.is_last(replay);
                Moment { last, ..moment }
            }
            Ok(None) => {
                let note = Some("here the recording ends".to_owned());
                Moment { last: true, note, ..Moment::new(state, Vec::new()) }
            }
            Err(stop) => {
                let first = stop.to_string().lines().map(str::trim).collect::<Vec<_>>().join(": ");
                Moment { last: true, note: Some(first), ..Moment::new(state, Vec::new()) }
            }
        });
    }

    fn answer(&mut self, _patience: Duration) -> Result<Option<Moment>, String> {
        Ok(self.next.take())
    }
}
