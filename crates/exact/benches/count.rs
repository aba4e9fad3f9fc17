//! How fast positions are counted: `cargo bench --package twofold-exact --bench count -- 4x4 5`.
//!
//! Prints one line for each engine: positions up to symmetry, seconds, positions a second. Without
//! arguments, the games are small enough to check that the engines agree.

use std::time::Instant;

use twofold_core::{Rules, Tile};
use twofold_exact::count::Counter;
use twofold_exact::layers::dense::DenseEngine;
use twofold_exact::layers::sparse::SparseEngine;
use twofold_exact::layers::{LayerEngine, Start, Task};

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let shape = arguments.first().map_or("3x3", String::as_str).parse().expect("a shape");
    let goal = arguments.get(1).and_then(|goal| goal.parse().ok()).unwrap_or(10);
    let kinds = arguments.get(2).map_or("dense,sparse", String::as_str);
    let rules = Rules::classic(shape);
    let task = Task::new(rules, Tile::new(goal), Start::TwoTiles).expect("a task");
    let mut known = None;
    for kind in kinds.split(',') {
        let start = Instant::now();
        let engine: Box<dyn LayerEngine> = match kind {
            "dense" => Box::new(DenseEngine::new(&task).expect("halves fit")),
            _ => Box::new(SparseEngine::new(&task, None)),
        };
        let ready = start.elapsed().as_secs_f64();
        let counter = Counter::new(&task).with_engines(vec![engine]).with_memory(12 << 30);
        let counts = counter.run(&()).expect("it fits memory").counts;
        let seconds = start.elapsed().as_secs_f64();
        let total = counts.positions().total().canonical;
        let rate = total as f64 / seconds / 1e6;
        println!(
            "{kind} {shape} to rank {goal}: live {} dead {} afterstates {}, {seconds:.2} s \
             ({ready:.2} s of it tables), {rate:.2} million positions a second on {} threads",
            counts.positions().live.canonical,
            counts.positions().dead.canonical,
            counts.afterstates().canonical,
            rayon::current_num_threads(),
        );
        assert!(known.replace(counts.clone()).is_none_or(|known| known == counts));
    }
}
