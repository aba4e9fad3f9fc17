//! Numbers with their certainty.

use pyo3::prelude::*;
use pyo3::types::PyString;
use twofold_core::{Figure, Fraction};
use twofold_solve::PlayValue;

use crate::error;
use crate::names::Class;

static EXACT: Class = Class::new("_figures", "Exact");
static ROUNDED: Class = Class::new("_figures", "Rounded");
static AT_LEAST: Class = Class::new("_figures", "AtLeast");
static AT_MOST: Class = Class::new("_figures", "AtMost");
static BETWEEN: Class = Class::new("_figures", "Between");
static SAMPLE: Class = Class::new("_figures", "Sample");
static ESTIMATE: Class = Class::new("_figures", "Estimate");
static FRACTION: Class = Class::new("_names", "Fraction");

/// A number of any size, as an `int` or a `Fraction`.
fn number<'py>(py: Python<'py>, number: &Fraction) -> PyResult<Bound<'py, PyAny>> {
    if number.is_integer() {
        return match i64::try_from(number.numer()) {
            Ok(small) => Ok(small.into_pyobject(py)?.into_any()),
            Err(_) => py.import("builtins")?.getattr("int")?.call1((number.numer().to_string(),)),
        };
    }
    FRACTION.get(py)?.call1((number.to_string(),))
}

/// A figure as an object of the class that tells its certainty.
pub(crate) fn figure<'py>(py: Python<'py>, figure: &Figure) -> PyResult<Bound<'py, PyAny>> {
    match figure {
        Figure::Exact(value) => EXACT.get(py)?.call1((number(py, value)?,)),
        Figure::Rounded { value, error } => ROUNDED.get(py)?.call1((value, error)),
        Figure::AtLeast(value) => AT_LEAST.get(py)?.call1((number(py, value)?,)),
        Figure::AtMost(value) => AT_MOST.get(py)?.call1((number(py, value)?,)),
        Figure::Between(low, high) => BETWEEN.get(py)?.call1((number(py, low)?, number(py, high)?)),
        Figure::Sample { mean, low, high, games, seed } => {
            SAMPLE.get(py)?.call1((mean, low, high, games, seed))
        }
        Figure::Estimate(value) => ESTIMATE.get(py)?.call1((value,)),
    }
}

/// A value of play: a figure, or `"never"`.
pub(crate) fn play_value<'py>(py: Python<'py>, value: &PlayValue) -> PyResult<Bound<'py, PyAny>> {
    match value {
        PlayValue::Known(known) => figure(py, known),
        PlayValue::Never => Ok(PyString::intern(py, "never").into_any()),
    }
}

/// A figure, given as the object of the JSON format, as tables show it: `≈66.96`, `≥3`.
#[pyfunction]
pub(crate) fn figure_text(py: Python<'_>, json: &str) -> PyResult<String> {
    let figure: Figure = serde_json::from_str(json).map_err(|problem| error::input(py, problem))?;
    Ok(format!("{figure:#}"))
}
