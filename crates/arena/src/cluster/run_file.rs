//! What a run is, in a file that the first to come writes and all others compare with.

use super::{ClusterError, Outline, Program, RunFolder, folder, publish};
use crate::cell::Cell;
use crate::plan::Experiment;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// What is played in a run, in how many parts, by which program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFile {
    /// Hash of the plan, as [`Outline::hash`] tells it.
    pub plan: String,
    /// How many games it has.
    pub games: u64,
    /// How many shards.
    pub shards: u32,
    /// The program that plays them.
    pub program: Program,
    /// The experiment.
    pub experiment: Experiment,
    /// What a pilot has measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<Cost>,
}

/// How long games take.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// The agent.
    pub agent: String,
    /// The game.
    pub game: String,
    /// Seconds of a game in the mean.
    pub seconds: f64,
}

impl RunFile {
    /// A run of an experiment with this program.
    pub fn new(experiment: &Experiment, outline: &Outline, shards: u32, program: Program) -> Self {
        let folder = |path: &std::path::PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        Self {
            plan: outline.hash(),
            games: outline.games(),
            shards,
            program,
            // Jobs may start elsewhere.
            experiment: Experiment {
                out: None,
                games_dir: experiment.games_dir.as_ref().map(folder),
                ..experiment.clone()
            },
            costs: Vec::new(),
        }
    }

    /// Reads what a run is; none if nobody has said so yet.
    pub fn read(folder: &RunFolder) -> Result<Option<Self>, ClusterError> {
        let path = folder.run_file();
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(ClusterError::Io { path, source }),
        };
        toml::from_str(&text)
            .map(Some)
            .map_err(|error| ClusterError::RunFile { path, problem: error.to_string() })
    }

    /// Writes this file unless there is one, and gives the one that is there then: all who come at once agree on one.
    pub fn agree(self, folder: &RunFolder) -> Result<Self, ClusterError> {
        if let Some(known) = Self::read(folder)? {
            return Ok(known);
        }
        let path = folder.run_file();
        let io = |source| ClusterError::Io { path: path.clone(), source };
        let text = toml::to_string(&self)
            .map_err(|error| ClusterError::RunFile { path: path.clone(), problem: error.to_string() })?;
        let mine = folder::temporary(&path);
        publish(&mine, text.as_bytes()).map_err(io)?;
        // Fails if there is one by now. Some file systems have no links: then the last one wins, and all say the same.
        let linked = std::fs::hard_link(&mine, &path);
        if linked.is_err() && !path.exists() {
            std::fs::rename(&mine, &path).map_err(io)?;
        } else {
            std::fs::remove_file(&mine).map_err(io)?;
        }
        Ok(Self::read(folder)?.unwrap_or(self))
    }

    /// Refuses to be taken for another run or to be played by another program.
    pub fn expect(&self, other: &Self, folder: &RunFolder) -> Result<(), ClusterError> {
        let differs =
            |difference: String| ClusterError::OtherRun { folder: folder.path().to_owned(), difference };
        if self.program != other.program {
            let (expected, found) = (Box::new(self.program.clone()), Box::new(other.program.clone()));
            return Err(ClusterError::OtherProgram { expected, found });
        }
        if self.plan != other.plan {
            return Err(differs(
                "its agents, games, repetitions, seed or the texts of its games are others".to_owned(),
            ));
        }
        if self.shards != other.shards {
            return Err(differs(format!("it has {} shards, not {}", self.shards, other.shards)));
        }
        Ok(())
    }

    /// Puts games first that take long, so that no long one begins when all others are done; stays as it is without a pilot.
    pub fn sort(&self, cells: &mut [Cell]) {
        let known: HashMap<(&str, &str), f64> =
            self.costs.iter().map(|cost| ((&*cost.agent, &*cost.game), cost.seconds)).collect();
        let cost = |cell: &Cell| known.get(&(&*cell.entrant.agent, &*cell.game)).copied().unwrap_or(f64::MAX);
        if !known.is_empty() {
            cells.sort_by(|a, b| cost(b).total_cmp(&cost(a)));
        }
    }
}
