//! Do the claims hold?

use super::sample::{replicates, spread};
use super::variance::{Variance, variance};
use super::{Check, Claim, Measure, Sample, Study};
use crate::stats::normal::{Z95, Z95_ONE_SIDED};
use crate::stats::{Interval, Random};

/// The answer to a claim or a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// Shown.
    Holds,
    /// Not so.
    Fails,
    /// The interval crosses the bound; the estimate is on its right side, or not.
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
            Self::Leans(true) => "undecided, leans towards",
            Self::Leans(false) => "undecided, leans against",
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
    /// By how much common seeds make the interval shorter, as a share.
    pub pairing: Option<f64>,
    /// If it is undecided: about how many plays a game would tell, were the estimate true.
    pub would_need: Option<u64>,
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
    /// The first part that has the claim's verdict, where it has several.
    pub decided_by: Option<usize>,
}

/// The share of the replicates that an interval holds; an equivalence is tested by two one-sided tests, each at 5 %, which is
/// the same as to ask whether the middle 90 % keep the bounds.
const COVERAGE: f64 = 0.95;
const EQUIVALENCE: f64 = 0.9;

impl<'a> Study<'a> {
    /// Evaluates all claims.
    ///
    /// A claim holds if its whole 95 % interval keeps the bound, and fails if none of it does. Otherwise it is undecided,
    /// however many plays were made, and leans to where the estimate is. That two agents are equivalent holds if their 90 %
    /// interval lies between the bounds: two one-sided tests at 5 %.
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
        let several = checks.len() > 1 && claim.need.is_empty();
        let decided_by = checks.iter().position(|check| check.verdict == verdict).filter(|_| several);
        ClaimResult { claim, verdict, missing, checks, decided_by }
    }

    fn evaluate_check(&self, claim: &Claim, check: &Check) -> CheckResult {
        let needed = self.full_plays(claim, check);
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
            pairing: None,
            would_need: None,
            verdict: Verdict::NotEnough,
        };
        if plays == 0 || estimate.is_nan() {
            return result;
        }
        let Spread { interval, inner, pairing } = Spread::of(check, &samples, estimate);
        (result.ours, result.pairing) = (Some(interval), pairing);
        if plays < self.scaled(needed) {
            return result;
        }
        let tested = if check.within.is_some() { inner } else { interval };
        result.verdict = if check.allows(tested.low) && check.allows(tested.high) {
            Verdict::Holds
        } else if reaches(check, interval) {
            result.would_need = plays_to_tell(plays, tested, check.nearest_bound(estimate));
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

/// How uncertain the value of a check is.
struct Spread {
    /// The middle 95 %.
    interval: Interval,
    /// The middle 90 %.
    inner: Interval,
    /// By how much common seeds make it shorter, as a share.
    pairing: Option<f64>,
}

impl Spread {
    fn of(check: &Check, samples: &[(f64, Sample)], estimate: f64) -> Spread {
        if let [(_, sample)] = samples {
            let games = if check.sum { sample.games() as f64 } else { 1.0 };
            let alone = sample.interval(check.measure, &check.remark).scaled(games);
            let interval = Interval { estimate, ..alone };
            return Spread { interval, inner: interval, pairing: None };
        }
        if check.measure == Measure::Win {
            return Spread::of_wins(check, samples, estimate);
        }
        let mut random = Random::new(1);
        let mut replicate = |sample: &Sample| sample.replicate(check.measure, &check.remark, &mut random);
        let values = replicates(|| combined(check, samples, &mut replicate));
        let interval = spread(estimate, &values, COVERAGE);
        Spread { interval, inner: spread(estimate, &values, EQUIVALENCE), pairing: None }
    }

    fn of_wins(check: &Check, samples: &[(f64, Sample)], estimate: f64) -> Spread {
        let scale = |sample: &Sample| if check.sum { sample.games() as f64 } else { 1.0 };
        let weighted: Vec<_> = samples
            .iter()
            .map(|(factor, sample)| (100.0 * factor * scale(sample), sample.levels()))
            .collect();
        let Variance { paired, unpaired } = variance(&weighted);
        let around = |half: f64| Interval { estimate, low: estimate - half, high: estimate + half };
        Spread {
            interval: around(Z95 * paired.sqrt()),
            inner: around(Z95_ONE_SIDED * paired.sqrt()),
            pairing: (paired != unpaired).then(|| 1.0 - (paired / unpaired).sqrt()),
        }
    }
}

/// About how many plays a game would make an interval so short that it ends at a bound. Only its side towards the bound
/// matters: at 0 or 100 % the other one has no length.
fn plays_to_tell(plays: u64, interval: Interval, bound: f64) -> Option<u64> {
    let Interval { estimate, low, high } = interval;
    let side = if bound < estimate { estimate - low } else { high - estimate };
    let needed = plays as f64 * (side / (estimate - bound)).powi(2);
    (needed.is_finite() && needed < 1e6).then(|| needed.ceil() as u64)
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
