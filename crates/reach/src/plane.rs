//! Sets of cells as machine words.

use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of cells, one bit a cell, by rows from the upper left: the lowest bit is the cell (1,1).
pub trait Plane:
    Copy
    + Eq
    + Ord
    + Hash
    + std::fmt::Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// How many cells there is room for.
    const CELLS: usize;
    /// No cell.
    const EMPTY: Self;

    /// The set of one cell.
    fn cell(index: usize) -> Self;
    /// Every cell moved to an index that is higher by some number below [`Plane::CELLS`].
    fn raise(self, by: usize) -> Self;
    /// Every cell moved to an index that is lower by some number below [`Plane::CELLS`].
    fn lower(self, by: usize) -> Self;
    /// The number of cells.
    fn count(self) -> usize;
    /// The lowest cell; [`Plane::CELLS`] if there is none.
    fn first(self) -> usize;
    /// Eight cells from index 8·*k*.
    fn byte(self, k: usize) -> u8;

    /// Whether there is no cell.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether a cell belongs to the set.
    fn has(self, index: usize) -> bool {
        !(self & Self::cell(index)).is_empty()
    }

    /// The cells in order.
    fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let index = rest.first();
            if index >= Self::CELLS {
                return None;
            }
            rest = rest ^ Self::cell(index);
            Some(index)
        })
    }
}

macro_rules! word_plane {
    ($($word:ty),*) => {$(
        impl Plane for $word {
            const CELLS: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn cell(index: usize) -> Self {
                1 << index
            }
            #[inline]
            fn raise(self, by: usize) -> Self {
                self << by
            }
            #[inline]
            fn lower(self, by: usize) -> Self {
                self >> by
            }
            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn byte(self, k: usize) -> u8 {
                (self >> (8 * k)) as u8
            }
        }
    )*};
}

word_plane!(u32, u64, u128);

/// 256 cells in two words, low word first in meaning: boards up to 16×16.
///
/// The high word stands first, so that the derived order is the numerical one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Wide {
    high: u128,
    low: u128,
}

impl Wide {
    const HALF: usize = 128;
}

macro_rules! wide_operator {
    ($($trait:ident $method:ident),*) => {$(
        impl $trait for Wide {
            type Output = Wide;
            #[inline]
            fn $method(self, other: Wide) -> Wide {
                Wide {
                    high: self.high.$method(other.high),
                    low: self.low.$method(other.low),
                }
            }
        }
    )*};
}

wide_operator!(BitAnd bitand, BitOr bitor, BitXor bitxor);

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide { high: !self.high, low: !self.low }
    }
}

impl Plane for Wide {
    const CELLS: usize = 256;
    const EMPTY: Self = Wide { high: 0, low: 0 };

    fn cell(index: usize) -> Self {
        if index < Self::HALF {
            Wide { high: 0, low: 1 << index }
        } else {
            Wide { high: 1 << (index - Self::HALF), low: 0 }
        }
    }

    #[inline]
    fn raise(self, by: usize) -> Self {
        match by {
            0 => self,
            1..Self::HALF => {
                Wide { high: self.high << by | self.low >> (Self::HALF - by), low: self.low << by }
            }
            _ => Wide { high: self.low << (by - Self::HALF), low: 0 },
        }
    }

    #[inline]
    fn lower(self, by: usize) -> Self {
        match by {
            0 => self,
            1..Self::HALF => {
                Wide { high: self.high >> by, low: self.low >> by | self.high << (Self::HALF - by) }
            }
            _ => Wide { high: 0, low: self.high >> (by - Self::HALF) },
        }
    }

    fn count(self) -> usize {
        (self.high.count_ones() + self.low.count_ones()) as usize
    }

    fn first(self) -> usize {
        if self.low == 0 {
            Self::HALF + self.high.trailing_zeros() as usize
        } else {
            self.low.trailing_zeros() as usize
        }
    }

    fn byte(self, k: usize) -> u8 {
        if k < 16 { self.low.byte(k) } else { self.high.byte(k - 16) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn of<P: Plane>(cells: &BTreeSet<usize>) -> P {
        cells.iter().fold(P::EMPTY, |plane, &cell| plane | P::cell(cell))
    }

    /// A plane does what a set of numbers does.
    fn agrees<P: Plane>(cells: &BTreeSet<usize>, by: usize) {
        let by = by % P::CELLS;
        let cells: BTreeSet<usize> = cells.iter().map(|cell| cell % P::CELLS).collect();
        let plane: P = of(&cells);
        assert_eq!(plane.iter().collect::<BTreeSet<_>>(), cells);
        assert_eq!(plane.count(), cells.len());
        assert_eq!(plane.first(), cells.first().copied().unwrap_or(P::CELLS));
        let raised = cells.iter().map(|cell| cell + by).filter(|&cell| cell < P::CELLS);
        assert_eq!(plane.raise(by), of(&raised.collect()));
        let lowered = cells.iter().filter_map(|cell| cell.checked_sub(by));
        assert_eq!(plane.lower(by), of(&lowered.collect()));
        for k in 0..P::CELLS / 8 {
            let byte = (0..8).filter(|&bit| plane.has(8 * k + bit)).fold(0, |b, bit| b | 1 << bit);
            assert_eq!(plane.byte(k), byte);
        }
    }

    proptest! {
        #[test]
        fn planes_are_sets(cells in prop::collection::btree_set(0..256_usize, 0..40), by in 0..256_usize) {
            agrees::<u32>(&cells, by);
            agrees::<u64>(&cells, by);
            agrees::<u128>(&cells, by);
            agrees::<Wide>(&cells, by);
        }
    }
}
