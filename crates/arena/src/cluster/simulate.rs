//! A run on paper: shards on the cores of a cluster whose machines fail and differ.

use crate::stats::Random;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::str::FromStr;

/// A cluster, as in `nodes=200,cores=64`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Machines {
    /// Machines.
    pub nodes: u32,
    /// Cores of each.
    pub cores: u32,
    /// Games, if other than those of the plan.
    pub games: Option<u64>,
    /// Hours between two failures of a machine, in the mean.
    pub hours_between_failures: f64,
    /// Minutes until a machine that failed is back.
    pub repair_minutes: f64,
    /// Share of machines that are slow.
    pub slow: f64,
    /// How many times as long everything takes there.
    pub slowdown: f64,
}

impl FromStr for Machines {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut machines = Self {
            nodes: 0,
            cores: 0,
            games: None,
            hours_between_failures: 1000.0,
            repair_minutes: 30.0,
            slow: 0.02,
            slowdown: 2.0,
        };
        for part in text.split(',') {
            let wrong = || {
                format!(
                    "`{part}` is not known: write as in nodes=200,cores=64, and after that games=1e7, failure-hours=1000, repair-minutes=30, \
                     slow=0.02, slowdown=2"
                )
            };
            let (name, value) = part.split_once('=').ok_or_else(wrong)?;
            let value = value.trim().parse::<f64>().ok().filter(|value| *value >= 0.0 && value.is_finite());
            let value = value.ok_or_else(wrong)?;
            match name.trim() {
                "nodes" => machines.nodes = value as u32,
                "cores" => machines.cores = value as u32,
                "games" => machines.games = Some(value as u64),
                "failure-hours" => machines.hours_between_failures = value,
                "repair-minutes" => machines.repair_minutes = value,
                "slow" => machines.slow = value.min(1.0),
                "slowdown" => machines.slowdown = value.max(1.0),
                _ => return Err(wrong()),
            }
        }
        let cores = u64::from(machines.nodes) * u64::from(machines.cores);
        if cores == 0 || cores > 10_000_000 {
            return Err("a cluster has from 1 to 10 million cores: write as in nodes=200,cores=64".to_owned());
        }
        if machines.hours_between_failures < 1.0 {
            return Err(
                "failure-hours is at least 1: machines that fail more often finish nothing".to_owned()
            );
        }
        Ok(machines)
    }
}

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Work<'a> {
    /// Games.
    pub games: u64,
    /// Shards.
    pub shards: u32,
    /// Seconds of games that were measured: lengths are drawn from these.
    pub seconds: &'a [f64],
    /// Seconds between two deliveries of a shard.
    pub every: f64,
}

/// What a run would take.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Simulated {
    /// Games.
    pub games: u64,
    /// Shards.
    pub shards: u32,
    /// Hours from the first start to the last end.
    pub wall_hours: f64,
    /// Hours that it would take if all cores were busy to the end and nothing failed.
    pub ideal_hours: f64,
    /// Core-hours of games that count.
    pub core_hours: f64,
    /// Core-hours of work that was lost with machines.
    pub lost_core_hours: f64,
    /// Machines that failed.
    pub failures: u64,
    /// Shards that had to be started again.
    pub restarts: u64,
    /// The longest shard over the mean one.
    pub longest_shard: f64,
    /// Deliveries a second to the shared folder, at most.
    pub deliveries_per_second: f64,
    /// Megabytes a second to the shared folder, at most.
    pub megabytes_per_second: f64,
    /// Shards started in the busiest minute.
    pub starts_per_minute: u64,
    /// What limits the run, in a sentence.
    pub limit: String,
}

/// Seconds that Slurm keeps a job back that it starts again.
const REQUEUE: f64 = 120.0;
/// Seconds to start a shard.
const START: f64 = 1.0;
/// Bytes of a row in a shard's file, and of the file without rows: measured.
const ROW: f64 = 65.0;
const FILE: f64 = 32_768.0;

/// Time until something that happens once in so much time.
fn time_until(random: &mut Random, mean: f64) -> f64 {
    -mean * (1.0 - random.uniform()).ln()
}

/// A moment of the simulation, sortable.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Moment(f64);

impl Eq for Moment {}

impl PartialOrd for Moment {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Moment {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The shard on a core is done, unless the machine has failed since.
    End {
        core: usize,
        life: u32,
    },
    Failure {
        node: usize,
    },
    Repair {
        node: usize,
    },
    Requeue {
        shard: usize,
    },
}

struct Running {
    shard: usize,
    since: f64,
}

/// Plays a schedule: shards start in order on free cores; a machine that fails takes with it what was not delivered, and its shards
/// go on elsewhere.
pub fn simulate(machines: &Machines, work: &Work<'_>) -> Simulated {
    let mut random = Random::new(1);
    let games = machines.games.unwrap_or(work.games);
    let shards = work.shards.max(1) as usize;
    let draw = |random: &mut Random| match work.seconds.len() {
        0 => 0.0,
        count => work.seconds[((random.uniform() * count as f64) as usize).min(count - 1)],
    };
    let mut left = vec![0.0_f64; shards];
    for game in 0..games {
        left[(game % shards as u64) as usize] += draw(&mut random);
    }
    let total: f64 = left.iter().sum();
    let longest = left.iter().copied().fold(0.0, f64::max);

    let per_node = machines.cores as usize;
    let cores = machines.nodes as usize * per_node;
    let speed: Vec<f64> = (0..machines.nodes)
        .map(|_| if random.uniform() < machines.slow { 1.0 / machines.slowdown } else { 1.0 })
        .collect();
    let mut running: Vec<Option<Running>> = (0..cores).map(|_| None).collect();
    let mut lives = vec![0_u32; cores];
    let mut free: Vec<usize> = (0..cores).rev().collect();
    let mut waiting: VecDeque<usize> = (0..shards).collect();
    let mut events: BinaryHeap<Reverse<(Moment, Event)>> = BinaryHeap::new();
    let between = machines.hours_between_failures * 3600.0;
    for node in 0..machines.nodes as usize {
        events.push(Reverse((Moment(time_until(&mut random, between)), Event::Failure { node })));
    }
    let mut result = Simulated { games, shards: work.shards, ..Simulated::default() };
    let (mut now, mut open, mut busiest) = (0.0, shards, 0_usize);
    let mut lost = 0.0;
    let mut starts: VecDeque<f64> = VecDeque::new();
    loop {
        while let (Some(&shard), Some(&core)) = (waiting.front(), free.last()) {
            waiting.pop_front();
            free.pop();
            let takes = START + left[shard] / speed[core / per_node];
            running[core] = Some(Running { shard, since: now });
            events.push(Reverse((Moment(now + takes), Event::End { core, life: lives[core] })));
            starts.push_back(now);
            while starts.front().is_some_and(|start| now - start > 60.0) {
                starts.pop_front();
            }
            result.starts_per_minute = result.starts_per_minute.max(starts.len() as u64);
        }
        busiest = busiest.max(cores - free.len());
        if open == 0 {
            break;
        }
        let Some(Reverse((Moment(time), event))) = events.pop() else { break };
        now = time;
        match event {
            Event::End { core, life } => {
                if life == lives[core] && running[core].take().is_some() {
                    open -= 1;
                    lives[core] += 1;
                    free.push(core);
                }
            }
            Event::Failure { node } => {
                result.failures += 1;
                let its = node * per_node..(node + 1) * per_node;
                free.retain(|core| !its.contains(core));
                for core in its {
                    lives[core] += 1;
                    let Some(Running { shard, since }) = running[core].take() else { continue };
                    let spent = (now - since - START).max(0.0);
                    let kept = (spent / work.every).floor() * work.every * speed[node];
                    lost += spent - kept / speed[node];
                    left[shard] = (left[shard] - kept).max(0.0);
                    result.restarts += 1;
                    events.push(Reverse((Moment(now + REQUEUE), Event::Requeue { shard })));
                }
                events.push(Reverse((Moment(now + machines.repair_minutes * 60.0), Event::Repair { node })));
            }
            Event::Repair { node } => {
                free.extend(node * per_node..(node + 1) * per_node);
                events
                    .push(Reverse((Moment(now + time_until(&mut random, between)), Event::Failure { node })));
            }
            Event::Requeue { shard } => waiting.push_front(shard),
        }
    }
    let size = FILE + ROW * games as f64 / shards as f64;
    result.wall_hours = now / 3600.0;
    result.ideal_hours = total / cores as f64 / 3600.0;
    result.core_hours = total / 3600.0;
    result.lost_core_hours = lost / 3600.0;
    result.longest_shard = longest / (total / shards as f64).max(1e-9);
    result.deliveries_per_second = busiest as f64 / work.every;
    result.megabytes_per_second = result.deliveries_per_second * size / 1e6;
    result.limit = limit(&result, shards, cores, longest);
    result
}

fn limit(result: &Simulated, shards: usize, cores: usize, longest: f64) -> String {
    let tail = result.wall_hours - result.ideal_hours;
    if shards < cores {
        format!("There are fewer shards than cores ({shards}, {cores}): more shards would end sooner.")
    } else if tail > 0.25 * result.ideal_hours {
        format!(
            "The last shards: some cores wait for {:.1} h of the {:.1} h, since a shard takes up to {:.1} h. Smaller shards would end sooner.",
            tail,
            result.wall_hours,
            longest / 3600.0
        )
    } else {
        "The number of cores: all of them are busy nearly to the end.".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cluster(text: &str) -> Machines {
        text.parse().unwrap()
    }

    #[test]
    fn a_perfect_cluster_takes_what_arithmetic_says() {
        let perfect = cluster("nodes=10,cores=10,failure-hours=1e12,slow=0");
        let work = Work { games: 100_000, shards: 1000, seconds: &[36.0], every: 180.0 };
        let run = simulate(&perfect, &work);
        assert!((run.core_hours - 1000.0).abs() < 1e-6 && run.failures == 0, "{run:?}");
        // Ten shards of an hour on every core, and a second to start each.
        assert!((run.wall_hours - (10.0 + 10.0 / 3600.0)).abs() < 1e-6, "{run:?}");
        assert_eq!(run.longest_shard, 1.0);
        assert!(run.limit.contains("number of cores"), "{run:?}");
        assert_eq!(simulate(&perfect, &work), run, "the same every time");
    }

    #[test]
    fn failures_and_slow_machines_cost() {
        let work = Work { games: 100_000, shards: 2000, seconds: &[10.0, 36.0, 62.0], every: 180.0 };
        let good = simulate(&cluster("nodes=10,cores=10,failure-hours=1e12,slow=0"), &work);
        let bad = simulate(&cluster("nodes=10,cores=10,failure-hours=5,slow=0"), &work);
        assert!(bad.failures > 5 && bad.restarts > 50 && bad.wall_hours > good.wall_hours, "{bad:?}");
        // A machine takes at most the time between two deliveries with it, of each of its cores.
        assert!(
            bad.lost_core_hours > 0.0 && bad.lost_core_hours <= bad.restarts as f64 * 180.0 / 3600.0,
            "{bad:?}"
        );
        assert_eq!(bad.core_hours, good.core_hours);
        let slow = simulate(&cluster("nodes=10,cores=10,failure-hours=1e12,slow=0.5,slowdown=3"), &work);
        assert!(slow.wall_hours > 1.2 * good.wall_hours, "{slow:?}");
        let few = Work { shards: 20, ..work };
        assert!(simulate(&cluster("nodes=10,cores=10"), &few).limit.contains("more shards"));
    }

    #[test]
    fn clusters_as_text() {
        assert_eq!(cluster("nodes=2,cores=3,games=1e7").games, Some(10_000_000));
        for wrong in [
            "",
            "nodes=2",
            "nodes=0,cores=1",
            "nodes=a,cores=1",
            "nodes=1,cores=1,x=2",
            "nodes=1,cores=1,failure-hours=0",
        ] {
            assert!(wrong.parse::<Machines>().is_err(), "{wrong}");
        }
    }
}
