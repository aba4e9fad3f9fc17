//! A perfect game of Breakthrough: the winner hurries, the loser delays.
//!
//! `cargo run --package twofold-breakthrough --example best_game -- 5x3`

use twofold_breakthrough::table::{Distances, solve};
use twofold_breakthrough::{Baseline, Breakthrough};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shape = std::env::args().nth(1).unwrap_or("5x3".to_owned());
    let game = Breakthrough::new(shape.parse()?)?;
    let memory = 1 << 30;
    let solved = solve(&game, Baseline::Made, memory, &())?;
    let distances = Distances::new(&game, memory, &())?;
    let mut position = game.start();
    let winner = solved.winner(&position);
    println!("{winner} wins in {} plies", distances.plies(&position));
    while game.winner(&position).is_none() {
        let value = |ply: &_| {
            let next = game.play(&position, *ply);
            let plies = i64::from(distances.plies(&next));
            let wins = solved.winner(&next) == position.to_move;
            (!wins, if wins { plies } else { -plies })
        };
        let ply = game.moves(&position).min_by_key(value).ok_or("nobody is ever without a move")?;
        println!("{position}  {}", game.write_move(ply));
        position = game.play(&position, ply);
    }
    println!("{position}");
    Ok(())
}
