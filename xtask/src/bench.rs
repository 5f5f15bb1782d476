//! `cargo xtask bench`: measures the forward model and writes the tables of docs/performance.md and docs/benchmarks.md.

mod markdown;

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// The page with the figures over all games, and the one with those of each game.
const SUMMARY: &str = "docs/performance.md";
const GAMES: &str = "docs/benchmarks.md";
const BEGIN: &str = "<!-- Written by `cargo xtask bench`: -->\n";
const END: &str = "<!-- The end of what `cargo xtask bench` writes. -->\n";

/// A folder of games.
struct Collection {
    name: &'static str,
    folder: PathBuf,
}

/// What `ludex bench fm` says of a collection.
struct Measured {
    collection: &'static str,
    workload: &'static str,
    figures: Value,
}

/// Measures and writes.
pub fn run(options: &[&str]) -> Result<(), Box<dyn Error>> {
    let (mut seconds, mut reference) = ("1", None);
    for option in options.chunks(2) {
        match option {
            ["--seconds", value] => seconds = value,
            // The measuring program runs in the root of the repository, the file is named from here.
            ["--reference", file] => {
                let path = std::path::absolute(file).map_err(|error| format!("{file}: {error}"))?;
                reference = Some(path);
            }
            _ => {
                return Err(format!("what is `{}`? `cargo xtask` lists the options", option.join(" ")).into());
            }
        }
    }
    let ludex = crate::build(&["--package", "ludex"])?;
    let mut measured = Vec::new();
    for Collection { name, folder } in collections() {
        for (workload, flag) in [("from the start", None), ("after 200 ticks", Some("--deep"))] {
            let reference = reference.as_deref().filter(|_| name == GVGAI && flag.is_none());
            println!("{name}, {workload}");
            let extra = flag.map(OsStr::new).into_iter();
            let extra =
                extra.chain(reference.iter().flat_map(|file| [OsStr::new("--reference"), file.as_os_str()]));
            let figures = bench_fm(&ludex, &folder, seconds, extra)?;
            measured.push(Measured { collection: name, workload, figures });
        }
    }
    let Some(first) = collections().into_iter().next() else {
        return Err("there is nothing to measure: no folder games/, and LUDEX_GVGAI is not set".into());
    };
    println!("two threads");
    let threads = bench_fm(&ludex, &first.folder, seconds, ["--threads", "2"].map(OsStr::new))?;
    let machine = machine();
    write_tables(SUMMARY, &markdown::summary(&measured, &threads, &machine))?;
    Ok(write_tables(GAMES, &markdown::games_one_by_one(&measured, &machine))?)
}

const GVGAI: &str = "GVGAI";

/// The games that ship with Ludex and, where they are at hand, GVGAI's.
fn collections() -> Vec<Collection> {
    let own = crate::root().join("games");
    let own = own.is_dir().then_some(Collection { name: "Ludex", folder: own });
    let gvgai =
        std::env::var_os("LUDEX_GVGAI").map(|folder| Collection { name: GVGAI, folder: folder.into() });
    if gvgai.is_none() {
        println!("LUDEX_GVGAI is not set: GVGAI's games are not measured");
    }
    own.into_iter().chain(gvgai).collect()
}

fn bench_fm<'a>(
    ludex: &Path,
    folder: &Path,
    seconds: &str,
    extra: impl IntoIterator<Item = &'a OsStr>,
) -> Result<Value, String> {
    let output = Command::new(ludex)
        .args(["bench", "fm", "--json", "--seconds", seconds, "--games-dir"])
        .arg(folder)
        .args(extra)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run {}: {error}", ludex.display()))?;
    if !output.status.success() {
        return Err(format!("ludex bench fm failed: {}", output.status));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("ludex bench fm wrote bad JSON: {error}"))
}

/// What the figures are of: processor, cores, compiler, revision.
fn machine() -> String {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(crate::root()).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned()).filter(|text| !text.is_empty())
    };
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let parts = [
        processor,
        Some(format!("{cores} cores")),
        said("rustc", &["--version"]),
        said("git", &["describe", "--always", "--dirty"]).map(|revision| format!("revision {revision}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Puts tables between the marks of a page.
fn write_tables(page: &str, tables: &str) -> Result<(), String> {
    let path = crate::root().join(page);
    let text = fs::read_to_string(&path).map_err(|error| format!("cannot read {page}: {error}"))?;
    let (before, rest) = text.split_once(BEGIN).ok_or_else(|| format!("{page} has lost the line {BEGIN}"))?;
    let (_, after) = rest.split_once(END).ok_or_else(|| format!("{page} has lost the line {END}"))?;
    fs::write(&path, format!("{before}{BEGIN}\n{tables}\n{END}{after}"))
        .map_err(|error| format!("cannot write {page}: {error}"))
}
