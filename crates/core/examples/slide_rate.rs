//! How many boards slide per second in one direction: `cargo run --release --example slide_rate -- 1000000`.
//!
//! Prints one number, the best of several rounds, for others to compare with.

use std::hint::black_box;
use std::time::Instant;

use twofold_core::Direction;
use twofold_core::kernel::Many;

/// Rounds that are measured.
const ROUNDS: usize = 30;

fn main() {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(1_000_000);
    let many = Many::new("4x4".parse().expect("a shape")).expect("four rows and columns");
    // The same boards as those of python/benches/speed.py.
    let mut state = 1_u64;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state
    };
    let boards: Vec<u64> = (0..count).map(|_| random() & 0x7777_7777_7777_7777).collect();
    let mut results = vec![0; boards.len()];
    let mut best = f64::INFINITY;
    for round in 0..ROUNDS {
        let direction = Direction::ALL[round % 4];
        let begun = Instant::now();
        assert!(many.slide(direction, black_box(&boards), &mut results), "small tiles fit");
        black_box(&results);
        best = best.min(begun.elapsed().as_secs_f64());
    }
    println!("{}", boards.len() as f64 / best);
}
