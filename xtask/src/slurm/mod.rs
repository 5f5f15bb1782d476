//! `cargo xtask slurm`: runs on a real Slurm, with three nodes on this machine, in which tasks are cancelled, processes killed and nodes
//! lost.

mod cases;
mod daemons;

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::root;
use daemons::Slurm;

/// The programs that are needed, and Debian's packages that have them.
const PROGRAMS: [&str; 5] = ["munged", "slurmctld", "slurmd", "sbatch", "unshare"];
const PACKAGES: [&str; 2] = ["slurm-wlm", "munge"];

/// Runs the chore.
pub fn run(options: &[&str]) -> Result<(), String> {
    let known = options.iter().all(|option| ["--short", "--install"].contains(option));
    if !known {
        return Err("usage: cargo xtask slurm [--short] [--install]".to_owned());
    }
    if options.contains(&"--install") && !missing().is_empty() {
        install();
    }
    if let Some(lack) = lack() {
        println!("SKIPPED: the tests on a real Slurm were not run, as {lack}");
        return Ok(());
    }
    let program = program()?;
    println!("on a real Slurm, with {}", program.display());
    let start = Instant::now();
    let slurm = Slurm::start()?;
    println!("  three nodes are up after {:.0?}", start.elapsed());
    let tested = cases::run(&slurm, &program, options.contains(&"--short"));
    if tested.is_err() {
        eprintln!("{}", slurm.logs());
    }
    drop(slurm);
    tested?;
    println!("all is well, in {:.0?}", start.elapsed());
    Ok(())
}

fn missing() -> Vec<&'static str> {
    let found = |program: &&str| {
        let mut look = Command::new("sh");
        look.args(["-c", &format!("command -v {program}")]).stdout(Stdio::null()).stderr(Stdio::null());
        look.status().is_ok_and(|status| status.success())
    };
    PROGRAMS.into_iter().filter(|program| !found(program)).collect()
}

/// Why the tests cannot be run here.
fn lack() -> Option<String> {
    let missing = missing();
    if !missing.is_empty() {
        return Some(format!(
            "there is no {}: `apt-get install {}` has them on Debian, and --install does that for root",
            missing.join(", no "),
            PACKAGES.join(" ")
        ));
    }
    let user = Command::new("id").arg("-u").output();
    let is_root = user.is_ok_and(|output| output.stdout.starts_with(b"0"));
    (!is_root).then(|| "starting Slurm's daemons takes the rights of root".to_owned())
}

/// Tries to install the packages. Whether that worked is seen by what is there then.
fn install() {
    let apt = |arguments: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        apt.status().is_ok_and(|status| status.success())
    };
    let install = [&["install", "--yes", "--no-install-recommends"], &PACKAGES[..]].concat();
    let _ = apt(&install) || (apt(&["update"]) && apt(&install));
}

/// The program that was built last, as a build with all optimisations takes minutes; built only if there is none.
fn program() -> Result<PathBuf, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let built = ["release", "debug"].map(|profile| target.join(profile).join("ludex"));
    let newest = built.into_iter().filter_map(|path| {
        let time = path.metadata().and_then(|data| data.modified()).ok()?;
        Some((time, path))
    });
    match newest.max() {
        Some((_, path)) => std::path::absolute(path).map_err(|error| error.to_string()),
        None => crate::build(&["--package", "ludex", "--bin", "ludex"]),
    }
}

/// Waits until something is so; looks ten times a second.
fn wait_for(what: &str, seconds: u64, mut reached: impl FnMut() -> bool) -> Result<(), String> {
    let start = Instant::now();
    while !reached() {
        if start.elapsed() > Duration::from_secs(seconds) {
            return Err(format!("waited {seconds} s in vain for {what}"));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
