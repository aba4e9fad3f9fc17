//! Figures about pictures made by legal play.

use twofold_core::Watch;
use twofold_reach::paint::{RowVerdict, build_row, count_rows, plain_obstacle};

use super::{Arguments, Computation, ComputeError};
use crate::computed::Computed;

pub(super) const COMPUTATIONS: &[Computation] = &[
    Computation {
        name: "rows",
        about: "the `filled` rows of a `width` that can be built, or all that are `met` (argument `count`)",
        run: rows,
    },
    Computation {
        name: "largest-row-tile",
        about: "the largest tile that rows and composite rows reach on a square board of a `side`",
        run: |arguments, _| Ok(Computed::exact(1u64 << highest_rank(arguments.get("side")?)?)),
    },
    Computation {
        name: "row-tile-values",
        about: "how many tile values rows and composite rows reach on a square board of a `side`",
        run: |arguments, _| Ok(Computed::exact(highest_rank(arguments.get("side")?)?)),
    },
];

fn rows(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let counts = count_rows(arguments.get("width")?, watch).map_err(ComputeError::failed)?;
    match arguments.text("count")? {
        "filled" => Ok(Computed::exact(counts.filled)),
        _ => Ok(Computed::exact(counts.met)),
    }
}

/// The highest rank in a row that can be built, raised by the doublings that the farthest row of
/// the board has room for.
fn highest_rank(side: usize) -> Result<usize, ComputeError> {
    let reaches = |rank: u8| {
        // A row with one such tile is hardest to refuse if all others are as small as can be.
        let mut row: Vec<u8> = (0..side).map(|place| 1 + (place % 2) as u8).collect();
        row[0] = rank;
        let rising: Vec<u8> =
            (0..side as u8).rev().map(|below| rank.saturating_sub(below)).collect();
        let built = |row: &[u8]| matches!(build_row(row, usize::MAX), RowVerdict::Built(_));
        (row.get(1) != Some(&rank) && plain_obstacle(&row).is_none() && built(&row))
            || (!rising.contains(&0) && built(&rising))
    };
    let highest = (1..=side as u8 + 3).filter(|&rank| reaches(rank)).max().unwrap_or(2);
    Ok(usize::from(highest) + side - 1)
}
