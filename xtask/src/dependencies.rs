//! `cargo xtask dependencies`: licences, duplicates, sources and known vulnerabilities of what Ludex depends on.

use std::process::Command;

use crate::root;

/// Asks cargo-deny about everything in deny.toml. Without a network there are no advisories, which is told and passes.
pub fn check() -> Result<(), String> {
    let deny = |checks: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.arg("deny").args(["--all-features", "check"]).args(checks).current_dir(root());
        cargo
    };
    if !deny(&["--help"]).output().is_ok_and(|output| output.status.success()) {
        println!(
            "SKIPPED: dependencies were not checked: there is no cargo-deny (`cargo install cargo-deny --locked`)"
        );
        return Ok(());
    }
    let passes = |checks: &[&str]| deny(checks).status().is_ok_and(|status| status.success());
    if !passes(&["licenses", "bans", "sources"]) {
        return Err("a licence, a duplicate or a source is not as deny.toml says: see above".to_owned());
    }
    let fetched = Command::new(env!("CARGO")).args(["deny", "fetch", "db"]).current_dir(root()).output();
    if !fetched.is_ok_and(|output| output.status.success()) {
        println!("SKIPPED: advisories were not checked: their database cannot be had");
        return Ok(());
    }
    if passes(&["advisories"]) {
        Ok(())
    } else {
        Err("a dependency has a known vulnerability: see above".to_owned())
    }
}
