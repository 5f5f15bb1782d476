//! What is tried on Slurm.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Instant;

use ludex_arena::store::{GameRow, Results, StoreError};
use serde_json::Value;

use super::daemons::{MAX_ARRAY_SIZE, Slurm, THREADS, kill};
use super::wait_for;

/// Fails unless something is so.
fn ensure(so: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if so { Ok(()) } else { Err(what()) }
}

/// Runs all cases; the short form does not wait for what takes a minute more.
pub fn run(slurm: &Slurm, program: &Path, short: bool) -> Result<(), String> {
    let lab = Lab { slurm, program };
    // It takes a minute: the others run meanwhile.
    let timed = lab.hit_the_wall_time()?;
    lab.another_program_on_one_node()?;
    lab.whole_cores_for_budgets_in_time()?;
    lab.forty_shards_and_all_kinds_of_ends()?;
    lab.go_on_after_the_wall_time(&timed, short)
}

struct Lab<'a> {
    slurm: &'a Slurm,
    program: &'a Path,
}

/// A run in a folder below that of the cluster.
struct Run<'a> {
    lab: &'a Lab<'a>,
    program: PathBuf,
    folder: PathBuf,
}

impl Lab<'_> {
    fn new_run(&self, name: &str) -> Run<'_> {
        Run { lab: self, program: self.program.to_owned(), folder: self.slurm.folder.join(name) }
    }

    /// What Slurm says of the last task of a job; it may end a moment after its shard has said that it is done.
    fn ended_line(&self, job: &str) -> Result<String, String> {
        let mut found = None;
        wait_for("the end of a job", 10, || {
            let ended = self.slurm.ended();
            found =
                ended.lines().rfind(|line| line.contains(&format!("ArrayJobId={job} "))).map(str::to_owned);
            found.is_some()
        })?;
        found.ok_or_else(|| format!("job {job} has not ended"))
    }

    /// A shard that needs more than the minute that it has: it is told to stop, brings its rows and says that it is not done.
    fn hit_the_wall_time(&self) -> Result<Run<'_>, String> {
        let run = self.new_run("timed");
        // Not where a node will be lost.
        run.submit(
            "--agents olets --games sokoban,zelda --reps 400 --budget 100fm",
            1,
            &["--time", "1", "--sbatch=--nodelist=n2"],
        )?;
        Ok(run)
    }

    fn go_on_after_the_wall_time(&self, run: &Run<'_>, short: bool) -> Result<(), String> {
        let start = Instant::now();
        run.wait_until_idle(150)?;
        let status = run.status()?;
        let done = status["done"].as_u64().unwrap_or(0);
        ensure(status["shards"][0]["state"] == "stopped" && done > 0, || {
            format!("after its wall time: {status:#}")
        })?;
        let line = self.ended_line(&run.jobs()?)?;
        ensure(line.contains("ExitCode=75:0"), || format!("it should end with 75: {line}"))?;
        ensure(run.call("rerun", &["--time", "30"])?.contains("1 shards submitted"), || {
            "a rerun".to_owned()
        })?;
        if short {
            wait_for("the rerun to play", 30, || run.state(0) == "playing" && run.done() > done)?;
            let cancelled = run.call("cancel", &[])?;
            ensure(cancelled.contains("1 shards cancelled"), || cancelled)?;
            run.wait_until_idle(30)?;
            ensure(run.state(0) == "stopped", || format!("after cancelling: {}", run.state(0)))?;
            println!(
                "  wall time hit, gone on with {done} games, cancelled after {} ({:.0?} more)",
                run.done(),
                start.elapsed()
            );
        } else {
            run.wait_until_idle(600)?;
            run.merge_equals_one_machine()?;
            println!(
                "  wall time hit after {done} games, rerun, equal to one machine ({:.0?} more)",
                start.elapsed()
            );
        }
        Ok(())
    }

    /// One node has another build: its shards are refused with the reason, and a node with the right one plays them.
    fn another_program_on_one_node(&self) -> Result<(), String> {
        let start = Instant::now();
        let (bin, other) = (self.slurm.folder.join("bin/ludex"), self.slurm.folder.join("other/ludex"));
        let io = |error: std::io::Error| error.to_string();
        fs::copy(self.program, &bin).map_err(io)?;
        fs::copy(self.program, &other).map_err(io)?;
        let mut file = fs::OpenOptions::new().append(true).open(&other).map_err(io)?;
        std::io::Write::write_all(&mut file, b"\0").map_err(io)?;
        drop(file);
        let run = Run { program: bin, ..self.new_run("other-program") };
        let small = "--agents random,onestep --games zelda,aliens --reps 4 --budget 10fm";
        run.submit(small, 2, &["--sbatch=--nodelist=n3"])?;
        run.wait_until_idle(60)?;
        let status = run.status()?;
        let reason = status["shards"][0]["reason"].as_str().unwrap_or_default();
        ensure(status["done"] == 0 && reason.contains("different builds"), || {
            format!("on a node with another program: {status:#}")
        })?;
        for shard in ["0/2", "1/2"] {
            let words = ["arena", &run.text("experiment.toml"), "--out", &run.text(""), "--shard", shard];
            run.ludex(&words)?;
        }
        run.merge_equals_one_machine()?;
        println!("  another program on one node is refused, and said so ({:.0?})", start.elapsed());
        Ok(())
    }

    /// Budgets in time: a shard of two cores gets both threads of each, and every row says how long its game had a core.
    fn whole_cores_for_budgets_in_time(&self) -> Result<(), String> {
        let start = Instant::now();
        for budget in ["1ms", "1ms-cpu"] {
            let run = self.new_run(budget);
            let games =
                format!("--agents samplemcts --games zelda,frogs --levels 0 --reps 2 --budget {budget}");
            run.submit(&games, 1, &["--cores", "2", "--sbatch=--nodelist=n1"])?;
            run.wait_until_idle(120)?;
            let line = self.ended_line(&run.jobs()?)?;
            ensure(line.contains(&format!(" ProcCnt={} ", 2 * THREADS)), || {
                format!("two cores have {} threads: {line}", 2 * THREADS)
            })?;
            run.call("merge", &[])?;
            let (mut games, mut timed) = (0, 0);
            Results::open(&run.folder)
                .and_then(|results| {
                    results.for_each(|row| {
                        games += 1;
                        timed += u32::from(row.budget == budget && row.cpu_s > 0.0 && row.wall_s > 0.0);
                        Ok::<(), StoreError>(())
                    })
                })
                .map_err(|error| error.to_string())?;
            ensure((games, timed) == (4, 4), || format!("{budget}: {games} games, {timed} with times"))?;
        }
        println!("  budgets in time get whole cores ({:.0?})", start.elapsed());
        Ok(())
    }

    /// Forty shards in arrays of ten, of which one is cancelled, one killed, and some lose their node.
    fn forty_shards_and_all_kinds_of_ends(&self) -> Result<(), String> {
        let start = Instant::now();
        let run = self.new_run("forty");
        let games = "--agents random,olets,samplemcts(depth=5) --games zelda,aliens,frogs,goldrush --reps 25 --budget 80fm";
        let sent = run.submit(games, 40, &[])?;
        let arrays = sent.lines().filter(|line| line.starts_with("job ")).count();
        ensure(arrays == 40_usize.div_ceil(MAX_ARRAY_SIZE as usize), || {
            format!("arrays of {MAX_ARRAY_SIZE}: {sent}")
        })?;

        wait_for("a shard to be done", 60, || run.count("done") > 0)?;
        let status = run.status()?;
        let waiting: Vec<u64> = (status["shards"].as_array().into_iter().flatten())
            .filter(|shard| shard["state"] == "waiting")
            .filter_map(|shard| shard["shard"].as_u64())
            .collect();
        let cancelled = *waiting.last().ok_or("no shard waits any more: too few games")?;
        let jobs = fs::read_to_string(run.folder.join("jobs.txt")).map_err(|error| error.to_string())?;
        let of = |shard: u64| {
            let first = shard - shard % u64::from(MAX_ARRAY_SIZE);
            let job = jobs.lines().find(|line| line.ends_with(&format!(" {first}")));
            job.and_then(|line| line.split(' ').next())
                .map(|job| format!("{job}_{}", shard % u64::from(MAX_ARRAY_SIZE)))
        };
        self.slurm.call("scancel", &[&of(cancelled).ok_or("the job of a shard")?]);

        let (process, killed) = run.playing_on("n2")?;
        kill(process);
        run.playing_on("n1")?;
        let lost: Vec<u64> = run.shards_on("n1").into_iter().map(|(_, shard)| shard).collect();
        self.slurm.lose_node("n1");
        let passed = start.elapsed();
        println!("  cancelled shard {cancelled}, killed {killed}, lost a node with {lost:?} ({passed:.0?})");
        run.wait_until_idle(180)?;

        let status = run.status()?;
        let open: Vec<u64> = (status["shards"].as_array().into_iter().flatten())
            .filter(|shard| shard["state"] != "done")
            .filter_map(|shard| shard["shard"].as_u64())
            .collect();
        let mut expected = vec![cancelled, killed];
        expected.sort_unstable();
        ensure(open == expected, || format!("only {expected:?} should be open, not {open:?}: {status:#}"))?;
        let merge = run.ludex_output(&["cluster", "merge", &run.text("")])?;
        ensure(merge.status.code() == Some(1), || "a merge with missing games should say no".to_owned())?;
        let again = run.call("rerun", &[])?;
        ensure(again.contains("2 shards submitted"), || again)?;
        run.wait_until_idle(120)?;
        run.merge_equals_one_machine()?;
        ensure(run.call("rerun", &[])?.contains("All shards are done"), || {
            "nothing to run again".to_owned()
        })?;
        println!("  forty shards on three nodes equal one machine, row for row ({:.0?})", start.elapsed());
        self.slurm.start_node("n1")
    }
}

impl Run<'_> {
    fn text(&self, file: &str) -> String {
        self.folder.join(file).display().to_string().trim_end_matches('/').to_owned()
    }

    fn ludex_output(&self, words: &[&str]) -> Result<Output, String> {
        let mut command = self.lab.slurm.command(&self.program);
        command.args(words).output().map_err(|error| format!("{}: {error}", self.program.display()))
    }

    /// What a command prints; an error if it fails.
    fn ludex(&self, words: &[&str]) -> Result<String, String> {
        let output = self.ludex_output(words)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let problem = String::from_utf8_lossy(&output.stderr);
        ensure(output.status.success(), || {
            format!("ludex {}: {}\n{text}{problem}", words.join(" "), output.status)
        })?;
        Ok(text)
    }

    fn call(&self, what: &str, more: &[&str]) -> Result<String, String> {
        self.ludex(&[&["cluster", what, &self.text("")], more].concat())
    }

    fn submit(&self, experiment: &str, shards: u32, more: &[&str]) -> Result<String, String> {
        let shards = shards.to_string();
        let words: Vec<&str> = experiment.split(' ').collect();
        let usual = ["--out", &self.text(""), "--shards", &shards, "--pilot", "6", "--deliver-every", "1"];
        // Rather than look for a limit of memory on a machine that has what it has.
        let usual = [&usual[..], &["--sbatch=--mem-per-cpu=100"]].concat();
        let dry = self.ludex(&[&["cluster", "submit"], &words[..], &usual, more, &["--dry-run"]].concat())?;
        ensure(dry.contains("Nothing was submitted") && !self.folder.exists(), || dry)?;
        self.ludex(&[&["cluster", "submit"], &words[..], &usual, more].concat())
    }

    fn status(&self) -> Result<Value, String> {
        let output = self.ludex_output(&["cluster", "status", &self.text(""), "--json"])?;
        serde_json::from_slice(&output.stdout).map_err(|error| format!("status: {error}"))
    }

    fn count(&self, word: &str) -> u64 {
        self.status().ok().and_then(|status| status["counts"][word].as_u64()).unwrap_or(0)
    }

    fn done(&self) -> u64 {
        self.status().ok().and_then(|status| status["done"].as_u64()).unwrap_or(0)
    }

    fn state(&self, shard: usize) -> String {
        let status = self.status().unwrap_or_default();
        status["shards"][shard]["state"].as_str().unwrap_or_default().to_owned()
    }

    /// The number of the first job.
    fn jobs(&self) -> Result<String, String> {
        let text = fs::read_to_string(self.folder.join("jobs.txt")).map_err(|error| error.to_string())?;
        text.split(' ').next().map(str::to_owned).ok_or_else(|| "no jobs".to_owned())
    }

    fn wait_until_idle(&self, seconds: u64) -> Result<(), String> {
        // Of one look: a shard may come back to the queue between two.
        let idle = || {
            let counts = self.status().unwrap_or_default()["counts"].clone();
            !counts.is_null() && counts["waiting"].is_null() && counts["playing"].is_null()
        };
        let waited = wait_for("the end of a run", seconds, idle);
        waited.map_err(|error| {
            let queue = self.lab.slurm.call("squeue", &[]);
            format!("{error}: {:#}\n{queue}", self.status().unwrap_or_default()["counts"])
        })
    }

    /// The processes of this run's shards on a node, with their shards.
    fn shards_on(&self, node: &str) -> Vec<(u32, u64)> {
        let ours = format!("{}\0", self.text(""));
        let shard = |process: u32| {
            let words = fs::read(format!("/proc/{process}/cmdline")).ok()?;
            let words = String::from_utf8_lossy(&words).into_owned();
            let mut parts = words.contains(&ours).then(|| words.split('\0'))?;
            let shard = parts.by_ref().skip_while(|word| *word != "--shard").nth(1)?;
            Some((process, shard.split('/').next()?.parse().ok()?))
        };
        let processes = self.lab.slurm.processes(&format!("SLURMD_NODENAME={node}\0"));
        processes.into_iter().filter_map(shard).collect()
    }

    /// The process of a shard that plays on a node and has brought some rows, and the shard.
    fn playing_on(&self, node: &str) -> Result<(u32, u64), String> {
        let mut found = None;
        let what = format!("a shard that has brought rows on {node}");
        wait_for(&what, 60, || {
            let status = self.status().unwrap_or_default();
            let has_rows = |shard: u64| {
                let shard = &status["shards"][usize::try_from(shard).unwrap_or(usize::MAX)];
                shard["state"] == "playing" && shard["done"].as_u64() > Some(0)
            };
            found = self.shards_on(node).into_iter().find(|(_, shard)| has_rows(*shard));
            found.is_some()
        })?;
        found.ok_or(what)
    }

    /// Merges twice, and compares with the same experiment on one machine.
    fn merge_equals_one_machine(&self) -> Result<(), String> {
        let results = self.folder.join("results.sqlite");
        let read = || fs::read(&results).map_err(|error| error.to_string());
        self.call("merge", &[])?;
        let first = read()?;
        self.call("merge", &[])?;
        ensure(first == read()?, || "a second merge should change nothing".to_owned())?;
        let one = self.text("").to_owned() + "-one";
        self.ludex(&["arena", &self.text("experiment.toml"), "--out", &one])?;
        let (here, there) = (rows(&self.folder)?, rows(Path::new(&one))?);
        ensure(here == there, || {
            let differing = here.iter().zip(&there).filter(|(a, b)| a != b).count();
            format!("{} rows and {} on one machine; {differing} differ", here.len(), there.len())
        })
    }
}

/// All rows, but for times and machines.
fn rows(path: &Path) -> Result<Vec<GameRow>, String> {
    let mut rows = Vec::new();
    let read = Results::open(path).and_then(|results| {
        results.for_each(|row| {
            rows.push(GameRow { wall_s: 0.0, cpu_s: 0.0, run: 0, started: String::new(), cores: 0, ..row });
            Ok::<(), StoreError>(())
        })
    });
    read.map_err(|error| error.to_string())?;
    Ok(rows)
}
