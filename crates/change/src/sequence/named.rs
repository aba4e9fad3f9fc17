//! The catalogue of sequences that are known by name.

use std::fmt;
use std::str::FromStr;

use twofold_core::TileSystem;

use super::{
    Arithmetic, Factorials, Fibonacci, Fives, Mersenne, OneSided, PowersOfTwo, PracticalNumbers,
    PrimesWithOne, SequenceError, Squares, Terms, ThreeSmooth, Threes, Triangular,
};
use crate::{Gaps, Natural};

/// A sequence of the catalogue.
///
/// ```
/// use twofold_change::Named;
///
/// let fibonacci: Named = "fibonacci".parse()?;
/// assert_eq!(fibonacci.oeis(), Some("A000045"));
/// assert_eq!(fibonacci.terms().nth(4), Some(Ok(8u64.into())));
/// # Ok::<(), twofold_change::UnknownSequence>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Named {
    /// 2^i, the tiles of 2048.
    PowersOfTwo,
    /// The tiles of 987.
    Fibonacci,
    /// 2^i − 1.
    Mersenne,
    /// 1 and the primes.
    Primes,
    /// Numbers whose divisors sum up to everything below them.
    Practical,
    /// 2^i·3^j.
    ThreeSmooth,
    /// 2^i and 3·2^i, the tiles of Threes.
    Threes,
    /// 1, 2, 3 and 5·2^i, the tiles of Fives.
    Fives,
    /// Binary ones at even positions only, or at odd positions only.
    OneSided,
    /// k².
    Squares,
    /// k!.
    Factorials,
    /// k (k + 1) / 2.
    Triangular,
    /// 1, 2, 3, ….
    Naturals,
    /// 1, 3, 5, ….
    Odd,
}

/// No sequence of the catalogue has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no sequence called `{name}`")]
pub struct UnknownSequence {
    /// The name that was asked for.
    pub name: String,
}

impl Named {
    /// The whole catalogue.
    pub const ALL: [Named; 14] = [
        Named::PowersOfTwo,
        Named::Fibonacci,
        Named::Mersenne,
        Named::Primes,
        Named::Practical,
        Named::ThreeSmooth,
        Named::Threes,
        Named::Fives,
        Named::OneSided,
        Named::Squares,
        Named::Factorials,
        Named::Triangular,
        Named::Naturals,
        Named::Odd,
    ];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Named::PowersOfTwo => "powers-of-two",
            Named::Fibonacci => "fibonacci",
            Named::Mersenne => "mersenne",
            Named::Primes => "primes",
            Named::Practical => "practical",
            Named::ThreeSmooth => "3-smooth",
            Named::Threes => "threes",
            Named::Fives => "fives",
            Named::OneSided => "a126684",
            Named::Squares => "squares",
            Named::Factorials => "factorials",
            Named::Triangular => "triangular",
            Named::Naturals => "naturals",
            Named::Odd => "odd",
        }
    }

    /// What the terms are, in a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Named::PowersOfTwo => "2^i, the tiles of 2048",
            Named::Fibonacci => "Fibonacci numbers, the tiles of 987",
            Named::Mersenne => "2^i - 1",
            Named::Primes => "1 and the primes",
            Named::Practical => "practical numbers",
            Named::ThreeSmooth => "2^i 3^j",
            Named::Threes => "2^i and 3 2^i, the tiles of Threes",
            Named::Fives => "1, 2, 3 and 5 2^i, the tiles of Fives",
            Named::OneSided => "binary ones at even positions only or at odd positions only",
            Named::Squares => "k^2",
            Named::Factorials => "k!",
            Named::Triangular => "k (k + 1) / 2",
            Named::Naturals => "1, 2, 3, ...",
            Named::Odd => "1, 3, 5, ...",
        }
    }

    /// The number of the sequence in the OEIS, which may have an additional term at the start.
    #[must_use]
    pub fn oeis(self) -> Option<&'static str> {
        match self {
            Named::PowersOfTwo => Some("A000079"),
            Named::Fibonacci => Some("A000045"),
            Named::Mersenne => Some("A000225"),
            Named::Primes => Some("A000040"),
            Named::Practical => Some("A005153"),
            Named::ThreeSmooth => Some("A003586"),
            Named::Threes => Some("A029744"),
            Named::Fives => None,
            Named::OneSided => Some("A126684"),
            Named::Squares => Some("A000290"),
            Named::Factorials => Some("A000142"),
            Named::Triangular => Some("A000217"),
            Named::Naturals => Some("A000027"),
            Named::Odd => Some("A005408"),
        }
    }

    /// The number in the OEIS of its Total(n), where one is known.
    #[must_use]
    pub fn totals_oeis(self) -> Option<&'static str> {
        match self {
            Named::PowersOfTwo => Some("A000225"),
            Named::Fibonacci => Some("A027941"),
            Named::Mersenne => Some("A000325"),
            Named::Primes => Some("A066352"),
            Named::ThreeSmooth => Some("A296840"),
            Named::Threes => Some("A002450"),
            Named::Fives => Some("A052549"),
            Named::OneSided => Some("A302757"),
            Named::Squares => Some("A006892"),
            Named::Triangular => Some("A006893"),
            Named::Practical | Named::Factorials | Named::Naturals | Named::Odd => None,
        }
    }

    /// The game whose tiles the paper models by this sequence.
    #[must_use]
    pub fn game(self) -> Option<TileSystem> {
        match self {
            Named::PowersOfTwo => Some(TileSystem::Classic),
            Named::Fibonacci => Some(TileSystem::Fibonacci),
            Named::Threes => Some(TileSystem::Threes),
            Named::Fives => Some(TileSystem::Fives),
            _ => None,
        }
    }

    /// The sequence by which the paper models the tiles of a game, if it treats that game.
    ///
    /// ```
    /// use twofold_change::Named;
    /// use twofold_core::TileSystem;
    ///
    /// assert_eq!(Named::of_game(TileSystem::Classic), Some(Named::PowersOfTwo));
    /// ```
    #[must_use]
    pub fn of_game(tiles: TileSystem) -> Option<Named> {
        Named::ALL.into_iter().find(|named| named.game() == Some(tiles))
    }

    /// The terms from 1 on. Generators with a limit end there with an error.
    #[must_use]
    pub fn terms(self) -> Terms<'static> {
        match self {
            Named::PowersOfTwo => Box::new(PowersOfTwo::default().map(Ok)),
            Named::Fibonacci => Box::new(Fibonacci::default().map(Ok)),
            Named::Mersenne => Box::new(Mersenne::default().map(Ok)),
            Named::Primes => self.limited(PrimesWithOne::default(), PrimesWithOne::LIMIT),
            Named::Practical => self.limited(PracticalNumbers::default(), PracticalNumbers::LIMIT),
            Named::ThreeSmooth => Box::new(ThreeSmooth::default().map(Ok)),
            Named::Threes => Box::new(Threes::default().map(Ok)),
            Named::Fives => Box::new(Fives::default().map(Ok)),
            Named::OneSided => self.limited(OneSided::default(), OneSided::LIMIT),
            Named::Squares => Box::new(Squares::default().map(Ok)),
            Named::Factorials => Box::new(Factorials::default().map(Ok)),
            Named::Triangular => Box::new(Triangular::default().map(Ok)),
            Named::Naturals => Box::new(Arithmetic::new(1).map(Ok)),
            Named::Odd => Box::new(Arithmetic::new(2).map(Ok)),
        }
    }

    fn limited(
        self,
        terms: impl Iterator<Item = Natural> + Send + 'static,
        limit: u64,
    ) -> Terms<'static> {
        let end = SequenceError::GeneratorExhausted { name: self.name(), limit: limit.into() };
        Box::new(terms.map(Ok).chain(std::iter::once(Err(end))))
    }

    /// What is proved about the gaps.
    #[must_use]
    pub fn gaps(self) -> Gaps {
        let reason = match self {
            Named::PowersOfTwo
            | Named::Fibonacci
            | Named::Mersenne
            | Named::Threes
            | Named::Fives => "the terms grow exponentially",
            Named::Factorials => "the terms grow faster than any power",
            Named::Squares | Named::Triangular => "the differences of a quadratic polynomial grow",
            Named::Primes => "k! + 2, …, k! + k are composite for every k",
            Named::Practical => "up to x there are only about x / log x of them (Weingartner 2015)",
            Named::ThreeSmooth => "up to x there are only about log^2 x of them",
            Named::OneSided => "up to x there are only about the square root of x of them",
            Named::Naturals => return bounded(1),
            Named::Odd => return bounded(2),
        };
        Gaps::Unbounded { reason: reason.into() }
    }
}

fn bounded(step: u64) -> Gaps {
    Gaps::Bounded {
        bound: step.into(),
        reason: "it is an arithmetic progression, so all its gaps are equal".into(),
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Named {
    type Err = UnknownSequence;

    /// Accepts the name, or the number of the sequence in the OEIS, in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.trim().to_ascii_lowercase();
        Named::ALL
            .into_iter()
            .find(|named| {
                named.name() == wanted
                    || named.oeis().is_some_and(|oeis| oeis.eq_ignore_ascii_case(&wanted))
            })
            .ok_or(UnknownSequence { name: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checked;

    #[test]
    fn every_sequence_is_proper() {
        for named in Named::ALL {
            let terms: Vec<_> =
                Checked::new(named.terms()).take(500).collect::<Result<_, _>>().unwrap();
            assert_eq!(terms.len(), 500, "{named}");
            if let Gaps::Bounded { bound, .. } = named.gaps() {
                assert!(
                    terms.windows(2).all(|pair| pair[1].checked_sub(&pair[0]).unwrap() <= bound),
                    "{named}"
                );
            }
        }
    }

    #[test]
    fn names_and_numbers_are_understood() {
        for named in Named::ALL {
            assert_eq!(named.name().parse(), Ok(named));
            if let Some(oeis) = named.oeis() {
                assert_eq!(oeis.parse(), Ok(named));
            }
        }
        assert_eq!("  A126684 ".parse(), Ok(Named::OneSided));
        assert_eq!("tetris".parse::<Named>(), Err(UnknownSequence { name: "tetris".into() }));
    }

    #[test]
    fn beginnings() {
        let first = |named: Named| -> Vec<u64> {
            named.terms().take(8).map(|t| t.unwrap().to_u64().unwrap()).collect()
        };
        assert_eq!(first(Named::PowersOfTwo), [1, 2, 4, 8, 16, 32, 64, 128]);
        assert_eq!(first(Named::Fibonacci), [1, 2, 3, 5, 8, 13, 21, 34]);
        assert_eq!(first(Named::Mersenne), [1, 3, 7, 15, 31, 63, 127, 255]);
        assert_eq!(first(Named::Primes), [1, 2, 3, 5, 7, 11, 13, 17]);
        assert_eq!(first(Named::Practical), [1, 2, 4, 6, 8, 12, 16, 18]);
        assert_eq!(first(Named::ThreeSmooth), [1, 2, 3, 4, 6, 8, 9, 12]);
        assert_eq!(first(Named::Threes), [1, 2, 3, 4, 6, 8, 12, 16]);
        assert_eq!(first(Named::Fives), [1, 2, 3, 5, 10, 20, 40, 80]);
        assert_eq!(first(Named::OneSided), [1, 2, 4, 5, 8, 10, 16, 17]);
        assert_eq!(first(Named::Squares), [1, 4, 9, 16, 25, 36, 49, 64]);
        assert_eq!(first(Named::Factorials), [1, 2, 6, 24, 120, 720, 5040, 40320]);
        assert_eq!(first(Named::Triangular), [1, 3, 6, 10, 15, 21, 28, 36]);
        assert_eq!(first(Named::Naturals), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(first(Named::Odd), [1, 3, 5, 7, 9, 11, 13, 15]);
    }
}
