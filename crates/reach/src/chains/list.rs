//! Every path of a small board, one after the other.

use twofold_core::{Cell, Shape};

use super::neighbours;

/// The largest board whose paths are listed; there are 458,696 on 6×6 already.
pub const MAX_LISTED_CELLS: usize = 36;

/// A board with too many paths to visit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a {shape} board has too many paths to list; boards of up to {MAX_LISTED_CELLS} cells are listed"
)]
pub struct ListError {
    /// The board.
    pub shape: Shape,
}

/// Visits every complete path, once in each direction, in the order of its cells.
///
/// ```
/// use twofold_reach::chains;
///
/// let mut ends = Vec::new();
/// chains::list("2x2".parse()?, |path| ends.push(path[3]))?;
/// assert_eq!(ends.len(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn list(shape: Shape, mut visit: impl FnMut(&[Cell])) -> Result<(), ListError> {
    if shape.cells() > MAX_LISTED_CELLS {
        return Err(ListError { shape });
    }
    let adjacent: Vec<u64> = shape
        .iter()
        .map(|cell| neighbours(shape, cell).fold(0, |mask, next| mask | 1 << shape.index(next)))
        .collect();
    let mut walk = Walk { shape, adjacent, path: Vec::with_capacity(shape.cells()) };
    let all = (1u64 << shape.cells()) - 1;
    for index in 0..shape.cells() {
        walk.enter(index, all & !(1 << index), &mut visit);
    }
    Ok(())
}

struct Walk {
    shape: Shape,
    /// The neighbours of each cell, as a set of bits.
    adjacent: Vec<u64>,
    path: Vec<Cell>,
}

impl Walk {
    fn enter(&mut self, index: usize, left: u64, visit: &mut impl FnMut(&[Cell])) {
        self.path.push(self.shape.cell(index));
        if left == 0 {
            visit(&self.path);
        } else if self.hopeful(index, left) {
            for next in bits(self.adjacent[index] & left) {
                self.enter(next, left & !(1 << next), visit);
            }
        }
        self.path.pop();
    }

    /// Whether a path from the head through all cells that are left is not plainly impossible:
    /// they hang together, and at most one of them is a dead end.
    fn hopeful(&self, head: usize, left: u64) -> bool {
        let mut dead_ends = 0;
        for cell in bits(left) {
            let ways = self.adjacent[cell] & (left | 1 << head);
            dead_ends += usize::from(ways.count_ones() == 1);
            if ways == 0 || dead_ends > 1 {
                return false;
            }
        }
        let mut reached = 1 << head;
        let mut edge = reached;
        while edge != 0 {
            let next = bits(edge).fold(0, |mask, cell| mask | self.adjacent[cell]);
            edge = next & left & !reached;
            reached |= edge;
        }
        reached & left == left
    }
}

fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_path_is_complete_and_new() {
        let shape: Shape = "3x4".parse().unwrap();
        let mut seen = BTreeSet::new();
        list(shape, |path| {
            assert!(path.windows(2).all(|pair| neighbours(shape, pair[0]).any(|c| c == pair[1])));
            assert_eq!(path.iter().collect::<BTreeSet<_>>().len(), 12);
            assert!(seen.insert(path.to_vec()));
        })
        .unwrap();
        assert!(
            seen.iter().all(|path| seen.contains(&path.iter().rev().copied().collect::<Vec<_>>()))
        );
    }

    #[test]
    fn large_boards_are_refused() {
        assert!(list("6x7".parse().unwrap(), |_| {}).is_err());
    }
}
