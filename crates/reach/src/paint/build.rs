//! Whether one row can be built at the edge of a board, decided without listing all rows.
//!
//! A row is built by spawning a 2 or a 4 at either end and sliding along the row. Only the order
//! of the tiles matters: they are packed against one side, and a tile is spawned at the far end
//! of the other, so that every slide moves something as long as there is an empty cell.
//!
//! The search starts from the wanted row. Lay its tiles end to end on a line, each as long as
//! its face. A tile spawned on the way becomes part of one of them, so it has a place on that
//! line: two tiles that merge are the halves of one piece. What is on the board is therefore an
//! interval of the line, cut into pieces of which none crosses the border of a wanted tile or of
//! its halves, quarters and so on. There are few such cuts, far fewer than rows.

use std::collections::HashSet;

use twofold_core::{Tile, Watch};

use crate::tiles::{TILES, spawns_of};

/// One end of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Where the columns have small numbers.
    Left,
    /// Where the columns have large numbers.
    Right,
}

impl Side {
    const ALL: [Side; 2] = [Side::Left, Side::Right];

    /// The other end.
    #[must_use]
    pub const fn opposite(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// A spawn at the end of the row, and the slide after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowStep {
    /// The rank of the spawned tile, 1 or 2.
    pub rank: u8,
    /// Where it is spawned.
    pub at: Side,
    /// Where the row slides then; nowhere after the last spawn.
    pub slide: Option<Side>,
}

/// What is known about a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowVerdict {
    /// It can be built, in these steps.
    Built(Vec<RowStep>),
    /// It cannot be built.
    Impossible(Obstacle),
    /// The search was broken off.
    GaveUp {
        /// After so many states.
        states: usize,
    },
}

/// Why a row cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Obstacle {
    /// Two equal tiles touch, and would merge.
    #[error("the tiles {place} and {next} are equal and would merge", next = .place + 1)]
    EqualNeighbours {
        /// The number of the first of them, from 1.
        place: usize,
    },
    /// Whatever is built first, some tile finds too few empty cells: a tile of rank *r* needs
    /// *r* − 1 cells while it is built, and building goes from some tile outwards.
    #[error("no end of tiles {first} to {last} is small enough to come last among them")]
    TooLarge {
        /// The first of the tiles that remain when small ones are taken off the ends.
        first: usize,
        /// The last of them.
        last: usize,
    },
    /// All ways were tried.
    #[error("no order of spawns and slides leads to it")]
    NoWay,
}

/// Decides whether a row of ranks can be built, visiting at most `limit` states.
///
/// ```
/// use twofold_reach::paint::{RowVerdict, build_row};
///
/// assert!(matches!(build_row(&[1, 4, 2, 3], 1000), RowVerdict::Built(_)));
/// assert!(matches!(build_row(&[1, 3, 2, 4], 1000), RowVerdict::Impossible(_)));
/// ```
pub fn build_row(ranks: &[u8], limit: usize) -> RowVerdict {
    build_row_watched(ranks, limit, &())
}

/// The same, until somebody asks to stop.
pub(super) fn build_row_watched(ranks: &[u8], limit: usize, watch: &dyn Watch) -> RowVerdict {
    if let Some(obstacle) = plain_obstacle(ranks) {
        return RowVerdict::Impossible(obstacle);
    }
    let mut search =
        Search { line: Line::new(ranks), seen: HashSet::new(), steps: Vec::new(), limit, watch };
    for start in search.line.starts() {
        for side in Side::ALL {
            if search.grow(&Cut { start, pieces: Vec::new(), packed: side }) {
                return RowVerdict::Built(search.steps);
            }
        }
    }
    match search.is_over() {
        true => RowVerdict::GaveUp { states: search.seen.len() },
        false => RowVerdict::Impossible(Obstacle::NoWay),
    }
}

/// An obstacle that can be seen without a search.
pub fn plain_obstacle(ranks: &[u8]) -> Option<Obstacle> {
    if let Some(index) = ranks.windows(2).position(|pair| pair[0] == pair[1]) {
        return Some(Obstacle::EqualNeighbours { place: index + 1 });
    }
    // The tile that comes last finds one empty cell, the one before it two, and so on.
    let (mut first, mut last) = (0, ranks.len());
    for room in 1.. {
        if first == last {
            return None;
        }
        if ranks[first] <= room + 1 {
            first += 1;
        } else if ranks[last - 1] <= room + 1 {
            last -= 1;
        } else {
            return Some(Obstacle::TooLarge { first: first + 1, last });
        }
    }
    None
}

/// The wanted tiles, laid end to end.
struct Line<'a> {
    ranks: &'a [u8],
    /// Where each tile starts, and where the last one ends.
    borders: Vec<u64>,
}

/// The length of a tile, in tiles that no merge makes.
fn length(rank: u8) -> u64 {
    spawns_of(rank) as u64
}

impl Line<'_> {
    fn new(ranks: &[u8]) -> Line<'_> {
        let ends = ranks.iter().scan(0, |end, &rank| {
            *end += length(rank);
            Some(*end)
        });
        Line { ranks, borders: std::iter::once(0).chain(ends).collect() }
    }

    fn end(&self) -> u64 {
        *self.borders.last().expect("there is a first border")
    }

    /// Whether a piece is a wanted tile, or half of one, or half of that, and so on.
    fn fits(&self, start: u64, rank: u8) -> bool {
        let tile = self.borders.partition_point(|&border| border <= start) - 1;
        tile < self.ranks.len()
            && self.ranks[tile] >= rank
            && (start - self.borders[tile]).is_multiple_of(length(rank))
    }

    /// Where the first spawn may lie; the ends of large tiles first, which leads to success
    /// soonest.
    fn starts(&self) -> Vec<u64> {
        let mut tiles: Vec<usize> = (0..self.ranks.len()).collect();
        tiles.sort_by_key(|&tile| std::cmp::Reverse(self.ranks[tile]));
        let ends = tiles.iter().flat_map(|&tile| [self.borders[tile], self.borders[tile + 1]]);
        let mut starts: Vec<u64> = ends.collect();
        starts.extend(0..=self.end());
        starts
    }
}

/// The tiles on the board as pieces of the line.
struct Cut {
    start: u64,
    pieces: Vec<u8>,
    /// The side against which they are packed.
    packed: Side,
}

struct Search<'a> {
    line: Line<'a>,
    seen: HashSet<(u64, Side, Vec<u8>)>,
    steps: Vec<RowStep>,
    limit: usize,
    watch: &'a dyn Watch,
}

impl Search<'_> {
    /// Whether the limit is passed, or somebody asked to stop.
    fn is_over(&self) -> bool {
        self.seen.len() > self.limit
            || self.seen.len().is_multiple_of(256) && self.watch.is_stopped()
    }

    /// Spawns and slides until the row is there; the steps are kept if it succeeds.
    fn grow(&mut self, cut: &Cut) -> bool {
        if self.is_over() || !self.seen.insert((cut.start, cut.packed, cut.pieces.clone())) {
            return false;
        }
        let at = cut.packed.opposite();
        for rank in [2, 1] {
            let Some((start, pieces)) = self.spawn(cut, at, rank) else { continue };
            if pieces == self.line.ranks {
                self.steps.push(RowStep { rank, at, slide: None });
                return true;
            }
            for slide in [at.opposite(), at] {
                let Some(merged) = self.slide(start, &pieces, slide) else { continue };
                // The first tile may be spawned at either end; it has to move.
                let at = if cut.pieces.is_empty() { slide.opposite() } else { at };
                self.steps.push(RowStep { rank, at, slide: Some(slide) });
                if self.grow(&Cut { start, pieces: merged, packed: slide }) {
                    return true;
                }
                self.steps.pop();
            }
        }
        false
    }

    fn spawn(&self, cut: &Cut, at: Side, rank: u8) -> Option<(u64, Vec<u8>)> {
        let mut pieces = cut.pieces.clone();
        match at {
            Side::Right => {
                let end = cut.start + pieces.iter().map(|&piece| length(piece)).sum::<u64>();
                pieces.push(rank);
                self.line.fits(end, rank).then_some((cut.start, pieces))
            }
            Side::Left => {
                let start = cut.start.checked_sub(length(rank))?;
                pieces.insert(0, rank);
                self.line.fits(start, rank).then_some((start, pieces))
            }
        }
    }

    /// The pieces after a slide; `None` if nothing moves or if a merge goes wrong.
    fn slide(&self, start: u64, pieces: &[u8], side: Side) -> Option<Vec<u8>> {
        let merged = slide(pieces.to_vec(), side)?;
        let full = pieces.len() == self.line.ranks.len();
        if full && merged.len() == pieces.len() {
            return None;
        }
        let mut place = start;
        for &piece in &merged {
            if !self.line.fits(place, piece) {
                return None;
            }
            place += length(piece);
        }
        Some(merged)
    }
}

/// Builds a row from a pivot outwards, first to one side and then to the other, without a search:
/// small tiles as they are, larger ones out of 4s. `None` if that goes wrong on the way.
pub(super) fn build_outwards(ranks: &[u8], pivot: usize, first: Side) -> Option<Vec<RowStep>> {
    let right = (pivot + 1..ranks.len()).map(|place| (place, Side::Right));
    let left = (0..pivot).rev().map(|place| (place, Side::Left));
    let places: Vec<(usize, Side)> = match first {
        Side::Right => std::iter::once((pivot, first)).chain(right).chain(left).collect(),
        Side::Left => std::iter::once((pivot, first)).chain(left).chain(right).collect(),
    };
    let spawns: Vec<(u8, Side)> = places
        .into_iter()
        .flat_map(|(place, at)| match ranks[place] {
            small @ ..=2 => std::iter::repeat_n((small, at), 1),
            large => std::iter::repeat_n((2, at), spawns_of(large) / spawns_of(2)),
        })
        .collect();
    let mut tiles: Vec<u8> = Vec::with_capacity(ranks.len());
    let mut steps = Vec::with_capacity(spawns.len());
    for (index, &(rank, at)) in spawns.iter().enumerate() {
        match at {
            _ if tiles.len() == ranks.len() => return None,
            Side::Right => tiles.push(rank),
            Side::Left => tiles.insert(0, rank),
        }
        // Pack the tiles away from where the next one is spawned.
        let next = spawns.get(index + 1).map(|&(_, next)| next.opposite());
        let at = match next {
            Some(side) if tiles.len() == 1 => side.opposite(),
            _ => at,
        };
        steps.push(RowStep { rank, at, slide: next });
        if let Some(side) = next {
            let count = tiles.len();
            tiles = slide(tiles, side)?;
            if count == ranks.len() && tiles.len() == count {
                return None;
            }
        }
    }
    (tiles == ranks).then_some(steps)
}

/// Slides tiles without gaps; `None` if a rank is none of a tile.
pub(super) fn slide(mut ranks: Vec<u8>, side: Side) -> Option<Vec<u8>> {
    if side == Side::Right {
        ranks.reverse();
    }
    let mut tiles = ranks.into_iter().map(Tile::new).collect::<Option<Vec<Tile>>>()?;
    TILES.slide_line(&mut tiles);
    tiles.retain(|tile| !tile.is_empty());
    let mut ranks: Vec<u8> = tiles.into_iter().map(Tile::rank).collect();
    if side == Side::Right {
        ranks.reverse();
    }
    Some(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::rows::list_rows;

    /// Every stable row of a length with ranks up to one more than can be built.
    fn stable_rows(length: usize) -> Vec<Vec<u8>> {
        let highest = length as u8 + 2;
        (0..length).fold(vec![vec![]], |rows: Vec<Vec<u8>>, _| {
            let longer = |row: &Vec<u8>| {
                let next = (1..=highest).filter(|rank| row.last() != Some(rank));
                next.map(|rank| [&row[..], &[rank]].concat()).collect::<Vec<_>>()
            };
            rows.iter().flat_map(longer).collect()
        })
    }

    #[test]
    fn the_search_decides_like_the_list() {
        for length in 1..=5 {
            let listed = list_rows(length);
            for row in stable_rows(length) {
                let built = match build_row(&row, usize::MAX) {
                    RowVerdict::Built(steps) => {
                        assert_eq!(replay(length, &steps), row);
                        true
                    }
                    RowVerdict::Impossible(_) => false,
                    RowVerdict::GaveUp { .. } => panic!("there is no limit"),
                };
                assert_eq!(built, listed.contains(&row), "{row:?}");
            }
        }
    }

    /// Plays the steps on cells, with gaps, as the document does.
    fn replay(length: usize, steps: &[RowStep]) -> Vec<u8> {
        let mut cells = vec![0; length];
        for step in steps {
            let place = if step.at == Side::Left { 0 } else { length - 1 };
            assert_eq!(cells[place], 0, "an empty cell");
            cells[place] = step.rank;
            let Some(side) = step.slide else { continue };
            let tiles: Vec<u8> = cells.iter().copied().filter(|&tile| tile > 0).collect();
            let merged = slide(tiles, side).unwrap();
            let mut next = vec![0; length];
            let offset = if side == Side::Left { 0 } else { length - merged.len() };
            next[offset..offset + merged.len()].copy_from_slice(&merged);
            assert_ne!(next, cells, "something moves");
            cells = next;
        }
        cells
    }

    #[test]
    fn building_outwards_is_a_way_to_build() {
        let mut built = 0;
        for row in stable_rows(5) {
            for pivot in 0..5 {
                for steps in Side::ALL.iter().filter_map(|&side| build_outwards(&row, pivot, side))
                {
                    assert_eq!(replay(5, &steps), row);
                    built += 1;
                }
            }
        }
        assert!(built > 1000, "{built}");
    }

    #[test]
    fn obstacles_name_the_tiles() {
        let obstacle = |row: &[u8]| match build_row(row, 10_000) {
            RowVerdict::Impossible(obstacle) => obstacle,
            other => panic!("{other:?}"),
        };
        assert_eq!(obstacle(&[1, 2, 2]), Obstacle::EqualNeighbours { place: 2 });
        assert_eq!(obstacle(&[3, 1, 2, 3]), Obstacle::TooLarge { first: 1, last: 4 });
        assert_eq!(obstacle(&[1, 3, 2, 4]), Obstacle::NoWay);
    }

    #[test]
    fn long_rows_are_decided_at_once() {
        let row: Vec<u8> = (0..16).map(|place| [1, 4, 2, 3][place % 4]).collect();
        assert!(matches!(build_row(&row, 100_000), RowVerdict::Built(_)));
        let rising: Vec<u8> = (2..=12).collect();
        assert!(matches!(build_row(&rising, 100_000), RowVerdict::Built(_)));
        let too_high: Vec<u8> = (2..=11).chain([13]).collect();
        assert!(matches!(build_row(&too_high, 0), RowVerdict::Impossible(_)));
    }
}
