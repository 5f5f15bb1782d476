//! What the fuzz targets do with their bytes, and the laws that must hold.

#[path = "../../crates/engine/tests/common/generate.rs"]
mod generate;

use std::sync::Arc;

use ludex_engine::{Action, ONTOLOGY, Shortcuts, State, World};
use ludex_vgdl::{Level, check_game, check_level, decode, parse};

/// Ticks played of each game.
const TICKS: usize = 40;

/// Games with more sprites than this are not played on: a fuzzer wants many short runs.
const CROWD: usize = 500;

/// A target: its name and what it does with its bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 3] =
    [("parse", parse_anything), ("play", play_anything), ("compose", play_composed)];

/// Any bytes can be read as a game and as a level. What can be read is read the same again, and the checker finds
/// no less than the parser.
pub fn parse_anything(bytes: &[u8]) {
    let text = decode(bytes);
    let parsed = parse(&text, &ONTOLOGY);
    assert_eq!(parsed, parse(&text, &ONTOLOGY));
    let checked = check_game(&text, &ONTOLOGY);
    let errors = |diagnostics: &[ludex_vgdl::Diagnostic]| diagnostics.iter().any(|d| d.is_error());
    match parsed {
        Ok(parsed) => {
            check_level(&text, &parsed.game, &ONTOLOGY);
            assert!(!errors(&parsed.diagnostics) || errors(&checked.diagnostics));
        }
        Err(error) => assert!(errors(&error.diagnostics) && errors(&checked.diagnostics)),
    }
}

/// Any text with a game, a line `===`, a level, another such line and keys can be played.
pub fn play_anything(bytes: &[u8]) {
    let text = decode(bytes);
    let mut parts = text.split("\n===\n");
    let (game, level) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    play(game, level, parts.next().unwrap_or_default().as_bytes());
}

/// Games composed of everything the ontology offers can be played.
pub fn play_composed(bytes: &[u8]) {
    let (keys, choices) = bytes.split_at(bytes.len().min(TICKS));
    let made = generate::generate(choices);
    play(&made.game, &made.level, keys);
}

/// Plays a game, if it is one. The bookkeeping is true after every tick, a copy plays on as its original does, and
/// optimisations change nothing.
fn play(game: &str, level: &str, keys: &[u8]) {
    let Ok(parsed) = parse(game, &ONTOLOGY) else { return };
    let level = Level::parse(level);
    // No optimisation at all, and all but one, which the game's text chooses.
    let (_, one) = Shortcuts::EACH[game.len() % Shortcuts::EACH.len()];
    let start =
        |shortcuts| Some(State::new(&World::with_shortcuts(&parsed.game, &level, shortcuts).ok()?, 42));
    let states = (start(Shortcuts::ALL), start(Shortcuts::NONE), start(Shortcuts::ALL.without(one)));
    let (Some(mut state), Some(mut plain), Some(mut other)) = states else { return };
    assert_eq!(state.check(), Ok(()));
    if state.sprites().count() > CROWD {
        return;
    }
    for t in 0..TICKS {
        if state.is_over() {
            break;
        }
        let key = keys.get(t).copied().unwrap_or(0);
        let actions = [key, key / 7].map(|key| Action::ALL[usize::from(key) % Action::ALL.len()]);
        let mut copy = state.clone();
        state.advance(&actions);
        // A storm of sprites takes long even once, and the engine's own tests hold the two searches against each other
        // in one.
        if state.sprites().count() > CROWD {
            break;
        }
        copy.advance(&actions);
        plain.advance(&actions);
        other.advance(&actions);
        assert_eq!(state.check(), Ok(()));
        assert!(same(&state, &copy), "a copy plays otherwise");
        // The work of a tick is bounded, and the plain way comes to that bound sooner.
        if [&state, &plain, &other].iter().any(|state| state.is_exhausted()) {
            break;
        }
        assert!(same(&state, &plain), "the plain way plays otherwise");
        assert!(same(&state, &other), "another game without one optimisation");
    }
}

fn same(a: &State, b: &State) -> bool {
    let world: &Arc<World> = a.world();
    let player =
        |s: &State, p: usize| (s.score(p).to_bits(), s.winner(p), s.inventory(p).collect::<Vec<_>>());
    // As text, because NaN must equal NaN.
    let sprites = |s: &State| s.sprites().map(|sprite| format!("{sprite:?}")).collect::<Vec<_>>();
    a.rng_state() == b.rng_state()
        && a.is_over() == b.is_over()
        && (0..world.players()).all(|p| player(a, p) == player(b, p))
        && a.counters() == b.counters()
        && a.events() == b.events()
        && sprites(a) == sprites(b)
}
