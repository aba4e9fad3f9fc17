//! Boards of any shape.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use crate::cell::Cell;
use crate::grid::Grid;
use crate::notation::{self, NotationError};
use crate::shape::Shape;
use crate::tile::{Tile, TileTooLarge};
use crate::tiles::TileSystem;

/// An arrangement of tiles on any shape, with nobody to move: what is read from text, checked by
/// [`Rules::position`](crate::Rules::position), and shown to people.
///
/// Any text of a [written form](crate::notation) makes a board. A board does not know its tile system:
/// `FromStr` and `Display` use the faces of the classic game,
/// [`parse_board`](crate::notation::parse_board) and [`faces::write`](crate::notation::faces::write)
/// those of any.
///
/// One byte a cell; boards of up to 31 cells take no memory beside themselves.
///
/// ```
/// use twofold_core::{Board, Cell, Grid, Tile};
///
/// let board: Board = "4 8 / 2 .".parse()?;
/// assert_eq!(board, Board::from_ranks("2x2".parse()?, &[2, 3, 1, 0])?);
/// assert_eq!(board.tile(Cell::new(0, 1)), "8".parse()?);
/// assert_eq!(board.canonical().to_string(), ". 2 / 8 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Board {
    shape: Shape,
    tiles: Tiles,
}

/// The largest number of cells that are held in place.
const INLINE: usize = 31;

/// The tiles of a board; how they are held depends on the shape alone.
#[derive(Clone)]
enum Tiles {
    /// Up to [`INLINE`] cells, filled up with empty ones.
    Few([Tile; INLINE]),
    /// More of them.
    Many(Box<[Tile]>),
}

/// Why a list of ranks is not a board.
///
/// ```
/// use twofold_core::Board;
///
/// let error = Board::from_ranks("2x2".parse()?, &[1, 2, 3]).unwrap_err();
/// assert_eq!(error.to_string(), "a 2x2 board has 4 cells, not 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
        let cells = shape.cells();
        let tiles = match cells <= INLINE {
            true => Tiles::Few([Tile::EMPTY; INLINE]),
            false => Tiles::Many(vec![Tile::EMPTY; cells].into()),
        };
        Board { shape, tiles }
    }

    /// A board from the ranks of its cells, by rows.
    pub fn from_ranks(shape: Shape, ranks: &[u8]) -> Result<Board, RanksError> {
        if ranks.len() != shape.cells() {
            return Err(RanksError::Count { shape, given: ranks.len() });
        }
        let mut board = Board::new(shape);
        for (tile, &rank) in board.as_tiles_mut().iter_mut().zip(ranks) {
            *tile = Tile::new(rank).ok_or(TileTooLarge { rank, max: Tile::MAX_RANK })?;
        }
        Ok(board)
    }

    /// The tiles by rows.
    pub fn as_tiles(&self) -> &[Tile] {
        match &self.tiles {
            Tiles::Few(tiles) => &tiles[..self.shape.cells()],
            Tiles::Many(tiles) => tiles,
        }
    }

    /// Puts a tile into a cell, replacing what was there.
    pub fn set(&mut self, cell: Cell, tile: Tile) {
        let index = self.shape.index(cell);
        self.as_tiles_mut()[index] = tile;
    }

    fn as_tiles_mut(&mut self) -> &mut [Tile] {
        match &mut self.tiles {
            Tiles::Few(tiles) => &mut tiles[..self.shape.cells()],
            Tiles::Many(tiles) => tiles,
        }
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
        self.as_tiles()[self.shape.index(cell)]
    }

    fn place(&mut self, cell: Cell, tile: Tile) -> Result<(), TileTooLarge> {
        self.set(cell, tile);
        Ok(())
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.shape == other.shape && self.as_tiles() == other.as_tiles()
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.shape.hash(state);
        self.as_tiles().hash(state);
    }
}

impl PartialOrd for Board {
    fn partial_cmp(&self, other: &Board) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Board {
    fn cmp(&self, other: &Board) -> Ordering {
        (self.shape, self.as_tiles()).cmp(&(other.shape, other.as_tiles()))
    }
}

/// Rows of faces of the classic game, as in `4 8 / 2 .`; a single tile as in `faces:16`, since
/// `16` alone might be two ranks.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&notation::write_board(self, TileSystem::Classic))
    }
}

/// Reads any [written form](crate::notation), with the faces of the classic game.
impl FromStr for Board {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Board, NotationError> {
        notation::parse_board(text, TileSystem::Classic, None)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, tile) in self.as_tiles().iter().enumerate() {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_boards;

    proptest! {
        #[test]
        fn boards_are_read_back(board in test_boards::board(7, 61)) {
            prop_assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
        }

        #[test]
        fn boards_are_ordered_as_their_tiles(
            (one, other) in (1..8_usize, 1..8_usize).prop_flat_map(|(rows, columns)| {
                let shape = Shape::new(rows, columns).unwrap();
                (test_boards::of_shape(shape, 3), test_boards::of_shape(shape, 3))
            })
        ) {
            prop_assert_eq!(one.cmp(&other), one.as_tiles().cmp(other.as_tiles()));
            prop_assert_eq!(one == other, one.as_tiles() == other.as_tiles());
        }
    }

    #[test]
    fn boards_are_small() {
        assert!(size_of::<Board>() <= 40);
    }
}
