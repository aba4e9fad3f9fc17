//! Boards with two odd sides, one of them 5 or 7, filled with 1s and 2s.
//!
//! The strategies for even sides play in a window that is one cell shorter than the board. As long as all
//! full lines are as long as the window, a slide along them moves the window as a whole, so that the free
//! line of the board changes sides and everything else stays as it is.
//!
//! In the end, all rows that are not full lack one tile or two. After a slide to the left, a row 12…12 takes
//! a 1 on the right; after a slide to the right, a row 21…21 takes a 1 on the left; a row 21…12 takes both.
//! They are completed in turn; the last spawn may fill any cell.

use std::fmt::Write;

use twofold_core::notation::sequence::Step;
use twofold_core::{Cell, Direction, Shape, Symmetry};

use super::filled::{filled, pile};
use super::{Strategy, image, steps};
use crate::question::Spawns;

/// Fills *m*×5, *m* odd and at least 5, so that all rows read 12121 but for the lowest, 21212.
///
/// 1. Four of the five columns are filled as [`filled`] does, but for its last five spawns.
/// 2. Three 1s that fall into the free column complete the two lowest rows. Meanwhile the first row becomes
///    212, and the second 2121.
/// 3. The other rows are completed.
pub fn filled_five_columns(shape: Shape) -> Option<Strategy> {
    let m = shape.rows();
    if !is_odd(m) || shape.columns() != 5 {
        return None;
    }
    let four = filled(Shape::new(m, 4).ok()?)?;
    // Its last spawn has no slide after it.
    let kept = four.steps.len() - 9;
    let mut all = in_window(&four.steps[..kept], Direction::Right, 0);
    all.extend(steps("(1,1)R(1,1)R(2,1)L(2,5)R(1,2)D(1,1)D(1,1)D(1,1)L"));
    let mut text = "(1,5)R".to_owned();
    for row in (2..m - 2).step_by(2) {
        write!(text, "({row},1)L({},5)R", row + 1).expect("strings take everything");
    }
    text.push_str("(1,1)");
    all.extend(steps(&text));
    Some(strategy("four columns filled, then the fifth (docs/reach.md)", all))
}

/// Fills *m*×7, *m* odd and at least 5, so that all rows but the lowest and the last one read 1212121.
///
/// 1. Five columns are piled up at the left, one cell shorter than the board, as [`super::piled`] does with
///    rows. They end up below the first row, with 21212 in the second one.
/// 2. Three 1s fall into the sixth column; the first row becomes 121 by slides to the left and right alone.
/// 3. The sixth column grows two cells a time: two 1s merge into a 2 at the end of a row 21212, and fall down a
///    row together with another 1. The last time two more 1s stay beside the 121, and a slide to the right makes
///    it 1212. In the same way it becomes 21212, while two 1s complete the lowest row, 2121212.
/// 4. The other rows are completed.
pub fn filled_seven_columns(shape: Shape) -> Option<Strategy> {
    let m = shape.rows();
    if !is_odd(m) || shape.columns() != 7 {
        return None;
    }
    let turned = Shape::new(7, m - 1).ok()?;
    let columns = image(&pile(turned, 3), turned, Symmetry::AntiTranspose);
    let mut all = in_window(&columns, Direction::Down, 1);
    let mut text = format!("({m},6)D(1,6)D(1,6)D(1,2)R(1,6)L(1,7)R(1,1)L");
    for row in (5..m - 1).rev().step_by(2) {
        let (above, over) = (row - 1, row - 2);
        write!(text, "({above},7)L({above},7)L({over},6)D").expect("strings take everything");
    }
    text += "(2,7)L(2,7)L(1,5)D(1,6)D(1,7)R(1,2)U(1,1)D(1,1)D(1,3)L(1,7)R(1,1)L";
    for row in (3..m - 1).step_by(2) {
        write!(text, "({row},7)R({},1)L", row - 1).expect("strings take everything");
    }
    write!(text, "({},7)", m - 1).expect("strings take everything");
    all.extend(steps(&text));
    Some(strategy("five columns piled up, then two more (docs/reach.md)", all))
}

fn is_odd(rows: usize) -> bool {
    rows >= 5 && rows % 2 == 1
}

fn strategy(name: &'static str, steps: Vec<Step>) -> Strategy {
    Strategy { name, spawns: Spawns::Anywhere, steps }
}

/// A game on a board that is one row or column larger. Full lines stand at the border that they last slid to:
/// `far`, which the offset of 1 stands for, or the opposite one.
fn in_window(steps: &[Step], far: Direction, mut offset: usize) -> Vec<Step> {
    let step = |step: &Step| match *step {
        Step::Spawn { cell, tile } => {
            let (down, right) = if far.is_vertical() { (offset, 0) } else { (0, offset) };
            Step::Spawn { cell: Cell::new(cell.row() + down, cell.column() + right), tile }
        }
        Step::Slide(direction) => {
            if direction.is_vertical() == far.is_vertical() {
                offset = usize::from(direction == far);
            }
            Step::Slide(direction)
        }
    };
    steps.iter().map(step).collect()
}
