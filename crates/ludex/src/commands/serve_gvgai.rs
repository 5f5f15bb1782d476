//! `ludex serve-gvgai`: the game's side of GVGAI's learning track.

use std::net::{Ipv4Addr, TcpListener};
use std::process::ExitCode;
use std::time::Duration;

use ludex_agents::DEFAULT_SEED;
use ludex_engine::World;
use ludex_pictures::Painter;
use ludex_programs::gvgai::{BLOCK, Course, ServeError, serve};
use ludex_vgdl::Level;

use crate::game::{GamesDir, Loaded};
use crate::{output, scene};

/// Serves a game to a client of GVGAI's learning track.
///
/// The client connects to a port of this machine, as to GVGAI's own server: every level of the training is played once, then the
/// levels that the client asks for, then those of the validation. Cells have 10 pixels, as there. One client is served, and then
/// the command ends. The page docs/gvgai-clients.md says how clients are started and where this differs from GVGAI.
///
/// Exit codes: 0 done, 1 the client was disqualified or went away, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex serve-gvgai zelda
  ludex serve-gvgai zelda --games-dir gvgai/examples --port 9000 --validation-rounds 1")]
pub struct Args {
    /// The game: a bundled name, a path, or a name inside --games-dir. It is one for a single player.
    game: String,

    #[command(flatten)]
    games_dir: GamesDir,

    /// The port to listen at; 0 takes any that is free and says which.
    #[arg(long, value_name = "N", default_value_t = 8080, value_parser = crate::values::whole::<u16>(0..=65_535))]
    port: u16,

    /// How many levels the client learns on: the first ones. The others are for validation.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = crate::values::whole::<u8>(1..=9))]
    training: u8,

    /// How often each level of the validation is played.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = crate::values::whole::<u32>(0..))]
    validation_rounds: u32,

    /// The number that all seeds are derived from.
    #[arg(long, default_value_t = DEFAULT_SEED.into(), allow_negative_numbers = true, value_parser = crate::values::seed)]
    seed: u64,

    /// For how many seconds the client may be silent.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = crate::values::whole::<u64>(1..))]
    timeout: u64,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    match args.run() {
        Err(message) => output::usage_error(message),
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(problem)) => {
            output::complain(problem);
            ExitCode::FAILURE
        }
    }
}

impl Args {
    fn run(&self) -> Result<Result<(), ServeError>, String> {
        let game = self.games_dir.load(&self.game)?;
        let levels = worlds(&game)?;
        let training = usize::from(self.training);
        if training > levels.len() {
            let (name, there) = (&game.files.name, levels.len());
            return Err(format!("{name} has {there} levels: --training {there} learns on all of them"));
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)).map_err(|error| {
            format!("port {} cannot be had: {error}; --port 0 takes a free one", self.port)
        })?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        output::print(&format!("{} waits for a client at {address}\n", game.files.name))
            .map_err(|error| error.to_string())?;
        let (stream, _) = listener.accept().map_err(|error| error.to_string())?;
        // Clients that come later are told at once that nobody listens.
        drop(listener);
        let patience = Some(Duration::from_secs(self.timeout));
        stream
            .set_read_timeout(patience)
            .and_then(|()| stream.set_write_timeout(patience))
            .map_err(|error| error.to_string())?;
        let mut painter = Painter::new(scene::kinds(&game.game), BLOCK.unsigned_abs());
        let course = Course {
            levels: &levels,
            training,
            validation_rounds: self.validation_rounds,
            seed: self.seed,
            report: &mut |played| {
                // Nobody has to read along.
                let _ = output::print(&format!("{played}\n"));
            },
            picture: &mut |state| scene::picture(&mut painter, state).to_png_rgba().unwrap_or_default(),
        };
        Ok(serve(stream, course))
    }
}

/// The levels of a game, with cells of the learning track's size.
fn worlds(game: &Loaded) -> Result<Vec<std::sync::Arc<World>>, String> {
    let mut description = game.game.clone();
    if description.players > 1 {
        return Err(format!("{} is for two players, and the learning track has one", game.files.name));
    }
    description.square_size = BLOCK;
    let world = |level: &ludex_library::LevelFile| {
        World::new(&description, &Level::parse(&level.text)).map_err(|problem| {
            let path = level.path.display();
            format!("cannot play {path}: {problem}\n`ludex check {path}` says more")
        })
    };
    game.files.levels.iter().map(world).collect()
}
