//! Writing games: what is wrong with a text, what words mean, and where texts are kept.

use std::fs;
use std::path::{Path, PathBuf};

use ludex_authoring::{Article, articles, check_game, check_level, template};
use ludex_vgdl::{Checked, Diagnostic, Span};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::games::{Games, Subject};
use crate::limits;
use crate::problem::Refusal;

/// Drafts that are kept.
const DRAFTS: usize = 200;
/// Levels of a game.
const LEVELS: usize = 50;

/// Texts of a game that is being written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Texts {
    game: String,
    levels: Vec<String>,
    /// The level that is looked at.
    #[serde(default)]
    level: usize,
}

/// A game to be saved.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Save {
    name: String,
    game: String,
    levels: Vec<String>,
    /// Texts of the same name are written over.
    #[serde(default)]
    overwrite: bool,
}

/// What is wrong or odd, and what levels are painted with.
pub(crate) fn check(games: &Games, texts: &Texts) -> Result<Value, Refusal> {
    if texts.game.len().max(texts.levels.iter().map(String::len).max().unwrap_or(0)) > limits::TEXT {
        return Err(Refusal::bad("the text is too long"));
    }
    let Checked { game, diagnostics } = check_game(&texts.game);
    let levels: Vec<Vec<Value>> = match &game {
        None => vec![Vec::new(); texts.levels.len().min(LEVELS)],
        Some(game) => {
            (texts.levels.iter().take(LEVELS)).map(|text| all(text, &check_level(text, game))).collect()
        }
    };
    let level = texts.levels.get(texts.level).cloned().unwrap_or_default();
    let subject = Subject { name: "draft".to_owned(), level: 0, text: Some((texts.game.clone(), level)) };
    let stage = games.open(&subject).map(|scenery| {
        games.publish(&scenery);
        scenery.describe()
    });
    let (stage, problem) = match stage {
        Ok(stage) => (Some(stage), None),
        Err(problem) => (None, Some(problem)),
    };
    // A level that cannot be played can be painted nevertheless.
    let palette = game.filter(|_| stage.is_none()).map(|game| {
        let tiles = ludex_pictures::Tiles::new(&ludex_environments::scene::kinds(&game));
        crate::games::legend(&game, &tiles)
    });
    Ok(
        json!({ "game": all(&texts.game, &diagnostics), "levels": levels, "stage": stage, "problem": problem, "legend": palette }),
    )
}

fn all(text: &str, diagnostics: &[Diagnostic]) -> Vec<Value> {
    let place = Units::new(text);
    diagnostics.iter().map(|diagnostic| one(&place, diagnostic)).collect()
}

fn one(place: &Units<'_>, diagnostic: &Diagnostic) -> Value {
    let related = diagnostic
        .labels
        .iter()
        .map(|label| json!({ "from": place.of(label.span.start), "message": label.message }));
    let Span { start, end } = diagnostic.span;
    json!({
        "from": place.of(start),
        "to": place.of(end),
        "line": place.line(start),
        "code": diagnostic.code.id(),
        "severity": diagnostic.severity().to_string(),
        "message": diagnostic.message,
        "note": diagnostic.note,
        "help": diagnostic.help,
        "related": related.collect::<Vec<_>>(),
    })
}

/// From bytes to the units that scripts count in: UTF-16, each end of a line as one.
struct Units<'a> {
    text: &'a str,
}

impl<'a> Units<'a> {
    fn new(text: &'a str) -> Units<'a> {
        Units { text }
    }

    fn of(&self, byte: usize) -> usize {
        let before = self.text.get(..byte.min(self.text.len())).unwrap_or(self.text);
        before.encode_utf16().count()
    }

    fn line(&self, byte: usize) -> usize {
        self.text.get(..byte.min(self.text.len())).unwrap_or(self.text).matches('\n').count() + 1
    }
}

/// Every word of the language, for completion and for explanations.
pub(crate) fn words() -> Value {
    articles().iter().map(Article::json).collect()
}

/// A game to begin with.
pub(crate) fn begin(name: &str) -> Value {
    let (game, level) = template(name);
    json!({ "name": name, "game": game, "levels": [level] })
}

/// Writes a game into a folder of its own, in the folder for games.
pub(crate) fn save(folder: Option<&Path>, save: &Save) -> Result<Value, Refusal> {
    let folder = folder.ok_or_else(|| {
        Refusal::bad(
            "there is no folder to save to: start the studio with --save DIR. The draft is kept meanwhile",
        )
    })?;
    let name = checked_name(&save.name)?;
    if save.levels.is_empty() || save.levels.len() > LEVELS {
        return Err(Refusal::bad(format!("a game has from 1 to {LEVELS} levels")));
    }
    if save.game.len().max(save.levels.iter().map(String::len).max().unwrap_or(0)) > limits::TEXT {
        return Err(Refusal::bad("the text is too long"));
    }
    let failed = |error: std::io::Error| Refusal { status: 500, text: format!("cannot save: {error}") };
    fs::create_dir_all(folder).map_err(failed)?;
    let place = folder.join(name);
    if fs::symlink_metadata(&place).is_ok_and(|known| known.is_symlink()) {
        return Err(Refusal::bad(format!(
            "{name} is a link, and links are not followed: choose another name"
        )));
    }
    if place.exists() && !save.overwrite {
        return Err(Refusal { status: 409, text: format!("there is a game {name} already") });
    }
    fs::create_dir_all(&place).map_err(failed)?;
    write(&place.join("game.vgdl"), &save.game).map_err(failed)?;
    for (number, level) in save.levels.iter().enumerate() {
        write(&place.join(format!("level{number}.txt")), level).map_err(failed)?;
    }
    // Levels that were taken out.
    for number in save.levels.len()..LEVELS {
        let _ = fs::remove_file(place.join(format!("level{number}.txt")));
    }
    Ok(json!({ "name": name, "files": save.levels.len() + 1 }))
}

/// A whole file or none: a new one takes the place of the old one, so that no link is followed.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let new = path.with_extension("new");
    let _ = fs::remove_file(&new);
    fs::write(&new, text)?;
    fs::rename(&new, path)
}

/// Names that are safe in every file system.
fn checked_name(name: &str) -> Result<&str, Refusal> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let good = (1..=40).contains(&name.len()) && name.chars().all(allowed);
    let text = "a name has up to 40 letters, digits, - and _";
    if good { Ok(name) } else { Err(Refusal::bad(text)) }
}

fn draft_file(data: &Path, name: &str) -> Result<PathBuf, Refusal> {
    Ok(data.join("drafts").join(format!("{}.json", checked_name(name)?)))
}

/// All drafts, by name.
pub(crate) fn drafts(data: &Path) -> Value {
    let files = fs::read_dir(data.join("drafts")).into_iter().flatten().flatten();
    let mut names: Vec<String> = files
        .filter_map(|file| file.file_name().to_str()?.strip_suffix(".json").map(str::to_owned))
        .filter(|name| checked_name(name).is_ok())
        .collect();
    names.sort();
    json!(names)
}

/// A draft.
pub(crate) fn draft(data: &Path, name: &str) -> Result<Value, Refusal> {
    let missing = || Refusal::missing("there is no such draft");
    let path = draft_file(data, name)?;
    if fs::symlink_metadata(&path).map_err(|_| missing())?.is_symlink() {
        return Err(missing());
    }
    let text = fs::read_to_string(path).map_err(|_| missing())?;
    serde_json::from_str(&text).map_err(|_| Refusal::bad("this draft cannot be read"))
}

/// Keeps a draft.
pub(crate) fn keep(data: &Path, name: &str, draft: &Value) -> Result<Value, Refusal> {
    let path = draft_file(data, name)?;
    let failed =
        |error: std::io::Error| Refusal { status: 500, text: format!("the draft cannot be kept: {error}") };
    let folder = data.join("drafts");
    fs::create_dir_all(&folder).map_err(failed)?;
    if !path.exists() && fs::read_dir(&folder).map_err(failed)?.count() >= DRAFTS {
        return Err(Refusal::bad(format!("there are {DRAFTS} drafts already: remove one")));
    }
    write(&path, &draft.to_string()).map_err(failed)?;
    Ok(json!({ "name": name }))
}

/// Throws a draft away.
pub(crate) fn forget(data: &Path, name: &str) -> Result<Value, Refusal> {
    fs::remove_file(draft_file(data, name)?).map_err(|_| Refusal::missing("there is no such draft"))?;
    Ok(json!({ "name": name }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_scripts_do() {
        let text = "\tä😀x\n😀y";
        let units = Units::new(text);
        let of = |piece: char| units.of(text.find(piece).unwrap());
        assert_eq!((of('ä'), of('x'), of('y')), (1, 4, 8));
        assert_eq!((units.of(text.len()), units.line(text.len())), (9, 2));
        // A place in the middle of a character is no reason to break down.
        assert_eq!(units.of(2), 9);
    }

    #[test]
    fn names_are_names() {
        for bad in ["", "..", "a/b", "a b", "ä", "x.json", &"x".repeat(41)] {
            assert!(checked_name(bad).is_err(), "{bad}");
        }
        assert!(checked_name("my-Game_2").is_ok());
    }
}
