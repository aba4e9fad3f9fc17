//! How fast positions are counted: `cargo bench --package twofold-solve --bench count -- 4x4 5`.
//!
//! Prints one line for each engine: positions up to symmetry, seconds, positions a second. Without
//! arguments, the games are small enough to check that the engines agree.

use std::time::Instant;

use twofold_core::{Rules, Tile};
use twofold_layers::dense::DenseEngine;
use twofold_layers::sparse::SparseEngine;
use twofold_layers::{Engines, LayeredGame, Start};
use twofold_solve::count::Counter;

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let shape = arguments.first().map_or("3x3", String::as_str).parse().expect("a shape");
    let goal = arguments.get(1).and_then(|goal| goal.parse().ok()).unwrap_or(10);
    let kinds = arguments.get(2).map_or("dense,sparse", String::as_str);
    let rules = Rules::classic(shape);
    let game = LayeredGame::new(rules, Tile::new(goal), Start::TwoTiles).expect("a game");
    let mut known = None;
    for kind in kinds.split(',') {
        let start = Instant::now();
        let engines = match kind {
            "dense" => Engines::dense(DenseEngine::new(&game).expect("halves fit")),
            _ => Engines::sparse(SparseEngine::new(&game, None)),
        };
        let ready = start.elapsed().as_secs_f64();
        let counter = Counter::new(&game).with_engines(engines).with_memory(12 << 30);
        let counts = counter.run(&()).expect("it fits memory").game;
        let seconds = start.elapsed().as_secs_f64();
        let total = counts.positions().total().orbits;
        let rate = total as f64 / seconds / 1e6;
        println!(
            "{kind} {shape} to rank {goal}: live {} dead {} afterstates {}, {seconds:.2} s \
             ({ready:.2} s of it tables), {rate:.2} million positions a second on {} threads",
            counts.positions().live.orbits,
            counts.positions().dead.orbits,
            counts.afterstates().orbits,
            rayon::current_num_threads(),
        );
        assert!(known.replace(counts.clone()).is_none_or(|known| known == counts));
    }
}
