//! The solver against a plain recursion, against itself, and against damage.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use twofold_core::{Board, Certainty, Figure, Game, Grid, Position, Rules, SpawnTiles, Symmetry};
use twofold_core::{Progress, Watch};
use twofold_layers::dense::DenseEngine;
use twofold_layers::sparse::SparseEngine;
use twofold_layers::store::{Role, Store, StoreError, StoreWriter};
use twofold_layers::{
    Blocks, BoardsFile, Engines, Kind, LayerError, LayerProgress, LayerWatch, LayeredGame, Start,
};
use twofold_solve::count::Counter;
use twofold_solve::{
    AllBoards, AllBoardsError, Fraction, Goal, NaiveSolver, Opponent, PlayValue, Problem,
    ProblemError, Solution, SolveWatch, Solved, Solver, read_policy, write_policy,
};

const GOALS: [&str; 5] = ["score", "tile:16", "largest", "most-slides", "fewest-slides"];

fn problem(
    shape: &str,
    spawns: &str,
    goal: &str,
    opponent: Opponent,
    to: Option<u64>,
) -> Option<Problem> {
    let mut rules = Rules::classic(shape.parse().unwrap());
    rules.spawn.tiles = SpawnTiles::parse(spawns, rules.tiles).unwrap();
    let (goal, face) = Goal::with_face(goal).unwrap();
    if face.is_some() && to.is_some() && face != to {
        return None;
    }
    let target = face.or(to).map(|face| rules.tiles.tile_with_face(face).unwrap());
    Problem::new(rules, goal, opponent, target).ok()
}

fn random(shape: &str, goal: &str) -> Problem {
    problem(shape, "2:0.9,4:0.1", goal, Opponent::Chance, None).unwrap()
}

fn solve_into(dir: &Path, problem: &Problem) -> (Solved, Solution) {
    let solved = Solver::new(problem).with_store(dir).unwrap().run(&()).unwrap();
    (solved, Solution::open(dir).unwrap())
}

fn agrees_everywhere(problem: &Problem) {
    let dir = tempfile::tempdir().unwrap();
    let (solved, solution) = solve_into(dir.path(), problem);
    let mut naive = NaiveSolver::<f64>::new(problem);
    let close = |found: Option<&PlayValue>, expected: Option<&f64>, what: &dyn std::fmt::Debug| {
        let expected = match expected {
            // The largest tile is known by its rank to the recursion.
            Some(&rank) if problem.goal() == Goal::Largest => 2_f64.powf(rank),
            Some(&value) => value,
            None => f64::INFINITY,
        };
        let found = found.map(PlayValue::to_f64);
        let found = found.unwrap_or_else(|| panic!("{problem} knows nothing of {what:?}"));
        let close = found == expected || (found - expected).abs() < 1e-9 * expected.abs().max(1.0);
        assert!(close, "{problem}: {found} instead of {expected} at {what:?}");
    };
    close(solved.start.two_tiles.as_ref(), naive.two_tiles().unwrap().as_ref(), &"two tiles");
    close(solved.start.empty.as_ref(), naive.one_tile().unwrap().as_ref(), &"one tile");
    let mut positions = std::collections::HashSet::new();
    for (board, value) in naive.positions() {
        let answer = solution.ask(board).unwrap();
        assert!(answer.is_position, "{board:?}");
        close(answer.value.as_ref(), value, board);
        let slides = answer.slides.iter().flatten();
        let best = slides.max_by(|a, b| a.to_f64().total_cmp(&b.to_f64()));
        if problem.goal() != Goal::FewestSlides && best.is_some() {
            close(best, value, board);
        }
        positions.insert(board.canonical());
    }
    assert_eq!(solved.positions, positions.len() as u64, "{problem}");
    let mut afterstates = std::collections::HashSet::new();
    for (board, value) in naive.afterstates() {
        let answer = solution.ask(board).unwrap();
        assert!(answer.is_afterstate);
        close(answer.afterstate_value.as_ref(), value, board);
        afterstates.insert(board.canonical());
    }
    assert_eq!(solved.afterstates, afterstates.len() as u64, "{problem}");
    let again = solution.recompute(&()).unwrap();
    assert_eq!((again.values, &again.wrong), (solved.afterstates, &None), "{problem}");
    assert!(again.largest_difference < 1e-9);
}

#[test]
fn every_position_of_2x2_agrees_with_plain_recursion() {
    for opponent in Opponent::ALL {
        for goal in GOALS {
            for spawns in ["2:0.9,4:0.1", "2"] {
                for to in [None, Some(8), Some(16)] {
                    if let Some(problem) = problem("2x2", spawns, goal, opponent, to) {
                        agrees_everywhere(&problem);
                    }
                }
            }
        }
    }
}

#[test]
fn every_position_of_2x3_agrees_with_plain_recursion() {
    for opponent in Opponent::ALL {
        for goal in ["score", "tile:64", "largest", "fewest-slides"] {
            if let Some(problem) = problem("2x3", "2:0.9,4:0.1", goal, opponent, None) {
                agrees_everywhere(&problem);
            }
        }
    }
    let to_a_tile = problem("2x3", "2:0.9,4:0.1", "fewest-slides", Opponent::Helper, Some(32));
    agrees_everywhere(&to_a_tile.unwrap());
}

#[test]
fn a_spawn_may_make_the_tile() {
    for opponent in Opponent::ALL {
        agrees_everywhere(&problem("2x2", "2:0.9,4:0.1", "tile:4", opponent, None).unwrap());
        agrees_everywhere(&problem("1x3", "2:0.9,4:0.1", "score", opponent, Some(4)).unwrap());
    }
}

#[test]
fn samples_of_larger_boards_agree_with_plain_recursion() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for shape in ["2x4", "3x3"] {
        for round in 0..30 {
            let goal = ["score", "largest", "most-slides", "fewest-slides"][round % 4];
            let opponent = Opponent::ALL[round / 4 % 3];
            let Some(problem) = problem(shape, "2:0.9,4:0.1", goal, opponent, None) else {
                continue;
            };
            // Four cells cannot make a tile that merges with the others: a small game.
            let cells = problem.game().rules().shape.cells();
            let mut ranks: Vec<u8> = (0..cells as u8 - 4).map(|index| 7 + index).collect();
            ranks.extend([random.random_range(0..3), random.random_range(0..3), 1, 0]);
            ranks.shuffle(&mut random);
            let board = Board::from_ranks(problem.game().rules().shape, &ranks).unwrap();
            let game = Game::new(problem.game().rules().clone());
            let position = game.position(board.clone()).unwrap();
            let mut naive = NaiveSolver::<f64>::new(&problem);
            let expected = naive.position(&position).unwrap().unwrap_or(f64::INFINITY);
            let solved = Solver::new(&problem.starting_at(board).unwrap()).run(&()).unwrap();
            let [opening] = &solved.openings[..] else { panic!("one board to start from") };
            let expected = if goal == "largest" { 2_f64.powf(expected) } else { expected };
            let value = opening.value.to_f64();
            let close = (value - expected).abs() < 1e-9 * expected.max(1.0);
            assert!(
                close || value == expected,
                "{shape} {goal} {opponent}: {opening:?} {expected}"
            );
        }
    }
}

#[test]
fn fractions_show_that_the_digits_are_right() {
    let figures = [("2x2", "66.964149457"), ("2x3", "480.258271776")];
    for (shape, published) in figures {
        let problem = random(shape, "score");
        let solved = Solver::new(&problem).run(&()).unwrap();
        let value = solved.start.two_tiles.unwrap();
        assert_eq!(format!("{value:.9}"), format!("≈{published}"));
        let exact = NaiveSolver::<Fraction>::new(&problem).two_tiles().unwrap().unwrap();
        let rounded = value.figure().unwrap();
        assert_eq!(rounded.certainty(), Certainty::Rounded);
        assert!(rounded.agrees_with(&Figure::Exact(exact)), "{shape}: {value:?}");
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
        assert_eq!(format!("{:.12}", solved.start.two_tiles.unwrap().to_f64()), published);
    }
}

#[test]
fn an_adversary_leaves_no_more_than_chance_and_a_helper_no_less() {
    for shape in ["2x2", "2x3"] {
        for goal in ["score", "tile:16", "tile:32", "most-slides"] {
            let value = |opponent| {
                let problem = problem(shape, "2:0.9,4:0.1", goal, opponent, None).unwrap();
                let start = Solver::new(&problem).run(&()).unwrap().start;
                [start.two_tiles, start.two_lowest, start.empty]
                    .map(|value| value.unwrap().to_f64())
            };
            let [adversary, random, helper] =
                [Opponent::Adversary, Opponent::Chance, Opponent::Helper].map(value);
            for index in 0..3 {
                assert!(adversary[index] <= random[index], "{shape} {goal}");
                assert!(random[index] <= helper[index], "{shape} {goal}");
            }
        }
    }
}

#[test]
fn symmetric_boards_are_worth_the_same() {
    let problem = random("2x3", "score");
    let dir = tempfile::tempdir().unwrap();
    let (_, solution) = solve_into(dir.path(), &problem);
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
    let problem = random("2x3", "score");
    let dir = tempfile::tempdir().unwrap();
    let (solved, solution) = solve_into(dir.path(), &problem);
    let game = Game::new(problem.game().rules().clone());
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let games = 3000;
    let scores: Vec<f64> = (0..games).map(|_| play(&game, &solution, &mut random) as f64).collect();
    let mean = scores.iter().sum::<f64>() / f64::from(games);
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>();
    let error = (variance / f64::from(games - 1) / f64::from(games)).sqrt();
    let expected = solved.start.two_tiles.unwrap().to_f64();
    assert!(
        (mean - expected).abs() < 4.0 * error,
        "{mean}, not {expected}, standard error {error}"
    );
}

fn drop_one(game: &Game, board: Board, random: &mut ChaCha8Rng) -> Position<Board> {
    let afterstate = game.afterstate(board).unwrap();
    let outcomes: Vec<_> = game.outcomes(&afterstate).collect();
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
        let slide = game.slide(&position, direction).unwrap();
        score += slide.score;
        position = drop_one(game, slide.afterstate.into_board(), random);
    }
    score
}

#[test]
fn layers_that_were_not_kept_are_made_again() {
    let problem = random("2x3", "score");
    let all = Solver::new(&problem).run(&()).unwrap();
    for every in [2, 3, 7, 50, 1000] {
        assert_eq!(Solver::new(&problem).keep_every(every).run(&()).unwrap(), all, "{every}");
        let dir = tempfile::tempdir().unwrap();
        let solver = Solver::new(&problem).keep_every(every).with_store(dir.path()).unwrap();
        assert_eq!(solver.run(&()).unwrap(), all, "{every}");
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

/// How far a solver has come.
#[derive(Default)]
struct Stage {
    turned: AtomicU64,
    valued: AtomicU64,
}

impl Watch for Stage {
    fn report(&self, _: Progress) {
        self.valued.fetch_add(1, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

impl LayerWatch for Stage {
    fn layer(&self, _: LayerProgress) {}
}

impl SolveWatch for Stage {
    fn turn_around(&self, _: u64) {
        self.turned.fetch_add(1, Ordering::Relaxed);
    }
}

/// With too little memory, the way forward or the turn says how much the way back takes at least, and
/// that much is enough. What is kept counts, too.
#[test]
fn too_little_memory_is_told_before_anything_is_valued() {
    for has_store in [false, true] {
        let problem = random("2x4", "tile:64");
        let expected = Solver::new(&problem).run(&()).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let (mut memory, mut at_the_turn) = (1 << 14, 0);
        loop {
            let stage = Stage::default();
            let mut solver = Solver::new(&problem).with_memory(memory);
            if has_store {
                solver = solver.with_store(dir.path()).unwrap();
            }
            match solver.run(&stage) {
                Ok(solved) => {
                    assert_eq!(solved, expected);
                    break;
                }
                Err(LayerError::Memory { needed, allowed, .. }) => {
                    assert!(needed > allowed && allowed == memory, "{needed}, {allowed}");
                    assert_eq!(stage.valued.into_inner(), 0, "with {memory} bytes");
                    at_the_turn += stage.turned.into_inner();
                    memory = needed;
                }
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(at_the_turn, 1, "the turn says how much is enough");
    }
}

#[test]
fn work_that_was_stopped_goes_on_where_it_was() {
    for (every, patience) in [(1, 40), (4, 60)] {
        let problem = random("2x2", "score");
        let expected = Solver::new(&problem).run(&()).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let solver = || Solver::new(&problem).keep_every(every).with_store(dir.path()).unwrap();
        let mut stops = 0;
        let solved = loop {
            let watch = Impatient(AtomicU64::new(patience));
            match solver().run(&watch) {
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
        let watch = Impatient(AtomicU64::new(0));
        assert_eq!(solver().run(&watch).unwrap(), expected);
    }
}

/// What is wrong with a solved store, if anything: the file and why.
fn damage(dir: &Path) -> Option<StoreError> {
    match Solution::open(dir) {
        Err(error) => Some(error),
        Ok(solution) => solution.verify(&()).into_iter().find_map(|file| file.error),
    }
}

/// The files of a store, its lock left out.
fn files(dir: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.file_name().unwrap() != "lock").collect();
    files.sort();
    files
}

#[test]
fn every_damaged_byte_of_every_file_is_found_and_named() {
    let problem = problem("2x2", "2", "tile:8", Opponent::Chance, None).unwrap();
    let dir = tempfile::tempdir().unwrap();
    drop(solve_into(dir.path(), &problem));
    assert!(damage(dir.path()).is_none());
    let files = files(dir.path());
    assert!(files.len() > 5, "{files:?}");
    for path in files {
        let whole = std::fs::read(&path).unwrap();
        for index in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[index] ^= 1 << (index % 8);
            std::fs::write(&path, &bytes).unwrap();
            let found = damage(dir.path());
            let found = found.unwrap_or_else(|| panic!("{}, byte {index}", path.display()));
            assert_eq!(found.path(), path, "byte {index}: {found}");
        }
        // The line break at the end of the manifest may be missing.
        for length in [0, 1, whole.len() / 2, whole.len() - 2] {
            std::fs::write(&path, &whole[..length]).unwrap();
            let found = damage(dir.path());
            let found = found.unwrap_or_else(|| panic!("{}, {length} bytes", path.display()));
            assert_eq!(found.path(), path, "{length} bytes: {found}");
        }
        std::fs::write(&path, &whole).unwrap();
        assert!(damage(dir.path()).is_none());
    }
}

#[test]
fn a_store_of_another_problem_is_named() {
    let dir = tempfile::tempdir().unwrap();
    drop(solve_into(dir.path(), &random("2x2", "score")));
    let other = random("2x2", "most-slides");
    let error = Solver::new(&other).with_store(dir.path()).err().unwrap().to_string();
    assert!(error.contains("score against chance"), "{error}");
}

#[test]
fn the_largest_tile_that_can_be_forced() {
    let forced = |shape: &str, spawns: &str| {
        let problem = problem(shape, spawns, "largest", Opponent::Adversary, None).unwrap();
        let start = Solver::new(&problem).run(&()).unwrap().start;
        let face = |value: PlayValue| {
            assert_eq!(value.figure().unwrap().certainty(), Certainty::Exact);
            value.to_f64() as u64
        };
        (start.two_tiles.map(face), start.empty.map(face))
    };
    // Slizkov 2023, spawns of 2 and 4.
    assert_eq!(forced("1x1", "2,4"), (None, Some(2)));
    for (shape, tile) in [("1x2", 4), ("1x3", 4), ("1x4", 4), ("2x2", 8), ("2x3", 16)] {
        assert_eq!(forced(shape, "2,4").1, Some(tile), "{shape}");
    }
    // Edixhoven 2019, spawns of 2 only.
    assert_eq!(forced("2x2", "2").1, Some(16));
}

#[test]
fn problems_that_make_no_sense_are_refused() {
    let rules = Rules::classic("3x3".parse().unwrap());
    let refused = |goal, opponent| Problem::new(rules.clone(), goal, opponent, None).unwrap_err();
    assert_eq!(refused(Goal::Tile, Opponent::Helper), ProblemError::NoTarget);
    assert_eq!(refused(Goal::Largest, Opponent::Chance), ProblemError::LargestOfChance);
    let problem = random("3x3", "score");
    assert_eq!(problem.clone().narrowed(2), Err(ProblemError::LimitedSlides));
    assert!(matches!(AllBoards::new(&problem), Err(AllBoardsError::Problem { .. })));
    let forced = |shape: &str, tile: &str| {
        let problem = self::problem(shape, "2", tile, Opponent::Adversary, None).unwrap();
        AllBoards::new(&problem).map(|_| ())
    };
    assert!(matches!(forced("3x3", "tile:16"), Err(AllBoardsError::Shape { .. })));
    assert!(matches!(forced("4x4", "tile:128"), Err(AllBoardsError::Target { face: 128, .. })));
    assert!(matches!(forced("2x2", "tile:2"), Err(AllBoardsError::Target { face: 2, .. })));
    assert_eq!(forced("4x4", "tile:64"), Ok(()));
}

#[test]
fn stores_of_earlier_versions_are_refused_by_name() {
    let problem = random("2x2", "score");
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("solution.json"), "{}").unwrap();
    let refused = |error: StoreError| {
        assert!(matches!(error, StoreError::Version { found: 1, .. }), "{error}");
        assert!(error.to_string().contains("solution.json"), "{error}");
    };
    refused(Solution::open(dir.path()).err().unwrap());
    refused(Solver::new(&problem).with_store(dir.path()).err().unwrap());
}

#[test]
fn every_engine_leads_to_the_same_values() {
    for (shape, goal, target) in
        [("2x3", "score", None), ("3x4", "tile:16", None), ("4x4", "score", Some(8))]
    {
        let problem = problem(shape, "2:0.9,4:0.1", goal, Opponent::Chance, target).unwrap();
        let game = problem.game();
        let runs = || Engines::sparse(SparseEngine::new(game, None));
        let matrices = || Engines::dense(DenseEngine::new(game).unwrap());
        let all = || Engines::new(game, None, 1 << 30, false);
        let expected = Solver::new(&problem).with_engines(runs()).run(&()).unwrap();
        let engines: [&(dyn Fn() -> Engines + Sync); 3] = [&runs, &matrices, &all];
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for engines in engines {
                let solver = || Solver::new(&problem).with_engines(engines());
                let solved = pool.install(|| solver().run(&()).unwrap());
                assert_eq!(solved, expected, "{shape} on {threads} threads");
                let solved = pool.install(|| solver().keep_every(3).run(&()).unwrap());
                assert_eq!(solved, expected, "{shape} on {threads} threads, with checkpoints");
            }
        }
    }
}

#[test]
fn all_boards_come_out_alike_on_one_thread_and_on_two() {
    let problem = problem("4x4", "2,4", "tile:8", Opponent::Adversary, None).unwrap();
    let decide = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| AllBoards::new(&problem).unwrap().run(&()).unwrap())
    };
    assert_eq!(decide(1), decide(2));
}

#[test]
fn counted_positions_are_not_found_again() {
    for (shape, goal) in [("2x3", "score"), ("3x3", "tile:32"), ("4x4", "tile:8")] {
        let problem = random(shape, goal);
        let expected = Solver::new(&problem).run(&()).unwrap();
        let game = problem.game();
        for start in [Start::TwoTiles, Start::Empty, Start::OneOrTwo] {
            let counted = tempfile::tempdir().unwrap();
            let game = LayeredGame::new(game.rules().clone(), game.target(), start).unwrap();
            Counter::new(&game).with_store(counted.path()).unwrap().run(&()).unwrap();
            let kinds: Vec<Kind> =
                Store::peek(counted.path()).unwrap().files().map(|file| file.2.kind).collect();
            assert!(shape != "4x4" || kinds.contains(&Kind::Dense));
            let solver = || Solver::new(&problem).with_counted(counted.path()).unwrap();
            assert_eq!(solver().run(&()).unwrap(), expected, "{shape}");
            let dir = tempfile::tempdir().unwrap();
            for patience in [100, 150, u64::MAX] {
                let watch = Impatient(AtomicU64::new(patience));
                match solver().with_store(dir.path()).unwrap().run(&watch) {
                    Ok(solved) => assert_eq!(solved, expected, "{shape}"),
                    Err(LayerError::Stopped) => assert!(patience < u64::MAX),
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
    let other = tempfile::tempdir().unwrap();
    let problem = random("2x3", "score");
    let rules = Rules::only_twos("2x3".parse().unwrap());
    let game = LayeredGame::new(rules, None, Start::TwoTiles).unwrap();
    Counter::new(&game).with_store(other.path()).unwrap().run(&()).unwrap();
    let error = Solver::new(&problem).with_counted(other.path()).unwrap().run(&()).unwrap_err();
    assert!(matches!(error, LayerError::Store(StoreError::OtherGame { .. })), "{error}");
    let values = tempfile::tempdir().unwrap();
    solve_into(values.path(), &problem);
    let error = Solver::new(&problem).with_counted(values.path()).unwrap().run(&()).unwrap_err();
    assert!(matches!(error, LayerError::Store(StoreError::NoPositions { .. })), "{error}");
}

#[test]
fn a_policy_says_the_best_slide_of_every_live_position() {
    let problem = random("2x3", "score");
    let dir = tempfile::tempdir().unwrap();
    let (solved, solution) = solve_into(dir.path(), &problem);
    let mut file = Vec::new();
    let live = write_policy(&solution, &mut file, &()).unwrap();
    assert!(live < solved.positions);
    let bytes = file.len() as u64;
    assert!(4 * bytes < live + 4 * (40 + 17 * solved.layers as u64), "two bits a position");
    let policy = read_policy(&file).unwrap();
    assert_eq!(policy.len(), solved.layers);
    let mut naive = NaiveSolver::<f64>::new(&problem);
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

/// Changes the last value of a layer, and signs everything again.
fn forge(dir: &Path, sum: u64, change: impl Fn(f64) -> f64) {
    let store = Store::open(dir).unwrap();
    let (game, problem) = (store.game().clone(), store.manifest().problem.clone());
    let reader = store.file(sum, Role::Values).unwrap().unwrap();
    let blocks = reader.index().to_vec();
    let mut contents = Vec::new();
    for index in 0..blocks.len() {
        let mut bytes = Vec::new();
        reader.read_block(index, &mut bytes).unwrap();
        contents.push(bytes);
    }
    drop((reader, store));
    let last = contents.last_mut().unwrap();
    let place = last.len() - 8;
    let value = f64::from_le_bytes(last[place..].try_into().unwrap());
    last[place..].copy_from_slice(&change(value).to_le_bytes());
    let mut store = StoreWriter::open(dir, &game, problem, 1).unwrap();
    let mut file = store.create(Role::Values, Kind::Sparse, sum).unwrap();
    for (block, bytes) in blocks.iter().zip(&contents) {
        file.block(block.key, block.boards, bytes).unwrap();
    }
    store.add_values(&file.finish().unwrap()).unwrap();
}

#[test]
fn values_that_do_not_follow_are_named() {
    let problem = random("2x2", "score");
    let dir = tempfile::tempdir().unwrap();
    drop(solve_into(dir.path(), &problem));
    for change in [|value: f64| value / 2.0, |value| value + 100.0, |value| value * (1.0 + 1e-9)] {
        forge(dir.path(), 12, change);
        let solution = Solution::open(dir.path()).unwrap();
        assert!(
            solution.verify(&()).iter().all(|file| file.error.is_none()),
            "checksums are right"
        );
        // The layers below depend on the value; the first one that is wrong is the forged one.
        let wrong = solution.recompute(&()).unwrap().wrong.expect("a wrong value");
        assert_eq!(wrong.sum, 12);
        drop(solution);
        forge(dir.path(), 12, |_| wrong.again);
        assert_eq!(Solution::open(dir.path()).unwrap().recompute(&()).unwrap().wrong, None);
    }
    for undefined in [f64::NAN, -1.0] {
        forge(dir.path(), 12, |_| undefined);
        let error = Solution::open(dir.path()).unwrap().recompute(&()).unwrap_err();
        assert!(error.to_string().contains("sum-00000012.values.layer"), "{error}");
    }
}
