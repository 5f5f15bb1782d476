//! `ludex judge`: what a designer wants to know of a game.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use ludex_agents::{Budget, DEFAULT_SEED};
use ludex_arena::judge::{JudgeError, Judgement, Question, judge};
use ludex_arena::plan::Levels;
use ludex_arena::store::cores;
use ludex_engine::ONTOLOGY;
use ludex_library::{Origin, bundled_game};
use ludex_solver::Win;
use ludex_vgdl::{Diagnostic, Level, Positions, check_game, check_level};
use serde_json::json;

use crate::game::{GamesDir, Loaded};
use crate::output::Progress;
use crate::{interrupt, output};

/// Judges a game: who wins it, whether skill pays, and which of its parts do anything.
///
/// A ladder of agents plays every level, from one that does nothing to the strongest. You learn what `ludex check` finds; how
/// often each agent wins, with which scores and how fast; whether those who are stronger elsewhere do better here, as a rank
/// correlation; the shortest win that is known of each level; and which rules made no difference and which sprites never
/// appeared in all those plays. A rule makes a difference if a play would have gone another way without it.
///
/// In a game of two each agent sits in both seats in turn, with samplemcts in the other.
///
/// Exit codes: 0 done, 1 errors found or stopped before the end, 2 usage error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludex judge zelda
  ludex judge my/game.vgdl --levels 0 --plays 10
  ludex judge zelda --budget 2000fm --json")]
pub struct Args {
    /// The game: a bundled name, a path, or a name inside --games-dir.
    game: String,

    #[command(flatten)]
    games_dir: GamesDir,

    /// The levels, as in 0-4 or 0,2; without it, all.
    #[arg(short, long)]
    levels: Option<Levels>,

    /// How often each agent plays each level.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = crate::values::whole::<u32>(1..=1000))]
    plays: u32,

    /// What an agent may spend on each tick, as `ludex run` takes it.
    #[arg(long, default_value = "480fm")]
    budget: Budget,

    /// How many games are played at once; without it, one for each core.
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = crate::values::jobs)]
    jobs: Option<usize>,

    /// The number that all seeds are derived from.
    #[arg(long, default_value_t = DEFAULT_SEED.into(), allow_negative_numbers = true, value_parser = crate::values::seed)]
    seed: u64,

    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> ExitCode {
    args.run().unwrap_or_else(output::usage_error)
}

impl Args {
    fn run(&self) -> Result<ExitCode, String> {
        let game = self.games_dir.load(&self.game)?;
        let problems = problems(&game);
        let stop = interrupt::told_stop_flag().map_err(|error| error.to_string())?;
        let judgement = match self.judge(&game, &stop)? {
            Some(judgement) => judgement,
            None => return Ok(ExitCode::FAILURE),
        };
        let text = if self.json {
            let mut value = judgement.to_json();
            value["game"] = json!(game.files.name);
            value["problems"] = problems.iter().map(|problem| json!(problem.text)).collect();
            format!("{value:#}\n")
        } else {
            let list: String = problems.iter().map(|problem| format!("  {}\n", problem.text)).collect();
            let check = if problems.is_empty() { " nothing\n".to_owned() } else { format!("\n{list}") };
            let name = &game.files.name;
            format!("{name}\n\n`ludex check` finds:{check}\n{}", judgement.to_text(output::screen()))
        };
        output::print(&text).map_err(|error| error.to_string())?;
        let broken = problems.iter().any(|problem| problem.error);
        Ok(if broken { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// None if the user has stopped it.
    fn judge(&self, game: &Loaded, stop: &AtomicBool) -> Result<Option<Judgement>, String> {
        let all: Vec<u32> =
            (game.files.levels.iter()).filter_map(|level| level.number.try_into().ok()).collect();
        let wanted = self.levels.as_ref().unwrap_or(&Levels::ALL).of(all.iter());
        let numbers: Vec<usize> = wanted.into_iter().map(|number| number as usize).collect();
        let levels = numbers.into_iter().map(|number| {
            let level = game.level(number)?;
            Ok((number, Level::parse(&level.text), recorded(game, number)))
        });
        let question = Question {
            game: &game.game,
            levels: levels.collect::<Result<_, String>>()?,
            plays: self.plays,
            budget: self.budget,
            jobs: self.jobs.unwrap_or_else(cores),
            seed: self.seed,
        };
        if question.levels.is_empty() {
            return Err(format!("{} has no levels to play: write one beside it", self.game));
        }
        let progress = Progress::new();
        let name = &game.files.name;
        let judged = judge(&question, stop, |done, of| {
            progress.show(format_args!("{name}: {done} of {of} plays"));
        });
        progress.clear();
        match judged {
            Ok(judgement) => Ok(Some(judgement)),
            Err(JudgeError::Stopped) if stop.load(Ordering::Relaxed) => Ok(None),
            Err(error) => Err(format!("{error}\n`ludex check {}` says more", self.game)),
        }
    }
}

/// How long the recorded win of a level is, if there is one beside it.
fn recorded(game: &Loaded, number: usize) -> Option<u32> {
    let text = match game.files.origin {
        Origin::Bundled => bundled_game(&game.files.name)?.levels.get(number)?.win?.to_owned(),
        _ => std::fs::read_to_string(game.level(number).ok()?.path.with_extension("win")).ok()?,
    };
    let win: Win = text.parse().ok()?;
    win.replay(&game.world(number).ok()?).ok()?;
    u32::try_from(win.actions.len()).ok()
}

/// Something that `ludex check` says.
struct Problem {
    text: String,
    error: bool,
}

fn problems(game: &Loaded) -> Vec<Problem> {
    let in_file = |path: &std::path::Path, text: &str, diagnostics: Vec<Diagnostic>| {
        let positions = Positions::new(text);
        let problem = |diagnostic: &Diagnostic| {
            let line = positions.of(diagnostic.span.start).line;
            let text = format!("{}:{line}: {diagnostic}", path.display());
            Problem { text, error: diagnostic.is_error() }
        };
        diagnostics.iter().map(problem).collect::<Vec<_>>()
    };
    let checked = check_game(&game.files.text, &ONTOLOGY);
    let mut problems = in_file(&game.files.path, &game.files.text, checked.diagnostics);
    if let Some(description) = checked.game {
        for level in &game.files.levels {
            problems.extend(in_file(
                &level.path,
                &level.text,
                check_level(&level.text, &description, &ONTOLOGY),
            ));
        }
    }
    problems
}
