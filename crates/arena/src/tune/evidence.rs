//! What a search has found: the best agent, and why it seems so.

use super::{Seen, Tuning};
use crate::Reasons;
use crate::report::{Align, Place, Table};
use crate::stats::{Interval, wilson};
use ludex_agents::AgentSpec;
use ludex_agents::tuning::{Estimate, Setting};
use serde_json::{Value, json};

/// Settings in the list of the best.
const SHOWN: usize = 10;

/// What the evaluations so far say.
#[derive(Debug)]
pub struct Evidence<'a> {
    tuning: &'a Tuning,
    seen: &'a Seen,
}

/// What is known of a value of a parameter, whatever the others were.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueEvidence<'a> {
    /// The value.
    pub value: &'a str,
    /// Evaluations with it.
    pub evaluations: u64,
    /// Games that were won with it; an interval of everything if there were none.
    pub wins: Interval,
}

/// A setting that was evaluated.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The agent with this setting.
    pub agent: AgentSpec,
    /// Which setting.
    pub setting: Setting,
    /// How often it was evaluated.
    pub evaluations: u64,
    /// What the model thinks that it wins, as a share.
    pub estimate: f64,
    /// What it has won itself.
    pub wins: Interval,
}

impl<'a> Evidence<'a> {
    /// What a search has seen.
    pub fn new(tuning: &'a Tuning, seen: &'a Seen) -> Self {
        Self { tuning, seen }
    }

    /// Evaluations so far.
    pub fn evaluations(&self) -> u64 {
        self.seen.tuner.values(0).iter().map(|seen| seen.trials).sum()
    }

    /// Games so far.
    pub fn plays(&self) -> u64 {
        self.evaluations() * self.tuning.games.len() as u64
    }

    /// Why the agent was disqualified, a reason for each game in which it was.
    pub fn disqualified(&self) -> &'a Reasons {
        &self.seen.disqualified
    }

    /// The values of a parameter.
    pub fn values(&self, parameter: usize) -> Vec<ValueEvidence<'a>> {
        let values = &self.tuning.varied[parameter].values;
        let seen = values.iter().zip(self.seen.tuner.values(parameter));
        seen.map(|(value, seen)| ValueEvidence {
            value,
            evaluations: seen.trials,
            wins: self.interval(*seen),
        })
        .collect()
    }

    /// The settings that were evaluated, from the best to the worst in the model's opinion.
    pub fn candidates(&self) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = self
            .seen
            .tuner
            .space()
            .settings()
            .filter_map(|setting| {
                let known = self.seen.tuner.known(setting);
                let estimate = self.seen.tuner.estimate(setting).filter(|_| known.trials > 0)?;
                let agent = self.tuning.configured(setting).ok()?;
                let wins = self.interval(known);
                Some(Candidate { agent, setting, evaluations: known.trials, estimate, wins })
            })
            .collect();
        candidates.sort_by(|a, b| {
            b.estimate
                .total_cmp(&a.estimate)
                .then(b.evaluations.cmp(&a.evaluations))
                .then(a.setting.cmp(&b.setting))
        });
        candidates
    }

    /// The best setting; none before the first evaluation.
    pub fn best(&self) -> Option<Candidate> {
        self.candidates().into_iter().next()
    }

    /// The share of games won behind a mean over evaluations, in per cent.
    fn interval(&self, seen: Estimate) -> Interval {
        let plays = seen.trials * self.tuning.games.len() as u64;
        wilson((seen.mean * plays as f64).round() as u64, plays).scaled(100.0)
    }

    /// Tables for people: the values of each parameter, and the best settings.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables: Vec<Table> =
            (0..self.tuning.varied.len()).map(|parameter| self.value_table(parameter)).collect();
        let candidates = self.candidates();
        let note = format!(
            "The {} best of {} settings that were evaluated, out of {}. The estimate is the mean of what was seen of each \
             value, of each pair of values, and of the setting itself.",
            SHOWN.min(candidates.len()),
            candidates.len(),
            self.tuning.settings(),
        );
        let rows = candidates.iter().take(SHOWN).map(|candidate| {
            vec![
                Place::from(candidate.agent.to_string()),
                candidate.evaluations.to_string().into(),
                percent(100.0 * candidate.estimate).into(),
                percent(candidate.wins.estimate).into(),
                range(candidate.wins).into(),
            ]
        });
        let heads = ["setting", "evaluations", "estimate %", "won %", "95 % interval"];
        tables.push(table("settings", "Best settings".to_owned(), note, &heads, rows.collect()));
        tables
    }

    fn value_table(&self, parameter: usize) -> Table {
        let values = self.values(parameter);
        let known = values.iter().filter(|value| value.evaluations > 0);
        let best = known.map(|value| value.wins.estimate).fold(f64::NEG_INFINITY, f64::max);
        let rows = values.iter().map(|value| {
            let strong = value.wins.estimate == best;
            let place = |text: String| Place { text, strong };
            vec![
                place(value.value.to_owned()),
                place(value.evaluations.to_string()),
                place(percent(value.wins.estimate)),
                place(range(value.wins)),
            ]
        });
        let name = &self.tuning.varied[parameter].name;
        let heads = [&**name, "evaluations", "won %", "95 % interval"];
        table("values", format!("Values of {name}"), String::new(), &heads, rows.collect())
    }

    /// Everything for programs.
    pub fn to_json(&self) -> Value {
        let tuning = self.tuning;
        let parameters = (0..tuning.varied.len()).map(|parameter| {
            let values = self.values(parameter).into_iter().map(|value| {
                let mut json = interval_json(value.wins);
                json["value"] = json!(value.value);
                json["evaluations"] = json!(value.evaluations);
                json
            });
            json!({ "name": tuning.varied[parameter].name, "values": values.collect::<Vec<_>>() })
        });
        let disqualified = self.disqualified().by_count().into_iter();
        let disqualified = disqualified.map(|(reason, plays)| json!({ "reason": reason, "plays": plays }));
        let candidates = self.candidates();
        let settings: Vec<Value> =
            candidates.iter().map(|candidate| self.candidate_json(candidate)).collect();
        json!({
            "agent": tuning.agent.to_string(),
            "games": tuning.games.iter().map(|game| &*game.name).collect::<Vec<_>>(),
            "budget": &*tuning.budget,
            "seed": tuning.seed,
            "evaluations": self.evaluations(),
            "plays": self.plays(),
            "disqualified": disqualified.collect::<Vec<_>>(),
            "parameters": parameters.collect::<Vec<_>>(),
            "best": settings.first(),
            "settings": settings,
        })
    }

    fn candidate_json(&self, candidate: &Candidate) -> Value {
        let values: serde_json::Map<String, Value> = (self.tuning.varied.iter().enumerate())
            .map(|(index, varied)| (varied.name.clone(), json!(self.tuning.value(candidate.setting, index))))
            .collect();
        let mut json = interval_json(candidate.wins);
        json["agent"] = json!(candidate.agent.to_string());
        json["values"] = Value::Object(values);
        json["evaluations"] = json!(candidate.evaluations);
        json["estimate"] = json!(100.0 * candidate.estimate);
        json
    }
}

fn interval_json(wins: Interval) -> Value {
    json!({ "win": wins.estimate.is_finite().then_some(wins.estimate), "low": wins.low, "high": wins.high })
}

fn percent(value: f64) -> String {
    if value.is_nan() { "-".to_owned() } else { format!("{value:.1}") }
}

fn range(wins: Interval) -> String {
    if wins.estimate.is_nan() { "-".to_owned() } else { format!("{:.1} to {:.1}", wins.low, wins.high) }
}

fn table(name: &'static str, title: String, note: String, heads: &[&str], rows: Vec<Vec<Place>>) -> Table {
    let columns = heads
        .iter()
        .enumerate()
        .map(|(index, head)| ((*head).to_owned(), if index == 0 { Align::Left } else { Align::Right }));
    Table { name, title, note, columns: columns.collect(), rows, ..Table::default() }
}
