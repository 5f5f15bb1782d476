//! Replaying recordings and comparing everything they say.

use crate::difference::{self, Difference};
use crate::games::Games;
use crate::read::{RecordingReader, SeenReader, Trace};
use crate::replay::{Replay, Stop, agree};
use crate::sight;
use ludex_engine::State;
use std::fmt;
use std::path::Path;

/// What came of replaying one recording.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// Everything agrees.
    Exact {
        /// How many ticks, or observations, were compared.
        compared: u32,
    },
    /// Something differs.
    Divergent(Divergence),
    /// It could not be replayed to its end.
    Broken(String),
}

impl Verdict {
    /// Does everything agree?
    pub fn is_exact(&self) -> bool {
        matches!(self, Verdict::Exact { .. })
    }
}

/// The first place where a recording and the engine part.
#[derive(Debug, Clone)]
pub struct Divergence {
    /// When.
    pub moment: Moment,
    /// In what; at least one.
    pub differences: Vec<Difference>,
}

/// A moment of a recorded game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The level is built, no tick is played.
    Start,
    /// After this tick.
    Tick(u32),
    /// What the agent is shown before this tick.
    Seen(u32),
    /// What a copy of that shows after the agent has advanced it.
    Advanced(u32),
}

impl Moment {
    /// The tick; none at the start.
    pub fn tick(self) -> Option<u32> {
        match self {
            Moment::Start => None,
            Moment::Tick(t) | Moment::Seen(t) | Moment::Advanced(t) => Some(t),
        }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Moment::Start => f.write_str("at the start"),
            Moment::Tick(t) => write!(f, "at tick {t}"),
            Moment::Seen(t) => write!(f, "in the observation at tick {t}"),
            Moment::Advanced(t) => write!(f, "in the advanced copy of the observation at tick {t}"),
        }
    }
}

impl fmt::Display for Divergence {
    /// The moment, then a line for each difference, but not hundreds of them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 12;
        write!(f, "differs {}", self.moment)?;
        for difference in self.differences.iter().take(SHOWN) {
            write!(f, "\n    {difference}")?;
        }
        match self.differences.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n    and {more} more"),
        }
    }
}

/// Replays a file, a recording or one of observations, with the games of a folder.
pub fn verify(path: &Path, games: &Games) -> Verdict {
    let compared = match Trace::open(path) {
        Ok(Trace::Recording(recording)) => verify_recording(recording, games),
        Ok(Trace::Seen(seen)) => verify_seen(seen, games),
        Err(error) => Err(error.into()),
    };
    match compared {
        Ok(compared) => Verdict::Exact { compared },
        Err(Stop::Divergent(divergence)) => Verdict::Divergent(divergence),
        Err(Stop::Broken(why)) => Verdict::Broken(why),
    }
}

fn verify_recording(recording: RecordingReader, games: &Games) -> Result<u32, Stop> {
    let mut replay = Replay::start(recording, games)?;
    let mut ticks = 0;
    while replay.step()?.is_some() {
        ticks += 1;
    }
    Ok(ticks)
}

fn verify_seen(seen: SeenReader, games: &Games) -> Result<u32, Stop> {
    let header = seen.header().clone();
    let world =
        games.world(&header.file, &header.level_file).map_err(|error| Stop::Broken(error.to_string()))?;
    let mut state = State::new(&world, header.seed);
    let mut actions = header.actions.iter();
    let mut played = 0;
    let mut looks = 0;
    for look in seen {
        let look = look?;
        for action in actions.by_ref().take((look.t - played) as usize) {
            state.play(&[*action]);
        }
        played = look.t;
        let mut copy = state.clone();
        agree(Moment::Seen(look.t), difference::of_observations(&look.seen, &sight::of(&copy)))?;
        copy.reseed(look.copy_seed);
        for action in &look.copy_actions {
            copy.advance(&[*action]);
        }
        agree(Moment::Advanced(look.t), difference::of_observations(&look.then, &sight::of(&copy)))?;
        looks += 1;
    }
    Ok(looks)
}
