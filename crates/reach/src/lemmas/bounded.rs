//! Slides when no tile above 2 may be made (Section 3.2): Lemma 9.

use twofold_core::{Direction, Packed, Shape};

use super::domain::{Slides, all_boards, spawns};
use super::ranks::Ranks;
use super::report::{Cases, Report};

/// The highest rank of the bounded game.
pub(super) const MAX_RANK: u8 = 2;

/// What a slide leaves behind if no tile above 2 may be made, seen from the border that tiles
/// slid to:
///
/// - a) no empty cell has a tile behind it;
/// - b) no two 1s are neighbours along the slide;
/// - c) if two 2s are neighbours along the slide, the last cell of their line is empty;
///
/// and if after some spawn a slide across is possible,
///
/// - d) no two 2s are neighbours across;
/// - e) no two 1s are neighbours across, except in the line at the border.
///
/// Checked on every such slide of every board of 0s, 1s and 2s, in all four directions, whether
/// or not play can reach it.
pub fn lemma_9(shape: Shape) -> Report {
    let slides = Slides::new(shape, MAX_RANK);
    let domain = "every slide of every board of 0s, 1s and 2s that makes no 3".to_owned();
    let mut cases = Cases::new("Lemma 9", shape, domain);
    for board in all_boards(shape, MAX_RANK) {
        for case in slides.all(board) {
            let holds = along(case.after, case.direction)
                && (across(case.after, case.direction)
                    || !slide_across_follows(&slides, case.after, case.direction));
            cases.note(holds.into(), Some((case.before, case.direction)), case.after);
        }
    }
    cases.finish()
}

/// Properties a, b and c.
fn along(after: Packed, direction: Direction) -> bool {
    let ranks = Ranks::new(after);
    ranks.lines(direction).all(|line| {
        let last = line.len() - 1;
        let no_tile_behind_a_gap = (1..=last).all(|k| line.at(k - 1) > 0 || line.at(k) == 0);
        let room_for_twos = !line.has_pair(2, 2) || line.at(last) == 0;
        no_tile_behind_a_gap && !line.has_pair(1, 1) && room_for_twos
    })
}

/// Properties d and e.
fn across(after: Packed, direction: Direction) -> bool {
    let ranks = Ranks::new(after);
    let (lines, border) = match direction {
        Direction::Up => (Direction::Left, 0),
        Direction::Down => (Direction::Left, ranks.shape().rows() - 1),
        Direction::Left => (Direction::Up, 0),
        Direction::Right => (Direction::Up, ranks.shape().columns() - 1),
    };
    ranks
        .lines(lines)
        .enumerate()
        .all(|(number, line)| !line.has_pair(2, 2) && (number == border || !line.has_pair(1, 1)))
}

fn slide_across_follows(slides: &Slides, after: Packed, direction: Direction) -> bool {
    let possible = |board: Packed| {
        slides.all(board).any(|case| case.direction.is_vertical() != direction.is_vertical())
    };
    spawns(&after).into_iter().any(possible)
}

#[cfg(test)]
mod tests {
    use twofold_core::Grid;
    use twofold_core::notation::ranks;

    use super::*;

    #[test]
    fn it_holds_on_small_boards() {
        for text in ["1x5", "5x1", "2x3", "3x2", "3x3"] {
            let report = lemma_9(text.parse().unwrap());
            assert!(report.holds(), "{report:?}");
        }
    }

    #[test]
    fn each_property_can_fail() {
        let board = |text: &str| ranks::parse(text).unwrap().convert::<Packed>().unwrap();
        for (text, holds) in
            [("00/12", true), ("10/02", false), ("10/10", false), ("20/21", false), ("2/2", false)]
        {
            assert_eq!(along(board(text), Direction::Down), holds, "{text}");
        }
        assert!(along(board("0/2/2"), Direction::Down), "room for twos");
        for (text, holds) in [("12/11", true), ("11/12", false), ("12/22", false)] {
            assert_eq!(across(board(text), Direction::Down), holds, "{text}");
        }
        assert!(across(board("21/12"), Direction::Left));
        assert!(!across(board("21/21"), Direction::Left), "2s in the first column");
    }
}
