//! Everything that a report shows, computed once.

use super::pairs::{Pair, pairs};
use super::ratings::{Rating, rate};
use crate::cell::Entrant;
use crate::plan::{GameSet, clock_of, sets};
use crate::stats::{Interval, Standing, points, wilson};
use crate::store::{Duel, Run, Tallies, Tally};
use ludex_agents::Clock;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Longer labels would make a table's columns too wide.
const SHORT: usize = 16;

/// An entrant with its results.
#[derive(Debug, Clone, PartialEq)]
pub struct Contestant {
    /// Who.
    pub entrant: Arc<Entrant>,
    /// The shortest name that tells it from the others.
    pub label: String,
    /// Results by game, in the order of the analysis' games; none where it did not play.
    pub games: Vec<Option<Tally>>,
    /// All games together.
    pub total: Tally,
    /// Points by game; none where it did not play.
    pub points: Vec<Option<u32>>,
    /// How it did against the others in games of two, if there were any that tell.
    pub rating: Option<Rating>,
}

impl Contestant {
    /// Games won in per cent, with Wilson's interval.
    pub fn win_percent(&self) -> Interval {
        win_percent(&self.total)
    }

    /// Its label where that is short, and otherwise its number in the first table.
    pub fn short_label(&self, place: usize) -> String {
        if self.label.chars().count() <= SHORT { self.label.clone() } else { format!("#{}", place + 1) }
    }

    /// Sum of the points.
    pub fn total_points(&self) -> u32 {
        self.points.iter().flatten().sum()
    }

    /// Games with results.
    pub fn games_played(&self) -> usize {
        self.games.iter().flatten().count()
    }
}

/// Games won in per cent, with Wilson's interval.
pub fn win_percent(tally: &Tally) -> Interval {
    wilson(tally.wins, tally.plays).scaled(100.0)
}

/// The results of some runs, compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The games, sorted.
    pub games: Vec<Arc<str>>,
    /// The agents with their budgets, best first: by points, then by win rate.
    pub contestants: Vec<Contestant>,
    /// Every pair of agents, by their places in `contestants`; with a control, every other one and it.
    pub pairs: Vec<Pair>,
    /// The one that all others are compared with, if one was named: its place in `contestants`.
    pub control: Option<usize>,
    /// The runs that the results come from.
    pub runs: Vec<Run>,
    /// Are the games those that ship with Ludex?
    bundled: bool,
}

impl Analysis {
    /// Compares the entrants of some results, which are of the games that ship with Ludex or of others of the same
    /// names.
    pub fn new(
        tallies: &Tallies,
        duels: &[Duel],
        runs: Vec<Run>,
        bundled: bool,
        labels: &BTreeMap<String, String>,
    ) -> Self {
        let games = tallies.games();
        let entrants = tallies.entrants();
        let labels = self::labels(&entrants, labels);
        let mut contestants: Vec<Contestant> = entrants
            .into_iter()
            .zip(labels)
            .map(|(entrant, label)| {
                let by_game: Vec<Option<Tally>> =
                    games.iter().map(|game| tallies.game(&entrant, game)).collect();
                let total = Tally::sum(by_game.iter().flatten());
                let points = vec![None; by_game.len()];
                Contestant { entrant, label, points, games: by_game, total, rating: None }
            })
            .collect();
        award_points(&mut contestants, games.len());
        rate(&mut contestants, duels);
        contestants.sort_by(|a, b| {
            (b.total_points().cmp(&a.total_points()))
                .then(b.total.win_rate().total_cmp(&a.total.win_rate()))
                .then(a.label.cmp(&b.label))
        });
        let pairs = pairs(&contestants, None);
        Self { games, contestants, pairs, control: None, runs, bundled }
    }

    /// Compares all agents with one of them, and not with each other.
    pub fn against(mut self, control: usize) -> Self {
        self.pairs = pairs(&self.contestants, Some(control));
        self.control = Some(control);
        self
    }

    /// The sets all of whose games have results of some entrant, of the games that ship with Ludex or else the published
    /// ones; sets made of others come last.
    pub fn sets(&self) -> Vec<&'static GameSet> {
        let has =
            |set: &&GameSet| set.games.iter().all(|game| self.games.iter().any(|known| **known == **game));
        let mut sets: Vec<_> = sets().iter().filter(|set| set.bundled == self.bundled).filter(has).collect();
        sets.sort_by_key(|set| (set.games.len(), &set.name));
        sets
    }

    /// Results of an entrant in a set, if it played all of it.
    pub fn in_set(&self, contestant: &Contestant, set: &GameSet) -> Option<Tally> {
        let of_game = |name: &String| {
            let place = self.games.iter().position(|game| **game == **name)?;
            contestant.games[place].as_ref()
        };
        let parts: Option<Vec<&Tally>> = set.games.iter().map(of_game).collect();
        parts.map(Tally::sum)
    }

    /// What a reader should know before trusting results that depend on time.
    pub fn warnings(&self) -> Vec<String> {
        let of = |contestant: &Contestant| {
            let Contestant { label, total, entrant, .. } = contestant;
            let mut parts = Vec::new();
            if contestant.games_played() < self.games.len() {
                let (played, all) = (contestant.games_played(), self.games.len());
                parts
                    .push(format!("played {played} of the {all} games, and its totals are over those alone"));
            }
            if clock_of(&entrant.budget) == Some(Clock::Wall) && 100 * total.disturbed >= total.plays {
                let share = 100.0 * total.disturbed as f64 / total.plays as f64;
                parts.push(format!(
                    "had to share its core in {share:.0} % of its games, which costs it thinking time"
                ));
            }
            if (1..total.plays).contains(&total.warm_up_calls.count) {
                parts.push(
                    "has games in which the calls of the warm-up were not counted apart: its fm/tick has them"
                        .to_owned(),
                );
            }
            if !total.disqualified.is_empty() {
                let (times, reasons) = (total.disqualified.count(), &total.disqualified);
                parts.push(format!("was disqualified in {times} of {} games ({reasons})", total.plays));
            }
            if total.overspends > 0 {
                parts.push(format!("answered too late {}", times(total.overspends)));
            }
            (!parts.is_empty()).then(|| format!("{label} {}", parts.join("; ")))
        };
        self.mixed_clocks().into_iter().chain(self.contestants.iter().filter_map(of)).collect()
    }

    /// Who was timed by which clock, if not all by the same one.
    fn mixed_clocks(&self) -> Option<String> {
        let timed_by = |clock: Clock| -> Vec<&str> {
            let timed = self.contestants.iter().filter(|who| clock_of(&who.entrant.budget) == Some(clock));
            timed.map(|who| who.label.as_str()).collect()
        };
        let (wall, processor) = (timed_by(Clock::Wall), timed_by(Clock::Processor));
        (!wall.is_empty() && !processor.is_empty()).then(|| {
            format!(
                "{} had wall-clock time, {} processor time: what they reached is not under the same rules",
                wall.join(", "),
                processor.join(", ")
            )
        })
    }
}

/// The agent, or what it is called, alone where that tells entrants apart; with budget and rules where it does not. Learning games
/// are always told.
fn labels(entrants: &[Arc<Entrant>], labels: &BTreeMap<String, String>) -> Vec<String> {
    let same_agent =
        |entrant: &Entrant| entrants.iter().filter(|other| other.agent == entrant.agent).count() > 1;
    entrants
        .iter()
        .map(|entrant| {
            let mut label = labels.get(&*entrant.agent).cloned().unwrap_or_else(|| entrant.agent.to_string());
            if same_agent(entrant) {
                label =
                    format!("{label} @ {}{}", entrant.budget, if entrant.lenient { " lenient" } else { "" });
            }
            if entrant.learning > 0 {
                label = format!("{label} after {}", entrant.learning);
            }
            label
        })
        .collect()
}

/// `once`, or how many times.
pub(crate) fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

fn award_points(contestants: &mut [Contestant], games: usize) {
    for game in 0..games {
        let racing: Vec<usize> =
            (0..contestants.len()).filter(|&who| contestants[who].games[game].is_some()).collect();
        let standings: Vec<Standing> = racing
            .iter()
            .filter_map(|&who| contestants[who].games[game].as_ref())
            .map(|tally| Standing {
                win_rate: tally.win_rate(),
                score: tally.score().mean(),
                ticks: tally.ticks.mean(),
            })
            .collect();
        for (&who, points) in racing.iter().zip(points(&standings)) {
            contestants[who].points[game] = Some(points);
        }
    }
}
