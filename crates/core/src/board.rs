//! Boards of any shape.

use std::fmt;

use crate::cell::Cell;
use crate::grid::Grid;
use crate::shape::Shape;
use crate::tile::{Tile, TileTooLarge};

/// A board of any shape with tiles of any rank: one byte a cell.
///
/// ```
/// use twofold_core::{Board, Cell, Grid, Tile};
///
/// let board = Board::from_ranks("2x2".parse()?, &[2, 3, 1, 0])?;
/// assert_eq!(board.tile(Cell::new(0, 1)), Tile::new(3).unwrap());
/// assert_eq!(board.canonical(), Board::from_ranks("2x2".parse()?, &[0, 1, 3, 2])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    shape: Shape,
    tiles: Box<[Tile]>,
}

/// Why a list of ranks is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RanksError {
    /// There are too many or too few ranks for the shape.
    #[error("a {shape} board has {cells} cells, not {given}", cells = .shape.cells())]
    Count {
        /// The shape that was asked for.
        shape: Shape,
        /// How many ranks were given.
        given: usize,
    },
    /// A rank is too high.
    #[error(transparent)]
    Tile(#[from] TileTooLarge),
}

impl Board {
    /// A board without tiles.
    pub fn new(shape: Shape) -> Board {
        Board { shape, tiles: vec![Tile::EMPTY; shape.cells()].into() }
    }

    /// A board from the ranks of its cells, by rows.
    pub fn from_ranks(shape: Shape, ranks: &[u8]) -> Result<Board, RanksError> {
        if ranks.len() != shape.cells() {
            return Err(RanksError::Count { shape, given: ranks.len() });
        }
        let tile = |&rank| Tile::new(rank).ok_or(TileTooLarge { rank, max: Tile::MAX_RANK });
        Ok(Board { shape, tiles: ranks.iter().map(tile).collect::<Result<_, _>>()? })
    }

    /// The tiles by rows.
    pub fn as_tiles(&self) -> &[Tile] {
        &self.tiles
    }
}

impl Grid for Board {
    const MAX_RANK: u8 = Tile::MAX_RANK;

    fn empty(shape: Shape) -> Option<Board> {
        Some(Board::new(shape))
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn tile(&self, cell: Cell) -> Tile {
        self.tiles[self.shape.index(cell)]
    }

    fn place(&mut self, cell: Cell, tile: Tile) -> Result<(), TileTooLarge> {
        self.tiles[self.shape.index(cell)] = tile;
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, tile) in self.tiles.iter().enumerate() {
            let separator = match index {
                0 => "",
                _ if index % self.shape.columns() == 0 => "/",
                _ => " ",
            };
            write!(f, "{separator}{tile:?}")?;
        }
        Ok(())
    }
}
