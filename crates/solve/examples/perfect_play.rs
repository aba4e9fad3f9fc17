//! Perfect play on 2×3, from a store: `cargo run --release --package twofold-solve --example perfect_play`.

use twofold_core::{Board, Rules};
use twofold_solve::{Goal, Opponent, Problem, Solution, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dir = std::env::temp_dir().join(format!("twofold-perfect-play-{}", std::process::id()));
    let problem =
        Problem::new(Rules::classic("2x3".parse()?), Goal::Score, Opponent::Chance, None)?;
    let solved = Solver::new(&problem).with_store(&dir)?.run(&())?;
    if let Some(value) = solved.start.two_tiles {
        println!("{problem} on 2x3: {value}");
    }
    let solution = Solution::open(&dir)?;
    for text in ["2 4 8 / . 2 .", "2 4 8 / 4 2 16", "64 32 16 / 4 4 8"] {
        let board: Board = text.parse()?;
        let answer = solution.ask(&board)?;
        let value = answer.value.map_or("unknown".to_owned(), |value| value.to_string());
        let best = answer.best.map_or("none".to_owned(), |best| best.to_string());
        println!("{text}: {value} to come, best slide {best}");
    }
    drop(solution);
    std::fs::remove_dir_all(dir)?;
    Ok(())
}
