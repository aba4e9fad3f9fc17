//! How a board is cut into two halves of whole rows.

use twofold_core::{Shape, Tile, TileSystem, Travel};
use twofold_layers::LayeredGame;

/// The most halves that tables are made for.
pub(super) const MOST_HALVES: usize = 1 << 25;

/// The most columns that a table of slid columns is made for.
const MOST_COLUMNS: usize = 1 << 16;

/// A shape, how it is turned, and which boards of it are looked at.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    /// The shape of the game.
    pub(super) shape: Shape,
    pub(super) tiles: TileSystem,
    /// The faces of the tiles below the target, by rank.
    pub(super) faces: Vec<u64>,
    /// Whether rows are the columns of the game.
    pub(super) turned: bool,
    /// Whether only boards are looked at whose rows have no gap before a tile. On squares these are all boards
    /// that slides lead to, up to symmetry.
    pub(super) packed: bool,
    /// Rows of the board as it is cut.
    pub(super) rows: usize,
    /// Columns of the board as it is cut.
    pub(super) columns: usize,
}

impl Geometry {
    /// Cuts a board so that there are as few halves as possible; `None` if there are too many of them
    /// anyway, or no tile below the target.
    pub(super) fn new(game: &LayeredGame) -> Option<Geometry> {
        let rules = game.rules();
        let target = game.target()?;
        let faces: Vec<u64> =
            (0..target.rank()).filter_map(Tile::new).map(|tile| game.face(tile)).collect();
        let packed = rules.shape.is_square() && rules.tiles.travel() == Travel::Full;
        let cut = |turned| {
            let (rows, columns) = (rules.shape.rows(), rules.shape.columns());
            let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
            let (shape, tiles, faces) = (rules.shape, rules.tiles, faces.clone());
            Geometry { shape, tiles, faces, turned, packed, rows, columns }
        };
        let size =
            |cut: &Geometry| Some((cut.halves(0)?, cut.kinds().checked_pow(cut.rows as u32)?));
        let cuts = [false, true].map(cut).into_iter();
        let sized = cuts.filter_map(|cut| Some((size(&cut)?, cut)));
        let fits = |&((halves, columns), _): &((usize, usize), Geometry)| {
            (1..=MOST_HALVES).contains(&halves) && columns <= MOST_COLUMNS
        };
        sized.filter(fits).min_by_key(|&(size, _)| size).map(|(_, cut)| cut)
    }

    /// Ranks that a cell may have, zero included.
    pub(super) fn kinds(&self) -> usize {
        self.faces.len()
    }

    /// Rows of the upper half, or of the lower one.
    pub(super) fn half_rows(&self, side: usize) -> usize {
        if side == 0 { self.rows.div_ceil(2) } else { self.rows / 2 }
    }

    /// Whether the halves have equally many rows, so that turning the board upside down exchanges them.
    pub(super) fn is_even(&self) -> bool {
        self.rows.is_multiple_of(2)
    }

    /// How many rows without a gap there are.
    pub(super) fn packed_rows(&self) -> Option<usize> {
        let tiles = self.kinds().checked_sub(1)?;
        (0..=self.columns as u32)
            .try_fold(0_usize, |sum, count| sum.checked_add(tiles.checked_pow(count)?))
    }

    /// How many halves of a side there are.
    pub(super) fn halves(&self, side: usize) -> Option<usize> {
        let rows = self.half_rows(side) as u32;
        match self.packed {
            true => self.packed_rows()?.checked_pow(rows),
            false => self.kinds().checked_pow(rows * self.columns as u32),
        }
    }

    /// The place of a cell of a half among the cells of the game, by rows: the lower half is read from
    /// the bottom row on.
    pub(super) fn cell(&self, side: usize, row: usize, column: usize) -> usize {
        let row = if side == 0 { row } else { self.rows - 1 - row };
        if self.turned { column * self.rows + row } else { row * self.columns + column }
    }

    /// The ranks of both halves, each from its outer row on, of a board by rows.
    pub(super) fn split(&self, ranks: &[u8]) -> [Vec<u8>; 2] {
        [0, 1].map(|side| {
            let cells = (0..self.half_rows(side))
                .flat_map(|row| (0..self.columns).map(move |column| (row, column)));
            cells.map(|(row, column)| ranks[self.cell(side, row, column)]).collect()
        })
    }

    /// Slides a line towards its first cell; `None` if that makes the target.
    pub(super) fn slide(&self, line: &mut [u8]) -> Option<bool> {
        let mut slid: Vec<Tile> =
            line.iter().map(|&rank| Tile::new(rank).expect("a rank")).collect();
        let moved = self.tiles.slide_line(&mut slid).moved;
        if slid.iter().any(|tile| usize::from(tile.rank()) >= self.kinds()) {
            return None;
        }
        line.iter_mut().zip(slid).for_each(|(rank, tile)| *rank = tile.rank());
        Some(moved)
    }
}
