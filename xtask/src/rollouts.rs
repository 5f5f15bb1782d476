//! Counting the instructions of rollouts with callgrind: the same on a busy machine as on an idle one.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The example `rollouts` of the engine, run by callgrind.
pub struct Rollouts {
    program: PathBuf,
}

/// What one run did.
pub struct Run {
    pub instructions: u64,
    pub ticks: u64,
    /// Stands for everything that happened: the same for the same play.
    pub fingerprint: String,
}

impl Rollouts {
    /// Builds the program. None where there is no valgrind to count its instructions, and that is said.
    pub fn build() -> Result<Option<Rollouts>, String> {
        let valgrind = Command::new("valgrind").arg("--version").output();
        if !valgrind.is_ok_and(|output| output.status.success()) {
            println!("SKIPPED: valgrind is not installed, so instructions cannot be counted");
            return Ok(None);
        }
        let program = crate::build(&["--package", "ludex-engine", "--example", "rollouts"])?;
        Ok(Some(Rollouts { program }))
    }

    /// A folder beside the program for generated games and levels.
    pub fn folder(&self) -> PathBuf {
        self.program.with_file_name("rollouts-levels")
    }

    /// Plays so many rollouts of at most so many ticks.
    pub fn run(&self, game: &Path, level: &Path, rollouts: u64, ticks: u64) -> Result<Run, String> {
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(&self.program)
            .args([game, level])
            .args([rollouts.to_string(), ticks.to_string()])
            .output()
            .map_err(|error| format!("cannot run valgrind: {error}"))?;
        let report = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(format!("cannot count the instructions of {}:\n{report}", game.display()));
        }
        let collected = report.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
        let instructions =
            collected.ok_or_else(|| format!("callgrind said nothing of instructions:\n{report}"))?;
        let played = String::from_utf8_lossy(&output.stdout);
        let (ticks, fingerprint) = played
            .trim()
            .split_once(' ')
            .and_then(|(ticks, fingerprint)| Some((ticks.parse().ok()?, fingerprint.to_owned())))
            .ok_or_else(|| format!("rollouts said `{played}` instead of what it played"))?;
        Ok(Run { instructions, ticks, fingerprint })
    }
}
