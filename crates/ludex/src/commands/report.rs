//! `ludex report`: what the results say.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use ludex_agents::{AgentSpec, SpecError};
use ludex_arena::names::labelled;
use ludex_arena::paper::{Paper, paper, papers, registered};
use ludex_arena::plan::add_label;
use ludex_arena::report::{Choices, Report};
use ludex_arena::store::Results;

use crate::output;

/// Shows what the results of one or several runs say.
///
/// Win % with 95 % intervals, points and scores by game, who beats whom (corrected for the number of comparisons, and
/// compared play by play where agents met the same seeds), and what to know about the runs. Reading is safe while a run is still
/// writing. On a terminal, tables fit its width: long names are broken, and what is too wide is transposed or goes on below.
///
/// Exit codes: 0 done, 1 nothing has been played yet, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex report results                      tables on the terminal
  ludex report results --out report         a page with plots, Markdown, LaTeX, CSV, SVG and PDF
  ludex report results --control olets      all agents against one
  ludex report results --agent 'all=soemers-all'   what an agent is called in tables and plots
  ludex report results --compare P1         with the figures that a paper published
  ludex report results --json | jq '.agents[] | [.agent, .total.win_percent]'

Papers: P1 Soemers et al. 2016, P2 Perez et al. 2014, P3 Sironi et al. 2018, P4 de Waard et al. 2016, P5 Perez-Liebana & Gaina 2019.")]
pub struct Args {
    /// Folders that `ludex arena --out` wrote, or results files. Games of all of them are added up.
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,

    /// Sets the figures of a paper beside ours; may be given several times.
    #[arg(long, value_name = "PAPER", value_parser = find_paper)]
    compare: Vec<&'static Paper>,

    #[command(flatten)]
    choices: ChoiceFlags,

    /// What an agent is called in the report, as in 'all=soemers-all'; once for each agent.
    #[arg(long, value_name = "LABEL=SPEC")]
    agent: Vec<String>,

    /// What to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Prints everything as one JSON object.
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Writes the page, Markdown, LaTeX, CSV and the plots (SVG and PDF) into this folder, and prints what it wrote.
    #[arg(short, long, value_name = "DIR", conflicts_with_all = ["format", "json"])]
    out: Option<PathBuf>,
}

/// How results are compared.
#[derive(clap::Args)]
pub struct ChoiceFlags {
    /// Compares all agents with this one alone, by label or as it is written: fewer comparisons, which find smaller differences.
    #[arg(long, value_name = "AGENT")]
    control: Option<String>,
}

impl ChoiceFlags {
    /// With what agents are called.
    pub fn choices(&self, agents: &[String]) -> Result<Choices, String> {
        let mut labels = BTreeMap::new();
        for text in agents {
            let (Some(label), spec) = labelled(text) else {
                return Err(format!("`{text}` gives no label: write --agent 'LABEL={text}'"));
            };
            let agent: AgentSpec = spec.parse().map_err(|error: SpecError| error.to_string())?;
            add_label(&mut labels, &agent.to_string(), label).map_err(|error| error.to_string())?;
        }
        Ok(Choices { labels, control: self.control.clone() })
    }
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
    let choices = match args.choices.choices(&args.agent) {
        Ok(choices) => choices,
        Err(error) => return output::usage_error(error),
    };
    let report = args
        .runs
        .iter()
        .map(|path| Results::open(path))
        .collect::<Result<Vec<_>, _>>()
        .and_then(|files| Report::with(&files, &args.compare, &registered, &choices));
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
            Format::Text => report.to_text(output::screen()),
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
