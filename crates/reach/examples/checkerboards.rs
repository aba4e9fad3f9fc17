//! Which boards allow a checkerboard of 2s and 4s, and how that is known.
//!
//! `cargo run -p twofold-reach --example checkerboards`

use twofold_core::Shape;
use twofold_reach::{Answer, Destination, ReachQuestion, decide, known_by};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4), (3, 5), (4, 4)] {
        let shape = Shape::new(rows, columns)?;
        let question = ReachQuestion::new(Destination::checkerboard(shape))?;
        let answer = decide(&question, 100_000, &())?;
        match &answer {
            Answer::Yes { witness, .. } => {
                println!("{shape}: yes, after {} spawns: {}", witness.spawns(), witness.text());
            }
            Answer::No { .. } => println!("{shape}: no ({})", known_by(&answer)),
            Answer::Undecided { .. } => println!("{shape}: undecided"),
        }
    }
    Ok(())
}
