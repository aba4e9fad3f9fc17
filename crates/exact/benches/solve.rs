//! How fast games are solved: `cargo bench --bench solve -- [SHAPE GOAL OPPONENT]`.
//!
//! Prints a rate for each game and checks its answer.

use std::time::Instant;

use twofold_core::{Rules, SpawnValues};
use twofold_exact::solve::{Goal, Opponent, Question, Solver};

/// Shape, drops, goal, opponent, and what play from two tiles is worth.
const GAMES: [(&str, &str, &str, &str, &str); 4] = [
    ("2x4", "2,4", "score", "random", "2641.873035692"),
    ("3x3", "2,4", "score", "random", "5468.486797410"),
    ("3x3", "2", "tile:512", "adversary", "1.000000000"),
    ("3x3", "2,4", "moves", "friend", "1011.000000000"),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    for (shape, drops, goal, opponent, expected) in GAMES {
        let chosen = [shape, goal, opponent];
        if !words.iter().zip(chosen).all(|(word, chosen)| word == chosen) {
            continue;
        }
        let mut rules = Rules::classic(shape.parse().expect("a shape"));
        if drops == "2" {
            rules.spawn.values = SpawnValues::parse(drops, rules.tiles).expect("drops");
        }
        let goal = Goal::from_name(goal, &rules).expect("a goal");
        let opponent = Opponent::from_name(opponent).expect("an opponent");
        let question = Question::new(rules, goal, opponent, None).expect("a question");
        let start = Instant::now();
        let solved = Solver::new(&question).run(&()).expect("it fits into memory");
        let seconds = start.elapsed().as_secs_f64();
        let value = solved.start.two_tiles.expect("the board has two cells");
        assert_eq!(format!("{value:.9}"), expected, "{shape} {question}");
        println!(
            "{shape} {question}, drops {drops}: {value} ± {:.1e}; {} positions, {} afterstates, {seconds:.2} s, {:.1} million positions a second",
            solved.error,
            solved.positions,
            solved.afterstates,
            solved.positions as f64 / seconds / 1e6,
        );
    }
}
