//! The plots of the report.

use twofold_core::perft::{self, Depth};
use twofold_core::{BitParallel, Game};
use twofold_studio::plot::{Axis, Kind, Plot, Series};

use super::row::Row;

/// Every plot as an SVG document, with its caption.
pub(super) fn all(rows: &[Row<'_>]) -> Vec<(String, String)> {
    let mut plots = Vec::new();
    plots.extend(growth().map(|plot| {
        let caption = format!(
            "Play of {GAME} from the empty board: sequences of moves, distinct boards, and orbits"
        );
        (plot.to_svg(), caption)
    }));
    let caption = "How many figures were recomputed within the time on the axis, each on its own";
    plots.push((costs(rows).to_svg(), caption.to_owned()));
    plots
}

/// The game whose growth is drawn: the one that most figures of the ledger are about.
const GAME: &str = "classic on 4x4";

const PLIES: usize = 7;

fn growth() -> Option<Plot> {
    let engine = BitParallel::new(&GAME.parse().ok()?).ok()?;
    let depths = perft::fold(&Game::with_engine(engine), PLIES, perft::Limits::NONE, &()).ok()?;
    let series = |name: &str, count: fn(&Depth) -> f64| {
        Series::new(name, depths.iter().enumerate().map(|(ply, depth)| (ply as f64, count(depth))))
    };
    Some(
        Plot::new(Kind::Lines, Axis::linear("plies"), Axis::log("count"))
            .title("How play grows")
            .series(series("paths", |depth| depth.paths as f64))
            .series(series("boards", |depth| depth.boards as f64))
            .series(series("orbits", |depth| depth.orbits as f64)),
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
