//! `ludex verify`: replays recordings and compares everything they say.

use clap::Args;
use ludex_trace::games::Games;
use ludex_trace::many;
use ludex_trace::verify::Verdict;
use serde_json::json;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Replay recordings of games and compare everything that they say
///
/// A recording holds, tick by tick, what the reference did: every sprite, score, event, inventory and the state of
/// the random generator. Ludex plays the same actions and names, for each recording that it does not reproduce,
/// the first tick that differs and what differs in it.
///
/// The last line says `N of M recordings exact`. Exit code 0 if all are, 1 if not, 2 if there was nothing to replay.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ludex verify --games-dir gvgai/examples zelda_lvl0.random.jsonl.gz
  ludex verify oracle/                  all recordings of a folder, games from $LUDEX_GVGAI
  ludex verify --json oracle/ | jq 'select(.exact == false)'")]
pub struct Verify {
    /// The folder of games that recordings name their files in, laid out as GVGAI's examples
    #[arg(long, value_name = "DIR", env = "LUDEX_GVGAI")]
    games_dir: PathBuf,

    /// Print one JSON object for each recording instead of text
    #[arg(long)]
    json: bool,

    /// Recordings (.jsonl or .jsonl.gz), or folders of them
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
}

impl Verify {
    /// Runs the command.
    pub fn run(&self) -> io::Result<ExitCode> {
        let files = match many::find(&self.traces) {
            Ok(files) => files,
            Err((path, error)) => return usage(&format!("cannot read {}: {error}", path.display())),
        };
        if files.is_empty() {
            return usage("no recordings found: expected files that end in .jsonl or .jsonl.gz");
        }
        if !self.games_dir.is_dir() {
            return usage(&format!(
                "{} is no folder: --games-dir names the folder of games that the recordings speak of",
                self.games_dir.display()
            ));
        }
        let mut output = io::stdout().lock();
        let mut progress = Progress::new(files.len());
        let mut exact = 0;
        let mut failed: io::Result<()> = Ok(());
        many::verify_all(&files, &Games::new(&self.games_dir), |file, verdict| {
            exact += usize::from(verdict.is_exact());
            progress.clear();
            let written = if self.json {
                writeln!(output, "{}", as_json(file, &verdict))
            } else {
                write_text(&mut output, file, &verdict)
            };
            if failed.is_ok() {
                failed = written;
            }
            progress.step();
        });
        progress.clear();
        failed?;
        if self.json {
            writeln!(output, "{}", json!({ "summary": { "exact": exact, "recordings": files.len() } }))?;
        } else {
            writeln!(output, "{exact} of {} recordings exact", files.len())?;
        }
        Ok(if exact == files.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn usage(message: &str) -> io::Result<ExitCode> {
    writeln!(io::stderr(), "error: {message}")?;
    Ok(ExitCode::from(2))
}

/// Nothing is said of a recording that is exact.
fn write_text(output: &mut impl Write, file: &Path, verdict: &Verdict) -> io::Result<()> {
    match verdict {
        Verdict::Exact { .. } => Ok(()),
        Verdict::Divergent(divergence) => writeln!(output, "{}: {divergence}", file.display()),
        Verdict::Broken(why) => writeln!(output, "{}: {why}", file.display()),
    }
}

fn as_json(file: &Path, verdict: &Verdict) -> serde_json::Value {
    let file = file.display().to_string();
    match verdict {
        Verdict::Exact { compared } => json!({ "file": file, "exact": true, "compared": compared }),
        Verdict::Divergent(divergence) => json!({
            "file": file,
            "exact": false,
            "when": divergence.moment.to_string(),
            "tick": divergence.moment.tick(),
            "differences": divergence.differences,
        }),
        Verdict::Broken(why) => json!({ "file": file, "exact": false, "error": why }),
    }
}

/// How far it has come, on a terminal.
struct Progress {
    total: usize,
    done: usize,
    shown: bool,
}

impl Progress {
    fn new(total: usize) -> Progress {
        Progress { total, done: 0, shown: io::stderr().is_terminal() }
    }

    fn step(&mut self) {
        self.done += 1;
        if self.shown {
            // Progress is a courtesy: if it cannot be written, the work goes on.
            let _ = write!(io::stderr(), "\r{} of {} replayed", self.done, self.total);
        }
    }

    fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
