//! Probabilities with few digits, for tables that have to be small.

use super::value::Value;

/// How many digits the values of a store have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// Floating-point numbers of 64 bits: about sixteen decimals.
    #[default]
    Double,
    /// Probabilities in steps of 2⁻³².
    Bits32,
    /// Probabilities that are computed in steps of 2⁻³² and stored in steps of 1/65535.
    Bits16,
}

impl Precision {
    /// The precision of so many bits, 16, 32 or 64.
    pub fn with_bits(bits: u8) -> Option<Precision> {
        match bits {
            16 => Some(Precision::Bits16),
            32 => Some(Precision::Bits32),
            64 => Some(Precision::Double),
            _ => None,
        }
    }

    /// The bits of a value, if they are fewer than those of a floating-point number.
    pub fn bits(self) -> Option<u8> {
        match self {
            Precision::Double => None,
            Precision::Bits32 => Some(32),
            Precision::Bits16 => Some(16),
        }
    }
}

/// A probability in steps of 1/(2³² − 1), stored in so many bits.
///
/// With 16 bits, what is stored is the nearest of 65536 numbers from 0 to 1: 2³² − 1 steps are 65535 times
/// 65537 steps. The distance from it, the *details*, is stored apart for as long as other values depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Probability<const BITS: u8>(u32);

/// Steps between two numbers of 16 bits.
const COARSE: u32 = (1 << 16) + 1;

impl<const BITS: u8> Probability<BITS> {
    /// The number of steps.
    #[inline]
    pub(super) fn steps(self) -> u32 {
        self.0
    }

    /// The nearest probability to a number of steps.
    #[inline]
    pub(super) fn from_steps(steps: f64) -> Self {
        Probability((steps + 0.5) as u32).with_short_details()
    }

    /// The number of 16 bits that is nearest.
    #[inline]
    fn coarse(self) -> u32 {
        ((u64::from(self.0) + u64::from(COARSE / 2)) / u64::from(COARSE)) as u32
    }

    /// The same, a step lower if its details were too large for 16 bits.
    #[inline]
    fn with_short_details(self) -> Self {
        if BITS != 16 {
            return self;
        }
        let distance = i64::from(self.0) - i64::from(self.coarse()) * i64::from(COARSE);
        Probability(self.0 - u32::from(distance > i64::from(i16::MAX)))
    }
}

impl<const BITS: u8> Value for Probability<BITS> {
    const BYTES: usize = BITS as usize / 8;
    const NEVER: Self = Probability(u32::MAX);
    const ROUNDS: bool = true;
    // Two roundings, over cells and over tiles, each by half a step and perhaps by one more.
    const STEP: f64 = 3.0 / u32::MAX as f64;
    const STORED_STEP: f64 = match BITS {
        16 => (COARSE / 2) as f64 / u32::MAX as f64,
        _ => 0.0,
    };
    const HAS_DETAILS: bool = BITS == 16;

    fn of(number: u32) -> Self {
        Probability(if number == 0 { 0 } else { u32::MAX })
    }

    fn plus(self, _: u32) -> Self {
        self
    }

    fn minus(self, _: u32) -> Self {
        self
    }

    fn to_f64(self) -> f64 {
        f64::from(self.0) / f64::from(u32::MAX)
    }

    fn write(self, bytes: &mut Vec<u8>) {
        match BITS {
            16 => bytes.extend_from_slice(&(self.coarse() as u16).to_le_bytes()),
            _ => bytes.extend_from_slice(&self.0.to_le_bytes()),
        }
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
        Some(Probability(if BITS == 16 { word * COARSE } else { word }))
    }

    fn details(self) -> i16 {
        (i64::from(self.0) - i64::from(self.coarse()) * i64::from(COARSE)) as i16
    }

    fn with_details(self, details: i16) -> Self {
        Probability(self.0.saturating_add_signed(details.into()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(steps: u32) {
        let value = Probability::<16>::from_steps(steps.into());
        let mut bytes = Vec::new();
        value.write(&mut bytes);
        let read = Probability::<16>::read(&bytes).unwrap();
        assert_eq!(read.with_details(value.details()), value);
        assert!(value.steps() == steps || value.steps() + 1 == steps);
        assert!((read.to_f64() - value.to_f64()).abs() <= Probability::<16>::STORED_STEP);
    }

    proptest! {
        #[test]
        fn sixteen_bits_and_details_are_the_whole_number(steps: u32) {
            check(steps);
            let wide = Probability::<32>::from_steps(steps.into());
            let mut bytes = Vec::new();
            wide.write(&mut bytes);
            prop_assert_eq!(Probability::<32>::read(&bytes), Some(wide));
            prop_assert_eq!(wide.steps(), steps);
        }
    }

    #[test]
    fn the_edges_of_rounding_are_kept_too() {
        for steps in [0, 1, 32_767, 32_768, 32_769, 65_537, u32::MAX - 1, u32::MAX] {
            check(steps);
        }
        for certain in [0, 1] {
            let value = Probability::<16>::of(certain);
            assert_eq!((value.to_f64(), value.details()), (certain.into(), 0));
        }
    }
}
