//! Paths as pictures.

use twofold_core::{Cell, Shape};

use super::measure;
use crate::palette;
use crate::scene::{Face, Panel, Scene};

/// A board with a path on it.
pub fn panel(shape: Shape, path: &[Cell]) -> Panel {
    Panel::from_fn(shape, |_| Face::plain(palette::EMPTY)).path(path.iter().copied())
}

/// Paths side by side, each with its turns and its monotone rows and columns.
pub fn gallery<'a>(shape: Shape, paths: impl IntoIterator<Item = &'a [Cell]>) -> Scene {
    let described = |path: &[Cell]| {
        let measure = measure(shape, path);
        let lines = shape.rows() + shape.columns();
        panel(shape, path)
            .caption(format!("{} turns\n{} of {lines} in order", measure.turns, measure.monotone))
    };
    paths.into_iter().map(described).collect()
}
