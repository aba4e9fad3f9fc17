//! Which positions can be reached (Theorem 9).

use super::{AtEnd, Natural, SequenceError, Thresholds};

/// The answer to whether a multiset of tiles can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It can: the i-th smallest tile is at most Single(i) for every i.
    Reachable {
        /// The inequalities, from the smallest cell to the largest; empty cells come first and
        /// count as 0.
        inequalities: Vec<Inequality>,
    },
    /// It cannot.
    Unreachable {
        /// The first inequality that fails.
        violated: Inequality,
    },
}

/// The comparison of one tile with its bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inequality {
    /// The place i of the cell among all cells, from 1 for the smallest.
    pub place: u64,
    /// The value v_i of its tile, 0 for an empty cell.
    pub tile: Natural,
    /// Single(i), if it is not larger than the tiles at hand; otherwise the bound is known to hold
    /// without it.
    pub single: Option<Natural>,
}

impl Inequality {
    /// Whether the tile does not exceed its bound.
    pub fn holds(&self) -> bool {
        self.single.as_ref().is_none_or(|single| self.tile <= *single)
    }
}

/// Why the question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachError {
    /// There are more tiles than cells.
    #[error("{tiles} tiles do not fit on {cells} cells")]
    TooManyTiles {
        /// The number of tiles.
        tiles: usize,
        /// The number of cells.
        cells: usize,
    },
    /// A value is no tile of the game.
    #[error("{value} is not a tile: it lies {}", neighbours(below.as_ref(), above.as_ref()))]
    NotATile {
        /// The value.
        value: Natural,
        /// The largest tile below it.
        below: Option<Natural>,
        /// The smallest tile above it.
        above: Option<Natural>,
    },
    /// The sequence is improper, or could not be followed far enough.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
}

fn neighbours(below: Option<&Natural>, above: Option<&Natural>) -> String {
    match (below, above) {
        (Some(below), Some(above)) => format!("between {below} and {above}"),
        (Some(below), None) => format!("above the largest tile {below}"),
        (None, Some(above)) => format!("below the smallest tile {above}"),
        (None, None) => "outside the empty set of tiles".into(),
    }
}

/// Decides whether `position` (a multiset of tiles) can be reached on `cells` cells, by Theorem 9.
///
/// The terms have to be a proper sequence; they are read once, up to the first one beyond the
/// largest tile.
///
/// ```
/// use twofold_change::{AtEnd, Named, Reach, reach};
///
/// let terms = || Named::PowersOfTwo.terms();
/// let fine = reach(&[1u64, 2, 8].map(Into::into), 4, terms(), AtEnd::Unknown)?;
/// assert!(matches!(fine, Reach::Reachable { .. }));
/// let Reach::Unreachable { violated } = reach(&[4u64, 4, 4].map(Into::into), 4, terms(), AtEnd::Unknown)? else {
///     panic!("the second smallest cell would have to hold 4 and can hold 2 at most")
/// };
/// assert_eq!((violated.place, violated.tile, violated.single), (2, 4u64.into(), Some(2u64.into())));
/// # Ok::<(), twofold_change::ReachError>(())
/// ```
pub fn reach(
    position: &[Natural],
    cells: usize,
    terms: impl Iterator<Item = Result<Natural, SequenceError>>,
    at_end: AtEnd,
) -> Result<Reach, ReachError> {
    if position.len() > cells {
        return Err(ReachError::TooManyTiles { tiles: position.len(), cells });
    }
    let mut tiles = position.to_vec();
    tiles.sort_unstable();
    let largest = tiles.last().cloned().unwrap_or(Natural::ZERO);

    // Up to the first term beyond the largest tile, look for the tiles among the terms and collect
    // the bounds.
    let mut wanted = tiles.iter().peekable();
    let mut last: Option<Natural> = None;
    let mut problem = None;
    let mut beyond = false;
    let watched = terms.map_while(|term| {
        if beyond {
            return None;
        }
        if let Ok(term) = &term {
            while wanted.next_if(|tile| *tile == term).is_some() {}
            if let Some(value) = wanted.next_if(|tile| *tile < term) {
                let (below, above) = (last.clone(), Some(term.clone()));
                problem = Some(ReachError::NotATile { value: value.clone(), below, above });
                return None;
            }
            beyond = *term > largest;
            last = Some(term.clone());
        }
        Some(term)
    });
    let mut singles = Vec::with_capacity(cells);
    let mut rows = Thresholds::new(watched);
    while singles.len() < cells {
        match rows.next() {
            Some(row) => singles.push(row?.single),
            None => break,
        }
    }
    // With all bounds known, the rest of the terms still has to be searched for the tiles.
    if singles.len() == cells {
        for row in rows {
            row?;
        }
    }
    if let Some(problem) = problem {
        return Err(problem);
    }
    if let Some(value) = wanted.next() {
        return Err(ReachError::NotATile { value: value.clone(), below: last, above: None });
    }
    // The set ends with the largest tile at hand: all further bounds are that tile.
    if !beyond && at_end == AtEnd::Complete {
        singles.resize(cells, last.unwrap_or(Natural::ZERO));
    }
    Ok(compare(&tiles, cells, &singles))
}

fn compare(tiles: &[Natural], cells: usize, singles: &[Natural]) -> Reach {
    let empty = cells - tiles.len();
    let inequalities: Vec<Inequality> = (0..cells)
        .map(|index| Inequality {
            place: index as u64 + 1,
            tile: index.checked_sub(empty).map_or(Natural::ZERO, |tile| tiles[tile].clone()),
            single: singles.get(index).cloned(),
        })
        .collect();
    match inequalities.iter().find(|inequality| !inequality.holds()) {
        Some(violated) => Reach::Unreachable { violated: violated.clone() },
        None => Reach::Reachable { inequalities },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExhaustivePlay, Named};
    use proptest::prelude::*;

    fn decide(tiles: &[u64], cells: usize, values: &[u64]) -> Result<bool, ReachError> {
        let position: Vec<Natural> = tiles.iter().map(|&tile| tile.into()).collect();
        let terms = values.iter().map(|&value| Ok(value.into()));
        Ok(matches!(reach(&position, cells, terms, AtEnd::Complete)?, Reach::Reachable { .. }))
    }

    /// Every multiset of at most `cells` of the values, sorted, with its sum at most `limit`.
    fn multisets(
        values: &[u64],
        cells: usize,
        limit: u64,
        start: usize,
        tiles: &mut Vec<u64>,
        found: &mut Vec<Vec<u64>>,
    ) {
        found.push(tiles.clone());
        if tiles.len() == cells {
            return;
        }
        for index in start..values.len() {
            if values[index] <= limit {
                tiles.push(values[index]);
                multisets(values, cells, limit - values[index], index, tiles, found);
                tiles.pop();
            }
        }
    }

    /// Theorem 9 against all games, for every multiset up to a sum.
    fn check(values: &[u64], cells: usize, limit: u64) -> usize {
        let played: Vec<_> = ExhaustivePlay::new(cells, values).take(limit as usize + 1).collect();
        let mut all = Vec::new();
        multisets(values, cells, limit, 0, &mut Vec::new(), &mut all);
        for tiles in &all {
            let sum = tiles.iter().sum::<u64>() as usize;
            let reached = played.get(sum).is_some_and(|layer| layer.contains(tiles));
            assert_eq!(
                decide(tiles, cells, values).unwrap(),
                reached,
                "{tiles:?} on {cells} cells with {values:?}"
            );
        }
        all.len()
    }

    #[test]
    fn theorem_9_against_all_games() {
        for named in Named::ALL {
            for cells in 1..=5 {
                // A finite beginning is a game of its own; long enough, it is the game of the
                // sequence up to the limit.
                let values: Vec<u64> =
                    named.terms().take(9).map(|term| term.unwrap().to_u64().unwrap()).collect();
                let limit = [3, 8, 40, 60, 50][cells - 1];
                assert!(check(&values, cells, limit) > cells, "{named}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn theorem_9_on_random_sets(
            steps in prop::collection::vec(1u64..12, 0..6),
            cells in 1usize..=5,
        ) {
            let sums = steps.iter().scan(1, |term, step| { *term += step; Some(*term) });
            let values: Vec<u64> = std::iter::once(1).chain(sums).collect();
            check(&values, cells, 30);
        }
    }

    #[test]
    fn questions_without_an_answer() {
        assert_eq!(
            decide(&[1, 1], 1, &[1, 2]),
            Err(ReachError::TooManyTiles { tiles: 2, cells: 1 })
        );
        let not_a_tile = |value: u64, below: Option<u64>, above: Option<u64>| {
            let (below, above) = (below.map(Natural::from), above.map(Natural::from));
            Err(ReachError::NotATile { value: value.into(), below, above })
        };
        assert_eq!(decide(&[1, 3], 4, &[1, 2, 4]), not_a_tile(3, Some(2), Some(4)));
        assert_eq!(decide(&[9], 4, &[1, 2, 4]), not_a_tile(9, Some(4), None));
        assert_eq!(decide(&[0], 4, &[1, 2, 4]), not_a_tile(0, None, Some(1)));
        assert_eq!(decide(&[], 0, &[1]), Ok(true));
    }

    #[test]
    fn tiles_are_looked_up_even_when_all_bounds_are_known() {
        assert_eq!(
            decide(&[100], 1, &[1, 2, 99, 101]),
            Err(ReachError::NotATile {
                value: 100u64.into(),
                below: Some(99u64.into()),
                above: Some(101u64.into())
            })
        );
        assert_eq!(decide(&[99], 1, &[1, 2, 99, 101]), Ok(false));
    }

    #[test]
    fn an_open_end_leaves_bounds_open() {
        // 4 is the last term read; whether Single(3) is 4 or more does not matter.
        let terms = [1u64, 2, 4].map(|term| Ok(term.into())).into_iter();
        let answer = reach(&[4u64.into()], 3, terms, AtEnd::Unknown).unwrap();
        let Reach::Reachable { inequalities } = answer else { panic!("{answer:?}") };
        assert_eq!(inequalities[2].single, None);
    }
}
