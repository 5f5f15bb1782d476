//! Writing recordings.

use crate::record::{Header, Tick};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a recording line by line.
pub struct Writer {
    output: Output,
}

enum Output {
    Plain(BufWriter<File>),
    Gzip(GzEncoder<BufWriter<File>>),
}

impl Writer {
    /// Starts a file; compressed if its name ends in `.gz`.
    pub fn create(path: &Path, header: &Header) -> io::Result<Writer> {
        let file = BufWriter::new(File::create(path)?);
        let compressed = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
        let output = if compressed {
            Output::Gzip(GzEncoder::new(file, Compression::best()))
        } else {
            Output::Plain(file)
        };
        let mut writer = Writer { output };
        writer.line(header)?;
        Ok(writer)
    }

    /// Adds the next tick.
    pub fn tick(&mut self, tick: &Tick) -> io::Result<()> {
        self.line(tick)
    }

    /// Ends the file. Without this the end of a recording can be missing.
    pub fn finish(self) -> io::Result<()> {
        match self.output {
            Output::Plain(mut file) => file.flush(),
            Output::Gzip(encoder) => encoder.finish()?.flush(),
        }
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let output: &mut dyn Write = match &mut self.output {
            Output::Plain(file) => file,
            Output::Gzip(encoder) => encoder,
        };
        serde_json::to_writer(&mut *output, value)?;
        output.write_all(b"\n")
    }
}
