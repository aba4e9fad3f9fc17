//! The engines that there are.

use std::path::PathBuf;

use super::dense::DenseEngine;
use super::engine::LayerEngine;
use super::sparse::SparseEngine;
use super::task::Task;

/// Every engine that takes a task. If memory does not suffice, they go to the scratch directory.
pub fn engines(task: &Task, scratch: Option<PathBuf>) -> Vec<Box<dyn LayerEngine>> {
    let mut engines: Vec<Box<dyn LayerEngine>> = vec![Box::new(SparseEngine::new(task, scratch))];
    if let Some(dense) = DenseEngine::new(task) {
        engines.push(Box::new(dense));
    }
    engines
}
