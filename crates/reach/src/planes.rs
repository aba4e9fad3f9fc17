//! Boards as a few bit planes.

use twofold_core::{Board, Grid, Shape, Tile};

use super::plane::Plane;
use super::tiles::spawns_of;

/// A board with `BITS` bits a cell: plane *b* holds bit *b* of the rank of every cell.
///
/// Two planes hold ranks 0 to 3, which is all that bounded play needs; four hold ranks to 15. The
/// shape is not stored: whoever slides the board knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Planes<P, const BITS: usize>(pub(super) [P; BITS]);

impl<P: Plane, const BITS: usize> Planes<P, BITS> {
    /// The highest rank that a cell can hold.
    pub const MAX_RANK: u8 = (1 << BITS) - 1;

    /// No tiles.
    pub const EMPTY: Self = Planes([P::EMPTY; BITS]);

    /// The rank in a cell.
    pub fn rank(&self, index: usize) -> u8 {
        let bit = |b: usize| u8::from(self.0[b].has(index)) << b;
        (0..BITS).map(bit).sum()
    }

    /// The cells with a tile.
    #[inline]
    pub fn occupied(&self) -> P {
        self.0.iter().fold(P::EMPTY, |all, &plane| all | plane)
    }

    /// The cells, among some, that hold a rank.
    #[inline]
    pub fn cells_of_rank(&self, rank: u8, among: P) -> P {
        let bit = |b: usize| if rank >> b & 1 == 1 { self.0[b] } else { !self.0[b] };
        (0..BITS).fold(among, |cells, b| cells & bit(b))
    }

    /// The board with a tile of rank 1 in an empty cell.
    #[inline]
    #[must_use]
    pub fn with_one(mut self, index: usize) -> Self {
        self.0[0] = self.0[0] | P::cell(index);
        self
    }

    /// The board with the tile of rank 1 in a cell taken away.
    #[inline]
    #[must_use]
    pub fn without_one(mut self, index: usize) -> Self {
        self.0[0] = self.0[0] & !P::cell(index);
        self
    }

    /// The board with another rank in a cell.
    #[must_use]
    pub fn with_rank(mut self, index: usize, rank: u8) -> Self {
        let cell = P::cell(index);
        for (b, plane) in self.0.iter_mut().enumerate() {
            *plane = if rank >> b & 1 == 1 { *plane | cell } else { *plane & !cell };
        }
        self
    }

    /// How many spawns made the tiles, if only the lowest tile spawns.
    pub fn spawns(&self) -> usize {
        let occupied = self.occupied();
        let of_rank = |rank: u8| self.cells_of_rank(rank, occupied).count() * spawns_of(rank);
        (1..=Self::MAX_RANK).map(of_rank).sum()
    }

    /// The planes of a board; `None` if it has too many cells or too high a rank.
    pub fn from_board(board: &Board) -> Option<Self> {
        if board.shape().cells() > P::CELLS || board.largest().rank() > Self::MAX_RANK {
            return None;
        }
        let ranks = board.tiles().enumerate();
        Some(ranks.fold(Self::EMPTY, |planes, (index, tile)| planes.with_rank(index, tile.rank())))
    }

    /// The board of a shape.
    pub fn to_board(&self, shape: Shape) -> Board {
        let mut board = Board::new(shape);
        for (index, cell) in shape.iter().enumerate() {
            let tile = Tile::new(self.rank(index)).expect("four bits are a rank");
            board.place(cell, tile).expect("boards hold every tile");
        }
        board
    }
}
