//! The solver against a plain recursion, against itself, and against damage.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use twofold_core::{Board, Game, Grid, Position, Rules, SpawnValues, Symmetry, Tile};
use twofold_exact::layers::{LayerError, LayerProgress, LayerWatch};
use twofold_exact::solve::{
    Extent, Fraction, Goal, NaiveSolver, Opponent, Question, Solution, SolutionWriter, SolveWatch,
    Solved, Solver, read_policy, write_policy,
};
use twofold_exact::{Progress, Watch};

const GOALS: [&str; 5] = ["score", "tile:16", "max-tile", "moves", "fewest-moves"];

fn question(
    shape: &str,
    drops: &str,
    goal: &str,
    opponent: Opponent,
    to: Option<u64>,
) -> Option<Question> {
    let mut rules = Rules::classic(shape.parse().unwrap());
    rules.spawn.values = SpawnValues::parse(drops, rules.tiles).unwrap();
    let goal = Goal::from_name(goal, &rules).unwrap();
    let to = to.map(|value| rules.tiles.tile_of(value).unwrap());
    Question::new(rules, goal, opponent, to).ok()
}

fn random(shape: &str, goal: &str) -> Question {
    question(shape, "2:0.9,4:0.1", goal, Opponent::Random, None).unwrap()
}

fn solve_into(dir: &Path, question: &Question) -> (Solved, Solution) {
    let store = SolutionWriter::open(dir, question, 1).unwrap();
    let solved = Solver::new(question).with_store(store).run(&()).unwrap();
    (solved, Solution::open(dir).unwrap())
}

fn agrees_everywhere(question: &Question) {
    let dir = tempfile::tempdir().unwrap();
    let (solved, solution) = solve_into(dir.path(), question);
    let mut naive = NaiveSolver::<f64>::new(question);
    let close = |found: Option<f64>, expected: Option<&f64>, what: &dyn std::fmt::Debug| {
        let expected = expected.copied().unwrap_or(f64::INFINITY);
        let found = found.unwrap_or_else(|| panic!("{question} knows nothing of {what:?}"));
        let close = found == expected || (found - expected).abs() < 1e-9 * expected.abs().max(1.0);
        assert!(close, "{question}: {found} instead of {expected} at {what:?}");
    };
    close(solved.start.two_tiles, naive.two_tiles().unwrap().as_ref(), &"two tiles");
    close(solved.start.empty, naive.one_tile().unwrap().as_ref(), &"one tile");
    let mut positions = std::collections::HashSet::new();
    for (board, value) in naive.positions() {
        let answer = solution.ask(board).unwrap();
        assert!(answer.is_position, "{board:?}");
        close(answer.value, value, board);
        let best = answer.slides.iter().flatten().copied().reduce(f64::max);
        if question.goal() != Goal::FewestMoves && best.is_some() {
            close(best, value, board);
        }
        positions.insert(board.canonical());
    }
    let Extent::Reachable { positions: found, afterstates: left } = solved.extent else {
        panic!("{question} was about boards that can occur")
    };
    assert_eq!(found, positions.len() as u64, "{question}");
    let mut afterstates = std::collections::HashSet::new();
    for (board, value) in naive.afterstates() {
        let answer = solution.ask(board).unwrap();
        assert!(answer.is_afterstate);
        close(answer.value_of_drop, value, board);
        afterstates.insert(board.canonical());
    }
    assert_eq!(left, afterstates.len() as u64, "{question}");
    assert!(solution.residual(&()).unwrap() < 1e-9);
}

#[test]
fn every_position_of_2x2_agrees_with_plain_recursion() {
    for opponent in Opponent::ALL {
        for goal in GOALS {
            for drops in ["2:0.9,4:0.1", "2"] {
                for to in [None, Some(8), Some(16)] {
                    if let Some(question) = question("2x2", drops, goal, opponent, to) {
                        agrees_everywhere(&question);
                    }
                }
            }
        }
    }
}

#[test]
fn every_position_of_2x3_agrees_with_plain_recursion() {
    for opponent in Opponent::ALL {
        for goal in ["score", "tile:64", "max-tile", "fewest-moves"] {
            if let Some(question) = question("2x3", "2:0.9,4:0.1", goal, opponent, None) {
                agrees_everywhere(&question);
            }
        }
    }
    let to_a_tile = question("2x3", "2:0.9,4:0.1", "fewest-moves", Opponent::Friend, Some(32));
    agrees_everywhere(&to_a_tile.unwrap());
}

#[test]
fn a_drop_may_make_the_tile() {
    for opponent in Opponent::ALL {
        agrees_everywhere(&question("2x2", "2:0.9,4:0.1", "tile:4", opponent, None).unwrap());
        agrees_everywhere(&question("1x3", "2:0.9,4:0.1", "score", opponent, Some(4)).unwrap());
    }
}

#[test]
fn samples_of_larger_boards_agree_with_plain_recursion() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for shape in ["2x4", "3x3"] {
        for round in 0..30 {
            let goal = ["score", "max-tile", "moves", "fewest-moves"][round % 4];
            let opponent = Opponent::ALL[round / 4 % 3];
            let Some(question) = question(shape, "2:0.9,4:0.1", goal, opponent, None) else {
                continue;
            };
            // Four cells cannot make a tile that merges with the others: a small game.
            let cells = question.task().rules().shape.cells();
            let mut ranks: Vec<u8> = (0..cells as u8 - 4).map(|index| 7 + index).collect();
            ranks.extend([random.random_range(0..3), random.random_range(0..3), 1, 0]);
            ranks.shuffle(&mut random);
            let board = Board::from_ranks(question.task().rules().shape, &ranks).unwrap();
            let game = Game::new(question.task().rules().clone());
            let position = game.position(board.clone()).unwrap();
            let mut naive = NaiveSolver::<f64>::new(&question);
            let expected = naive.position(&position).unwrap().unwrap_or(f64::INFINITY);
            let solved = Solver::new(&question.starting_at(board).unwrap()).run(&()).unwrap();
            let [opening] = solved.openings[..] else { panic!("one board to start from") };
            let close = (opening.value - expected).abs() < 1e-9 * expected.max(1.0);
            assert!(
                close || opening.value == expected,
                "{shape} {goal} {opponent}: {opening:?} {expected}"
            );
        }
    }
}

#[test]
fn fractions_show_that_the_digits_are_right() {
    let figures = [("2x2", "66.964149457"), ("2x3", "480.258271776")];
    for (shape, published) in figures {
        let question = random(shape, "score");
        let solved = Solver::new(&question).run(&()).unwrap();
        let value = solved.start.two_tiles.unwrap();
        assert_eq!(format!("{value:.9}"), published);
        let exact = NaiveSolver::<Fraction>::new(&question).two_tiles().unwrap().unwrap();
        // The distance in units of the last place that the claimed error leaves.
        let scaled = exact * Fraction::from_integer(10_u64.pow(12).into());
        let scaled: f64 = scaled.to_integer().to_string().parse().unwrap();
        assert!((scaled / 1e12 - value).abs() <= solved.error.max(1e-12), "{shape}");
    }
}

#[test]
fn chances_of_tiles_are_the_published_ones() {
    let figures = [
        ("2x2", 16, "0.962511253750"),
        ("2x2", 32, "0.082887289072"),
        ("2x3", 64, "0.939263692431"),
        ("2x3", 128, "0.056992160496"),
    ];
    for (shape, tile, published) in figures {
        let solved = Solver::new(&random(shape, &format!("tile:{tile}"))).run(&()).unwrap();
        assert_eq!(format!("{:.12}", solved.start.two_tiles.unwrap()), published);
    }
}

#[test]
fn an_adversary_leaves_no_more_than_chance_and_a_friend_no_less() {
    for shape in ["2x2", "2x3"] {
        for goal in ["score", "tile:16", "tile:32", "moves"] {
            let value = |opponent| {
                let question = question(shape, "2:0.9,4:0.1", goal, opponent, None).unwrap();
                let start = Solver::new(&question).run(&()).unwrap().start;
                [start.two_tiles, start.two_lowest, start.empty].map(Option::unwrap)
            };
            let [adversary, random, friend] =
                [Opponent::Adversary, Opponent::Random, Opponent::Friend].map(value);
            for index in 0..3 {
                assert!(adversary[index] <= random[index], "{shape} {goal}");
                assert!(random[index] <= friend[index], "{shape} {goal}");
            }
        }
    }
}

#[test]
fn symmetric_boards_are_worth_the_same() {
    let question = random("2x3", "score");
    let dir = tempfile::tempdir().unwrap();
    let (_, solution) = solve_into(dir.path(), &question);
    let board = Board::from_ranks("2x3".parse().unwrap(), &[3, 1, 0, 2, 1, 0]).unwrap();
    let values: Vec<_> = Symmetry::of(board.shape())
        .iter()
        .map(|&symmetry| solution.ask(&board.image(symmetry)).unwrap().value.unwrap())
        .collect();
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
}

#[test]
fn boards_that_cannot_occur_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let (_, solution) = solve_into(dir.path(), &random("2x2", "score"));
    let ask = |ranks: [u8; 4]| {
        solution.ask(&Board::from_ranks("2x2".parse().unwrap(), &ranks).unwrap()).unwrap()
    };
    assert!(ask([1, 0, 0, 1]).is_position);
    // A 2 or a 4 must have appeared last.
    assert!(!ask([4, 3, 0, 0]).is_position);
    assert!(ask([3, 0, 0, 0]).is_afterstate);
    assert!(!ask([3, 0, 0, 0]).is_position);
    assert!(!ask([9, 9, 9, 9]).is_position);
}

#[test]
fn play_by_the_table_earns_what_the_table_says() {
    let question = random("2x3", "score");
    let dir = tempfile::tempdir().unwrap();
    let (solved, solution) = solve_into(dir.path(), &question);
    let game = Game::new(question.task().rules().clone());
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let games = 3000;
    let scores: Vec<f64> = (0..games).map(|_| play(&game, &solution, &mut random) as f64).collect();
    let mean = scores.iter().sum::<f64>() / f64::from(games);
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>();
    let error = (variance / f64::from(games - 1) / f64::from(games)).sqrt();
    let expected = solved.start.two_tiles.unwrap();
    assert!((mean - expected).abs() < 4.0 * error, "{mean} ± {error}, not {expected}");
}

fn drop_one(game: &Game, board: Board, random: &mut ChaCha8Rng) -> Position<Board> {
    let outcomes = game.outcomes(&game.afterstate(board).unwrap()).unwrap();
    let mut at = random.random::<f64>();
    for outcome in &outcomes {
        at -= outcome.chance.to_f64();
        if at < 0.0 {
            return outcome.position.clone();
        }
    }
    outcomes.last().unwrap().position.clone()
}

fn play(game: &Game, solution: &Solution, random: &mut ChaCha8Rng) -> u64 {
    let one = drop_one(game, Board::new(game.rules().shape), random);
    let mut position = drop_one(game, one.into_board(), random);
    let mut score = 0;
    while let Some(direction) = solution.ask(position.board()).unwrap().best {
        let slide = game.slide(&position, direction).unwrap().unwrap();
        score += slide.score;
        position = drop_one(game, slide.afterstate.into_board(), random);
    }
    score
}

#[test]
fn layers_that_were_not_kept_are_made_again() {
    let question = random("2x3", "score");
    let all = Solver::new(&question).run(&()).unwrap();
    for every in [2, 3, 7, 50, 1000] {
        assert_eq!(Solver::new(&question).keep_every(every).run(&()).unwrap(), all, "{every}");
        let dir = tempfile::tempdir().unwrap();
        let store = SolutionWriter::open(dir.path(), &question, every).unwrap();
        assert_eq!(Solver::new(&question).with_store(store).run(&()).unwrap(), all, "{every}");
    }
}

/// Stops after having been asked some times.
struct Impatient(AtomicU64);

impl Watch for Impatient {
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
            .is_err()
    }
}

impl LayerWatch for Impatient {
    fn layer(&self, _: LayerProgress) {}
}

impl SolveWatch for Impatient {
    fn turn_around(&self, _: u64) {}
}

#[test]
fn work_that_was_stopped_goes_on_where_it_was() {
    for (every, patience) in [(1, 40), (4, 60)] {
        let question = random("2x2", "score");
        let expected = Solver::new(&question).run(&()).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let mut stops = 0;
        let solved = loop {
            let store = SolutionWriter::open(dir.path(), &question, every).unwrap();
            let watch = Impatient(AtomicU64::new(patience));
            match Solver::new(&question).with_store(store).run(&watch) {
                Ok(solved) => break solved,
                Err(LayerError::Stopped) => stops += 1,
                Err(error) => panic!("{error}"),
            }
            assert!(stops < 100, "no progress");
            assert!(Solution::open(dir.path()).is_err(), "an unfinished store gives no answers");
        };
        assert!(stops > 1, "{stops}");
        assert_eq!(solved, expected);
        // What is finished is not worked on again.
        let store = SolutionWriter::open(dir.path(), &question, every).unwrap();
        let watch = Impatient(AtomicU64::new(0));
        assert_eq!(Solver::new(&question).with_store(store).run(&watch).unwrap(), expected);
    }
}

#[test]
fn damage_is_found_and_named() {
    let question = random("2x2", "score");
    let dir = tempfile::tempdir().unwrap();
    let (_, solution) = solve_into(dir.path(), &question);
    assert!(solution.verify(&()).iter().all(|file| file.error.is_none()));
    drop(solution);
    let files = std::fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().path());
    for path in files.filter(|path| path.file_name().unwrap() != "lock") {
        let bytes = std::fs::read(&path).unwrap();
        for at in [9, bytes.len() / 2, bytes.len() - 3] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            std::fs::write(&path, &damaged).unwrap();
            let found = match Solution::open(dir.path()) {
                Err(error) => Some(error.to_string()),
                Ok(solution) => solution
                    .verify(&())
                    .into_iter()
                    .find_map(|file| file.error)
                    .map(|error| error.to_string()),
            };
            let found = found.unwrap_or_else(|| panic!("{} at {at}", path.display()));
            assert!(found.contains(path.file_name().unwrap().to_str().unwrap()), "{found}");
        }
        std::fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
        let whole = Solution::open(dir.path())
            .is_ok_and(|solution| solution.verify(&()).iter().all(|file| file.error.is_none()));
        assert!(!whole, "{} truncated", path.display());
        std::fs::write(&path, &bytes).unwrap();
    }
    let other = random("2x2", "moves");
    let error = SolutionWriter::open(dir.path(), &other, 1).unwrap_err().to_string();
    assert!(error.contains("score against random"), "{error}");
}

#[test]
fn the_largest_tile_that_can_be_forced() {
    let forced = |shape: &str, drops: &str| {
        let question = question(shape, drops, "max-tile", Opponent::Adversary, None).unwrap();
        let start = Solver::new(&question).run(&()).unwrap().start;
        let value = |rank: f64| 1_u64 << rank as u32;
        (start.two_tiles.map(value), start.empty.map(value))
    };
    // Slizkov 2023, drops of 2 and 4.
    assert_eq!(forced("1x1", "2,4"), (None, Some(2)));
    for (shape, tile) in [("1x2", 4), ("1x3", 4), ("1x4", 4), ("2x2", 8), ("2x3", 16)] {
        assert_eq!(forced(shape, "2,4").1, Some(tile), "{shape}");
    }
    // Edixhoven 2019, drops of 2 only.
    assert_eq!(forced("2x2", "2").1, Some(16));
}

#[test]
fn tiles_are_named_by_value() {
    let rules = Rules::classic("3x3".parse().unwrap());
    assert_eq!(Goal::from_name("tile:512", &rules), Tile::new(9).map(Goal::Tile));
    for nonsense in ["tile:3", "tile:0", "tile:", "tiles", ""] {
        assert_eq!(Goal::from_name(nonsense, &rules), None, "{nonsense}");
    }
}

#[test]
fn a_policy_says_the_best_slide_of_every_live_position() {
    let question = random("2x3", "score");
    let dir = tempfile::tempdir().unwrap();
    let (solved, solution) = solve_into(dir.path(), &question);
    let mut file = Vec::new();
    let live = write_policy(&solution, &mut file, &()).unwrap();
    assert!(u128::from(live) < solved.positions());
    let bytes = file.len() as u64;
    assert!(4 * bytes < live + 4 * (40 + 17 * solved.layers as u64), "two bits a position");
    let policy = read_policy(&file).unwrap();
    assert_eq!(policy.len(), solved.layers);
    let mut naive = NaiveSolver::<f64>::new(&question);
    naive.two_tiles().unwrap();
    let layer = &policy[20];
    let positions = solution.policy(layer.sum).unwrap();
    let best: Vec<_> = positions.iter().filter_map(|(_, best)| *best).collect();
    assert_eq!(layer.slides, best);
    for (code, best) in positions {
        let packed = twofold_core::Packed::from_code("2x3".parse().unwrap(), code).unwrap();
        let board: Board = packed.convert().unwrap();
        assert_eq!(solution.ask(&board).unwrap().best, best);
    }
    for at in [0, 9, 30, file.len() - 1] {
        let mut damaged = file.clone();
        damaged[at] ^= 1;
        assert!(read_policy(&damaged).is_err(), "{at}");
    }
}
