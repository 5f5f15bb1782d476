//! What can go wrong with a results file, and what to do about it.

use std::path::PathBuf;

/// Why results could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// SQLite said no.
    #[error("{path}: {source}{}", recovery(path, source), path = path.display())]
    Sqlite {
        /// The results file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The file system said no.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Nothing there.
    #[error("there are no results at {path}: give the folder or file that `ludex arena --out` wrote", path = .0.display())]
    Missing(PathBuf),
    /// Some other file.
    #[error("{path} is not a results file of Ludex, or a damaged one: give the folder or file that `ludex arena --out` wrote. Of a damaged \
             file `sqlite3 {path} .recover | sqlite3 recovered.sqlite` saves what can be read", path = .0.display())]
    Foreign(PathBuf),
    /// Written by another version of Ludex that keeps results in another way.
    #[error("{path} was written by {}", if *newer { "a newer Ludex: update this one" } else { "an older Ludex, which can still read it: give this one its own folder with --out" }, path = path.display())]
    Layout {
        /// The results file.
        path: PathBuf,
        /// Whether that Ludex is newer than this one.
        newer: bool,
    },
    /// Another run is writing.
    #[error("another run is writing to {path} ({owner}): wait until it ends, or give this one its own folder with --out", path = path.display())]
    Locked {
        /// The results file.
        path: PathBuf,
        /// Who holds it, as far as known.
        owner: String,
    },
    /// Game files differ from those that earlier results were played with.
    #[error("{}", changed_text(path, changed))]
    Changed {
        /// The results file.
        path: PathBuf,
        /// Game and level of each difference, with the number of plays recorded with the old text.
        changed: Vec<(String, u32, u64)>,
    },
    /// Two results files have the same game.
    #[error("{first} and {second} have the same game, {game} level {level} played by {agent} with the same seed, which would count twice: results that are to be added up are played with another --seed", first = first.display(), second = second.display())]
    Twice {
        /// The first results file.
        first: PathBuf,
        /// The second.
        second: PathBuf,
        /// Who played.
        agent: String,
        /// What.
        game: String,
        /// Which level.
        level: u32,
    },
    /// A report is to compare everybody with an agent that is not there, or there more than once.
    #[error("{} `{name}` in these results: give --control one of {}", if *several { "there is more than one" } else { "there is no" }, labels.iter().map(|label| format!("`{label}`")).collect::<Vec<_>>().join(", "))]
    Control {
        /// What was asked for.
        name: String,
        /// Whether several agents fit.
        several: bool,
        /// What could have been asked for.
        labels: Vec<String>,
    },
    /// Results at the same place were played with another seed.
    #[error(
        "{path} has games played with --seed {before}, and this run has --seed {now}: in one folder they would be mixed, and agents \
         compared over different games.\nGive this run its own folder with --out (`ludex report ONE OTHER` adds both up), or go on \
         with --seed {before}",
        path = path.display()
    )]
    OtherSeed {
        /// The results file.
        path: PathBuf,
        /// The seed of what is there.
        before: u64,
        /// The seed asked for.
        now: u64,
    },
    /// Two results files were played with different texts of a game.
    #[error("{first} and {second} were played with different versions of {game} (level {level}), so that their results cannot be added up: report on them one by one", first = first.display(), second = second.display())]
    Differing {
        /// The first results file.
        first: PathBuf,
        /// The second.
        second: PathBuf,
        /// A game that differs.
        game: String,
        /// The level in which it does.
        level: u32,
    },
}

/// What to do about a file that SQLite finds damaged.
fn recovery(path: &std::path::Path, source: &rusqlite::Error) -> String {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    if !matches!(source.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase)) {
        return String::new();
    }
    let path = path.display();
    format!(
        "\nThe file is damaged. Play into another folder with --out; `sqlite3 {path} .recover | sqlite3 recovered.sqlite` saves what \
         can be read of it"
    )
}

fn changed_text(path: &std::path::Path, changed: &[(String, u32, u64)]) -> String {
    let list: Vec<String> = changed
        .iter()
        .take(5)
        .map(|(game, level, plays)| {
            format!("{game} level {level} ({plays} game{} played)", if *plays == 1 { "" } else { "s" })
        })
        .collect();
    let more = changed.len().saturating_sub(list.len());
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!(
        "these game files have changed since {} was written: {}{tail}.\nResults of two versions of a game are not mixed: \
         put the old files back, or start anew in another folder with --out",
        path.display(),
        list.join(", "),
    )
}
