//! How fast games are solved: `cargo bench --bench solve -- [SHAPE GOAL OPPONENT]`.
//!
//! Prints a rate for each game and checks its answer.

use std::time::Instant;

use twofold_core::{Rules, SpawnValues};
use twofold_exact::solve::{Goal, Opponent, Question, Solver};

/// Shape, drops, goal, opponent, whether all boards are solved, and what play from two tiles is worth.
const GAMES: [(&str, &str, &str, &str, bool, &str); 6] = [
    ("2x4", "2,4", "score", "random", false, "2641.873035692"),
    ("3x3", "2,4", "score", "random", false, "5468.486797410"),
    ("3x3", "2", "tile:512", "adversary", false, "1.000000000"),
    ("3x3", "2,4", "moves", "friend", false, "1011.000000000"),
    ("4x4", "2", "tile:16", "adversary", true, "1.000000000"),
    ("4x4", "2", "tile:32", "adversary", true, "1.000000000"),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    for (shape, drops, goal, opponent, all_boards, expected) in GAMES {
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
        let mut question = Question::new(rules, goal, opponent, None).expect("a question");
        if all_boards {
            question = question.about_all_boards().expect("a question about all boards");
        }
        let start = Instant::now();
        let solved =
            Solver::new(&question).with_memory(4 << 30).run(&()).expect("it fits into memory");
        let seconds = start.elapsed().as_secs_f64();
        let value = solved.start.two_tiles.expect("the board has two cells");
        assert_eq!(format!("{value:.9}"), expected, "{shape} {question}");
        println!(
            "{shape} {question}, drops {drops}: {value} ± {:.1e}; {:?}, {seconds:.2} s, {:.1} million positions a second",
            solved.error,
            solved.extent,
            solved.positions() as f64 / seconds / 1e6,
        );
    }
}
