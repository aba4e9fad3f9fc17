//! How fast a solved store answers: `cargo bench --package twofold-exact --bench ask -- [SHAPE]`.
//!
//! Solves a game into a store, plays by its table, and asks about every board of the games again.
//! Checks that play earns what the store promises, within five standard errors.

use std::time::Instant;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use twofold_core::{Board, Figure, Game, Rules};
use twofold_solve::{Goal, Opponent, Problem, Solution, Solver};

/// Boards that are asked about.
const BOARDS: usize = 200_000;

fn main() {
    let shape = std::env::args().skip(1).find(|word| !word.starts_with("--"));
    let rules = Rules::classic(shape.as_deref().unwrap_or("2x4").parse().expect("a shape"));
    let problem =
        Problem::new(rules.clone(), Goal::Score, Opponent::Chance, None).expect("a problem");
    let dir = tempfile::tempdir().expect("a directory");
    let solver = Solver::new(&problem).with_store(dir.path()).expect("a store");
    let solved = solver.run(&()).expect("memory and disk");
    let promised = solved.start.two_tiles.expect("the board has two cells").to_f64();
    let solution = Solution::open(dir.path()).expect("a store");

    let game = Game::new(rules);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut boards, mut scores) = (Vec::new(), Vec::new());
    while boards.len() < BOARDS {
        scores.push(play(&game, &solution, &mut random, &mut boards));
    }
    let games = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / games;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (games - 1.0);
    let error = (variance / games).sqrt();
    assert!(
        (mean - promised).abs() < 5.0 * error,
        "{mean}, not {promised}, standard error {error}"
    );

    let start = Instant::now();
    let mut known = 0;
    for board in &boards {
        known += usize::from(solution.ask(board).expect("a board of this shape").value.is_some());
    }
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(known, boards.len());
    let sample = Figure::sample(mean, 1.96 * error, scores.len() as u64, 1);
    println!(
        "{}: {} positions in the store; {games} games earned {sample:.1} of {promised:.1}; \
         {known} boards asked about, {:.2} µs each with all slides and spawns",
        game.rules().shape,
        solved.positions,
        1e6 * seconds / known as f64,
    );
}

/// Plays a game by the table; keeps its positions, returns its score.
fn play(game: &Game, solution: &Solution, random: &mut ChaCha8Rng, boards: &mut Vec<Board>) -> f64 {
    let mut score = 0;
    let mut after = game.start();
    let mut spawns = 2;
    loop {
        let mut position = None;
        while spawns > 0 {
            let mut outcomes = game.outcomes(&after);
            let mut chance = random.random::<f64>();
            let drawn = outcomes.find(|outcome| {
                chance -= outcome.chance.to_f64();
                chance < 0.0
            });
            let Some(drawn) = drawn else { continue };
            spawns -= 1;
            let board = drawn.position.board().clone();
            if spawns > 0 {
                after = game.afterstate(board).expect("a board of this shape");
            } else {
                position = Some(drawn.position);
            }
        }
        let position = position.expect("a tile has appeared");
        boards.push(position.board().clone());
        let best = solution.ask(position.board()).expect("a board of this shape").best;
        let Some(best) = best else { return score as f64 };
        let slide = game.slide(&position, best).expect("it is legal");
        score += slide.score;
        (after, spawns) = (slide.afterstate, 1);
    }
}
