//! The claims of a paper, played and judged.

use super::old_games::OldGames;
use super::{Claims, Paper, Study};
use crate::contest::{ContestError, contest};
use crate::plan::{GameSource, Plan, clock_of};
use crate::runner::{Progress, RunOptions, RunSummary};
use crate::store::{Evidence, EvidenceError, Results, Run, StoreError, Tallies};
use ludex_agents::{AgentSpec, Clock};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// All seeds of reproductions come from this number, so that everybody plays the same games.
const SEED: u64 = 1;

/// The canonical form of an agent's text, if there is such an agent in the registry.
pub fn registered(agent: &str) -> Option<String> {
    agent.parse::<AgentSpec>().ok().map(|spec| spec.to_string())
}

/// What is to be reproduced, and where its results are kept.
#[derive(Debug)]
pub struct Reproduction {
    /// The paper.
    pub paper: &'static Paper,
    /// Its claims.
    pub claims: &'static Claims,
    /// Numbers of the claims to play for; all of them if there are none.
    pub wanted: Vec<String>,
    /// Share of the plays that claims ask for, at most 1.
    pub scale: f64,
    /// Folder for the results.
    pub out: PathBuf,
    /// Judged instead of the results in the folder.
    pub evidence: Option<Evidence>,
}

/// Which games were played: rules and levels have changed since the papers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edition {
    /// GVGAI's games as they were when a paper was written.
    OfTheTime,
    /// Other games of the same names: GVGAI's of today, most likely.
    OfToday,
}

impl Edition {
    /// Both, the ones that decide first.
    pub const ALL: [Edition; 2] = [Edition::OfTheTime, Edition::OfToday];

    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Edition::OfTheTime => "games of the time",
            Edition::OfToday => "games of today",
        }
    }
}

/// The folder for results with games of no particular day.
const TODAY: &str = "today";

impl Reproduction {
    /// Whether a claim is one of those to play for.
    pub fn wants(&self, claim: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|wanted| wanted == claim)
    }

    /// The results so far, and the runs that they come from.
    pub fn results(&self, edition: Edition) -> Result<(Tallies, Vec<Run>), StoreError> {
        let folders = match edition {
            Edition::OfTheTime => self.claims.dates(),
            Edition::OfToday => vec![TODAY],
        };
        let (mut tallies, mut runs) = (Tallies::default(), Vec::new());
        for folder in folders {
            if let Some(results) = self.results_in(folder)? {
                runs.extend(results.runs()?.into_iter().filter(|run| run.games > 0));
                tallies.merge(results.tallies()?);
            }
        }
        Ok((tallies, runs))
    }

    /// The results with games of a day, if there are any.
    fn results_in(&self, folder: &str) -> Result<Option<Results>, StoreError> {
        match &self.evidence {
            Some(evidence) => evidence.results(folder),
            None => match Results::open(&self.out.join(folder)) {
                Ok(results) => Ok(Some(results)),
                Err(StoreError::Missing(_)) => Ok(None),
                Err(error) => Err(error),
            },
        }
    }

    /// Reads evidence: all games of all days.
    pub fn read_evidence(path: &Path) -> Result<Evidence, EvidenceError> {
        Evidence::read(path, SEED)
    }

    /// Makes results of evidence where the folder has none yet, so that playing adds to it.
    pub fn restore(&self, evidence: &Evidence) -> Result<(), StoreError> {
        for folder in evidence.parts() {
            evidence.restore(folder, &self.out.join(folder))?;
        }
        Ok(())
    }

    /// All results in the folder, as evidence.
    pub fn collect_evidence(&self) -> Result<Evidence, EvidenceError> {
        let mut found = Vec::new();
        for folder in self.claims.dates().into_iter().chain([TODAY]) {
            found.extend(self.results_in(folder)?.map(|results| (folder, results)));
        }
        let parts: Vec<(&str, &Results)> = found.iter().map(|(folder, results)| (*folder, results)).collect();
        Evidence::of(&parts, SEED)
    }

    /// The claims in the light of some results.
    pub fn study<'a>(&self, tallies: &'a Tallies) -> Study<'a> {
        Study { paper: self.paper, claims: self.claims, tallies, scale: self.scale, agents: &registered }
    }

    /// Plays what the wanted claims still lack with games of a day, or with games of today; none if they lack nothing. A budget
    /// that results decide is settled first.
    pub fn play(
        &self,
        games: &dyn GameSource,
        date: Option<&str>,
        jobs: Option<usize>,
        stop: &AtomicBool,
        mut report: impl FnMut(&Progress) + Send,
    ) -> Result<Option<RunSummary>, ContestError> {
        let old = OldGames(games);
        let games = if date.is_some() { &old } else { games };
        let out = self.out.join(date.unwrap_or(TODAY));
        let edition = if date.is_some() { Edition::OfTheTime } else { Edition::OfToday };
        let of_date = |id: &str| date.is_none_or(|date| self.claims.date_of(id) == date);
        let mut last = None;
        loop {
            let (tallies, _) = self.results(edition)?;
            let blocks = self.study(&tallies).needs(&[games], |claim| self.wants(claim) && of_date(claim))?;
            let entrants = blocks.iter().flat_map(|block| &block.entrants);
            // Where some games are timed by the clock on the wall, the rules for those hold.
            let clock = entrants.filter_map(|who| clock_of(&who.budget)).min_by_key(|&c| c != Clock::Wall);
            let plan = Plan::of_blocks(SEED, blocks)?;
            if plan.cells.is_empty() {
                return Ok(last);
            }
            let options = RunOptions::new(jobs, clock);
            let summary = contest(&plan, &out, &self.configuration(), options, stop, &mut report)?;
            if summary.progress.played == 0 {
                return Ok(last.or(Some(summary)));
            }
            let stopped = summary.stopped;
            last = Some(summary);
            if stopped {
                return Ok(last);
            }
        }
    }

    /// What is kept with the results.
    fn configuration(&self) -> String {
        let claims = if self.wanted.is_empty() { "all".to_owned() } else { self.wanted.join(" ") };
        format!("reproduce = \"{}\"\nclaims = \"{claims}\"\nscale = {:?}\n", self.paper.id, self.scale)
    }
}
