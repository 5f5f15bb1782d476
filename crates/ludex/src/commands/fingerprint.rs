//! `ludex fingerprint`: one number for everything the engine does.

mod games;

use std::process::ExitCode;
use std::sync::Arc;

use ludex_engine::{Action, ONTOLOGY, Random, State, World};
use ludex_vgdl::Level;

use crate::output;

/// Plays a fixed list of games, levels and seeds, and prints one hash of everything that happened.
///
/// The number is the same on every machine. If it changes, the engine's behaviour has changed: a faster engine keeps
/// it, a new rule moves it. A test pins it, so that a change of behaviour is always a decision.
///
/// Exit codes: 0 done.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex fingerprint
  ludex fingerprint --verbose     which game has changed?")]
pub struct Args {
    /// Prints a line for each game, too.
    #[arg(short, long)]
    verbose: bool,

    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// The longest a game is played.
const TICKS: usize = 200;

/// The seeds that every game is played with.
const SEEDS: [i64; 3] = [1, 42, -7];

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let prints: Vec<(&str, u64)> = games::GAMES.iter().map(|game| (game.name, of_game(game))).collect();
    let mut all = Hash::default();
    prints.iter().for_each(|(_, print)| all.add(*print));
    let text = if args.json {
        let games: serde_json::Map<_, _> =
            prints.iter().map(|(name, print)| ((*name).to_owned(), hex(*print).into())).collect();
        format!("{}\n", serde_json::json!({ "fingerprint": hex(all.0), "games": games }))
    } else {
        let mut text = String::new();
        for (name, print) in prints.iter().filter(|_| args.verbose) {
            text += &format!("{}  {name}\n", hex(*print));
        }
        text + &hex(all.0) + "\n"
    };
    match output::print(&text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => output::usage_error(error),
    }
}

fn hex(print: u64) -> String {
    format!("{print:016x}")
}

/// The hash of one game, played on all its levels with all seeds. One that cannot be read has the hash of nothing.
fn of_game(game: &games::Bundled) -> u64 {
    let mut hash = Hash::default();
    let Ok(parsed) = ludex_vgdl::parse(game.text, &ONTOLOGY) else { return hash.0 };
    for level in game.levels {
        let Ok(world) = World::new(&parsed.game, &Level::parse(level)) else { continue };
        SEEDS.iter().for_each(|&seed| play(&world, seed, &mut hash));
    }
    hash.0
}

/// Plays with actions drawn from a generator of their own, legal or not.
fn play(world: &Arc<World>, seed: i64, hash: &mut Hash) {
    let mut state = State::new(world, seed);
    let mut random = Random::new(!seed);
    hash.add_state(&state);
    for _ in 0..TICKS {
        if state.is_over() {
            break;
        }
        let actions = [(); 2].map(|()| Action::ALL[random.next_int(Action::ALL.len() as u32) as usize]);
        state.advance(&actions[..world.players()]);
        hash.add_state(&state);
    }
}

/// FNV-1a over 64-bit words: simple, and the same everywhere.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_int(&mut self, number: i32) {
        self.add(i64::from(number) as u64);
    }

    /// Zeros of both signs count as one, as they do in the game.
    fn add_double(&mut self, number: f64) {
        self.add((number + 0.0).to_bits());
    }

    fn add_state(&mut self, state: &State) {
        self.add(state.rng_state());
        self.add_int(state.tick());
        self.add(u64::from(state.is_over()));
        for player in 0..state.world().players() {
            self.add_double(state.score(player));
            self.add_int(state.winner(player).key());
            for (kind, amount) in state.inventory(player) {
                self.add(u64::from(kind));
                self.add_int(amount);
            }
        }
        state.counters().iter().for_each(|&counter| self.add_int(counter));
        self.add(state.events().len() as u64);
        for sprite in state.sprites() {
            let rect = sprite.rect;
            [sprite.id, i32::from(sprite.type_id), rect.x, rect.y, rect.w, rect.h, sprite.health]
                .into_iter()
                .for_each(|number| self.add_int(number));
            self.add_double(sprite.orientation.0);
            self.add_double(sprite.orientation.1);
            self.add(u64::from(sprite.disabled) << 8 | sprite.category as u64);
        }
    }
}
