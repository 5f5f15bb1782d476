//! `ludex play`: a person plays with the keyboard.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use ludex_agents::DEFAULT_SEED;

use crate::game::GamesDir;
use crate::output;
use crate::terminal::help;
use crate::terminal::playback::Heading;
use crate::terminal::screen;
use crate::terminal::theme::Theme;

mod keyboard;
mod lines;
mod session;

use session::Session;

/// Lets you play a game with the keyboard.
///
/// Arrows or WASD move, space uses what the avatar has, n or . does nothing for a tick, r starts again, ? explains the
/// keys and the game, q quits. The game waits for you: each key is one tick, unless --realtime sets a clock.
///
/// A game for two is played by two people on one keyboard: WASD, space and n are the first player's, arrows, enter and . the
/// second's. A tick is played when both have chosen, or when the clock of --realtime strikes.
///
/// Where there is no terminal, or TERM is dumb, keys are read as letters from lines of text: `wwa d` is up, up, left and
/// right, u is use; i, j, k, l and o are those of a second player.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex play zelda
  ludex play aliens --realtime 100
  ludex play snowballfight --realtime 150
  ludex play sokoban --level 2 --record mine.jsonl.gz")]
pub struct Args {
    /// The game: a bundled name, a path, or a name inside --games-dir.
    game: String,

    #[command(flatten)]
    games_dir: GamesDir,

    /// The level's number.
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = crate::values::whole::<usize>(0..))]
    level: usize,

    /// The seed of the game's random generator.
    #[arg(long, default_value_t = DEFAULT_SEED.into(), allow_negative_numbers = true, value_parser = crate::values::game_seed)]
    seed: i64,

    /// A tick every so many milliseconds, whether you press a key or not; GVGAI's games have 40.
    #[arg(long, value_name = "MS", value_parser = crate::values::whole::<u64>(1..=60_000))]
    realtime: Option<u64>,

    /// Writes down everything that happens, for `ludex replay`; compressed if the name ends in .gz. After r it begins
    /// anew.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let done = args.play().and_then(|text| output::print(&text).map_err(|error| error.to_string()));
    done.map_or_else(output::usage_error, |()| ExitCode::SUCCESS)
}

impl Args {
    fn play(&self) -> Result<String, String> {
        let game = self.games_dir.load(&self.game)?;
        let world = game.world(self.level)?;
        let heading = Heading {
            title: format!("{} level {}", game.files.name, self.level),
            theme: Theme::new(&game.game),
            about: help::about(&game),
        };
        let source = self.games_dir.source(&game, self.level, self.seed, Some("human".to_owned()))?;
        let mut session = Session::start(&world, source, self.record.clone())?;
        if screen::is_there() {
            keyboard::play(&mut session, &heading, self.realtime.map(Duration::from_millis))?;
        } else {
            lines::play(&mut session, &heading, std::io::stdin().lock())?;
        }
        let moment = session.finish()?;
        let (title, tick, scores) = (heading.title, moment.state.tick(), moment.scores());
        Ok(match moment.last {
            true => format!("{title}: {}, score {scores}, {tick} ticks\n", moment.standing()),
            false => format!("{title}: left at tick {tick}, score {scores}\n"),
        })
    }
}
