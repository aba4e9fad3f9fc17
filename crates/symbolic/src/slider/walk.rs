//! Slider against Dropper without diagrams: every board one by one.
//!
//! Slow and simple, and therefore the oracle of everything else here; tiles of value 1 are dropped.

use std::collections::BTreeMap;

use twofold_core::Shape;

use super::line;
use super::sums::weight;

/// Boards of a line of the sweep of Edixhoven 2019 that Corollary 7 allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCount {
    /// Boards with Slider to move.
    pub positions: u64,
    /// Those that Slider wins.
    pub positions_won: u64,
    /// Those of them that hold a tile of value 1, as every board does after a drop.
    pub positions_won_after_a_drop: u64,
    /// Boards with an empty cell and Dropper to move.
    pub afterstates: u64,
    /// Those that Slider wins.
    pub afterstates_won: u64,
}

/// By the largest value and how often it is there.
pub type Lines = BTreeMap<(u8, usize), LineCount>;

/// The most boards that a walk keeps, in a byte each.
const MOST_BOARDS: usize = 1 << 30;

const SLIDER_WINS_POSITION: u8 = 1;
const SLIDER_WINS_AFTERSTATE: u8 = 2;

/// Classifies every board with values below `goal` that Corollary 7 of Edixhoven 2019 allows;
/// nothing if there are too many boards.
pub fn walk(shape: Shape, goal: u8) -> Option<Lines> {
    let boards = usize::from(goal).checked_pow(shape.cells() as u32)?;
    if goal < 2 || boards > MOST_BOARDS {
        return None;
    }
    let mut walk = Walk {
        rows: LinesOf::new(shape.columns(), goal),
        columns: LinesOf::new(shape.rows(), goal),
        shape,
        goal,
        judged: vec![0; boards],
    };
    let mut lines = Lines::new();
    for sum in (0..=shape.cells() * weight(goal - 1)).rev() {
        let mut layer = Vec::new();
        walk.layer(&mut Vec::new(), sum, &mut layer);
        // Drops lead to a higher sum, slides to the afterstates just judged.
        for &number in &layer {
            let (is_roomy, is_won) = walk.after_drops(number);
            walk.judged[number] |= if is_won { SLIDER_WINS_AFTERSTATE } else { 0 };
            let count = lines.entry(walk.line(number)).or_default();
            count.afterstates += u64::from(is_roomy);
            count.afterstates_won += u64::from(is_won);
        }
        for &number in &layer {
            let is_won = walk.has_winning_slide(number);
            walk.judged[number] |= if is_won { SLIDER_WINS_POSITION } else { 0 };
            let has_been_dropped = walk.values(number).any(|value| value == 1);
            let count = lines.entry(walk.line(number)).or_default();
            count.positions += 1;
            count.positions_won += u64::from(is_won);
            count.positions_won_after_a_drop += u64::from(is_won && has_been_dropped);
        }
    }
    Some(lines)
}

/// All ways to fill a line, by number: cells are digits, the first one lowest.
struct LinesOf {
    values: Vec<Vec<u8>>,
    /// What they become by a slide to the first cell, and to the last; nothing if it makes the goal.
    slid: [Vec<Option<usize>>; 2],
    by_weight: Vec<Vec<usize>>,
}

impl LinesOf {
    fn new(length: usize, goal: u8) -> LinesOf {
        let values: Vec<Vec<u8>> = line::all(length, goal).collect();
        let number = |line: &[u8]| {
            let digits = line.iter().rev();
            digits.fold(0, |number, &value| number * usize::from(goal) + usize::from(value))
        };
        let turned = |line: &[u8]| -> Vec<u8> { line.iter().rev().copied().collect() };
        let first = |line: &Vec<u8>| line::slide(line, goal).map(|line| number(&line));
        let last =
            |line: &Vec<u8>| line::slide(&turned(line), goal).map(|line| number(&turned(&line)));
        let slid = [values.iter().map(first).collect(), values.iter().map(last).collect()];
        let mut by_weight = vec![Vec::new(); length * weight(goal - 1) + 1];
        for (number, line) in values.iter().enumerate() {
            by_weight[line.iter().map(|&value| weight(value)).sum::<usize>()].push(number);
        }
        LinesOf { values, slid, by_weight }
    }
}

struct Walk {
    shape: Shape,
    goal: u8,
    rows: LinesOf,
    columns: LinesOf,
    /// For every board who wins it, with either player to move.
    judged: Vec<u8>,
}

impl Walk {
    /// Gathers the numbers of all boards whose last rows are given and whose others have a sum.
    fn layer(&self, last_rows: &mut Vec<usize>, left: usize, layer: &mut Vec<usize>) {
        let missing = self.shape.rows() - last_rows.len();
        let heaviest = self.rows.by_weight.len() - 1;
        let rows = if missing == 1 { left..=left } else { 0..=left.min(heaviest) };
        for weight in rows.filter(|&weight| left - weight <= (missing - 1) * heaviest) {
            for &row in self.rows.by_weight.get(weight).into_iter().flatten() {
                last_rows.push(row);
                if missing > 1 {
                    self.layer(last_rows, left - weight, layer);
                } else {
                    let board = last_rows.iter().fold(0, |n, row| n * self.rows.values.len() + row);
                    if self.is_plausible(board) {
                        layer.push(board);
                    }
                }
                last_rows.pop();
            }
        }
    }

    /// The rows of a board; the first one is the lowest digit.
    fn rows_of(&self, mut board: usize) -> impl Iterator<Item = usize> {
        let rows = self.rows.values.len();
        (0..self.shape.rows()).map(move |_| {
            let row = board % rows;
            board /= rows;
            row
        })
    }

    fn values(&self, board: usize) -> impl Iterator<Item = u8> {
        self.rows_of(board).flat_map(|row| self.rows.values[row].iter().copied())
    }

    fn is_plausible(&self, board: usize) -> bool {
        let mut counts = [0_usize; 32];
        self.values(board).for_each(|value| counts[usize::from(value)] += 1);
        let mut lower = counts[0];
        (1..usize::from(self.goal)).all(|value| {
            let has_room = counts[value] == 0 || lower >= value - 1;
            lower += counts[value];
            has_room
        })
    }

    fn line(&self, board: usize) -> (u8, usize) {
        let largest = self.values(board).max().unwrap_or(0);
        (largest, self.values(board).filter(|&value| value == largest).count())
    }

    /// Whether there is room for a tile, and whether Slider wins wherever it is dropped.
    fn after_drops(&self, board: usize) -> (bool, bool) {
        let (mut is_roomy, mut is_won) = (false, true);
        let mut place = 1;
        for value in self.values(board) {
            if value == 0 {
                is_roomy = true;
                is_won &= self.judged[board + place] & SLIDER_WINS_POSITION > 0;
            }
            place *= usize::from(self.goal);
        }
        (is_roomy, is_roomy && is_won)
    }

    fn has_winning_slide(&self, board: usize) -> bool {
        let wins = |slid: Option<usize>| match slid {
            None => true,
            Some(next) => next != board && self.judged[next] & SLIDER_WINS_AFTERSTATE > 0,
        };
        (0..2).any(|end| wins(self.rows_slid(board, end)) || wins(self.columns_slid(board, end)))
    }

    fn rows_slid(&self, board: usize, end: usize) -> Option<usize> {
        let (mut next, mut place) = (0, 1);
        for row in self.rows_of(board) {
            next += place * self.rows.slid[end][row]?;
            place *= self.rows.values.len();
        }
        Some(next)
    }

    fn columns_slid(&self, board: usize, end: usize) -> Option<usize> {
        let goal = usize::from(self.goal);
        let mut columns = [0; 16];
        let mut place = 1;
        for row in self.rows_of(board) {
            for (column, &value) in columns.iter_mut().zip(&self.rows.values[row]) {
                *column += place * usize::from(value);
            }
            place *= goal;
        }
        let mut next = 0;
        let mut place_of_column = 1;
        for &column in &columns[..self.shape.columns()] {
            let mut place = place_of_column;
            for &value in &self.columns.values[self.columns.slid[end][column]?] {
                next += place * usize::from(value);
                place *= self.rows.values.len();
            }
            place_of_column *= goal;
        }
        Some(next)
    }
}
