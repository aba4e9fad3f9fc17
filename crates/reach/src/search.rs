//! Exhaustive search, forwards from the empty board and backwards from the destination.
//!
//! Both go layer by layer: every spawn raises the tile sum by one lowest tile and no slide changes
//! it, so that all sequences to a board have the same number of spawns, and a layer is all boards
//! left by a slide after so many spawns. Forwards, the number of boards grows quickly with the size
//! of the board. Backwards from a full board there is hardly any room for what can have gone
//! before, which settles boards that no forward search will ever finish.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::ControlFlow;

use twofold_core::Direction;
use twofold_core::notation::sequence::Step;

use super::field::{Beginning, Field, with_planes};
use super::landmarks::Landmarks;
use super::plane::Plane;
use super::planes::Planes;
use super::question::{ReachQuestion, Spawns};
use twofold_core::{Progress, Stopped, Watch};

/// Where a search starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// At the empty board.
    Forward,
    /// At the destination.
    Backward,
}

/// What a search looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Where it started.
    pub way: Way,
    /// How many boards left by a slide it looked at, up to the symmetries of the destination.
    pub boards: u64,
    /// How many spawns deep.
    pub depth: usize,
    /// Whether nothing was left to look at.
    pub finished: bool,
    /// The boards of the deepest layer that is complete, from which the search would go on.
    pub open: u64,
    /// About how many boards the next layer has, as far as it was begun; zero if it was not.
    pub ahead: u64,
}

impl Searched {
    fn begun(way: Way) -> Searched {
        Searched { way, boards: 0, depth: 0, finished: true, open: 0, ahead: 0 }
    }
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SearchResult {
    /// A sequence to the destination, not yet checked by the rules.
    pub(super) found: Option<Vec<Step>>,
    pub(super) searched: Searched,
}

/// A sorted list without repetitions.
pub(super) fn distinct<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}

fn tell(watch: &dyn Watch, boards: u64, limit: u64) -> Result<(), Stopped> {
    watch.report(Progress { done: boards, total: Some(limit) });
    if watch.is_stopped() { Err(Stopped) } else { Ok(()) }
}

/// Progress of a search after others that looked at some boards.
struct After<'a> {
    watch: &'a dyn Watch,
    boards: u64,
}

impl Watch for After<'_> {
    fn report(&self, Progress { done, total }: Progress) {
        let total = total.map(|total| total + self.boards);
        self.watch.report(Progress { done: done + self.boards, total });
    }

    fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }
}

/// Boards that are held at once, for every board that the caller has room for.
const HELD: u64 = 4;

/// Bytes of memory that a search takes for each board that it may look at: the boards of all layers,
/// what leads to them with its repetitions, and what is counted of them.
pub fn bytes_of_board(question: &ReachQuestion) -> u64 {
    fn bytes<P: Plane, const BITS: usize>() -> u64 {
        2 * HELD * size_of::<Planes<P, BITS>>() as u64 + 64
    }
    with_planes!(question, bytes())
}

/// The boards that the next slide can leave, sorted, up to symmetry; `None` if they are more than the
/// limit.
pub(super) fn next_layer<P: Plane, const BITS: usize>(
    field: &Field<P, BITS>,
    layer: &[Planes<P, BITS>],
    limit: u64,
    watch: &dyn Watch,
) -> Result<Option<Vec<Planes<P, BITS>>>, Stopped> {
    // Repetitions are many; they are thrown out before they fill the memory.
    let most = usize::try_from(limit.saturating_mul(HELD)).unwrap_or(usize::MAX).max(4096);
    let mut positions = Vec::new();
    let mut next = Vec::new();
    for (index, board) in layer.iter().enumerate() {
        if index.is_multiple_of(4096) && watch.is_stopped() {
            return Err(Stopped);
        }
        let cells = field.spawn_cells(board).iter();
        positions.extend(cells.map(|cell| field.images.canonical(board.with_one(cell))));
        if positions.len() > most {
            positions = distinct(positions);
            if positions.len() > most / 2 {
                let some = std::mem::take(&mut positions);
                if !slide_all(field, some, limit, &mut next, watch)? {
                    return Ok(None);
                }
            }
        }
    }
    let fits = slide_all(field, distinct(positions), limit, &mut next, watch)?;
    let next = distinct(next);
    Ok((fits && next.len() as u64 <= limit).then_some(next))
}

/// Adds the boards that slides of some positions leave; `false` if they are more than the limit.
fn slide_all<P: Plane, const BITS: usize>(
    field: &Field<P, BITS>,
    positions: Vec<Planes<P, BITS>>,
    limit: u64,
    next: &mut Vec<Planes<P, BITS>>,
    watch: &dyn Watch,
) -> Result<bool, Stopped> {
    for (index, position) in positions.into_iter().enumerate() {
        if index.is_multiple_of(4096) && watch.is_stopped() {
            return Err(Stopped);
        }
        let slides = Direction::ALL.into_iter().filter_map(|d| field.engine.slide(position, d));
        next.extend(slides.map(|after| field.images.canonical(after)));
        if next.len() as u64 > limit.saturating_mul(2).saturating_add(4096) {
            *next = distinct(std::mem::take(next));
            if next.len() as u64 > limit {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Searches forwards until the destination is met, nothing is left or there are too many boards.
pub(super) fn forward<P: Plane, const BITS: usize>(
    question: &ReachQuestion,
    limit: u64,
    watch: &dyn Watch,
) -> Result<SearchResult, Stopped> {
    let field = Field::<P, BITS>::new(question);
    let mut layers = vec![vec![Planes::EMPTY]];
    let mut boards = 1;
    loop {
        let depth = layers.len() - 1;
        let layer = &layers[depth];
        let open = layer.len() as u64;
        let searched = move |finished| {
            let open = if finished { 0 } else { open };
            Searched { way: Way::Forward, boards, depth, finished, open, ahead: 0 }
        };
        let by_slide = layer.iter().find(|board| field.met_by_slide(board));
        let by_spawn = || {
            layer.iter().find(|board| {
                let mut cells = field.spawn_cells(board).iter();
                cells.any(|cell| field.met_by_spawn(&board.with_one(cell)))
            })
        };
        if let Some(last) = by_slide.or_else(by_spawn) {
            let chain = chain(&field, &layers, *last);
            let start = Beginning::empty();
            let steps =
                field.realize(start, depth, by_slide.is_none(), |n, board| board == chain[n]);
            return Ok(SearchResult { found: steps, searched: searched(false) });
        }
        if depth >= field.most_spawns {
            return Ok(SearchResult { found: None, searched: searched(true) });
        }
        tell(watch, boards, limit)?;
        let rest = limit.saturating_sub(boards);
        let Some(next) = next_layer(&field, layer, rest, watch)? else {
            return Ok(SearchResult { found: None, searched: searched(false) });
        };
        if next.is_empty() {
            return Ok(SearchResult { found: None, searched: searched(true) });
        }
        boards += next.len() as u64;
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
            field.spawn_cells(board).iter().any(|cell| {
                let position = board.with_one(cell);
                let slides =
                    Direction::ALL.into_iter().filter_map(|d| field.engine.slide(position, d));
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
    question: &ReachQuestion,
    limit: u64,
    watch: &dyn Watch,
) -> Result<Option<SearchResult>, Stopped> {
    backward_within::<P, BITS>(
        question,
        Width { boards: usize::MAX, visits: u64::MAX },
        limit,
        watch,
    )
}

/// Searches backwards along the most promising boards only: fast where there are many ways, and
/// never a reason for a no. A board with many empty cells leaves most room for what went before.
pub(super) fn beam<P: Plane, const BITS: usize>(
    question: &ReachQuestion,
    limit: u64,
    watch: &dyn Watch,
) -> Result<Option<SearchResult>, Stopped> {
    backward_within::<P, BITS>(question, BEAM, limit, watch)
}

/// How much of a layer a search backwards goes on from.
#[derive(Clone, Copy, Debug)]
struct Width {
    /// The boards of a layer that are kept.
    boards: usize,
    /// What may have gone before a board, looked at until so many were seen.
    visits: u64,
}

const BEAM: Width = Width { boards: 600, visits: 3000 };

fn backward_within<P: Plane, const BITS: usize>(
    question: &ReachQuestion,
    width: Width,
    limit: u64,
    watch: &dyn Watch,
) -> Result<Option<SearchResult>, Stopped> {
    let mut all = Searched::begun(Way::Backward);
    for variant in 0..question.destination.variants.len() {
        let Some(destination) = question.destination.variants[variant].pattern.board() else {
            return Ok(None);
        };
        // Rank by rank, a bound below the destination's own largest tile rules it out at once.
        let Some(destination) = Planes::<P, BITS>::from_board(&destination) else { continue };
        if (question.max_rank + 1..=Planes::<P, BITS>::MAX_RANK)
            .any(|rank| !destination.cells_of_rank(rank, destination.occupied()).is_empty())
        {
            continue;
        }
        let field = Field::<P, BITS>::new(&question.only(variant));
        for by_spawn in [true, false] {
            if by_spawn && !field.turn.by_spawn() || !by_spawn && !field.turn.by_slide() {
                continue;
            }
            let rest = limit.saturating_sub(all.boards);
            let landmarks = Landmarks::new(&field);
            let watch = &After { watch, boards: all.boards };
            let outcome =
                backward_from(&field, (destination, by_spawn), &landmarks, width, rest, watch)?;
            all.boards += outcome.searched.boards;
            all.depth = all.depth.max(outcome.searched.depth);
            all.finished &= outcome.searched.finished;
            all.open += outcome.searched.open;
            all.ahead += outcome.searched.ahead;
            if outcome.found.is_some() {
                return Ok(Some(SearchResult { searched: all, ..outcome }));
            }
        }
    }
    Ok(Some(SearchResult { found: None, searched: all }))
}

fn backward_from<P: Plane, const BITS: usize>(
    field: &Field<P, BITS>,
    (destination, by_spawn): (Planes<P, BITS>, bool),
    landmarks: &Landmarks<P, BITS>,
    width: Width,
    limit: u64,
    watch: &dyn Watch,
) -> Result<SearchResult, Stopped> {
    let possible = |board: &Planes<P, BITS>| {
        *board == Planes::EMPTY
            || Direction::ALL.into_iter().any(|d| field.engine.is_left_by(board, d))
    };
    let allowed = |before: &Planes<P, BITS>, cell: usize| {
        field.spawns == Spawns::Anywhere || field.spawn_cells(before) == P::cell(cell)
    };
    let first: Vec<_> = if by_spawn {
        let ones = destination.cells_of_rank(1, destination.occupied());
        let spawned = ones.iter().map(|cell| (destination.without_one(cell), cell));
        let spawned = spawned.filter(|(before, cell)| allowed(before, *cell));
        spawned.map(|(before, _)| before).collect()
    } else {
        vec![destination]
    };
    let first = first.into_iter().filter(possible).map(|board| field.images.canonical(board));
    let mut layers = vec![distinct(first.collect())];
    let mut boards = layers[0].len() as u64;
    let mut complete = true;
    loop {
        let depth = layers.len() - 1;
        let layer = &layers[depth];
        let open = layer.len() as u64;
        let searched = move |finished, ahead| {
            let open = if finished { 0 } else { open };
            Searched { way: Way::Backward, boards, depth, finished, open, ahead }
        };
        if layer.is_empty() {
            return Ok(SearchResult { found: None, searched: searched(complete, 0) });
        }
        let onwards = |start| {
            let leads_on = |n: usize, board| layers[depth - n].binary_search(&board).is_ok();
            field.realize(start, depth, by_spawn, leads_on)
        };
        if layer.contains(&Planes::EMPTY) {
            let start = Beginning::empty();
            return Ok(SearchResult { found: onwards(start), searched: searched(false, 0) });
        }
        // A board that is known to be reachable saves the rest of the way.
        if let Some(start) = layer.iter().find_map(|board| landmarks.beginning(board)) {
            return Ok(SearchResult { found: onwards(start), searched: searched(false, 0) });
        }
        tell(watch, boards, limit)?;
        let mut next = Vec::new();
        let mut visited = 0_u64;
        // Boards of the next layer that are known to differ.
        let mut distinct_so_far = 0;
        for (index, board) in layer.iter().enumerate() {
            let enough = visited.saturating_add(width.visits);
            let mut cut_off = false;
            let flow = field.engine.unslide(board, |before| {
                visited += 1;
                cut_off = visited > enough;
                if cut_off {
                    return ControlFlow::Break(());
                }
                if allowed(&before.afterstate, before.spawn) {
                    next.push(field.images.canonical(before.afterstate));
                }
                let mut full = false;
                if visited.is_multiple_of(4096) {
                    full = watch.is_stopped();
                    let done = boards + distinct_so_far as u64;
                    watch.report(Progress { done, total: Some(limit) });
                }
                // Repetitions are many; they are thrown out before they fill the memory.
                if next.len() > 2 * distinct_so_far + 8192 {
                    next = distinct(std::mem::take(&mut next));
                    distinct_so_far = next.len();
                    full |= boards + distinct_so_far as u64 > limit;
                }
                if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            complete &= !cut_off;
            if flow.is_break() && !cut_off {
                if watch.is_stopped() {
                    return Err(Stopped);
                }
                let per_board = distinct(next).len() as f64 / (index + 1) as f64;
                let ahead = (per_board * layer.len() as f64) as u64;
                return Ok(SearchResult { found: None, searched: searched(false, ahead) });
            }
        }
        let mut next = distinct(next);
        if boards + next.len() as u64 > limit {
            let ahead = next.len() as u64;
            return Ok(SearchResult { found: None, searched: searched(false, ahead) });
        }
        boards += next.len() as u64;
        if next.len() > width.boards {
            complete = false;
            // Among equals, whichever: an order of their own keeps them varied.
            next.sort_by_cached_key(|board| {
                (
                    board.occupied().count(),
                    BuildHasherDefault::<DefaultHasher>::default().hash_one(board),
                )
            });
            next.truncate(width.boards);
            next.sort_unstable();
        }
        layers.push(next);
    }
}
