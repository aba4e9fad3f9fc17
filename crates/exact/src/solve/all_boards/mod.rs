//! Whether a tile can be forced, for every board that there is: reachable or not, a bit each.
//!
//! Against an adversary, a board is won or lost. A list of reachable boards takes tens of bits for
//! each; a bit for each board of all takes one, and nothing has to be listed first. The boards of one
//! tile sum form a matrix of upper and lower halves ([`layer`]), and the way back from the highest sum
//! needs three steps, each of which handles many boards with every word:
//!
//! - a board after a slide is good if every tile in every empty cell leads to a good position, one
//!   or more sums above ([`drops`]);
//! - a position is good if a slide to the left or right leads to a good board or makes the tile
//!   ([`slide`]),
//! - or if its transpose is, since up and down are left and right of the transposed board ([`turn`]).
//!
//! No more than the layers that the next one depends on are kept.

mod drops;
mod halves;
mod layer;
mod quadrants;
mod slices;
mod slide;
#[cfg(test)]
mod tests;
mod turn;

use std::collections::BTreeMap;

use twofold_core::{Grid, Packed, TileSystem};

use self::halves::Halves;
use self::layer::Layer;
use super::evaluate::Evaluator;
use super::fold::Choice;
use super::question::{Goal, Opponent, Question};
use super::solver::{Extent, SolveWatch, Solved};
use super::start::Openings;
use crate::layers::{LayerError, Task};
use crate::watch::Progress;

/// The most halves that tables are made for.
const MOST_HALVES: usize = 1 << 21;

/// Quadrants of one sum are handled as bits of a word.
const MOST_QUADRANTS: usize = 64;

/// Whether a question is one about all boards: a tile against an adversary, on a square board with an
/// even number of rows, and with a tile that leaves few enough halves below it.
pub(super) fn fits(question: &Question) -> bool {
    let task = question.task();
    let shape = task.rules().shape;
    let Goal::Tile(tile) = question.goal() else { return false };
    let kinds = usize::from(tile.rank());
    let halves = kinds.checked_pow((shape.cells() / 2) as u32);
    let spawns = task.rules().spawn.values.iter().all(|(spawn, _)| !task.is_over(spawn));
    question.opponent() == Opponent::Adversary
        && task.rules().tiles == TileSystem::Classic
        && shape.is_square()
        && shape.rows().is_multiple_of(2)
        && spawns
        && halves.is_some_and(|count| count <= MOST_HALVES)
        // At most 58 quadrants of four cells below 64 have one sum, and more above; of one cell, one.
        && (shape.rows() == 2 || kinds <= 6)
}

/// Decides all boards.
pub(super) fn run(
    question: &Question,
    memory: u64,
    watch: &dyn SolveWatch,
) -> Result<Solved, LayerError> {
    let task = question.task();
    let shape = task.rules().shape;
    let Goal::Tile(tile) = question.goal() else { unreachable!("checked with the question") };
    let kinds = usize::from(tile.rank());
    let halves = Halves::new(task, shape.rows() / 2, kinds);
    assert!(halves.quadrants.sums.iter().all(|sums| sums.count() <= MOST_QUADRANTS));
    let highest = 2 * halves.highest();
    let sums: Vec<u64> =
        (0..=highest).filter(|&sum| !Layer::plan(&halves, sum).is_empty()).collect();
    check_memory(&halves, task, &sums, memory)?;

    let evaluator = Evaluator::<u8, Choice>::new(question, Choice::Worst);
    let starts = task.starts();
    let mut openings = Openings::new(task);
    let mut won = 0;
    decide(&halves, task, &sums, watch, |sum, boards| {
        match boards {
            Boards::AfterSlides(after) => {
                let codes = starts.get(&sum).map_or(&[][..], Vec::as_slice);
                let look_up = |code: u64| {
                    let packed = Packed::from_code(shape, code).expect("a board of this shape");
                    let ranks: Vec<u8> = packed.tiles().map(|tile| tile.rank()).collect();
                    Ok(Some(u8::from(after.contains(&halves, halves.split(&ranks)))))
                };
                openings.add(&evaluator, sum, codes, &look_up)?;
            }
            Boards::Positions(positions) => won += positions.count(&halves),
        }
        Ok(())
    })?;
    let boards = (kinds as u128).pow(shape.cells() as u32);
    Ok(Solved {
        start: openings.values(&evaluator),
        openings: openings.list(),
        layers: sums.len(),
        extent: Extent::AllBoards { boards, won },
        error: 0.0,
    })
}

/// The good boards of a tile sum.
enum Boards<'a> {
    /// A tile about to appear.
    AfterSlides(&'a Layer),
    /// Slider to move.
    Positions(&'a Layer),
}

/// Goes through the tile sums from the highest to the lowest, and shows the good boards of each.
fn decide(
    halves: &Halves,
    task: &Task,
    sums: &[u64],
    watch: &dyn SolveWatch,
    mut show: impl FnMut(u64, Boards<'_>) -> Result<(), LayerError>,
) -> Result<(), LayerError> {
    let mut positions = BTreeMap::<u64, Layer>::new();
    let words: u64 = sums.iter().map(|&sum| Layer::words(halves, sum)).sum();
    let mut progress = Progress { done: 0, total: Some(64 * words) };
    watch.turn_around(64 * words);
    for &sum in sums.iter().rev() {
        if watch.is_stopped() {
            return Err(LayerError::Stopped);
        }
        let good: Vec<Option<&Layer>> =
            task.spawns().map(|tile| positions.get(&(sum + task.value(tile)))).collect();
        let plan = Layer::plan(halves, sum).into_iter();
        let after = plan.map(|classes| drops::whatever_appears(halves, classes, &good)).collect();
        let after = Layer::new(after);
        positions.retain(|&above, _| above < sum + task.highest_spawn());
        show(sum, Boards::AfterSlides(&after))?;
        // Each block is let go as soon as it has been used.
        let blocks = after.blocks.into_iter();
        let sideways = Layer::new(blocks.map(|block| slide::sideways(halves, &block)).collect());
        let layer = turn::with_transposed(halves, &sideways);
        show(sum, Boards::Positions(&layer))?;
        positions.insert(sum, layer);
        progress.done += 64 * Layer::words(halves, sum);
        watch.report(progress);
    }
    Ok(())
}

/// At one time there are the layers of positions that a layer depends on, the layer of boards after
/// slides, and that of positions on the way.
fn check_memory(
    halves: &Halves,
    task: &Task,
    sums: &[u64],
    allowed: u64,
) -> Result<(), LayerError> {
    let layers = task.spawns().count() as u64 + 1;
    let largest = sums.iter().map(|&sum| (Layer::words(halves, sum), sum)).max();
    match largest {
        Some((words, sum)) if 8 * words * layers > allowed => {
            Err(LayerError::Memory { sum, allowed })
        }
        _ => Ok(()),
    }
}
