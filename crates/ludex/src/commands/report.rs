//! `ludex report`: what the results say.

use std::path::PathBuf;
use std::process::ExitCode;

use ludex_arena::paper::{Paper, paper, papers, registered};
use ludex_arena::report::Report;
use ludex_arena::store::Results;

use crate::output;

/// Shows what the results of one or several runs say.
///
/// Win % with 95 % intervals, scores and points by game and in total, who beats whom (corrected for the number of
/// comparisons), and what to know about the runs. Reading is safe while a run is still writing.
///
/// Exit codes: 0 done, 1 nothing has been played yet, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex report results                      tables on the terminal
  ludex report results --out report         a page with plots, Markdown, LaTeX, CSV and SVG
  ludex report results --compare P1         with the figures that a paper published
  ludex report results --json | jq '.entrants[] | [.agent, .total.win_percent]'

Papers: P1 Soemers et al. 2016, P2 Perez et al. 2014, P3 Sironi et al. 2018, P4 de Waard et al. 2016,
P5 Perez-Liebana & Gaina 2019.")]
pub struct Args {
    /// Folders that `ludex arena --out` wrote, or results files. Games of all of them are added up.
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,

    /// Sets the figures of a paper beside ours; may be given several times.
    #[arg(long, value_name = "PAPER", value_parser = find_paper)]
    compare: Vec<&'static Paper>,

    /// What to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Prints everything as one JSON object.
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Writes the page, Markdown, LaTeX, CSV and the plots into this folder, and prints what it wrote.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["format", "json"])]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// Tables for the terminal.
    Text,
    /// Tables for a README or a web page.
    Markdown,
    /// Tables for a paper, with the rules of the booktabs package.
    Latex,
    /// One line for each agent and game.
    Csv,
    /// A page with tables and plots that needs nothing but itself.
    Html,
}

fn find_paper(id: &str) -> Result<&'static Paper, String> {
    let known = || papers().iter().map(|paper| &*paper.id).collect::<Vec<_>>().join(", ");
    paper(id).ok_or_else(|| format!("there is no such paper: the figures of {} are known", known()))
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    let report = args
        .runs
        .iter()
        .map(|path| Results::open(path))
        .collect::<Result<Vec<_>, _>>()
        .and_then(|files| Report::new(&files, &args.compare, &registered));
    let report = match report {
        Ok(report) => report,
        Err(error) => return output::usage_error(error),
    };
    let text = if let Some(folder) = &args.out {
        match report.write(folder) {
            Ok(files) => files.iter().map(|file| format!("{}\n", file.display())).collect(),
            Err(error) => return output::usage_error(error),
        }
    } else if args.json {
        format!("{:#}\n", report.to_json())
    } else {
        match args.format {
            Format::Text if report.plays() == 0 => "No games have been played yet.\n".to_owned(),
            Format::Text => report.to_text(output::colored()),
            Format::Markdown => report.to_markdown(),
            Format::Latex => report.to_latex(),
            Format::Csv => report.to_csv(),
            Format::Html => report.to_html(),
        }
    };
    if let Err(error) = output::print(&text) {
        return output::usage_error(format!("cannot write the report: {error}"));
    }
    if report.plays() == 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
