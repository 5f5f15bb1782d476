//! `cargo xtask fuzz`: runs the fuzz targets for a while, guided by coverage.
//!
//! The stable compiler can count which code an input reaches, and libFuzzer comes as a crate; all it takes is a C++
//! compiler. Where there is none, the same targets run on simple mutations of the seeds, so that every machine fuzzes
//! a little.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::root;
use crate::sanitize::host;

/// The targets, as fuzz/src/lib.rs lists them.
const TARGETS: [&str; 3] = ["parse", "play", "compose"];

/// How long to fuzz if nothing is said.
const SECONDS: u64 = 30;

/// Makes the compiler note which edges of the program an input runs through, and what it compares.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 --cfg fuzzing";

/// Runs the chore.
pub fn run(arguments: &[&str]) -> Result<(), String> {
    let (seconds, targets) = match arguments {
        [] => (SECONDS, &TARGETS[..]),
        ["--seconds", n] => (number(n)?, &TARGETS[..]),
        ["--seconds", n, target] => {
            let known = TARGETS.iter().position(|t| t == target);
            let index = known.ok_or_else(|| format!("unknown target `{target}`: {}", TARGETS.join(", ")))?;
            (number(n)?, &TARGETS[index..=index])
        }
        _ => return Err("usage: cargo xtask fuzz [--seconds N [TARGET]]".to_owned()),
    };
    let places = Places::new();
    places.write_seeds().map_err(|error| format!("seeds: {error}"))?;
    match places.build() {
        Ok(binaries) => {
            let share = (seconds / targets.len() as u64).max(1);
            targets.iter().try_for_each(|target| places.guided(&binaries, target, share))
        }
        Err(lack) => {
            println!("{lack}: the search is not guided by coverage, seeds are mutated at random instead");
            places.unguided(seconds)
        }
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("--seconds takes a whole number, not `{text}`"))
}

/// Where things are and go.
struct Places {
    /// The crate of the targets.
    package: PathBuf,
    /// Inputs that are kept in the repository, written for the fuzzer.
    corpus: PathBuf,
    /// What is built.
    build: PathBuf,
    /// Inputs made from the games, and those that runs have found to reach new code.
    found: PathBuf,
}

impl Places {
    fn new() -> Places {
        let package = root().join("fuzz");
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
        let build = target.join("fuzz");
        Places { corpus: package.join("corpus"), found: build.join("corpus"), package, build }
    }

    /// Makes seeds of the games that ship with Ludex, each as it is and each with a level and keys, and strings of
    /// choices for games that are composed.
    fn write_seeds(&self) -> std::io::Result<()> {
        for target in TARGETS {
            fs::create_dir_all(self.found.join(target))?;
        }
        for entry in fs::read_dir(root().join("games"))? {
            let path = entry?.path();
            let (Ok(game), Ok(level)) =
                (fs::read_to_string(path.join("game.vgdl")), fs::read_to_string(path.join("level0.txt")))
            else {
                continue;
            };
            let name = path.file_name().unwrap_or_default();
            fs::write(self.found.join("parse").join(name), &game)?;
            let keys = "ULDRX".repeat(8);
            fs::write(self.found.join("play").join(name), format!("{game}\n===\n{level}\n===\n{keys}"))?;
        }
        // Long strings of bytes, because games composed of few choices are all alike.
        for seed in 0..20_u64 {
            let choices = (0..700).scan(seed, |state: &mut u64, _: i32| {
                *state =
                    state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                Some((*state >> 56) as u8)
            });
            fs::write(self.found.join("compose").join(seed.to_string()), choices.collect::<Vec<u8>>())?;
        }
        Ok(())
    }

    /// Builds the targets with libFuzzer; gives the folder of the programs, or says what is missing.
    fn build(&self) -> Result<PathBuf, String> {
        let compiler = env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
        if !runs(Command::new(&compiler).arg("--version")) {
            return Err(format!("there is no C++ compiler `{compiler}` to build libFuzzer with"));
        }
        let host = host().ok_or("`rustc -vV` does not say for which machine it compiles")?;
        let mut cargo = Command::new("cargo");
        cargo.args(["build", "--quiet", "--features", "libfuzzer", "--target", &host]);
        for target in TARGETS {
            cargo.args(["--bin", target]);
        }
        // With a target named, build scripts are not instrumented.
        cargo.arg("--target-dir").arg(&self.build).env("RUSTFLAGS", COVERAGE).current_dir(&self.package);
        match cargo.status() {
            Ok(status) if status.success() => Ok(self.build.join(host).join("debug")),
            _ => Err("the targets could not be built with libFuzzer, see above".to_owned()),
        }
    }

    fn guided(&self, binaries: &Path, target: &str, seconds: u64) -> Result<(), String> {
        println!("{target}: {seconds} seconds, guided by coverage");
        let failures = self.build.join("failures").join("");
        fs::create_dir_all(&failures).map_err(|error| format!("{}: {error}", failures.display()))?;
        let mut fuzzer = Command::new(binaries.join(target));
        // The first folder takes what is found, the others are only read. For composed games none is kept.
        fuzzer.arg(self.found.join(target));
        fuzzer.args(Some(self.corpus.join(target)).filter(|folder| folder.is_dir()));
        fuzzer.args([
            &format!("-max_total_time={seconds}"),
            &format!("-artifact_prefix={}", failures.display()),
            "-rss_limit_mb=2048",
            "-timeout=60",
            "-max_len=20000",
            "-print_final_stats=1",
            "-verbosity=0",
            "-print_funcs=0",
        ]);
        finish(&mut fuzzer, target)
    }

    fn unguided(&self, seconds: u64) -> Result<(), String> {
        let mut cargo = Command::new("cargo");
        cargo.args(["run", "--quiet", "--bin", "mutate"]).arg("--target-dir").arg(&self.build);
        cargo.args(["--", &seconds.to_string()]).args([&self.found, &self.corpus]);
        finish(cargo.current_dir(&self.package), "the mutator")
    }
}

fn runs(command: &mut Command) -> bool {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

fn finish(command: &mut Command, what: &str) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{what}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{what} has found something: see above")) }
}
