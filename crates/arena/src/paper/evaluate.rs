//! Do the claims hold?

use super::sample::{replicates, spread};
use super::{Check, Claim, Measure, Sample, Study};
use crate::stats::{Interval, Random};

/// The answer to a claim or a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Shown.
    Holds,
    /// Not so.
    Fails,
    /// Not certain with so few plays, but so far it is so, or not.
    Leans(bool),
    /// Cannot be told yet.
    NotEnough,
    /// Needs agents or budgets that do not exist.
    NotYet,
}

impl Verdict {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Leans(true) => "undecided, rather yes",
            Self::Leans(false) => "undecided, rather no",
            Self::NotEnough => "not enough plays",
            Self::NotYet => "not possible yet",
        }
    }
}

/// What came of one check.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckResult {
    /// What is measured, in words.
    pub text: String,
    /// The bound, in words.
    pub bound: String,
    /// The published figure.
    pub published: Option<f64>,
    /// Ours; none without plays.
    pub ours: Option<Interval>,
    /// Plays in the game that has fewest.
    pub plays: u64,
    /// Plays a game that the claim asks for.
    pub needed: u64,
    /// The answer.
    pub verdict: Verdict,
}

/// What came of one claim.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimResult<'a> {
    /// The claim.
    pub claim: &'a Claim,
    /// The answer.
    pub verdict: Verdict,
    /// Agents and budgets, in their text form, that do not exist.
    pub missing: Vec<String>,
    /// Its parts.
    pub checks: Vec<CheckResult>,
}

impl<'a> Study<'a> {
    /// Evaluates all claims.
    ///
    /// A claim of a difference holds if the estimate keeps the bound and the 95 % bound on the side of zero excludes zero;
    /// any other holds if the estimate keeps its bound. With fewer plays than it asks for a claim holds only if its whole
    /// 95 % interval keeps the bound, fails only if none of it does, and otherwise leans to where the estimate is.
    pub fn evaluate(&self) -> Vec<ClaimResult<'a>> {
        self.claims.claims.iter().map(|claim| self.evaluate_claim(claim)).collect()
    }

    fn evaluate_claim(&self, claim: &'a Claim) -> ClaimResult<'a> {
        let checks: Vec<CheckResult> =
            claim.checks.iter().map(|check| self.evaluate_check(claim, check)).collect();
        let mut missing: Vec<String> = claim
            .checks
            .iter()
            .flat_map(|check| self.terms(claim, check).unwrap_or_default())
            .flat_map(|term| term.parts)
            .flat_map(|(_, entrant)| self.missing(&entrant))
            .collect();
        missing.sort();
        missing.dedup();
        // Results that are there count, whatever has become of the agent since.
        let without_results = checks.iter().any(|check| check.ours.is_none());
        let verdict =
            if without_results && !missing.is_empty() { Verdict::NotYet } else { combine(claim, &checks) };
        ClaimResult { claim, verdict, missing, checks }
    }

    fn evaluate_check(&self, claim: &Claim, check: &Check) -> CheckResult {
        let needed = self.full_plays(claim);
        let terms = self.terms(claim, check).unwrap_or_default();
        let samples: Vec<(f64, Sample)> =
            terms.iter().map(|term| (term.factor, term.sample(self.tallies))).collect();
        let plays = samples.iter().map(|(_, sample)| sample.least_plays()).min().unwrap_or(0);
        let estimate = combined(check, &samples, |sample| sample.value(check.measure, &check.remark));
        let mut result = CheckResult {
            text: self.describe(claim, check),
            bound: check.bound(),
            published: check.published,
            ours: None,
            plays,
            needed,
            verdict: Verdict::NotEnough,
        };
        if plays == 0 || estimate.is_nan() {
            return result;
        }
        let (interval, excludes_zero) = interval(check, &samples, estimate);
        result.ours = Some(interval);
        let beyond_chance = !check.claims_difference() || excludes_zero;
        let (holds, open) = if plays < needed {
            (check.allows(interval.low) && check.allows(interval.high), reaches(check, interval))
        } else {
            (check.allows(estimate) && beyond_chance, false)
        };
        result.verdict = if plays < self.scaled(needed) {
            Verdict::NotEnough
        } else if holds {
            Verdict::Holds
        } else if open {
            Verdict::Leans(check.allows(estimate))
        } else {
            Verdict::Fails
        };
        result
    }

    fn describe(&self, claim: &Claim, check: &Check) -> String {
        let mut text = check.agent.clone();
        if let Some(minus) = &check.minus {
            let times = if check.times == 1.0 { String::new() } else { format!("{} × ", check.times) };
            text = format!("{text} − {times}{minus}");
        }
        let what = match check.measure {
            Measure::Win => "",
            Measure::EarlyLoss => " early losses",
            Measure::Iterations => " iterations a tick",
            Measure::MostUsed => " games that prefer ",
            Measure::Score | Measure::NormalisedScore => " score",
            Measure::Setting => " setting",
        };
        text = format!("{text}{what}{}", check.remark);
        let over = if check.sum { "sum over " } else { "" };
        text = format!("{text}, {over}{}", self.games(claim, check));
        if let Some(budget) = &check.budget {
            text = format!("{text}, {budget}");
        }
        match &check.less {
            Some(less) => format!("({text}) − ({} − {}, {})", less.agent, less.minus, less.budget),
            None => text,
        }
    }
}

/// The value of a check from a value for each sample.
fn combined(check: &Check, samples: &[(f64, Sample)], mut of: impl FnMut(&Sample) -> f64) -> f64 {
    let scale = |sample: &Sample| if check.sum { sample.games() as f64 } else { 1.0 };
    samples.iter().map(|(factor, sample)| factor * scale(sample) * of(sample)).sum()
}

/// The interval of a check's value, and whether at most one replicate in twenty lies on the other side of zero.
fn interval(check: &Check, samples: &[(f64, Sample)], estimate: f64) -> (Interval, bool) {
    if let [(_, sample)] = samples {
        let games = if check.sum { sample.games() as f64 } else { 1.0 };
        let alone = sample.interval(check.measure, &check.remark).scaled(games);
        return (Interval { estimate, ..alone }, !alone.contains(0.0));
    }
    let mut random = Random::new(1);
    let mut replicate = |sample: &Sample| sample.replicate(check.measure, &check.remark, &mut random);
    let values = replicates(|| combined(check, samples, &mut replicate));
    let wrong = values.iter().filter(|value| **value * estimate.signum() <= 0.0).count();
    (spread(estimate, &values), wrong * 20 <= values.len())
}

/// Whether some value of the interval would keep the bounds.
fn reaches(check: &Check, interval: Interval) -> bool {
    let nearest_to_zero =
        if interval.contains(0.0) { 0.0 } else { interval.low.abs().min(interval.high.abs()) };
    check.at_least.is_none_or(|bound| interval.high >= bound)
        && check.at_most.is_none_or(|bound| interval.low <= bound)
        && check.within.is_none_or(|bound| nearest_to_zero <= bound)
}

fn combine(claim: &Claim, checks: &[CheckResult]) -> Verdict {
    let verdicts: Vec<(Option<&str>, Verdict)> = claim
        .checks
        .iter()
        .map(|check| check.group.as_deref())
        .zip(checks.iter().map(|check| check.verdict))
        .collect();
    let count = |group: Option<&str>, verdict: Verdict| {
        verdicts.iter().filter(|(of, found)| *of == group && *found == verdict).count()
    };
    let mut parts: Vec<Verdict> =
        verdicts.iter().filter(|(group, _)| group.is_none()).map(|(_, verdict)| *verdict).collect();
    for (group, &need) in &claim.need {
        let group = Some(group.as_str());
        let (holds, unknown) = (count(group, Verdict::Holds), count(group, Verdict::NotEnough));
        let likely = holds + count(group, Verdict::Leans(true));
        parts.push(if holds >= need {
            Verdict::Holds
        } else if likely + unknown + count(group, Verdict::Leans(false)) < need {
            Verdict::Fails
        } else if likely < need && unknown > 0 {
            Verdict::NotEnough
        } else {
            Verdict::Leans(likely >= need)
        });
    }
    // The weakest part decides.
    let order = [Verdict::Fails, Verdict::NotEnough, Verdict::Leans(false), Verdict::Leans(true)];
    order.into_iter().find(|verdict| parts.contains(verdict)).unwrap_or(Verdict::Holds)
}
