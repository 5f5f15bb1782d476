//! Experiments and their results.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use ludex_agents::{AgentSpec, Budget};
use ludex_arena::paper::registered;
use ludex_arena::plan::{Experiment, Levels, Plan, add_label, source};
use ludex_arena::report::{Choices, Report, Screen};
use ludex_arena::runner::RunOptions;
use ludex_arena::store::{ExportFormat, Results, export};
use ludex_arena::{Guest, contest_with};
use pyo3::prelude::*;

use crate::errors;
use crate::guest::PythonAgent;

/// Plays an experiment; what has been played before is not played again. Gives the folder of the results and whether the run
/// was stopped before its end. Labels are agents with what they are called, guests agents with the command line of their process.
#[pyfunction]
#[pyo3(signature = (agents: "list[str]", labels: "list[tuple[str, str]]", guests: "list[tuple[str, list[str]]]", games: "list[str]", levels: "str", reps, budget, seed, jobs: "int | None", out: "str | None", games_dir: "str | None", lenient))]
#[allow(clippy::too_many_arguments)]
pub fn play_arena(
    py: Python<'_>,
    agents: Vec<String>,
    labels: Vec<(String, String)>,
    guests: Vec<(String, Vec<String>)>,
    games: Vec<String>,
    levels: &str,
    reps: u32,
    budget: &str,
    seed: u64,
    jobs: Option<usize>,
    out: Option<PathBuf>,
    games_dir: Option<PathBuf>,
    lenient: bool,
) -> PyResult<(PathBuf, bool)> {
    ludex_programs::register();
    let levels: Levels = levels.parse().map_err(|problem: String| errors::usage(problem))?;
    let limit: Budget = budget.parse().map_err(errors::usage)?;
    let names: Vec<&str> = guests.iter().map(|(name, _)| name.as_str()).collect();
    let experiment = Experiment {
        agents,
        labels: read_labels(labels)?,
        games,
        games_dir,
        levels,
        reps,
        budget: budget.to_owned(),
        lenient,
        learning: 0,
        jobs,
        seed,
        out,
        ..Experiment::default()
    };
    let experiment = experiment.canonical_with(&names).map_err(errors::usage)?;
    let config = experiment.to_toml().map_err(errors::usage)?;
    let folder = experiment.folder(None);
    let games = source(experiment.games_dir.as_deref()).map_err(errors::usage)?;
    let plan = Plan::new(&experiment, &[&*games]).map_err(errors::usage)?;
    let guests: Vec<PythonAgent> =
        guests.into_iter().map(|(name, command)| PythonAgent { name, command, budget: limit }).collect();
    let guests: Vec<&dyn Guest> = guests.iter().map(|guest| guest as &dyn Guest).collect();
    let options = RunOptions::new(experiment.jobs, experiment.clock());
    let stop = AtomicBool::new(false);
    let summary = py.detach(|| {
        thread::scope(|scope| {
            let run = scope.spawn(|| contest_with(&plan, &guests, &folder, &config, options, &stop, |_| {}));
            // Only this thread is told of Ctrl-C. It asks the run to stop after the games that are being played.
            while !run.is_finished() {
                thread::sleep(Duration::from_millis(20));
                if Python::attach(|py| py.check_signals()).is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            run.join()
        })
    });
    let summary = summary.map_err(|_| errors::failed("the run broke down"))?;
    let summary = summary.map_err(errors::failed)?;
    Ok((folder, summary.stopped))
}

/// What agents are called, by their text form.
fn read_labels(labels: Vec<(String, String)>) -> PyResult<BTreeMap<String, String>> {
    let mut read = BTreeMap::new();
    for (agent, label) in labels {
        // Agents in Python are not in the registry, and their text is their name.
        let agent = agent.parse::<AgentSpec>().map_or(agent, |known| known.to_string());
        add_label(&mut read, &agent, &label).map_err(errors::usage)?;
    }
    Ok(read)
}

fn open(runs: &[PathBuf]) -> PyResult<Vec<Results>> {
    runs.iter().map(|path| Results::open(path)).collect::<Result<_, _>>().map_err(errors::failed)
}

/// All games of a folder of results as comma-separated values with a header.
#[pyfunction]
#[pyo3(signature = (run: "str"))]
pub fn export_csv(py: Python<'_>, run: PathBuf) -> PyResult<String> {
    py.detach(|| {
        let mut text = Vec::new();
        for results in open(&[run])? {
            export(&results, ExportFormat::Csv, &mut text).map_err(errors::failed)?;
        }
        String::from_utf8(text).map_err(errors::failed)
    })
}

/// What the results of runs say: as text, markdown, latex, csv, html or json; or all of it in a folder. Labels are agents with what
/// they are called; with a control, all others are compared with that one.
#[pyfunction]
#[pyo3(signature = (runs: "list[str]", format: "str", labels: "list[tuple[str, str]]", control: "str | None" = None, out: "str | None" = None))]
pub fn report(
    py: Python<'_>,
    runs: Vec<PathBuf>,
    format: &str,
    labels: Vec<(String, String)>,
    control: Option<String>,
    out: Option<PathBuf>,
) -> PyResult<String> {
    ludex_programs::register();
    let choices = Choices { labels: read_labels(labels)?, control };
    py.detach(|| {
        let results = open(&runs)?;
        let report = Report::with(&results, &[], &registered, &choices).map_err(errors::failed)?;
        if let Some(folder) = out {
            let files = report.write(&folder).map_err(errors::failed)?;
            return Ok(files.iter().map(|file| format!("{}\n", file.display())).collect());
        }
        Ok(match format {
            "text" => report.to_text(Screen::default()),
            "markdown" => report.to_markdown(),
            "latex" => report.to_latex(),
            "csv" => report.to_csv(),
            "html" => report.to_html(),
            "json" => report.to_json().to_string(),
            _ => {
                return Err(errors::usage("a report is text, markdown, latex, csv, html or json"));
            }
        })
    })
}
