//! What can go wrong with a results file, and what to do about it.

use std::path::PathBuf;

/// Why results could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite said no.
    #[error("{path}: {source}", path = path.display())]
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
    #[error("{path} is not a results file of Ludex", path = .0.display())]
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

fn changed_text(path: &std::path::Path, changed: &[(String, u32, u64)]) -> String {
    let list: Vec<String> = changed
        .iter()
        .take(5)
        .map(|(game, level, plays)| format!("{game} level {level} ({plays} games played)"))
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
