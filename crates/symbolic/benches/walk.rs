//! Slider against Dropper board by board: asserts the states of Table 4 of Edixhoven 2019 and
//! prints what it cost.
//!
//! `cargo bench --package twofold-symbolic --bench walk -- SHAPE RANK`

use std::time::Instant;

use twofold_core::{Rules, Tile};
use twofold_symbolic::slider::walk;

/// Won states by line, as `docs/results/symbolic.md` explains them.
const TABLE_4: [((u8, usize), u64); 3] =
    [((8, 2), 36_434_618), ((8, 1), 44_829_556), ((7, 2), 11_904_950)];

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let argument = |n: usize, usual: &str| arguments.get(n).cloned().unwrap_or(usual.to_owned());
    let shape = argument(0, "3x3");
    let rank = argument(1, "5").parse().expect("a number");
    let start = Instant::now();
    let rules = Rules::only_twos(shape.parse().expect("a shape"));
    let lines = walk(&rules, Tile::new(rank).expect("a rank")).expect("not too many boards");
    let seconds = start.elapsed().as_secs_f64();
    if (shape.as_str(), rank) == ("3x3", 9) {
        for (line, states) in TABLE_4 {
            let count = lines[&line];
            assert_eq!(count.positions_won_after_a_spawn + count.afterstates_won, states);
        }
    }
    let boards: u64 = lines.values().map(|count| count.positions + count.afterstates).sum();
    let positions: u64 = lines.values().map(|count| count.positions_won_after_a_spawn).sum();
    let afterstates: u64 = lines.values().map(|count| count.afterstates_won).sum();
    println!(
        "{shape} {rank}: {boards} boards in {seconds:.1} s, {:.1} million a second; Slider wins \
         {positions} after a spawn and {afterstates} after a slide",
        boards as f64 / seconds / 1e6
    );
}
