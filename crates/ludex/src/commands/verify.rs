//! `ludex verify`: replays recordings and compares everything they say.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludex_trace::many;
use ludex_trace::verify::Verdict;
use serde_json::json;

use crate::game::recorded_games;
use crate::output::{self, Progress};

/// The folder of recordings in the source of Ludex.
const RECORDINGS: &str = "recordings";

/// Replays recordings of games and compares everything that they say.
///
/// A recording holds, tick by tick, what GVGAI did: every sprite, score, event, inventory and the state of the
/// random generator. Ludex plays the same actions and names, for each recording that it does not reproduce, the
/// first tick that differs and what differs in it.
///
/// The last line says `N of M recordings exact`.
///
/// Exit codes: 0 all are exact, 1 some are not, 2 usage error or nothing to replay.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex verify                          what ships with the source of Ludex
  ludex verify --games-dir gvgai/examples zelda_lvl0.random.jsonl.gz
  ludex verify recordings/              all of a folder, games from $LUDEX_GVGAI
  ludex verify --json recordings/ | jq 'select(.exact == false)'")]
pub struct Args {
    /// The folder of games that recordings name their files in, laid out as GVGAI's examples. Recordings of bundled
    /// games need none.
    #[arg(long, value_name = "DIR", env = "LUDEX_GVGAI")]
    games_dir: Option<PathBuf>,

    /// Prints a JSON object for each recording and one for the summary, line by line.
    #[arg(long)]
    json: bool,

    /// Recordings (.jsonl or .jsonl.gz), or folders of them; without any, the folder recordings.
    #[arg(value_name = "TRACE", default_value = RECORDINGS)]
    traces: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let files = match many::find(&args.traces) {
        Ok(files) => files,
        Err((path, error)) => {
            let hint = match path == Path::new(RECORDINGS) {
                true => ": the source of Ludex has such a folder; else give recordings, or folders of them",
                false => "",
            };
            return output::usage_error(format!("cannot read {}: {error}{hint}", path.display()));
        }
    };
    if files.is_empty() {
        return output::usage_error("no recordings found: expected files that end in .jsonl or .jsonl.gz");
    }
    let games = match recorded_games(args.games_dir.as_deref()) {
        Ok(games) => games,
        Err(message) => return output::usage_error(message),
    };
    let progress = Progress::new();
    let (mut exact, mut replayed) = (0, 0);
    let mut printed = Ok(());
    many::verify_all(&files, &games, |file, verdict| {
        exact += usize::from(verdict.is_exact());
        progress.clear();
        let text = if args.json { as_json(file, &verdict) } else { as_text(file, &verdict) };
        if printed.is_ok() {
            printed = output::print(&text);
        }
        replayed += 1;
        progress.show(format_args!("{replayed} of {} replayed", files.len()));
    });
    progress.clear();
    let summary = if args.json {
        format!("{}\n", json!({ "summary": { "exact": exact, "recordings": files.len() } }))
    } else {
        format!("{exact} of {} recordings exact\n", files.len())
    };
    if let Err(error) = printed.and_then(|()| output::print(&summary)) {
        return output::usage_error(format!("cannot write the report: {error}"));
    }
    if exact == files.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Nothing is said of a recording that is exact.
fn as_text(file: &Path, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Exact { .. } => String::new(),
        Verdict::Divergent(divergence) => format!("{}: {divergence}\n", file.display()),
        Verdict::Broken(why) => format!("{}: {why}\n", file.display()),
    }
}

fn as_json(file: &Path, verdict: &Verdict) -> String {
    let file = file.display().to_string();
    let value = match verdict {
        Verdict::Exact { compared } => json!({ "file": file, "exact": true, "compared": compared }),
        Verdict::Divergent(divergence) => json!({
            "file": file,
            "exact": false,
            "when": divergence.moment.to_string(),
            "tick": divergence.moment.tick(),
            "differences": divergence.differences,
        }),
        Verdict::Broken(why) => json!({ "file": file, "exact": false, "error": why }),
    };
    format!("{value}\n")
}
