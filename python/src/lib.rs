//! The Python package `twofold`: the engine underneath, and no copy of its logic.
//!
//! Rules, boards, moves and replays are values of `twofold-core` in Python's clothes. Questions go through
//! `twofold-commands`, as those of the command line do. Batches are numpy arrays; long work lets go of the
//! interpreter.

// What stands before a class or function here is its docstring in Python, not Markdown.
#![allow(rustdoc::broken_intra_doc_links, reason = "docstrings index lists: `frames[-2:]`")]

mod batch;
mod board;
mod command;
mod error;
mod figure;
mod games;
mod names;
mod position;
mod replay;
mod rules;
mod store;
mod watched;

use pyo3::prelude::*;

/// The engine of the package `twofold`; import that instead.
#[pymodule]
mod _twofold {
    #[pymodule_export]
    use crate::batch::{canonical_all, pack, slide_all, slide_scored_all, unpack};
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::command::{commands, run};
    #[pymodule_export]
    use crate::figure::figure_text;
    #[pymodule_export]
    use crate::games::Games;
    #[pymodule_export]
    use crate::position::{Afterstate, Position};
    #[pymodule_export]
    use crate::replay::Replay;
    #[pymodule_export]
    use crate::rules::Rules;
    #[pymodule_export]
    use crate::store::Store;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
