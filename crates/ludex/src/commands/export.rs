//! `ludex export`: one line a game, for other programs.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;
use std::process::ExitCode;

use ludex_arena::store::{ExportError, ExportFormat, Results, export};

use crate::output;

/// Writes all games of a results folder, one line each.
///
/// A line has everything that is known of a game: agent, budget, game, level and their content hash, repetition and
/// seeds, outcome, forward-model calls and iterations, times, and the run with its version, commit and machine.
///
/// The results file itself is SQLite: its view `games` has the same columns for any program that opens it.
///
/// Exit codes: 0 done, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex export results > games.csv
  ludex export results --format jsonl | jq 'select(.win)'
  sqlite3 results/results.sqlite 'select game, avg(win) from games group by game'")]
pub struct Args {
    /// The folder that `ludex arena --out` wrote, or a results file.
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// The format: comma-separated values with a header, one JSON object a line, or Parquet (in builds with
    /// --features parquet).
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    format: Format,

    /// Writes to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Csv,
    Jsonl,
    Parquet,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let results = match Results::open(&args.run) {
        Ok(results) => results,
        Err(error) => return output::usage_error(error),
    };
    let format = match args.format {
        Format::Csv => ExportFormat::Csv,
        Format::Jsonl => ExportFormat::JsonLines,
        #[cfg(feature = "parquet")]
        Format::Parquet => ExportFormat::Parquet,
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => {
            return output::usage_error(
                "this Ludex is built without Parquet: `cargo install --path crates/ludex --features parquet` builds one \
                 with it. Programs that read Parquet read --format csv, too",
            );
        }
    };
    let exported = match &args.out {
        Some(path) => match File::create(path) {
            Ok(file) => export(&results, format, &mut BufWriter::new(file)),
            Err(error) => return output::usage_error(format!("cannot write {}: {error}", path.display())),
        },
        None => export(&results, format, &mut BufWriter::new(io::stdout())),
    };
    match exported {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough is no fault.
        Err(ExportError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => output::usage_error(error),
    }
}
