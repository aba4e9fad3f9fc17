//! Directions, shapes, cells and symmetries as Python writes them.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use twofold_core::{Cell, Direction, Shape, Symmetry, TileSystem};

use crate::error;

/// A class of one of the package's modules.
pub(crate) fn class<'py>(
    py: Python<'py>,
    module: &str,
    name: &str,
) -> PyResult<Bound<'py, PyType>> {
    let found = py.import(format!("twofold.{module}"))?.getattr(name)?;
    Ok(found.cast_into()?)
}

/// A class that is asked for often, looked up once.
pub(crate) struct Class {
    module: &'static str,
    name: &'static str,
    found: PyOnceLock<Py<PyType>>,
}

impl Class {
    pub(crate) const fn new(module: &'static str, name: &'static str) -> Class {
        Class { module, name, found: PyOnceLock::new() }
    }

    pub(crate) fn get<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyType>> {
        let found = self
            .found
            .get_or_try_init(py, || class(py, self.module, self.name).map(Bound::unbind))?;
        Ok(found.bind(py))
    }
}

static DIRECTION: Class = Class::new("_names", "Direction");
static SYMMETRY: Class = Class::new("_names", "Symmetry");
static FRACTION: Class = Class::new("_names", "Fraction");

/// A direction as Python's `Direction`.
pub(crate) fn direction(py: Python<'_>, direction: Direction) -> PyResult<Bound<'_, PyAny>> {
    DIRECTION.get(py)?.call1((direction as u8,))
}

/// A symmetry as Python's `Symmetry`.
pub(crate) fn symmetry(py: Python<'_>, symmetry: Symmetry) -> PyResult<Bound<'_, PyAny>> {
    SYMMETRY.get(py)?.call1((symmetry.name(),))
}

/// A fraction as Python's `fractions.Fraction`.
pub(crate) fn fraction(py: Python<'_>, above: u64, below: u64) -> PyResult<Bound<'_, PyAny>> {
    FRACTION.get(py)?.call1((above, below))
}

/// Reads a direction: a `Direction`, its number, its name or its letter.
pub(crate) fn read_direction(given: &Bound<'_, PyAny>) -> PyResult<Direction> {
    let py = given.py();
    if let Ok(text) = given.extract::<String>() {
        return text.parse().map_err(|problem| error::input(py, problem));
    }
    let number = given.extract::<usize>()?;
    Direction::ALL.get(number).copied().ok_or_else(|| {
        error::input(py, format!("{number} is not a direction; 0 is up, 1 down, 2 left, 3 right"))
    })
}

/// Reads a symmetry by its name.
pub(crate) fn read_symmetry(given: &Bound<'_, PyAny>) -> PyResult<Symmetry> {
    let text = given.extract::<String>()?;
    text.parse().map_err(|problem| error::input(given.py(), problem))
}

/// Reads a shape: `"3x4"` or `(3, 4)`.
pub(crate) fn read_shape(given: &Bound<'_, PyAny>) -> PyResult<Shape> {
    let py = given.py();
    if let Ok((rows, columns)) = given.extract::<(usize, usize)>() {
        return Shape::new(rows, columns).map_err(|problem| error::input(py, problem));
    }
    given.extract::<String>()?.parse().map_err(|problem| error::input(py, problem))
}

/// Reads a cell: `"(1,2)"`, counted from one, or `(0, 1)`, counted from zero.
pub(crate) fn read_cell(given: &Bound<'_, PyAny>) -> PyResult<Cell> {
    let py = given.py();
    if let Ok((row, column)) = given.extract::<(u8, u8)>() {
        return Ok(Cell::new(row.into(), column.into()));
    }
    given.extract::<String>()?.parse().map_err(|problem| error::input(py, problem))
}

/// Reads the name of a tile system.
pub(crate) fn read_tiles(py: Python<'_>, name: &str) -> PyResult<TileSystem> {
    name.parse().map_err(|problem| error::input(py, problem))
}

/// A shape as `(rows, columns)`.
pub(crate) fn sides(shape: Shape) -> (usize, usize) {
    (shape.rows(), shape.columns())
}

/// A cell as `(row, column)`, counted from zero.
pub(crate) fn place(cell: Cell) -> (usize, usize) {
    (cell.row(), cell.column())
}
