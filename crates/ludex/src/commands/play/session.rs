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
    /// What the players have chosen for the next tick.
    chosen: Vec<Option<Action>>,
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
            chosen: vec![None; world.players()],
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

    /// How many people play.
    pub fn players(&self) -> usize {
        self.chosen.len()
    }

    /// A player chooses what to do in the next tick; the last choice counts.
    pub fn choose(&mut self, player: usize, action: Action) {
        if let Some(place) = self.chosen.get_mut(player) {
            *place = Some(action);
        }
    }

    /// The player that the others are waiting for, if some have chosen and this one has not. The dead need not choose.
    pub fn waits_for(&self) -> Option<usize> {
        let observation = self.moment.state.observe();
        let missing = |player: &usize| self.chosen[*player].is_none() && observation.is_avatar_alive(*player);
        (0..self.players()).find(missing).filter(|_| self.chosen.iter().any(Option::is_some))
    }

    /// Plays a tick if everybody has chosen.
    pub fn tick_if_ready(&mut self) -> Result<bool, String> {
        let ready = self.chosen.iter().any(Option::is_some) && self.waits_for().is_none();
        if ready { self.tick().map(|()| true) } else { Ok(false) }
    }

    /// Plays a tick, unless the game has ended. Who has not chosen does nothing, and what an avatar cannot do becomes NIL.
    pub fn tick(&mut self) -> Result<(), String> {
        let mut state = self.moment.state.clone();
        if state.is_over() {
            return Ok(());
        }
        let chosen = self.chosen.iter_mut().map(|chosen| chosen.take().unwrap_or(Action::Nil));
        let actions: Vec<Action> =
            chosen.enumerate().map(|(player, action)| state.legal(player, action)).collect();
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
