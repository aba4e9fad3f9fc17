//! What counting or solving will take, judged by the first layers.

use std::collections::BTreeMap;

use twofold_core::{Shape, Symmetry, Tile};

use super::counter::Counter;
use twofold_core::Watch;
use twofold_layers::sparse::SparseEngine;
use twofold_layers::{Engines, LayerError, LayeredGame, Positions};

/// Positions after which looking ahead ends.
const LOOK: u64 = 200_000;

/// Later layers hold a larger share of all conceivable boards than the early ones that were looked
/// at: two to three times on 3×3 and on 4×4 to 16, 32 and 64.
const LATER: f64 = 2.5;

/// Nanoseconds of one core for a position: in bit matrices, and in sorted runs.
const WORK_DENSE: f64 = 40.0;
const WORK_SPARSE: f64 = 155.0;
/// Bytes on disk for a position; measured on 4×4.
const DISK: f64 = 0.22;
/// Bytes of memory for a position of the largest layer, in sorted runs.
const STEP: f64 = 24.0;
/// Matrices of the size of the largest layer that there are at a time, landed boards included.
const MATRICES: f64 = 3.0;
/// Bytes of memory for an afterstate that is kept for the way back.
const KEPT: f64 = 1.2;
/// Bytes of memory for an afterstate of the largest layer on the way back, in its own table and
/// in that of another layer: if there is enough, and at least.
const VALUED: f64 = 90.0;
const VALUED_AT_LEAST: f64 = 59.0;

/// What counting or solving will take. Unless it is exact, expect it to be wrong by a factor of two or
/// three.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Positions in all.
    pub positions: f64,
    /// A number of positions that is certainly not exceeded.
    pub at_most: f64,
    /// Positions of the largest layer.
    pub largest_layer: f64,
    /// Afterstates in all.
    pub afterstates: f64,
    /// Bytes of memory that the largest layer takes as a matrix, if it can be one.
    matrix: f64,
    /// Bytes on disk, if layers are kept.
    pub disk: f64,
    /// Seconds of work on one core.
    pub seconds: f64,
    /// Whether the look ahead reached the end of the game.
    pub is_exact: bool,
}

impl Forecast {
    /// Bytes of memory that the data of a count takes, unless it has to go to disk.
    pub fn memory_to_count(&self, game: &LayeredGame, allowed: u64) -> f64 {
        match Engines::dense_tables(game, allowed, false) {
            Some(tables) => tables as f64 + self.matrix.min(self.largest_layer * STEP),
            None => self.largest_layer * STEP,
        }
    }

    /// Bytes of memory that the data of a solution takes, if there is enough of it.
    pub fn memory_to_solve(&self, has_store: bool) -> f64 {
        let kept = if has_store { 0.0 } else { self.afterstates * KEPT };
        kept + (self.largest_layer * STEP).max(self.valued() * VALUED)
    }

    /// Bytes of memory without which the way back cannot be gone.
    pub fn least_to_solve(&self, has_store: bool) -> f64 {
        let kept = if has_store { 0.0 } else { self.afterstates * KEPT };
        kept + self.valued() * VALUED_AT_LEAST
    }

    /// Afterstates of the largest layer.
    fn valued(&self) -> f64 {
        self.largest_layer * self.afterstates / self.positions.max(1.0)
    }
}

/// Looks at the first layers and judges the rest by how many boards are conceivable at all.
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_solve::count::forecast;
/// use twofold_layers::{Start, LayeredGame};
///
/// let game = LayeredGame::new(Rules::classic("3x3".parse()?), Tile::new(10), Start::TwoTiles)?;
/// let forecast = forecast(&game, None, &())?;
/// // There are 29,063,397.
/// assert!(forecast.positions > 5e6 && forecast.positions < 2e8, "{forecast:?}");
/// assert!(forecast.at_most > 29_063_397.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forecast(
    game: &LayeredGame,
    until_sum: Option<u64>,
    watch: &dyn Watch,
) -> Result<Forecast, LayerError> {
    let conceivable = conceivable(game, until_sum);
    let runs = Engines::sparse(SparseEngine::new(game, None));
    let seen = Counter::new(game).with_engines(runs);
    let seen = seen.until_sum(until_sum).until_positions(LOOK).run(&Positions(watch))?;
    let totals: Vec<(u64, f64)> =
        seen.game.layers().iter().map(|layer| (layer.sum, layer.total().orbits as f64)).collect();
    let last_sum = totals.last().map_or(0, |&(sum, _)| sum);
    let so_far: f64 = totals.iter().map(|&(_, total)| total).sum();
    let mut largest = totals.iter().map(|&(_, total)| total).fold(0.0, f64::max);
    let later = || conceivable.range(last_sum + 1..).map(|(_, &boards)| boards);
    let seen_afterstates = seen.game.afterstates().orbits as f64;
    let reached_end = seen.is_complete || until_sum.is_some_and(|last| last_sum >= last);
    let images = Symmetry::of(game.rules().shape).len() as f64;
    let mut positions = so_far;
    if !reached_end {
        // The share of the last few layers, a little steadier than that of the last one.
        let tail = &totals[totals.len().saturating_sub(4)..];
        let known: f64 = tail.iter().map(|&(_, total)| total).sum();
        let possible: f64 = tail.iter().filter_map(|(sum, _)| conceivable.get(sum)).sum();
        let share = (LATER * known / possible.max(1.0)).min(1.0);
        positions += share * later().sum::<f64>();
        largest = largest.max(share * later().fold(0.0, f64::max));
    }
    Ok(Forecast {
        positions,
        at_most: if reached_end { so_far } else { so_far + later().sum::<f64>() },
        largest_layer: largest,
        afterstates: seen_afterstates / so_far.max(1.0) * positions,
        matrix: MATRICES * images / 8.0 * conceivable.values().copied().fold(0.0, f64::max),
        disk: positions * DISK,
        seconds: positions * work(game) / 1e9,
        is_exact: reached_end,
    })
}

/// Nanoseconds for a position.
fn work(game: &LayeredGame) -> f64 {
    let shape = game.rules().shape;
    let few_halves = game.highest_rank() <= 6;
    if few_halves && shape.is_square() && shape.rows().is_multiple_of(2) {
        WORK_DENSE
    } else {
        WORK_SPARSE
    }
}

/// Boards of each tile sum that could be thought of, up to symmetry: every cell empty or with a tile
/// below the goal, and no tile that is higher than the board can ever hold. Counted with Burnside's
/// lemma: the mean number of boards that a symmetry leaves as they are.
fn conceivable(game: &LayeredGame, until_sum: Option<u64>) -> BTreeMap<u64, f64> {
    let shape = game.rules().shape;
    let values: Vec<usize> = (0..=game.highest_rank())
        .filter_map(Tile::new)
        .map(|tile| game.face(tile) as usize)
        .collect();
    let most = values.iter().max().map_or(0, |value| value * shape.cells());
    let most = until_sum.map_or(most, |sum| most.min(sum as usize));
    let mut boards = vec![0.0; most + 1];
    let group = Symmetry::of(shape);
    for &symmetry in group {
        for (total, fixed) in boards.iter_mut().zip(fixed_boards(shape, symmetry, &values, most)) {
            *total += fixed / group.len() as f64;
        }
    }
    let sums = boards.into_iter().enumerate().filter(|(_, count)| *count > 0.0);
    sums.map(|(sum, count)| (sum as u64, count)).collect()
}

/// For each tile sum, the boards that a symmetry leaves as they are: cells that it takes into each
/// other hold equal tiles.
fn fixed_boards(shape: Shape, symmetry: Symmetry, values: &[usize], most: usize) -> Vec<f64> {
    let mut boards = vec![0.0; most + 1];
    boards[0] = 1.0;
    let mut seen = vec![false; shape.cells()];
    for start in 0..shape.cells() {
        let (mut cell, mut length) = (start, 0);
        while !seen[cell] {
            seen[cell] = true;
            length += 1;
            cell = shape.index(symmetry.cell(shape, shape.cell(cell)));
        }
        if length == 0 {
            continue;
        }
        let mut more = vec![0.0; most + 1];
        for (sum, &count) in boards.iter().enumerate().filter(|(_, count)| **count > 0.0) {
            for value in values {
                if let Some(slot) = more.get_mut(sum + value * length) {
                    *slot += count;
                }
            }
        }
        boards = more;
    }
    boards
}

#[cfg(test)]
mod tests {
    use twofold_core::Rules;
    use twofold_layers::Start;

    use super::*;

    #[test]
    fn conceivable_boards_are_counted_up_to_symmetry() {
        // On 2x2 with ranks 0 and 1: no tile, one, two (side by side or not), three, four.
        let rules = Rules::classic("2x2".parse().unwrap());
        let game = LayeredGame::new(rules, Tile::new(2), Start::TwoTiles).unwrap();
        let boards: Vec<_> = conceivable(&game, None).into_iter().collect();
        assert_eq!(boards, [(0, 1.0), (2, 1.0), (4, 2.0), (6, 1.0), (8, 1.0)]);
    }

    #[test]
    fn short_games_are_forecast_exactly() {
        let rules = Rules::classic("2x2".parse().unwrap());
        let game = LayeredGame::new(rules, None, Start::TwoTiles).unwrap();
        let forecast = forecast(&game, None, &()).unwrap();
        assert!(forecast.is_exact);
        assert_eq!((forecast.positions, forecast.at_most), (110.0, 110.0));
    }
}
