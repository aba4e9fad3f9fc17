//! Checkerboards on two rows or two columns, with deterministic spawns (Section 4.1).

use twofold_core::Shape;

use super::{Strategy, slides, with_spawns};
use crate::question::Spawns;

/// A checkerboard on *m*×2: rows 12 and 21 are made at the top in turn and moved down.
///
/// `RR` and a spawn make the row 12, `RL` and a spawn make 21, and `D` puts it on the pile. Which of
/// them comes first follows from the corner that the last row must have. The document writes this
/// as (RRDRLD)^⌊m/2⌋ (RRD)^((m−1) mod 2) RL; read literally, that has too many or the wrong rows
/// (`docs/reach.md`), while its Figure 4 is what is done here.
pub fn two_columns(shape: Shape, corner: u8) -> Option<Strategy> {
    if shape.columns() != 2 || shape.rows() < 2 {
        return None;
    }
    let row = |from_top: usize| {
        let twelve = (corner == 1) == from_top.is_multiple_of(2);
        if twelve { "RR" } else { "RL" }
    };
    let rows: Vec<&str> = (0..shape.rows()).rev().map(row).collect();
    Some(deterministic("Section 4.1, m×2", shape, &rows.join("D")))
}

/// A checkerboard on 2×*n*: 1s and 2s in turn in one row, then the other row is filled.
///
/// With a 1 in the corner, (DUR)^(⌈n/2⌉−1) DUD (UUD)^(⌊n/2⌋−1) UU; with a 2 in the corner,
/// (DUR)^(n/2−1) RDU (DDU)^(n/2−1) DD for even and (DUR)^(⌈n/2⌉−1) (DDU)^⌊n/2⌋ DD for odd *n*.
pub fn two_rows(shape: Shape, corner: u8) -> Option<Strategy> {
    let n = shape.columns();
    if shape.rows() != 2 || n < 2 {
        return None;
    }
    let (up, down) = (n.div_ceil(2) - 1, n / 2);
    let dur = "DUR".repeat(up);
    // With an odd width the first row ends up the other way round.
    let letters = match (corner, n.is_multiple_of(2)) {
        (1, true) => dur + "DUD" + &"UUD".repeat(down - 1) + "UU",
        (2, false) => dur + "DUD" + &"UUD".repeat(down - 1) + "UU",
        (2, true) => dur + "RDU" + &"DDU".repeat(down - 1) + "DD",
        _ => dur + &"DDU".repeat(down) + "DD",
    };
    Some(deterministic("Section 4.1, 2×n", shape, &letters))
}

fn deterministic(name: &'static str, shape: Shape, letters: &str) -> Strategy {
    let steps = with_spawns(shape, &slides(letters));
    Strategy { name, spawns: Spawns::Deterministic, steps }
}
