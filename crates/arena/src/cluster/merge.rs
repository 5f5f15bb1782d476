//! One results file of the files of all shards.

use super::{ClusterError, Outline, RunFile, RunFolder, Shard, folder};
use crate::plan::clock_of;
use crate::store::{FILE_NAME, Results, StoreError, absorb, private, read_mark, shard_files};
use rusqlite::{Connection, params};
use serde::Serialize;
use std::fs::File;
use std::path::{Path, PathBuf};

/// How many cells are named.
const NAMED: usize = 20;

/// What came of a merge.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Merged {
    /// The results file; none if nothing was to be written.
    pub results: Option<PathBuf>,
    /// Games of the plan.
    pub games: u64,
    /// Games that have a result.
    pub done: u64,
    /// Games without a result.
    pub missing: u64,
    /// Some of them.
    pub missing_examples: Vec<String>,
    /// The shards that they are of.
    pub missing_shards: Vec<u32>,
    /// Games that two shards have.
    pub doubled: u64,
    /// Some of them.
    pub doubled_examples: Vec<String>,
    /// Shards that have brought rows.
    pub shards: u32,
}

/// Merges the shards of a run into its results file. The same files give the same rows, however often and in however many
/// steps they are merged, as the results are always made anew. With `write` false it only looks.
///
/// The results are made under another name and renamed, without locks or a log, so that the folder may be on a network file system.
pub fn merge(run: &RunFolder, write: bool, progress: impl Fn(u32, u32)) -> Result<Merged, ClusterError> {
    let known = RunFile::read(run)?.ok_or_else(|| ClusterError::NoRun(run.path().to_owned()))?;
    let outline = Outline::new(&known.experiment)?;
    if outline.hash() != known.plan {
        return Err(ClusterError::OtherRun {
            folder: run.path().to_owned(),
            difference: "the games here have other texts than those that it was planned with".to_owned(),
        });
    }
    let results = run.path().join(FILE_NAME);
    let place = if write { folder::temporary(&results) } else { std::env::temp_dir().join(temporary_name()) };
    let merged = gather(run, &known, &outline, &place, progress).and_then(|mut merged| {
        if write {
            refuse_fewer(&results, &place)?;
            let io = |source| ClusterError::Io { path: results.clone(), source };
            File::open(&place).and_then(|file| file.sync_all()).map_err(io)?;
            std::fs::rename(&place, &results).map_err(io)?;
            merged.results = Some(results.clone());
        }
        Ok(merged)
    });
    let _ = std::fs::remove_file(&place);
    merged
}

fn temporary_name() -> String {
    format!("ludex-merge-{}.sqlite", std::process::id())
}

fn gather(
    run: &RunFolder,
    known: &RunFile,
    outline: &Outline,
    place: &Path,
    progress: impl Fn(u32, u32),
) -> Result<Merged, ClusterError> {
    let mut connection = private(place)?;
    let files = shard_files(run.path())?;
    let mut merged = Merged { games: outline.games(), ..Merged::default() };
    let mut differing = 0;
    for (number, path) in (0..).zip(&files) {
        progress(number, u32::try_from(files.len()).unwrap_or(u32::MAX));
        refuse_other(path, known)?;
        let absorbed = absorb(&mut connection, run.path(), path)?;
        merged.shards += 1;
        merged.doubled += absorbed.doubled;
        differing += absorbed.differing;
        let room = NAMED.saturating_sub(merged.doubled_examples.len());
        merged.doubled_examples.extend(absorbed.examples.into_iter().take(room));
    }
    if differing > 0 && clock_of(&known.experiment.budget).is_none() {
        return Err(ClusterError::Differing(differing));
    }
    find_missing(&connection, outline, known.shards, &mut merged)
        .map_err(|source| StoreError::Sqlite { path: place.to_owned(), source })?;
    Ok(merged)
}

fn refuse_other(path: &Path, known: &RunFile) -> Result<(), ClusterError> {
    let other = |problem: String| ClusterError::OtherShard { path: path.to_owned(), problem };
    let mark = read_mark(path)?.ok_or_else(|| other("is no file of a shard".to_owned()))?;
    let mut expected = mark.clone();
    expected.plan.clone_from(&known.plan);
    expected.binary.clone_from(&known.program.hash);
    expected.count = known.shards;
    if mark == expected { Ok(()) } else { Err(other(mark.difference(&expected))) }
}

/// Looks for every game of the plan, one after the other: the plan need not be held in memory.
fn find_missing(
    connection: &Connection,
    outline: &Outline,
    shards: u32,
    merged: &mut Merged,
) -> rusqlite::Result<()> {
    let mut number = connection.prepare(
        "SELECT entrant.id, level.id FROM entrant, level WHERE agent = ?1 AND budget = ?2 AND lenient = ?3 AND learning = ?4
         AND game = ?5 AND level.level = ?6",
    )?;
    let mut numbers = Vec::new();
    for cell in outline.firsts() {
        let who = &cell.entrant;
        let found = number.query_row(
            params![who.agent, who.budget, who.lenient, who.learning, cell.game, cell.level],
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)),
        );
        numbers.push(match found {
            Ok(numbers) => Some(numbers),
            Err(rusqlite::Error::QueryReturnedNoRows) => None,
            Err(error) => return Err(error),
        });
    }
    let mut played = connection
        .prepare("SELECT 1 FROM play WHERE entrant = ?1 AND level = ?2 AND repetition = ?3 AND seed = ?4")?;
    let mut incomplete = vec![false; shards as usize];
    let mut failed = None;
    outline.deal(shards, |shard, first, repetition| {
        let cell = outline.cell(first, repetition);
        let found = numbers[first].map_or(Ok(false), |(entrant, level)| {
            played.exists(params![entrant, level, cell.repetition, cell.seed.cast_signed()])
        });
        match found {
            Ok(true) => merged.done += 1,
            Ok(false) => {
                merged.missing += 1;
                incomplete[shard as usize] = true;
                if merged.missing_examples.len() < NAMED {
                    let shard = Shard { index: shard, count: shards };
                    merged.missing_examples.push(format!(
                        "{} {} level {} repetition {} (shard {shard})",
                        cell.entrant.agent, cell.game, cell.level, cell.repetition
                    ));
                }
            }
            Err(error) => {
                failed.get_or_insert(error);
            }
        }
    });
    merged.missing_shards =
        (0..shards).zip(incomplete).filter(|(_, missing)| *missing).map(|(shard, _)| shard).collect();
    failed.map_or(Ok(()), Err)
}

/// Results are made anew of the shards' files: if some of those are gone, rows would be lost.
fn refuse_fewer(results: &Path, place: &Path) -> Result<(), ClusterError> {
    if !results.is_file() {
        return Ok(());
    }
    // Files, not folders: a folder of shards would be gathered.
    let (there, here) = (Results::open(results)?.count()?, Results::open(place)?.count()?);
    if there > here {
        return Err(ClusterError::Fewer { path: results.to_owned(), there, here });
    }
    Ok(())
}
