//! What is particular to Slurm: limits, job arrays, the batch script, the queue. Nothing here runs a command.

use super::{RunFile, RunFolder};
use crate::plan::clock_of;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// What a cluster lets a user submit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Numbers of array tasks are below this.
    pub array: u32,
    /// Jobs that a user may have in the queue, where that is limited.
    pub jobs: Option<u32>,
}

/// Slurm's default, where it is not known.
const ARRAY: u32 = 1001;

impl Limits {
    /// Reads the output of `scontrol show config`, and what `sacctmgr` says of the limit of jobs, one line an association.
    pub fn parse(config: &str, associations: &str) -> Self {
        let array = config.lines().find_map(|line| {
            let (name, value) = line.split_once('=')?;
            (name.trim() == "MaxArraySize").then(|| value.trim().parse::<u32>().ok())?
        });
        let jobs = associations.lines().filter_map(|line| line.trim().parse::<u32>().ok()).min();
        Self { array: array.unwrap_or(ARRAY).max(2), jobs }
    }
}

/// A job array: some shards, whose tasks count from one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Array {
    /// The shard that task 0 plays.
    pub first: u32,
    /// The tasks, rising.
    pub tasks: Vec<u32>,
}

impl Array {
    /// As few arrays as possible for some shards, in which no task has a number of `size` or above.
    pub fn of(shards: &[u32], size: u32) -> Vec<Self> {
        let mut by_first: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &shard in shards {
            by_first.entry(shard / size * size).or_default().push(shard % size);
        }
        by_first.into_iter().map(|(first, tasks)| Self { first, tasks }).collect()
    }

    /// As `sbatch --array` takes it, such as `0-7,9%4` for four at once.
    pub fn spec(&self, at_once: Option<u32>) -> String {
        let runs = self.tasks.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
            [first, .., last] => format!("{first}-{last}"),
            [one] => one.to_string(),
            [] => String::new(),
        });
        let list = runs.collect::<Vec<_>>().join(",");
        at_once.map_or_else(|| list.clone(), |at_once| format!("{list}%{at_once}"))
    }
}

/// What a batch script asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Minutes of a job.
    pub minutes: u32,
    /// Cores of a job: so many games are played at once.
    pub cores: u32,
    /// More options of `sbatch`, as in `--partition=long`.
    pub options: Vec<String>,
    /// Seconds between two deliveries, unless it is the usual time.
    pub deliver_every: Option<u64>,
}

/// The name of a run's jobs.
pub fn job_name(run: &RunFile) -> String {
    format!("ludex-{}", run.plan)
}

/// How long before its end a job is told to stop, in seconds.
const NOTICE: u32 = 120;

/// The batch script of a run's arrays. Its first argument is the shard that task 0 plays.
pub fn script(run: &RunFile, folder: &RunFolder, program: &Path, request: &Request) -> String {
    let path = folder.path();
    let mut text = "#!/bin/bash\n".to_owned();
    let notice = NOTICE.min(request.minutes * 60 / 3);
    let mut options = vec![
        format!("--job-name={}", job_name(run)),
        "--nodes=1 --ntasks=1".to_owned(),
        format!("--cpus-per-task={}", request.cores),
        "--mem-per-cpu=2G".to_owned(),
        format!("--time={}", request.minutes),
        format!("--signal=B:TERM@{notice}"),
        "--requeue --open-mode=append --export=NONE".to_owned(),
        format!("--output={}/%A_%a.log", folder.logs().display()),
    ];
    if clock_of(&run.experiment.budget).is_some() {
        // Two threads of one core take time from each other.
        options.push("--hint=nomultithread".to_owned());
    }
    options.extend(request.options.iter().cloned());
    for option in options {
        let _ = writeln!(text, "#SBATCH {option}");
    }
    let every =
        request.deliver_every.map_or_else(String::new, |seconds| format!(" --deliver-every {seconds}"));
    let _ = write!(
        text,
        "\n# Called with the shard that task 0 of the array plays. Exit codes: 0 done, 75 not done yet (rerun goes on), 2 refused.\n\
         exec {program} arena {experiment} \\\n    --shard \"$((SLURM_ARRAY_TASK_ID + ${{1:-0}}))/{shards}\" --out {out} --jobs {jobs}{every}\n",
        program = quoted(program),
        experiment = quoted(&path.join("experiment.toml")),
        shards = run.shards,
        out = quoted(path),
        jobs = request.cores,
    );
    text
}

/// A path as one word of a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

/// How tasks are listed: `squeue --noheader --array --format` takes this.
pub const QUEUE_FORMAT: &str = "%F|%K|%T|%r|%N";

/// A task in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The shard that it plays.
    pub shard: u32,
    /// Slurm's word for its state, such as `PENDING`.
    pub state: String,
    /// Why it waits, if it does.
    pub reason: String,
    /// Where it runs.
    pub node: String,
}

/// Reads what `squeue` lists, of jobs that are known with the shards of their first tasks.
pub fn queue(text: &str, jobs: &[(String, u32)]) -> Vec<Task> {
    let read = |line: &str| {
        let fields: Vec<&str> = line.trim().split('|').collect();
        let [job, task, state, reason, node] = fields[..] else { return None };
        let (_, first) = jobs.iter().find(|(known, _)| known == job)?;
        let shard = first + task.parse::<u32>().ok()?;
        Some(Task { shard, state: state.to_owned(), reason: reason.to_owned(), node: node.to_owned() })
    };
    text.lines().filter_map(read).collect()
}

/// The jobs that were submitted, a line each: number, shard of its first task.
pub fn read_jobs(text: &str) -> Vec<(String, u32)> {
    let read = |line: &str| {
        let (job, first) = line.split_once(' ')?;
        Some((job.to_owned(), first.trim().parse().ok()?))
    };
    text.lines().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits() {
        let config =
            "Configuration data as of now\nMaxArraySize            = 10\nMaxJobCount             = 10000\n";
        assert_eq!(Limits::parse(config, "\n500\n\n40\n"), Limits { array: 10, jobs: Some(40) });
        assert_eq!(Limits::parse("", ""), Limits { array: 1001, jobs: None });
    }

    #[test]
    fn arrays_within_the_limit() {
        let all: Vec<u32> = (0..25).collect();
        let arrays = Array::of(&all, 10);
        let texts: Vec<(u32, String)> = arrays.iter().map(|array| (array.first, array.spec(None))).collect();
        assert_eq!(texts, [(0, "0-9".into()), (10, "0-9".into()), (20, "0-4".into())]);
        let some = Array::of(&[3, 7, 8, 9, 11, 25], 10);
        let texts: Vec<(u32, String)> = some.iter().map(|array| (array.first, array.spec(Some(2)))).collect();
        assert_eq!(texts, [(0, "3,7-9%2".into()), (10, "1%2".into()), (20, "5%2".into())]);
        assert!(Array::of(&[], 10).is_empty());
    }

    #[test]
    fn queues() {
        let jobs = read_jobs("12 0\n13 10\nnonsense\n");
        let tasks = queue(
            "12|3|RUNNING|None|n1\n13|4|PENDING|Resources|\n99|1|RUNNING|None|n1\n13|N/A|X|Y|\n",
            &jobs,
        );
        let seen: Vec<(u32, &str, &str)> =
            tasks.iter().map(|task| (task.shard, &*task.state, &*task.node)).collect();
        assert_eq!(seen, [(3, "RUNNING", "n1"), (14, "PENDING", "")]);
    }
}
