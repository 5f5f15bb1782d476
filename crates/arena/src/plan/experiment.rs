//! An experiment as text: what the command line and a TOML file say.

use super::{Levels, PlanError};
use crate::hash::StableHash;
use crate::names::labelled;
use ludex_agents::registry::find_alias;
use ludex_agents::{AgentSpec, Budget, Clock, DEFAULT_SEED};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where results go unless an experiment says so: a folder in here.
const RUNS: &str = "ludex-runs";

/// Everything that decides what is played. The same experiment into the same folder goes on where it stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Experiment {
    /// Agents in their text form; before [`Experiment::canonical`], a label may stand before one, as in `all=soemers-all`.
    pub agents: Vec<String>,
    /// Names, sets, patterns with `*` and `?`, files and folders of games.
    pub games: Vec<String>,
    /// A folder of games to take instead of those that ship with Ludex, such as a GVGAI checkout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games_dir: Option<PathBuf>,
    /// Levels of each game.
    pub levels: Levels,
    /// Repetitions of each level.
    pub reps: u32,
    /// Budget per tick: `40ms-cpu`, `40ms`, `480fm`, `50it`.
    pub budget: String,
    /// Forgive late answers instead of disqualifying.
    pub lenient: bool,
    /// Games that an agent plays on a level before each one that counts, if it can learn from them.
    pub learning: u32,
    /// Games played at once; without it, one per core.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jobs: Option<usize>,
    /// Number that all seeds are derived from.
    pub seed: u64,
    /// Whether the budget may ask for a forward model with the faults of a day ([`Budget::of_reproduction`]).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub old_models: bool,
    /// Folder for the results; without it, [`Experiment::folder`] names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<PathBuf>,
    /// What agents are called in reports, by their text form. Results are kept under the text.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
}

impl Default for Experiment {
    /// A small tournament on ten of the games that ship with Ludex, with a budget that does not depend on the machine.
    fn default() -> Self {
        Self {
            agents: ["random", "onestep", "rhea", "samplemcts", "mcts", "olets"].map(String::from).to_vec(),
            games: vec!["bundled1".to_owned()],
            games_dir: None,
            levels: Levels::ALL,
            reps: 3,
            budget: "200fm".to_owned(),
            lenient: false,
            learning: 0,
            jobs: None,
            seed: DEFAULT_SEED.into(),
            old_models: false,
            out: None,
            labels: BTreeMap::new(),
        }
    }
}

/// What the flags of the command line change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// `--agents`
    pub agents: Option<Vec<String>>,
    /// `--games`
    pub games: Option<Vec<String>>,
    /// `--games-dir`
    pub games_dir: Option<PathBuf>,
    /// `--levels`
    pub levels: Option<Levels>,
    /// `--reps`
    pub reps: Option<u32>,
    /// `--budget`
    pub budget: Option<String>,
    /// `--lenient`
    pub lenient: Option<bool>,
    /// `--learning`
    pub learning: Option<u32>,
    /// `--jobs`
    pub jobs: Option<usize>,
    /// `--seed`
    pub seed: Option<u64>,
    /// `--out`
    pub out: Option<PathBuf>,
}

impl Experiment {
    /// Reads a TOML file's text. What it leaves out has its default.
    pub fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// The experiment with flags applied: a flag wins over the file.
    pub fn with(mut self, flags: Overrides) -> Self {
        let Overrides { agents, games, games_dir, levels, reps, budget, lenient, learning, jobs, seed, out } =
            flags;
        fn set<T>(place: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *place = value;
            }
        }
        set(&mut self.agents, agents);
        set(&mut self.games, games);
        set(&mut self.levels, levels);
        set(&mut self.reps, reps);
        set(&mut self.budget, budget);
        set(&mut self.lenient, lenient);
        set(&mut self.learning, learning);
        set(&mut self.seed, seed);
        self.out = out.or(self.out);
        self.games_dir = games_dir.or(self.games_dir);
        self.jobs = jobs.or(self.jobs);
        self
    }

    /// The experiment with agents and budget in their canonical form, under which results are kept: however they are
    /// written, the same agent is the same.
    pub fn canonical(self) -> Result<Self, PlanError> {
        self.canonical_with(&[])
    }

    /// Likewise, where agents of these names are [guests](crate::Guest).
    pub fn canonical_with(mut self, guests: &[&str]) -> Result<Self, PlanError> {
        let mut labels = BTreeMap::new();
        let mut short = Vec::new();
        let mut read = |text: &str| {
            let (label, text) = labelled(text);
            let agent = match guests.contains(&text) {
                true => text.to_owned(),
                false => text.parse::<AgentSpec>().map_err(PlanError::Agent)?.to_string(),
            };
            match label {
                Some(label) => add_label(&mut labels, &agent, label)?,
                None => short.extend(find_alias(text).map(|alias| (agent.clone(), alias.name.to_owned()))),
            }
            Ok(agent)
        };
        self.agents = self.agents.iter().map(|text| read(text)).collect::<Result<_, PlanError>>()?;
        for (text, label) in &self.labels {
            let agent = text.parse::<AgentSpec>().map_or_else(|_| text.clone(), |agent| agent.to_string());
            if !labels.contains_key(&agent) {
                add_label(&mut labels, &agent, label)?;
            }
        }
        // Who writes a short name for an agent with many parts reads it again in the tables.
        for (agent, name) in short {
            if !labels.contains_key(&agent) && !labels.values().any(|label| *label == name) {
                labels.insert(agent, name);
            }
        }
        self.labels = labels;
        let read = if self.old_models { Budget::of_reproduction } else { str::parse };
        self.budget = read(&self.budget).map_err(PlanError::Budget)?.to_string();
        Ok(self)
    }

    /// The folder for the results: the one that the experiment names, or one below `ludex-runs` that is called after its
    /// file. Without a file it is `tournament` for the default experiment; any other one has a name of its own that
    /// depends on what is played, so that the same command finds its results again and no other mixes with them.
    pub fn folder(&self, file: Option<&Path>) -> PathBuf {
        let name = || match file.and_then(Path::file_stem) {
            Some(stem) => stem.to_string_lossy().into_owned(),
            None if self.fingerprint() == Self::default().fingerprint() => "tournament".to_owned(),
            None => format!("run-{:08x}", self.fingerprint() >> 32),
        };
        self.out.clone().unwrap_or_else(|| Path::new(RUNS).join(name()))
    }

    /// A hash of everything that decides what is played.
    fn fingerprint(&self) -> u64 {
        let played = Self { jobs: None, out: None, labels: BTreeMap::new(), ..self.clone() };
        StableHash::default().text(&format!("{played:?}")).finish()
    }

    /// The experiment as TOML, as `--print-config` writes it and results keep it. Fails for a path that is no text.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }

    /// The clock that its budget is counted by, if it is, so that games must not disturb each other.
    pub fn clock(&self) -> Option<Clock> {
        clock_of(&self.budget)
    }
}

/// Calls an agent by a label.
pub fn add_label(labels: &mut BTreeMap<String, String>, agent: &str, label: &str) -> Result<(), PlanError> {
    if let Some((other, _)) = labels.iter().find(|(other, known)| *known == label && *other != agent) {
        return Err(PlanError::Labels(format!("`{label}` is given to {other} and to {agent}")));
    }
    match labels.insert(agent.to_owned(), label.to_owned()) {
        Some(known) if known != label => {
            Err(PlanError::Labels(format!("{agent} is called `{known}` and `{label}`")))
        }
        _ => Ok(()),
    }
}

/// The clock of a budget's text, if it limits time, as in `40ms` or `480fm+40ms-cpu`.
pub fn clock_of(budget: &str) -> Option<Clock> {
    Budget::of_reproduction(budget).ok().and_then(|budget| budget.clock())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toml_round_trip_and_flags() {
        let file = Experiment::from_toml("agents = ['mcts']\nreps = 15\nlevels = '0-2'\njobs = 2\n").unwrap();
        assert_eq!(Experiment::from_toml(&file.to_toml().unwrap()).unwrap(), file);
        let large = Experiment { seed: u64::MAX, ..file.clone() };
        assert_eq!(Experiment::from_toml(&large.to_toml().unwrap()).unwrap(), large);
        let flags = Overrides { reps: Some(3), out: Some("x".into()), ..Overrides::default() };
        let both = file.clone().with(flags);
        assert_eq!((both.reps, both.jobs, &*both.agents), (3, Some(2), &file.agents[..]));
        assert_eq!(both.out, Some(PathBuf::from("x")));
    }

    #[test]
    fn spellings_of_one_experiment() {
        let experiment = |agent: &str, budget: &str| Experiment {
            agents: vec![agent.to_owned()],
            budget: budget.to_owned(),
            ..Experiment::default()
        };
        let one = experiment("SampleMCTS( depth=10 )", "480 FM").canonical().unwrap();
        assert_eq!(one, experiment("samplemcts", "480fm").canonical().unwrap());
        assert!(matches!(experiment("smaplemcts", "480fm").canonical(), Err(PlanError::Agent(_))));
        assert!(matches!(experiment("random", "480").canonical(), Err(PlanError::Budget(_))));
        let faulty = experiment("random", "50it+model-2014-05");
        assert!(matches!(faulty.clone().canonical(), Err(PlanError::Budget(_))));
        assert!(Experiment { old_models: true, ..faulty }.canonical().is_ok());
    }

    #[test]
    fn labels() {
        let experiment = |agents: &[&str]| Experiment {
            agents: agents.iter().map(|agent| (*agent).to_owned()).collect(),
            ..Experiment::default()
        };
        let plain = experiment(&["samplemcts(depth=5)", "olets"]).canonical().unwrap();
        let named = experiment(&["five steps = samplemcts( depth=5 )", "olets"]).canonical().unwrap();
        assert_eq!((&named.agents, named.folder(None)), (&plain.agents, plain.folder(None)));
        assert_eq!(named.labels.get("samplemcts(depth=5)").unwrap(), "five steps");
        assert_eq!(Experiment::from_toml(&named.to_toml().unwrap()).unwrap().canonical().unwrap(), named);
        let short = experiment(&["soemers-all", "olets"]).canonical().unwrap();
        assert_eq!(short.labels.values().collect::<Vec<_>>(), ["soemers-all"]);
        let own = experiment(&["all=soemers-all", "soemers-all=olets", "soemers-all"]).canonical().unwrap();
        assert_eq!(own.labels.values().collect::<Vec<_>>(), ["all", "soemers-all"]);
        for wrong in [["a=olets", "a=random"], ["a=olets", "b=olets"]] {
            assert!(matches!(experiment(&wrong).canonical(), Err(PlanError::Labels(_))), "{wrong:?}");
        }
    }

    #[test]
    fn folders() {
        let default = Experiment::default();
        assert_eq!(default.folder(None), Path::new("ludex-runs/tournament"));
        assert_eq!(default.folder(Some(Path::new("lab/depths.toml"))), Path::new("ludex-runs/depths"));
        let other = Experiment { reps: 77, ..Experiment::default() };
        assert_eq!(other.folder(None), Experiment { jobs: Some(1), ..other.clone() }.folder(None));
        assert_ne!(other.folder(None), default.folder(None));
        let named = Experiment { out: Some("here".into()), ..other };
        assert_eq!(named.folder(Some(Path::new("depths.toml"))), Path::new("here"));
    }

    #[test]
    fn mistakes_are_named() {
        let error = Experiment::from_toml("repetitions = 15").unwrap_err().to_string();
        assert!(error.contains("repetitions") && error.contains("reps"), "{error}");
        let error = Experiment::from_toml("levels = '4-0'").unwrap_err().to_string();
        assert!(error.contains("0-4"), "{error}");
    }

    #[test]
    fn clocks() {
        let wall = Some(Clock::Wall);
        for (budget, clock) in [("40ms", wall), ("480fm", None), ("50it", None), ("480fm+40ms", wall)] {
            assert_eq!(clock_of(budget), clock, "{budget}");
        }
        if Clock::Processor.is_available() {
            assert_eq!(clock_of("480fm+40ms-cpu"), Some(Clock::Processor));
        }
    }
}
