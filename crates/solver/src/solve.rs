//! Chooses a search for a level and keeps it within its limits.

use crate::fingerprint::Fingerprint;
use crate::guide::Guide;
use crate::layered::Width;
use crate::win::Win;
use crate::{best_first, layered};
use ludex_engine::{Action, State, World};
use ludex_vgdl::Game;
use std::fmt;
use std::sync::Arc;

/// The widths that a beam search tries, one after the other.
const WIDTHS: [usize; 4] = [30, 200, 1_000, 5_000];
/// How many ticks of progress pass between two reports.
const REPORT: u64 = 10_000;
/// How long a game is watched to find out whether chance plays a part in it.
const WATCH: usize = 200;

/// How to look for a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Search {
    /// Best-first and then breadth-first where nothing happens by chance, else beam.
    Auto,
    /// All states, tick by tick: finds a shortest win.
    BreadthFirst,
    /// The most promising state first.
    BestFirst,
    /// The most promising states of each tick, wider and wider.
    Beam,
}

/// When to give up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Ticks of the game to play in all.
    pub ticks: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { ticks: 20_000_000 }
    }
}

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What is being tried.
    pub search: Search,
    /// The width of the beam, if it is one.
    pub width: Option<usize>,
    /// Ticks played in all.
    pub ticks: u64,
    /// The tick of the game that is being looked at.
    pub depth: i32,
    /// States waiting.
    pub open: usize,
}

/// No win was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GaveUp {
    /// Ticks played in all.
    pub ticks: u64,
    /// Was everything tried, so that a larger limit would not help?
    pub exhausted: bool,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = if self.exhausted { "nothing is left to try" } else { "the limit is reached" };
        write!(f, "no win found in {} ticks of play: {why}", self.ticks)
    }
}

impl std::error::Error for GaveUp {}

/// Looks for a win of the first player. `report` is told now and then how it is going, and says whether to go on.
pub fn solve(
    game: &Game,
    world: &Arc<World>,
    seed: i64,
    search: Search,
    limits: Limits,
    report: &mut dyn FnMut(&Progress) -> bool,
) -> Result<Win, GaveUp> {
    let start = State::new(world, seed);
    let fingerprint = Fingerprint::of(game);
    let mut guide = Guide::new(game, world, &start);
    let mut meter = Meter::new(limits, report);
    let mut exhausted = false;
    for (search, width, share) in plan(search, !guide.waits() && is_deterministic(world)) {
        meter.begin(search, width, share);
        let found = match search {
            Search::BestFirst => best_first::search(&start, &fingerprint, &mut guide, &mut meter),
            Search::BreadthFirst | Search::Auto => {
                let all = Width { most: usize::MAX, remember: true };
                layered::search(&start, all, &fingerprint, &mut guide, &mut meter)
            }
            Search::Beam => {
                let beam = Width { most: width.unwrap_or(WIDTHS[0]), remember: false };
                layered::search(&start, beam, &fingerprint, &mut guide, &mut meter)
            }
        };
        match found {
            Ok(actions) => return Ok(Win { seed, actions, second: Vec::new() }),
            Err(Stop::NothingLeft) => exhausted |= search == Search::BreadthFirst,
            Err(Stop::Limit) => {}
        }
    }
    Err(GaveUp { ticks: meter.progress.ticks, exhausted })
}

/// What to try in which order, and with what part of the ticks that are left. A game is settled if neither chance
/// nor time plays a part in it.
fn plan(search: Search, settled: bool) -> Vec<(Search, Option<usize>, f64)> {
    let beams = || WIDTHS.iter().map(|w| (Search::Beam, Some(*w), 1.0)).collect();
    match search {
        Search::Auto if settled => {
            vec![(Search::BestFirst, None, 0.1), (Search::BreadthFirst, None, 1.0)]
        }
        Search::Auto | Search::Beam => beams(),
        one => vec![(one, None, 1.0)],
    }
}

/// Does the game go the same way whatever the seed? Found by watching pairs of games with the same actions and
/// different seeds: one pair stands still, the other moves about.
pub fn is_deterministic(world: &Arc<World>) -> bool {
    let mut dice = ludex_engine::Random::new(0);
    [false, true].into_iter().all(|moves| {
        let mut games = [State::new(world, 1), State::new(world, 2)];
        (0..WATCH).all(|_| {
            let actions = if moves { games[0].actions(0) } else { &[] };
            let any = dice.next_int(actions.len() as u32 + 1) as usize;
            let action = actions.get(any).copied().unwrap_or(Action::Nil);
            games.iter_mut().for_each(|game| game.play(&[action]));
            games[0].sprites().eq(games[1].sprites()) && games[0].score(0) == games[1].score(0)
        })
    })
}

/// Why a search stopped without a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The ticks are used up.
    Limit,
    /// No state is left to go on from.
    NothingLeft,
}

/// Counts the ticks of all searches.
pub(crate) struct Meter<'a> {
    progress: Progress,
    limit: u64,
    share: u64,
    report: &'a mut dyn FnMut(&Progress) -> bool,
}

impl<'a> Meter<'a> {
    fn new(limits: Limits, report: &'a mut dyn FnMut(&Progress) -> bool) -> Self {
        let progress = Progress { search: Search::Auto, width: None, ticks: 0, depth: 0, open: 0 };
        Meter { progress, limit: limits.ticks, share: 0, report }
    }

    fn begin(&mut self, search: Search, width: Option<usize>, share: f64) {
        let left = self.limit.saturating_sub(self.progress.ticks);
        self.share = self.progress.ticks + (left as f64 * share) as u64;
        self.progress = Progress { search, width, depth: 0, open: 0, ..self.progress };
    }

    /// Another tick is played, from a state of this tick with so many waiting.
    pub(crate) fn tick(&mut self, depth: i32, open: usize) -> Result<(), Stop> {
        if self.progress.ticks >= self.share {
            return Err(Stop::Limit);
        }
        self.progress.ticks += 1;
        if self.progress.ticks.is_multiple_of(REPORT) {
            self.progress = Progress { depth, open, ..self.progress };
            if !(self.report)(&self.progress) {
                (self.limit, self.share) = (0, 0);
            }
        }
        Ok(())
    }
}
