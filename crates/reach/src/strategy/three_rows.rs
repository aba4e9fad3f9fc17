//! Checkerboards on three rows of odd length (Section 4.2).

use std::fmt::Write;

use twofold_core::Shape;

use super::{Strategy, steps};
use crate::question::Spawns;

/// A checkerboard with 1s in the corners on 3×*n*, *n* odd: two columns 0, 1, 2 stand to the right
/// of the finished ones, and every round turns them into two finished columns and two new ones.
pub fn three_rows(shape: Shape) -> Option<Strategy> {
    let n = shape.columns();
    if shape.rows() != 3 || n < 3 || n.is_multiple_of(2) {
        return None;
    }
    let mut text = "(1,1)D(1,1)D(1,1)D(1,2)D(1,2)D(2,2)".to_owned();
    for k in (0..n - 3).step_by(2) {
        let (a, b, c) = (k + 1, k + 2, k + 4);
        write!(text, "U(3,{b})D(1,{a})R(3,1)L(1,{n})R(1,1)U(1,2)L(1,{n})D(2,{n})L(2,{c})")
            .expect("strings take everything");
    }
    let (a, b) = (n - 2, n - 1);
    write!(text, "U(3,{b})D(1,{a})R(1,1)L(1,{n})R(2,1)U(2,1)D(1,1)")
        .expect("strings take everything");
    Some(Strategy { name: "Section 4.2, 3×odd", spawns: Spawns::Anywhere, steps: steps(&text) })
}
