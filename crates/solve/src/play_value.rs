//! Values as they leave the solver: with how surely they are known.

use std::fmt;

use twofold_core::{Figure, Fraction, Tile, TileSystem};

use super::goal::Goal;
use super::opponent::Opponent;
use super::probability::Precision;
use super::problem::Problem;
use super::value::Value;

/// The value of a position or an afterstate, with its certainty.
///
/// It is what Slider will still score, the probability of the tile (one or zero where it is certain
/// or impossible), the face of the largest tile, or a number of slides.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayValue {
    /// A number.
    Known(Figure),
    /// The target is never made: no number of slides leads to it.
    Never,
}

impl PlayValue {
    /// A number to draw, without its certainty; infinite for never.
    pub fn to_f64(&self) -> f64 {
        match self {
            PlayValue::Known(figure) => figure.to_f64(),
            PlayValue::Never => f64::INFINITY,
        }
    }

    /// Whether the value is surely below another one, whatever rounding did; never is above every number.
    pub fn is_below(&self, other: &PlayValue) -> bool {
        match (self, other) {
            (PlayValue::Never, _) => false,
            (PlayValue::Known(_), PlayValue::Never) => true,
            (PlayValue::Known(own), PlayValue::Known(other)) => {
                own.bounds().1.zip(other.bounds().0).is_some_and(|(high, low)| high < low)
            }
        }
    }

    /// The number, unless it is never.
    pub fn figure(&self) -> Option<&Figure> {
        match self {
            PlayValue::Known(figure) => Some(figure),
            PlayValue::Never => None,
        }
    }
}

/// Formats as the figure does, or as `never`.
impl fmt::Display for PlayValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayValue::Known(figure) => figure.fmt(f),
            PlayValue::Never => f.write_str("never"),
        }
    }
}

/// How sure the numbers of a pass are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Certainty {
    goal: Goal,
    opponent: Opponent,
    tiles: TileSystem,
    is_narrow: bool,
    /// Whether what is as good as zero is zero.
    is_zero_exact: bool,
    /// A bound on the rounding error of every number.
    error: f64,
}

impl Certainty {
    pub(crate) fn new(problem: &Problem, error: f64) -> Certainty {
        Certainty {
            goal: problem.goal(),
            opponent: problem.opponent(),
            tiles: problem.game().rules().tiles,
            is_narrow: problem.narrow().is_some(),
            is_zero_exact: problem.precision() == Precision::Double,
            error,
        }
    }

    /// A bound on the rounding error of every number.
    pub(crate) fn error(&self) -> f64 {
        self.error
    }

    /// For numbers that no rounding has touched.
    pub(crate) fn without_rounding(self) -> Certainty {
        Certainty { error: 0.0, is_zero_exact: true, ..self }
    }

    /// A number of the pass, as the value that it stands for.
    pub(crate) fn of<V: Value>(&self, number: V) -> PlayValue {
        let number = number.to_f64();
        if number.is_infinite() {
            return PlayValue::Never;
        }
        PlayValue::Known(match (self.opponent, self.goal) {
            _ if self.is_narrow => self.lower_bound(number),
            // Sums and products of chances are zero only if all of them are.
            (Opponent::Chance, Goal::Tile) if number == 0.0 && self.is_zero_exact => {
                Figure::exact(0)
            }
            (Opponent::Chance, _) => Figure::rounded(number, self.error),
            (_, Goal::Largest) => {
                Figure::exact(Tile::new(number as u8).map_or(0, |tile| self.tiles.face(tile)))
            }
            _ => Figure::exact(number as u64),
        })
    }

    /// What a Slider who considers only some slides achieves, another one achieves too.
    fn lower_bound(&self, number: f64) -> Figure {
        if self.opponent != Opponent::Chance {
            // A tile that is forced is forced.
            return if number > 0.0 { Figure::exact(1) } else { Figure::at_least(0) };
        }
        // Decimals that stay a bound whatever rounding did.
        let decimals = (-self.error.log10()).floor().clamp(0.0, 15.0) as i32;
        let scale = 10_f64.powi(decimals);
        let floor = ((number - self.error) * scale).floor().max(0.0);
        Figure::AtLeast(Fraction::new((floor as u64).into(), 10_u64.pow(decimals as u32).into()))
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::Rules;

    use super::*;

    fn certainty(goal: Goal, opponent: Opponent, error: f64) -> Certainty {
        let rules = Rules::classic("3x3".parse().unwrap());
        Certainty::new(&Problem::new(rules, goal, opponent, Tile::new(9)).unwrap(), error)
    }

    #[test]
    fn numbers_carry_their_certainty() {
        let text =
            |goal, opponent, number: f64| certainty(goal, opponent, 1e-9).of(number).to_string();
        assert_eq!(text(Goal::Score, Opponent::Chance, 12.5), "≈12.50000000");
        assert_eq!(text(Goal::Tile, Opponent::Chance, 0.0), "0");
        assert_eq!(text(Goal::Score, Opponent::Helper, 12.0), "12");
        assert_eq!(text(Goal::Largest, Opponent::Adversary, 5.0), "32");
        assert_eq!(text(Goal::FewestSlides, Opponent::Adversary, f64::INFINITY), "never");
    }

    #[test]
    fn values_are_compared_without_rounding() {
        // As floating-point numbers, these two are equal.
        let exact = |number: u64| PlayValue::Known(Figure::exact(number));
        let (low, high) = (exact(9_007_199_254_740_992), exact(9_007_199_254_740_993));
        assert!(low.is_below(&high) && !high.is_below(&low) && !low.is_below(&low));
        assert!(high.is_below(&PlayValue::Never) && !PlayValue::Never.is_below(&PlayValue::Never));
        let near = |value| PlayValue::Known(Figure::rounded(value, 1e-3));
        assert!(!near(1.0).is_below(&near(1.001)) && near(1.0).is_below(&near(1.01)));
    }

    #[test]
    fn fewer_slides_give_bounds_and_proofs() {
        let narrow = |opponent, number: f64| {
            Certainty { is_narrow: true, ..certainty(Goal::Tile, opponent, 1e-6) }.of(number)
        };
        assert_eq!(narrow(Opponent::Adversary, 1.0), PlayValue::Known(Figure::exact(1)));
        assert_eq!(narrow(Opponent::Adversary, 0.0), PlayValue::Known(Figure::at_least(0)));
        let bound = narrow(Opponent::Chance, 0.25);
        let (Some(low), None) = bound.figure().unwrap().bounds() else { panic!("{bound:?}") };
        let shown = narrow(Opponent::Chance, 0.25 - 1e-6);
        assert!(low <= Fraction::new(1.into(), 4.into()));
        assert!(shown.to_f64() <= low.numer().to_string().parse::<f64>().unwrap());
    }
}
