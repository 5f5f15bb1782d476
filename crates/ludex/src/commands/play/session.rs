//! A game that a person plays, and its recording.

use std::path::PathBuf;
use std::sync::Arc;

use ludex_engine::{Action, State, World};
use ludex_trace::watch::Source;

use crate::recording::Recording;
use crate::terminal::moment::Moment;

/// A game in progress.
pub struct Session {
    world: Arc<World>,
    source: Source,
    path: Option<PathBuf>,
    moment: Moment,
    recording: Option<Recording>,
}

impl Session {
    /// Begins a game.
    pub fn start(world: &Arc<World>, source: Source, path: Option<PathBuf>) -> Result<Session, String> {
        let state = State::new(world, source.seed);
        let recording = path.as_ref().map(|path| Recording::start(path, &state, source.clone()));
        Ok(Session {
            world: Arc::clone(world),
            source,
            moment: Moment::new(state, Vec::new()),
            recording: recording.transpose()?,
            path,
        })
    }

    /// Begins again; the recording too.
    pub fn restart(&mut self) -> Result<(), String> {
        // The old file must be closed before a new one of its name is begun.
        self.recording = None;
        *self = Session::start(&self.world, self.source.clone(), self.path.take())?;
        Ok(())
    }

    /// The game now.
    pub fn moment(&self) -> &Moment {
        &self.moment
    }

    /// Plays a tick, unless the game has ended. What the avatar cannot do becomes NIL.
    pub fn act(&mut self, action: Action) -> Result<(), String> {
        let mut state = self.moment.state.clone();
        if state.is_over() {
            return Ok(());
        }
        let mut actions = vec![Action::Nil; self.world.players()];
        if let Some(first) = actions.first_mut() {
            *first = state.legal(0, action);
        }
        state.play(&actions);
        if let Some(recording) = &mut self.recording {
            recording.tick(&state, &actions)?;
        }
        self.moment = Moment::new(state, actions);
        Ok(())
    }

    /// Ends the recording; the game as it was left.
    pub fn finish(self) -> Result<Moment, String> {
        self.recording.map_or(Ok(()), Recording::finish)?;
        Ok(self.moment)
    }
}
