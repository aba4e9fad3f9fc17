//! The lines of the highest value by patterns of its tiles: asserts lines that a walk over all
//! boards found, and prints what it cost.
//!
//! `cargo bench --package twofold-symbolic --bench highest -- SHAPE VALUE FEWEST_TILES`

use std::time::Instant;

use twofold_symbolic::slider::highest_lines;

/// Won states by line on 3x3 with value 9, as `docs/results/symbolic.md` explains them.
const TABLE_4: [((u8, usize), u64); 2] = [((8, 2), 36_434_618), ((8, 1), 44_829_556)];

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let argument = |n: usize, usual: &str| arguments.get(n).cloned().unwrap_or(usual.to_owned());
    let shape = argument(0, "3x3");
    let value = argument(1, "9").parse().expect("a number");
    let fewest = argument(2, "2").parse().expect("a number");
    let start = Instant::now();
    let shape_parsed = shape.parse().expect("a shape");
    let lines =
        highest_lines(shape_parsed, value, fewest).expect("there are such boards, not too many");
    let seconds = start.elapsed().as_secs_f64();
    for ((highest, times), count) in &lines {
        let states = count.positions_won_after_a_drop + count.afterstates_won;
        println!("({highest},{times}): {states} states, {count:?}");
    }
    if (shape.as_str(), value) == ("3x3", 9) {
        for (line, states) in TABLE_4.iter().filter(|(line, _)| line.1 >= fewest) {
            let count = lines[line];
            assert_eq!(count.positions_won_after_a_drop + count.afterstates_won, *states);
        }
    }
    println!("{shape} {value}: {seconds:.1} s");
}
