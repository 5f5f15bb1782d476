//! One module for each command: its arguments with their help, and what it does.
//!
//! Exit codes are the same everywhere: 0 done, 1 the answer is no, 2 usage error. A shard of an experiment has one more, 75 for "not done yet".

pub mod agents;
pub mod arena;
pub mod bench;
pub mod check;
pub mod cluster;
pub mod completions;
pub mod convert;
pub mod explain;
pub mod export;
pub mod fingerprint;
pub mod games;
pub mod judge;
pub mod new;
pub mod picture;
pub mod play;
pub mod record;
pub mod replay;
pub mod report;
pub mod reproduce;
pub mod run;
pub mod serve_gvgai;
pub mod solve;
pub mod studio;
pub mod tune;
pub mod verify;
pub mod watch;

/// How a game is written where there is no screen; the same for every command that shows one.
#[derive(clap::Args)]
pub struct TextOutput {
    /// As text: draws the level every N ticks, besides the first and the last.
    #[arg(long, value_name = "N", value_parser = crate::values::whole::<u32>(0..))]
    pub every: Option<u32>,

    /// As text: stops after so many ticks.
    #[arg(long, value_name = "N", value_parser = crate::values::whole::<u32>(0..))]
    pub ticks: Option<u32>,

    /// Writes text even on a terminal.
    #[arg(long)]
    pub plain: bool,
}

/// Reads a speed.
pub fn ticks_per_second(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(speed) if (0.1..=1000.0).contains(&speed) => Ok(speed),
        _ => Err("expected ticks in a second, from 0.1 to 1000".to_owned()),
    }
}
