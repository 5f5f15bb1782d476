//! `ludex cluster merge`: one results file of those of all shards.

use std::path::PathBuf;
use std::process::ExitCode;

use ludex_arena::cluster::{Merged, merge};
use ludex_arena::store::StoreError;

use super::open;
use crate::output;

/// Makes one results file of the rows of all shards, as `ludex arena` would have written it.
///
/// May be done at any time and as often as you like: the results are always made anew. Shards that were played with another plan, build of
/// Ludex or text of a game are refused. Games that are missing, or that two shards have, are named.
///
/// Exit codes: 0 all games are there, 1 some are missing, 2 refused.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the run.
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// Only looks, and writes nothing.
    #[arg(long)]
    dry_run: bool,

    /// Prints what came of it as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, String> {
    let (folder, _) = open(&args.run)?;
    let progress = output::Progress::new();
    let merged = merge(&folder, !args.dry_run, |done, all| progress.show(format!("{done} of {all} shards")));
    progress.clear();
    let merged = merged.map_err(|error| match error {
        ludex_arena::cluster::ClusterError::Store(StoreError::Differing { second, game, level, .. }) => format!(
            "{} was played with another version of {game} (level {level}) than other shards: all machines must have the same game files",
            second.display()
        ),
        error => error.to_string(),
    })?;
    let text = if args.json {
        format!("{:#}\n", serde_json::json!(merged))
    } else {
        as_text(&merged, &folder.path().display().to_string())
    };
    output::print(&text).map_err(|error| error.to_string())?;
    Ok(if merged.missing > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn as_text(merged: &Merged, folder: &str) -> String {
    let mut text = format!("{} of {} games, from {} shards.\n", merged.done, merged.games, merged.shards);
    let mut list = |title: String, examples: &[String], all: u64| {
        if all > 0 {
            text.push_str(&format!("{title}\n"));
            examples.iter().for_each(|example| text.push_str(&format!("  {example}\n")));
            let more = all.saturating_sub(examples.len() as u64);
            if more > 0 {
                text.push_str(&format!("  and {more} more\n"));
            }
        }
    };
    list(
        format!("{} games were played twice, and are kept once:", merged.doubled),
        &merged.doubled_examples,
        merged.doubled,
    );
    let shards = merged.missing_shards.len();
    list(
        format!(
            "{} games of {shards} shards are missing (`ludex cluster rerun {folder}` plays them):",
            merged.missing
        ),
        &merged.missing_examples,
        merged.missing,
    );
    match &merged.results {
        None => text.push_str("Nothing was written.\n"),
        Some(results) => {
            text.push_str(&format!("Results: {} (`ludex report {folder}` says more)\n", results.display()));
        }
    }
    text
}
