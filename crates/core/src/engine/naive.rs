//! The specification of a slide: tile by tile, for every shape and tile system.

use super::{Slid, SlideEngine};
use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::grid::Grid;
use crate::rules::Rules;
use crate::shape::Shape;
use crate::tile::{Tile, TileTooLarge};
use crate::tiles::{TileSystem, Travel};

/// The engine that says what the others must do.
#[derive(Clone, Debug)]
pub struct Naive {
    tiles: TileSystem,
}

impl Naive {
    /// An engine for the given rules; there are none that it does not take.
    pub fn new(rules: &Rules) -> Naive {
        Naive { tiles: rules.tiles }
    }
}

impl SlideEngine for Naive {
    type Board = Board;

    fn slide(
        &self,
        board: &Board,
        direction: Direction,
    ) -> Result<Option<Slid<Board>>, TileTooLarge> {
        let mut slid = Slid { board: board.clone(), score: 0 };
        for cells in lines(board.shape(), direction) {
            let before: Vec<Tile> = cells.iter().map(|&cell| board.tile(cell)).collect();
            let (after, score) = slide_line(self.tiles, &before)?;
            for (&cell, &tile) in cells.iter().zip(&after) {
                slid.board.place(cell, tile)?;
            }
            slid.score += score;
        }
        Ok((slid.board != *board).then_some(slid))
    }
}

/// The lines of a board, each from the border that tiles slide to.
pub(crate) fn lines(shape: Shape, direction: Direction) -> Vec<Vec<Cell>> {
    let (count, length) = if direction.is_vertical() {
        (shape.columns(), shape.rows())
    } else {
        (shape.rows(), shape.columns())
    };
    let cell = |line: usize, step: usize| {
        let along = if direction.is_forward() { length - 1 - step } else { step };
        if direction.is_vertical() { Cell::new(along, line) } else { Cell::new(line, along) }
    };
    (0..count).map(|line| (0..length).map(|step| cell(line, step)).collect()).collect()
}

/// Slides one line towards its first cell; returns the line and the score.
pub(crate) fn slide_line(
    tiles: TileSystem,
    line: &[Tile],
) -> Result<(Vec<Tile>, u64), TileTooLarge> {
    match tiles.travel() {
        Travel::Full => slide_fully(tiles, line),
        Travel::OneStep => slide_one_step(tiles, line),
    }
}

fn slide_fully(tiles: TileSystem, line: &[Tile]) -> Result<(Vec<Tile>, u64), TileTooLarge> {
    let mut after: Vec<Tile> = Vec::with_capacity(line.len());
    let mut score = 0;
    let mut last_may_merge = false;
    for &tile in line.iter().filter(|tile| !tile.is_empty()) {
        let merged = match after.last() {
            Some(&last) if last_may_merge => merge(tiles, last, tile)?,
            _ => None,
        };
        if let Some(result) = merged {
            *after.last_mut().expect("there is a last tile") = result;
            score += tiles.merge_score(result);
            last_may_merge = false;
        } else {
            after.push(tile);
            last_may_merge = true;
        }
    }
    after.resize(line.len(), Tile::EMPTY);
    Ok((after, score))
}

fn slide_one_step(tiles: TileSystem, line: &[Tile]) -> Result<(Vec<Tile>, u64), TileTooLarge> {
    let mut after = line.to_vec();
    for ahead in 0..line.len().saturating_sub(1) {
        if line[ahead].is_empty() {
            after.remove(ahead);
            after.push(Tile::EMPTY);
            return Ok((after, 0));
        }
        if let Some(result) = merge(tiles, line[ahead], line[ahead + 1])? {
            after.remove(ahead);
            after[ahead] = result;
            after.push(Tile::EMPTY);
            return Ok((after, tiles.merge_score(result)));
        }
    }
    Ok((after, 0))
}

fn merge(tiles: TileSystem, a: Tile, b: Tile) -> Result<Option<Tile>, TileTooLarge> {
    let too_large = |rank| TileTooLarge { rank, max: Tile::MAX_RANK };
    tiles.merge(a, b).map(|rank| Tile::new(rank).ok_or(too_large(rank))).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slide(tiles: TileSystem, ranks: &[u8]) -> (Vec<u8>, u64) {
        let line: Vec<_> = ranks.iter().map(|&rank| Tile::new(rank).unwrap()).collect();
        let (line, score) = slide_line(tiles, &line).unwrap();
        (line.iter().map(|tile| tile.rank()).collect(), score)
    }

    #[test]
    fn classic_merges_pairs_from_the_border() {
        for (before, after, score) in [
            ([0, 0, 0, 0], [0, 0, 0, 0], 0),
            ([0, 1, 0, 2], [1, 2, 0, 0], 0),
            ([1, 1, 1, 0], [2, 1, 0, 0], 4),
            ([1, 1, 1, 1], [2, 2, 0, 0], 8),
            ([1, 1, 2, 3], [2, 2, 3, 0], 4),
            ([1, 0, 1, 2], [2, 2, 0, 0], 4),
            ([3, 2, 0, 2], [3, 3, 0, 0], 8),
        ] {
            assert_eq!(slide(TileSystem::Classic, &before), (after.to_vec(), score), "{before:?}");
        }
    }

    #[test]
    fn fibonacci_merges_neighbours_in_either_order() {
        for (before, after, score) in [
            ([1, 1, 0, 0], [2, 0, 0, 0], 2),
            ([2, 2, 0, 0], [2, 2, 0, 0], 0),
            ([3, 2, 0, 0], [4, 0, 0, 0], 5),
            ([2, 3, 0, 4], [4, 4, 0, 0], 5),
            ([1, 3, 2, 3], [1, 4, 3, 0], 5),
        ] {
            assert_eq!(
                slide(TileSystem::Fibonacci, &before),
                (after.to_vec(), score),
                "{before:?}"
            );
        }
    }

    #[test]
    fn threes_moves_one_cell_and_merges_once() {
        for (before, after, score) in [
            ([0, 0, 0, 1], [0, 0, 1, 0], 0),
            ([0, 3, 3, 0], [3, 3, 0, 0], 0),
            ([3, 3, 3, 3], [4, 3, 3, 0], 3),
            ([1, 2, 0, 3], [3, 0, 3, 0], 3),
            ([1, 1, 2, 2], [1, 3, 2, 0], 3),
            ([1, 1, 1, 1], [1, 1, 1, 1], 0),
            ([4, 4, 0, 0], [5, 0, 0, 0], 9),
        ] {
            assert_eq!(slide(TileSystem::Threes, &before), (after.to_vec(), score), "{before:?}");
        }
    }

    #[test]
    fn a_tile_past_the_highest_rank_is_refused() {
        let highest = Tile::new(Tile::MAX_RANK).unwrap();
        assert!(slide_line(TileSystem::Classic, &[highest, highest]).is_err());
    }
}
