//! Rows that were only ever slid along themselves (Lemma 8).

use std::collections::BTreeSet;

use twofold_core::{Direction, Packed, Shape};

use super::domain::{Slides, spawns};
use super::ranks::Ranks;
use super::report::{Cases, Report};

/// The tiles of a row obtained by horizontal moves alone first rise and then fall.
///
/// The row may be part of a larger board, where slides happen that do not move it and spawns fall
/// elsewhere. So it is checked on everything that an empty row of the given length can become
/// when before every slide to the left or right a tile of rank 1 may be spawned into it, or not.
/// Equal neighbours count as rising and as falling: `1111` becomes `22`.
///
/// # Panics
/// If the row is longer than 14 cells.
pub fn lemma_8(length: usize) -> Report {
    assert!(length <= 14, "ranks up to the length of the row must fit");
    let shape = Shape::new(1, length).expect("a row is a shape");
    let domain = "everything that horizontal moves make of an empty row".to_owned();
    let mut cases = Cases::new("Lemma 8", shape, domain);
    for row in rows_by_horizontal_moves(shape) {
        cases.note(is_bitonic(&Ranks::new(row)).into(), None, row);
    }
    cases.finish()
}

fn is_bitonic(row: &Ranks) -> bool {
    let line = row.lines(Direction::Left).next().expect("there is one row");
    let tiles: Vec<u8> = line.tiles().collect();
    let falls = tiles.windows(2).position(|pair| pair[0] > pair[1]).unwrap_or(tiles.len());
    tiles.iter().skip(falls).zip(tiles.iter().skip(falls + 1)).all(|(left, right)| left >= right)
}

/// All contents of a row, after a slide and after a spawn that follows it.
fn rows_by_horizontal_moves(shape: Shape) -> BTreeSet<Packed> {
    let slides = Slides::new(shape, 14);
    let empty = Packed::from_code(shape, 0).expect("at most sixteen cells");
    let mut found = BTreeSet::new();
    let mut slid = BTreeSet::from([empty]);
    let mut open = vec![empty];
    while let Some(row) = open.pop() {
        // A slide elsewhere may leave this row as it is, hence the row itself.
        for before in spawns(&row).into_iter().chain([row]) {
            found.insert(before);
            for direction in [Direction::Left, Direction::Right] {
                let after = slides.slide(before, direction).map_or(before, |case| case.after);
                if slid.insert(after) {
                    open.push(after);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use twofold_core::notation::ranks;
    use twofold_core::{Board, Grid};

    use super::*;

    #[test]
    fn it_holds_on_short_rows() {
        for length in 1..=6 {
            let report = lemma_8(length);
            assert!(report.holds(), "{report:?}");
        }
    }

    #[test]
    fn bitonic_means_rising_then_falling() {
        let check = |text: &str| {
            let board: Board = ranks::parse(text).unwrap();
            is_bitonic(&Ranks::new(board.convert().unwrap()))
        };
        for text in ["0000", "121", "1221", "22", "10201", "321", "1230"] {
            assert!(check(text), "{text}");
        }
        for text in ["212", "2012", "1121201", "312"] {
            assert!(!check(text), "{text}");
        }
    }

    #[test]
    fn the_row_of_a_longer_game_is_found() {
        let rows = rows_by_horizontal_moves("1x4".parse().unwrap());
        let texts: BTreeSet<String> = rows.iter().map(ranks::write).collect();
        assert!(texts.contains("0121") && texts.contains("2200"));
        assert!(!texts.contains("0212"));
    }
}
