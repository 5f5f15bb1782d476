//! Results of experiments: the runs, what they say, and their single plays.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use ludex_arena::paper::registered;
use ludex_arena::plan::{Experiment, Plan, source};
use ludex_arena::report::Report;
use ludex_arena::store::{GameRow, PlayFilter, PlayOrder, Results, SHARDS, results_file};
use serde_json::{Value, json};

use crate::people;
use crate::problem::Refusal;

/// Reports that are kept.
const REPORTS: usize = 4;
/// Plays on a page, at most.
const PAGE: u32 = 200;

/// The results that can be read: those given on the command line, and the games of people.
pub(crate) struct Reading {
    /// Folders of runs, those on a cluster among them, or results files.
    files: Vec<PathBuf>,
    reports: Mutex<Vec<Kept>>,
    /// How many games each configuration plans: known once it is asked for.
    planned: Mutex<Vec<(String, Option<usize>)>>,
}

/// What a file looked like: its size and age, and those of its log; of a run on a cluster, when a shard last brought rows.
type Version = Vec<Option<(u64, SystemTime)>>;

struct Kept {
    run: usize,
    version: Version,
    report: Arc<Report>,
}

impl Reading {
    pub fn new(runs: &[PathBuf], data: &Path) -> Reading {
        let mut files = runs.to_vec();
        files.push(people::file(data));
        Reading { files, reports: Mutex::default(), planned: Mutex::default() }
    }

    fn file(&self, run: usize) -> Result<&PathBuf, Refusal> {
        self.files.get(run).ok_or_else(|| Refusal::missing("there is no such run"))
    }

    fn open(&self, run: usize) -> Result<Results, Refusal> {
        Results::open(self.file(run)?).map_err(|problem| Refusal::missing(problem.to_string()))
    }

    /// All runs with how far they are. Files that are not there yet may come.
    pub fn list(&self) -> Value {
        let entry = |(run, file): (usize, &PathBuf)| {
            let mine = run + 1 == self.files.len();
            let name = if mine { "people".to_owned() } else { name_of(file) };
            let found = Results::open(file).map_err(|problem| problem.to_string()).and_then(|results| {
                let runs = results.runs().map_err(|problem| problem.to_string())?;
                Ok((results.count().map_err(|problem| problem.to_string())?, runs))
            });
            match found {
                Err(_) if mine => Value::Null,
                Err(problem) => json!({ "run": run, "name": name, "problem": problem }),
                Ok((plays, runs)) => {
                    let planned = runs
                        .last()
                        .filter(|_| !mine)
                        .and_then(|last| self.planned(&last.facts.configuration));
                    let started = runs.last().map(|last| last.started.clone());
                    json!({ "run": run, "name": name, "plays": plays, "planned": planned, "started": started, "people": mine,
                        "configuration": runs.last().map(|last| last.facts.configuration.clone()) })
                }
            }
        };
        self.files.iter().enumerate().map(entry).filter(|entry| !entry.is_null()).collect()
    }

    /// How many games an experiment plans; none if that cannot be told.
    fn planned(&self, configuration: &str) -> Option<usize> {
        let mut known = self.planned.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, count)) = known.iter().find(|(text, _)| text == configuration) {
            return *count;
        }
        let count = || {
            let experiment = Experiment::from_toml(configuration).ok()?;
            let games = source(experiment.games_dir.as_deref()).ok()?;
            let plan = Plan::new(&experiment, &[&*games]).ok()?;
            // In a game of two each player has a row.
            Some(plan.cells.iter().map(|cell| 1 + usize::from(cell.partner.is_some())).sum())
        };
        let count = count();
        known.push((configuration.to_owned(), count));
        if known.len() > 50 {
            known.remove(0);
        }
        count
    }

    /// What a run says; made anew when there are more results.
    pub fn report(&self, run: usize) -> Result<Arc<Report>, Refusal> {
        let version = version(self.file(run)?);
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = reports.iter().find(|kept| kept.run == run && kept.version == version) {
            return Ok(Arc::clone(&kept.report));
        }
        let report = Report::new(&[self.open(run)?], &[], &registered)
            .map_err(|problem| Refusal::bad(problem.to_string()))?;
        let report = Arc::new(report);
        reports.retain(|kept| kept.run != run);
        reports.push(Kept { run, version, report: Arc::clone(&report) });
        if reports.len() > REPORTS {
            reports.remove(0);
        }
        Ok(report)
    }

    /// Everything that the tables show, and which plots there are.
    pub fn summary(&self, run: usize) -> Result<Value, Refusal> {
        let report = self.report(run)?;
        let mut value = report.to_json();
        let plots = report.plots();
        value["lead"] = json!(report.lead());
        value["plots"] = plots
            .iter()
            .map(|plot| json!({ "name": plot.name, "title": plot.title, "parts": plot.parts.len() }))
            .collect();
        // Game by game the tests would be as much again as everything else; the page asks for a pair's when it is opened.
        for pair in value["pairs"].as_array_mut().into_iter().flatten() {
            if let Some(games) = pair["games"].as_array() {
                let shown = games
                    .iter()
                    .filter(|game| game["wins_p_holm"].as_f64().is_some_and(|p| p < 0.05))
                    .count();
                pair["games_shown"] = json!(shown);
            }
        }
        Ok(value)
    }

    /// A plot, as SVG.
    pub fn plot(&self, run: usize, name: &str, part: usize) -> Result<String, Refusal> {
        let plots = self.report(run)?.plots();
        let plot = plots
            .into_iter()
            .find(|plot| plot.name == name)
            .and_then(|plot| plot.parts.into_iter().nth(part));
        plot.map(|plot| plot.to_svg()).ok_or_else(|| Refusal::missing("there is no such plot"))
    }

    /// Single plays, a page of them.
    pub fn plays(&self, run: usize, query: &Query) -> Result<Value, Refusal> {
        let filter = PlayFilter {
            agent: query.text("agent"),
            budget: query.text("budget"),
            game: query.text("game"),
            level: query.number("level"),
            won: query.text("won").map(|won| won == "yes"),
        };
        let order = match query.text("sort").as_deref() {
            Some("best") => PlayOrder::Best,
            Some("worst") => PlayOrder::Worst,
            Some("shortest") => PlayOrder::Shortest,
            Some("longest") => PlayOrder::Longest,
            _ => PlayOrder::Place,
        };
        let results = self.open(run)?;
        let limit = query.number("limit").unwrap_or(50).min(PAGE);
        let (count, rows) = results
            .plays(&filter, order, query.number("offset").unwrap_or(0), limit)
            .map_err(|problem| Refusal::bad(problem.to_string()))?;
        let rows: Vec<Value> = rows.iter().map(|row| shown(&results, row)).collect();
        Ok(json!({ "count": count, "rows": rows }))
    }
}

fn shown(results: &Results, row: &GameRow) -> Value {
    let partner_seed = results.partner_seed(row).ok().flatten();
    json!({
        "agent": row.agent, "budget": row.budget, "lenient": row.lenient, "learning": row.learning,
        "game": row.game, "level": row.level, "content": row.content, "repetition": row.repetition,
        "seed": row.seed, "agent_seed": row.agent_seed, "win": row.win, "score": row.score, "ticks": row.ticks,
        "fm_calls": row.fm_calls, "iterations": row.iterations, "overspends": row.overspends,
        "disqualified": row.disqualified, "wall_s": row.wall_s, "seat": row.seat, "partner": row.partner,
        "partner_seed": partner_seed,
        "actions": Some(people::remark(row, "actions")).filter(|actions| !actions.is_empty()),
    })
}

fn version(run: &Path) -> Version {
    let file = results_file(run);
    let log = PathBuf::from(format!("{}-wal", file.display()));
    let look = |path: &Path| {
        std::fs::metadata(path).ok().and_then(|known| Some((known.len(), known.modified().ok()?)))
    };
    vec![look(&file), look(&log), look(&run.join(SHARDS))]
}

/// The name of a run's folder, or that of a results file of its own.
fn name_of(run: &Path) -> String {
    let file = results_file(run);
    let folder =
        file.parent().filter(|_| file.ends_with(ludex_arena::store::FILE_NAME)).and_then(Path::file_name);
    let name = folder.or(file.file_stem()).map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "results".to_owned())
}

/// What stands after the question mark of an address.
pub(crate) struct Query(pub Vec<(String, String)>);

impl Query {
    pub fn text(&self, key: &str) -> Option<String> {
        self.0.iter().find(|(known, value)| known == key && !value.is_empty()).map(|(_, value)| value.clone())
    }

    pub fn number(&self, key: &str) -> Option<u32> {
        self.text(key)?.parse().ok()
    }
}
