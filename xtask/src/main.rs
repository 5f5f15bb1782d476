//! Repo chores: `cargo xtask CHORE`.

mod fuzz;
mod icons;
mod originality;
mod strength;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask CHORE

  fuzz [--seconds N]    feed the parser and the engine with mutated games, guided by coverage where cargo-fuzz is at hand
  icons --package DIR   extract the icons that crates/pictures/data/pictures.txt names from an unpacked
                        npm package @iconify-json/fluent-emoji-flat into assets/icons
  originality           compare the games and levels that ship with Ludex with GVGAI's (LUDEX_GVGAI says where
                        they are) and fail if any is too much like one of them
  strength --agent SPEC... [--budget B] [--reps N] [--reference FILE.csv] [--write]
                        play set 1 of GVGAI's games (LUDEX_GVGAI says where they are) and compare the win rates of the
                        first agent with those in a file with the columns game,level,rep,win; --write puts the table
                        into docs/agents.md";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["fuzz", options @ ..] => fuzz::run(options).map_err(Into::into),
        ["icons", "--package", directory] => icons::extract(directory.as_ref()),
        ["originality"] => originality::check(),
        ["strength", options @ ..] => strength::run(options).map_err(Into::into),
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
