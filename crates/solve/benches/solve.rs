//! How fast games are solved: `cargo bench --bench solve -- [SHAPE GOAL OPPONENT]`.
//!
//! Prints a rate for each game and checks its answer.

use std::time::Instant;

use twofold_core::{Rules, SpawnTiles};
use twofold_solve::{AllBoards, Goal, Problem, Solver};

/// Shape, spawns, goal, opponent, whether all boards are solved, and the value of two tiles.
const GAMES: [(&str, &str, &str, &str, bool, &str); 6] = [
    ("2x4", "2,4", "score", "chance", false, "2641.873035692"),
    ("3x3", "2,4", "score", "chance", false, "5468.486797410"),
    ("3x3", "2", "tile:512", "adversary", false, "1.000000000"),
    ("3x3", "2,4", "most-slides", "helper", false, "1011.000000000"),
    ("4x4", "2", "tile:16", "adversary", true, "1.000000000"),
    ("4x4", "2", "tile:32", "adversary", true, "1.000000000"),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    for (shape, spawns, goal, opponent, all_boards, expected) in GAMES {
        let chosen = [shape, goal, opponent];
        if !words.iter().zip(chosen).all(|(word, chosen)| word == chosen) {
            continue;
        }
        let mut rules = Rules::classic(shape.parse().expect("a shape"));
        if spawns == "2" {
            rules.spawn.tiles = SpawnTiles::parse(spawns, rules.tiles).expect("spawns");
        }
        let (goal, face) = Goal::with_face(goal).expect("a goal");
        let target = face.and_then(|face| rules.tiles.tile_with_face(face));
        let opponent = opponent.parse().expect("an opponent");
        let problem = Problem::new(rules, goal, opponent, target).expect("a problem");
        let start = Instant::now();
        let (value, positions) = if all_boards {
            let pass = AllBoards::new(&problem).expect("a problem about all boards");
            let solved = pass.with_memory(4 << 30).run(&()).expect("it fits into memory");
            let boards = solved.won() + solved.lost();
            (solved.start.two_tiles, u128::from(boards))
        } else {
            let solver = Solver::new(&problem).with_memory(4 << 30);
            let solved = solver.run(&()).expect("it fits into memory");
            (solved.start.two_tiles, solved.positions.into())
        };
        let seconds = start.elapsed().as_secs_f64();
        let value = value.expect("the board has two cells");
        assert_eq!(format!("{:.9}", value.to_f64()), expected, "{shape} {problem}");
        println!(
            "{shape} {problem}, spawns {spawns}: {value}; {positions} positions, \
             {seconds:.2} s, {:.1} million a second",
            positions as f64 / seconds / 1e6,
        );
    }
}
