//! Slides up and down on boards that are not square, board by board.

use twofold_core::{Board, Direction, Grid, Naive, Rules, Shape, Tile};

use super::super::layered_game::LayeredGame;
use super::close::Sink;
use super::geometry::Geometry;
use super::halves::{Class, Halves};
use super::layer::Batch;

/// Set in a table where a column makes a tile at which play is over.
const OVER: u64 = 1 << 60;
const LOWER: u32 = 30;

/// The largest number of columns of one height that is tabulated.
const MOST: u32 = 1 << 20;

/// What becomes of columns, as parts of the codes of both halves.
#[derive(Debug)]
pub(super) struct ColumnSlides {
    /// For up and down, for each column, by the code of the column.
    tables: [Vec<Vec<u64>>; 2],
    /// Columns of the lower part that a column of the upper part goes with.
    lower_columns: u32,
    columns: usize,
    /// The column codes of all lower halves, by class.
    lower: Vec<Vec<u32>>,
}

impl ColumnSlides {
    /// Whether columns of a game's boards are few enough for tables.
    pub(super) fn is_possible(kinds: u32, shape: Shape) -> bool {
        let count = kinds.checked_pow(shape.rows() as u32);
        count.is_some_and(|count| count <= MOST) && shape.columns() <= 8
    }

    pub(super) fn new(game: &LayeredGame, geometry: &Geometry) -> ColumnSlides {
        let shape = geometry.shape;
        let kinds = geometry.kinds();
        let column = Shape::new(shape.rows(), 1).expect("a column of a board is a board");
        let naive = Naive::new(&Rules { shape: column, ..game.rules().clone() });
        let cells = |mut code: u32| {
            let mut cells = vec![0; shape.rows()];
            for cell in cells.iter_mut().rev() {
                *cell = (code % kinds) as u8;
                code /= kinds;
            }
            cells
        };
        let table = |direction: Direction, at: usize| {
            let entry = |code: u32| {
                let board = Board::from_ranks(column, &cells(code)).expect("ranks are checked");
                let slid = naive.slide(&board, direction);
                let after = slid.map_or(board, |slid| slid.board);
                let ranks: Vec<u32> = after.tiles().map(|tile: Tile| tile.rank().into()).collect();
                if ranks.iter().any(|&rank| rank >= kinds) {
                    return OVER;
                }
                ranks.iter().enumerate().fold(0, |sum, (row, &rank)| {
                    let (upper, weight) = geometry.weight(row, at);
                    sum + (u64::from(weight * rank) << if upper { 0 } else { LOWER })
                })
            };
            (0..kinds.pow(shape.rows() as u32)).map(entry).collect()
        };
        let tables = [Direction::Up, Direction::Down]
            .map(|direction| (0..shape.columns()).map(|at| table(direction, at)).collect());
        let lower_height = geometry.lower.height;
        let lower = &geometry.lower;
        let codes =
            |class: &Class| class.codes.iter().flat_map(|&code| lower_codes(lower, code)).collect();
        ColumnSlides {
            tables,
            lower_columns: kinds.pow(lower_height as u32),
            columns: shape.columns(),
            lower: lower.classes.iter().map(codes).collect(),
        }
    }

    /// Adds what slides up and down make of the positions of a batch, where they are legal and play
    /// goes on.
    pub(super) fn slide(
        &self,
        geometry: &Geometry,
        (upper_class, lower_class): (usize, usize),
        batch: &Batch,
        slices: &[u64],
        sink: &Sink<'_>,
    ) {
        let upper = &geometry.upper.classes[upper_class];
        let lower = &geometry.lower.classes[lower_class];
        let halves: Vec<(u32, Vec<u32>)> = batch
            .rows
            .clone()
            .map(|row| {
                let code = upper.codes[upper.rows[row] as usize];
                let scale = |column: u32| column * self.lower_columns;
                (code, upper_codes(&geometry.upper, code).map(scale).collect())
            })
            .collect();
        for (index, &slice) in slices[..lower.codes.len()].iter().enumerate() {
            let below = &self.lower[lower_class][index * self.columns..(index + 1) * self.columns];
            let mut rows = slice;
            while rows != 0 {
                let (code, above) = &halves[rows.trailing_zeros() as usize];
                rows &= rows - 1;
                let before = u64::from(*code) | u64::from(lower.codes[index]) << LOWER;
                for tables in &self.tables {
                    let mut after = 0;
                    for ((table, above), below) in tables.iter().zip(above).zip(below) {
                        after += table[(above + below) as usize];
                    }
                    if after < OVER && after != before {
                        sink.add((after & ((1 << LOWER) - 1)) as u32, (after >> LOWER) as u32);
                    }
                }
            }
        }
    }
}

/// The upper part of each column as a code, the top cell counting most.
fn upper_codes(halves: &Halves, code: u32) -> impl Iterator<Item = u32> + use<> {
    let (cells, columns, kinds) = (halves.cells(code), halves.columns, halves.kinds);
    (0..columns).map(move |column| {
        let ranks = cells.iter().skip(column).step_by(columns);
        ranks.fold(0, |code, &rank| code * kinds + u32::from(rank))
    })
}

/// The lower part of each column as a code, the cell at the middle counting most.
fn lower_codes(halves: &Halves, code: u32) -> impl Iterator<Item = u32> + use<> {
    let (cells, columns, kinds) = (halves.cells(code), halves.columns, halves.kinds);
    (0..columns).map(move |column| {
        let ranks: Vec<u8> = cells.iter().skip(column).step_by(columns).copied().collect();
        ranks.iter().rev().fold(0, |code, &rank| code * kinds + u32::from(rank))
    })
}
