//! The engines that there are.

use std::path::PathBuf;

use super::boards::Kind;
use super::dense::DenseEngine;
use super::engine::LayerEngine;
use super::sparse::SparseEngine;
use super::task::Task;

/// Every engine that is worth its while for a task. If memory does not suffice, they go to the
/// scratch directory.
pub fn engines(task: &Task, scratch: Option<PathBuf>) -> Vec<Box<dyn LayerEngine>> {
    let mut engines: Vec<Box<dyn LayerEngine>> = vec![Box::new(SparseEngine::new(task, scratch))];
    // With an odd number of rows, no symmetry exchanges the halves, and boards after slides up and
    // down are added one by one: on 3×3, sorted runs take three quarters of the time.
    let shape = task.rules().shape;
    let is_odd_square = shape.is_square() && !shape.rows().is_multiple_of(2);
    if let Some(dense) = (!is_odd_square).then(|| DenseEngine::new(task)).flatten() {
        engines.push(Box::new(dense));
    }
    engines
}

/// The engine that has the least work to do among those that have enough memory.
pub fn choose(
    engines: &[Box<dyn LayerEngine>],
    sum: u64,
    positions: u64,
    memory: u64,
) -> &dyn LayerEngine {
    // Sorted runs get along with less memory than they would like; a matrix does not.
    let cost = |engine: &&dyn LayerEngine| match engine.estimate(sum, positions) {
        Some(estimate) => {
            let scarce = estimate.memory > memory;
            (scarce, scarce && engine.kind() == Kind::Dense, estimate.work)
        }
        None => (true, true, u64::MAX),
    };
    let engines = engines.iter().map(|engine| engine.as_ref());
    engines.min_by_key(cost).expect("there is always the sparse engine")
}
