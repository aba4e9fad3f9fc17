//! Thresholds of sequences whose gaps never shrink, by bisection instead of streaming.

use super::{Natural, Threshold};

/// Yields the [`Threshold`]s of a sequence given by a formula, without running through its terms.
///
/// If gaps never shrink, the first gap that exceeds a total is found by doubling and halving an index. The totals of
/// the squares have twice as many digits from one cell to the next, so streaming gets no further than nine cells;
/// bisection does thirty in a moment.
///
/// ```
/// use twofold_exact::change::{ConvexThresholds, Natural};
///
/// let squares = ConvexThresholds::new(|i: &Natural| { let k = i + &Natural::ONE; &k * &k });
/// let totals: Vec<_> = squares.take(6).map(|row| row.total).collect();
/// assert_eq!(totals, [1u64, 2, 3, 7, 23, 167].map(Into::into));
/// ```
#[derive(Clone, Debug)]
pub struct ConvexThresholds<F> {
    /// The term with a given index, counted from 0; increasing, with gaps that never shrink.
    term: F,
    /// Every gap before this index is too short for the next number of cells.
    index: Natural,
    total: Natural,
    cells: u64,
}

impl<F: Fn(&Natural) -> Natural> ConvexThresholds<F> {
    /// Takes the formula on trust: its values have to increase, by differences that never shrink and have no bound.
    /// With bounded differences the search for a long one does not end.
    pub fn new(term: F) -> Self {
        ConvexThresholds { term, index: Natural::ZERO, total: Natural::ZERO, cells: 0 }
    }

    fn exceeds(&self, index: &Natural) -> bool {
        (self.term)(&(index + &Natural::ONE)) > &(self.term)(index) + &self.total
    }

    /// The first index from the current one on whose gap exceeds the total.
    fn first_long_gap(&self) -> Natural {
        let mut step = Natural::ONE;
        let mut short = self.index.clone();
        if self.exceeds(&short) {
            return short;
        }
        let mut long = &short + &step;
        while !self.exceeds(&long) {
            step = &step + &step;
            short = std::mem::replace(&mut long, &self.index + &step);
        }
        // From here on: the gap at `short` is too short, the one at `long` is long enough.
        loop {
            let middle = (&short + &long).half();
            if middle == short {
                return long;
            }
            if self.exceeds(&middle) {
                long = middle;
            } else {
                short = middle;
            }
        }
    }
}

impl<F: Fn(&Natural) -> Natural> Iterator for ConvexThresholds<F> {
    type Item = Threshold;

    fn next(&mut self) -> Option<Threshold> {
        self.index = self.first_long_gap();
        self.cells += 1;
        let single = (self.term)(&self.index);
        let next = Some((self.term)(&(&self.index + &Natural::ONE)));
        self.total += &single;
        Some(Threshold { cells: self.cells, single, next, total: self.total.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::{PowersOfTwo, Squares, Thresholds, Triangular};

    fn agree(
        formula: impl Fn(&Natural) -> Natural,
        terms: impl Iterator<Item = Natural>,
        count: usize,
    ) -> Vec<Threshold> {
        let streamed: Vec<_> =
            Thresholds::new(terms.map(Ok)).take(count).map(Result::unwrap).collect();
        let bisected: Vec<_> = ConvexThresholds::new(formula).take(count).collect();
        assert_eq!(streamed, bisected);
        bisected
    }

    #[test]
    fn agrees_with_streaming() {
        let square = |i: &Natural| {
            let k = i + &Natural::ONE;
            &k * &k
        };
        let triangle = |i: &Natural| (&(i + &Natural::ONE) * &(i + &2u64.into())).half();
        agree(square, Squares::default(), 8);
        agree(triangle, Triangular::default(), 7);
        let power =
            |i: &Natural| Natural::power_of_two(u32::try_from(i.to_u64().unwrap()).unwrap());
        agree(power, PowersOfTwo::default(), 100);
    }

    #[test]
    fn squares_far_beyond_streaming() {
        // OEIS A006892, terms 9 to 11.
        let totals: Vec<String> = ConvexThresholds::new(|i: &Natural| {
            let k = i + &Natural::ONE;
            &k * &k
        })
        .skip(8)
        .take(2)
        .map(|row| row.total.to_string())
        .collect();
        assert_eq!(totals, ["42600227803223", "453694852221687377444001767"]);
    }
}
