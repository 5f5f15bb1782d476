//! Writing down a game while it is played.

use std::path::{Path, PathBuf};

use ludex_engine::{Action, State};
use ludex_trace::watch::{Source, Watcher};
use ludex_trace::write::Writer;

/// A recording that is being written.
pub struct Recording {
    path: PathBuf,
    watcher: Watcher,
    writer: Writer,
    tick: u32,
}

impl Recording {
    /// Starts a file for a game before its first tick; compressed if its name ends in `.gz`.
    pub fn start(path: &Path, state: &State, source: Source) -> Result<Recording, String> {
        let (watcher, header) = Watcher::start(state, source);
        let writer = Writer::create(path, &header).map_err(|error| unwritable(path, &error))?;
        Ok(Recording { path: path.to_owned(), watcher, writer, tick: 0 })
    }

    /// Adds the tick that these actions led to.
    pub fn tick(&mut self, state: &State, actions: &[Action]) -> Result<(), String> {
        let tick = self.watcher.tick(state, self.tick, actions);
        self.writer.tick(&tick).map_err(|error| unwritable(&self.path, &error))?;
        self.tick += 1;
        Ok(())
    }

    /// Ends the file.
    pub fn finish(self) -> Result<(), String> {
        self.writer.finish().map_err(|error| unwritable(&self.path, &error))
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}
