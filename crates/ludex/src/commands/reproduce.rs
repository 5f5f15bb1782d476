//! `ludex reproduce`: the claims of a paper, played and judged.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludex_arena::paper::{
    self, ClaimResult, Claims, Edition, Findings, Reproduction, Verdict, all_claims, calibrations, claims,
    deciding,
};
use ludex_arena::plan::source;
use ludex_arena::runner::{Display, RunSummary};

use crate::{interrupt, output};

/// Plays what the claims of a paper need, and says which of them hold.
///
/// Claims are data: who is compared with whom in which games under which budget, and what must come out. Games are shared
/// between claims and kept, so that the same command goes on where it stopped and a larger --scale adds to what is there.
///
/// The papers' games are GVGAI's and do not ship with Ludex: --games-dir says where they are. GVGAI's games have changed since
/// the papers: where the folder has one below it for the day of a paper's games, such as 2016-05-08, that one is played;
/// otherwise the games that are there, and the results are marked as of today. Without --games-dir nothing is played and the
/// results at hand are judged. Claims whose agents do not exist yet are listed as such. Documents are changed only
/// with --write.
///
/// The games behind docs/reproduction.md are kept in docs/evidence, a line each: --from-evidence judges those, and needs
/// neither games nor time.
///
/// Exit codes: 0 done, 1 a claim fails or the run was stopped, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex reproduce P2 --claim P2.6 --games-dir gvgai
  ludex reproduce P2 --games-dir gvgai-history           games of the time: gvgai-history/2014-05-08
  ludex reproduce P1 --scale 0.2 --games-dir gvgai       a fifth of the plays
  ludex reproduce P1                                     what the results at hand say
  ludex reproduce P1 --write                             the same, and its section of docs/reproduction.md
  ludex reproduce P1 --from-evidence                     what the games kept with the documents say

Papers: P1 Soemers et al. 2016, P2 Perez et al. 2014, P3 Sironi et al. 2018, P4 de Waard et al. 2016, P5 Perez-Liebana & Gaina 2019.")]
pub struct Args {
    /// The paper.
    #[arg(value_parser = find_claims)]
    paper: &'static Claims,

    /// A claim, such as P1.3, or an experiment beside them, such as P2.A; may be given several times. Without it, all of them.
    #[arg(long, value_name = "ID")]
    claim: Vec<String>,

    /// How many of the plays that claims ask for: 0.1 is a tenth.
    #[arg(long, value_name = "S", default_value_t = 1.0, allow_negative_numbers = true, value_parser = share)]
    scale: f64,

    /// A GVGAI checkout, or a folder with GVGAI's games of several days.
    #[arg(long, value_name = "DIR", env = "LUDEX_GVGAI")]
    games_dir: Option<PathBuf>,

    /// Plays the games of --games-dir as they are, whatever days it has.
    #[arg(long)]
    today: bool,

    /// How many games are played at once; without it, one for each core.
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = crate::values::jobs)]
    jobs: Option<usize>,

    /// The folder for the results, with one below it for each day of games; without it, ludex-runs/PAPER.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Writes the paper's section of the document and its picture anew.
    #[arg(long)]
    write: bool,

    /// Judges the games that are kept as evidence, and plays nothing.
    #[arg(long, conflicts_with_all = ["out", "today", "jobs", "add_to_evidence"])]
    from_evidence: bool,

    /// Plays what the evidence lacks, and adds it.
    #[arg(long)]
    add_to_evidence: bool,

    /// The folder with the evidence, a file for each paper.
    #[arg(long, value_name = "DIR", default_value = "docs/evidence")]
    evidence_dir: PathBuf,

    /// The Markdown file that --write changes.
    #[arg(long, value_name = "FILE", default_value = "docs/reproduction.md")]
    document: PathBuf,

    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

fn find_claims(id: &str) -> Result<&'static Claims, String> {
    let known = || all_claims().iter().map(|claims| &*claims.paper).collect::<Vec<_>>().join(", ");
    claims(id).ok_or_else(|| format!("there is no such paper: there are {}", known()))
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|share| *share > 0.0 && *share <= 1.0);
    number.ok_or_else(|| "write a number above 0 and at most 1".to_owned())
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    args.run().unwrap_or_else(output::usage_error)
}

impl Args {
    fn run(&self) -> Result<ExitCode, String> {
        let reproduction = self.reproduction()?;
        let mut notes = Vec::new();
        let mut stopped = false;
        let evidence = self.evidence_file();
        if self.add_to_evidence && evidence.exists() {
            let evidence = Reproduction::read_evidence(&evidence).map_err(|error| error.to_string())?;
            reproduction.restore(&evidence).map_err(|error| error.to_string())?;
        }
        if self.from_evidence {
            notes.push(format!("Evidence: {}", evidence.display()));
        } else {
            notes.push(format!("Results: {}", reproduction.out.display()));
            match &self.games_dir {
                None => {
                    notes.push("Nothing was played: --games-dir says where GVGAI's games are.".to_owned())
                }
                Some(folder) => stopped = self.play_all(&reproduction, folder, &mut notes)?,
            }
        }
        if self.add_to_evidence {
            let collected = reproduction.collect_evidence().map_err(|error| error.to_string())?;
            collected.write(&evidence).map_err(|error| error.to_string())?;
            notes.push(format!("Evidence written: {}", evidence.display()));
        }
        let mut loaded = Vec::new();
        for edition in Edition::ALL {
            loaded.push((edition, reproduction.results(edition).map_err(|error| error.to_string())?));
        }
        let findings: Vec<Findings<'_>> = loaded
            .iter()
            .map(|(edition, (tallies, runs))| {
                let study = reproduction.study(tallies);
                Findings { edition: *edition, study, results: study.evaluate(), runs: runs.clone() }
            })
            .collect();
        if self.write {
            self.write_section(&findings)?;
            notes.push(format!("Section written: {}", self.document.display()));
        }
        let Some(first) = deciding(&findings) else { return Ok(ExitCode::SUCCESS) };
        let wanted: Vec<&ClaimResult<'_>> =
            first.results.iter().filter(|result| reproduction.wants(&result.claim.id)).collect();
        let text = if self.json {
            format!("{:#}\n", paper::to_json(&first.study, first.edition, wanted.iter().copied()))
        } else {
            let claims = paper::to_text(wanted.iter().copied(), output::colored());
            let budgets: String = calibrations(&first.study).iter().map(|line| format!("{line}\n")).collect();
            format!("{claims}Verdicts by {}.\n{budgets}{}\n", first.edition.text(), notes.join("\n"))
        };
        output::print(&text).map_err(|error| error.to_string())?;
        let fails = wanted.iter().any(|result| result.verdict == Verdict::Fails);
        Ok(if fails || stopped { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Plays what is lacking with the games of each day that the folder has, or with those of today. True if it was stopped.
    fn play_all(
        &self,
        reproduction: &Reproduction,
        folder: &Path,
        notes: &mut Vec<String>,
    ) -> Result<bool, String> {
        let dates = self.paper.dates();
        let (there, missing): (Vec<&str>, Vec<&str>) =
            dates.into_iter().partition(|date| !self.today && folder.join(date).is_dir());
        if !there.is_empty() && !missing.is_empty() {
            notes.push(format!(
                "{} has no games of {}: what needs them was not played.",
                folder.display(),
                missing.join(", ")
            ));
        } else if there.is_empty() {
            notes.push(format!(
                "{} has no folder {}: played with the games that are there, as those of today.",
                folder.display(),
                missing.join(" or ")
            ));
        }
        let dated = there.into_iter().map(|date| (Some(date), folder.join(date)));
        let mut all: Vec<(Option<&str>, PathBuf)> = dated.collect();
        if all.is_empty() {
            all.push((None, folder.to_owned()));
        }
        for (date, folder) in all {
            if let Some(summary) = self.play(reproduction, &folder, date)? {
                notes.push(summary.remarks(&reproduction.out.join(date.unwrap_or("today"))));
                if summary.stopped {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn evidence_file(&self) -> PathBuf {
        self.evidence_dir.join(format!("{}.tsv.gz", self.paper.paper))
    }

    fn reproduction(&self) -> Result<Reproduction, String> {
        let id = &self.paper.paper;
        let mut wanted = Vec::new();
        for claim in &self.claim {
            let known = self.paper.ids().find(|known| known.eq_ignore_ascii_case(claim));
            let ids = || self.paper.ids().collect::<Vec<_>>().join(", ");
            let known = known.ok_or_else(|| format!("{id} has no claim `{claim}`: it has {}", ids()))?;
            wanted.push(known.to_owned());
        }
        let file = self.evidence_file();
        if self.from_evidence && !file.exists() {
            return Err(format!(
                "there is no evidence at {}: --evidence-dir names the folder, which is docs/evidence of a clone of Ludex. Not every \
                 paper has some yet",
                file.display()
            ));
        }
        let evidence = self.from_evidence.then(|| Reproduction::read_evidence(&file)).transpose();
        Ok(Reproduction {
            paper: paper::paper(id).ok_or_else(|| format!("there is no paper {id}"))?,
            claims: self.paper,
            wanted,
            scale: self.scale,
            out: self.out.clone().unwrap_or_else(|| Path::new("ludex-runs").join(id)),
            evidence: evidence.map_err(|error| error.to_string())?,
        })
    }

    fn play(
        &self,
        reproduction: &Reproduction,
        games_dir: &Path,
        date: Option<&str>,
    ) -> Result<Option<RunSummary>, String> {
        let games = source(Some(games_dir)).map_err(|error| error.to_string())?;
        let stop = interrupt::told_stop_flag().map_err(|error| error.to_string())?;
        let mut display = Display::new(io::stderr(), io::stderr().is_terminal());
        let played = reproduction.play(&*games, date, self.jobs, &stop, |progress| display.update(progress));
        display.finish();
        played.map_err(|error| error.to_string())
    }

    fn write_section(&self, findings: &[Findings<'_>]) -> Result<(), String> {
        let path = &self.document;
        let wrong = |error: io::Error| format!("cannot write {}: {error}", path.display());
        let document = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => "# Reproduction\n".to_owned(),
            Err(error) => return Err(wrong(error)),
        };
        let picture = format!("images/reproduction-{}.svg", self.paper.paper.to_lowercase());
        let plot = deciding(findings).and_then(|found| paper::plot(&found.study));
        let section = paper::section(findings, plot.as_ref().map(|_| &*picture));
        let document = paper::replace_section(&document, &self.paper.paper, &section);
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder.join("images")).map_err(wrong)?;
        if let Some(plot) = plot {
            std::fs::write(folder.join(picture), plot).map_err(wrong)?;
        }
        std::fs::write(path, document).map_err(wrong)
    }
}
