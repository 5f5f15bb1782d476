//! `ludex arena --shard` and `ludex cluster` as a user and a scheduler call them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{command, err, fresh, ludex, out};
use serde_json::Value;

const NOT_DONE_YET: Option<i32> = Some(75);

/// A run of so many games in shards, planned without a pilot and without Slurm.
struct Run(PathBuf);

impl Run {
    fn new(name: &str, shards: u32, reps: u32) -> Self {
        let run = Self(fresh(name));
        let output = run.plan(shards, reps, &[]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        run
    }

    fn plan(&self, shards: u32, reps: u32, more: &[&str]) -> Output {
        let (shards, reps) = (shards.to_string(), reps.to_string());
        let mut words =
            vec!["cluster", "plan", "--agents", "random,samplemcts(depth=3)", "--games", "zelda,frogs"];
        words.extend([
            "--budget",
            "12fm",
            "--reps",
            &reps,
            "--shards",
            &shards,
            "--pilot",
            "0",
            "--out",
            self.text(),
        ]);
        words.extend(more);
        ludex(&words)
    }

    fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn scratch(&self) -> PathBuf {
        let folder = self.0.with_extension("scratch");
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn shard(&self, shard: &str) -> Command {
        let file = self.0.join("experiment.toml");
        let mut command = command(["arena", file.to_str().unwrap(), "--shard", shard, "--out", self.text()]);
        command.args(["--jobs", "1", "--deliver-every", "1", "--scratch"]).arg(self.scratch());
        command
    }

    fn play(&self, shard: &str) -> Output {
        self.shard(shard).output().unwrap()
    }

    fn start(&self, shard: &str) -> Child {
        self.shard(shard).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn cluster(&self, what: &str, more: &[&str]) -> Output {
        ludex(&[&["cluster", what, self.text()], more].concat())
    }

    fn json(&self, what: &str) -> Value {
        serde_json::from_slice(&self.cluster(what, &["--json"]).stdout).unwrap()
    }

    /// Games in the folder of the run.
    fn done(&self) -> u64 {
        self.json("status")["done"].as_u64().unwrap()
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
        let _ = fs::remove_dir_all(self.0.with_extension("scratch"));
    }
}

fn wait_until(what: &str, mut reached: impl FnMut() -> bool) {
    let start = Instant::now();
    while !reached() {
        assert!(start.elapsed() < Duration::from_secs(120), "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The lines of an export, but for times and machines.
fn rows(folder: &str) -> Vec<String> {
    let text = out(&ludex(&["export", folder]));
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let dropped = ["wall_s", "cpu_s", "run", "started"].map(|name| {
        header.iter().position(|column| *column == name).unwrap_or_else(|| panic!("no column {name}"))
    });
    let keep = |line: &str| {
        let fields = line.split(',').enumerate();
        fields
            .filter(|(place, _)| !dropped.contains(place))
            .map(|(_, field)| field)
            .collect::<Vec<_>>()
            .join(",")
    };
    text.lines().map(keep).collect()
}

#[test]
fn shards_from_plan_to_report() {
    let run = Run::new("shards", 3, 4);
    for shard in ["0/3", "1/3"] {
        let output = run.play(shard);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert!(out(&output).contains(&format!("Shard {shard} is done")), "{}", out(&output));
    }
    let status = run.cluster("status", &[]);
    assert_eq!(status.status.code(), Some(1));
    assert!(out(&status).contains("2 done, 1 not started"), "{}", out(&status));
    let report = ludex(&["report", run.text()]);
    assert!(out(&report).contains("plays of 2 agents"), "a run that grows: {}", out(&report));
    let dry = run.cluster("merge", &["--dry-run"]);
    assert!(out(&dry).contains("Nothing was written") && !run.0.join("results.sqlite").exists());
    let merge = run.cluster("merge", &[]);
    assert_eq!(merge.status.code(), Some(1));
    assert!(out(&merge).contains("missing") && out(&merge).contains("(shard 2/3)"), "{}", out(&merge));
    // A scheduler says which by its variables.
    let file = run.0.join("experiment.toml");
    let mut kubernetes = command(["arena", file.to_str().unwrap(), "--out", run.text()]);
    kubernetes.env("JOB_COMPLETION_INDEX", "2");
    let unsaid = kubernetes.output().unwrap();
    assert_eq!(unsaid.status.code(), Some(2));
    assert!(err(&unsaid).contains("LUDEX_SHARDS"), "{}", err(&unsaid));
    let said = kubernetes.env("LUDEX_SHARDS", "3").output().unwrap();
    assert_eq!(said.status.code(), Some(0), "{}", err(&said));
    assert_eq!(run.cluster("status", &[]).status.code(), Some(0));
    let merged = run.json("merge");
    assert_eq!((&merged["done"], &merged["missing"], &merged["doubled"]), (&80.into(), &0.into(), &0.into()));

    let one = fresh("shards-one");
    let alone = ludex(&["arena", file.to_str().unwrap(), "--out", one.to_str().unwrap()]);
    assert_eq!(alone.status.code(), Some(0), "{}", err(&alone));
    assert_eq!(rows(run.text()), rows(one.to_str().unwrap()));
    fs::remove_dir_all(one).unwrap();
}

#[test]
fn a_killed_shard_goes_on() {
    let run = Run::new("shard-killed", 2, 40);
    let mut child = run.start("0/2");
    wait_until("rows", || run.done() > 20);
    // SIGKILL: what was not delivered is on the machine's disk.
    child.kill().unwrap();
    child.wait().unwrap();
    let delivered = run.done();
    let rest = run.play("0/2");
    assert_eq!(rest.status.code(), Some(0), "{}", err(&rest));
    assert!(out(&rest).contains("were there already"), "{}", out(&rest));
    let kept: u64 = out(&rest).split("; ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(kept >= delivered, "{kept} of {delivered}");

    // With its machine lost, it goes on with what was delivered.
    let mut child = run.start("1/2");
    wait_until("rows", || run.done() > 400 + 20);
    child.kill().unwrap();
    child.wait().unwrap();
    fs::remove_dir_all(run.scratch()).unwrap();
    let rest = run.play("1/2");
    assert_eq!(rest.status.code(), Some(0), "{}", err(&rest));
    assert!(out(&rest).contains("were there already"), "{}", out(&rest));
    assert_eq!(run.json("merge")["missing"], 0);
}

#[test]
fn a_shard_that_is_told_to_stop_brings_its_rows_home() {
    let run = Run::new("shard-stopped", 1, 60);
    let child = run.start("0/1");
    wait_until("rows", || run.done() > 10);
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), NOT_DONE_YET, "{}", err(&output));
    assert!(err(&output).contains("is not done yet") && err(&output).contains("goes on"), "{}", err(&output));
    let status = run.json("status");
    assert_eq!(status["shards"][0]["state"], "stopped");
    let done = status["done"].as_u64().unwrap();
    assert!(done > 10 && done < 1200, "{done}");
    assert_eq!(run.play("0/1").status.code(), Some(0));
}

/// Runs a shell script in a name space of its own, where it may mount a small disk. None where that is not allowed.
fn with_small_disk(script: &str) -> Option<Output> {
    let run = |options: &[&str], script: &str| {
        let output = Command::new("unshare").args(options).args(["--mount", "sh", "-c", script]).output();
        output.ok().filter(|output| output.status.code() != Some(MOUNT_FAILED))
    };
    let check = format!("mount -t tmpfs -o size=100k none /mnt || exit {MOUNT_FAILED}");
    // Root needs no name space of users, and may not be allowed one.
    let ways: [&[&str]; 2] = [&[], &["--user", "--map-root-user"]];
    let way = ways.into_iter().find(|way| run(way, &check).is_some_and(|output| output.status.success()));
    if way.is_none() {
        ludex_testing::skipped("a full disk: no small one can be mounted here");
    }
    run(way?, script)
}

const MOUNT_FAILED: i32 = 99;

#[test]
fn a_full_disk() {
    let run = Run::new("shard-full", 1, 60);
    let program = env!("CARGO_BIN_EXE_ludex");
    let (folder, disk) = (run.text(), run.scratch().join("disk"));
    fs::create_dir_all(&disk).unwrap();
    let disk = disk.to_str().unwrap();
    let shard = format!("{program} arena {folder}/experiment.toml --shard 0/1 --jobs 1 --deliver-every 1");

    // The machine's own disk: what was played is brought home.
    let script =
        format!("mount -t tmpfs -o size=500k none {disk} && {shard} --out {folder} --scratch {disk}");
    let Some(output) = with_small_disk(&script) else { return };
    assert_eq!(output.status.code(), NOT_DONE_YET, "{}{}", out(&output), err(&output));
    let status = run.json("status");
    assert_eq!(status["shards"][0]["state"], "failed");
    assert!(status["shards"][0]["reason"].as_str().unwrap().contains("full"), "{status}");
    let done = run.done();
    assert!(done > 10, "{done}");

    // The shared folder: the file that is there stays whole, and the shard goes on when there is room.
    let shared = format!(
        "mount -t tmpfs -o size=140k none {disk} && cp -r {folder}/cluster.toml {folder}/experiment.toml {folder}/shards {disk} \
         && {program} arena {disk}/experiment.toml --shard 0/1 --jobs 1 --deliver-every 1 --out {disk} --scratch {folder}; echo first $?; \
         {program} cluster merge {disk} --dry-run --json; mount -o remount,size=10m {disk}; \
         {program} arena {disk}/experiment.toml --shard 0/1 --jobs 1 --deliver-every 1 --out {disk} --scratch {folder}; echo second $?; \
         {program} cluster merge {disk}; echo merged $?"
    );
    let output = with_small_disk(&shared).unwrap();
    let text = out(&output);
    assert!(
        text.contains("first 75") && text.contains("second 0") && text.contains("merged 0"),
        "{text}{}",
        err(&output)
    );
    let kept: u64 = text.split("\"done\": ").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
    assert!(kept >= done && kept < 1200, "{kept} of {done}");
    assert!(text.contains("1200 of 1200 games"), "{text}");
}

#[test]
fn refusals_and_slips() {
    let run = Run::new("shard-refused", 2, 2);
    assert_eq!(run.play("0/2").status.code(), Some(0));
    let file = run.0.join("experiment.toml");
    let with = |more: &[&str]| {
        let base = ["arena", file.to_str().unwrap(), "--out", run.text(), "--shard", "1/2"];
        ludex(&[&base[..], more].concat())
    };
    let other = with(&["--reps", "3"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(err(&other).contains("another run") && err(&other).contains("--out"), "{}", err(&other));

    // Another build: the same program with a byte more.
    let copy = run.scratch().join("ludex");
    let mut bytes = fs::read(env!("CARGO_BIN_EXE_ludex")).unwrap();
    bytes.push(0);
    fs::write(&copy, bytes).unwrap();
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).unwrap();
    let arguments = ["arena", file.to_str().unwrap(), "--out", run.text(), "--shard", "1/2"];
    let other = Command::new(&copy).args(arguments).output().unwrap();
    assert_eq!(other.status.code(), Some(2), "{}", err(&other));
    assert!(err(&other).contains("results of different builds are not mixed"), "{}", err(&other));
    let status = run.json("status");
    assert!(status["shards"][1]["reason"].as_str().unwrap().contains("different builds"), "{status}");

    for shard in ["2/2", "x", "1", "1/0"] {
        let wrong = ludex(&["arena", "--shard", shard]);
        assert_eq!(wrong.status.code(), Some(2), "{shard}");
        assert!(err(&wrong).contains("0/40"), "{}", err(&wrong));
    }
    for what in ["status", "merge", "rerun", "cancel"] {
        let wrong = ludex(&["cluster", what, "/no/such/run"]);
        assert_eq!(wrong.status.code(), Some(2), "{what}");
        assert!(err(&wrong).contains("no run on a cluster"), "{}", err(&wrong));
    }
    fs::write(run.0.join("cluster.toml"), "shards = 'many'").unwrap();
    assert!(err(&run.cluster("status", &[])).contains("cluster.toml cannot be read"));
    let wrong = ludex(&["cluster", "plan", "--simulate", "nodes=many"]);
    assert!(err(&wrong).contains("nodes=200,cores=64"), "{}", err(&wrong));
}

#[test]
fn plans_on_paper() {
    let folder = fresh("on-paper");
    let words =
        ["cluster", "plan", "--agents", "random", "--games", "aliens", "--reps", "100", "--budget", "5fm"];
    let paper = ["--dry-run", "--json", "--pilot", "5", "--simulate", "nodes=20,cores=8,games=1e5"];
    let output = ludex(&[&words[..], &paper, &["--out", folder.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["games"], &json["pilot_games"]), (&500.into(), &5.into()));
    assert!(json["core_hours"].as_f64().unwrap() > 0.0 && json["shards"] == 1, "{json}");
    assert_eq!(json["simulated"]["games"], 100_000);
    assert!(!folder.exists(), "a dry run writes nothing");
}

/// Slurm's commands, as far as they are asked: they write down how they are called.
fn fake_slurm(folder: &Path, max_array: u32, max_submit: &str) -> PathBuf {
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).unwrap();
    let calls = folder.join("calls");
    let write = |name: &str, text: &str| {
        let path = bin.join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    write("scontrol", &format!("echo 'MaxArraySize            = {max_array}'"));
    write("sacctmgr", &format!("echo '{max_submit}'"));
    let calls = calls.display();
    write("sbatch", &format!("echo \"$@\" >> {calls}; wc -l < {calls}"));
    write("squeue", "exit 0");
    write("scancel", &format!("echo scancel \"$@\" >> {calls}"));
    bin
}

#[test]
fn arrays_within_the_limits_of_the_cluster() {
    let run = Run::new("limits", 25, 20);
    let file = run.0.join("experiment.toml");
    let call = |bin: &Path, words: &[&str]| {
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        command(words).env("PATH", path).env("USER", "somebody").output().unwrap()
    };
    let submit = ["cluster", "submit", file.to_str().unwrap(), "--out", run.text(), "--at-once", "4"];
    let scratch = run.scratch();
    let bin = fake_slurm(&scratch, 10, "22");
    let dry = call(&bin, &[&submit[..], &["--dry-run", "--sbatch=--partition=long"]].concat());
    assert_eq!(dry.status.code(), Some(1), "{}", err(&dry));
    assert!(
        out(&dry).contains("#SBATCH --partition=long") && out(&dry).contains("--array=0-9%4"),
        "{}",
        out(&dry)
    );
    assert!(!scratch.join("calls").exists() && !run.0.join("shard.sh").exists());

    let sent = call(&bin, &submit);
    assert_eq!(sent.status.code(), Some(1), "{}", err(&sent));
    assert!(out(&sent).contains("3 shards did not fit"), "{}", out(&sent));
    let calls = fs::read_to_string(scratch.join("calls")).unwrap();
    let script = run.0.join("shard.sh");
    let line = |array: &str, first: u32| format!("--parsable --array={array}%4 {} {first}", script.display());
    assert_eq!(calls.lines().collect::<Vec<_>>(), [line("0-9", 0), line("0-9", 10), line("0-1", 20)]);
    assert_eq!(fs::read_to_string(run.0.join("jobs.txt")).unwrap(), "1 0\n2 10\n3 20\n");
    let again = call(&bin, &submit);
    assert_eq!(again.status.code(), Some(2));
    assert!(err(&again).contains("rerun"), "{}", err(&again));

    // Some are done; the queue is empty; only the others are submitted.
    for shard in [0, 1, 2, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 23, 24] {
        assert_eq!(run.play(&format!("{shard}/25")).status.code(), Some(0));
    }
    fs::remove_file(scratch.join("calls")).unwrap();
    let rerun = call(&bin, &["cluster", "rerun", run.text(), "--time", "5"]);
    assert_eq!(rerun.status.code(), Some(0), "{}", err(&rerun));
    let calls = fs::read_to_string(scratch.join("calls")).unwrap();
    let line =
        |array: &str, first: u32| format!("--parsable --array={array} --time=5 {} {first}", script.display());
    assert_eq!(calls.lines().collect::<Vec<_>>(), [line("3", 0), line("0", 10), line("1", 20)]);
    let status = call(&bin, &["cluster", "status", run.text()]);
    assert!(out(&status).contains("22 done, 3 lost"), "{}", out(&status));
}
