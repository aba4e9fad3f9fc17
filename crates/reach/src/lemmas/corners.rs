//! Checkerboards on boards with two odd sides (Section 4.3): Lemma 12 and Corollary 13.

use twofold_core::{Grid, Packed, Shape};

use super::bounded::MAX_RANK;
use super::domain::visit_reachable;
use super::ranks::Ranks;
use super::report::{Cases, Finding, Report};

/// If both sides are odd, a spawn that completes a checkerboard falls into a corner.
///
/// Checked on every slide of bounded play from every reachable position that leaves one cell empty
/// which a 1 would complete to a checkerboard.
///
/// # Panics
/// If a side is even.
pub fn lemma_12(shape: Shape) -> Report {
    assert_odd(shape);
    let domain = "every slide of bounded play from every reachable position".to_owned();
    let mut cases = Cases::new("Lemma 12", shape, domain);
    visit_reachable(
        shape,
        MAX_RANK,
        |_| {},
        |_, case| {
            let mut empty = case.after.empty_cells();
            let verdict = match (empty.next(), empty.next()) {
                (Some(cell), None) if is_checkerboard(super::domain::spawns(&case.after)[0]) => {
                    let (last_row, last_column) = (shape.rows() - 1, shape.columns() - 1);
                    let corner = [0, last_row].contains(&cell.row())
                        && [0, last_column].contains(&cell.column());
                    corner.into()
                }
                _ => Finding::NotApplicable,
            };
            cases.note(verdict, Some((case.before, case.direction)), case.after);
        },
    );
    cases.finish()
}

/// If both sides are odd, no reachable checkerboard has 2s in its corners.
///
/// Checked on every position that bounded play can reach.
///
/// # Panics
/// If a side is even.
pub fn corollary_13(shape: Shape) -> Report {
    assert_odd(shape);
    let domain = "every reachable position of bounded play".to_owned();
    let mut cases = Cases::new("Corollary 13", shape, domain);
    visit_reachable(
        shape,
        MAX_RANK,
        |board| {
            let verdict = if is_checkerboard(board) {
                (Ranks::new(board).at(0, 0) == 1).into()
            } else {
                Finding::NotApplicable
            };
            cases.note(verdict, None, board);
        },
        |_, _| {},
    );
    cases.finish()
}

fn assert_odd(shape: Shape) {
    assert!(shape.rows() % 2 == 1 && shape.columns() % 2 == 1, "both sides must be odd");
}

fn is_checkerboard(board: Packed) -> bool {
    let ranks = Ranks::new(board);
    let first = ranks.at(0, 0);
    let shape = ranks.shape();
    matches!(first, 1 | 2)
        && shape.iter().all(|cell| {
            let even = (cell.row() + cell.column()).is_multiple_of(2);
            ranks.at(cell.row(), cell.column()) == if even { first } else { 3 - first }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_hold_on_small_boards() {
        for text in ["1x3", "3x1", "3x3", "3x5"] {
            let shape = text.parse().unwrap();
            for report in [lemma_12(shape), corollary_13(shape)] {
                assert!(report.holds(), "{report:?}");
            }
        }
    }
}
