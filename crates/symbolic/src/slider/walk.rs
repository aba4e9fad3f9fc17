//! Slider against Dropper without diagrams: every board one by one.
//!
//! Slow and simple, and therefore the oracle of everything else here.

use std::collections::BTreeMap;

use twofold_core::{Placement, Rules, Shape, Tile};

use super::line;
use super::tiles::Tiles;

/// Boards of a line of the sweep of Edixhoven 2019 that Corollary 7 allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCount {
    /// Boards with Slider to move.
    pub positions: u64,
    /// Those that Slider wins.
    pub positions_won: u64,
    /// Those of them that hold a tile that spawns, as every board does after a spawn.
    pub positions_won_after_a_spawn: u64,
    /// Boards with an empty cell and Dropper to move.
    pub afterstates: u64,
    /// Those that Slider wins.
    pub afterstates_won: u64,
}

/// By the largest rank and how often it is there.
pub type Lines = BTreeMap<(u8, usize), LineCount>;

/// The most boards that a walk keeps, in a byte each.
const MOST_BOARDS: usize = 1 << 30;

const SLIDER_WINS_POSITION: u8 = 1;
const SLIDER_WINS_AFTERSTATE: u8 = 2;

/// Why boards are not classified one by one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WalkError {
    /// The game is not one that can be walked through.
    #[error("boards of this game cannot be classified in this way: {rules}")]
    Rules {
        /// The game.
        rules: Box<Rules>,
    },
    /// There are too many boards, or none of the kind that was asked for.
    #[error("{shape} has too many boards with tiles below {target}, or none with enough of them")]
    TooManyBoards {
        /// The board.
        shape: Shape,
        /// The face of the target.
        target: u64,
    },
}

/// The tiles below a target, if a tile may spawn in any empty cell and none of them is the target.
pub(super) fn check(rules: &Rules, target: Tile) -> Result<Tiles, WalkError> {
    let is_low = rules.spawn.tiles.iter().all(|(tile, _)| tile < target);
    if rules.spawn.placement != Placement::Anywhere || !is_low {
        return Err(WalkError::Rules { rules: Box::new(rules.clone()) });
    }
    let too_many =
        WalkError::TooManyBoards { shape: rules.shape, target: rules.tiles.face(target) };
    Tiles::new(rules, target).map_err(|_| too_many)
}

/// Classifies every board with tiles below a target that Corollary 7 of Edixhoven 2019 allows, or
/// every board at all where it does not apply.
pub fn walk(rules: &Rules, target: Tile) -> Result<Lines, WalkError> {
    let shape = rules.shape;
    let too_many = WalkError::TooManyBoards { shape, target: rules.tiles.face(target) };
    let boards = usize::from(target.rank()).checked_pow(shape.cells() as u32);
    let boards = boards.filter(|&boards| boards <= MOST_BOARDS).ok_or(too_many)?;
    let tiles = check(rules, target)?;
    let mut walk = Walk {
        rows: LinesOf::new(shape.columns(), &tiles),
        columns: LinesOf::new(shape.rows(), &tiles),
        shape,
        tiles,
        won: vec![0; boards],
    };
    let mut lines = Lines::new();
    for sum in (0..=shape.cells() * walk.tiles.heaviest()).rev() {
        let mut layer = Vec::new();
        walk.layer(&mut Vec::new(), sum, &mut layer);
        // Spawns lead to a higher sum, slides to the afterstates just classified.
        for &number in &layer {
            let (is_roomy, is_won) = walk.after_spawns(number);
            walk.won[number] |= if is_won { SLIDER_WINS_AFTERSTATE } else { 0 };
            let count = lines.entry(walk.line(number)).or_default();
            count.afterstates += u64::from(is_roomy);
            count.afterstates_won += u64::from(is_won);
        }
        for &number in &layer {
            let is_won = walk.has_winning_slide(number);
            walk.won[number] |= if is_won { SLIDER_WINS_POSITION } else { 0 };
            let has_spawned = walk.ranks(number).any(|rank| walk.tiles.spawns.contains(&rank));
            let count = lines.entry(walk.line(number)).or_default();
            count.positions += 1;
            count.positions_won += u64::from(is_won);
            count.positions_won_after_a_spawn += u64::from(is_won && has_spawned);
        }
    }
    Ok(lines)
}

/// All ways to fill a line, by number: cells are digits, the first one lowest.
struct LinesOf {
    ranks: Vec<Vec<u8>>,
    /// What they become by a slide to the first cell, and to the last; nothing if it makes the
    /// target.
    slid: [Vec<Option<usize>>; 2],
    by_weight: Vec<Vec<usize>>,
}

impl LinesOf {
    fn new(length: usize, tiles: &Tiles) -> LinesOf {
        let ranks: Vec<Vec<u8>> = line::all(length, tiles.target).collect();
        let number = |line: &[u8]| {
            let digits = line.iter().rev();
            digits.fold(0, |number, &rank| number * usize::from(tiles.target) + usize::from(rank))
        };
        let turned = |line: &[u8]| -> Vec<u8> { line.iter().rev().copied().collect() };
        let slide = |line: &[u8]| tiles.slides.slide(line);
        let first = |line: &Vec<u8>| slide(line).map(|line| number(&line));
        let last = |line: &Vec<u8>| slide(&turned(line)).map(|line| number(&turned(&line)));
        let slid = [ranks.iter().map(first).collect(), ranks.iter().map(last).collect()];
        let mut by_weight = vec![Vec::new(); length * tiles.heaviest() + 1];
        for (number, line) in ranks.iter().enumerate() {
            by_weight[line.iter().map(|&rank| tiles.weight(rank)).sum::<usize>()].push(number);
        }
        LinesOf { ranks, slid, by_weight }
    }
}

struct Walk {
    shape: Shape,
    tiles: Tiles,
    rows: LinesOf,
    columns: LinesOf,
    /// For every board whether Slider wins it, with either player to move.
    won: Vec<u8>,
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
                    let board = last_rows.iter().fold(0, |n, row| n * self.rows.ranks.len() + row);
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
        let rows = self.rows.ranks.len();
        (0..self.shape.rows()).map(move |_| {
            let row = board % rows;
            board /= rows;
            row
        })
    }

    fn ranks(&self, board: usize) -> impl Iterator<Item = u8> {
        self.rows_of(board).flat_map(|row| self.rows.ranks[row].iter().copied())
    }

    fn is_plausible(&self, board: usize) -> bool {
        let mut counts = [0_usize; Tile::MAX_RANK as usize + 1];
        self.ranks(board).for_each(|rank| counts[usize::from(rank)] += 1);
        let mut lower = counts[0];
        (1..self.tiles.target).all(|rank| {
            let count = counts[usize::from(rank)];
            let has_room = count == 0 || lower >= self.tiles.lower_cells(rank);
            lower += count;
            has_room
        })
    }

    fn line(&self, board: usize) -> (u8, usize) {
        let largest = self.ranks(board).max().unwrap_or(0);
        (largest, self.ranks(board).filter(|&rank| rank == largest).count())
    }

    /// Whether there is room for a tile, and whether Slider wins wherever it spawns.
    fn after_spawns(&self, board: usize) -> (bool, bool) {
        let (mut is_roomy, mut is_won) = (false, true);
        let mut place = 1;
        for rank in self.ranks(board) {
            if rank == 0 {
                is_roomy = true;
                let mut spawns = self.tiles.spawns.iter().map(|&rank| usize::from(rank));
                is_won &=
                    spawns.all(|rank| self.won[board + place * rank] & SLIDER_WINS_POSITION > 0);
            }
            place *= usize::from(self.tiles.target);
        }
        (is_roomy, is_roomy && is_won)
    }

    fn has_winning_slide(&self, board: usize) -> bool {
        let wins = |slid: Option<usize>| match slid {
            None => true,
            Some(next) => next != board && self.won[next] & SLIDER_WINS_AFTERSTATE > 0,
        };
        (0..2).any(|end| wins(self.rows_slid(board, end)) || wins(self.columns_slid(board, end)))
    }

    fn rows_slid(&self, board: usize, end: usize) -> Option<usize> {
        let (mut next, mut place) = (0, 1);
        for row in self.rows_of(board) {
            next += place * self.rows.slid[end][row]?;
            place *= self.rows.ranks.len();
        }
        Some(next)
    }

    fn columns_slid(&self, board: usize, end: usize) -> Option<usize> {
        let target = usize::from(self.tiles.target);
        let mut columns = [0; 16];
        let mut place = 1;
        for row in self.rows_of(board) {
            for (column, &rank) in columns.iter_mut().zip(&self.rows.ranks[row]) {
                *column += place * usize::from(rank);
            }
            place *= target;
        }
        let mut next = 0;
        let mut place_of_column = 1;
        for &column in &columns[..self.shape.columns()] {
            let mut place = place_of_column;
            for &rank in &self.columns.ranks[self.columns.slid[end][column]?] {
                next += place * usize::from(rank);
                place *= self.rows.ranks.len();
            }
            place_of_column *= target;
        }
        Some(next)
    }
}
