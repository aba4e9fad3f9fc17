//! Boards in one machine word.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::cell::Cell;
use crate::grid::{Grid, Unrepresentable};
use crate::kernel;
use crate::notation::{self, NotationError};
use crate::shape::Shape;
use crate::symmetry::Symmetry;
use crate::tile::{Tile, TileTooLarge};
use crate::tiles::TileSystem;

/// A board of at most sixteen cells in one machine word, four bits a cell: what fast engines play
/// on and what tables are keyed by.
///
/// The code is the number of Lees-Miller 2017: the cells read by rows are its hexadecimal digits.
/// Ranks above 15 do not fit, and are refused rather than wrapped.
///
/// ```
/// use twofold_core::{Grid, Packed};
///
/// let board = Packed::from_code("2x2".parse()?, 0x2310).unwrap();
/// assert_eq!(board.to_string(), "4 8 / 2 .");
/// assert_eq!("4 8 / 2 .".parse(), Ok(board));
/// assert_eq!(board.canonical().code(), 0x0132);
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Packed {
    shape: Shape,
    code: u64,
}

impl Packed {
    /// The largest number of cells that fit.
    pub const MAX_CELLS: usize = 16;

    /// The board of a code; `None` if the shape has too many cells or too few for the code.
    pub const fn from_code(shape: Shape, code: u64) -> Option<Packed> {
        let cells = shape.cells();
        let fits = cells == Self::MAX_CELLS || cells < Self::MAX_CELLS && code >> (4 * cells) == 0;
        if fits { Some(Packed { shape, code }) } else { None }
    }

    /// The number whose hexadecimal digits are the cells, by rows.
    pub const fn code(self) -> u64 {
        self.code
    }

    const fn shift(self, cell: Cell) -> usize {
        4 * (self.shape.cells() - 1 - self.shape.index(cell))
    }
}

impl Grid for Packed {
    const MAX_RANK: u8 = 15;

    fn empty(shape: Shape) -> Option<Packed> {
        Packed::from_code(shape, 0)
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn tile(&self, cell: Cell) -> Tile {
        let rank = (self.code >> self.shift(cell) & 0xF) as u8;
        Tile::new(rank).expect("four bits are a rank")
    }

    fn place(&mut self, cell: Cell, tile: Tile) -> Result<(), TileTooLarge> {
        if tile.rank() > Self::MAX_RANK {
            return Err(TileTooLarge { rank: tile.rank(), max: Self::MAX_RANK });
        }
        let shift = self.shift(cell);
        self.code = self.code & !(0xF << shift) | u64::from(tile.rank()) << shift;
        Ok(())
    }

    fn canonical(&self) -> Packed {
        if self.shape.rows() == 4 && self.shape.columns() == 4 {
            return Packed { shape: self.shape, code: kernel::canonical(self.code) };
        }
        let images = Symmetry::of(self.shape).iter().map(|&symmetry| self.image(symmetry));
        images.min().expect("the identity is a symmetry")
    }
}

/// Why a text is not a packed board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackedError {
    /// It is not a board at all.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It is a board with too many cells or too large a tile.
    #[error(transparent)]
    Unrepresentable(#[from] Unrepresentable),
}

/// Written like a [`Board`].
impl fmt::Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&notation::write_board(self, TileSystem::Classic))
    }
}

/// Read like a [`Board`].
impl FromStr for Packed {
    type Err = PackedError;

    fn from_str(text: &str) -> Result<Packed, PackedError> {
        Ok(text.parse::<Board>()?.convert()?)
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:#0width$x}", self.shape, self.code, width = self.shape.cells() + 2)
    }
}
