//! Axes: where a number lies, and which numbers are written next to it.

/// How numbers are spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// Equal differences are equal distances.
    Linear,
    /// Equal ratios are equal distances; only numbers above zero have a place.
    Log,
}

/// An axis with its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Axis {
    /// What the numbers are.
    pub label: String,
    /// How they are spread.
    pub scale: Scale,
}

impl Axis {
    /// An axis on which equal differences are equal distances.
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Linear }
    }

    /// An axis on which equal ratios are equal distances.
    pub fn log(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Log }
    }
}

/// The part of an axis that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    scale: Scale,
    low: f64,
    high: f64,
    /// The least distance of ticks.
    least_step: f64,
}

impl Span {
    /// A span that holds all the numbers, with a round number at its upper end.
    pub(super) fn around(scale: Scale, numbers: impl Iterator<Item = f64>, round: bool) -> Span {
        let usable = numbers
            .filter(|&number| number.is_finite() && (scale == Scale::Linear || number > 0.0));
        let (mut low, mut high) =
            usable.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        if low > high {
            (low, high) = (1.0, 1.0);
        }
        match scale {
            Scale::Log => {
                low = 10f64.powf(low.log10().floor());
                high = 10f64.powf(high.log10().ceil());
                if low == high {
                    high *= 10.0;
                }
            }
            Scale::Linear => {
                if low == high {
                    (low, high) = (low.min(0.0), high.max(low + 1.0));
                }
                if round {
                    let step = step(high - low);
                    high = (high / step).ceil() * step;
                    low = (low / step).floor() * step;
                }
            }
        }
        Span { scale, low, high, least_step: 0.0 }
    }

    /// The span of whole numbers, with ticks at whole numbers only.
    pub(super) fn whole(self) -> Span {
        Span { least_step: 1.0, ..self }
    }

    /// Where a number lies, from 0 at the low end to 1 at the high end.
    pub(super) fn place(self, number: f64) -> f64 {
        match self.scale {
            Scale::Linear => (number - self.low) / (self.high - self.low),
            Scale::Log if number <= self.low => 0.0,
            Scale::Log => (number / self.low).log10() / (self.high / self.low).log10(),
        }
    }

    /// Round numbers within the span, with their written forms.
    pub(super) fn ticks(self) -> Vec<(f64, String)> {
        match self.scale {
            Scale::Linear => {
                let step = step(self.high - self.low).max(self.least_step);
                let first = (self.low / step - 1e-9).ceil() as i64;
                let last = (self.high / step + 1e-9).floor() as i64;
                let numbers = (first..=last).map(|index| index as f64 * step);
                let largest = self.high.abs().max(self.low.abs());
                numbers.map(|number| (number, written(number, largest))).collect()
            }
            Scale::Log => {
                let (first, last) =
                    (self.low.log10().round() as i32, self.high.log10().round() as i32);
                if last - first <= 2 {
                    // Few powers of ten say little: 1, 2, 5, 10, 20, …
                    let between =
                        |exponent: i32| [1.0, 2.0, 5.0].map(|factor| factor * 10f64.powi(exponent));
                    let numbers = (first..=last).flat_map(between);
                    let numbers = numbers.filter(|&number| number <= self.high * 1.000_001);
                    return numbers.map(|number| (number, written(number, number))).collect();
                }
                let skip = ((last - first) / 8 + 1) as usize;
                let exponents = (first..=last).step_by(skip);
                exponents.map(|exponent| (10f64.powi(exponent), power_of_ten(exponent))).collect()
            }
        }
    }
}

/// 1, 2, 2.5 or 5 times a power of ten, so that four to eight steps make the width. Steps of 2.5
/// would put fractions between whole numbers, so they start at 25.
fn step(width: f64) -> f64 {
    let rough = width / 8.0;
    let power = 10f64.powf(rough.log10().floor());
    let factors = if power >= 10.0 { &[1.0, 2.0, 2.5, 5.0][..] } else { &[1.0, 2.0, 5.0] };
    let factor = factors.iter().find(|&factor| factor * power >= rough * 0.999_999);
    power * factor.unwrap_or(&10.0)
}

/// A number in few characters, in the unit that suits the largest one: 12, 0.5, 3.5k, 40M.
fn written(number: f64, largest: f64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")];
    let unit = units.into_iter().find(|&(unit, _)| largest >= unit);
    let (size, name) = match unit {
        Some((_, "k")) if number != 0.0 => (1e3, "k"),
        Some(unit) if number != 0.0 => unit,
        _ => (1.0, ""),
    };
    let text = format!("{:.4}", number / size);
    format!("{}{name}", text.trim_end_matches('0').trim_end_matches('.'))
}

fn power_of_ten(exponent: i32) -> String {
    match exponent {
        -2..0 => format!("{}", 10f64.powi(exponent)),
        0..=3 => format!("{}", 10i64.pow(exponent as u32)),
        _ => {
            const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
            let sign = if exponent < 0 { "⁻" } else { "" };
            let digits = exponent.abs().to_string();
            let raised = digits.bytes().map(|digit| DIGITS[usize::from(digit - b'0')]);
            format!("10{sign}{}", raised.collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(scale: Scale, low: f64, high: f64) -> Vec<String> {
        let span = Span::around(scale, [low, high].into_iter(), true);
        span.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(
            ticks(Scale::Linear, 0.0, 340.0),
            ["0", "50", "100", "150", "200", "250", "300", "350"]
        );
        assert_eq!(
            ticks(Scale::Linear, 0.0, 1.1e6),
            ["0", "0.2M", "0.4M", "0.6M", "0.8M", "1M", "1.2M"]
        );
        assert_eq!(
            ticks(Scale::Log, 3.0, 2e6),
            ["1", "10", "100", "1000", "10⁴", "10⁵", "10⁶", "10⁷"]
        );
        assert_eq!(ticks(Scale::Log, 1.0, 6.0), ["1", "2", "5", "10"]);
        assert_eq!(
            ticks(Scale::Log, 0.02, 0.9),
            ["0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"]
        );
        assert_eq!(ticks(Scale::Linear, 0.0, 0.0), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
    }

    #[test]
    fn whole_numbers_have_no_fractions_between_them() {
        let span = Span::around(Scale::Linear, [1.0, 5.0].into_iter(), false);
        let texts = |span: Span| span.ticks().into_iter().map(|tick| tick.1).collect::<Vec<_>>();
        assert!(texts(span).contains(&"1.5".to_owned()));
        assert_eq!(texts(span.whole()), ["1", "2", "3", "4", "5"]);
    }

    #[test]
    fn places_run_from_zero_to_one() {
        let span = Span::around(Scale::Log, [1.0, 10_000.0].into_iter(), true);
        assert_eq!(span.place(100.0), 0.5);
        assert_eq!((span.place(0.0), span.place(10_000.0)), (0.0, 1.0));
        let span = Span::around(Scale::Linear, [0.0, 8.0].into_iter(), false);
        assert_eq!(span.place(2.0), 0.25);
    }

    #[test]
    fn nothing_to_draw_still_has_axes() {
        for scale in [Scale::Linear, Scale::Log] {
            assert!(!Span::around(scale, std::iter::empty(), true).ticks().is_empty());
        }
    }
}
