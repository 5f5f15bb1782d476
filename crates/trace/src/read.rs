//! Reading recordings line by line, plain or compressed.

use crate::record::{Header, Sprite, Tick};
use crate::seen::{Look, SeenHeader};
use flate2::bufread::MultiGzDecoder;
use ludex_vgdl::TypeId;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// A line longer than this is no recording's.
const LONGEST_LINE: u64 = 64 << 20;

/// What is wrong with a file of recordings, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceError {
    /// The file.
    pub file: PathBuf,
    /// The line and, if known, the column, counted from 1.
    pub place: Option<(usize, Option<usize>)>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        match self.place {
            None => {}
            Some((line, None)) => write!(f, ":{line}")?,
            Some((line, Some(column))) => write!(f, ":{line}:{column}")?,
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for TraceError {}

/// A file of either kind, its first line read.
pub enum Trace {
    /// A game, tick by tick.
    Recording(RecordingReader),
    /// What an agent was shown at some of the ticks.
    Seen(SeenReader),
}

impl Trace {
    /// Opens a file, compressed or not.
    pub fn open(path: &Path) -> Result<Trace, TraceError> {
        let fail = |error: io::Error| TraceError {
            file: path.to_owned(),
            place: None,
            message: format!("cannot be opened: {error}"),
        };
        Trace::read(path, File::open(path).map_err(fail)?)
    }

    /// Reads from anywhere; the path is for messages.
    pub fn read(path: &Path, input: impl Read + Send + 'static) -> Result<Trace, TraceError> {
        let mut lines = Lines::new(path, input)?;
        if !lines.advance()? {
            return Err(lines.error("is empty: expected a recording's header"));
        }
        /// Only recordings list the sprites.
        #[derive(Deserialize)]
        struct Kind {
            sprites: Option<IgnoredAny>,
        }
        match lines.parse::<Kind>("a recording's header")?.sprites {
            Some(_) => RecordingReader::new(lines).map(Trace::Recording),
            None => SeenReader::new(lines).map(Trace::Seen),
        }
    }
}

/// Reads a recording's ticks one after the other.
pub struct RecordingReader {
    header: Header,
    lines: Lines,
    next: u32,
    ended: bool,
}

impl RecordingReader {
    fn new(lines: Lines) -> Result<Self, TraceError> {
        let header: Header = lines.parse("a recording's header")?;
        if header.players == 0 || header.players > 2 {
            return Err(lines.error(format!("players is {}: expected 1 or 2", header.players)));
        }
        if header.actions.len() != header.players {
            return Err(lines.error(format!(
                "actions has {} lists for {} players",
                header.actions.len(),
                header.players
            )));
        }
        let reader = RecordingReader { header, lines, next: 0, ended: false };
        reader.check_types("order", reader.header.order.iter().copied())?;
        reader.check_sprites("sprites", &reader.header.sprites)?;
        Ok(reader)
    }

    /// The first line.
    pub fn header(&self) -> &Header {
        &self.header
    }

    fn next_tick(&mut self) -> Result<Option<Tick>, TraceError> {
        if !self.lines.advance()? {
            return Ok(None);
        }
        let tick: Tick = self.lines.parse("a tick")?;
        self.check(&tick)?;
        self.next += 1;
        self.ended = tick.ended;
        Ok(Some(tick))
    }

    fn check(&self, tick: &Tick) -> Result<(), TraceError> {
        let error = |message: String| Err(self.lines.error(message));
        if self.ended {
            return error("a tick after the one that ended the game".to_owned());
        }
        if tick.t != self.next {
            return error(format!("tick {} where tick {} is expected", tick.t, self.next));
        }
        let players = self.header.players;
        for (key, len) in [("a", tick.actions.len()), ("s", tick.scores.len()), ("w", tick.winners.len())] {
            if len != players {
                return error(format!("`{key}` has {len} entries for {players} players"));
            }
        }
        if players < 2 && tick.inventory1.is_some() {
            return error("`i1` in a game of one player".to_owned());
        }
        self.check_sprites("c", &tick.changed)?;
        let active = tick.events.iter().flat_map(|event| [event.active_type, event.passive_type]);
        self.check_types("v", active)?;
        let carried =
            [&tick.inventory0, &tick.inventory1].into_iter().flatten().flat_map(|i| i.keys().copied());
        self.check_types("i", carried)
    }

    fn check_sprites(&self, key: &str, sprites: &[Sprite]) -> Result<(), TraceError> {
        self.check_types(key, sprites.iter().map(|sprite| sprite.kind))
    }

    fn check_types(&self, key: &str, mut types: impl Iterator<Item = TypeId>) -> Result<(), TraceError> {
        let count = self.header.types.len();
        match types.find(|&t| usize::from(t) >= count) {
            None => Ok(()),
            Some(t) => {
                Err(self.lines.error(format!("`{key}` names type {t}, but there are only {count} types")))
            }
        }
    }
}

impl Iterator for RecordingReader {
    type Item = Result<Tick, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_tick().transpose()
    }
}

/// Reads what an agent was shown, one tick after the other.
pub struct SeenReader {
    header: SeenHeader,
    lines: Lines,
    last: Option<u32>,
}

impl SeenReader {
    fn new(lines: Lines) -> Result<Self, TraceError> {
        Ok(SeenReader {
            header: lines.parse("the header of a recording or of a file of observations")?,
            lines,
            last: None,
        })
    }

    /// The first line.
    pub fn header(&self) -> &SeenHeader {
        &self.header
    }

    fn next_look(&mut self) -> Result<Option<Look>, TraceError> {
        if !self.lines.advance()? {
            return Ok(None);
        }
        let look: Look = self.lines.parse("what was seen at a tick")?;
        if self.last.is_some_and(|last| look.t <= last) {
            return Err(self.lines.error(format!("tick {} is not after the line before", look.t)));
        }
        if look.t as usize > self.header.actions.len() {
            return Err(self.lines.error(format!(
                "tick {} is never reached: the header has {} actions",
                look.t,
                self.header.actions.len()
            )));
        }
        self.last = Some(look.t);
        Ok(Some(look))
    }
}

impl Iterator for SeenReader {
    type Item = Result<Look, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_look().transpose()
    }
}

/// The lines of a file, with what it takes to say where something is wrong.
struct Lines {
    path: PathBuf,
    input: Box<dyn BufRead + Send>,
    line: Vec<u8>,
    number: usize,
}

impl Lines {
    fn new(path: &Path, input: impl Read + Send + 'static) -> Result<Lines, TraceError> {
        /// The first bytes of every gzip file.
        const GZIP: [u8; 2] = [0x1f, 0x8b];
        let mut input = BufReader::new(input);
        let compressed = input.fill_buf().map(|start| start.starts_with(&GZIP)).map_err(|error| {
            TraceError { file: path.to_owned(), place: None, message: format!("cannot be read: {error}") }
        })?;
        let input: Box<dyn BufRead + Send> =
            if compressed { Box::new(BufReader::new(MultiGzDecoder::new(input))) } else { Box::new(input) };
        Ok(Lines { path: path.to_owned(), input, line: Vec::new(), number: 0 })
    }

    /// Goes to the next line; false at the end.
    fn advance(&mut self) -> Result<bool, TraceError> {
        self.line.clear();
        self.number += 1;
        let mut limited = self.input.by_ref().take(LONGEST_LINE);
        let read = limited.read_until(b'\n', &mut self.line);
        match read {
            Err(error) => Err(self.error(format!("cannot be read: {error}"))),
            Ok(read) if read as u64 == LONGEST_LINE => {
                Err(self.error("the line is too long for a recording"))
            }
            Ok(read) => Ok(read > 0),
        }
    }

    fn parse<T: DeserializeOwned>(&self, what: &str) -> Result<T, TraceError> {
        serde_json::from_slice(&self.line).map_err(|error| {
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            TraceError {
                file: self.path.clone(),
                place: Some((self.number, Some(error.column().max(1)))),
                message: format!("not {what}: {message}"),
            }
        })
    }

    fn error(&self, message: impl Into<String>) -> TraceError {
        TraceError { file: self.path.clone(), place: Some((self.number, None)), message: message.into() }
    }
}
