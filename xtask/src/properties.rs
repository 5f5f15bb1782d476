//! `cargo xtask properties`: searches further than `cargo test` does, which makes up the same cases every time.

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::root;

/// How many games the tests make up if nothing is said.
const CASES: u64 = 5_000;

/// Tests that make up their cases.
const TESTS: [(&str, &str); 3] =
    [("ludex-engine", "properties"), ("ludex-vgdl", "robustness"), ("ludex-trace", "generated")];

/// Runs the chore.
pub fn run(arguments: &[&str]) -> Result<(), String> {
    let (mut cases, mut seed) = (CASES, None);
    let mut rest = arguments;
    while let [option, value, more @ ..] = rest {
        let number = || value.parse().map_err(|_| format!("{option} takes a whole number, not `{value}`"));
        match *option {
            "--cases" => cases = number()?,
            "--seed" => seed = Some(number()?),
            _ => break,
        }
        rest = more;
    }
    if !rest.is_empty() {
        return Err("usage: cargo xtask properties [--cases N] [--seed S]".to_owned());
    }
    let seed = seed.unwrap_or_else(clock);
    for (package, test) in TESTS {
        println!("{package}, {test}: {cases} cases from seed {seed}");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["test", "--quiet", "--package", package, "--test", "main", test]).current_dir(root());
        cargo.env("PROPTEST_CASES", cases.to_string()).env("PROPTEST_RNG_SEED", seed.to_string());
        let status = cargo.status().map_err(|error| format!("cannot run cargo: {error}"))?;
        if !status.success() {
            return Err(format!(
                "{test} has found something; again: cargo xtask properties --cases {cases} --seed {seed}"
            ));
        }
    }
    Ok(())
}

/// A seed that is another one every time.
fn clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // A short number is easier to repeat.
    now.as_nanos() as u64 % 1_000_000_007
}
