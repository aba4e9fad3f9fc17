//! Boards as variables.

use std::sync::Arc;

use twofold_core::Shape;

use super::tiles::Tiles;

/// How the rank of a cell is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// As a binary number, the highest bit first.
    #[default]
    Binary,
    /// A variable for each rank but zero, of which at most one is set.
    OneHot,
}

/// In which order the variables come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VariableOrder {
    /// Cell by cell, row by row.
    #[default]
    Rows,
    /// Cell by cell, column by column.
    Columns,
    /// Cell by cell, every other row from right to left.
    Snake,
    /// The first variable of every cell, then the second of every cell, and so on.
    Interleaved,
}

/// A way to write boards with ranks below a target.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) shape: Shape,
    pub(super) tiles: Arc<Tiles>,
    encoding: Encoding,
    order: VariableOrder,
    width: usize,
}

impl Code {
    pub(super) fn new(
        shape: Shape,
        tiles: Tiles,
        encoding: Encoding,
        order: VariableOrder,
    ) -> Code {
        let highest = tiles.target - 1;
        let width = match encoding {
            Encoding::Binary => highest.checked_ilog2().map_or(0, |bits| bits as usize + 1),
            Encoding::OneHot => usize::from(highest),
        };
        Code { shape, tiles: Arc::new(tiles), encoding, order, width }
    }

    /// The rank that is too high to be written.
    pub(super) fn target(&self) -> u8 {
        self.tiles.target
    }

    /// What a line of ranks becomes when it slides towards its first cell; nothing if that makes
    /// the target.
    pub(super) fn slide(&self, line: &[u8]) -> Option<Vec<u8>> {
        self.tiles.slides.slide(line)
    }

    pub(super) fn variables(&self) -> u32 {
        (self.shape.cells() * self.width) as u32
    }

    /// The cells in the order of their variables.
    pub(super) fn cells(&self) -> Vec<usize> {
        let mut cells: Vec<usize> = (0..self.shape.cells()).collect();
        cells.sort_by_key(|&cell| self.place(cell));
        cells
    }

    /// The cells of every row, from left to right.
    pub(super) fn rows(&self) -> Vec<Vec<usize>> {
        let columns = self.shape.columns();
        (0..self.shape.rows()).map(|row| (row * columns..(row + 1) * columns).collect()).collect()
    }

    /// The cells of every column, from the top to the bottom.
    pub(super) fn columns(&self) -> Vec<Vec<usize>> {
        let (rows, columns) = (self.shape.rows(), self.shape.columns());
        let column = |column| (0..rows).map(|row| row * columns + column).collect();
        (0..columns).map(column).collect()
    }

    /// The code of transposed boards, over the same variables.
    pub(super) fn transposed(&self) -> Code {
        Code { shape: self.shape.transposed(), ..self.clone() }
    }

    /// Where a cell comes in the order of variables.
    pub(super) fn place(&self, cell: usize) -> usize {
        let (rows, columns) = (self.shape.rows(), self.shape.columns());
        let (row, column) = (cell / columns, cell % columns);
        match self.order {
            VariableOrder::Columns => column * rows + row,
            VariableOrder::Snake if row % 2 == 1 => row * columns + columns - 1 - column,
            _ => cell,
        }
    }

    /// A variable of a cell.
    fn variable(&self, cell: usize, index: usize) -> u32 {
        let place = self.place(cell);
        let variable = match self.order {
            VariableOrder::Interleaved => index * self.shape.cells() + place,
            _ => place * self.width + index,
        };
        variable as u32
    }

    /// The variables of a cell with their bits when it has a rank; variables increase.
    pub(super) fn write(&self, cell: usize, rank: u8) -> Vec<(u32, bool)> {
        let bit = |index: usize| match self.encoding {
            Encoding::Binary => rank >> (self.width - 1 - index) & 1 == 1,
            Encoding::OneHot => usize::from(rank) == index + 1,
        };
        (0..self.width).map(|index| (self.variable(cell, index), bit(index))).collect()
    }

    /// The variables of several cells with their bits; variables increase.
    pub(super) fn write_line(&self, cells: &[usize], ranks: &[u8]) -> Vec<(u32, bool)> {
        let written = cells.iter().zip(ranks).flat_map(|(&cell, &rank)| self.write(cell, rank));
        let mut bits: Vec<_> = written.collect();
        bits.sort_by_key(|bit| bit.0);
        bits
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::{Rules, Tile};

    use super::*;

    #[test]
    fn every_variable_belongs_to_one_cell() {
        let shape = Shape::new(3, 2).unwrap();
        for encoding in [Encoding::Binary, Encoding::OneHot] {
            for order in [
                VariableOrder::Rows,
                VariableOrder::Columns,
                VariableOrder::Snake,
                VariableOrder::Interleaved,
            ] {
                let rules = Rules::only_twos(shape);
                let tiles = Tiles::new(&rules, Tile::new(6).unwrap()).unwrap();
                let code = Code::new(shape, tiles, encoding, order);
                let cells: Vec<usize> = (0..6).collect();
                let bits = code.write_line(&cells, &[5, 4, 3, 2, 1, 0]);
                let variables: Vec<u32> = bits.iter().map(|bit| bit.0).collect();
                assert_eq!(variables, (0..code.variables()).collect::<Vec<_>>());
            }
        }
    }
}
