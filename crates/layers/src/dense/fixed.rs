//! Boards that a symmetry leaves as they are, for counting up to symmetry.
//!
//! Burnside's lemma: the number of boards up to symmetry is the mean, over all symmetries, of the
//! number of boards that the symmetry leaves as they are. Few boards are symmetric, so those are
//! listed one by one; the identity leaves all boards as they are, and they are counted as bits.

use twofold_core::{Shape, Symmetry};

use super::geometry::{Geometry, Pair};

/// Cells that a symmetry takes to each other; they show one tile.
#[derive(Clone, Debug)]
struct Cycle {
    cells: Vec<usize>,
    /// What one rank in all these cells adds to the codes of the halves.
    part: Pair,
}

/// Lists the boards of a tile sum that one symmetry leaves as they are.
#[derive(Clone, Debug)]
pub(super) struct FixedBoards {
    cycles: Vec<Cycle>,
    /// The values of the ranks.
    values: Vec<u64>,
    /// The largest sum that the cycles from some number on can have.
    most: Vec<u64>,
    /// Whether every tile is a power of two: so many of them, or fewer, have a sum only if it has
    /// no more binary digits that are one.
    powers: bool,
    cells: usize,
}

impl FixedBoards {
    pub(super) fn new(geometry: &Geometry, symmetry: Symmetry, values: &[u64]) -> FixedBoards {
        // The values ascend, so that ranks can be looked up by value.
        debug_assert!(values.is_sorted());
        let mut cycles: Vec<Cycle> = cycles(geometry.shape, symmetry)
            .into_iter()
            .map(|cells| cycle(geometry, cells))
            .collect();
        cycles.sort_by_key(|cycle| std::cmp::Reverse(cycle.cells.len()));
        let highest = values.last().copied().unwrap_or(0);
        let mut most = vec![0];
        for cycle in cycles.iter().rev() {
            most.push(
                most.last().expect("it starts with one") + highest * cycle.cells.len() as u64,
            );
        }
        most.reverse();
        let sizes = cycles.iter().map(|cycle| cycle.cells.len() as u64);
        let powers = values
            .iter()
            .copied()
            .filter(|&value| value > 0)
            .chain(sizes)
            .all(u64::is_power_of_two);
        FixedBoards { cycles, values: values.to_vec(), most, powers, cells: geometry.shape.cells() }
    }

    /// Calls back with the ranks and the halves of every board of a tile sum.
    pub(super) fn for_each(&self, sum: u64, mut each: impl FnMut(&[u8], Pair)) {
        let mut ranks = vec![0; self.cells];
        self.go_on(0, sum, Pair { upper: 0, lower: 0 }, &mut ranks, &mut each);
    }

    fn go_on(
        &self,
        at: usize,
        left: u64,
        pair: Pair,
        ranks: &mut [u8],
        each: &mut impl FnMut(&[u8], Pair),
    ) {
        let cycle = &self.cycles[at];
        let size = cycle.cells.len() as u64;
        let last = at + 1 == self.cycles.len();
        // The last tile is what is left.
        let possible = match last {
            true if !left.is_multiple_of(size) => return,
            true => match self.values.binary_search(&(left / size)) {
                Ok(rank) => rank..rank + 1,
                Err(_) => return,
            },
            false => 0..self.values.len(),
        };
        for rank in possible {
            let Some(rest) = left.checked_sub(self.values[rank] * size) else { break };
            let tiles_left = (self.cycles.len() - at - 1) as u32;
            if rest > self.most[at + 1] || self.powers && rest.count_ones() > tiles_left {
                continue;
            }
            for &cell in &cycle.cells {
                ranks[cell] = rank as u8;
            }
            let with = Pair {
                upper: pair.upper + cycle.part.upper * rank as u32,
                lower: pair.lower + cycle.part.lower * rank as u32,
            };
            match last {
                true => each(ranks, with),
                false => self.go_on(at + 1, rest, with, ranks, each),
            }
        }
    }

    /// One cell of each cycle. What happens to a board when a tile is taken from one cell happens,
    /// up to symmetry, for every cell of its cycle.
    pub(super) fn representatives(&self) -> impl Iterator<Item = usize> + '_ {
        self.cycles.iter().map(|cycle| cycle.cells[0])
    }
}

fn cycles(shape: Shape, symmetry: Symmetry) -> Vec<Vec<usize>> {
    let mut seen = vec![false; shape.cells()];
    let mut cycles = Vec::new();
    for start in 0..shape.cells() {
        let mut cycle = Vec::new();
        let mut cell = start;
        while !seen[cell] {
            seen[cell] = true;
            cycle.push(cell);
            cell = shape.index(symmetry.cell(shape, shape.cell(cell)));
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

fn cycle(geometry: &Geometry, cells: Vec<usize>) -> Cycle {
    let mut part = Pair { upper: 0, lower: 0 };
    for &cell in &cells {
        let cell = geometry.shape.cell(cell);
        let (upper, weight) = geometry.weight(cell.row(), cell.column());
        *if upper { &mut part.upper } else { &mut part.lower } += weight;
    }
    Cycle { cells, part }
}
