//! Tells the crate which commit it is built from: results carry it.

use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn main() {
    println!("cargo::rerun-if-env-changed=LUDEX_GIT_HASH");
    println!("cargo::rerun-if-changed=build.rs");
    // Packagers, who build without a repository, set the variable themselves.
    if std::env::var_os("LUDEX_GIT_HASH").is_some() {
        return;
    }
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    if let Some(hash) = git(&["rev-parse", "--short=12", "HEAD"]) {
        println!("cargo::rustc-env=LUDEX_GIT_HASH={hash}");
    }
}
