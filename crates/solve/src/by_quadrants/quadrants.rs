//! Quadrants of a square board, each read from its own corner of the board inwards.
//!
//! Read like that, every symmetry of the square permutes the quadrants and transposes all of them or
//! none.

use std::collections::BTreeMap;

/// All quadrants, numbered by tile sum and then in the order of [`Sums`].
#[derive(Debug)]
pub(super) struct Quadrants {
    /// Cells by rows.
    pub(super) cells: Vec<Vec<u8>>,
    /// Those of each tile sum, sums ascending.
    pub(super) sums: Vec<Sums>,
    /// The place in `sums` of each quadrant's sum.
    pub(super) sum_of: Vec<usize>,
    /// The transposed quadrant of each.
    pub(super) transposed: Vec<usize>,
    /// Ranks that a cell may have.
    kinds: usize,
    by_code: Vec<usize>,
}

/// The quadrants of one tile sum: first those that are their own transpose, then others, then the
/// transposes of these in the same order. To transpose the quadrants of a field of bits is then to
/// exchange two parts of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) sum: u64,
    /// The number of the first one.
    pub(super) start: usize,
    /// Quadrants that are their own transpose.
    pub(super) symmetric: usize,
    /// Pairs of others.
    pub(super) pairs: usize,
}

impl Sums {
    pub(super) fn count(&self) -> usize {
        self.symmetric + 2 * self.pairs
    }

    /// A field of bits, one for each quadrant, with all quadrants transposed.
    #[inline(always)]
    pub(super) fn transpose_field(&self, bits: u64) -> u64 {
        if self.pairs == 0 {
            return bits;
        }
        let (low, width) = (self.symmetric, self.pairs);
        let part = (1_u64 << width) - 1;
        let (first, second) = (bits >> low & part, bits >> (low + width) & part);
        bits & ((1 << low) - 1) | second << low | first << (low + width)
    }
}

impl Quadrants {
    /// The quadrants of a side length; `values` are those of the ranks that a cell may have.
    pub(super) fn new(side: usize, values: &[u64]) -> Quadrants {
        let mut by_sum = BTreeMap::<u64, [Vec<Vec<u8>>; 2]>::new();
        for code in 0..values.len().pow((side * side) as u32) {
            let cell = |place: usize| (code / values.len().pow(place as u32) % values.len()) as u8;
            let cells: Vec<u8> = (0..side * side).map(cell).collect();
            let other = transposed(side, &cells);
            let sum = cells.iter().map(|&rank| values[usize::from(rank)]).sum();
            let [symmetric, firsts] = by_sum.entry(sum).or_default();
            match cells.cmp(&other) {
                std::cmp::Ordering::Equal => symmetric.push(cells),
                std::cmp::Ordering::Less => firsts.push(cells),
                std::cmp::Ordering::Greater => {}
            }
        }
        let mut quadrants = Quadrants {
            cells: Vec::new(),
            sums: Vec::new(),
            sum_of: Vec::new(),
            transposed: Vec::new(),
            kinds: values.len(),
            by_code: vec![0; values.len().pow((side * side) as u32)],
        };
        for (sum, [symmetric, firsts]) in by_sum {
            let start = quadrants.cells.len();
            let (alone, pairs) = (symmetric.len(), firsts.len());
            let seconds: Vec<_> = firsts.iter().map(|cells| transposed(side, cells)).collect();
            quadrants.cells.extend(symmetric.into_iter().chain(firsts).chain(seconds));
            quadrants.sums.push(Sums { sum, start, symmetric: alone, pairs });
        }
        for (place, sums) in quadrants.sums.iter().enumerate() {
            quadrants.sum_of.extend(std::iter::repeat_n(place, sums.count()));
        }
        for (number, cells) in quadrants.cells.iter().enumerate() {
            let code = quadrants.code(cells.iter().copied());
            quadrants.by_code[code] = number;
        }
        let number = |cells: &Vec<u8>| quadrants.number(transposed(side, cells));
        quadrants.transposed = quadrants.cells.iter().map(number).collect();
        quadrants
    }

    fn code(&self, cells: impl IntoIterator<Item = u8>) -> usize {
        cells.into_iter().fold(0, |code, rank| code * self.kinds + usize::from(rank))
    }

    /// The number of a quadrant.
    pub(super) fn number(&self, cells: impl IntoIterator<Item = u8>) -> usize {
        self.by_code[self.code(cells)]
    }

    /// The quadrants of a tile sum, if there are any.
    pub(super) fn of_sum(&self, sum: u64) -> Option<Sums> {
        let place = self.sums.binary_search_by_key(&sum, |sums| sums.sum).ok()?;
        Some(self.sums[place])
    }

    pub(super) fn sum(&self, number: usize) -> u64 {
        self.sums[self.sum_of[number]].sum
    }
}

fn transposed(side: usize, cells: &[u8]) -> Vec<u8> {
    (0..side * side).map(|place| cells[place % side * side + place / side]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_transposed_like_quadrants() {
        let quadrants = Quadrants::new(2, &[0, 2, 4, 8]);
        assert_eq!(quadrants.cells.len(), 256);
        for sums in &quadrants.sums {
            for place in 0..sums.count() {
                let other = quadrants.transposed[sums.start + place] - sums.start;
                assert_eq!(sums.transpose_field(1 << place), 1 << other);
            }
        }
    }
}
