//! The plots of the report.

use twofold_core::{BitParallel, Game, Rules};
use twofold_exact::perft::{self, Depth};
use twofold_studio::plot::{Axis, Kind, Plot, Series};

use super::row::Row;

/// Every plot as an SVG document, with its caption.
pub(super) fn all(rows: &[Row<'_>]) -> Vec<(String, String)> {
    let mut plots = Vec::new();
    plots.extend(growth().map(|plot| {
        let caption = "Play on 4x4 from the empty board, drops of 2 and 4: sequences of moves, \
                       distinct boards, and boards up to symmetry";
        (plot.to_svg(), caption.to_owned())
    }));
    plots.push((costs(rows).to_svg(), "What every figure above cost, dearest first".to_owned()));
    plots
}

const PLIES: usize = 7;

fn growth() -> Option<Plot> {
    let rules = Rules::classic("4x4".parse().ok()?);
    let engine = BitParallel::new(&rules).ok()?;
    let depths = perft::fold(&Game::with_engine(rules, engine), PLIES, &()).ok()?;
    let series = |name: &str, count: fn(&Depth) -> f64| {
        Series::new(name, depths.iter().enumerate().map(|(ply, depth)| (ply as f64, count(depth))))
    };
    Some(
        Plot::new(Kind::Lines, Axis::linear("plies"), Axis::log("count"))
            .title("How play grows")
            .series(series("paths", |depth| depth.paths as f64))
            .series(series("boards", |depth| depth.boards as f64))
            .series(series("up to symmetry", |depth| depth.classes as f64)),
    )
}

fn costs(rows: &[Row<'_>]) -> Plot {
    let mut seconds: Vec<_> = rows.iter().map(|row| row.time.as_secs_f64()).collect();
    seconds.sort_by(|a, b| b.total_cmp(a));
    let points = seconds.into_iter().enumerate().map(|(rank, time)| ((rank + 1) as f64, time));
    Plot::new(Kind::Bars, Axis::linear("figures"), Axis::linear("seconds"))
        .title("Time by figure")
        .series(Series::new("", points))
}
