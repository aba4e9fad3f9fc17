//! The lines of a sweep by the largest tile, against a walk over all boards one by one.

use std::collections::BTreeMap;
use std::sync::Mutex;

use twofold_exact::{Progress, Watch};
use twofold_symbolic::slider::{
    Constraint, Question, Sweep, boards_of_line, highest_lines, prove, walk,
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

#[test]
fn lines_hold_the_boards_that_a_plain_walk_finds() {
    for (shape, goal) in [("3x3", 3), ("3x3", 4), ("2x3", 5), ("3x2", 5)] {
        let mut question = Question::new(shape.parse().unwrap(), goal);
        question.method.sweep = Sweep::Max;
        question.method.constraint = Constraint::Corollary7;
        let log = Log::default();
        prove::<Bcdd, _>(&question, Resources { memory: 1 << 26, threads: 1 }, &log).unwrap();
        let mut found: BTreeMap<String, String> = BTreeMap::new();
        for step in log.0.into_inner().unwrap() {
            found.insert(step.line.unwrap(), step.states.to_string());
        }
        let lines = walk(question.shape, goal).unwrap();
        assert_eq!(found.len(), lines.len());
        for ((value, times), count) in lines {
            let boards = boards_of_line(question.shape, value, times);
            assert_eq!(boards, count.positions.into());
            let states = count.positions_won + count.afterstates_won;
            assert_eq!(found[&format!("({value},{times})")], states.to_string());
        }
    }
}

#[test]
fn walks_and_sums_count_the_same() {
    for (shape, goal) in [("2x2", 4), ("3x3", 4), ("2x4", 3), ("1x4", 4)] {
        let mut question = Question::new(shape.parse().unwrap(), goal);
        question.method.constraint = Constraint::Corollary7;
        question.method.strong = true;
        let resources = Resources { memory: 1 << 26, threads: 1 };
        let answer = prove::<Bcdd, ()>(&question, resources, &()).unwrap();
        let lines = walk(question.shape, goal).unwrap();
        let positions: u64 = lines.values().map(|line| line.positions_won).sum();
        let afterstates: u64 = lines.values().map(|line| line.afterstates_won).sum();
        assert_eq!(answer.states.unwrap(), [positions.into(), afterstates.into()]);
        assert_eq!(answer.forced, lines[&(0, question.shape.cells())].afterstates_won == 1);
    }
}

/// Counts full boards without neighbours to merge that Corollary 7 allows, and their tiles of value
/// 1, when tiles of value `highest + 1` lie on some of the cells of 4x4. `left` are the cells that
/// hold values up to `highest`.
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
    let lines = highest_lines("4x4".parse().unwrap(), 4, 7).unwrap();
    let line = lines[&(3, 7)];
    let apart = (0..=u16::MAX).filter(|cells| cells.count_ones() == 7 && !touch(*cells));
    let dead = apart.map(|highest| dead_boards(!highest, 2));
    let (boards, ones) = dead.fold((0, 0), |sum, more| (sum.0 + more.0, sum.1 + more.1));
    assert_eq!(line.positions - line.positions_won, boards);
    // A drop of a tile of value 1 into the last empty cell makes a dead board.
    assert_eq!(line.afterstates - line.afterstates_won, ones);
}

#[test]
fn huge_walks_are_refused() {
    assert_eq!(walk("4x4".parse().unwrap(), 11), None);
}

#[test]
fn lines_of_the_highest_value_by_patterns_are_those_of_the_walk() {
    for (shape, goal) in [
        ("2x2", 4),
        ("2x3", 5),
        ("3x2", 5),
        ("3x3", 3),
        ("3x3", 5),
        ("4x2", 4),
        ("1x4", 4),
        ("3x4", 3),
    ] {
        let shape = shape.parse().unwrap();
        let mut expected = walk(shape, goal).unwrap();
        expected.retain(|line, _| line.0 == goal - 1);
        assert_eq!(highest_lines(shape, goal, 1), Some(expected), "{shape:?} {goal}");
    }
    // Fewer highest tiles take larger tables.
    assert_eq!(highest_lines("4x4".parse().unwrap(), 11, 6), None);
    assert_eq!(highest_lines("3x3".parse().unwrap(), 9, 3), None);
}
