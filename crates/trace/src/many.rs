//! Replaying many recordings at once.

use crate::games::Games;
use crate::verify::{Verdict, verify};
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The recordings that these paths name, in order: files themselves, and of folders all files whose names end in
/// `.jsonl` or `.jsonl.gz`, however deep.
pub fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let mut found = Vec::new();
    for path in paths {
        let is_folder = fs::metadata(path).map_err(|error| (path.clone(), error))?.is_dir();
        if is_folder {
            find_inside(path, &mut found).map_err(|error| (path.clone(), error))?;
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn find_inside(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // Links are not followed: a folder inside itself would never end.
        if entry.file_type()?.is_dir() {
            find_inside(&entry.path(), found)?;
        } else if name.ends_with(".jsonl") || name.ends_with(".jsonl.gz") {
            found.push(entry.path());
        }
    }
    Ok(())
}

/// Replays recordings on all cores. `report` is called for each in the order of the list, as soon as it and all
/// before it are done.
pub fn verify_all(files: &[PathBuf], games: &Games, mut report: impl FnMut(&Path, Verdict)) {
    let taken = AtomicUsize::new(0);
    let take = || {
        let index = taken.fetch_add(1, Ordering::Relaxed);
        files.get(index).map(|file| (index, file))
    };
    let (sender, receiver) = mpsc::channel();
    let workers = thread::available_parallelism().map_or(1, usize::from).min(files.len());
    thread::scope(|scope| {
        for _ in 0..workers {
            let sender = sender.clone();
            scope.spawn(move || {
                while let Some((index, file)) = take() {
                    if sender.send((index, verify_guarded(file, games))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<Verdict>> = files.iter().map(|_| None).collect();
        let mut done = 0;
        for (index, verdict) in receiver {
            waiting[index] = Some(verdict);
            while let Some(verdict) = waiting.get_mut(done).and_then(Option::take) {
                report(&files[done], verdict);
                done += 1;
            }
        }
    });
}

/// One recording that crashes the engine must not hide what became of the others.
fn verify_guarded(file: &Path, games: &Games) -> Verdict {
    panic::catch_unwind(AssertUnwindSafe(|| verify(file, games))).unwrap_or_else(|_| {
        Verdict::Broken("the engine panicked: this is a defect of Ludex, please report it".to_owned())
    })
}
