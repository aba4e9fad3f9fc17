//! Figures: numbers that say how surely they are known.

use std::fmt;

use num_bigint::BigInt;
use num_rational::Ratio;

/// A fraction of any size.
pub type Fraction = Ratio<BigInt>;

/// A number together with how surely it is known.
///
/// A number travels as a figure from where it arises to where it is shown, so that a proved number,
/// a rounded one, a bound and a sample never look alike.
///
/// ```
/// use twofold_core::Figure;
///
/// assert_eq!(Figure::exact(48_713_525_u64).to_string(), "48713525");
/// assert_eq!(Figure::rounded(66.964_149_457_1, 3e-9).to_string(), "≈66.96414946");
/// assert_eq!(Figure::at_least(3_u64).to_string(), "≥3");
/// assert_eq!(Figure::between(5_u64, 7_u64).to_string(), "5…7");
/// let sample = Figure::Sample { mean: 410_786.2, margin: 7_473.4, games: 500, seed: 7 };
/// assert_eq!(format!("{sample:#}"), "410,786 ± 7,473");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// The number itself, proved or counted.
    Exact(Fraction),
    /// A number that differs from the true one by at most the error.
    Rounded {
        /// The number.
        value: f64,
        /// A bound on its error.
        error: f64,
    },
    /// A lower bound.
    AtLeast(Fraction),
    /// An upper bound.
    AtMost(Fraction),
    /// A lower and an upper bound.
    Between(Fraction, Fraction),
    /// The mean over sampled games.
    Sample {
        /// The mean.
        mean: f64,
        /// Half the width of its 95 % confidence interval.
        margin: f64,
        /// The number of games.
        games: u64,
        /// The seed from which the games can be played again.
        seed: u64,
    },
}

impl Figure {
    /// A number that is known exactly.
    pub fn exact(number: impl Into<BigInt>) -> Figure {
        Figure::Exact(Fraction::from_integer(number.into()))
    }

    /// A number with a bound on its error; with an error of zero, it is exact.
    ///
    /// # Panics
    /// If the number or its error is not finite, or the error is negative.
    pub fn rounded(value: f64, error: f64) -> Figure {
        assert!(value.is_finite() && error.is_finite() && error >= 0.0, "{value} ± {error}");
        match error == 0.0 {
            true => Figure::Exact(fraction(value)),
            false => Figure::Rounded { value, error },
        }
    }

    /// A lower bound.
    pub fn at_least(number: impl Into<BigInt>) -> Figure {
        Figure::AtLeast(Fraction::from_integer(number.into()))
    }

    /// An upper bound.
    pub fn at_most(number: impl Into<BigInt>) -> Figure {
        Figure::AtMost(Fraction::from_integer(number.into()))
    }

    /// A number between two bounds; if they are equal, it is exact.
    ///
    /// # Panics
    /// If the bounds contradict each other.
    pub fn between(low: impl Into<BigInt>, high: impl Into<BigInt>) -> Figure {
        let (low, high) = (low.into(), high.into());
        assert!(low <= high, "{low} to {high} is no interval");
        match low == high {
            true => Figure::exact(low),
            false => Figure::Between(Fraction::from_integer(low), Fraction::from_integer(high)),
        }
    }

    /// The word for how surely the number is known, as JSON and CSV use it.
    pub const fn certainty(&self) -> &'static str {
        match self {
            Figure::Exact(_) => "exact",
            Figure::Rounded { .. } => "rounded",
            Figure::AtLeast(_) => "at-least",
            Figure::AtMost(_) => "at-most",
            Figure::Between(..) => "between",
            Figure::Sample { .. } => "sample",
        }
    }

    /// The lowest and the highest number that the figure allows, compared without rounding; for a
    /// sample, the ends of its interval.
    pub fn bounds(&self) -> (Option<Fraction>, Option<Fraction>) {
        let around = |value: f64, error: f64| {
            let (value, error) = (fraction(value), fraction(error));
            (Some(&value - &error), Some(value + error))
        };
        match self {
            Figure::Exact(number) => (Some(number.clone()), Some(number.clone())),
            Figure::Rounded { value, error } => around(*value, *error),
            Figure::AtLeast(low) => (Some(low.clone()), None),
            Figure::AtMost(high) => (None, Some(high.clone())),
            Figure::Between(low, high) => (Some(low.clone()), Some(high.clone())),
            Figure::Sample { mean, margin, .. } => around(*mean, *margin),
        }
    }

    /// Whether both figures can be true of the same number.
    ///
    /// ```
    /// use twofold_core::Figure;
    ///
    /// assert!(Figure::at_least(5_u64).agrees_with(&Figure::exact(7_u64)));
    /// assert!(!Figure::at_least(5_u64).agrees_with(&Figure::exact(4_u64)));
    /// ```
    pub fn agrees_with(&self, other: &Figure) -> bool {
        let ((low, high), (other_low, other_high)) = (self.bounds(), other.bounds());
        let apart = |low: &Option<Fraction>, high: &Option<Fraction>| match (low, high) {
            (Some(low), Some(high)) => low > high,
            _ => false,
        };
        !apart(&low, &other_high) && !apart(&other_low, &high)
    }

    /// A number to draw or to plot, without its certainty.
    pub fn to_f64(&self) -> f64 {
        match self {
            Figure::Rounded { value, .. } => *value,
            Figure::Sample { mean, .. } => *mean,
            Figure::Exact(number) | Figure::AtLeast(number) | Figure::AtMost(number) => {
                near(number)
            }
            Figure::Between(low, high) => f64::midpoint(near(low), near(high)),
        }
    }
}

impl From<u64> for Figure {
    fn from(number: u64) -> Figure {
        Figure::exact(number)
    }
}

impl From<u128> for Figure {
    fn from(number: u128) -> Figure {
        Figure::exact(number)
    }
}

/// `{}` writes digits only, `{:#}` groups them by thousands; `{:.2}` writes at most two decimals of a
/// rounded figure.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |text: String| if f.alternate() { group(&text) } else { text };
        let number = |number: &Fraction| match decimals(number) {
            Some(text) => digits(text),
            None => number.to_string(),
        };
        let text = match self {
            Figure::Exact(exact) => number(exact),
            Figure::Rounded { value, error } => {
                let certain = certain_decimals(*error);
                let decimals = f.precision().map_or(certain, |most| certain.min(most));
                format!("≈{}", digits(format!("{value:.decimals$}")))
            }
            Figure::AtLeast(low) => format!("≥{}", number(low)),
            Figure::AtMost(high) => format!("≤{}", number(high)),
            Figure::Between(low, high) => format!("{}…{}", number(low), number(high)),
            Figure::Sample { mean, margin, .. } => {
                // Two significant digits of the margin; more would be noise.
                let decimals = match *margin > 0.0 {
                    true => (1.0 - margin.log10().floor()).clamp(0.0, 12.0) as usize,
                    false => 2,
                };
                let [mean, margin] =
                    [mean, margin].map(|part| digits(format!("{part:.decimals$}")));
                format!("{mean} ± {margin}")
            }
        };
        // `pad` would take a precision as a number of letters.
        match f.precision() {
            None => f.pad(&text),
            Some(_) => f.write_str(&text),
        }
    }
}

/// A fraction as a decimal number, if it ends within fifteen decimals.
fn decimals(number: &Fraction) -> Option<String> {
    let places = (0..=15).find(|&places| {
        let power = BigInt::from(10).pow(places);
        (power % number.denom()) == BigInt::from(0)
    })?;
    let scaled = number * Fraction::from_integer(BigInt::from(10).pow(places));
    let text = scaled.numer().to_string();
    let (sign, text) = text.strip_prefix('-').map_or(("", &text[..]), |rest| ("-", rest));
    let text = format!("{text:0>width$}", width = places as usize + 1);
    let (whole, rest) = text.split_at(text.len() - places as usize);
    Some(if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") })
}

/// How many decimals a number with this error has that rounding leaves certain.
fn certain_decimals(error: f64) -> usize {
    (-(2.0 * error).log10()).floor().clamp(0.0, 15.0) as usize
}

/// Digits in groups of three: `1,234,567.89`. What is no number stays as it is.
///
/// ```
/// assert_eq!(twofold_core::group_digits("1234567.8901"), "1,234,567.8901");
/// assert_eq!(twofold_core::group_digits("-1234"), "-1,234");
/// ```
pub fn group(text: &str) -> String {
    let start = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let (sign, rest) = text.split_at(start);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (whole, tail) = rest.split_at(end);
    let mut grouped = sign.to_owned();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + tail
}

/// The fraction that a floating-point number is.
fn fraction(number: f64) -> Fraction {
    let bits = number.to_bits();
    let exponent = (bits >> 52 & 0x7FF) as i32;
    let mantissa = bits & ((1 << 52) - 1);
    let (mantissa, exponent) = match exponent {
        0 => (mantissa, -1074),
        _ => (mantissa | 1 << 52, exponent - 1075),
    };
    let power = BigInt::from(1) << exponent.unsigned_abs();
    let magnitude = match exponent >= 0 {
        true => Fraction::from_integer(BigInt::from(mantissa) * power),
        false => Fraction::new(BigInt::from(mantissa), power),
    };
    if number.is_sign_negative() { -magnitude } else { magnitude }
}

/// The number that a decimal text such as `-12.5` or `3.6e8` says, without rounding.
///
/// ```
/// use twofold_core::decimal;
///
/// assert_eq!(decimal("0.79").unwrap().to_string(), "79/100");
/// assert_eq!(decimal("3.6e8").unwrap().to_string(), "360000000");
/// assert_eq!(decimal("many"), None);
/// ```
pub fn decimal(text: &str) -> Option<Fraction> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if digits.len() + decimals.len() == 0 || !all_digits(digits) || !all_digits(decimals) {
        return None;
    }
    let number: BigInt = format!("{whole}{decimals}").parse().ok()?;
    let power = exponent.checked_sub(i32::try_from(decimals.len()).ok()?)?;
    if power.unsigned_abs() > 100_000 {
        return None;
    }
    let ten = BigInt::from(10).pow(power.unsigned_abs());
    Some(match power >= 0 {
        true => Fraction::from_integer(number * ten),
        false => Fraction::new(number, ten),
    })
}

/// The floating-point number next to a fraction, roughly.
fn near(number: &Fraction) -> f64 {
    // Fractions of large numbers are shortened first, so that neither part overflows.
    let bits = number.numer().bits().max(number.denom().bits()).saturating_sub(1000);
    let float = |part: &BigInt| (part >> bits).to_string().parse::<f64>().unwrap_or(f64::NAN);
    if number.is_integer() {
        return number.numer().to_string().parse().unwrap_or(f64::INFINITY);
    }
    float(number.numer()) / float(number.denom())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn floating_point_numbers_are_fractions(number in -1e300_f64..1e300) {
            let expected = decimal(&format!("{number:.1074}")).unwrap();
            prop_assert_eq!(fraction(number), expected);
        }

        #[test]
        fn rounded_figures_show_certain_digits_only(value in -1e6_f64..1e6, power in 1_i32..12) {
            let error = 10_f64.powi(-power);
            let text = Figure::rounded(value, error).to_string();
            let shown = decimal(text.strip_prefix('≈').unwrap()).unwrap();
            let apart = (shown - fraction(value)).to_string();
            let apart: f64 = near(&decimal_fraction(&apart));
            // The last digit shown is not off by more than one.
            prop_assert!(apart.abs() <= 10.0 * error, "{value} ± {error}: {text}");
        }
    }

    fn decimal_fraction(text: &str) -> Fraction {
        text.parse().unwrap()
    }

    #[test]
    fn bounds_are_compared_exactly() {
        // As floating-point numbers, these two are equal.
        let (low, high) = (9_007_199_254_740_992_u64, 9_007_199_254_740_993_u64);
        assert!(!Figure::at_least(high).agrees_with(&Figure::exact(low)));
        assert!(Figure::at_most(high).agrees_with(&Figure::exact(low)));
        assert!(Figure::between(low, high).agrees_with(&Figure::exact(high)));
        assert!(Figure::rounded(0.75, 0.0125).agrees_with(&Figure::rounded(0.77, 0.0125)));
        assert!(!Figure::rounded(0.75, 0.0075).agrees_with(&Figure::rounded(0.77, 0.0075)));
    }

    #[test]
    fn decimals_are_written_where_they_end() {
        let exact = |text: &str| Figure::Exact(text.parse().unwrap()).to_string();
        assert_eq!(exact("79/100"), "0.79");
        assert_eq!(exact("-5/4"), "-1.25");
        assert_eq!(exact("1/3"), "1/3");
        assert_eq!(exact("-12"), "-12");
        let rounded = Figure::rounded(66.964_149_457_1, 3e-9);
        assert_eq!(format!("{rounded:.2}"), "≈66.96");
        assert_eq!(format!("{rounded:.20}"), rounded.to_string());
    }

    #[test]
    fn kinds_never_look_alike() {
        let figures = [
            Figure::exact(5),
            Figure::rounded(5.0, 0.25),
            Figure::at_least(5),
            Figure::at_most(5),
            Figure::between(5, 6),
            Figure::Sample { mean: 5.0, margin: 0.5, games: 100, seed: 1 },
        ];
        let texts: Vec<String> = figures.iter().map(Figure::to_string).collect();
        assert_eq!(texts, ["5", "≈5", "≥5", "≤5", "5…6", "5.00 ± 0.50"]);
    }
}
