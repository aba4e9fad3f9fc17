//! Figures: numbers that say how surely they are known.

use std::fmt;

use num_bigint::BigInt;
use num_rational::Ratio;

use crate::Certainty;

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
/// assert_eq!(format!("{:#}", Figure::sample(410_786.2, 14_650.0, 500, 7)), "410,786 ± 14,650");
/// let share = Figure::Sample { mean: 0.03, low: 0.01, high: 0.085, games: 100, seed: 1 };
/// assert_eq!(share.to_string(), "0.030 (0.010…0.085)");
/// assert_eq!(Figure::Estimate(275.0).to_string(), "~275");
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
        /// The lower end of its 95 % confidence interval.
        low: f64,
        /// The upper end.
        high: f64,
        /// The number of games.
        games: u64,
        /// The seed from which the games can be played again.
        seed: u64,
    },
    /// What a model says, such as a network or a heuristic. Nothing bounds its error.
    Estimate(f64),
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

    /// The mean of some games whose 95 % confidence interval is symmetric: `margin` to either side.
    pub const fn sample(mean: f64, margin: f64, games: u64, seed: u64) -> Figure {
        Figure::Sample { mean, low: mean - margin, high: mean + margin, games, seed }
    }

    /// The figure as a percentage: a hundred times the number, with the same certainty.
    ///
    /// ```
    /// use twofold_core::Figure;
    ///
    /// assert_eq!(format!("{} %", Figure::sample(0.25, 0.01, 100, 1).percent()), "25.0 ± 1.0 %");
    /// ```
    #[must_use]
    pub fn percent(&self) -> Figure {
        let times = |number: &Fraction| number * Fraction::from_integer(100.into());
        match self {
            Figure::Exact(number) => Figure::Exact(times(number)),
            Figure::Rounded { value, error } => {
                Figure::Rounded { value: 100.0 * value, error: 100.0 * error }
            }
            Figure::AtLeast(low) => Figure::AtLeast(times(low)),
            Figure::AtMost(high) => Figure::AtMost(times(high)),
            Figure::Between(low, high) => Figure::Between(times(low), times(high)),
            &Figure::Sample { mean, low, high, games, seed } => {
                let [mean, low, high] = [mean, low, high].map(|number| 100.0 * number);
                Figure::Sample { mean, low, high, games, seed }
            }
            Figure::Estimate(value) => Figure::Estimate(100.0 * value),
        }
    }

    /// How surely the number is known.
    pub const fn certainty(&self) -> Certainty {
        match self {
            Figure::Exact(_) => Certainty::Exact,
            Figure::Rounded { .. } => Certainty::Rounded,
            Figure::AtLeast(_) => Certainty::AtLeast,
            Figure::AtMost(_) => Certainty::AtMost,
            Figure::Between(..) => Certainty::Between,
            Figure::Sample { .. } => Certainty::Sample,
            Figure::Estimate(_) => Certainty::Estimate,
        }
    }

    /// The lowest and the highest number that the figure allows, compared without rounding; for a
    /// sample, the ends of its interval. An estimate allows any.
    pub fn bounds(&self) -> (Option<Fraction>, Option<Fraction>) {
        match self {
            Figure::Exact(number) => (Some(number.clone()), Some(number.clone())),
            Figure::Rounded { value, error } => {
                let (value, error) = (fraction(*value), fraction(*error));
                (Some(&value - &error), Some(value + error))
            }
            Figure::AtLeast(low) => (Some(low.clone()), None),
            Figure::AtMost(high) => (None, Some(high.clone())),
            Figure::Between(low, high) => (Some(low.clone()), Some(high.clone())),
            Figure::Sample { low, high, .. } => (Some(fraction(*low)), Some(fraction(*high))),
            Figure::Estimate(_) => (None, None),
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

    /// How far two numbers are apart, as surely as both are known; `None` for bounds and samples.
    ///
    /// ```
    /// use twofold_core::Figure;
    ///
    /// let score = Figure::rounded(66.75, 0.125);
    /// assert_eq!(score.distance(&Figure::exact(64)), Some(Figure::rounded(2.75, 0.125)));
    /// assert_eq!(score.distance(&Figure::at_least(64)), None);
    /// ```
    pub fn distance(&self, other: &Figure) -> Option<Figure> {
        let error = |figure: &Figure| match figure {
            Figure::Exact(_) => Some(0.0),
            Figure::Rounded { error, .. } => Some(*error),
            _ => None,
        };
        let is_number = |figure: &Figure| {
            matches!(figure, Figure::Exact(_) | Figure::Rounded { .. } | Figure::Estimate(_))
        };
        let apart = (self.to_f64() - other.to_f64()).abs();
        match (self, other) {
            (Figure::Exact(own), Figure::Exact(other)) => {
                Some(Figure::Exact(if own < other { other - own } else { own - other }))
            }
            (Figure::Estimate(_), _) | (_, Figure::Estimate(_)) => {
                (is_number(self) && is_number(other)).then_some(Figure::Estimate(apart))
            }
            _ => Some(Figure::rounded(apart, error(self)? + error(other)?)),
        }
    }

    /// A number to draw or to plot, without its certainty.
    pub fn to_f64(&self) -> f64 {
        match self {
            Figure::Rounded { value, .. } | Figure::Estimate(value) => *value,
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
/// rounded figure or a sample, and two of an estimate, which otherwise has none. A sample is written with `±` where its interval is symmetric within the
/// digits shown, and otherwise with the ends of the interval.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |text: String| if f.alternate() { group(&text) } else { text };
        let whole = |number: &Fraction| match decimals(number) {
            Some(text) => digits(text),
            None => number.to_string(),
        };
        let text = match self {
            Figure::Exact(number) | Figure::AtLeast(number) | Figure::AtMost(number) => {
                self.certainty().mark(&whole(number))
            }
            Figure::Rounded { value, error } => {
                let certain = certain_decimals(*error);
                let decimals = f.precision().map_or(certain, |most| certain.min(most));
                self.certainty().mark(&digits(format!("{value:.decimals$}")))
            }
            Figure::Estimate(value) => {
                let decimals = f.precision().unwrap_or(0);
                self.certainty().mark(&digits(format!("{value:.decimals$}")))
            }
            Figure::Between(low, high) => format!("{}…{}", whole(low), whole(high)),
            &Figure::Sample { mean, low, high, .. } => {
                let decimals = sample_decimals((high - low) / 2.0);
                let decimals = f.precision().map_or(decimals, |most| decimals.min(most));
                let write = |number: f64| digits(format!("{number:.decimals$}"));
                let (below, above) = (write(mean - low), write(high - mean));
                match below == above {
                    true => format!("{} ± {above}", write(mean)),
                    false => format!("{} ({}…{})", write(mean), write(low), write(high)),
                }
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

/// How many decimals a sample is written with: two significant digits of half its interval; more would
/// be noise.
fn sample_decimals(half: f64) -> usize {
    match half > 0.0 {
        true => (1.0 - half.log10().floor()).clamp(0.0, 12.0) as usize,
        false => 2,
    }
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
            Figure::sample(5.0, 0.5, 100, 1),
            Figure::Sample { mean: 5.0, low: 4.75, high: 6.0, games: 100, seed: 1 },
            Figure::Estimate(5.0),
        ];
        let texts: Vec<String> = figures.iter().map(Figure::to_string).collect();
        assert_eq!(texts, ["5", "≈5", "≥5", "≤5", "5…6", "5.00 ± 0.50", "5.00 (4.75…6.00)", "~5"]);
    }

    #[test]
    fn intervals_that_are_not_symmetric_show_their_ends() {
        // Wilson's interval of 3 games out of 100 does not reach below zero, and neither does the text.
        let share = Figure::Sample { mean: 0.03, low: 0.0103, high: 0.0845, games: 100, seed: 1 };
        assert_eq!(share.to_string(), "0.030 (0.010…0.085)");
        assert_eq!(share.percent().to_string(), "3.0 (1.0…8.5)");
        assert!(!share.agrees_with(&Figure::exact(0)));
        let even = Figure::Sample { mean: 0.5, low: 0.404, high: 0.596, games: 100, seed: 1 };
        assert_eq!(even.to_string(), "0.500 ± 0.096");
        let large =
            Figure::Sample { mean: 12_000.0, low: 9_000.0, high: 14_000.0, games: 9, seed: 1 };
        assert_eq!(format!("{large:#}"), "12,000 (9,000…14,000)");
    }
}
