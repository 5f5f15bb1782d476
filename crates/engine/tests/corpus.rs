//! GVGAI's own games, where they are at hand (`LUDEX_GVGAI` names the folder), played at random under watch.

use crate::twins;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use ludex_engine::{Action, ONTOLOGY, Random};
use ludex_vgdl::Level;
use twins::{Twins, all_but_one, only_one, plain};

const TICKS: usize = 60;

/// The games of a folder and of those in it.
fn games(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(games(&path));
        } else if !["_lvl", "_ggame", "_glvl"].iter().any(|part| name.contains(part)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Plays a game on one of its levels; says what went wrong.
fn play(game: &Path, level: usize) -> Result<(), String> {
    let stem = game.file_stem().unwrap_or_default().to_string_lossy();
    let level_file = game.with_file_name(format!("{stem}_lvl{level}.txt"));
    let (Ok(text), Ok(level_text)) = (fs::read_to_string(game), fs::read_to_string(&level_file)) else {
        return Ok(());
    };
    let parsed = ludex_vgdl::parse(&text, &ONTOLOGY).map_err(|error| format!("{stem}: {error}"))?;
    let level_text = Level::parse(&level_text);
    // All ways on all levels would take twice as long.
    let mut ways = if level == 0 { all_but_one() } else { only_one() };
    ways.push(plain());
    let mut twins =
        Twins::new(&parsed.game, &level_text, level as i64, &ways).ok_or(format!("{stem}: no world"))?;
    let mut random = Random::new(level as i64);
    for t in 0..TICKS {
        let actions = [(); 2].map(|()| Action::ALL[random.next_int(6) as usize]);
        twins.advance(&actions).map_err(|fault| format!("{stem}, level {level}, tick {t}: {fault}"))?;
        if twins.state.is_over() || twins.state.sprites().count() > 3_000 {
            break;
        }
    }
    Ok(())
}

ludex_testing::needs_gvgai!(the_bookkeeping_of_every_game_is_true);

fn the_bookkeeping_of_every_game_is_true() {
    let games = games(&ludex_testing::gvgai());
    let chunk = games.len().div_ceil(thread::available_parallelism().map_or(1, usize::from));
    let faults: Vec<String> = thread::scope(|scope| {
        let play_all = |some: &[PathBuf]| {
            let runs = some.iter().flat_map(|game| [0, 3].into_iter().map(move |level| play(game, level)));
            runs.filter_map(Result::err).collect::<Vec<_>>()
        };
        let workers: Vec<_> =
            games.chunks(chunk.max(1)).map(|some| scope.spawn(move || play_all(some))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
