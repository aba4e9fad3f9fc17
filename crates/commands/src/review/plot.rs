//! The value along a game as two curves: of the best slide, and of the slide that was played.

use twofold_players::ValueKind;
use twofold_players::review::Verdict;
use twofold_solve::{Goal, PlayValue};
use twofold_studio::plot::{Axis, Kind, Plot, Series};

use super::report::Review;

/// Where the curves part, something was lost. Values that no number expresses are left out.
pub(super) fn values(review: &Review) -> Plot {
    let points = |value: fn(&Verdict) -> &PlayValue| {
        let points = review.judged.iter().filter_map(move |slide| {
            let verdict = slide.verdict.as_ref()?;
            let height = verdict.height(value(verdict), review.frames[slide.frame].score);
            height.is_finite().then_some((slide.number as f64, height))
        });
        points.collect::<Vec<_>>()
    };
    let title = format!("{}, judged by {}: {}", review.rules, review.judge, review.meaning());
    Plot::new(Kind::Lines, Axis::linear("slide"), Axis::linear(label(review)))
        .title(title)
        .series(Series::new("best slide", points(|verdict| &verdict.value)))
        .series(Series::new("slide played", points(|verdict| &verdict.played_value)))
}

fn label(review: &Review) -> &'static str {
    match review.kind() {
        Some(ValueKind::Exact(Goal::Score)) => "score so far and value",
        Some(ValueKind::Estimate) => "score so far and estimate",
        Some(ValueKind::Rating) => "rating",
        _ => "value",
    }
}
