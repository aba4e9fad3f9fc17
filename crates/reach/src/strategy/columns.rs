//! Boards of three rows filled column by column, with slides up and down only.
//!
//! The document leaves it open how to fill 3×*n* for even *n*. As long as there are no slides to the left
//! and right, columns do not touch each other; they only move at the same time.
//!
//! 1. Two spawns make a 2 at the border, the third a 1 on it: 12 in odd columns after a slide down, 21 in
//!    even ones after a slide up.
//! 2. After a slide up an odd column misses the lowest cell, below its 2; after a slide down an even one
//!    misses the topmost, above its 2. A 1 completes it to 121, which no slide moves any more. Odd and
//!    even columns are completed in turn, until the last spawn fills the board.

use std::fmt::Write;

use twofold_core::Shape;

use super::{Strategy, steps};
use crate::question::Spawns;

/// Fills three rows so that every column reads 121.
pub fn filled_three_rows(shape: Shape) -> Option<Strategy> {
    let n = shape.columns();
    if shape.rows() != 3 || n < 2 {
        return None;
    }
    let mut text = String::new();
    for column in 1..=n {
        let (row, slide) = if column % 2 == 1 { (1, 'D') } else { (3, 'U') };
        for _ in 0..3 {
            write!(text, "({row},{column}){slide}").expect("strings take everything");
        }
    }
    // The next slide goes up, whichever was the last.
    text.pop();
    for column in 1..=n {
        let (slide, row) = if column % 2 == 1 { ('U', 3) } else { ('D', 1) };
        write!(text, "{slide}({row},{column})").expect("strings take everything");
    }
    let name = "three rows, column by column (docs/reach.md)";
    Some(Strategy { name, spawns: Spawns::Anywhere, steps: steps(&text) })
}
