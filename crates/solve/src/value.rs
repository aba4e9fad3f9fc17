//! The numbers that values are.

use std::fmt;

/// A number that values are: real against chance, whole otherwise.
pub(super) trait Value:
    Copy + Default + PartialOrd + Send + Sync + fmt::Debug + 'static
{
    /// Bytes of a number in a file.
    const BYTES: usize;

    /// What never comes: more than every other number.
    const NEVER: Self;

    /// Whether arithmetic rounds.
    const ROUNDS: bool;

    /// What the value of an afterstate may be off by because a number has few digits.
    const STEP: f64 = 0.0;

    /// What a number may be off by once it is read back from a file, without its details.
    const STORED_STEP: f64 = 0.0;

    /// Whether a file lacks details of a number that the layers below still need.
    const HAS_DETAILS: bool = false;

    /// What a file lacks of the number.
    fn details(self) -> i16 {
        0
    }

    /// The number that was read from a file, with what the file lacks of it.
    #[must_use]
    fn with_details(self, _: i16) -> Self {
        self
    }

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

    /// Reads a number from exactly as many bytes; `None` if the bytes are no value.
    fn read(bytes: &[u8]) -> Option<Self>;
}

impl Value for f64 {
    const BYTES: usize = 8;
    const NEVER: f64 = f64::INFINITY;
    const ROUNDS: bool = true;

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

    fn read(bytes: &[u8]) -> Option<f64> {
        let bytes = bytes.try_into().expect("as many bytes as a number has");
        Some(f64::from_le_bytes(bytes)).filter(|value| *value >= 0.0)
    }
}

macro_rules! whole {
    ($number:ty) => {
        impl Value for $number {
            const BYTES: usize = size_of::<$number>();
            const NEVER: $number = <$number>::MAX;
            const ROUNDS: bool = false;

            fn of(number: u32) -> $number {
                number as $number
            }

            #[inline]
            fn plus(self, number: u32) -> $number {
                self.saturating_add(number as $number)
            }

            #[inline]
            fn minus(self, number: u32) -> $number {
                if self == Self::NEVER { self } else { self.saturating_sub(number as $number) }
            }

            fn to_f64(self) -> f64 {
                if self == Self::NEVER { f64::INFINITY } else { self.into() }
            }

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn read(bytes: &[u8]) -> Option<$number> {
                let bytes = bytes.try_into().expect("as many bytes as a number has");
                Some(<$number>::from_le_bytes(bytes))
            }
        }
    };
}

// Scores and numbers of slides; ranks of tiles.
whole!(u32);
whole!(u8);
