//! Breakthrough solved by tables: asserts its answers and prints its rate.
//!
//! `cargo bench --package twofold-exact --bench breakthrough [-- SHAPE...]`

use std::time::Instant;

use twofold_breakthrough::table::{WinCounts, solve};
use twofold_breakthrough::{Baseline, Breakthrough};

/// Boards, baselines, and what has to come out, where it is published digit by digit.
const KNOWN: [(&str, Baseline, u64, u64); 3] = [
    ("5x4", Baseline::Made, 187_761_154, 182_832_359),
    ("7x3", Baseline::Made, 166_222_732, 159_098_726),
    ("5x4", Baseline::Imminent, 17_148_445, 17_602_960),
];

fn main() {
    let asked: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let usual = ["5x4".to_owned(), "7x3".to_owned()];
    for shape in if asked.is_empty() { &usual[..] } else { &asked[..] } {
        let game = Breakthrough::new(shape.parse().expect("a shape")).expect("a board");
        for baseline in [Baseline::Made, Baseline::Imminent] {
            let start = Instant::now();
            let solved = solve(&game, baseline, 16 << 30, &()).expect("enough memory");
            let seconds = start.elapsed().as_secs_f64();
            let WinCounts { white, black } = solved.counts;
            for (known, method, first, second) in KNOWN {
                assert!(shape != known || baseline != method || (white, black) == (first, second));
            }
            let winner = solved.winner(&game.start());
            let reachable = solved.counts.reachable();
            let rate = reachable as f64 / seconds / 1e6;
            println!(
                "{shape} {baseline:?}: {winner} wins, {reachable} positions ({white} and {black}), \
                 {seconds:.3} s, {rate:.0} million a second"
            );
        }
    }
}
