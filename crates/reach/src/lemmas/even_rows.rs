//! Rows of even length that horizontal moves can turn into a checkerboard row (Figure 6, Lemma 11).

use std::collections::{BTreeSet, HashSet};

use twofold_core::{Direction, Packed, Shape};

use super::bounded::MAX_RANK;
use super::domain::{Slides, all_boards, spawns};
use super::ranks::Ranks;
use super::report::{Cases, Report};

/// A row that must become a checkerboard row of even length, at least 4, by horizontal moves alone
/// begins or ends with a 2, and has at most two empty cells.
///
/// The row may be part of a larger board, so that before every slide a 1 may be spawned into it,
/// or not. Checked on every row of 0s, 1s and 2s from which a checkerboard row can be reached,
/// checkerboard rows included.
///
/// # Panics
/// If the length is odd, below 4 or above 14.
pub fn lemma_11(length: usize) -> Report {
    let shape = even_row(length);
    let domain = "every row that horizontal moves can turn into a checkerboard row".to_owned();
    let mut cases = Cases::new("Lemma 11", shape, domain);
    for row in rows_that_become_checkerboards(shape) {
        let ranks: Vec<u8> = Ranks::new(row).iter().collect();
        let begins_or_ends = ranks[0] == 2 || ranks[length - 1] == 2;
        let gaps = ranks.iter().filter(|&&rank| rank == 0).count();
        cases.note((begins_or_ends && gaps <= 2).into(), None, row);
    }
    cases.finish()
}

/// The patterns of Figure 6, up to mirror images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EvenRowPattern {
    /// A checkerboard row: (12)⁺.
    Checkerboard,
    /// A checkerboard row without one of its 1s.
    CheckerboardWithoutOne,
    /// 2(12)⁺ and an empty cell anywhere.
    Alternating,
    /// 2(12)⁺ and an empty cell, without one of its 1s.
    AlternatingWithoutOne,
    /// 11(12)⁺.
    Double,
    /// 11(12)⁺ without one of its 1s.
    DoubleWithoutOne,
}

/// The patterns that the rows of [`lemma_11`] follow; `Err` with the first row that follows none.
///
/// # Panics
/// If the length is odd, below 4 or above 14.
pub fn even_row_patterns(length: usize) -> Result<BTreeSet<EvenRowPattern>, String> {
    let shape = even_row(length);
    let mut patterns = BTreeSet::new();
    for row in rows_that_become_checkerboards(shape) {
        let ranks: Vec<u8> = Ranks::new(row).iter().collect();
        let mirrored: Vec<u8> = ranks.iter().rev().copied().collect();
        let found = pattern_of(&ranks).or_else(|| pattern_of(&mirrored));
        let text = || ranks.iter().map(u8::to_string).collect::<String>();
        patterns.insert(found.ok_or_else(text)?);
    }
    Ok(patterns)
}

fn pattern_of(row: &[u8]) -> Option<EvenRowPattern> {
    use EvenRowPattern as Pattern;
    let whole = |row: &[u8]| {
        let tiles: Vec<u8> = row.iter().copied().filter(|&rank| rank > 0).collect();
        let alternate = tiles.windows(2).all(|pair| pair[0] != pair[1]);
        match row.len() - tiles.len() {
            0 if alternate => Some(Pattern::Checkerboard),
            0 if tiles[..2] == [1, 1] && tiles[2] == 1 && alternates(&tiles[2..]) => {
                Some(Pattern::Double)
            }
            1 if alternate && tiles[0] == 2 => Some(Pattern::Alternating),
            _ => None,
        }
    };
    if let Some(pattern) = whole(row) {
        return Some(pattern);
    }
    let gaps = (0..row.len()).filter(|&index| row[index] == 0);
    let filled = gaps.filter_map(|index| {
        let mut row = row.to_vec();
        row[index] = 1;
        whole(&row)
    });
    let without = filled.map(|pattern| match pattern {
        Pattern::Checkerboard => Pattern::CheckerboardWithoutOne,
        Pattern::Alternating => Pattern::AlternatingWithoutOne,
        _ => Pattern::DoubleWithoutOne,
    });
    without.min()
}

fn alternates(tiles: &[u8]) -> bool {
    tiles.windows(2).all(|pair| pair[0] != pair[1])
}

fn even_row(length: usize) -> Shape {
    assert!(length.is_multiple_of(2) && (4..=14).contains(&length), "an even length from 4 to 14");
    Shape::new(1, length).expect("a row is a shape")
}

/// All rows from which a checkerboard row can be reached, by repeated steps back.
fn rows_that_become_checkerboards(shape: Shape) -> BTreeSet<Packed> {
    let slides = Slides::new(shape, MAX_RANK);
    let is_destination = |row: Packed| {
        let ranks: Vec<u8> = Ranks::new(row).iter().collect();
        ranks.iter().all(|&rank| rank > 0) && alternates(&ranks)
    };
    let rows: Vec<Packed> = all_boards(shape, MAX_RANK).collect();
    let mut good: HashSet<Packed> =
        rows.iter().copied().filter(|&row| is_destination(row)).collect();
    loop {
        let leads_on = |row: &Packed| {
            let before = spawns(row).into_iter().chain([*row]);
            before.into_iter().any(|before| {
                is_destination(before)
                    || [Direction::Left, Direction::Right].into_iter().any(|direction| {
                        slides.slide(before, direction).is_some_and(|s| good.contains(&s.after))
                    })
            })
        };
        let more: Vec<Packed> =
            rows.iter().copied().filter(|row| !good.contains(row) && leads_on(row)).collect();
        if more.is_empty() {
            return good.into_iter().collect();
        }
        good.extend(more);
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::notation::ranks;

    use super::*;

    #[test]
    fn it_holds_on_short_rows() {
        for (length, rows) in [(4, 19), (6, 32)] {
            let report = lemma_11(length);
            assert!(report.holds(), "{report:?}");
            assert_eq!(report.checked, rows);
        }
    }

    #[test]
    fn there_are_six_patterns() {
        for length in [4, 6, 8] {
            assert_eq!(even_row_patterns(length).map(|patterns| patterns.len()), Ok(6));
        }
    }

    #[test]
    fn rows_follow_their_patterns() {
        use EvenRowPattern as Pattern;
        for (row, expected) in [
            ("121212", Some(Pattern::Checkerboard)),
            ("120212", Some(Pattern::CheckerboardWithoutOne)),
            ("210212", Some(Pattern::Alternating)),
            ("200212", Some(Pattern::AlternatingWithoutOne)),
            ("111212", Some(Pattern::Double)),
            ("110212", Some(Pattern::DoubleWithoutOne)),
            ("112212", None),
            ("000000", None),
        ] {
            let ranks: Vec<u8> = row.bytes().map(|digit| digit - b'0').collect();
            assert_eq!(pattern_of(&ranks), expected, "{row}");
        }
        let rows = rows_that_become_checkerboards(even_row(4));
        assert!(rows.iter().any(|row| ranks::write(row) == "2002"));
    }
}
