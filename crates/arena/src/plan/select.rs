//! From what the user wrote (`set1`, `zelda`, `s*`, a folder, a file) to games.

use super::bundled::ships;
use super::{GameFiles, GameFolder, GameSet, GameSource, PlanError, set, sets};
use crate::names::{canonical, matches};
use ludex_vgdl::nearest;
use std::path::Path;

/// The games that a list of texts means, each once, in the order first mentioned. A game is taken from the first source
/// that has it.
pub fn select(texts: &[String], sources: &[&dyn GameSource]) -> Result<Vec<GameFiles>, PlanError> {
    let mut chosen: Vec<GameFiles> = Vec::new();
    for text in texts {
        for game in select_one(text.trim(), sources)? {
            if chosen.iter().all(|known| known.name != game.name) {
                chosen.push(game);
            }
        }
    }
    if chosen.is_empty() { Err(PlanError::Nothing("games")) } else { Ok(chosen) }
}

fn select_one(text: &str, sources: &[&dyn GameSource]) -> Result<Vec<GameFiles>, PlanError> {
    if let Some(set) = set(text) {
        return load_set(set, sources);
    }
    let path = Path::new(text);
    // A bare word is a name first, even if a folder of that name lies about.
    if text.contains(['/', '\\', '.']) || is_unknown(text, sources)? {
        if path.is_file() || path.join("game.vgdl").is_file() {
            return Ok(vec![GameFiles::read(path)?]);
        }
        if path.is_dir() {
            let folder = GameFolder::open(path)?;
            let names = folder.names();
            return if names.is_empty() {
                Err(PlanError::NoGamesIn(path.to_owned()))
            } else {
                load_all(&names, &[&folder])
            };
        }
    }
    if text.contains(['*', '?']) {
        let pattern = text.to_ascii_lowercase();
        let names: Vec<String> = names(sources).into_iter().filter(|name| matches(&pattern, name)).collect();
        return if names.is_empty() {
            Err(PlanError::NoMatch(text.to_owned()))
        } else {
            load_all(&names, sources)
        };
    }
    match load(&canonical(text), sources)? {
        Some(game) => Ok(vec![game]),
        None => {
            let known = names(sources);
            let set_names = sets().iter().map(|set| &*set.name);
            let suggestion = nearest(&canonical(text), known.iter().map(|name| &**name).chain(set_names));
            Err(PlanError::UnknownGame { name: text.to_owned(), suggestion: suggestion.map(str::to_owned) })
        }
    }
}

/// Is this neither a pattern nor a name that somebody knows?
fn is_unknown(text: &str, sources: &[&dyn GameSource]) -> Result<bool, PlanError> {
    Ok(!text.contains(['*', '?']) && load(&canonical(text), sources)?.is_none())
}

fn names(sources: &[&dyn GameSource]) -> Vec<String> {
    let mut names: Vec<String> = sources.iter().flat_map(|source| source.names()).collect();
    names.sort();
    names.dedup();
    names
}

fn load(name: &str, sources: &[&dyn GameSource]) -> Result<Option<GameFiles>, PlanError> {
    for source in sources {
        if let Some(game) = source.load(name)? {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

fn load_all(names: &[String], sources: &[&dyn GameSource]) -> Result<Vec<GameFiles>, PlanError> {
    let mut games = Vec::new();
    for name in names {
        games.extend(load(name, sources)?);
    }
    Ok(games)
}

fn load_set(set: &GameSet, sources: &[&dyn GameSource]) -> Result<Vec<GameFiles>, PlanError> {
    let GameSet { name, games: names, bundled, .. } = set;
    let games = load_all(names, sources)?;
    let missing: Vec<String> =
        names.iter().filter(|name| games.iter().all(|game| game.name != **name)).cloned().collect();
    if games.iter().any(|game| ships(game) != *bundled) {
        let error = if *bundled { PlanError::BundledSet } else { PlanError::PublishedSet };
        Err(error(name.clone()))
    } else if missing.is_empty() {
        Ok(games)
    } else {
        Err(PlanError::SetIncomplete { set: name.clone(), total: names.len(), missing })
    }
}
