//! Values as people and programs read them.

use serde::Serialize;
use twofold_core::Figure;
use twofold_solve::{Goal, Opponent, PlayValue, Problem};

use crate::output::Cell;

/// A value in JSON: a figure, or `"never"`.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum ValueJson {
    Figure(Figure),
    Never(&'static str),
}

impl From<&PlayValue> for ValueJson {
    fn from(value: &PlayValue) -> ValueJson {
        match value.figure() {
            Some(figure) => ValueJson::Figure(figure.clone()),
            None => ValueJson::Never("never"),
        }
    }
}

/// A value in CSV.
pub(crate) fn cell(value: &PlayValue) -> Cell {
    match value {
        PlayValue::Known(figure) => figure.clone().into(),
        PlayValue::Never => "never".into(),
    }
}

/// A value for people, with at most so many decimals; what is certain is said in words.
pub(crate) fn text(problem: &Problem, value: &PlayValue, decimals: Option<usize>) -> String {
    if let (Goal::Tile, PlayValue::Known(figure)) = (problem.goal(), value) {
        let is_certain = *figure == Figure::exact(1);
        let is_bound = matches!(figure, Figure::AtLeast(_));
        match problem.opponent() {
            Opponent::Adversary if is_certain => return "forced".to_owned(),
            Opponent::Adversary if is_bound => return "not shown".to_owned(),
            Opponent::Adversary => return "not forced".to_owned(),
            Opponent::Helper if is_certain => return "possible".to_owned(),
            Opponent::Helper => return "impossible".to_owned(),
            Opponent::Chance => {}
        }
    }
    match decimals {
        Some(decimals) => format!("{value:#.decimals$}"),
        None => format!("{value:#}"),
    }
}

/// As many decimals as it takes to tell values apart, and at least enough to read at a glance.
pub(crate) fn telling_decimals<'a>(
    problem: &Problem,
    values: impl Iterator<Item = &'a PlayValue> + Clone,
) -> usize {
    let least = if problem.goal() == Goal::Tile { 4 } else { 2 };
    let tells_apart = |&decimals: &usize| {
        let mut shown: Vec<(String, String)> = values
            .clone()
            .map(|value| (format!("{value:.decimals$}"), value.to_string()))
            .collect();
        shown.sort_unstable();
        shown.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].1 == pair[1].1)
    };
    (least..15).find(tells_apart).unwrap_or(15)
}

#[cfg(test)]
mod tests {
    use twofold_core::Rules;

    use super::*;

    #[test]
    fn digits_go_on_until_values_differ() {
        let rules = Rules::classic("2x2".parse().unwrap());
        let problem = Problem::new(rules, Goal::Score, Opponent::Chance, None).unwrap();
        let decimals = |numbers: &[f64]| {
            let value = |&number| PlayValue::Known(Figure::rounded(number, 1e-9));
            let values: Vec<PlayValue> = numbers.iter().map(value).collect();
            telling_decimals(&problem, values.iter())
        };
        assert_eq!(decimals(&[1.0, 2.0]), 2);
        assert_eq!(decimals(&[1.000_01, 1.000_02, 7.0]), 5);
        // Rounding leaves these equal, however many digits are shown.
        assert_eq!(decimals(&[1.0, 1.0 + 1e-12]), 2);
    }
}
