//! What is played: each part is an experiment. Parts that share games share their rows.

use ludex_agents::registry;
use ludex_arena::plan::{Experiment, Levels, set};

use super::sources::{self, Source};

pub const ALL_AGENTS: [&str; 7] =
    ["champion", "ybcriber", "soemers-all", "olets", "iw", "omcts", "samplemcts"];
pub const TWO_AGENTS: [&str; 2] = ["champion", "ybcriber"];

/// Who plays in a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agents {
    All,
    Two,
    /// The champion, and the champion without each of its parts.
    Ablation,
}

impl Agents {
    pub fn names(self) -> Vec<String> {
        match self {
            Agents::All => ALL_AGENTS.map(str::to_owned).to_vec(),
            Agents::Two => TWO_AGENTS.map(str::to_owned).to_vec(),
            Agents::Ablation => std::iter::once("champion".to_owned())
                .chain(switches().iter().map(|name| format!("champion({name}=false)")))
                .collect(),
        }
    }
}

/// The parts of the champion that can be switched off.
fn switches() -> Vec<&'static str> {
    let entry = registry::agents().find(|entry| entry.name == "champion");
    let parameters = entry.map_or(&[][..], |entry| entry.parameters);
    let switches = parameters.iter().filter(|parameter| parameter.kind == registry::Kind::Switch);
    switches.map(|parameter| parameter.name).collect()
}

/// Which games are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Games {
    Sixty,
    /// The grid games outside of them, which nothing was tuned on.
    Outside,
    Bundled,
}

impl Games {
    pub fn names(self) -> Result<Vec<String>, String> {
        match self {
            Games::Sixty => Ok(sources::sixty().to_vec()),
            Games::Outside => sources::outside(),
            Games::Bundled => Ok(set("bundled").map_or_else(Vec::new, |set| set.games.clone())),
        }
    }
}

pub struct Part {
    pub name: &'static str,
    pub source: Source,
    pub agents: Agents,
    pub games: Games,
    pub levels: u32,
    pub budget: &'static str,
}

impl Part {
    const fn new(name: &'static str, agents: Agents, budget: &'static str) -> Part {
        Part { name, source: Source::Gvgai, agents, games: Games::Sixty, levels: 5, budget }
    }

    const fn on(self, source: Source, games: Games) -> Part {
        Part { source, games, ..self }
    }

    pub fn experiment(&self) -> Result<Experiment, String> {
        let experiment = Experiment {
            agents: self.agents.names(),
            games: self.games.names()?,
            levels: Levels::first(self.levels),
            reps: 1,
            budget: self.budget.to_owned(),
            ..Experiment::default()
        };
        experiment.canonical().map_err(|e| e.to_string())
    }
}

/// All parts, in the order in which they are played: the cheapest and most wanted first.
pub const PARTS: [Part; 11] = [
    Part::new("480", Agents::All, "480fm"),
    Part::new("5000", Agents::All, "5000fm"),
    Part::new("40ms", Agents::Two, "40ms-cpu"),
    Part::new("ablation", Agents::Ablation, "480fm"),
    Part::new("outside-480", Agents::Two, "480fm").on(Source::Gvgai, Games::Outside),
    Part::new("mirrored-480", Agents::Two, "480fm").on(Source::Mirrored, Games::Sixty),
    Part::new("bundled-480", Agents::Two, "480fm").on(Source::Bundled, Games::Bundled),
    Part::new("outside-5000", Agents::Two, "5000fm").on(Source::Gvgai, Games::Outside),
    Part::new("mirrored-5000", Agents::Two, "5000fm").on(Source::Mirrored, Games::Sixty),
    Part::new("bundled-5000", Agents::Two, "5000fm").on(Source::Bundled, Games::Bundled),
    Part { levels: 1, ..Part::new("50000", Agents::Two, "50000fm") },
];
