//! `cargo xtask sanitize`: the engine's tests with an address sanitizer.
//!
//! `crates/engine/src/index/` indexes its lists without a test, except in builds with debug assertions. So the tests are
//! built without them: an index beyond the memory of its list is found by the sanitizer instead. (One beyond the end of the list but
//! inside its memory is found by debug builds alone.)

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::root;

/// Runs the chore; further arguments go to the tests.
pub fn run(arguments: &[&str]) -> Result<(), String> {
    let host = host().ok_or("`rustc -vV` does not say for which machine it compiles")?;
    let mut cargo = if has_nightly() {
        println!("address sanitizer of the nightly compiler");
        let mut rustup = Command::new("rustup");
        rustup.args(["run", "nightly", "cargo"]);
        // Cargo has told its children which compiler to use.
        rustup.env_remove("RUSTC").env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        rustup
    } else {
        println!(
            "no nightly compiler (`rustup toolchain install nightly`): that of the stable one, unlocked"
        );
        let mut cargo = Command::new(env!("CARGO"));
        cargo.env("RUSTC_BOOTSTRAP", "1");
        cargo
    };
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    cargo.args(["test", "--release", "--package", "ludex-engine", "--lib", "--tests"]);
    // With a target named, build scripts are not instrumented.
    cargo.args(["--target", &host]).arg("--target-dir").arg(target.join("sanitize"));
    cargo.arg("--").args(arguments).current_dir(root());
    cargo.env("RUSTFLAGS", "-Zsanitizer=address -Cforce-frame-pointers=yes");
    // The release profile, but built in a reasonable time.
    cargo.envs([("CARGO_PROFILE_RELEASE_LTO", "off"), ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")]);
    // Everything is ten times as slow: fewer cases, and more time for each.
    cargo.envs([("PROPTEST_CASES", "100"), ("LUDEX_TEST_SECONDS", "3600")]);
    // Tests leak the texts of their games on purpose.
    cargo.env("ASAN_OPTIONS", "detect_leaks=0");
    let status = cargo.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() {
        return Ok(());
    }
    Err(format!("the tests failed, or could not be built with `-Zsanitizer=address` for {host}: see above"))
}

/// Is there a nightly compiler?
fn has_nightly() -> bool {
    let mut rustup = Command::new("rustup");
    rustup.args(["run", "nightly", "rustc", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    rustup.status().is_ok_and(|status| status.success())
}

/// The machine that the compiler compiles for by itself.
pub fn host() -> Option<String> {
    let output = Command::new("rustc").arg("-vV").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned)
}
