//! How strong is the champion? Plays the tables of docs/agents.md and docs/champion.md, some of them or all, and writes them, together
//! with the games behind them: docs/evidence/champion.tsv.gz, from which the next run goes on. Where an agent plays otherwise than it
//! did, its lines have to be taken out of that file first.

mod lost;
mod parts;
mod sources;
mod tables;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::{env, fs};

use ludex_arena::contest;
use ludex_arena::plan::{Experiment, Plan};
use ludex_arena::runner::{Display, RunOptions};
use ludex_arena::store::{Evidence, Results, absorb_into, results_file};

use self::lost::Solved;
use self::parts::{PARTS, Part};
use self::sources::Source;
use self::tables::Played;
use crate::root;

/// What to do.
struct Options {
    out: PathBuf,
    /// The parts to play; all unless some are named.
    only: Vec<String>,
    /// Results of other machines.
    absorb: Vec<PathBuf>,
    jobs: Option<usize>,
    play: bool,
    /// Run the solver on the levels that are lost.
    solve: bool,
    write: bool,
    /// Print the parts as experiments instead.
    print: bool,
}

impl Options {
    fn read(arguments: &[&str]) -> Result<Options, String> {
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
        let mut options = Options {
            out: target.join("champion"),
            only: Vec::new(),
            absorb: Vec::new(),
            jobs: None,
            play: true,
            solve: false,
            write: false,
            print: false,
        };
        let mut rest = arguments.iter().copied();
        while let Some(option) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("{option} needs a value"));
            match option {
                "--out" => options.out = value()?.into(),
                "--only" => options.only.extend(value()?.split(',').map(str::to_owned)),
                "--absorb" => options.absorb.push(value()?.into()),
                "--jobs" => {
                    let jobs = value()?.parse().map_err(|_| "--jobs takes a number".to_owned())?;
                    options.jobs = Some(jobs);
                }
                "--no-play" => options.play = false,
                "--solve" => options.solve = true,
                "--write" => options.write = true,
                "--print" => options.print = true,
                _ => {
                    return Err(format!(
                        "champion takes --out DIR, --only PART,..., --absorb FILE, --jobs N, --no-play, --solve, --write \
                         and --print, not {option}"
                    ));
                }
            }
        }
        let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        match options.only.iter().find(|name| !names.contains(&name.as_str())) {
            Some(name) => Err(format!("there is no part `{name}`: they are {}", names.join(", "))),
            None => Ok(options),
        }
    }
}

pub fn run(arguments: &[&str]) -> Result<(), String> {
    let options = Options::read(arguments)?;
    restore(&options.out)?;
    for file in &options.absorb {
        absorb(&options.out, file)?;
    }
    let wanted = |part: &&Part| options.only.is_empty() || options.only.iter().any(|name| name == part.name);
    for part in PARTS.iter().filter(wanted) {
        if options.print {
            print(part)?;
        } else if options.play {
            play(part, &options).map_err(|problem| format!("{}: {problem}", part.name))?;
        }
    }
    if options.print {
        return Ok(());
    }
    let (played, mut solved) = (Played::read(&options.out)?, Solved::read()?);
    if options.solve {
        solved.try_lost(&played)?;
    }
    for (file, text) in tables::pages(&played, &solved)? {
        let path = root().join(file);
        if !options.write {
            println!("--- {file}\n{text}");
        } else if file.ends_with(".svg") {
            fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        } else {
            put_between_marks(&path, &text)?;
        }
    }
    if options.write { keep(&options.out) } else { Ok(()) }
}

const EVIDENCE: &str = "docs/evidence/champion.tsv.gz";

/// All seeds come from that of experiments that name none.
fn seed() -> u64 {
    Experiment::default().seed
}

/// Begins with the games that are kept with the documents, where nothing has been played yet.
fn restore(out: &Path) -> Result<(), String> {
    let file = root().join(EVIDENCE);
    if !file.exists() {
        return Ok(());
    }
    let evidence = Evidence::read(&file, seed()).map_err(|e| e.to_string())?;
    for folder in evidence.parts() {
        evidence.restore(folder, &out.join(folder)).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Keeps all games with the documents.
fn keep(out: &Path) -> Result<(), String> {
    let mut played = Vec::new();
    for source in Source::ALL {
        let folder = out.join(source.folder());
        if results_file(&folder).exists() {
            played.push((source.folder(), Results::open(&folder).map_err(|e| e.to_string())?));
        }
    }
    let parts: Vec<(&str, &Results)> = played.iter().map(|(name, results)| (*name, results)).collect();
    let evidence = Evidence::of(&parts, seed()).map_err(|e| e.to_string())?;
    evidence.write(&root().join(EVIDENCE)).map_err(|e| e.to_string())
}

/// Prints a part as a file for `ludex arena`, which has no mirrored levels.
fn print(part: &Part) -> Result<(), String> {
    let games_dir = match part.source {
        Source::Gvgai => Some(sources::gvgai()?),
        Source::Bundled => None,
        Source::Mirrored => return Ok(()),
    };
    let experiment = Experiment { games_dir, ..part.experiment()? };
    println!("# {}\n{}", part.name, experiment.to_toml().map_err(|e| e.to_string())?);
    Ok(())
}

/// Plays what a part still lacks.
fn play(part: &Part, options: &Options) -> Result<(), String> {
    let experiment = part.experiment()?;
    if cfg!(debug_assertions) && experiment.clock().is_some() {
        return Err(format!(
            "{} is timed, and this build is slow: `cargo run --release --package xtask -- champion --only {}` plays it",
            part.budget, part.name
        ));
    }
    let games = part.source.open()?;
    let plan = Plan::new(&experiment, &[&*games]).map_err(|e| e.to_string())?;
    let configuration = experiment.to_toml().map_err(|e| e.to_string())?;
    let settings = RunOptions::new(options.jobs, experiment.clock());
    let out = options.out.join(part.source.folder());
    fs::create_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    eprintln!("{}: {} games into {}", part.name, plan.cells.len(), out.display());
    let mut display = Display::new(io::stderr(), io::stderr().is_terminal());
    let stop = AtomicBool::new(false);
    let played = contest(&plan, &out, &configuration, settings, &stop, |progress| display.update(progress));
    display.finish();
    played.map(|_| ()).map_err(|e| e.to_string())
}

/// Takes over the rows of another machine. The folder that a results file lies in says which games it is of.
fn absorb(out: &Path, file: &Path) -> Result<(), String> {
    let file = results_file(file);
    let folder = file.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
    let source = Source::ALL.into_iter().find(|source| source.folder() == folder);
    let source = source.ok_or_else(|| {
        let known = Source::ALL.map(Source::folder).join(", ");
        format!("{}: is in a folder `{folder}`, not in one of {known}", file.display())
    })?;
    let into = out.join(source.folder());
    fs::create_dir_all(&into).map_err(|e| format!("{}: {e}", into.display()))?;
    let absorbed = absorb_into(&results_file(&into), &file).map_err(|e| e.to_string())?;
    let new = absorbed.rows - absorbed.doubled;
    eprintln!("{}: {} rows, {new} of them new, {} differ", file.display(), absorbed.rows, absorbed.differing);
    Ok(())
}

const BEGIN: &str = "<!-- champion -->\n";
const END: &str = "<!-- end champion -->\n";

fn put_between_marks(path: &Path, tables: &str) -> Result<(), String> {
    let fail = |e: io::Error| format!("{}: {e}", path.display());
    let text = fs::read_to_string(path).map_err(fail)?;
    let marked = text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = marked.ok_or_else(|| format!("{}: no place for the tables", path.display()))?;
    fs::write(path, format!("{before}{BEGIN}{tables}{END}{after}")).map_err(fail)
}
