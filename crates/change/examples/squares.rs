//! The theory on one sequence: how far the abstract game with square tiles goes, and the hardest
//! amounts for a cashier with square coins. The two columns are found in different ways and are equal.
//!
//! `cargo run --package twofold-change --example squares`

use twofold_change::study::{Limits, Source, study};
use twofold_change::{Named, Optimal, change};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let limits = Limits { cells: 7, ..Limits::default() };
    let squares = || Source::Named(Named::Squares);
    let study = study(squares(), limits, &())?;
    let greedy = study.greedy(squares(), limits, &())?;
    println!("cells  largest tile  largest sum  hardest amount");
    for (row, greedy) in study.rows.iter().zip(greedy) {
        let row = &row.threshold;
        println!("{:>5} {:>13} {:>12} {:>15}", row.cells, row.single, row.total, greedy.amount);
        assert_eq!(row.total, greedy.amount);
    }
    // Greedy change is not the best one: four squares are always enough.
    let amount = study.rows[5].threshold.total.clone();
    let both = change(squares(), &amount, &())?;
    if let Optimal::Proved { representation, .. } = both.optimal {
        println!(
            "{amount}: {} coins greedily, {} at best",
            both.greedy.coins(),
            representation.coins()
        );
    }
    Ok(())
}
