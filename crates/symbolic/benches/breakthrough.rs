//! Breakthrough solved with diagrams: asserts its answers and prints its rate.
//!
//! `cargo bench --package twofold-symbolic --bench breakthrough -- SHAPE METHOD THREADS DIAGRAM ORDER MEMORY_MB`

use std::time::Instant;

use num_bigint::BigUint;
use twofold_breakthrough::{Baseline, Breakthrough};
use twofold_symbolic::breakthrough::{CellOrder, solve};
use twofold_symbolic::{Bcdd, Bdd, Resources, Zbdd};

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let argument = |n: usize, usual: &str| arguments.get(n).cloned().unwrap_or(usual.to_owned());
    let shape = argument(0, "5x3");
    let game = Breakthrough::new(shape.parse().expect("a shape")).expect("a board");
    let baseline = if argument(1, "2") == "1" { Baseline::Made } else { Baseline::Imminent };
    let threads = argument(2, "1").parse().expect("a number");
    let diagram = argument(3, "bcdd");
    let order = match argument(4, "rows").as_str() {
        "columns" => CellOrder::Columns,
        "ends" => CellOrder::Ends,
        _ => CellOrder::Rows,
    };
    let memory = argument(5, "1000").parse::<u64>().expect("a number") << 20;
    let resources = Resources { memory, threads };
    let start = Instant::now();
    let solution = match diagram.as_str() {
        "bdd" => solve::<Bdd, ()>(&game, baseline, order, resources, &()),
        "zbdd" => solve::<Zbdd, ()>(&game, baseline, order, resources, &()),
        _ => solve::<Bcdd, ()>(&game, baseline, order, resources, &()),
    };
    let solution = solution.expect("enough memory");
    let seconds = start.elapsed().as_secs_f64();
    assert!(solution.is_decided);
    if (shape.as_str(), baseline) == ("5x4", Baseline::Made) {
        assert_eq!(solution.reachable, BigUint::from(370_593_513_u64));
    }
    println!(
        "{shape} {baseline:?} {diagram} {order:?} {threads} threads: {seconds:.2} s, {solution:?}"
    );
}
