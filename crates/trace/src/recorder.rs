//! Playing a game and writing down what happens.

use crate::policy::Policy;
use crate::record::Header;
use crate::watch::{Source, Watcher};
use crate::write::Writer;
use ludex_engine::{State, World};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// What came of a game that was recorded.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The game at its start.
    pub header: Header,
    /// How many ticks were played.
    pub ticks: u32,
    /// Has the game ended, or was its recording cut off?
    pub ended: bool,
    /// The score of each player.
    pub scores: Vec<f64>,
    /// For each player -1 while nothing is decided, 0 for a loss, 1 for a win.
    pub winners: Vec<i32>,
}

/// Plays a game to its end, or for so many ticks, and writes it to a file.
pub fn record(
    world: &Arc<World>,
    source: Source,
    mut policy: Policy,
    ticks: u32,
    path: &Path,
) -> io::Result<Played> {
    let mut state = State::new(world, source.seed);
    let (mut watcher, header) = Watcher::start(&state, source);
    let mut writer = Writer::create(path, &header)?;
    let mut t = 0;
    while t < ticks && !state.is_over() {
        let Some(mut actions) = policy.choose(&state) else { break };
        for (player, action) in actions.iter_mut().enumerate() {
            *action = state.legal(player, *action);
        }
        state.play(&actions);
        writer.tick(&watcher.tick(&state, t, &actions))?;
        t += 1;
    }
    writer.finish()?;
    let players = 0..world.players();
    Ok(Played {
        header,
        ticks: t,
        ended: state.is_over(),
        scores: players.clone().map(|player| state.score(player)).collect(),
        winners: players.map(|player| state.winner(player).key()).collect(),
    })
}
