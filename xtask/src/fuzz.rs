//! `cargo xtask fuzz`: runs the fuzz targets for a while.
//!
//! With a nightly compiler and cargo-fuzz the search is guided by coverage; without them the same targets run on
//! simple mutations of the games that ship with Ludex, so that every machine fuzzes a little.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::root;

/// The targets, as fuzz/src/lib.rs lists them.
const TARGETS: [&str; 3] = ["parse", "play", "compose"];

/// How long to fuzz if nothing is said.
const SECONDS: u64 = 30;

/// Runs the chore.
pub fn run(arguments: &[&str]) -> Result<(), String> {
    let seconds = match arguments {
        [] => SECONDS,
        ["--seconds", n] => n.parse().map_err(|_| format!("--seconds takes a whole number, not `{n}`"))?,
        _ => return Err("usage: cargo xtask fuzz [--seconds N]".to_owned()),
    };
    let folder = root().join("fuzz");
    write_seeds(&root().join("games"), &folder.join("corpus")).map_err(|error| format!("seeds: {error}"))?;
    if has_cargo_fuzz() {
        return TARGETS.iter().try_for_each(|target| guided(&folder, target, seconds / TARGETS.len() as u64));
    }
    println!(
        "cargo-fuzz or the nightly compiler is missing, so the search is not guided by coverage. To have them:\n  \
         rustup toolchain install nightly && cargo install cargo-fuzz"
    );
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--quiet", "--bin", "mutate", "--", &seconds.to_string(), "corpus"]);
    finish(cargo.current_dir(&folder), "the mutator")
}

/// Makes seeds of the games that ship with Ludex: each as it is, and each with a level and keys.
fn write_seeds(games: &Path, corpus: &Path) -> std::io::Result<()> {
    for target in TARGETS {
        fs::create_dir_all(corpus.join(target))?;
    }
    for entry in fs::read_dir(games)? {
        let path = entry?.path();
        let (Ok(game), Ok(level)) =
            (fs::read_to_string(path.join("game.vgdl")), fs::read_to_string(path.join("level0.txt")))
        else {
            continue;
        };
        let name = path.file_name().unwrap_or_default();
        fs::write(corpus.join("parse").join(name), &game)?;
        let keys = "ULDRX".repeat(8);
        fs::write(corpus.join("play").join(name), format!("{game}\n===\n{level}\n===\n{keys}"))?;
    }
    // Long strings of bytes, because games composed of few choices are all alike.
    for seed in 0..20_u64 {
        let choices = (0..700).scan(seed, |state: &mut u64, _: i32| {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            Some((*state >> 56) as u8)
        });
        fs::write(corpus.join("compose").join(seed.to_string()), choices.collect::<Vec<u8>>())?;
    }
    Ok(())
}

fn has_cargo_fuzz() -> bool {
    let mut cargo = Command::new("cargo");
    let quiet = cargo.args(["+nightly", "fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

fn guided(folder: &Path, target: &str, seconds: u64) -> Result<(), String> {
    println!("{target}: {seconds} seconds");
    let mut cargo = Command::new("cargo");
    cargo.args(["+nightly", "fuzz", "run", "--features", "libfuzzer", target, "--"]);
    cargo.args([
        &format!("-max_total_time={seconds}"),
        "-rss_limit_mb=2048",
        "-timeout=25",
        "-max_len=20000",
        "-print_final_stats=1",
    ]);
    finish(cargo.current_dir(folder), target)
}

fn finish(command: &mut Command, what: &str) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{what}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{what} has found something: see above")) }
}
