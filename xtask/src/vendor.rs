//! Makes the bundles of other people's code that the page of the studio uses.

use std::process::Command;

use crate::root;

/// The bundles: a file of `crates/studio/web` each.
const BUNDLES: [&str; 2] = ["ui", "editor"];

/// Installs the packages of the lock file and bundles them. Needs node and the registry of packages.
pub fn run() -> Result<(), String> {
    let web = root().join("crates/studio/web");
    command(&web, "npm", &["ci", "--no-audit", "--no-fund"])?;
    for bundle in BUNDLES {
        let (from, to) = (format!("{bundle}.js"), format!("--outfile=../page/vendor/{bundle}.js"));
        let words = ["esbuild", &from, "--bundle", "--format=esm", "--minify", "--legal-comments=none", &to];
        command(&web, "npx", &words)?;
    }
    Ok(())
}

fn command(folder: &std::path::Path, program: &str, words: &[&str]) -> Result<(), String> {
    let status = Command::new(program).args(words).current_dir(folder).status();
    match status.map_err(|error| format!("cannot run {program}: {error}"))?.success() {
        true => Ok(()),
        false => Err(format!("{program} {} failed", words.join(" "))),
    }
}
