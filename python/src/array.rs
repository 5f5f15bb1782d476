//! From Rust's numbers to NumPy's arrays.

use numpy::{Element, IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::prelude::*;

/// A new array of this shape.
pub fn shaped<'py, T: Element>(
    py: Python<'py>,
    data: Vec<T>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let flat: Bound<'py, PyArray1<T>> = data.into_pyarray(py);
    Ok(flat.reshape(shape.to_vec())?.into_any())
}
