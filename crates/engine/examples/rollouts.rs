//! Plays random rollouts of a game: copy the start into a reused state, advance it, again and again.
//!
//!     cargo run --release --package ludex-engine --example rollouts -- GAME LEVEL ROLLOUTS TICKS [OPTION...]
//!
//! `digests=N` takes so many digests of each state, to see what one costs; `without=NAME` switches an optimisation off by its name
//! in `Shortcuts`, with hyphens (`without=wall-bumps`), `without=all` all of them, to see what they gain.
//!
//! Prints how many ticks were played and a number that stands for everything that happened: the same for the same
//! play. It does little besides, so a profiler sees the engine; `cargo xtask instructions` and `cargo xtask scaling`
//! count its instructions.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;

use ludex_engine::{Action, ONTOLOGY, Random, Shortcuts, State, World};
use ludex_vgdl::{Level, decode, parse};

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a program, not the library")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(Played { ticks, fingerprint }) => {
            println!("{ticks} {fingerprint:016x}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

const USAGE: &str = "usage: rollouts GAME LEVEL ROLLOUTS TICKS [digests=N] [without=NAME|all]...";

fn run(arguments: &[String]) -> Result<Played, Box<dyn Error>> {
    let [game, level, rollouts, ticks, options @ ..] = arguments else { return Err(USAGE.into()) };
    let (mut digests, mut shortcuts) = (0u32, Shortcuts::ALL);
    for option in options {
        match option.split_once('=') {
            Some(("digests", n)) => digests = n.parse()?,
            Some(("without", "all")) => shortcuts = Shortcuts::NONE,
            Some(("without", name)) => {
                let found = Shortcuts::EACH.iter().find(|(known, _)| known.replace(' ', "-") == name);
                shortcuts = shortcuts.without(found.ok_or(format!("no optimisation is called {name}"))?.1);
            }
            _ => return Err(USAGE.into()),
        }
    }
    let read = |path: &String| fs::read(path).map_err(|error| format!("cannot read {path}: {error}"));
    let game = parse(&decode(&read(game)?), &ONTOLOGY)?.game;
    let world = World::with_shortcuts(&game, &Level::parse(&decode(&read(level)?)), shortcuts)?;
    let (rollouts, ticks) = (rollouts.parse()?, ticks.parse()?);
    let digest = |state: &State| (0..digests).fold(0, |sum, _| sum ^ black_box(state).digest());
    // Without digests the loop has nothing of them.
    Ok(if digests == 0 {
        play(&world, rollouts, ticks, |_| 0)
    } else {
        play(&world, rollouts, ticks, digest)
    })
}

struct Played {
    ticks: u64,
    fingerprint: u64,
}

fn play(world: &Arc<World>, rollouts: u64, length: u32, look: impl Fn(&State) -> u64) -> Played {
    let start = State::new(world, 0);
    let mut state = start.clone();
    let mut random = Random::new(0);
    let mut played = Played { ticks: 0, fingerprint: 0 };
    for _ in 0..rollouts {
        state.clone_from(&start);
        for _ in 0..length {
            if state.is_over() {
                break;
            }
            let mut actions = [Action::Nil; 2];
            for (player, action) in actions.iter_mut().enumerate() {
                let choices = state.actions(player);
                if !choices.is_empty() {
                    *action = choices[random.next_int(choices.len() as u32) as usize];
                }
            }
            state.advance(&actions);
            played.ticks += 1;
            played.fingerprint ^= look(&state);
        }
        let end = state.rng_state() ^ state.score(0).to_bits();
        played.fingerprint = played.fingerprint.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(end);
    }
    played
}
