//! Thresholds of sequences whose gaps never shrink, by bisection instead of streaming.

use super::{Natural, Threshold};

/// Yields the [`Threshold`]s of a sequence given by a formula, without running through its terms.
///
/// If gaps never shrink, the first gap that exceeds a total is found by closing in on its index.
/// The totals of the squares have twice as many digits from one cell to the next, so streaming gets
/// no further than nine cells; here, twenty take a moment.
///
/// ```
/// use twofold_change::{ConvexThresholds, Natural};
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
    /// Takes the formula on trust: its values have to increase, by differences that never shrink
    /// and have no bound. With bounded differences the search for a long one does not end.
    pub fn new(term: F) -> Self {
        ConvexThresholds { term, index: Natural::ZERO, total: Natural::ZERO, cells: 0 }
    }

    /// The distance from the term with this index to the next one.
    fn gap(&self, index: &Natural) -> Natural {
        let (term, next) = ((self.term)(index), (self.term)(&(index + &Natural::ONE)));
        next.checked_sub(&term).unwrap_or(Natural::ZERO)
    }

    /// The first index from the current one on whose gap exceeds the total.
    fn first_long_gap(&self) -> Natural {
        let mut short = Known::new(self, self.index.clone());
        if short.gap > self.total {
            return short.index;
        }
        // Squaring the step finds an upper end in a number of trials that is logarithmic in the
        // number of digits.
        let mut step: Natural = 2u64.into();
        let mut long = Known::new(self, &short.index + &step);
        while long.gap <= self.total {
            step = &step * &step;
            short = std::mem::replace(&mut long, Known::new(self, &self.index + &step));
        }
        // From here on: the gap at `short` is too short, the one at `long` is long enough.
        // Differences of quadratic polynomials are linear, so a straight line between the two finds
        // the place at once; every other trial halves the range, or its number of digits while that
        // is the larger part, whatever the formula.
        for trial in 0.. {
            let width = long.index.checked_sub(&short.index).unwrap_or(Natural::ZERO);
            if width <= Natural::ONE {
                break;
            }
            let guess = if trial % 2 == 0 {
                interpolate(&short, &long, &self.total)
            } else if width.bits() > 2 * short.index.bits() + 2 {
                let bits = u32::try_from(width.bits() / 2).unwrap_or(u32::MAX);
                &short.index + &Natural::power_of_two(bits)
            } else {
                (&short.index + &long.index).half()
            };
            // Strictly inside, so that every trial makes progress.
            let lowest = &short.index + &Natural::ONE;
            let highest = long.index.checked_sub(&Natural::ONE).unwrap_or(Natural::ZERO);
            let middle = Known::new(self, guess.clamp(lowest, highest));
            if middle.gap > self.total {
                long = middle;
            } else {
                short = middle;
            }
        }
        long.index
    }
}

/// An index whose gap has been computed.
struct Known {
    index: Natural,
    gap: Natural,
}

impl Known {
    fn new<F: Fn(&Natural) -> Natural>(thresholds: &ConvexThresholds<F>, index: Natural) -> Known {
        let gap = thresholds.gap(&index);
        Known { index, gap }
    }
}

/// Where the straight line through two gaps passes the wanted one.
fn interpolate(short: &Known, long: &Known, wanted: &Natural) -> Natural {
    let quotient = || {
        let rise = long.gap.checked_sub(&short.gap)?;
        let missing = wanted.checked_sub(&short.gap)?;
        let run = long.index.checked_sub(&short.index)?;
        (&missing * &run).div_rem(&rise).map(|(quotient, _)| quotient)
    };
    // One more than the quotient is the first index beyond the line.
    &(&short.index + &quotient().unwrap_or(Natural::ZERO)) + &Natural::ONE
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
    use crate::{PowersOfTwo, Squares, Thresholds, Triangular};

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
    fn formulas_of_all_kinds_agree_with_a_walk() {
        let cube = |i: &Natural| &(&(i * i) * i) + &Natural::ONE;
        let sixth = |i: &Natural| {
            let square = &(i * i) + i;
            &(&(&square * &square) * &square) + &(i + &Natural::ONE)
        };
        let steps = |i: &Natural| {
            // 1, 2, 3, 5, 7, 10, 13, …: gaps that grow with every other step.
            &(&(i * i).half().half() + &Natural::ONE) + &(i + &Natural::ONE).half()
        };
        fn walk(formula: impl Fn(&Natural) -> Natural, count: usize) {
            let terms = (0u64..).map(|i| Ok(formula(&i.into())));
            let streamed: Vec<_> = Thresholds::new(terms).take(count).map(Result::unwrap).collect();
            assert_eq!(ConvexThresholds::new(&formula).take(count).collect::<Vec<_>>(), streamed);
        }
        walk(cube, 12);
        walk(sixth, 16);
        walk(steps, 5);
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
