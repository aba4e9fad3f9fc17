//! The lines of a sweep by the largest tile, against a walk over all boards one by one.

use std::collections::BTreeMap;
use std::sync::Mutex;

use twofold_core::{Progress, Rules, Tile, TileSystem, Watch};
use twofold_symbolic::slider::{
    Constraint, SliderProblem, Sweep, WalkError, boards_of_line, highest_lines, prove, walk,
};
use twofold_symbolic::{Bcdd, Iteration, Observer, Resources};

/// Keeps all steps.
#[derive(Default)]
struct Log(Mutex<Vec<Iteration>>);

impl Watch for Log {
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

impl Observer for Log {
    fn iteration(&self, iteration: Iteration) {
        self.0.lock().unwrap().push(iteration);
    }

    fn micros(&self) -> u64 {
        0
    }
}

fn only_twos(shape: &str) -> Rules {
    Rules::only_twos(shape.parse().unwrap())
}

fn tile(rank: u8) -> Tile {
    Tile::new(rank).unwrap()
}

#[test]
fn lines_hold_the_boards_that_a_plain_walk_finds() {
    for (shape, target) in [("3x3", 3), ("3x3", 4), ("2x3", 5), ("3x2", 5)] {
        let mut problem = SliderProblem::new(only_twos(shape), tile(target));
        problem.method.sweep = Sweep::Max;
        problem.method.constraint = Constraint::Corollary7;
        let log = Log::default();
        prove::<Bcdd, _>(&problem, Resources { memory: 1 << 26, threads: 1 }, &log).unwrap();
        let mut found: BTreeMap<String, String> = BTreeMap::new();
        for step in log.0.into_inner().unwrap() {
            found.insert(step.line.unwrap(), step.states.to_string());
        }
        let lines = walk(&problem.rules, problem.target).unwrap();
        assert_eq!(found.len(), lines.len());
        for ((rank, times), count) in lines {
            let boards = boards_of_line(problem.rules.shape, rank, times);
            assert_eq!(boards, count.positions.into());
            let states = count.positions_won + count.afterstates_won;
            assert_eq!(found[&format!("({rank},{times})")], states.to_string());
        }
    }
}

#[test]
fn walks_and_sums_count_the_same() {
    for (shape, target) in [("2x2", 4), ("3x3", 4), ("2x4", 3), ("1x4", 4)] {
        let mut problem = SliderProblem::new(only_twos(shape), tile(target));
        problem.method.constraint = Constraint::Corollary7;
        problem.method.strong = true;
        let resources = Resources { memory: 1 << 26, threads: 1 };
        let answer = prove::<Bcdd, ()>(&problem, resources, &()).unwrap();
        let lines = walk(&problem.rules, problem.target).unwrap();
        let positions: u64 = lines.values().map(|line| line.positions_won).sum();
        let afterstates: u64 = lines.values().map(|line| line.afterstates_won).sum();
        assert_eq!(answer.states.unwrap(), [positions.into(), afterstates.into()]);
        assert_eq!(answer.forced, lines[&(0, problem.rules.shape.cells())].afterstates_won == 1);
    }
}

/// Counts full boards without neighbours to merge that Corollary 7 allows, and their tiles of rank
/// 1, when tiles of rank `highest + 1` lie on some of the cells of 4x4. `left` are the cells that
/// hold ranks up to `highest`.
fn dead_boards(left: u16, highest: u32) -> (u64, u64) {
    if highest == 0 {
        return (u64::from(left == 0), 0);
    }
    let (mut boards, mut ones) = (0, 0);
    let smaller = |&cells: &u16| (cells > 0).then(|| (cells - 1) & left);
    let subsets = std::iter::successors(Some(left), smaller);
    for cells in subsets.filter(|&cells| !touch(cells)) {
        let lower = left & !cells;
        if cells == 0 || lower.count_ones() >= highest - 1 {
            let (more, more_ones) = dead_boards(lower, highest - 1);
            boards += more;
            ones += more_ones + if highest == 1 { more * u64::from(cells.count_ones()) } else { 0 };
        }
    }
    (boards, ones)
}

/// Whether two cells of 4x4 are neighbours.
fn touch(cells: u16) -> bool {
    cells & (cells >> 4) != 0 || cells & (cells >> 1) & 0x7777 != 0
}

#[test]
fn with_seven_highest_tiles_only_dead_boards_are_lost() {
    let lines = highest_lines(&only_twos("4x4"), tile(4), 7).unwrap();
    let line = lines[&(3, 7)];
    let apart = (0..=u16::MAX).filter(|cells| cells.count_ones() == 7 && !touch(*cells));
    let dead = apart.map(|highest| dead_boards(!highest, 2));
    let (boards, ones) = dead.fold((0, 0), |sum, more| (sum.0 + more.0, sum.1 + more.1));
    assert_eq!(line.positions - line.positions_won, boards);
    // A tile of rank 1 that spawns in the last empty cell makes a dead board.
    assert_eq!(line.afterstates - line.afterstates_won, ones);
}

#[test]
fn huge_walks_are_refused() {
    assert_eq!(
        walk(&only_twos("4x4"), tile(11)),
        Err(WalkError::TooManyBoards { shape: "4x4".parse().unwrap(), target: 2048 })
    );
}

#[test]
fn lines_of_the_highest_rank_by_patterns_are_those_of_the_walk() {
    for (shape, target) in [
        ("2x2", 4),
        ("2x3", 5),
        ("3x2", 5),
        ("3x3", 3),
        ("3x3", 5),
        ("4x2", 4),
        ("1x4", 4),
        ("3x4", 3),
    ] {
        let (rules, target) = (only_twos(shape), tile(target));
        let mut expected = walk(&rules, target).unwrap();
        expected.retain(|line, _| line.0 == target.rank() - 1);
        assert_eq!(highest_lines(&rules, target, 1), Ok(expected), "{shape} {target:?}");
    }
    // Fewer highest tiles take larger tables.
    let is_too_many = |shape, rank, fewest| {
        let lines = highest_lines(&only_twos(shape), tile(rank), fewest);
        matches!(lines, Err(WalkError::TooManyBoards { .. }))
    };
    assert!(is_too_many("4x4", 11, 6));
    assert!(is_too_many("3x3", 9, 3));
}

#[test]
fn other_games_are_walked_through_or_refused_by_name() {
    for tiles in TileSystem::ALL {
        let mut rules = Rules::new("2x2".parse().unwrap(), tiles);
        assert!(matches!(highest_lines(&rules, tile(4), 1), Err(WalkError::Rules { .. })));
        rules.spawn.placement = twofold_core::Placement::TrailingEdge;
        let error = walk(&rules, tile(4)).unwrap_err();
        assert!(error.to_string().contains(tiles.name()), "{error}");
    }
}
