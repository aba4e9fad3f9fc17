//! How far players are from perfect play, where its score is known.

use twofold_core::{Figure, Rules};

/// The expected score of perfect play from the usual start, for the games where it is on record: classic
/// 2048 on 3×3, as `twofold solve 3x3` gives it. The row `optimal-score-3x3` of the ledger recomputes it.
///
/// ```
/// use twofold_core::Rules;
/// use twofold_players::arena::perfect_score;
///
/// let score = perfect_score(&Rules::classic("3x3".parse()?)).unwrap();
/// assert_eq!(format!("{score:#.2}"), "≈5,468.49");
/// assert_eq!(perfect_score(&Rules::classic("4x4".parse()?)), None);
/// # Ok::<(), twofold_core::ShapeError>(())
/// ```
pub fn perfect_score(rules: &Rules) -> Option<Figure> {
    let three = Rules::classic("3x3".parse().ok()?);
    (*rules == three).then(|| Figure::rounded(5_468.486_797_410_27, 1.3e-8))
}

/// A mean score as a share of perfect play, with the error of the latter in its interval; `None` unless
/// the one is a sample and the other a rounded number above zero.
pub fn share_of_perfect(mean: &Figure, perfect: &Figure) -> Option<Figure> {
    match (mean, perfect) {
        (&Figure::Sample { mean, low, high, games, seed }, &Figure::Rounded { value, error })
            if value > error =>
        {
            let (mean, low, high) = (mean / value, low / (value + error), high / (value - error));
            Some(Figure::Sample { mean, low, high, games, seed })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_both_errors() {
        let share =
            share_of_perfect(&Figure::sample(90.0, 10.0, 5, 1), &Figure::rounded(100.0, 1.0));
        let expected =
            Figure::Sample { mean: 0.9, low: 80.0 / 101.0, high: 100.0 / 99.0, games: 5, seed: 1 };
        assert_eq!(share, Some(expected));
        assert_eq!(share_of_perfect(&Figure::exact(1), &Figure::rounded(100.0, 1.0)), None);
    }
}
