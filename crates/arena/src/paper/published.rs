//! Published tables, read from `data/papers`.

use crate::names::canonical;
use crate::plan::set;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A paper with its tables.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Short name, such as `P1`.
    pub id: String,
    /// Title.
    pub title: String,
    /// Authors' last names.
    pub authors: String,
    /// Where and when it appeared.
    pub venue: String,
    /// How the published figures were made.
    pub protocol: String,
    /// The paper's names of agents, and what plays them here.
    pub agents: BTreeMap<String, AgentDefinition>,
    /// The tables.
    #[serde(rename = "table")]
    pub tables: Vec<PublishedTable>,
}

/// The agent behind a paper's name.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum AgentDefinition {
    /// The same in all games.
    Fixed(String),
    /// With settings that a table lists by game.
    PerGame {
        /// Text form with `{0}`, `{1}` for the numbers of the table.
        spec: String,
        /// The table.
        table: String,
        /// Its column.
        column: String,
    },
    /// After some games to learn from.
    Experienced {
        /// Text form.
        spec: String,
        /// How many games on the same level, before each one that counts.
        learning: u32,
    },
}

/// What a table's figures are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Games won, in per cent.
    Win,
    /// Mean score.
    Score,
    /// Lost games that ended before the tick limit, in per cent of the lost ones.
    EarlyLoss,
    /// Iterations a tick.
    Iterations,
    /// Games in which most plays report a certain setting: a count.
    MostUsed,
    /// Score on a scale from the lowest to the highest of all agents; cannot be compared across studies.
    NormalisedScore,
    /// Parameters of agents.
    Setting,
}

/// What the number after a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Uncertainty {
    /// Half a 95 % confidence interval.
    #[serde(rename = "ci95")]
    Interval,
    /// A standard error.
    #[serde(rename = "standard-error")]
    StandardError,
    /// There is none.
    #[serde(rename = "none")]
    None,
}

/// One table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "TableText")]
pub struct PublishedTable {
    /// Name in the paper, such as `T1`.
    pub id: String,
    /// What it shows.
    pub caption: String,
    /// What its figures are.
    pub measure: Measure,
    /// What the numbers after the figures are.
    pub uncertainty: Uncertainty,
    /// Plays behind a figure, where known.
    pub plays: Option<u32>,
    /// The paper's names of the agents.
    pub columns: Vec<String>,
    /// A game or set of games each.
    pub rows: Vec<PublishedRow>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedRow {
    /// Name of the game or set.
    pub games: String,
    /// A figure for each column.
    pub figures: Vec<PublishedFigure>,
}

/// A published figure.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedFigure {
    /// As printed.
    pub text: String,
    /// Its value.
    pub value: f64,
    /// The number after it.
    pub uncertainty: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableText {
    id: String,
    caption: String,
    measure: Measure,
    uncertainty: Uncertainty,
    plays: Option<u32>,
    scale: Option<f64>,
    figures: String,
}

impl TryFrom<TableText> for PublishedTable {
    type Error = String;

    fn try_from(text: TableText) -> Result<Self, String> {
        let wrong = |what: &str| format!("table {}: {what}", text.id);
        let mut lines = text.figures.lines().filter(|line| !line.trim().is_empty());
        let header = lines.next().ok_or_else(|| wrong("no header"))?;
        let columns: Vec<String> = header.split_whitespace().skip(1).map(str::to_owned).collect();
        let mut rows = Vec::new();
        for line in lines {
            let mut words = line.split_whitespace();
            let games = words.next().unwrap_or_default().to_owned();
            let figures: Option<Vec<_>> = words.map(|word| figure(word, text.scale.unwrap_or(1.0))).collect();
            let figures = figures.filter(|figures| figures.len() == columns.len());
            rows.push(PublishedRow { figures: figures.ok_or_else(|| wrong(line))?, games });
        }
        let TableText { id, caption, measure, uncertainty, plays, .. } = text;
        Ok(Self { id, caption, measure, uncertainty, plays, columns, rows })
    }
}

fn figure(word: &str, scale: f64) -> Option<PublishedFigure> {
    let (value, uncertainty) = match word.split_once(';') {
        Some((value, uncertainty)) => (value, Some(uncertainty.parse::<f64>().ok()? * scale)),
        None => (word, None),
    };
    Some(PublishedFigure { text: word.to_owned(), value: value.parse::<f64>().ok()? * scale, uncertainty })
}

impl Paper {
    /// A table by its name.
    pub fn table(&self, id: &str) -> Option<&PublishedTable> {
        self.tables.iter().find(|table| table.id == id)
    }

    /// The text form of what plays an agent of the paper in a game; none if the paper does not say.
    pub fn agent(&self, name: &str, game: &str) -> Option<String> {
        match self.agents.get(name)? {
            AgentDefinition::Fixed(spec) | AgentDefinition::Experienced { spec, .. } => Some(spec.clone()),
            AgentDefinition::PerGame { spec, table, column } => {
                let figure = self.table(table)?.figure(game, column)?;
                let filled = figure.text.split(';').enumerate();
                Some(
                    filled.fold(spec.clone(), |spec, (index, value)| {
                        spec.replace(&format!("{{{index}}}"), value)
                    }),
                )
            }
        }
    }

    /// How many games an agent of the paper plays on a level to learn from, before each one that counts.
    pub fn learning(&self, name: &str) -> u32 {
        match self.agents.get(name) {
            Some(AgentDefinition::Experienced { learning, .. }) => *learning,
            _ => 0,
        }
    }
}

impl PublishedTable {
    /// The figure of a row and column.
    pub fn figure(&self, games: &str, column: &str) -> Option<&PublishedFigure> {
        let place = self.columns.iter().position(|name| name == column)?;
        self.rows.iter().find(|row| row.games == games)?.figures.get(place)
    }
}

/// The games that a label means: a set, a game, or several of either between commas.
pub fn games_of(label: &str) -> Vec<String> {
    label
        .split(',')
        .flat_map(|part| match set(part.trim()) {
            Some(set) => set.games.clone(),
            None => vec![canonical(part)],
        })
        .collect()
}

static PAPERS: LazyLock<Vec<Paper>> = LazyLock::new(|| {
    [
        include_str!("../../data/papers/p1.toml"),
        include_str!("../../data/papers/p2.toml"),
        include_str!("../../data/papers/p3.toml"),
        include_str!("../../data/papers/p4.toml"),
        include_str!("../../data/papers/p5.toml"),
    ]
    .map(|text| toml::from_str(text).expect("data/papers is read by the tests"))
    .into()
});

/// All papers whose figures are kept.
pub fn papers() -> &'static [Paper] {
    &PAPERS
}

/// The paper of a short name, in any case of letters.
pub fn paper(id: &str) -> Option<&'static Paper> {
    PAPERS.iter().find(|paper| paper.id.eq_ignore_ascii_case(id))
}
