//! Numbers that boards are worth.

use std::fmt;

/// A number that boards are worth: real against chance, whole otherwise.
pub(super) trait Value:
    Copy + Default + PartialOrd + Send + Sync + fmt::Debug + 'static
{
    /// Bytes of a number in a file.
    const BYTES: usize;

    /// What never comes: more than every other number.
    const NEVER: Self;

    /// A whole number.
    fn of(number: u32) -> Self;

    /// The number with another one added; never stays never.
    #[must_use]
    fn plus(self, number: u32) -> Self;

    /// The number with another one, which is not larger, taken away; never stays never.
    #[must_use]
    fn minus(self, number: u32) -> Self;

    /// The number as a real one, infinite if it never comes.
    fn to_f64(self) -> f64;

    /// Appends the number to a file.
    fn write(self, bytes: &mut Vec<u8>);

    /// Reads a number from exactly as many bytes.
    fn read(bytes: &[u8]) -> Self;
}

impl Value for f64 {
    const BYTES: usize = 8;
    const NEVER: f64 = f64::INFINITY;

    fn of(number: u32) -> f64 {
        number.into()
    }

    #[inline]
    fn plus(self, number: u32) -> f64 {
        self + f64::from(number)
    }

    #[inline]
    fn minus(self, number: u32) -> f64 {
        self - f64::from(number)
    }

    fn to_f64(self) -> f64 {
        self
    }

    fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> f64 {
        f64::from_le_bytes(bytes.try_into().expect("as many bytes as a number has"))
    }
}

macro_rules! whole {
    ($number:ty) => {
        impl Value for $number {
            const BYTES: usize = size_of::<$number>();
            const NEVER: $number = <$number>::MAX;

            fn of(number: u32) -> $number {
                number as $number
            }

            #[inline]
            fn plus(self, number: u32) -> $number {
                self.saturating_add(number as $number)
            }

            #[inline]
            fn minus(self, number: u32) -> $number {
                if self == Self::NEVER { self } else { self - number as $number }
            }

            fn to_f64(self) -> f64 {
                if self == Self::NEVER { f64::INFINITY } else { self.into() }
            }

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn read(bytes: &[u8]) -> $number {
                let bytes = bytes.try_into().expect("as many bytes as a number has");
                <$number>::from_le_bytes(bytes)
            }
        }
    };
}

// Scores and numbers of slides; ranks of tiles.
whole!(u32);
whole!(u8);
