//! A game in progress that knows how it came about.

use ludex_engine::{Action, State};

use crate::error::RestoreError;
use crate::stage::Stage;

/// A state with its seed and everything that was done since.
///
/// That is how it is saved: not the state, which has no form outside of the engine, but the way to it. A few bytes a tick are
/// enough, nothing in them can break the engine, and playing a whole game again takes less than a millisecond.
#[derive(Debug)]
pub struct Session {
    state: State,
    seed: i64,
    log: Vec<u8>,
}

/// What a saved state begins with.
const MAGIC: &[u8; 4] = b"LUDX";
/// The form of saved states.
const FORM: u8 = 1;

/// Entries of the log. A tick is one byte: the actions of two players with three bits each, and whether the game itself was
/// played or a model of it.
const PLAYED: u8 = 1 << 6;
const RESEED: u8 = 0x80;
const ESCAPE: u8 = 0x81;

impl Session {
    /// The beginning of a game.
    pub fn new(stage: &Stage, seed: i64) -> Session {
        Session { state: State::new(stage.world(), seed), seed, log: Vec::new() }
    }

    /// Begins another game, in memory that is already there.
    pub fn restart(&mut self, stage: &Stage, seed: i64) {
        self.state.clone_from(stage.start());
        self.state.reseed(seed);
        self.seed = seed;
        self.log.clear();
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The seed that the game began with.
    pub fn seed(&self) -> i64 {
        self.seed
    }

    /// Plays a tick of the game itself. Actions that an avatar does not have become NIL. After the end nothing happens.
    pub fn play(&mut self, actions: &[Action]) {
        if self.state.is_over() {
            return;
        }
        let mut legal = [Action::Nil; 2];
        for (player, action) in actions.iter().enumerate().take(2) {
            legal[player] = self.state.legal(player, *action);
        }
        self.state.play(&legal[..actions.len().min(2)]);
        self.note(PLAYED, legal);
    }

    /// Plays a tick of the forward model, as agents do when they plan. After the end nothing happens.
    pub fn advance(&mut self, actions: &[Action]) {
        if self.state.is_over() {
            return;
        }
        let mut both = [Action::Nil; 2];
        both.iter_mut().zip(actions).for_each(|(place, action)| *place = *action);
        self.state.advance(&both[..actions.len().min(2)]);
        self.note(0, both);
    }

    /// Gives what happens by chance from now on another course.
    pub fn reseed(&mut self, seed: i64) {
        self.state.reseed(seed);
        self.log.push(RESEED);
        self.log.extend(seed.to_le_bytes());
    }

    /// Leaves the game: it ends with nobody winning.
    pub fn escape(&mut self) {
        self.state.escape();
        self.log.push(ESCAPE);
    }

    /// The actions of each tick so far, one for each of two players, or nothing if not all of it was the game itself.
    pub fn actions(&self) -> Option<Vec<[Action; 2]>> {
        let played = |byte: &u8| byte & (RESEED | PLAYED) == PLAYED;
        self.log.iter().all(played).then(|| self.log.iter().filter_map(|byte| ticked(*byte)).collect())
    }

    fn note(&mut self, kind: u8, [first, second]: [Action; 2]) {
        self.log.push(kind | first as u8 | (second as u8) << 3);
    }

    /// The state as bytes.
    pub fn save(&self, stage: &Stage) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.log.len() + 32);
        bytes.extend(MAGIC);
        bytes.push(FORM);
        bytes.extend(stage.identity().to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.state.digest_with_rng().to_le_bytes());
        bytes.extend(&self.log);
        bytes
    }

    /// The state that these bytes were [saved](Session::save) from.
    pub fn restore(stage: &Stage, bytes: &[u8]) -> Result<Session, RestoreError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(RestoreError::NotSaved)?;
        let (&form, rest) = rest.split_first().ok_or(RestoreError::NotSaved)?;
        if form != FORM {
            return Err(RestoreError::Version(form));
        }
        let (identity, rest) = number(rest)?;
        if identity != stage.identity() {
            return Err(RestoreError::OtherGame);
        }
        let (seed, rest) = number(rest)?;
        let (digest, log) = number(rest)?;
        let mut session = Session::new(stage, seed.cast_signed());
        session.replay(log, stage.world().players())?;
        match session.state.digest_with_rng() == digest {
            true => Ok(session),
            false => Err(RestoreError::PlaysDifferently),
        }
    }

    fn replay(&mut self, log: &[u8], players: usize) -> Result<(), RestoreError> {
        let mut rest = log;
        while let Some((&entry, after)) = rest.split_first() {
            rest = after;
            match entry {
                RESEED => {
                    let (seed, after) = number(rest)?;
                    self.state.reseed(seed.cast_signed());
                    rest = after;
                }
                ESCAPE => self.state.escape(),
                tick => {
                    let actions = ticked(tick).ok_or(RestoreError::NotSaved)?;
                    let actions = &actions[..players.min(2)];
                    if tick & PLAYED != 0 { self.state.play(actions) } else { self.state.advance(actions) }
                }
            }
        }
        self.log.clear();
        self.log.extend(log);
        Ok(())
    }
}

/// The actions of an entry that is a tick.
fn ticked(entry: u8) -> Option<[Action; 2]> {
    let action = |bits: u8| Action::ALL.get(usize::from(bits & 7)).copied();
    (entry & RESEED == 0).then_some(())?;
    Some([action(entry)?, action(entry >> 3)?])
}

/// A number at the beginning of some bytes, and what follows it.
fn number(bytes: &[u8]) -> Result<(u64, &[u8]), RestoreError> {
    let (number, rest) = bytes.split_first_chunk().ok_or(RestoreError::NotSaved)?;
    Ok((u64::from_le_bytes(*number), rest))
}

impl Clone for Session {
    fn clone(&self) -> Session {
        Session { state: self.state.clone(), seed: self.seed, log: self.log.clone() }
    }

    fn clone_from(&mut self, source: &Session) {
        self.state.clone_from(&source.state);
        self.seed = source.seed;
        self.log.clone_from(&source.log);
    }
}
