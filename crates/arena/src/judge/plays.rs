//! The ladder at play.

use super::{JudgeError, Question};
use crate::plan::{agent_seed, game_seed};
use ludex_agents::registry::STRONGEST;
use ludex_agents::{AgentSpec, Builder, Match, Rules};
use ludex_engine::{Action, World};
use ludex_vgdl::Level;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The agents that play, the weakest first: their order is that of their win rates over many games.
pub const LADDER: [&str; 6] = ["donothing", "random", "onestep", "samplemcts", "olets", STRONGEST];

/// Who sits in the other seat of a game of two: the middle of the ladder.
pub const PARTNER: &str = "samplemcts";

/// A level, ready to be played.
pub struct Stage {
    pub number: usize,
    pub level: Level,
    pub world: Arc<World>,
    pub recorded: Option<u32>,
}

impl Stage {
    pub fn all(question: &Question<'_>) -> Result<Vec<Stage>, JudgeError> {
        let stage = |(number, level, recorded): &(usize, Level, Option<u32>)| {
            let world = World::new(question.game, level)
                .map_err(|problem| JudgeError::Level { level: *number, problem })?;
            Ok(Stage { number: *number, level: level.clone(), world, recorded: *recorded })
        };
        question.levels.iter().map(stage).collect()
    }
}

/// A game that was played.
pub struct Play {
    /// The place of its level among all.
    pub level: usize,
    /// The agent's place on the ladder.
    pub rung: usize,
    pub seed: i64,
    pub win: bool,
    pub score: f64,
    pub ticks: u32,
    /// What all players did in each tick, for another look at the game.
    pub actions: Vec<Vec<Action>>,
}

/// Plays everything, and calls `each` after every play with how many of how many are done. None if it was stopped.
pub fn play_all(
    question: &Question<'_>,
    stages: &[Stage],
    stop: &AtomicBool,
    each: impl Fn(&Stage, &Play, usize, usize) + Sync,
) -> Option<Vec<Play>> {
    let agents: Vec<Arc<AgentSpec>> =
        LADDER.iter().filter_map(|name| Some(Arc::new(name.parse().ok()?))).collect();
    let partner: AgentSpec = PARTNER.parse().ok()?;
    // Repetition by repetition, so that what is shown meanwhile is about all levels.
    let todo: Vec<(u32, usize, usize)> = (0..question.plays)
        .flat_map(|rep| (0..stages.len()).map(move |level| (rep, level)))
        .flat_map(|(rep, level)| (0..agents.len()).map(move |rung| (rep, level, rung)))
        .collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let played = Mutex::new(Vec::with_capacity(todo.len()));
    let work = || {
        while let Some(&(rep, level, rung)) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            let stage = &stages[level];
            let number = stage.number as u32;
            let seed = game_seed(question.seed, "judge", number, rep).cast_signed();
            let own = (
                &*agents[rung] as &dyn Builder,
                agent_seed(question.seed, "judge", number, rep, LADDER[rung]),
            );
            let other =
                (&partner as &dyn Builder, agent_seed(question.seed, "partner", number, rep, PARTNER));
            // In a game of two both seats, turn by turn.
            let seat = if stage.world.players() > 1 { rep as usize % 2 } else { 0 };
            let seats = match (stage.world.players(), seat) {
                (1, _) => vec![own],
                (_, 0) => vec![own, other],
                _ => vec![other, own],
            };
            let mut game = Match::new(&stage.world, seed, &seats, Rules::new(question.budget));
            let mut actions = Vec::new();
            while !game.is_over() {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                actions.push(game.step().to_vec());
            }
            let result = game.result();
            let Some(player) = result.players.get(seat) else { return };
            let (win, score, ticks) = (player.won(), player.score, result.ticks);
            let play = Play { level, rung, seed, win, score, ticks, actions };
            each(stage, &play, 1 + done.fetch_add(1, Ordering::Relaxed), todo.len());
            let play = Play { actions: Vec::new(), ..play };
            played.lock().unwrap_or_else(PoisonError::into_inner).push(play);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..question.jobs.max(1) {
            scope.spawn(work);
        }
        work();
    });
    let mut played: Vec<Play> = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|play| (play.level, play.rung, play.seed));
    (played.len() == todo.len()).then_some(played)
}
