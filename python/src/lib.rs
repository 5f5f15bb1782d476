//! The extension module of the Python package `ludex`.
use pyo3::prelude::*;

/// Engine, agents and experiments of Ludex.
#[pymodule(gil_used = false)]
mod _ludex {
    use std::ffi::OsString;
    use std::process::ExitCode;
    use pyo3::prelude::*;

    /// Runs a command line; the exit code.
    #[pyfunction]
    fn cli(py: Python<'_>, words: Vec<OsString>) -> u8 {
        let code = py.detach(|| ludex_cli::run(words));
        (0..=255).find(|&n| ExitCode::from(n) == code).unwrap_or(2)
    }
}
