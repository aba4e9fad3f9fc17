//! Positions by tile sum, as the figures of Lees-Miller 2017 show them.

use std::collections::BTreeSet;

use twofold_core::Tile;
use twofold_layers::LayeredGame;
use twofold_solve::count::GameCount;
use twofold_studio::palette;
use twofold_studio::plot::{Axis, Kind, Plot, Series};

/// Stacked by largest tile.
pub(super) fn stacked(game: &LayeredGame, counts: &GameCount) -> Plot {
    plot(game, counts, Kind::StackedAreas, Axis::linear("positions"))
}

/// A line for each largest tile, on a logarithmic scale.
pub(super) fn logarithmic(game: &LayeredGame, counts: &GameCount) -> Plot {
    plot(game, counts, Kind::Lines, Axis::log("positions"))
}

fn plot(game: &LayeredGame, counts: &GameCount, kind: Kind, y: Axis) -> Plot {
    let largest: BTreeSet<Tile> = counts.by_sum_and_largest().map(|row| row.largest).collect();
    let plot = Plot::new(kind, Axis::linear("tile sum"), y).title(game.to_string());
    largest.into_iter().fold(plot, |plot, tile| {
        let rows = counts.by_sum_and_largest().filter(|row| row.largest == tile);
        let points = rows.map(|row| (row.sum as f64, row.positions.total().orbits as f64));
        let name = format!("largest {}", game.face(tile));
        plot.series(Series::new(name, points).color(palette::tile(tile)))
    })
}
