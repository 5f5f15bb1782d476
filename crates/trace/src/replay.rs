//! Going through a recording tick by tick, comparing as it goes.

use crate::difference::{self, Difference, Names};
use crate::games::{Games, Playable};
use crate::read::{RecordingReader, TraceError};
use crate::record::{Header, Tick};
use crate::verify::{Divergence, Moment};
use crate::watch::{Source, Watcher};
use ludex_engine::State;
use ludex_vgdl::Game;
use std::fmt;

/// A recording that is being played again.
pub struct Replay {
    recording: RecordingReader,
    types: Vec<String>,
    game: Game,
    state: State,
    watcher: Watcher,
}

/// Why a recording was not replayed to its end.
#[derive(Debug, Clone)]
pub enum Stop {
    /// The engine and the recording part.
    Divergent(Divergence),
    /// It cannot be read, or its game cannot be played.
    Broken(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Divergent(divergence) => divergence.fmt(f),
            Stop::Broken(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Stop {}

impl From<TraceError> for Stop {
    fn from(error: TraceError) -> Stop {
        Stop::Broken(error.to_string())
    }
}

/// Stops if there are differences.
pub(crate) fn agree(moment: Moment, differences: Vec<Difference>) -> Result<(), Stop> {
    if differences.is_empty() { Ok(()) } else { Err(Stop::Divergent(Divergence { moment, differences })) }
}

impl Replay {
    /// Builds the recorded level and compares it with the recording's.
    pub fn start(recording: RecordingReader, games: &Games) -> Result<Replay, Stop> {
        let expected = recording.header();
        let Playable { game, world } = games
            .open(&expected.file, &expected.level_file)
            .map_err(|error| Stop::Broken(error.to_string()))?;
        let state = State::new(&world, expected.seed);
        let source = Source {
            file: expected.file.clone(),
            level_file: expected.level_file.clone(),
            seed: expected.seed,
            policy: expected.policy.clone(),
        };
        let (watcher, header) = Watcher::start(&state, source);
        agree(Moment::Start, difference::of_headers(expected, &header))?;
        let types = header.types;
        Ok(Replay { recording, types, game, state, watcher })
    }

    /// What the recording says of itself.
    pub fn header(&self) -> &Header {
        self.recording.header()
    }

    /// The game's description.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game after the ticks replayed so far.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Plays the next tick and compares; none after the last.
    pub fn step(&mut self) -> Result<Option<Tick>, Stop> {
        let Some(tick) = self.recording.next() else { return Ok(None) };
        let tick = tick?;
        self.state.play(&tick.actions);
        let got = self.watcher.tick(&self.state, tick.t, &tick.actions);
        let now = |id| self.watcher.sprite(id);
        agree(Moment::Tick(tick.t), difference::of_ticks(&tick, &got, Names(&self.types), now))?;
        Ok(Some(tick))
    }
}
