//! Plots of totals, and the zigzag strategy on real boards.

use std::path::Path;

use twofold_change::study::{Limits, Source, study};
use twofold_change::tight::zigzag_cells;
use twofold_change::{Coins, Named, Natural, Thresholds};
use twofold_core::{Board, Grid, Shape, TileSystem};
use twofold_studio::plot::{Axis, Kind, Plot, Series};
use twofold_studio::{Panel, Scene};

use super::study::Sheet;
use crate::error::CommandError;
use crate::output::{Output, picture};
use crate::progress::Bar;

/// Draws Total(n) for a sequence and for others beside it.
pub(super) fn totals(
    sheet: &Sheet,
    others: &[Named],
    limits: Limits,
    path: &Path,
    output: &Output,
) -> Result<(), CommandError> {
    let points = |study: &twofold_change::study::Study| {
        let point = |row: &twofold_change::study::Row| {
            (row.threshold.cells as f64, approximate(&row.threshold.total))
        };
        study.rows.iter().map(point).filter(|(_, total)| total.is_finite()).collect::<Vec<_>>()
    };
    let mut plot = Plot::new(Kind::Lines, Axis::linear("cells n"), Axis::log("Total(n)"))
        .title("Largest totals of the abstract game")
        .series(Series::new(sheet.name.clone(), points(&sheet.study)));
    for &other in others {
        let bar = Bar::new(output, format!("{other}: terms"));
        // A plot does not need the values that take a sieve to find.
        let quick = Limits { sieve: 1 << 20, ..limits };
        let study = study(Source::Named(other), quick, &bar)
            .map_err(|error| CommandError::failed(&error))?;
        plot = plot.series(Series::new(other.name(), points(&study)));
    }
    picture::save_svg(&plot.to_svg(), path)?;
    output.remark(&format!("wrote {}", path.display()));
    Ok(())
}

/// As a floating-point number, which is enough for a place on a picture.
fn approximate(value: &Natural) -> f64 {
    value.to_string().parse().unwrap_or(f64::INFINITY)
}

/// Draws the strategy for 2048 and 987 along a zigzag path: a position on the way, and the last
/// one.
pub(super) fn zigzag(shape: Shape, path: &Path, output: &Output) -> Result<(), CommandError> {
    let mut scene = Scene::new()
        .title("The zigzag strategy: the move number in greedy representation")
        .columns(3);
    for (named, name) in [(Named::PowersOfTwo, "2048"), (Named::Fibonacci, "987")] {
        let Some(tiles) = named.game() else { continue };
        let failed = |error: &dyn std::error::Error| CommandError::failed(error);
        let rows =
            Thresholds::new(named.terms()).take(shape.cells()).collect::<Result<Vec<_>, _>>();
        let rows = rows.map_err(|error| failed(&error))?;
        let Some(last) = rows.last() else { continue };
        let coins =
            Coins::up_to(named.terms(), &last.single, 10_000).map_err(|error| failed(&error))?;
        let empty = Panel::board(&Board::new(shape), tiles);
        scene = scene.panel(empty.label(format!("{name}: the path")).path(zigzag_cells(shape)));
        // A position on the way that fills about half of the board: the hardest amount for it.
        let middle = &rows[shape.cells() / 2].total;
        for (amount, label) in [(middle, "on the way"), (&last.total, "the last position")] {
            let representation = coins.greedy(amount);
            let values =
                representation.iter().flat_map(|found| found.piles()).map(|pile| &pile.coin);
            let board = along_zigzag(shape, tiles, values).ok_or_else(|| {
                CommandError::input(format!("the tiles of {name} on {shape} are too large to draw"))
            })?;
            let panel =
                Panel::board(&board, tiles).label(label).caption(format!("after {amount} moves"));
            scene = scene.panel(panel);
        }
    }
    picture::save(&scene, path)?;
    output.remark(&format!("wrote {}", path.display()));
    Ok(())
}

/// Tiles from the largest down along the zigzag, in units of what divides all faces.
fn along_zigzag<'a>(
    shape: Shape,
    tiles: TileSystem,
    values: impl Iterator<Item = &'a Natural>,
) -> Option<Board> {
    let mut board = Board::new(shape);
    for (cell, value) in zigzag_cells(shape).zip(values) {
        let tile = tiles.tile_with_face(value.to_u64()?.checked_mul(tiles.unit())?)?;
        board.place(cell, tile).ok()?;
    }
    Some(board)
}
