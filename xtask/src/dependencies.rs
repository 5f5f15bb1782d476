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

#[cfg(test)]
mod tests {
    use std::process::Command;

    use serde_json::Value;

    /// Hosted CI builds with the oldest compiler that Cargo.toml promises; this says on any machine which dependency broke the
    /// promise. New functions of the standard library are Clippy's to find (`incompatible_msrv`).
    #[test]
    fn no_dependency_asks_for_a_newer_compiler_than_ludex_does() {
        let cargo = |words: &[&str]| {
            let output =
                Command::new(env!("CARGO")).args(words).current_dir(crate::root()).output().expect("cargo");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).expect("text")
        };
        // Those of other systems need not be on this machine.
        let version = cargo(&["-vV"]);
        let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a system");
        let metadata = cargo(&["metadata", "--format-version", "1", "--locked", "--filter-platform", host]);
        let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
        let version = |package: &Value| -> Option<Vec<u32>> {
            let text = package["rust_version"].as_str()?;
            Some(text.split('.').filter_map(|part| part.parse().ok()).take(2).collect())
        };
        let packages = metadata["packages"].as_array().expect("packages");
        let ours =
            packages.iter().find(|package| package["name"] == "ludex").and_then(version).expect("ours");
        let newer = packages.iter().filter(|package| version(package).is_some_and(|theirs| theirs > ours));
        let newer: Vec<_> = newer.map(|package| package["id"].to_string()).collect();
        assert!(newer.is_empty(), "for a newer compiler than {ours:?}: {newer:?}");
        assert!(packages.len() > 100, "{}", packages.len());
    }
}
