//! Reports: tables for terminal, Markdown, LaTeX and spreadsheets, and a page with plots.

mod analysis;
mod compared;
mod csv;
mod figures;
mod html;
mod json;
mod latex;
mod pairs;
pub(crate) mod plots;
mod ratings;
mod table;
mod tables;

pub(crate) use analysis::times;
pub use analysis::{Analysis, Contestant, win_percent};
pub use html::Page;
pub use pairs::{GameComparison, LEVEL, Pair};
pub use plots::{Curve, CurvePoint, Drawing, Plot, scaling};
pub use ratings::Rating;
pub use table::{Align, Place, Screen, Table};
pub(crate) use tables::decimal;

use crate::paper::{AgentReader, Paper, compare};
use crate::plan::is_bundled;
use crate::store::{Results, Run, StoreError, Tallies};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A report over one or several results files.
#[derive(Debug, Clone)]
pub struct Report {
    /// The figures behind it.
    pub analysis: Analysis,
    /// Its tables, the most important first.
    pub tables: Vec<Table>,
    title: String,
}

/// What a report shows otherwise than it would by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    /// What agents are called, by their text form; wins over what the runs called them.
    pub labels: BTreeMap<String, String>,
    /// The agent that all others are compared with, by label or text form.
    pub control: Option<String>,
}

impl Report {
    /// Reads and compares results; with papers, published figures stand beside ours, for which `agents` tells under which
    /// text results of an agent are kept.
    pub fn new(files: &[Results], papers: &[&Paper], agents: AgentReader<'_>) -> Result<Self, StoreError> {
        Self::with(files, papers, agents, &Choices::default())
    }

    /// Likewise, with what the reader wants otherwise.
    pub fn with(
        files: &[Results],
        papers: &[&Paper],
        agents: AgentReader<'_>,
        choices: &Choices,
    ) -> Result<Self, StoreError> {
        refuse_different_games(files)?;
        for (place, file) in files.iter().enumerate() {
            files[place + 1..].iter().try_for_each(|other| file.refuse_same_games(other))?;
        }
        let mut tallies = Tallies::default();
        let mut runs = Vec::new();
        let mut duels = Vec::new();
        for file in files {
            tallies.merge(file.tallies()?);
            duels.extend(file.duels()?);
            runs.extend(file.runs()?.into_iter().filter(|run| run.games > 0));
        }
        let mut labels = labels_of(&runs);
        labels.extend(choices.labels.clone());
        let mut analysis = Analysis::new(&tallies, &duels, runs, of_bundled_games(files)?, &labels);
        if let Some(name) = &choices.control {
            let control = find_control(&analysis, name, agents)?;
            analysis = analysis.against(control);
        }
        let mut tables = tables::tables(&analysis);
        for paper in papers {
            tables.insert(1, compared::comparison(&paper.id, &compare(paper, &tallies, agents)));
        }
        let names: Vec<String> = files.iter().map(|file| name_of(file.path())).collect();
        Ok(Self { analysis, tables, title: format!("Results: {}", names.join(", ")) })
    }

    /// Games in all.
    pub fn plays(&self) -> u64 {
        self.analysis.contestants.iter().map(|contestant| contestant.total.plays).sum()
    }

    /// A sentence on what the report is over.
    pub fn lead(&self) -> String {
        let count =
            |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
        format!(
            "{} of {} in {}",
            count(self.plays() as usize, "play"),
            count(self.analysis.contestants.len(), "agent"),
            count(self.analysis.games.len(), "game")
        )
    }

    /// For a terminal, or for plain text. Leaves out the long list of differences game by game.
    pub fn to_text(&self, screen: Screen) -> String {
        self.text(screen, |table| table.name != "games")
    }

    /// For the end of a run: who won how much, in all and in each game, how they compare with the control if there is one, and what
    /// to know about it.
    pub fn summary(&self, screen: Screen) -> String {
        let pairs = self.analysis.control.map_or("", |_| "pairs");
        self.text(screen, |table| ["overall", "ratings", "wins", pairs].contains(&table.name))
    }

    fn text(&self, screen: Screen, wanted: impl Fn(&Table) -> bool) -> String {
        let tables: Vec<String> =
            self.tables.iter().filter(|table| wanted(table)).map(|table| table.to_text(screen)).collect();
        let warnings: String =
            self.analysis.warnings().iter().map(|warning| format!("\nNote: {warning}")).collect();
        format!(
            "{}\n\n{}{warnings}{}",
            self.lead(),
            tables.join("\n"),
            if warnings.is_empty() { "" } else { "\n" }
        )
    }

    /// For Markdown.
    pub fn to_markdown(&self) -> String {
        let warnings: String =
            self.analysis.warnings().iter().map(|warning| format!("> {warning}\n>\n")).collect();
        let tables: Vec<String> = self.tables.iter().map(Table::to_markdown).collect();
        format!(
            "## {}\n\n{}.\n\n{warnings}{}{}",
            self.title,
            self.lead(),
            if warnings.is_empty() { "" } else { "\n" },
            tables.join("\n")
        )
    }

    /// For LaTeX: needs the package booktabs. Every table fits a page of two columns.
    pub fn to_latex(&self) -> String {
        let tables: Vec<String> = self.tables.iter().map(Table::to_latex).collect();
        format!("% {}. Needs \\usepackage{{booktabs}}.\n{}", self.lead(), tables.join("\n"))
    }

    /// For a spreadsheet: one line for each agent and game.
    pub fn to_csv(&self) -> String {
        csv::csv(&self.analysis)
    }

    /// For programs: everything that the tables show.
    pub fn to_json(&self) -> serde_json::Value {
        json::json(&self.analysis)
    }

    /// The plots.
    pub fn plots(&self) -> Vec<Plot> {
        plots::plots(&self.analysis)
    }

    /// One page with everything in it.
    pub fn to_html(&self) -> String {
        let mut configurations: Vec<String> =
            self.analysis.runs.iter().map(|run| run.facts.configuration.clone()).collect();
        configurations.sort();
        configurations.dedup();
        let page = Page {
            title: &self.title,
            lead: &self.lead(),
            warnings: &self.analysis.warnings(),
            plots: &self.plots(),
            tables: &self.tables,
            configurations: &configurations,
        };
        page.to_html()
    }

    /// Writes `report.md`, `report.tex`, `report.csv`, `report.html` and the plots, as SVG and PDF, into a folder, and tells what it
    /// wrote.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |source| StoreError::Io { path, source }
        };
        std::fs::create_dir_all(folder).map_err(io(folder))?;
        let mut files = vec![
            ("report.html".to_owned(), self.to_html().into_bytes()),
            ("report.md".to_owned(), self.to_markdown().into_bytes()),
            ("report.tex".to_owned(), self.to_latex().into_bytes()),
            ("report.csv".to_owned(), self.to_csv().into_bytes()),
        ];
        for plot in self.plots() {
            for (part, drawing) in plot.parts.iter().enumerate() {
                let name = match plot.parts.len() {
                    1 => plot.name.to_owned(),
                    _ => format!("{}-{}", plot.name, part + 1),
                };
                files.push((format!("{name}.svg"), drawing.to_svg().into_bytes()));
                files.push((format!("{name}.pdf"), drawing.to_pdf()));
            }
        }
        let mut written = Vec::new();
        for (name, content) in files {
            let path = folder.join(name);
            std::fs::write(&path, content).map_err(io(&path))?;
            written.push(path);
        }
        Ok(written)
    }
}

/// What the runs called their agents, by text form; the latest run has the last word.
fn labels_of(runs: &[Run]) -> BTreeMap<String, String> {
    #[derive(Default, serde::Deserialize)]
    #[serde(default)]
    struct Labelled {
        labels: BTreeMap<String, String>,
    }
    let read = |run: &Run| toml::from_str::<Labelled>(&run.facts.configuration).unwrap_or_default().labels;
    runs.iter().flat_map(read).collect()
}

/// The place of the agent that a name means.
fn find_control(analysis: &Analysis, name: &str, agents: AgentReader<'_>) -> Result<usize, StoreError> {
    let text = agents(name);
    let is = |who: &Contestant| {
        who.label == name || *who.entrant.agent == *name || text.as_deref() == Some(&*who.entrant.agent)
    };
    let mut found = (0..analysis.contestants.len()).filter(|place| is(&analysis.contestants[*place]));
    match (found.next(), found.next()) {
        (Some(place), None) => Ok(place),
        (one, _) => Err(StoreError::Control {
            name: name.to_owned(),
            several: one.is_some(),
            labels: analysis.contestants.iter().map(|who| who.label.clone()).collect(),
        }),
    }
}

/// Results of two versions of a game must not be added up.
fn refuse_different_games(files: &[Results]) -> Result<(), StoreError> {
    if files.len() < 2 {
        return Ok(());
    }
    let mut known: BTreeMap<(String, u32), (String, &Path)> = BTreeMap::new();
    for file in files {
        for ((game, level), content) in file.contents()? {
            let first = known.entry((game.clone(), level)).or_insert_with(|| (content.clone(), file.path()));
            if first.0 != content {
                let (first, second) = (first.1.to_owned(), file.path().to_owned());
                return Err(StoreError::Differing { first, second, game, level });
            }
        }
    }
    Ok(())
}

/// Is everything in these results played on games that ship with Ludex?
fn of_bundled_games(files: &[Results]) -> Result<bool, StoreError> {
    for file in files {
        let contents = file.contents()?;
        if !contents.iter().all(|((game, level), content)| is_bundled(game, *level, content)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The folder's name for a file with the usual name, the file's otherwise.
fn name_of(path: &Path) -> String {
    let usual = path.file_name().is_some_and(|name| name == crate::store::FILE_NAME);
    let name = if usual { path.parent().and_then(Path::file_name) } else { path.file_stem() };
    name.map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}
