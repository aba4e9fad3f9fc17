//! What every representation of a board can do.

use std::fmt;
use std::hash::Hash;

use crate::cell::Cell;
use crate::shape::Shape;
use crate::symmetry::Symmetry;
use crate::tile::{Tile, TileTooLarge};

/// What every representation of a board can do: a rectangular arrangement of tiles.
///
/// [`Board`](crate::Board) holds any shape and any tile; [`Packed`](crate::Packed) holds up to
/// sixteen cells and ranks up to 15 in one machine word. The order of boards of one shape is that
/// of their cells read by rows, which for packed boards is the order of their codes.
///
/// ```
/// use twofold_core::{Board, Cell, Grid, Packed};
///
/// let board: Board = "4 8 / 2 .".parse()?;
/// assert_eq!(board.largest(), "8".parse()?);
/// assert_eq!(board.empty_cells().collect::<Vec<_>>(), [Cell::new(1, 1)]);
/// let packed: Packed = board.convert()?;
/// assert_eq!(packed.with(Cell::new(1, 1), "2".parse()?)?.to_string(), "4 8 / 2 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Grid: Clone + Eq + Ord + Hash + fmt::Debug {
    /// The highest rank that a cell can hold.
    const MAX_RANK: u8;

    /// A board without tiles, or `None` if this representation has no room for the shape.
    fn empty(shape: Shape) -> Option<Self>;

    /// The shape of the board.
    fn shape(&self) -> Shape;

    /// The tile in a cell.
    fn tile(&self, cell: Cell) -> Tile;

    /// Puts a tile into a cell, replacing what was there.
    fn place(&mut self, cell: Cell, tile: Tile) -> Result<(), TileTooLarge>;

    /// The board with one cell changed.
    fn with(&self, cell: Cell, tile: Tile) -> Result<Self, TileTooLarge> {
        let mut board = self.clone();
        board.place(cell, tile)?;
        Ok(board)
    }

    /// All tiles by rows, empty cells included.
    fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.shape().iter().map(|cell| self.tile(cell))
    }

    /// The cells without a tile, by rows.
    fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.shape().iter().filter(|&cell| self.tile(cell).is_empty())
    }

    /// Whether no cell is empty.
    fn is_full(&self) -> bool {
        self.empty_cells().next().is_none()
    }

    /// The tile of highest rank.
    fn largest(&self) -> Tile {
        self.tiles().max().unwrap_or(Tile::EMPTY)
    }

    /// The image of the board under a symmetry; its shape may be transposed.
    #[must_use]
    fn image(&self, symmetry: Symmetry) -> Self {
        let shape = self.shape();
        let mut image = Self::empty(symmetry.shape(shape)).expect("as many cells as before");
        for cell in shape.iter() {
            let target = symmetry.cell(shape, cell);
            image.place(target, self.tile(cell)).expect("the tile was held before");
        }
        image
    }

    /// The smallest image under the symmetries of the shape: the canonical form of
    /// Lees-Miller 2017, where cells read by rows are the digits of a number.
    #[must_use]
    fn canonical(&self) -> Self {
        let images = Symmetry::of(self.shape()).iter().map(|&symmetry| self.image(symmetry));
        images.min().expect("the identity is a symmetry")
    }

    /// The same board in another representation.
    fn convert<G: Grid>(&self) -> Result<G, Unrepresentable> {
        let shape = self.shape();
        let mut board = G::empty(shape).ok_or(Unrepresentable::Shape { shape })?;
        for cell in shape.iter() {
            board.place(cell, self.tile(cell))?;
        }
        Ok(board)
    }
}

/// Why a board cannot be held in some representation.
///
/// ```
/// use twofold_core::{Board, Grid, Packed};
///
/// let large = Board::new("5x5".parse()?);
/// assert!(large.convert::<Packed>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unrepresentable {
    /// There are too many cells.
    #[error("a {shape} board has too many cells to be packed into one machine word")]
    Shape {
        /// The shape of the board.
        shape: Shape,
    },
    /// There is too large a tile.
    #[error(transparent)]
    Tile(#[from] TileTooLarge),
}
