//! What a designer wants to know of a game: who wins it, whether skill pays, and which of its parts do anything.
//!
//! A ladder of agents, from one that does nothing to the strongest, plays every level. [`judge`] adds up what came of it, and
//! looks at each play again for what the game's parts had to do with it.

mod coverage;
mod json;
mod plays;
mod tables;

pub use coverage::{Idle, Part};
pub use plays::{LADDER, PARTNER};

use crate::stats::{Moments, kendall};
use coverage::Coverage;
use ludex_agents::Budget;
use ludex_engine::WorldError;
use ludex_vgdl::{Game, Level};
use plays::{Play, Stage};
use std::sync::atomic::AtomicBool;

/// A game to be judged, and with how much effort.
#[derive(Debug, Clone)]
pub struct Question<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its levels with their numbers, and how long a recorded win of each is, where there is one.
    pub levels: Vec<(usize, Level, Option<u32>)>,
    /// How often each agent plays each level.
    pub plays: u32,
    /// What an agent may spend on a tick.
    pub budget: Budget,
    /// Games played at once.
    pub jobs: usize,
    /// The number that all seeds are derived from.
    pub seed: u64,
}

/// How an agent of the ladder did.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Rung {
    /// Games played.
    pub plays: u64,
    /// Games won.
    pub wins: u64,
    /// Scores.
    pub scores: Moments,
    /// Ticks per game.
    pub ticks: Moments,
}

impl Rung {
    /// Games won in per cent.
    pub fn win_percent(&self) -> f64 {
        100.0 * self.wins as f64 / self.plays as f64
    }

    fn add(&mut self, play: &Play) {
        self.plays += 1;
        self.wins += u64::from(play.win);
        self.scores.add(play.score, 1);
        self.ticks.add(f64::from(play.ticks), 1);
    }

    fn sum<'a>(rungs: impl Iterator<Item = &'a Rung>) -> Rung {
        rungs.fold(Rung::default(), |mut sum, rung| {
            sum.plays += rung.plays;
            sum.wins += rung.wins;
            sum.scores.merge(&rung.scores);
            sum.ticks.merge(&rung.ticks);
            sum
        })
    }
}

/// The quickest win of a level that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shortest {
    /// How many ticks it takes.
    pub ticks: u32,
    /// Who won it; the recorded win if nobody here was quicker.
    pub by: Option<&'static str>,
}

/// What came of a level.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelJudgement {
    /// Its number.
    pub number: usize,
    /// By agent, in the order of the [`LADDER`].
    pub rungs: Vec<Rung>,
    /// The quickest win, if there is one.
    pub shortest: Option<Shortest>,
}

/// What came of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// By level.
    pub levels: Vec<LevelJudgement>,
    /// Rank correlation of an agent's place on the ladder and how its games ended, from -1 to 1, over games on the same
    /// level; not a number if all ended alike.
    pub skill: f64,
    /// Rules and terminations that made no difference.
    pub idle: Vec<Idle>,
    /// Types that no level begins with and no play brought forth.
    pub unseen: Vec<String>,
    /// How many play the game.
    pub players: usize,
    /// How often each agent played each level.
    pub plays: u32,
    /// With which budget.
    pub budget: Budget,
}

/// Why there is no judgement.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// A level cannot be played.
    #[error("level {level} cannot be played: {problem}")]
    Level {
        /// Its number.
        level: usize,
        /// Why.
        problem: WorldError,
    },
    /// The user has had enough.
    #[error("stopped before the end")]
    Stopped,
}

/// Lets the ladder play a game. `report` is told after each play how many of how many are done.
pub fn judge(
    question: &Question<'_>,
    stop: &AtomicBool,
    report: impl Fn(usize, usize) + Sync,
) -> Result<Judgement, JudgeError> {
    let stages = Stage::all(question)?;
    let coverage = Coverage::new(question.game);
    let plays = plays::play_all(question, &stages, stop, |stage, play, done, of| {
        coverage.look_at(stage, play);
        report(done, of);
    });
    let plays = plays.ok_or(JudgeError::Stopped)?;
    let levels = stages.iter().enumerate().map(|(level, stage)| {
        let on_level = || plays.iter().filter(move |play| play.level == level);
        let mut rungs = vec![Rung::default(); LADDER.len()];
        on_level().for_each(|play| rungs[play.rung].add(play));
        let won = on_level().filter(|play| play.win).min_by_key(|play| play.ticks);
        let won = won.map(|play| Shortest { ticks: play.ticks, by: Some(LADDER[play.rung]) });
        let recorded = stage.recorded.map(|ticks| Shortest { ticks, by: None });
        let shortest = recorded.into_iter().chain(won).min_by_key(|win| win.ticks);
        LevelJudgement { number: stage.number, rungs, shortest }
    });
    let results = plays.iter().map(|play| (play.level, play.rung as f64, (play.win, play.score)));
    Ok(Judgement {
        levels: levels.collect(),
        skill: kendall(&results.collect::<Vec<_>>(), |a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))),
        idle: coverage.idle(),
        unseen: coverage.unseen(),
        players: question.game.players,
        plays: question.plays,
        budget: question.budget,
    })
}

impl Judgement {
    /// All levels together, by agent in the order of the [`LADDER`].
    pub fn total(&self) -> Vec<Rung> {
        (0..LADDER.len())
            .map(|place| Rung::sum(self.levels.iter().map(|level| &level.rungs[place])))
            .collect()
    }

    /// What a designer should look at, in sentences.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for LevelJudgement { number, rungs, shortest } in &self.levels {
            // In a game of two the other may have done the work, or nobody needed to do anything for one of them to win.
            if rungs[0].wins > 0 && self.players == 1 {
                remarks.push(format!("level {number} is won by doing nothing"));
            } else if rungs.iter().all(|rung| rung.wins == rung.plays) {
                remarks.push(format!("level {number} is won by everybody"));
            } else if rungs.iter().all(|rung| rung.wins == 0) {
                let known = if shortest.is_some() { "; the recorded win shows that it can be" } else { "" };
                remarks.push(format!("level {number} is won by nobody{known}"));
            }
        }
        if self.skill < 0.1 {
            remarks.push("agents that are stronger elsewhere do no better here: is it a lottery?".to_owned());
        }
        remarks
    }
}
