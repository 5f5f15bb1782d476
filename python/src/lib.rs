//! The extension module of the Python package `ludex`: thin classes over the crates of Ludex.
//!
//! Classes are frozen and lock what changes inside of them, so that several threads may use them. Work that takes long is done
//! without the interpreter's lock. Nothing here panics on purpose, and if something does, PyO3 makes an exception of it.

mod agent;
mod arena;
mod array;
mod batch;
mod env;
mod errors;
mod game;
mod guest;
mod observation;
mod state;
mod turn;

use pyo3::prelude::*;

/// Engine, agents and experiments of Ludex, for Python. Use the package `ludex`, which is built on it.
#[pymodule(gil_used = false)]
mod _ludex {

    #[pymodule_export]
    use super::agent::Agent;
    #[pymodule_export]
    use super::arena::{export_csv, play_arena, report};
    #[pymodule_export]
    use super::batch::{Batch, Rows, loop_for_bench};
    #[pymodule_export]
    use super::cli;
    #[pymodule_export]
    use super::env::Env;
    #[pymodule_export]
    use super::game::{Game, action_names, bundled_games};
    #[pymodule_export]
    use super::observation::Observation;
    #[pymodule_export]
    use super::panic_for_tests;
    #[pymodule_export]
    use super::state::State;
    #[pymodule_export]
    use super::turn::{Simulator, Turn};

    #[pymodule_export]
    pub const DEFAULT_SEED: u32 = ludex_agents::DEFAULT_SEED;

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    pub const __version__: &str = env!("CARGO_PKG_VERSION");
}

/// Runs a command line of `ludex`, whose first word is the name of the program, and gives its exit code.
#[pyfunction]
#[pyo3(signature = (words: "list[str]"))]
fn cli(py: Python<'_>, words: Vec<std::ffi::OsString>) -> u8 {
    let code = py.detach(|| ludex::run(words));
    (0..=u8::MAX).find(|&number| std::process::ExitCode::from(number) == code).unwrap_or(2)
}

/// Panics, so that tests can see what becomes of it.
#[pyfunction]
fn panic_for_tests() {
    panic!("this panic was asked for");
}
