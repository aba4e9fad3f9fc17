//! Pillai's sequence: how much the primes, with 1, can hold on n cells.

use twofold_core::Figure;

use super::{MAXIMAL_GAPS, MaximalGap, PrimeGapProblem, TABLE_COMPLETE_TO, check_gap};

/// Single(n) and Total(n) for the primes with 1, and the table entry they rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PillaiValue {
    /// The number of cells.
    pub cells: u64,
    /// The largest tile.
    pub single: u64,
    /// The largest total (OEIS A066352).
    pub total: u64,
    /// The gap after the largest tile; every number in it has been tested. For one cell it is the
    /// gap from 1 to 2.
    pub gap: MaximalGap,
    /// The longest gap before it, according to the table: not longer than the total of one cell
    /// less.
    pub longest_before: u64,
}

/// Why the values cannot be continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PillaiError {
    /// No known gap is long enough.
    #[error(
        "{cells} cells need a prime gap longer than {needed}; up to {} no gap is longer than {longest}",
        TABLE_COMPLETE_TO
    )]
    BeyondTable {
        /// The number of cells.
        cells: u64,
        /// The gap has to be longer than this.
        needed: u64,
        /// The longest gap in the table.
        longest: u64,
    },
    /// An entry of the table turned out not to be a gap.
    #[error("the table of maximal prime gaps is wrong: {0}")]
    WrongTable(#[from] PrimeGapProblem),
}

/// The values for `cells` = 1, 2, …, proved from the table of known maximal prime gaps.
///
/// The smallest prime with a gap longer than Total(n − 1) starts a maximal gap, so the table
/// decides it; the entry is tested number by number before it is used. The fifth value could not be
/// sieved in a lifetime, and the sixth lies beyond all tables.
///
/// ```
/// use twofold_change::prime::pillai;
///
/// let totals: Result<Vec<u64>, _> = pillai().take(5).map(|value| value.map(|value| value.total)).collect();
/// assert_eq!(totals?, [1, 4, 27, 1354, 401_429_925_999_155_061]);
/// assert!(pillai().nth(5).unwrap().is_err());
/// # Ok::<(), twofold_change::prime::PillaiError>(())
/// ```
pub fn pillai() -> impl Iterator<Item = Result<PillaiValue, PillaiError>> {
    let mut total = 0;
    let mut failed = false;
    (1..).map_while(move |cells| {
        if failed {
            return None;
        }
        let value = next(cells, total);
        match value {
            Ok(value) => total = value.total,
            Err(_) => failed = true,
        }
        Some(value)
    })
}

/// About how many decimal digits the first prime has that is followed by a gap longer than
/// `length`, if maximal gaps up to x go on as ln² x (Cramér).
///
/// ```
/// use twofold_change::prime::digits_before_gap;
///
/// // The paper quotes the OEIS: hundreds of millions of digits.
/// let digits = digits_before_gap(401_429_925_999_155_061);
/// assert_eq!(format!("{digits:#}"), "~275,162,460");
/// ```
#[must_use]
pub fn digits_before_gap(length: u64) -> Figure {
    Figure::Estimate((length as f64).sqrt() / std::f64::consts::LN_10)
}

fn next(cells: u64, total: u64) -> Result<PillaiValue, PillaiError> {
    // The added 1 has a gap of 1 to the prime 2; it matters only while nothing has been built.
    if total == 0 {
        let gap = MaximalGap { start: 1, length: 1 };
        return Ok(PillaiValue { cells, single: 1, total: 1, gap, longest_before: 0 });
    }
    let mut longest_before = 1;
    for gap in MAXIMAL_GAPS {
        if gap.length > total {
            check_gap(gap)?;
            return Ok(PillaiValue {
                cells,
                single: gap.start,
                total: total + gap.start,
                gap,
                longest_before,
            });
        }
        longest_before = gap.length;
    }
    Err(PillaiError::BeyondTable { cells, needed: total, longest: longest_before })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PrimesWithOne, Thresholds};

    #[test]
    fn agrees_with_sieved_primes() {
        let sieved = Thresholds::new(PrimesWithOne::default().map(Ok)).take(4);
        for (row, value) in sieved.zip(pillai()) {
            let (row, value) = (row.unwrap(), value.unwrap());
            assert_eq!(row.single, value.single.into());
            assert_eq!(row.total, value.total.into());
            assert_eq!(row.gap(), Some(value.gap.length.into()));
        }
    }

    #[test]
    fn the_fifth_value_and_its_gap() {
        let fifth = pillai().nth(4).unwrap().unwrap();
        assert_eq!(fifth.single, 401_429_925_999_153_707);
        assert_eq!((fifth.gap.length, fifth.longest_before), (1356, 1328));
        let sixth = pillai().nth(5).unwrap();
        assert_eq!(
            sixth,
            Err(PillaiError::BeyondTable {
                cells: 6,
                needed: 401_429_925_999_155_061,
                longest: 1476
            })
        );
        assert_eq!(pillai().nth(6), None);
    }
}
