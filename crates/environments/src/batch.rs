//! Many environments, played in step.

use std::sync::Arc;

use ludex_engine::Action;

use crate::error::EnvironmentError;
use crate::lane::{Lane, Terms};
use crate::pool::Pool;
use crate::rows::{Memory, Observations, RowShape, Rows, Shown};
use crate::session::Session;
use crate::stage::Stage;
use crate::views::{Element, View, ViewKind};

/// What becomes of a game that has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Autoreset {
    /// The next step starts another one, whatever the action.
    #[default]
    NextStep,
    /// Another one is started in the same step.
    SameStep,
    /// It stays until it is reset. To step it is an error.
    Disabled,
}

/// What the environments of a batch have in common.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// What is seen.
    pub view: ViewKind,
    /// What becomes of games that have ended.
    pub autoreset: Autoreset,
    /// Games are broken off after so many ticks.
    pub max_ticks: i32,
    /// What a win is worth, beyond the score.
    pub win_reward: f64,
    /// What a loss is worth, beyond the score.
    pub loss_reward: f64,
    /// Threads to play with; 0 for one a core.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            view: ViewKind::None,
            autoreset: Autoreset::NextStep,
            max_ticks: i32::MAX,
            win_reward: 0.0,
            loss_reward: 0.0,
            threads: 0,
        }
    }
}

/// Many environments, played in step: see the [example of the crate](crate).
pub struct Batch {
    lanes: Vec<Lane>,
    views: Vec<View>,
    shape: RowShape,
    dimensions: Vec<usize>,
    actions: Vec<Action>,
    autoreset: Autoreset,
    terms: Terms,
    pool: Pool,
    /// Has every environment begun a game?
    started: bool,
}

/// Fewer environments than this for each thread are not worth waking it.
const WORTH_A_THREAD: usize = 32;

impl Batch {
    /// An environment for each list of stages, which are levels of one game. Each game draws one of them.
    pub fn new(stages: Vec<Vec<Arc<Stage>>>, settings: Settings) -> Result<Batch, EnvironmentError> {
        let all = || stages.iter().flatten();
        let first = all().next().ok_or(EnvironmentError::Empty)?;
        let players = first.world().players();
        if let Some(other) = all().map(|stage| stage.world().players()).find(|n| *n != players) {
            return Err(EnvironmentError::Players(players, other));
        }
        let can = |action: &Action| *action == Action::Nil || all().any(|s| s.actions().contains(action));
        let actions: Vec<Action> = Action::ALL.into_iter().filter(can).collect();
        let bounds = settings.view.bounds(all().map(|stage| &**stage));
        let dimensions = settings.view.dimensions(bounds);
        let observation = dimensions.iter().try_fold(1_usize, |size, n| size.checked_mul(*n));
        let observation = match (observation, settings.view) {
            (_, ViewKind::None) => 0,
            (Some(size), _) if size <= MOST_ELEMENTS => size,
            (size, _) => return Err(EnvironmentError::TooLarge(size.unwrap_or(usize::MAX))),
        };
        let mut views: Vec<View> = Vec::new();
        let mut known: Vec<(Vec<*const Stage>, usize)> = Vec::new();
        let mut lanes = Vec::with_capacity(stages.len());
        for list in stages {
            let key: Vec<*const Stage> = list.iter().map(Arc::as_ptr).collect();
            let first_view = match known.iter().find(|(other, _)| *other == key) {
                Some((_, first)) => *first,
                None => {
                    let first = views.len();
                    views.extend(list.iter().map(|stage| View::new(settings.view, stage, bounds)));
                    known.push((key, first));
                    first
                }
            };
            lanes.push(Lane::new(list, first_view, &actions).ok_or(EnvironmentError::Empty)?);
        }
        Ok(Batch {
            lanes,
            views,
            shape: RowShape { observation, players, actions: actions.len() },
            dimensions: if observation == 0 { Vec::new() } else { dimensions },
            actions,
            autoreset: settings.autoreset,
            terms: Terms {
                max_ticks: settings.max_ticks,
                win_reward: settings.win_reward,
                loss_reward: settings.loss_reward,
            },
            pool: Pool::new(settings.threads),
            started: false,
        })
    }

    /// How many environments there are.
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Is there nothing to play? Never.
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// How many play each game.
    pub fn players(&self) -> usize {
        self.shape.players
    }

    /// The actions of all games together. A step is given their places in this list.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The dimensions of one observation; none if nothing is seen.
    pub fn dimensions(&self) -> &[usize] {
        &self.dimensions
    }

    /// What becomes of games that have ended.
    pub fn autoreset(&self) -> Autoreset {
        self.autoreset
    }

    /// The stage that an environment plays on now.
    pub fn stage(&self, lane: usize) -> Result<&Arc<Stage>, EnvironmentError> {
        Ok(self.lane(lane)?.stage())
    }

    /// The game of an environment.
    pub fn session(&self, lane: usize) -> Result<&Session, EnvironmentError> {
        Ok(&self.lane(lane)?.session)
    }

    fn lane(&self, lane: usize) -> Result<&Lane, EnvironmentError> {
        self.lanes.get(lane).ok_or(EnvironmentError::NoLane(lane, self.lanes.len()))
    }

    /// Has the game of an environment ended, or not begun yet?
    pub fn has_ended(&self, lane: usize) -> Result<bool, EnvironmentError> {
        Ok(self.lane(lane)?.ended)
    }

    /// Memory that fits.
    pub fn memory(&self) -> Memory {
        let (lanes, shape) = (self.lanes.len(), self.shape);
        let length = |element: Element, view: Option<Element>| {
            if view == Some(element) { lanes * shape.observation } else { 0 }
        };
        let element = self.views.first().and_then(View::element);
        Memory {
            bytes: vec![0; length(Element::Byte, element)],
            shorts: vec![0; length(Element::Short, element)],
            floats: vec![0.0; length(Element::Float, element)],
            rewards: vec![0.0; lanes * shape.players],
            terminated: vec![false; lanes],
            truncated: vec![false; lanes],
            scores: vec![0.0; lanes * shape.players],
            winners: vec![0; lanes * shape.players],
            ticks: vec![0; lanes],
            masks: vec![0; lanes * shape.players * shape.actions],
            levels: vec![0; lanes],
        }
    }

    /// Begins a game in every environment, each with its seed.
    pub fn reset(&mut self, seeds: &[i64], rows: Rows<'_>) -> Result<(), EnvironmentError> {
        self.check_length("the seeds", seeds.len(), self.lanes.len())?;
        self.reset_some(|lane| Some(seeds[lane]), rows)
    }

    /// Begins a game where the function gives a seed. The rows of the others show them as they are.
    pub fn reset_some(
        &mut self,
        seed: impl Fn(usize) -> Option<i64> + Sync,
        rows: Rows<'_>,
    ) -> Result<(), EnvironmentError> {
        self.check(&rows)?;
        self.each(rows, |number, lane, row, shape, views, rows| {
            if let Some(seed) = seed(number) {
                lane.start(seed);
            }
            rows.rewards[row * shape.players..(row + 1) * shape.players].fill(0.0);
            rows.terminated[row] = false;
            rows.truncated[row] = false;
            lane.show(row, shape, views, &mut rows.now);
        })?;
        self.started = self.started || self.lanes.iter().all(|lane| lane.started);
        Ok(())
    }

    /// The seed of the game that an environment begins next, if it is not given another.
    pub fn next_seed(&self, lane: usize) -> Result<i64, EnvironmentError> {
        Ok(crate::seeds::next_seed(self.lane(lane)?.session.seed()))
    }

    /// Plays a tick in every environment. Of each player's action its place in [`Batch::actions`] is given. Nothing happens if
    /// there is an error.
    pub fn step(&mut self, actions: &[i64], rows: Rows<'_>) -> Result<(), EnvironmentError> {
        self.check(&rows)?;
        if !self.started {
            return Err(EnvironmentError::NotStarted);
        }
        let players = self.shape.players;
        self.check_length("the actions", actions.len(), self.lanes.len() * players)?;
        let count = self.actions.len();
        if let Some(place) = actions.iter().position(|a| usize::try_from(*a).map_or(true, |a| a >= count)) {
            return Err(EnvironmentError::Action { action: actions[place], lane: place / players, count });
        }
        let (autoreset, terms) = (self.autoreset, self.terms);
        if autoreset != Autoreset::NextStep
            && let Some(lane) = self.lanes.iter().position(|lane| lane.ended)
        {
            return Err(EnvironmentError::Ended(lane));
        }
        self.each(rows, |number, lane, row, shape, views, rows| {
            let rewards = &mut rows.rewards[row * players..(row + 1) * players];
            if lane.ended {
                lane.start_next();
                rewards.fill(0.0);
                rows.terminated[row] = false;
                rows.truncated[row] = false;
            } else {
                let ending = lane.step(&actions[number * players..(number + 1) * players], terms, rewards);
                rows.terminated[row] = ending.terminated;
                rows.truncated[row] = ending.truncated;
                if lane.ended && autoreset == Autoreset::SameStep {
                    if let Some(last) = &mut rows.last {
                        lane.show(row, shape, views, last);
                    }
                    lane.start_next();
                }
            }
            lane.show(row, shape, views, &mut rows.now);
        })
    }

    /// Goes on in an environment from a moment of a game on one of its stages.
    pub fn take_up(
        &mut self,
        lane: usize,
        stage: &Arc<Stage>,
        session: &Session,
    ) -> Result<(), EnvironmentError> {
        let count = self.lanes.len();
        let lane = self.lanes.get_mut(lane).ok_or(EnvironmentError::NoLane(lane, count))?;
        let is_same = |own: &Arc<Stage>| own.identity() == stage.identity();
        let level = lane.stages().iter().position(is_same).ok_or(EnvironmentError::OtherGame)?;
        lane.take_up(level, session, self.terms);
        self.started = self.started || self.lanes.iter().all(|lane| lane.started);
        Ok(())
    }

    /// Writes what one environment shows into the first row.
    pub fn show(&self, lane: usize, shown: &mut Shown<'_>) -> Result<(), EnvironmentError> {
        self.check_shown(shown, 1)?;
        self.lane(lane)?.show(0, self.shape, &self.views, shown);
        Ok(())
    }

    fn check(&self, rows: &Rows<'_>) -> Result<(), EnvironmentError> {
        let lanes = self.lanes.len();
        self.check_length("rewards", rows.rewards.len(), lanes * self.shape.players)?;
        self.check_length("terminated", rows.terminated.len(), lanes)?;
        self.check_length("truncated", rows.truncated.len(), lanes)?;
        self.check_shown(&rows.now, lanes)?;
        rows.last.as_ref().map_or(Ok(()), |last| self.check_shown(last, lanes))
    }

    fn check_shown(&self, shown: &Shown<'_>, lanes: usize) -> Result<(), EnvironmentError> {
        let shape = self.shape;
        self.check_length("scores", shown.scores.len(), lanes * shape.players)?;
        self.check_length("winners", shown.winners.len(), lanes * shape.players)?;
        self.check_length("ticks", shown.ticks.len(), lanes)?;
        self.check_length("masks", shown.masks.len(), lanes * shape.players * shape.actions)?;
        self.check_length("levels", shown.levels.len(), lanes)?;
        if matches!(shown.observations, Observations::None) {
            return Ok(());
        }
        self.check_length("observations", shown.observations.len(), lanes * shape.observation)
    }

    fn check_length(&self, what: &'static str, is: usize, should: usize) -> Result<(), EnvironmentError> {
        if is == should { Ok(()) } else { Err(EnvironmentError::Length { what, is, should }) }
    }

    /// Does something with every environment and its row, on all threads where that is worth while.
    fn each<F>(&mut self, rows: Rows<'_>, work: F) -> Result<(), EnvironmentError>
    where
        F: Fn(usize, &mut Lane, usize, RowShape, &[View], &mut Rows<'_>) + Sync,
    {
        let (shape, views) = (self.shape, &self.views[..]);
        let span = |first: usize, lanes: &mut [Lane], rows: &mut Rows<'_>| {
            for (row, lane) in lanes.iter_mut().enumerate() {
                work(first + row, lane, row, shape, views, rows);
            }
        };
        let parts = self.pool.threads().min(self.lanes.len() / WORTH_A_THREAD);
        if parts < 2 {
            let mut rows = rows;
            span(0, &mut self.lanes, &mut rows);
            return Ok(());
        }
        // Some games take longer than others: smaller parts even that out.
        let grain = self.lanes.len().div_ceil(parts * 4).max(WORTH_A_THREAD / 2);
        let lanes = &mut self.lanes[..];
        self.pool.run(|| divide(0, lanes, rows, grain, shape, &span))
    }
}

/// The largest observation, in elements.
const MOST_ELEMENTS: usize = 1 << 28;

/// Halves the work until it is small enough.
fn divide<F>(first: usize, lanes: &mut [Lane], mut rows: Rows<'_>, grain: usize, shape: RowShape, work: &F)
where
    F: Fn(usize, &mut [Lane], &mut Rows<'_>) + Sync,
{
    if lanes.len() <= grain {
        return work(first, lanes, &mut rows);
    }
    let middle = lanes.len() / 2;
    let (some, others) = lanes.split_at_mut(middle);
    let (some_rows, other_rows) = rows.split_at(middle, shape);
    rayon::join(
        || divide(first, some, some_rows, grain, shape, work),
        || divide(first + middle, others, other_rows, grain, shape, work),
    );
}
