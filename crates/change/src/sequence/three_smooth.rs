//! Numbers without prime factors above 3.

use crate::Natural;

/// 2^i·3^j in order: 1, 2, 3, 4, 6, 8, 9, 12, … ([A003586](https://oeis.org/A003586)).
///
/// The state is one candidate for each power of three up to the current term: about log₃ of it.
///
/// ```
/// use twofold_change::ThreeSmooth;
///
/// let first: Vec<_> = ThreeSmooth::default().take(9).collect();
/// assert_eq!(first, [1u64, 2, 3, 4, 6, 8, 9, 12, 16].map(Into::into));
/// ```
#[derive(Clone, Debug)]
pub struct ThreeSmooth {
    /// For j = 0, 1, …: the smallest 2^i·3^j that has not been given out. The last one is a bare
    /// power of three.
    candidates: Vec<Natural>,
}

impl Default for ThreeSmooth {
    fn default() -> Self {
        ThreeSmooth { candidates: vec![Natural::ONE] }
    }
}

impl Iterator for ThreeSmooth {
    type Item = Natural;

    fn next(&mut self) -> Option<Natural> {
        let (least, _) =
            self.candidates.iter().enumerate().min_by_key(|(_, candidate)| *candidate)?;
        let power_of_three = least + 1 == self.candidates.len();
        let candidate = self.candidates.get_mut(least)?;
        let doubled = &*candidate + &*candidate;
        let term = std::mem::replace(candidate, doubled);
        if power_of_three {
            self.candidates.push(&term * &3u64.into());
        }
        Some(term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        let smooth = |mut n: u64| {
            for p in [2, 3] {
                while n.is_multiple_of(p) {
                    n /= p;
                }
            }
            n == 1
        };
        let by_definition = (1u64..200_000).filter(|&n| smooth(n)).map(Natural::from);
        assert!(
            ThreeSmooth::default().take_while(|term| *term < 200_000u64.into()).eq(by_definition)
        );
    }
}
