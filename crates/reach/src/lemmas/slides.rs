//! What every slide leaves behind (Section 3.1): Lemmas 1, 3 and 5, Corollaries 2 and 4.
//!
//! All five are statements about a single slide, so they are checked on every slide of every
//! board, whether or not play can reach it.

use twofold_core::{Direction, Grid, Shape};

use super::domain::{SlideCase, Slides, all_boards};
use super::ranks::Ranks;
use super::report::{Cases, Finding, Report};

/// After a slide there is an empty cell at the border.
///
/// Checked on every slide of every board with ranks up to `max_rank`.
pub fn lemma_1(shape: Shape, max_rank: u8) -> Report {
    every_slide("Lemma 1", shape, max_rank, |case| {
        case.after.empty_cells().any(|cell| shape.is_border(cell)).into()
    })
}

/// A spawn that fills the board falls on the border: if a slide leaves one empty cell, it is there.
pub fn corollary_2(shape: Shape, max_rank: u8) -> Report {
    every_slide("Corollary 2", shape, max_rank, |case| {
        let mut empty = case.after.empty_cells();
        match (empty.next(), empty.next()) {
            (Some(only), None) => shape.is_border(only).into(),
            _ => Finding::NotApplicable,
        }
    })
}

/// After a slide no empty cell has a tile behind it, seen from the border that tiles slid to.
pub fn lemma_3(shape: Shape, max_rank: u8) -> Report {
    every_slide("Lemma 3", shape, max_rank, |case| {
        let ranks = Ranks::new(case.after);
        let aligned = ranks.lines(case.direction).all(|line| {
            let mut cells = line.iter().skip_while(|&rank| rank > 0);
            cells.all(|rank| rank == 0)
        });
        aligned.into()
    })
}

/// After a slide there is a direction in which no empty cell has a tile as its neighbour.
pub fn corollary_4(shape: Shape, max_rank: u8) -> Report {
    every_slide("Corollary 4", shape, max_rank, |case| {
        let ranks = Ranks::new(case.after);
        let empty_before_tile = |direction: Direction| {
            let mut lines = ranks.lines(direction);
            lines.any(|line| (1..line.len()).any(|k| line.at(k - 1) == 0 && line.at(k) > 0))
        };
        let everywhere = Direction::ALL.into_iter().all(empty_before_tile);
        (!everywhere).into()
    })
}

/// After a slide there are not both two 1s next to each other in a row and two in a column, empty
/// cells between them disregarded.
pub fn lemma_5(shape: Shape, max_rank: u8) -> Report {
    every_slide("Lemma 5", shape, max_rank, |case| {
        let ranks = Ranks::new(case.after);
        let has_ones = |direction: Direction| {
            ranks.lines(direction).any(|line| {
                let tiles = line.tiles();
                tiles.clone().zip(tiles.skip(1)).any(|pair| pair == (1, 1))
            })
        };
        match (has_ones(Direction::Left), has_ones(Direction::Up)) {
            (false, false) => Finding::NotApplicable,
            (rows, columns) => (!(rows && columns)).into(),
        }
    })
}

fn every_slide(
    statement: &'static str,
    shape: Shape,
    max_rank: u8,
    check: impl Fn(&SlideCase) -> Finding,
) -> Report {
    let slides = Slides::new(shape, max_rank + 1);
    let domain = format!("every slide of every board with ranks up to {max_rank}");
    let mut cases = Cases::new(statement, shape, domain);
    for board in all_boards(shape, max_rank) {
        for case in slides.all(board) {
            cases.note(check(&case), Some((case.before, case.direction)), case.after);
        }
    }
    cases.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_hold_on_small_boards() {
        for text in ["1x4", "4x1", "2x3", "3x2", "3x3"] {
            let shape = text.parse().unwrap();
            for check in [lemma_1, corollary_2, lemma_3, corollary_4] {
                let report = check(shape, 2);
                assert!(report.holds(), "{report:?}");
            }
        }
        for text in ["2x3", "3x2", "3x3"] {
            let report = lemma_5(text.parse().unwrap(), 2);
            assert!(report.holds(), "{report:?}");
        }
    }

    #[test]
    fn a_false_statement_is_refuted() {
        let shape = "2x2".parse().unwrap();
        let report = every_slide("no slide merges", shape, 2, |case| {
            let tiles = |board: twofold_core::Packed| board.empty_cells().count();
            (tiles(case.before) == tiles(case.after)).into()
        });
        let found = report.counterexample.expect("slides do merge");
        assert_eq!(found.board, "00/20");
        assert_eq!(found.slide, Some(("00/11".to_owned(), Direction::Left)));
    }

    #[test]
    fn every_slide_of_every_board_is_counted() {
        // On 1×2 the slides that change something: 01, 02 to the left; 10, 20 to the right; 11
        // and 22 to both sides.
        assert_eq!(lemma_1("1x2".parse().unwrap(), 2).checked, 8);
    }
}
