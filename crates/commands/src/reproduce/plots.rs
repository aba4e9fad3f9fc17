//! The plots of the report.

use twofold_core::perft::{self, Depth};
use twofold_core::{BitParallel, Game, Rules};
use twofold_studio::plot::{Axis, Kind, Plot, Series};

use super::row::Row;

/// Every plot as an SVG document, with its caption.
pub(super) fn all(rows: &[Row<'_>]) -> Vec<(String, String)> {
    let mut plots = Vec::new();
    plots.extend(growth().map(|plot| {
        let caption = "Play on 4x4 from the empty board, spawns of 2 and 4: sequences of moves, \
                       distinct boards, and boards up to symmetry";
        (plot.to_svg(), caption.to_owned())
    }));
    let caption = "How many figures were recomputed within the time on the axis, each on its own";
    plots.push((costs(rows).to_svg(), caption.to_owned()));
    plots
}

const PLIES: usize = 7;

fn growth() -> Option<Plot> {
    let rules = Rules::classic("4x4".parse().ok()?);
    let engine = BitParallel::new(&rules).ok()?;
    let depths = perft::fold(&Game::with_engine(engine), PLIES, perft::Limits::NONE, &()).ok()?;
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

/// The least time that is drawn, in seconds: below it, the clock says little.
const LEAST: f64 = 1e-3;

fn costs(rows: &[Row<'_>]) -> Plot {
    let mut seconds: Vec<_> = rows.iter().filter_map(Row::seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let within = seconds.iter().map(|time| time.max(LEAST)).zip((1..).map(f64::from));
    Plot::new(Kind::Lines, Axis::log("seconds for a figure"), Axis::linear("figures"))
        .title("What figures cost")
        .series(Series::new("", within))
}
