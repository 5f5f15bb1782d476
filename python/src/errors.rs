//! Exceptions. Their classes are Python's, in `ludex/errors.py`, so that they have fields and documentation there.

use std::fmt::Display;

use ludex_environments::{EnvironmentError, RestoreError};
use ludex_vgdl::{Diagnostic, Positions};
use pyo3::prelude::*;

/// An exception of the class of this name.
fn error(
    class: &str,
    arguments: impl for<'py> FnOnce(Python<'py>, Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
) -> PyErr {
    Python::attach(|py| {
        let made = py
            .import("ludex.errors")
            .and_then(|module| module.getattr(class))
            .and_then(|class| arguments(py, class));
        made.map_or_else(|problem| problem, PyErr::from_value)
    })
}

/// A mistake of the caller, with what to do about it.
pub fn usage(message: impl Display) -> PyErr {
    let message = message.to_string();
    error("UsageError", |_, class| class.call1((message,)))
}

/// What could not be done with a file or a folder.
pub fn failed(message: impl Display) -> PyErr {
    let message = message.to_string();
    error("LudexError", |_, class| class.call1((message,)))
}

/// What is wrong with a game or level, as a list of tuples for Python.
pub type Finding = (String, String, String, usize, usize, String, Option<String>);

/// Severity, code, message, line, column, note and hint of each diagnostic of a text.
pub fn findings(text: &str, diagnostics: &[Diagnostic]) -> Vec<Finding> {
    let positions = Positions::new(text);
    let finding = |diagnostic: &Diagnostic| {
        let place = positions.of(diagnostic.span.start);
        (
            diagnostic.severity().to_string(),
            diagnostic.code.id().to_owned(),
            diagnostic.message.clone(),
            place.line,
            place.column,
            diagnostic.note.clone(),
            diagnostic.help.clone(),
        )
    };
    diagnostics.iter().map(finding).collect()
}

/// A text that is no game.
pub fn game(name: &str, text: &str, diagnostics: &[Diagnostic]) -> PyErr {
    let (name, findings) = (name.to_owned(), findings(text, diagnostics));
    error("GameError", |_, class| class.call_method1("_of", (name, findings)))
}

pub fn environment(problem: EnvironmentError) -> PyErr {
    usage(problem)
}

pub fn restore(problem: RestoreError) -> PyErr {
    let message = problem.to_string();
    error("RestoreError", |_, class| class.call1((message,)))
}
