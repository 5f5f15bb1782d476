//! Repo chores: `cargo xtask CHORE`.

mod bench;
mod book;
mod champion;
mod dependencies;
mod fuzz;
mod icons;
mod instructions;
mod originality;
mod overheads;
mod properties;
mod rollouts;
mod sanitize;
mod scaling;
mod skill;
#[cfg(unix)]
mod slurm;
mod strength;
mod vendor;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask CHORE

  bench [--seconds S] [--reference FILE.csv]
                        measure the forward model over games/ and, where LUDEX_GVGAI says where they are, GVGAI's
                        games, and write the tables of docs/performance.md and docs/benchmarks.md; let the machine be idle
                        meanwhile
  book [--check]        check that every link of README, docs/ and all other pages leads somewhere and, where mdbook is installed,
                        make the book as a site in the build folder; --check makes none
  champion [--out DIR] [--only PART,...] [--jobs N] [--absorb FILE] [--no-play] [--write] [--print]
                        play the tables of the champion and the agents it is compared with, on GVGAI's games (LUDEX_GVGAI says where they
                        are) and on those that ship with Ludex; --write puts them into docs/agents.md and docs/champion.md. What
                        was played is kept in DIR, so a chore that was stopped goes on; days on one core in all. --only plays
                        some parts (480, 5000, 40ms, ablation, ...), --no-play none, --print shows them as files for `ludex arena`,
                        and --absorb takes over the results.sqlite of another machine
  dependencies          check licences, duplicates, sources and, where the database of advisories can be had, known faults of all
                        dependencies, as deny.toml says (needs cargo-deny, and says so where there is none)
  fuzz [--seconds N [TARGET]]
                        feed the parser and the engine with mutated games, guided by coverage where there is a C++ compiler
  icons --package DIR   extract the icons that crates/pictures/data/pictures.txt names from an unpacked
                        npm package @iconify-json/fluent-emoji-flat into assets/icons
  instructions [--update]
                        count the instructions of a tick in the games of xtask/instructions.txt and fail if one has
                        grown by more than 5 %; --update records the new counts (needs valgrind)
  originality           compare the games and levels that ship with Ludex with GVGAI's (LUDEX_GVGAI says where
                        they are) and fail if any is too much like one of them
  overheads [--write]   measure iterations and forward-model calls per tick of the tree search with each of its
                        enhancements, in some of GVGAI's games (LUDEX_GVGAI says where they are); --write puts the table
                        into docs/agents.md
  properties [--cases N] [--seed S]
                        run the tests that make up their cases with a seed that is another one every time; `cargo test` always
                        makes up the same
  sanitize [TEST OPTIONS]
                        run the engine's tests with an address sanitizer and without debug assertions, so that the indices which
                        release builds do not test are watched; with the nightly compiler, or else the stable one, unlocked
  scaling               fail if more walls and floor around a game make a tick dearer (needs valgrind)
  skill [--plays N] [--budget B] [--jobs N] [--write]
                        judge all games that ship with Ludex (`ludex judge`) and fail if skill does not pay in one; --write puts the
                        tables into docs/games.md. Judgements are kept in the build folder, so a chore that was stopped goes on;
                        half an hour on one core
  slurm [--short] [--install]
                        play runs of `ludex cluster` on a real Slurm, with three nodes on this machine, and cancel, kill and lose parts of
                        them; with the program that was built last. Needs root and Debian's packages slurm-wlm and munge, which --install
                        gets, and says so where it cannot. --short is what CI runs
  strength --agent SPEC... [--budget B] [--reps N] [--reference FILE.csv] [--write]
                        play set 1 of GVGAI's games (LUDEX_GVGAI says where they are) and compare the win rates of the
                        first agent with those in a file with the columns game,level,rep,win; --write puts the table
                        into docs/agents.md
  vendor                make the bundles in crates/studio/page/vendor from the packages that crates/studio/web names (needs node
                        and the registry of packages)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["bench", options @ ..] => bench::run(options),
        ["book", options @ ..] => book::run(options).map_err(Into::into),
        ["champion", options @ ..] => champion::run(options).map_err(Into::into),
        ["dependencies"] => dependencies::check().map_err(Into::into),
        ["fuzz", options @ ..] => fuzz::run(options).map_err(Into::into),
        ["icons", "--package", directory] => icons::extract(directory.as_ref()),
        ["instructions"] => instructions::check(),
        ["instructions", "--update"] => instructions::update(),
        ["originality"] => originality::check(),
        ["overheads", options @ ..] => overheads::run(options).map_err(Into::into),
        ["properties", options @ ..] => properties::run(options).map_err(Into::into),
        ["sanitize", options @ ..] => sanitize::run(options).map_err(Into::into),
        ["scaling"] => scaling::check(),
        ["skill", options @ ..] => skill::run(options).map_err(Into::into),
        #[cfg(unix)]
        ["slurm", options @ ..] => slurm::run(options).map_err(Into::into),
        #[cfg(not(unix))]
        ["slurm", ..] => Err("Slurm needs Linux".into()),
        ["strength", options @ ..] => strength::run(options).map_err(Into::into),
        ["vendor"] => vendor::run().map_err(Into::into),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> std::path::PathBuf {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Builds a release binary and says where it is. `target` names it as `cargo build` does.
fn build(target: &[&str]) -> Result<std::path::PathBuf, String> {
    let output = std::process::Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--message-format=json-render-diagnostics"])
        .args(target)
        .current_dir(root())
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo build {} failed", target.join(" ")));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let mut executables = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(message["executable"].as_str()?.into())
    });
    executables.next_back().ok_or_else(|| format!("cargo build {} made no program", target.join(" ")))
}

#[cfg(test)]
mod tests {
    use std::fs;

    /// Where the files of tests/ are modules of one program, one that nobody names would never be run.
    #[test]
    fn every_file_of_tests_is_part_of_a_program() {
        for krate in fs::read_dir(super::root().join("crates")).unwrap() {
            let krate = krate.unwrap().path();
            let Ok(main) = fs::read_to_string(krate.join("tests/main.rs")) else { continue };
            let manifest = fs::read_to_string(krate.join("Cargo.toml")).unwrap();
            for file in fs::read_dir(krate.join("tests")).unwrap() {
                let path = file.unwrap().path();
                if path.extension().is_none_or(|extension| extension != "rs") {
                    continue;
                }
                let name = path.file_stem().unwrap().to_string_lossy();
                let named = main.contains(&format!("mod {name};"))
                    || manifest.contains(&format!("path = \"tests/{name}.rs\""));
                assert!(named, "tests/main.rs does not name {}", path.display());
            }
        }
    }
}
