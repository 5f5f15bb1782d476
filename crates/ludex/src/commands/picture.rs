//! `ludex picture`: draws games.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludex_agents::DEFAULT_SEED;
use ludex_engine::State;
use ludex_library::{Origin, bundled_game};
use ludex_pictures::{Animation, Image, Painter};
use ludex_solver::Win;

use crate::game::{GamesDir, Loaded};
use crate::{output, scene};

/// The frame around the pictures of a contact sheet.
const PAPER: (u8, u8, u8) = (24, 25, 29);
/// The captions of its pictures.
const INK: (u8, u8, u8) = (200, 203, 210);

/// Draws a level as PNG, or a whole game as animated GIF.
///
/// At tick 0 the level is shown as it begins. Later ticks show the actions of --actions, or the recorded win that
/// bundled levels have, or else a player that does nothing. Several games or several ticks make a contact sheet
/// with captions. A picture from after the end of a game has a frame that says how it ended for the first player.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex picture zelda -o zelda.png
  ludex picture boulderdash --level 2 --tick 0 --tick 50 --tick 100 -o boulderdash.png
  ludex picture sokoban --level 3 -o sokoban.gif
  ludex picture aliens frogs zelda --tick 40 --width 400 --columns 3 -o sheet.png")]
pub struct Args {
    /// Games: bundled names, paths, or names inside --games-dir.
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,

    #[command(flatten)]
    games_dir: GamesDir,

    /// The level.
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = crate::values::whole::<usize>(0..))]
    level: usize,

    /// The tick to show; give it several times for several pictures. In a GIF, the last tick.
    #[arg(short, long, value_name = "T", value_parser = crate::values::whole::<u32>(0..))]
    tick: Vec<u32>,

    /// A recorded win, as `ludex solve` writes it, to play.
    #[arg(long, value_name = "FILE")]
    actions: Option<PathBuf>,

    /// The seed of the game, where no recorded win gives one.
    #[arg(long, default_value_t = DEFAULT_SEED.into(), allow_negative_numbers = true, value_parser = crate::values::game_seed)]
    seed: i64,

    /// Pixels of a cell.
    #[arg(long, value_name = "PIXELS", default_value_t = 32, value_parser = crate::values::whole::<u32>(1..=512))]
    cell: u32,

    /// Pixels of the whole level from left to right, instead of --cell.
    #[arg(long, value_name = "PIXELS", conflicts_with = "cell", value_parser = crate::values::whole::<u32>(1..=16384))]
    width: Option<u32>,

    /// Pictures in a row of a contact sheet.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = crate::values::whole::<usize>(0..))]
    columns: usize,

    /// Milliseconds of a frame of a GIF.
    #[arg(long, value_name = "MS", default_value_t = 80, value_parser = crate::values::whole::<u32>(0..))]
    delay: u32,

    /// Where to write the picture: a name that ends in .png or .gif.
    #[arg(short, long = "out", alias = "output", value_name = "FILE")]
    output: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let done = match extension(&args.output).as_deref() {
        Some("png") => args.draw(),
        Some("gif") => args.film(),
        _ => Err(format!("{}: expected a name that ends in .png or .gif", args.output.display())),
    };
    match done.and_then(|text| output::print(&text).map_err(|problem| problem.to_string())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => output::usage_error(problem),
    }
}

fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_string_lossy().to_ascii_lowercase())
}

impl Args {
    fn draw(&self) -> Result<String, String> {
        let ticks = if self.tick.is_empty() { &[0][..] } else { &self.tick };
        let mut images = Vec::new();
        for spec in &self.games {
            let game = self.games_dir.load(spec)?;
            let mut play = self.play(&game)?;
            let mut painter = self.painter(&game, &play);
            let mut sorted = ticks.to_vec();
            sorted.sort_unstable();
            for tick in sorted {
                while !play.state.is_over() && i64::from(play.state.tick()) < i64::from(tick) {
                    play.advance();
                }
                let image = scene::picture(&mut painter, &play.state);
                images.push((image, self.caption(&game, tick, ticks.len() > 1)));
            }
        }
        let image = match images.len() {
            1 => images.swap_remove(0).0,
            _ => {
                let dot = (self.cell / 12).clamp(1, 4);
                let captioned: Vec<Image> =
                    images.iter().map(|(image, text)| image.captioned(text, dot, INK, PAPER)).collect();
                Image::sheet(&captioned, self.columns, self.cell / 2, PAPER)
            }
        };
        let file = image.to_png().map_err(|problem| problem.to_string())?;
        fs::write(&self.output, file).map_err(|problem| self.unwritable(problem))?;
        Ok(format!("{}: {} x {} pixels\n", self.output.display(), image.width(), image.height()))
    }

    /// What stands below a picture of a contact sheet: as much as tells it from the others.
    fn caption(&self, game: &Loaded, tick: u32, several: bool) -> String {
        let level = if self.level > 0 { format!(" level {}", self.level) } else { String::new() };
        let tick = if several { format!(" tick {tick}") } else { String::new() };
        format!("{}{level}{tick}", game.files.name)
    }

    fn film(&self) -> Result<String, String> {
        let [spec] = self.games.as_slice() else {
            return Err("a GIF shows one game; give one name, or write a .png".to_owned());
        };
        let game = self.games_dir.load(spec)?;
        let mut play = self.play(&game)?;
        let mut painter = self.painter(&game, &play);
        let last = self.tick.iter().max().map_or(i64::from(i32::MAX), |t| i64::from(*t));
        let (sample, mut image) = (painter.sample(), scene::picture(&mut painter, &play.state));
        let out = BufWriter::new(File::create(&self.output).map_err(|problem| self.unwritable(problem))?);
        let mut film =
            Animation::new(out, &sample, &image, self.delay).map_err(|problem| self.unwritable(problem))?;
        let mut frames = 1;
        film.add(&image).map_err(|problem| self.unwritable(problem))?;
        while !play.state.is_over() && i64::from(play.state.tick()) < last {
            play.advance();
            image = scene::picture(&mut painter, &play.state);
            film.add(&image).map_err(|problem| self.unwritable(problem))?;
            frames += 1;
        }
        film.finish().map_err(|problem| self.unwritable(problem))?;
        Ok(format!(
            "{}: {frames} frames of {} x {} pixels\n",
            self.output.display(),
            image.width(),
            image.height()
        ))
    }

    fn painter(&self, game: &Loaded, play: &Play) -> Painter {
        let columns = play.state.world().width().unsigned_abs().max(1);
        Painter::new(scene::kinds(&game.game), self.width.map_or(self.cell, |width| width / columns))
    }

    /// The game that is to be shown, at its beginning.
    fn play(&self, game: &Loaded) -> Result<Play, String> {
        let world = game.world(self.level)?;
        let win = self.win(game)?;
        let seed = win.as_ref().map_or(self.seed, |win| win.seed);
        let win = win.unwrap_or(Win { seed, actions: Vec::new(), second: Vec::new() });
        Ok(Play { state: State::new(&world, seed), win })
    }

    fn win(&self, game: &Loaded) -> Result<Option<Win>, String> {
        if let Some(path) = &self.actions {
            let text = fs::read_to_string(path)
                .map_err(|problem| format!("cannot read {}: {problem}", path.display()))?;
            return text.parse().map(Some).map_err(|problem| format!("{}: {problem}", path.display()));
        }
        if game.files.origin != Origin::Bundled {
            return Ok(None);
        }
        let level = bundled_game(&game.files.name).and_then(|game| game.levels.get(self.level));
        Ok(level.and_then(|level| level.win?.parse().ok()))
    }

    fn unwritable(&self, problem: impl std::fmt::Display) -> String {
        format!("cannot write {}: {problem}", self.output.display())
    }
}

/// A game and what is left to do in it.
struct Play {
    state: State,
    win: Win,
}

impl Play {
    fn advance(&mut self) {
        self.win.step(&mut self.state);
    }
}
