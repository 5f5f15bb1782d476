//! `ludex reproduce`: the claims of a paper, played and judged.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludex_arena::paper::{
    self, ClaimResult, Claims, Reproduction, Study, Verdict, all_claims, calibrations, claims,
};
use ludex_arena::plan::source;
use ludex_arena::runner::{Display, RunSummary};
use ludex_arena::store::Run;

use crate::{interrupt, output};

/// Plays what the claims of a paper need, and says which of them hold.
///
/// Claims are data: who is compared with whom in which games under which budget, and what must come out. Games are shared
/// between claims and kept, so that the same command goes on where it stopped and a larger --scale adds to what is there.
///
/// The papers' games are GVGAI's and do not ship with Ludex: --games-dir says where they are. Without it nothing is played
/// and the results at hand are judged. Claims whose agents do not exist yet are listed as such. Documents are changed only
/// with --write.
///
/// Exit codes: 0 done, 1 a claim fails or the run was stopped, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex reproduce P2 --claim P2.6 --games-dir gvgai
  ludex reproduce P1 --scale 0.2 --games-dir gvgai       a fifth of the plays
  ludex reproduce P1                                     what the results at hand say
  ludex reproduce P1 --write                             the same, and its section of docs/reproduction.md

Papers: P1 Soemers et al. 2016, P2 Perez et al. 2014, P3 Sironi et al. 2018, P4 de Waard et al. 2016,
P5 Perez-Liebana & Gaina 2019.")]
pub struct Args {
    /// The paper.
    #[arg(value_parser = find_claims)]
    paper: &'static Claims,

    /// A claim, such as P1.3; may be given several times. Without it, all claims of the paper.
    #[arg(long, value_name = "ID")]
    claim: Vec<String>,

    /// How many of the plays that claims ask for: 0.1 is a tenth.
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    scale: f64,

    /// A GVGAI checkout.
    #[arg(long, value_name = "DIR", env = "LUDEX_GVGAI")]
    games_dir: Option<PathBuf>,

    /// How many games are played at once; without it, one for each core.
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,

    /// The folder for the results; without it, ludex-runs/PAPER.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Writes the paper's section of the document anew.
    #[arg(long)]
    write: bool,

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

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    args.run().unwrap_or_else(output::usage_error)
}

impl Args {
    fn run(&self) -> Result<ExitCode, String> {
        let reproduction = self.reproduction()?;
        let mut notes = vec![format!("Results: {}", reproduction.out.display())];
        let mut stopped = false;
        match &self.games_dir {
            None => notes.push("Nothing was played: --games-dir says where GVGAI's games are.".to_owned()),
            Some(folder) => {
                if let Some(summary) = self.play(&reproduction, folder)? {
                    notes = vec![summary.remarks(&reproduction.out)];
                    stopped = summary.stopped;
                }
            }
        }
        let (tallies, runs) = reproduction.results().map_err(|error| error.to_string())?;
        let study = reproduction.study(&tallies);
        let results = study.evaluate();
        if self.write {
            self.write_section(&study, &results, &runs)?;
            notes.push(format!("Section written: {}", self.document.display()));
        }
        let wanted: Vec<&ClaimResult<'_>> =
            results.iter().filter(|result| reproduction.wants(&result.claim.id)).collect();
        let text = if self.json {
            format!("{:#}\n", paper::to_json(&study, wanted.iter().copied()))
        } else {
            let claims = paper::to_text(wanted.iter().copied(), output::colored());
            let budgets: String = calibrations(&study).iter().map(|line| format!("{line}\n")).collect();
            format!("{claims}{budgets}{}\n", notes.join("\n"))
        };
        output::print(&text).map_err(|error| error.to_string())?;
        let fails = wanted.iter().any(|result| result.verdict == Verdict::Fails);
        Ok(if fails || stopped { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn reproduction(&self) -> Result<Reproduction, String> {
        let id = &self.paper.paper;
        if !(self.scale > 0.0 && self.scale <= 1.0) {
            return Err(format!("--scale {}: it must be above 0 and at most 1", self.scale));
        }
        let mut wanted = Vec::new();
        for claim in &self.claim {
            let known = self.paper.claims.iter().find(|known| known.id.eq_ignore_ascii_case(claim));
            let ids = || self.paper.claims.iter().map(|known| &*known.id).collect::<Vec<_>>().join(", ");
            let known = known.ok_or_else(|| format!("{id} has no claim `{claim}`: it has {}", ids()))?;
            wanted.push(known.id.clone());
        }
        Ok(Reproduction {
            paper: paper::paper(id).ok_or_else(|| format!("there is no paper {id}"))?,
            claims: self.paper,
            wanted,
            scale: self.scale,
            out: self.out.clone().unwrap_or_else(|| Path::new("ludex-runs").join(id)),
        })
    }

    fn play(&self, reproduction: &Reproduction, games_dir: &Path) -> Result<Option<RunSummary>, String> {
        let games = source(Some(games_dir)).map_err(|error| error.to_string())?;
        let stop = interrupt::stop_flag().map_err(|error| error.to_string())?;
        let mut display = Display::new(io::stderr(), io::stderr().is_terminal());
        let played = reproduction.play(&*games, self.jobs, &stop, |progress| display.update(progress));
        display.finish();
        played.map_err(|error| error.to_string())
    }

    fn write_section(
        &self,
        study: &Study<'_>,
        results: &[ClaimResult<'_>],
        runs: &[Run],
    ) -> Result<(), String> {
        let path = &self.document;
        let wrong = |error: io::Error| format!("cannot write {}: {error}", path.display());
        let document = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => "# Reproduction\n".to_owned(),
            Err(error) => return Err(wrong(error)),
        };
        let section = paper::section(study, results, runs);
        let document = paper::replace_section(&document, &study.paper.id, &section);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(wrong)?;
        }
        std::fs::write(path, document).map_err(wrong)
    }
}
