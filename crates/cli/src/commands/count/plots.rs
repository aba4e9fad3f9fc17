//! Positions by tile sum, as the figures of Lees-Miller 2017 show them.

use std::collections::BTreeSet;

use twofold_core::Tile;
use twofold_exact::count::Counts;
use twofold_exact::layers::Task;
use twofold_exact::store::Identity;
use twofold_studio::palette;
use twofold_studio::plot::{Axis, Kind, Plot, Series};

/// Stacked by largest tile.
pub(super) fn stacked(task: &Task, counts: &Counts) -> Plot {
    plot(task, counts, Kind::StackedAreas, Axis::linear("positions"))
}

/// A line for each largest tile, on a logarithmic scale.
pub(super) fn logarithmic(task: &Task, counts: &Counts) -> Plot {
    plot(task, counts, Kind::Lines, Axis::log("positions"))
}

fn plot(task: &Task, counts: &Counts, kind: Kind, y: Axis) -> Plot {
    let largest: BTreeSet<Tile> = counts.by_sum_and_max().map(|row| row.largest).collect();
    let plot = Plot::new(kind, Axis::linear("tile sum"), y).title(Identity::of(task).brief());
    largest.into_iter().fold(plot, |plot, tile| {
        let rows = counts.by_sum_and_max().filter(|row| row.largest == tile);
        let points = rows.map(|row| (row.sum as f64, row.tally.total().canonical as f64));
        let name = format!("largest {}", task.value(tile));
        plot.series(Series::new(name, points).color(palette::tile(tile)))
    })
}
