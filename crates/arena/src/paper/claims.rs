//! What a reproduction must show, read from `data/claims`.

use super::{Experiment, Measure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The claims of one paper.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// The paper's short name.
    pub paper: String,
    /// The day of GVGAI's games that were played, as in `2016-05-08`, unless a claim says otherwise.
    pub date: String,
    /// Games, unless a claim or check says otherwise.
    pub games: String,
    /// Plays a game, unless a claim says otherwise.
    pub plays: u32,
    /// Budget or name of a budget, unless a claim or check says otherwise.
    pub budget: String,
    /// Budgets that are more than a text.
    #[serde(default)]
    pub budgets: BTreeMap<String, BudgetDefinition>,
    /// The claims.
    #[serde(rename = "claim")]
    pub claims: Vec<Claim>,
    /// Experiments that explain what came of them.
    #[serde(default, rename = "experiment")]
    pub experiments: Vec<Experiment>,
}

impl Claims {
    /// The day of the games that a claim or experiment is about.
    pub fn date_of(&self, id: &str) -> &str {
        let claims = self.claims.iter().map(|claim| (&claim.id, &claim.date));
        let mut all =
            claims.chain(self.experiments.iter().map(|experiment| (&experiment.id, &experiment.date)));
        let found = all.find(|(known, _)| *known == id).and_then(|(_, date)| date.as_deref());
        found.unwrap_or(&self.date)
    }

    /// The numbers of all claims and experiments.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        let claims = self.claims.iter().map(|claim| &*claim.id);
        claims.chain(self.experiments.iter().map(|experiment| &*experiment.id))
    }

    /// The days of the games that claims and experiments are about, sorted.
    pub fn dates(&self) -> Vec<&str> {
        let mut dates: Vec<&str> = self.ids().map(|id| self.date_of(id)).collect();
        dates.sort_unstable();
        dates.dedup();
        dates
    }
}

/// A budget with a name.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum BudgetDefinition {
    /// The same everywhere.
    Fixed(String),
    /// Another one in each game, from a table of the paper.
    PerGame {
        /// The table.
        table: String,
        /// Its column.
        column: String,
        /// Factor.
        #[serde(default = "one")]
        times: f64,
        /// What is counted: `it` or `fm`.
        unit: String,
    },
    /// The one at which an agent comes nearest to a published win rate.
    Calibrated {
        /// Budgets to try.
        candidates: Vec<String>,
        /// The agent.
        agent: String,
        /// Its published win rate in per cent.
        target: f64,
        /// Plays a game to try with.
        plays: u32,
        /// Taken while there are no results to calibrate with.
        otherwise: String,
    },
}

/// One claim: some checks.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Its number, such as `P1.3`.
    pub id: String,
    /// In words.
    pub text: String,
    /// The published figures, in words.
    pub published: String,
    /// The day of the games that were played.
    pub date: Option<String>,
    /// Games of its checks.
    pub games: Option<String>,
    /// Plays a game.
    pub plays: Option<u32>,
    /// Budget of its checks.
    pub budget: Option<String>,
    /// How many checks of a group must hold; checks outside any group must all hold.
    #[serde(default)]
    pub need: BTreeMap<String, usize>,
    /// What must be true.
    #[serde(rename = "check")]
    pub checks: Vec<Check>,
}

/// A bound on `agent - times * minus - less`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Check {
    /// The paper's name of the agent.
    pub agent: String,
    /// The agent that it is compared with.
    pub minus: Option<String>,
    /// Factor of the second agent's figure.
    #[serde(default = "one")]
    pub times: f64,
    /// Games.
    pub games: Option<String>,
    /// Budget.
    pub budget: Option<String>,
    /// Budget of the second agent, where it differs.
    pub minus_budget: Option<String>,
    /// What is measured.
    #[serde(default = "win")]
    pub measure: Measure,
    /// The setting that [`Measure::MostUsed`] looks for.
    #[serde(default)]
    pub remark: String,
    /// Sum over the games instead of their mean.
    #[serde(default)]
    pub sum: bool,
    /// A difference to take away: the effect under other conditions.
    pub less: Option<Less>,
    /// Lower bound.
    pub at_least: Option<f64>,
    /// Upper bound.
    pub at_most: Option<f64>,
    /// Bound on the absolute value.
    pub within: Option<f64>,
    /// The bound itself is out of bounds.
    #[serde(default)]
    pub strict: bool,
    /// The published figure.
    pub published: Option<f64>,
    /// Plays a game of a second look: the claim's own number left this check undecided.
    pub second_look: Option<u32>,
    /// The group it belongs to.
    pub group: Option<String>,
}

/// The same difference elsewhere.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Less {
    /// The paper's name of the agent.
    pub agent: String,
    /// The agent that it is compared with.
    pub minus: String,
    /// Budget of both.
    pub budget: String,
}

fn one() -> f64 {
    1.0
}

fn win() -> Measure {
    Measure::Win
}

impl Check {
    /// The bound in words.
    pub fn bound(&self) -> String {
        let sign = if self.minus.is_some() { "+" } else { "" };
        let number = |bound: f64| {
            if bound > 0.0 { format!("{sign}{bound}") } else { bound.to_string().replace('-', "−") }
        };
        let (least, most, within) =
            if self.strict { (">", "<", "inside ±") } else { ("≥", "≤", "within ±") };
        match (self.at_least, self.at_most, self.within) {
            (Some(bound), _, _) => format!("{least} {}", number(bound)),
            (_, Some(bound), _) => format!("{most} {}", number(bound)),
            (_, _, Some(bound)) => format!("{within}{bound}"),
            _ => String::new(),
        }
    }

    /// Whether a value keeps the bounds.
    pub fn allows(&self, value: f64) -> bool {
        let below = |value: f64, bound: f64| value < bound || (value == bound && !self.strict);
        !value.is_nan()
            && self.at_least.is_none_or(|bound| below(bound, value))
            && self.at_most.is_none_or(|bound| below(value, bound))
            && self.within.is_none_or(|bound| below(value.abs(), bound))
    }

    /// The bound that is nearest to a value.
    pub fn nearest_bound(&self, value: f64) -> f64 {
        let bounds = [self.at_least, self.at_most, self.within, self.within.map(|bound| -bound)];
        let nearer = |a: f64, b: f64| if (value - b).abs() < (value - a).abs() { b } else { a };
        bounds.into_iter().flatten().fold(f64::INFINITY, nearer)
    }
}

static CLAIMS: LazyLock<Vec<Claims>> = LazyLock::new(|| {
    [
        include_str!("../../data/claims/p1.toml"),
        include_str!("../../data/claims/p2.toml"),
        include_str!("../../data/claims/p3.toml"),
        include_str!("../../data/claims/p4.toml"),
        include_str!("../../data/claims/p5.toml"),
    ]
    .map(|text| toml::from_str(text).expect("data/claims is read by the tests"))
    .into()
});

/// The claims of all papers.
pub fn all_claims() -> &'static [Claims] {
    &CLAIMS
}

/// The claims of a paper, by its short name in any case of letters.
pub fn claims(paper: &str) -> Option<&'static Claims> {
    CLAIMS.iter().find(|claims| claims.paper.eq_ignore_ascii_case(paper))
}
