//! Speeds, measured in rounds so that a disturbance spoils one round and not the result.

use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use ludex_engine::State;

use super::workload::Searcher;

/// How often each speed is measured; the median counts.
const ROUNDS: u32 = 5;

/// Between two looks at the clock.
const BATCH: u32 = 16;

/// How to measure.
pub struct Plan {
    /// The time for rollouts, all rounds together. Copies alone get a quarter of it.
    pub time: Duration,
    pub threads: usize,
}

/// What was measured.
pub struct Speeds {
    /// Ticks of rollouts, all threads together.
    pub advances_per_s: f64,
    pub rollouts_per_s: f64,
    /// Copies alone, on one thread.
    pub clones_per_s: f64,
    /// Heap allocations in rollouts, copies included.
    pub allocs_per_advance: f64,
    /// Was there more than one thread?
    pub several_threads: bool,
    pub one_thread_advances_per_s: f64,
}

impl Speeds {
    /// How many times the advances of one thread.
    pub fn scaling(&self) -> f64 {
        self.advances_per_s / self.one_thread_advances_per_s
    }
}

/// Measures rollouts and copies from a state.
pub fn measure(start: &State, plan: &Plan) -> Speeds {
    let round = plan.time / ROUNDS;
    let mut searcher = Searcher::new(start, 0);
    let (mut alone, mut together, mut clones) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        alone.push(rollouts(&mut searcher, round));
        if plan.threads > 1 {
            together.push(rollouts_on(plan.threads, start, round));
        }
        clones.push(clones_per_second(&mut searcher, round / 4));
    }
    let tallies = if together.is_empty() { &alone } else { &together };
    Speeds {
        advances_per_s: median(tallies.iter().map(Tally::advances_per_s)),
        rollouts_per_s: median(tallies.iter().map(Tally::rollouts_per_s)),
        clones_per_s: median(clones.into_iter()),
        allocs_per_advance: allocs_per_advance(tallies),
        several_threads: plan.threads > 1,
        one_thread_advances_per_s: median(alone.iter().map(Tally::advances_per_s)),
    }
}

/// What was done in a round.
#[derive(Default)]
struct Tally {
    advances: u64,
    rollouts: u64,
    allocations: u64,
    seconds: f64,
}

impl Tally {
    fn advances_per_s(&self) -> f64 {
        self.advances as f64 / self.seconds
    }

    fn rollouts_per_s(&self) -> f64 {
        self.rollouts as f64 / self.seconds
    }
}

fn rollouts(searcher: &mut Searcher, time: Duration) -> Tally {
    let mut tally = Tally::default();
    let allocations = ludex_allocations::count();
    let begin = Instant::now();
    let mut spent = Duration::ZERO;
    while spent < time {
        for _ in 0..BATCH {
            tally.advances += searcher.rollout();
        }
        tally.rollouts += u64::from(BATCH);
        spent = begin.elapsed();
    }
    tally.seconds = spent.as_secs_f64();
    tally.allocations = ludex_allocations::count() - allocations;
    tally
}

/// The same on several threads at once. Each makes its states itself, so that no two share memory.
fn rollouts_on(threads: usize, start: &State, time: Duration) -> Tally {
    let all_ready = Barrier::new(threads);
    let work = |seed: usize| {
        let mut searcher = Searcher::new(start, seed as i64);
        all_ready.wait();
        rollouts(&mut searcher, time)
    };
    let tallies: Vec<Tally> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|seed| scope.spawn(move || work(seed))).collect();
        let own = work(0);
        let others = others.into_iter().map(|thread| match thread.join() {
            Ok(tally) => tally,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        others.chain([own]).collect()
    });
    // They start together and run for the same time, give or take a batch.
    let seconds = tallies.iter().map(|tally| tally.seconds).fold(0.0, f64::max);
    let mut sum = Tally { seconds, ..Tally::default() };
    for tally in tallies {
        sum.advances += tally.advances;
        sum.rollouts += tally.rollouts;
        sum.allocations += tally.allocations;
    }
    sum
}

fn clones_per_second(searcher: &mut Searcher, time: Duration) -> f64 {
    let mut clones = 0;
    let begin = Instant::now();
    let mut spent = Duration::ZERO;
    while spent < time {
        for _ in 0..BATCH {
            searcher.two_clones();
        }
        clones += 2 * BATCH;
        spent = begin.elapsed();
    }
    f64::from(clones) / spent.as_secs_f64()
}

fn allocs_per_advance(tallies: &[Tally]) -> f64 {
    let allocations: u64 = tallies.iter().map(|tally| tally.allocations).sum();
    let advances: u64 = tallies.iter().map(|tally| tally.advances).sum();
    allocations as f64 / advances.max(1) as f64
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
