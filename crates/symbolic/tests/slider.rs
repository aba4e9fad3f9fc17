//! Every way to ask what Slider can force classifies the same boards.

use twofold_core::{Placement, Rules, SpawnTiles, Tile, TileSystem};
use twofold_symbolic::slider::{
    Answer, Constraint, Encoding, ProveError, SliderProblem, Sweep, VariableOrder, prove, walk,
};
use twofold_symbolic::{Bcdd, Diagram, Player, Resources, Zbdd};

const RESOURCES: Resources = Resources { memory: 1 << 26, threads: 1 };

fn answer<D: Diagram>(problem: &SliderProblem) -> Answer {
    prove::<D, ()>(problem, RESOURCES, &()).unwrap()
}

/// The problem to force a tile of a rank, when tiles of some faces spawn anywhere.
fn problem(tiles: TileSystem, shape: &str, rank: u8, spawns: &str) -> SliderProblem {
    let mut rules = Rules::new(shape.parse().unwrap(), tiles);
    rules.spawn.tiles = SpawnTiles::parse(spawns, tiles).unwrap();
    rules.spawn.placement = Placement::Anywhere;
    let mut problem = SliderProblem::new(rules, Tile::new(rank).unwrap());
    problem.method.strong = true;
    problem
}

fn classic(shape: &str, rank: u8, spawns: &str) -> SliderProblem {
    problem(TileSystem::Classic, shape, rank, spawns)
}

#[test]
fn boards_told_apart_by_their_last_slide_are_those_of_the_fixpoint() {
    for (shape, rank, spawns) in [
        ("2x2", 4, "2"),
        ("2x2", 5, "2,4"),
        ("1x4", 4, "2"),
        ("2x3", 5, "2"),
        ("3x2", 4, "2,4"),
        ("3x3", 3, "4"),
        ("3x3", 4, "2"),
    ] {
        for side in Player::BOTH {
            let mut problem = classic(shape, rank, spawns);
            problem.method.side = side;
            let by_sides = answer::<Zbdd>(&problem);
            problem.method.sweep = Sweep::None;
            let fixpoint = answer::<Bcdd>(&problem);
            assert_eq!(by_sides.forced, fixpoint.forced, "{problem:?}");
            assert_eq!(by_sides.states, fixpoint.states, "{problem:?}");
        }
    }
}

#[test]
fn encodings_and_orders_change_nothing() {
    let mut problem = classic("3x2", 5, "2");
    let expected = answer::<Zbdd>(&problem);
    for encoding in [Encoding::Binary, Encoding::OneHot] {
        for order in [
            VariableOrder::Rows,
            VariableOrder::Columns,
            VariableOrder::Snake,
            VariableOrder::Interleaved,
        ] {
            problem.method.encoding = encoding;
            problem.method.order = order;
            let answer = answer::<Zbdd>(&problem);
            assert_eq!((answer.forced, answer.states), (expected.forced, expected.states.clone()));
        }
    }
}

#[test]
fn sweeps_agree_about_boards_that_corollary_7_allows() {
    for (shape, rank) in [("2x2", 4), ("2x3", 5), ("3x3", 4)] {
        let mut problem = classic(shape, rank, "2");
        problem.method.constraint = Constraint::Corollary7;
        let by_sums = answer::<Zbdd>(&problem);
        for sweep in [Sweep::None, Sweep::Max] {
            problem.method.sweep = sweep;
            let answer = answer::<Bcdd>(&problem);
            assert_eq!((answer.forced, answer.states), (by_sums.forced, by_sums.states.clone()));
        }
    }
}

#[test]
fn other_tile_systems_are_decided_as_a_walk_over_all_boards_decides_them() {
    for (tiles, shape, rank, spawns) in [
        (TileSystem::Fibonacci, "2x2", 5, "1"),
        (TileSystem::Fibonacci, "2x3", 5, "1,2"),
        (TileSystem::Threes, "2x2", 4, "1,2"),
        (TileSystem::Threes, "2x3", 5, "1,2,3"),
        (TileSystem::Fives, "3x2", 4, "2,3"),
        (TileSystem::Classic, "2x3", 5, "2,4"),
        (TileSystem::Classic, "2x3", 5, "8"),
    ] {
        let mut problem = problem(tiles, shape, rank, spawns);
        problem.method.constraint = Constraint::Corollary7;
        let lines = walk(&problem.rules, problem.target).unwrap();
        let won: [u64; 2] = [
            lines.values().map(|line| line.positions_won).sum(),
            lines.values().map(|line| line.afterstates_won).sum(),
        ];
        let empty = lines[&(0, problem.rules.shape.cells())];
        for sweep in [Sweep::None, Sweep::Max, Sweep::Sum] {
            problem.method.sweep = sweep;
            let answer = answer::<Zbdd>(&problem);
            assert_eq!(answer.states, Some(won.map(Into::into)), "{problem:?}");
            assert_eq!(answer.forced, empty.afterstates_won == 1, "{problem:?}");
        }
        // Told apart by their last slide, fewer boards are looked at, and the answer stays.
        problem.method.constraint = Constraint::LastMove;
        for sweep in [Sweep::None, Sweep::Max, Sweep::Sum] {
            problem.method.sweep = sweep;
            let answer = answer::<Bcdd>(&problem);
            assert_eq!(answer.forced, empty.afterstates_won == 1, "{problem:?}");
        }
    }
}

#[test]
fn tiles_that_do_not_fit_are_answered_at_once() {
    // With 2s only, 512 is the largest tile of nine cells; 65536 takes sixteen.
    let mut problem = classic("3x3", 16, "2");
    problem.method.strong = false;
    let answer = answer::<Zbdd>(&problem);
    assert_eq!((answer.forced, answer.iterations), (false, 0));
    assert_eq!(answer.largest, Tile::new(9));
    // A 4 to begin with is worth a cell.
    assert_eq!(classic("3x3", 16, "2,4").largest_tile(), Tile::new(10));
    assert_eq!(problem_of_threes().largest_tile(), None);
    // What does not fit is not forced when it is computed either.
    for (shape, rank, spawns) in [("2x2", 5, "2"), ("2x2", 6, "2,4"), ("1x3", 4, "2")] {
        let problem = classic(shape, rank, spawns);
        assert!(problem.largest_tile().unwrap() < problem.target);
        let answer = self::answer::<Zbdd>(&problem);
        assert!(!answer.forced && answer.iterations > 0);
    }
}

fn problem_of_threes() -> SliderProblem {
    problem(TileSystem::Threes, "2x2", 4, "1,2")
}

#[test]
fn what_diagrams_cannot_do_is_refused_by_name() {
    let refused = |problem: &SliderProblem| prove::<Zbdd, ()>(problem, RESOURCES, &()).unwrap_err();
    assert_eq!(refused(&classic("2x2", 3, "2,8")), ProveError::LowTarget { target: 8 });
    let mut elsewhere = problem_of_threes();
    elsewhere.rules.spawn.placement = Placement::TrailingEdge;
    let placement = Placement::TrailingEdge;
    assert_eq!(refused(&elsewhere), ProveError::Placement { placement });
    let wide = refused(&classic("6x6", 11, "2"));
    assert_eq!(wide, ProveError::ManyLines { target: 2048, length: 6 });
}
