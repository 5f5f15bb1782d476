//! Slurm's commands.

use std::path::Path;
use std::process::Command;

use ludex_arena::cluster::slurm::{Array, Limits, QUEUE_FORMAT, Task, job_name, queue, read_jobs};
use ludex_arena::cluster::{RunFile, RunFolder};

/// What a command prints; an error says what to do where there is no Slurm.
fn output(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output().map_err(|error| {
        format!(
            "cannot run {program} ({error}): this machine is no part of a Slurm cluster. Log in to one that is, or start the shards in \
             another way, as docs/cluster.md tells"
        )
    })?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let problem = String::from_utf8_lossy(&output.stderr);
        Err(format!("{program} {}: {}", arguments.join(" "), problem.trim()))
    }
}

/// What the cluster allows; what cannot be asked is taken to be Slurm's default.
pub fn limits() -> Limits {
    let config = output("scontrol", &["show", "config"]).unwrap_or_default();
    let user = std::env::var("USER").map(|user| format!("user={user}"));
    let association = user.map_or(Ok(String::new()), |user| {
        output("sacctmgr", &["--noheader", "--parsable2", "show", "assoc", &user, "format=MaxSubmit"])
    });
    // Most clusters without accounting have no such limit either.
    Limits::parse(&config, &association.unwrap_or_default())
}

/// Jobs of this user in the queue.
pub fn queued() -> Result<u32, String> {
    let text = output("squeue", &["--me", "--noheader", "--array", "--format=%i"])?;
    Ok(u32::try_from(text.lines().count()).unwrap_or(u32::MAX))
}

/// The tasks of a run that are in the queue.
pub fn tasks(folder: &RunFolder, run: &RunFile) -> Result<Vec<Task>, String> {
    let jobs = jobs(folder);
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    let (format, name) = (format!("--format={QUEUE_FORMAT}"), format!("--name={}", job_name(run)));
    let text = output("squeue", &["--noheader", "--array", &format, &name])?;
    Ok(queue(&text, &jobs))
}

/// The jobs of a run, with the shard of the first task of each.
pub fn jobs(folder: &RunFolder) -> Vec<(String, u32)> {
    read_jobs(&std::fs::read_to_string(folder.jobs()).unwrap_or_default())
}

/// The words that submit an array.
pub fn sbatch_words(array: &Array, at_once: Option<u32>, minutes: Option<u32>, script: &Path) -> Vec<String> {
    let mut words = vec!["--parsable".to_owned(), format!("--array={}", array.spec(at_once))];
    words.extend(minutes.map(|minutes| format!("--time={minutes}")));
    words.extend([script.display().to_string(), array.first.to_string()]);
    words
}

/// Submits an array and gives the number of its job.
pub fn submit(words: &[String]) -> Result<String, String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let text = output("sbatch", &words)?;
    // On several clusters the answer is `number;cluster`.
    Ok(text.trim().split(';').next().unwrap_or_default().to_owned())
}

/// Cancels jobs.
pub fn cancel(jobs: &[String]) -> Result<(), String> {
    let jobs: Vec<&str> = jobs.iter().map(String::as_str).collect();
    output("scancel", &jobs).map(|_| ())
}
