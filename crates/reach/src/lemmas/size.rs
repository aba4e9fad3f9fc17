//! How large tiles can grow (Section 3.1): Lemma 6 and Corollary 7.
//!
//! Both are statements about play, so they are checked on all positions that play can reach from
//! the empty board when only 2s (rank 1) are spawned. Slides add nothing: the board after one has
//! no more tiles and was followed by a spawn that is checked.

use twofold_core::{Packed, Shape};

use super::domain::visit_reachable;
use super::ranks::Ranks;
use super::report::{Cases, Finding, Report};

/// On a board of *k* cells there is no tile of rank above *k*.
///
/// Checked on every reachable position whose ranks stay within `max_rank`, which is only a limit
/// if it is not above the number of cells.
pub fn lemma_6(shape: Shape, max_rank: u8) -> Report {
    every_position("Lemma 6", shape, max_rank, |ranks| {
        ranks.iter().all(|rank| usize::from(rank) <= shape.cells()).into()
    })
}

/// If there is a tile of rank *k*, at least *k* − 1 cells are empty or of lower rank.
///
/// Checked on every reachable position, and on every board after a slide from one.
pub fn corollary_7(shape: Shape, max_rank: u8) -> Report {
    every_position("Corollary 7", shape, max_rank, |ranks| {
        let below = |k: u8| ranks.iter().filter(|&rank| rank < k).count();
        ranks.iter().filter(|&k| k > 0).all(|k| below(k) + 1 >= usize::from(k)).into()
    })
}

fn every_position(
    statement: &'static str,
    shape: Shape,
    max_rank: u8,
    check: impl Fn(&Ranks) -> Finding,
) -> Report {
    let limit = if usize::from(max_rank) > shape.cells() {
        String::new()
    } else {
        format!(" with ranks up to {max_rank}")
    };
    let domain = format!("every reachable position{limit}, and every slide from it");
    let cases = std::cell::RefCell::new(Cases::new(statement, shape, domain));
    let note = |slide, board: Packed| {
        cases.borrow_mut().note(check(&Ranks::new(board)), slide, board);
    };
    visit_reachable(
        shape,
        max_rank,
        |board| note(None, board),
        |_, case| note(Some((case.before, case.direction)), case.after),
    );
    cases.into_inner().finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_hold_on_small_boards() {
        for text in ["1x1", "1x4", "2x2", "2x3", "4x1"] {
            let shape: Shape = text.parse().unwrap();
            for check in [lemma_6, corollary_7] {
                let report = check(shape, 14);
                assert!(report.holds(), "{report:?}");
            }
        }
    }

    #[test]
    fn the_bound_of_lemma_6_is_sharp() {
        let shape: Shape = "2x3".parse().unwrap();
        let report = every_position("ranks stay below 6", shape, 14, |ranks| {
            ranks.iter().all(|rank| rank < 6).into()
        });
        assert!(report.counterexample.is_some());
    }
}
