//! Facts about the machine and the build that go with every result.

use serde::Serialize;

/// Where and with what a run was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RunFacts {
    /// The experiment, as TOML.
    pub configuration: String,
    /// Version of Ludex.
    pub version: String,
    /// Commit that it was built from, or "unknown".
    pub git: String,
    /// Model of the processor.
    pub cpu: String,
    /// Cores that the system lets this process use.
    pub cores: u32,
    /// Operating system and architecture.
    pub os: String,
}

impl RunFacts {
    /// Facts of this machine and build, for an experiment.
    pub fn here(configuration: &str) -> Self {
        Self {
            configuration: configuration.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            git: option_env!("LUDEX_GIT_HASH").unwrap_or("unknown").to_owned(),
            cpu: cpu_model().unwrap_or_else(|| "unknown".to_owned()),
            cores: u32::try_from(cores()).unwrap_or(u32::MAX),
            os: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }
}

/// How many cores this process may use, at least one.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// What Linux says; other systems tell only through calls that are not worth a dependency.
fn cpu_model() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
