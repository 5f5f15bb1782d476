//! A Slurm of three nodes on this machine, on loopback addresses only, and its end.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use super::wait_for;

/// The nodes.
pub const NODES: [&str; 3] = ["n1", "n2", "n3"];

/// Cores of a node: so many tasks it runs at once.
const CORES: u32 = 2;

/// Threads of a core.
pub const THREADS: u32 = 2;

/// No task has this number or a higher one.
pub const MAX_ARRAY_SIZE: u32 = 10;

/// Slurm, while this value lives.
pub struct Slurm {
    /// Everything that it writes is in here.
    pub folder: PathBuf,
    daemons: std::cell::RefCell<Vec<(String, Child)>>,
}

impl Slurm {
    /// Starts munge, the controller and the nodes.
    pub fn start() -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("ludex-slurm-{}", std::process::id()));
        let slurm = Self { folder, daemons: std::cell::RefCell::default() };
        slurm.configure().map_err(|error| format!("{}: {error}", slurm.folder.display()))?;
        let file = |name: &str| slurm.file(name);
        slurm.daemon(
            "munged",
            Command::new("munged").args([
                "--foreground",
                "--force",
                &format!("--key-file={}", file("munge.key")),
                &format!("--socket={}", file("munge.socket")),
                &format!("--pid-file={}", file("munge.pid")),
                &format!("--log-file={}", file("munge.log")),
                &format!("--seed-file={}", file("munge.seed")),
            ]),
        )?;
        wait_for("munge", 20, || slurm.folder.join("munge.socket").exists())?;
        slurm.daemon("slurmctld", Command::new("slurmctld").arg("-D"))?;
        for node in NODES {
            slurm.start_node(node)?;
        }
        wait_for("idle nodes", 40, || slurm.idle() == NODES.len())
            .map_err(|error| format!("{error}\n{}", slurm.logs()))?;
        Ok(slurm)
    }

    fn configure(&self) -> std::io::Result<()> {
        let _ = fs::remove_dir_all(&self.folder);
        fs::create_dir_all(self.folder.join("state"))?;
        // Anybody may reach the socket below it; munge insists on that.
        fs::set_permissions(&self.folder, fs::Permissions::from_mode(0o755))?;
        for node in NODES {
            fs::create_dir_all(self.folder.join("spool").join(node))?;
        }
        let key = self.folder.join("munge.key");
        let mut random = vec![0; 1024];
        std::io::Read::read_exact(&mut fs::File::open("/dev/urandom")?, &mut random)?;
        fs::write(&key, random)?;
        fs::set_permissions(&key, fs::Permissions::from_mode(0o400))?;
        // All held at once, so that they differ.
        let held =
            (0..=NODES.len()).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<Vec<_>, _>>()?;
        let ports =
            held.iter().map(|held| Ok(held.local_addr()?.port())).collect::<std::io::Result<Vec<_>>>()?;
        drop(held);
        let host = fs::read_to_string("/proc/sys/kernel/hostname")?;
        let host = host.trim().split('.').next().unwrap_or("localhost");
        let folder = self.folder.display();
        let mut text = format!(
            "ClusterName=ludex\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={}\nSlurmUser=root\nSlurmdUser=root\n\
             AuthType=auth/munge\nAuthInfo=socket={folder}/munge.socket,cred_expire=5\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nJobAcctGatherType=jobacct_gather/none\n\
             AccountingStorageType=accounting_storage/none\nJobCompType=jobcomp/filetxt\nJobCompLoc={folder}/jobs.log\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nSchedulerType=sched/backfill\n\
             SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0\n\
             ReturnToService=2\nMpiDefault=none\nSlurmdParameters=config_overrides\nMaxArraySize={MAX_ARRAY_SIZE}\n\
             StateSaveLocation={folder}/state\nSlurmdSpoolDir={folder}/spool/%n\nSlurmdPidFile={folder}/%n.pid\n\
             SlurmctldPidFile={folder}/slurmctld.pid\nSlurmdLogFile={folder}/%n.log\nSlurmctldLogFile={folder}/slurmctld.log\n\
             SlurmctldTimeout=10\nSlurmdTimeout=6\nKillWait=5\nMinJobAge=5\n",
            ports[0]
        );
        for (node, port) in NODES.iter().zip(&ports[1..]) {
            text.push_str(&format!(
                "NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CoresPerSocket={CORES} ThreadsPerCore={THREADS} RealMemory=8000 State=UNKNOWN\n"
            ));
        }
        text.push_str("PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n");
        fs::write(self.folder.join("slurm.conf"), text)?;
        // This version starts a cgroup plugin although nothing uses it, and the other one wants systemd.
        fs::write(self.folder.join("cgroup.conf"), "CgroupPlugin=cgroup/v1\n")
    }

    fn file(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    fn daemon(&self, name: &str, command: &mut Command) -> Result<(), String> {
        let mut open = || -> std::io::Result<Child> {
            let out = fs::File::create(self.folder.join(format!("{name}.out")))?;
            command
                .env("SLURM_CONF", self.folder.join("slurm.conf"))
                .stdin(Stdio::null())
                .stdout(out.try_clone()?)
                .stderr(out)
                .spawn()
        };
        let child = open().map_err(|error| format!("{name}: {error}"))?;
        self.daemons.borrow_mut().push((name.to_owned(), child));
        Ok(())
    }

    /// Starts a node. On `n3` the folder `other` hides the folder `bin`: it has another program there.
    pub fn start_node(&self, node: &str) -> Result<(), String> {
        let (bin, other) = (self.folder.join("bin"), self.folder.join("other"));
        for folder in [&bin, &other] {
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let mut slurmd = if node == "n3" {
            let mut slurmd = Command::new("unshare");
            let script =
                format!("mount --bind {} {} && exec slurmd -D -N {node}", other.display(), bin.display());
            slurmd.args(["--mount", "sh", "-c", &script]);
            slurmd
        } else {
            let mut slurmd = Command::new("slurmd");
            slurmd.args(["-D", "-N", node]);
            slurmd
        };
        self.daemon(node, &mut slurmd)
    }

    /// Loses a node: its daemon and all that runs on it are gone at once.
    pub fn lose_node(&self, node: &str) {
        let mut daemons = self.daemons.borrow_mut();
        for (_, child) in daemons.iter_mut().filter(|(name, _)| name == node) {
            let _ = child.kill();
            let _ = child.wait();
        }
        daemons.retain(|(name, _)| name != node);
        for process in self.processes(&format!("SLURMD_NODENAME={node}\0")) {
            // Slurm's own process above it first, which would report the end of the other.
            if let Some(parent) = parent(process).filter(|parent| name(*parent).starts_with("slurmstepd")) {
                kill(parent);
            }
            kill(process);
        }
    }

    /// Processes of this cluster's jobs that have a variable in their environment.
    pub fn processes(&self, variable: &str) -> Vec<u32> {
        let ours = format!("{}/", self.folder.display());
        let is_wanted = |process: &u32| {
            let text = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            text.contains(&ours) && text.contains(variable)
        };
        let numbers = fs::read_dir("/proc").into_iter().flatten().flatten();
        let own = std::process::id();
        let numbers = numbers.filter_map(|entry| entry.file_name().to_string_lossy().parse().ok());
        numbers.filter(|process| *process != own).filter(is_wanted).collect()
    }

    fn idle(&self) -> usize {
        let nodes = self.call("sinfo", &["--noheader", "--Node", "--format=%N %T"]);
        nodes.lines().filter(|line| line.trim().ends_with("idle")).count()
    }

    /// One of Slurm's commands, or any other that needs to know of the cluster.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.join("slurm.conf")).stdin(Stdio::null());
        command
    }

    /// What a command prints.
    pub fn call(&self, program: &str, arguments: &[&str]) -> String {
        let output: Option<Output> = self.command(program).args(arguments).output().ok();
        output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
    }

    /// What jobs have ended, as Slurm writes it down.
    pub fn ended(&self) -> String {
        fs::read_to_string(self.folder.join("jobs.log")).unwrap_or_default()
    }

    /// The ends of the logs, for whoever has to find out what went wrong.
    pub fn logs(&self) -> String {
        let mut text = String::new();
        for name in ["slurmctld.log", "n1.log", "n2.log", "n3.log", "munged.out", "slurmctld.out", "jobs.log"]
        {
            let log = fs::read_to_string(self.folder.join(name)).unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            let end = lines[lines.len().saturating_sub(15)..].join("\n");
            text.push_str(&format!("--- {name}\n{end}\n"));
        }
        text
    }
}

impl Drop for Slurm {
    /// Ends all that was started, by number: jobs, nodes, the controller, munge.
    fn drop(&mut self) {
        self.call("scancel", &["--user=root"]);
        let _ = wait_for("an empty queue", 10, || self.call("squeue", &["--noheader"]).trim().is_empty());
        while let Some((_, mut child)) = self.daemons.borrow_mut().pop() {
            let number = child.id().to_string();
            let _ = Command::new("kill").args(["-TERM", &number]).status();
            let ended = wait_for("the end of a daemon", 5, || !matches!(child.try_wait(), Ok(None)));
            if ended.is_err() {
                let _ = child.kill();
                let _ = child.wait();
            }
        }
        for process in self.processes("") {
            kill(process);
        }
        std::thread::sleep(Duration::from_millis(100));
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The process that started another.
fn parent(process: u32) -> Option<u32> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    text.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()
}

fn name(process: u32) -> String {
    fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default()
}

/// Ends a process at once.
pub fn kill(process: u32) {
    let _ = Command::new("kill").args(["-KILL", &process.to_string()]).stderr(Stdio::null()).status();
}
