//! Bounds on the number of positions that need no play: every way to fill the cells is counted, if its
//! tiles could have appeared at all.

use std::collections::BTreeMap;

use twofold_core::Shape;

/// The bound of Lees-Miller (2017) on the positions of a square or other board up to the tile of rank
/// `goal`, symmetric images counted apart.
///
/// Boards are counted that have at least two tiles, all of them lower than the goal, one of them a 2 or a
/// 4, as every board has after a spawn. The tile sum rises by 2 or 4 with each move, so that play cannot
/// pass two consecutive sums without a board: what lies beyond is left out. One more state stands for all
/// wins.
///
/// ```
/// use twofold_solve::count::combinatorics_bound;
///
/// assert_eq!(combinatorics_bound("2x2".parse()?, 5), Some(529));
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
///
/// Nothing if the number is too large for 128 bits.
pub fn combinatorics_bound(shape: Shape, goal: u8) -> Option<u128> {
    let all = fillings(shape, 1..goal)?;
    let without_spawn = fillings(shape, 3..goal)?;
    let (mut total, mut empty_layers) = (1_u128, 0);
    for sum in (2..).step_by(2) {
        let layer = all.get(&sum).copied().unwrap_or(0);
        match layer - without_spawn.get(&sum).copied().unwrap_or(0) {
            // Play starts with two tiles: there is nothing below.
            0 if total > 1 => empty_layers += 1,
            boards => {
                empty_layers = 0;
                total = total.checked_add(boards)?;
            }
        }
        if empty_layers == 2 {
            break;
        }
    }
    Some(total)
}

/// By tile sum, the boards of at least two tiles with ranks of a range.
fn fillings(shape: Shape, ranks: std::ops::Range<u8>) -> Option<BTreeMap<u64, u128>> {
    // By tile sum and by the number of tiles, up to two.
    let mut boards = BTreeMap::from([((0_u64, 0_u8), 1_u128)]);
    for _ in 0..shape.cells() {
        let mut more = BTreeMap::new();
        for (&(sum, tiles), &count) in &boards {
            let filled = ranks.clone().map(|rank| (sum + (1 << rank), (tiles + 1).min(2)));
            for next in filled.chain([(sum, tiles)]) {
                let entry: &mut u128 = more.entry(next).or_default();
                *entry = entry.checked_add(count)?;
            }
        }
        boards = more;
    }
    let several = boards.into_iter().filter(|((_, tiles), _)| *tiles == 2);
    Some(several.map(|((sum, _), count)| (sum, count)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by listing all boards, as a second way.
    fn listed(shape: Shape, goal: u8) -> u128 {
        let mut by_sum = BTreeMap::<u64, u128>::new();
        for mut number in 0..u64::from(goal).pow(shape.cells() as u32) {
            let ranks: Vec<u64> = (0..shape.cells())
                .map(|_| {
                    let rank = number % u64::from(goal);
                    number /= u64::from(goal);
                    rank
                })
                .collect();
            let tiles = ranks.iter().filter(|&&rank| rank > 0);
            if tiles.clone().count() >= 2 && tiles.clone().any(|&rank| rank <= 2) {
                *by_sum.entry(tiles.map(|rank| 1 << rank).sum()).or_default() += 1;
            }
        }
        let sums: Vec<u64> = by_sum.keys().copied().collect();
        let gap = sums.windows(2).position(|pair| pair[1] - pair[0] > 4);
        1 + by_sum.values().take(gap.map_or(sums.len(), |gap| gap + 1)).sum::<u128>()
    }

    #[test]
    fn bounds_are_those_of_all_boards_listed() {
        // Those of squares are in the author's repository, data/combinatorics/layers_truncated_total.csv.
        for (shape, goal, published) in [
            ("2x2", 3, Some(73)),
            ("2x2", 4, Some(233)),
            ("2x2", 6, Some(905)),
            ("2x2", 11, Some(905)),
            ("3x3", 3, Some(19_665)),
            ("3x3", 4, Some(261_615)),
            ("2x3", 5, None),
        ] {
            let shape: Shape = shape.parse().unwrap();
            let bound = combinatorics_bound(shape, goal).unwrap();
            assert_eq!(bound, listed(shape, goal), "{shape} to rank {goal}");
            assert!(published.is_none_or(|published| bound == published), "{shape} {goal}");
        }
    }

    #[test]
    fn the_gap_of_the_sum_matters() {
        // 38,400,465 boards without it.
        assert_eq!(combinatorics_bound("3x3".parse().unwrap(), 7), Some(38_369_571));
    }
}
