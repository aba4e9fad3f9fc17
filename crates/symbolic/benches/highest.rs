//! The lines of the highest rank by patterns of its tiles: asserts lines that a walk over all
//! boards found, and prints what it cost.
//!
//! `cargo bench --package twofold-symbolic --bench highest -- SHAPE RANK FEWEST_TILES`

use std::time::Instant;

use twofold_core::{Rules, Tile};
use twofold_symbolic::slider::highest_lines;

/// Won states by line on 3x3 with rank 9, as `docs/results/symbolic.md` explains them.
const TABLE_4: [((u8, usize), u64); 2] = [((8, 2), 36_434_618), ((8, 1), 44_829_556)];

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let argument = |n: usize, usual: &str| arguments.get(n).cloned().unwrap_or(usual.to_owned());
    let shape = argument(0, "3x3");
    let rank = argument(1, "9").parse().expect("a number");
    let fewest = argument(2, "2").parse().expect("a number");
    let start = Instant::now();
    let rules = Rules::only_twos(shape.parse().expect("a shape"));
    let target = Tile::new(rank).expect("a rank");
    let lines = highest_lines(&rules, target, fewest).expect("there are such boards, not too many");
    let seconds = start.elapsed().as_secs_f64();
    for ((highest, times), count) in &lines {
        let states = count.positions_won_after_a_spawn + count.afterstates_won;
        println!("({highest},{times}): {states} states, {count:?}");
    }
    if (shape.as_str(), rank) == ("3x3", 9) {
        for (line, states) in TABLE_4.iter().filter(|(line, _)| line.1 >= fewest) {
            let count = lines[line];
            assert_eq!(count.positions_won_after_a_spawn + count.afterstates_won, *states);
        }
    }
    println!("{shape} {rank}: {seconds:.1} s");
}
