//! Boards filled with 1s and 2s like Figure 7: a checkerboard but for one corner.
//!
//! The document found such sequences by search and leaves it open whether there is a strategy.
//! This one works for every board of at least four rows and an even number of columns, at least
//! four; boards with an even number of rows are turned. It never slides up, so that finished rows
//! at the bottom stay where they are.
//!
//! 1. All rows but the four topmost are piled up, one after the other, from the bottom. A row that
//!    starts with a 2 grows from the left: two tiles spawned into the last column merge there into
//!    a 2, and a slide to the left takes it to the row, with a 1 spawned before it. The 1 that
//!    completes the row is spawned on the last column. A row that starts with a 1 is the mirror
//!    image.
//! 2. In the four topmost rows two columns are begun, three tiles high.
//! 3. From *k* finished cells in the first row and *k* + 2 in the three below, a round of twelve
//!    spawns leads to two more in each.
//! 4. When only the last two cells of the first row are missing, two 1s fill them.

use std::fmt::Write;

use twofold_core::{Board, Cell, Grid, Shape, Symmetry, Tile};

use super::{Strategy, image, steps};
use crate::destination::checkerboard;
use crate::question::Spawns;
use twofold_core::notation::sequence::Step;

/// Fills a board so that only the upper right corner differs from a checkerboard.
pub fn filled(shape: Shape) -> Option<Strategy> {
    let (rows, n) = (shape.rows(), shape.columns());
    if rows < 4 || n < 4 || !n.is_multiple_of(2) {
        return None;
    }
    let mut all = pile(shape, 5);
    all.extend(steps("(1,2)L(1,2)L(1,3)L(4,2)L(2,1)R(4,1)R(2,1)R(2,1)L(3,2)D"));
    let last = n - 1;
    all.extend(steps(&format!(
        "(1,4)D(4,3)R(2,1)L(4,4)R(2,1)R(1,{last})D(3,1)L(1,4)D(2,3)R(1,1)L(2,4)R(1,1)L"
    )));
    for k in (2..n - 2).step_by(2) {
        let (two, three, four, rest) = (k + 2, k + 3, k + 4, n - k - 1);
        all.extend(steps(&format!(
            "(1,{four})D(4,{three})R(2,1)L(4,{four})R(2,1)R(1,{rest})D\
             (1,1)L(1,{two})R(1,1)R(3,1)L(1,{four})L(1,{four})D"
        )));
    }
    all.extend(steps(&format!("(1,{n})L(1,{n})")));
    let name = "rows piled up, then four rows column by column (docs/reach.md)";
    Some(Strategy { name, spawns: Spawns::Anywhere, steps: all })
}

/// Rows that alternate 1s and 2s, piled up from the bottom to the second row from the top.
///
/// Nothing is filled by this, but every board on the way is known to be reachable.
pub fn piled(shape: Shape) -> Option<Strategy> {
    if shape.rows() < 3 || shape.columns() < 4 || !shape.columns().is_multiple_of(2) {
        return None;
    }
    let name = "rows piled up (docs/reach.md)";
    Some(Strategy { name, spawns: Spawns::Anywhere, steps: pile(shape, 2) })
}

/// Rows from the bottom to a given one, counted from the top, which starts with a 1.
pub(super) fn pile(shape: Shape, top: usize) -> Vec<Step> {
    let mut all = Vec::new();
    for row in (top..=shape.rows()).rev() {
        let starts_with_two = (row - top) % 2 == 1;
        let side = if starts_with_two { Symmetry::Identity } else { Symmetry::MirrorColumns };
        all.extend(image(&steps(&pile_up(row, shape.columns())), shape, side));
    }
    all
}

/// A row 2121…1, with at least one empty row above it and a row 1212…2 or the border below.
fn pile_up(row: usize, n: usize) -> String {
    let above = row - 1;
    let mut text = format!("({row},2)L({row},2)L");
    for filled in (1..n - 1).step_by(2) {
        let next = filled + 1;
        write!(text, "({above},{n})D({above},{n})D({row},{next})L")
            .expect("strings take everything");
    }
    write!(text, "({above},{n})D").expect("strings take everything");
    text
}

/// What [`filled`] reaches: the checkerboard with a 1 in the upper left corner, and a 1 instead of
/// a 2 in the upper right one.
pub fn filled_board(shape: Shape) -> Board {
    let corner = Cell::new(0, shape.columns() - 1);
    let one = Tile::new(1).expect("rank 1 exists");
    checkerboard(shape, 1).with(corner, one).expect("boards hold every tile")
}
