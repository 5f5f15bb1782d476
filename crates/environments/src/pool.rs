//! Threads that survive a fork.

use std::mem;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::EnvironmentError;

/// A pool of threads. After a fork the child has none of them, so it makes its own.
pub(crate) struct Pool {
    threads: usize,
    pool: Option<ThreadPool>,
    process: u32,
}

impl Pool {
    /// So many threads; as many as the machine has cores if none are asked for.
    pub fn new(threads: usize) -> Pool {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Pool { threads: if threads == 0 { cores() } else { threads }, pool: None, process: 0 }
    }

    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Runs work on the threads.
    pub fn run<R: Send>(&mut self, work: impl FnOnce() -> R + Send) -> Result<R, EnvironmentError> {
        let process = std::process::id();
        if self.process != process {
            // The threads of the parent are not here: nothing would ever answer, not even when they are told to end.
            mem::forget(self.pool.take());
            self.process = process;
        }
        let pool = match self.pool.take() {
            Some(pool) => pool,
            None => ThreadPoolBuilder::new()
                .num_threads(self.threads)
                .build()
                .map_err(|problem| EnvironmentError::Threads(problem.to_string()))?,
        };
        Ok(self.pool.insert(pool).install(work))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            mem::forget(self.pool.take());
        }
    }
}
