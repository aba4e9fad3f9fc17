//! Exhaustive search, forwards from the empty board and backwards from the goal.
//!
//! Both go layer by layer: every drop raises what the tiles are worth by one and no slide changes
//! it, so that all sequences to a board have the same number of drops, and a layer is all boards
//! left by a slide after so many drops. Forwards, the number of boards grows quickly with the size
//! of the board. Backwards from a full board there is hardly any room for what can have gone
//! before, which settles boards that no forward search will ever finish.

use std::ops::ControlFlow;

use twofold_core::Direction;
use twofold_core::notation::sequence::Step;

use super::field::{Beginning, Field};
use super::landmarks::Landmarks;
use super::plane::Plane;
use super::planes::Planes;
use super::question::{Drops, Question};
use crate::watch::{Progress, Stopped, Watch};

/// Where a search starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// At the empty board.
    Forward,
    /// At the goal.
    Backward,
}

/// What a search looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Where it started.
    pub way: Way,
    /// How many boards left by a slide it looked at, up to the symmetries of the goal.
    pub boards: u64,
    /// How many drops deep.
    pub depth: usize,
    /// Whether nothing was left to look at.
    pub finished: bool,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// A sequence to the goal, not yet checked by the rules.
    pub(super) found: Option<Vec<Step>>,
    pub(super) searched: Searched,
}

/// A sorted list without repetitions.
pub(super) fn distinct<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}

fn tell(watch: &dyn Watch, boards: u64) -> Result<(), Stopped> {
    watch.report(Progress { done: boards, total: None });
    if watch.is_stopped() { Err(Stopped) } else { Ok(()) }
}

/// The boards that the next slide can leave, sorted, up to symmetry.
pub(super) fn next_layer<P: Plane, const BITS: usize>(
    field: &Field<P, BITS>,
    layer: &[Planes<P, BITS>],
) -> Vec<Planes<P, BITS>> {
    let mut positions = Vec::new();
    for board in layer {
        let cells = field.drop_cells(board).iter();
        positions.extend(cells.map(|cell| field.images.canonical(board.with_one(cell))));
    }
    let slides = distinct(positions).into_iter().flat_map(|position| {
        Direction::ALL.into_iter().filter_map(move |d| field.arena.slide(position, d))
    });
    distinct(slides.map(|after| field.images.canonical(after)).collect())
}

/// Searches forwards until the goal is met, nothing is left or there are too many boards.
pub(super) fn forward<P: Plane, const BITS: usize>(
    question: &Question,
    limit: u64,
    watch: &dyn Watch,
) -> Result<Outcome, Stopped> {
    let field = Field::<P, BITS>::new(question);
    let mut layers = vec![vec![Planes::EMPTY]];
    let mut boards = 1;
    loop {
        let depth = layers.len() - 1;
        let layer = &layers[depth];
        let searched = move |finished| Searched { way: Way::Forward, boards, depth, finished };
        let by_slide = layer.iter().find(|board| field.met_by_slide(board));
        let by_drop = || {
            layer.iter().find(|board| {
                let mut cells = field.drop_cells(board).iter();
                cells.any(|cell| field.met_by_drop(&board.with_one(cell)))
            })
        };
        if let Some(last) = by_slide.or_else(by_drop) {
            let chain = chain(&field, &layers, *last);
            let start = Beginning::empty();
            let steps =
                field.realize(start, depth, by_slide.is_none(), |n, board| board == chain[n]);
            return Ok(Outcome { found: steps, searched: searched(false) });
        }
        if depth >= field.most_drops {
            return Ok(Outcome { found: None, searched: searched(true) });
        }
        tell(watch, boards)?;
        let next = next_layer(&field, layer);
        if next.is_empty() {
            return Ok(Outcome { found: None, searched: searched(true) });
        }
        boards += next.len() as u64;
        if boards > limit {
            return Ok(Outcome { found: None, searched: searched(false) });
        }
        layers.push(next);
    }
}

/// One board of every layer, each of which leads to the next one and the last to the given one.
fn chain<P: Plane, const BITS: usize>(
    field: &Field<P, BITS>,
    layers: &[Vec<Planes<P, BITS>>],
    last: Planes<P, BITS>,
) -> Vec<Planes<P, BITS>> {
    let mut chain = vec![last];
    for layer in layers.iter().rev().skip(1) {
        let next = *chain.last().expect("the chain has an end");
        let leads_on = |board: &&Planes<P, BITS>| {
            field.drop_cells(board).iter().any(|cell| {
                let position = board.with_one(cell);
                let slides =
                    Direction::ALL.into_iter().filter_map(|d| field.arena.slide(position, d));
                slides.map(|after| field.images.canonical(after)).any(|after| after == next)
            })
        };
        chain.push(*layer.iter().find(leads_on).expect("every board has a predecessor"));
    }
    chain.reverse();
    chain
}

/// Searches backwards from single boards until the empty board or a landmark is met, nothing is left or there
/// are too many boards. `None` if the question is not about single boards.
pub(super) fn backward<P: Plane, const BITS: usize>(
    question: &Question,
    limit: u64,
    watch: &dyn Watch,
) -> Result<Option<Outcome>, Stopped> {
    let mut all = Searched { way: Way::Backward, boards: 0, depth: 0, finished: true };
    for variant in 0..question.goal.variants.len() {
        let Some(goal) = question.goal.variants[variant].pattern.board() else { return Ok(None) };
        // Rank by rank, a bound below the goal's own largest tile rules it out at once.
        let Some(goal) = Planes::<P, BITS>::from_board(&goal) else { continue };
        if (question.max_rank + 1..=Planes::<P, BITS>::MAX_RANK)
            .any(|rank| !goal.cells_of_rank(rank, goal.occupied()).is_empty())
        {
            continue;
        }
        let field = Field::<P, BITS>::new(&question.only(variant));
        for by_drop in [true, false] {
            if by_drop && !field.turn.by_drop() || !by_drop && !field.turn.by_slide() {
                continue;
            }
            let rest = limit.saturating_sub(all.boards);
            let landmarks = Landmarks::new(&field);
            let outcome = backward_from(&field, goal, by_drop, &landmarks, rest, watch)?;
            all.boards += outcome.searched.boards;
            all.depth = all.depth.max(outcome.searched.depth);
            all.finished &= outcome.searched.finished;
            if outcome.found.is_some() {
                return Ok(Some(Outcome { searched: all, ..outcome }));
            }
        }
    }
    Ok(Some(Outcome { found: None, searched: all }))
}

fn backward_from<P: Plane, const BITS: usize>(
    field: &Field<P, BITS>,
    goal: Planes<P, BITS>,
    by_drop: bool,
    landmarks: &Landmarks<P, BITS>,
    limit: u64,
    watch: &dyn Watch,
) -> Result<Outcome, Stopped> {
    let possible = |board: &Planes<P, BITS>| {
        *board == Planes::EMPTY
            || Direction::ALL.into_iter().any(|d| field.arena.is_left_by(board, d))
    };
    let allowed = |before: &Planes<P, BITS>, cell: usize| {
        field.drops == Drops::Anywhere || field.drop_cells(before) == P::cell(cell)
    };
    let first: Vec<_> = if by_drop {
        let ones = goal.cells_of_rank(1, goal.occupied());
        let dropped = ones.iter().map(|cell| (goal.without_one(cell), cell));
        let dropped = dropped.filter(|(before, cell)| allowed(before, *cell));
        dropped.map(|(before, _)| before).collect()
    } else {
        vec![goal]
    };
    let first = first.into_iter().filter(possible).map(|board| field.images.canonical(board));
    let mut layers = vec![distinct(first.collect())];
    let mut boards = layers[0].len() as u64;
    loop {
        let depth = layers.len() - 1;
        let layer = &layers[depth];
        let searched = move |finished| Searched { way: Way::Backward, boards, depth, finished };
        if layer.is_empty() {
            return Ok(Outcome { found: None, searched: searched(true) });
        }
        let onwards = |start| {
            let leads_on = |n: usize, board| layers[depth - n].binary_search(&board).is_ok();
            field.realize(start, depth, by_drop, leads_on)
        };
        if layer.contains(&Planes::EMPTY) {
            let start = Beginning::empty();
            return Ok(Outcome { found: onwards(start), searched: searched(false) });
        }
        // A board that is known to be reachable saves the rest of the way.
        if let Some(start) = layer.iter().find_map(|board| landmarks.beginning(board)) {
            return Ok(Outcome { found: onwards(start), searched: searched(false) });
        }
        tell(watch, boards)?;
        let mut next = Vec::new();
        let mut visited = 0;
        for board in layer {
            let flow = field.arena.unslide(board, |before| {
                visited += 1;
                if allowed(&before.afterstate, before.drop) {
                    next.push(field.images.canonical(before.afterstate));
                }
                // Repetitions are many; they are thrown out before they fill the memory.
                let mut full = visited % 4096 == 0 && watch.is_stopped();
                if next.len() as u64 > limit.saturating_mul(2).saturating_add(4096) {
                    next = distinct(std::mem::take(&mut next));
                    full |= boards + next.len() as u64 > limit;
                }
                if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if flow.is_break() {
                tell(watch, boards)?;
                return Ok(Outcome { found: None, searched: searched(false) });
            }
        }
        let next = distinct(next);
        boards += next.len() as u64;
        if boards > limit {
            return Ok(Outcome { found: None, searched: searched(false) });
        }
        layers.push(next);
    }
}
