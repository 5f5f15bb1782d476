//! Made-up games and players for the tests of the arena.
#![allow(dead_code, reason = "every test file uses its own part")]

pub mod study;

use ludex_arena::plan::{Experiment, GameFiles, GameSource, Levels, Plan, PlanError};
use ludex_arena::runner::WorkerContext;
use ludex_arena::{Cell, Outcome};
use std::path::{Path, PathBuf};

/// A folder under the build folder that is empty at the start of a test and gone at its end.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Games that exist only by name.
pub struct MadeUp {
    pub games: Vec<String>,
    pub version: &'static str,
}

impl MadeUp {
    pub fn new(games: &[&str]) -> Self {
        Self { games: games.iter().map(|game| (*game).to_owned()).collect(), version: "first" }
    }
}

impl GameSource for MadeUp {
    fn names(&self) -> Vec<String> {
        self.games.clone()
    }

    fn load(&self, name: &str) -> Result<Option<GameFiles>, PlanError> {
        Ok(self.games.iter().any(|game| game == name).then(|| GameFiles {
            name: name.to_owned(),
            game: format!("{name}, {} version", self.version),
            levels: (0..5).map(|level| (level, format!("{name} {level}"))).collect(),
        }))
    }
}

pub fn experiment(agents: &[&str], games: &[&str], reps: u32) -> Experiment {
    Experiment {
        agents: agents.iter().map(|agent| (*agent).to_owned()).collect(),
        games: games.iter().map(|game| (*game).to_owned()).collect(),
        levels: Levels::first(5),
        reps,
        ..Experiment::default()
    }
}

pub fn plan(agents: &[&str], games: &[&str], reps: u32) -> Plan {
    Plan::new(&experiment(agents, games, reps), &[&MadeUp::new(games)]).unwrap()
}

/// A result that depends on the cell alone.
pub fn play(cell: &Cell, _: &WorkerContext<'_>) -> Option<Outcome> {
    let luck = cell.agent_seed % 100;
    let skill = 20 + 15 * (cell.entrant.agent.len() as u64 % 4) + 5 * u64::from(cell.level);
    let ticks = 100 + (cell.seed % 1500) as u32;
    Some(Outcome {
        win: luck < skill,
        score: (cell.seed % 40) as f64 + if luck < skill { 20.0 } else { 0.0 },
        ticks,
        fm_calls: u64::from(ticks) * 190,
        iterations: u64::from(ticks) * 21,
        ..Outcome::default()
    })
}

/// Resident memory of this process in KiB, where the system tells.
pub fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().trim_end_matches(" kB").parse().ok()
}
