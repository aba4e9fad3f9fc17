//! One row of the wall: which tiles to build side by side, and which of them to raise.
//!
//! A row is built in its place, above the finished ones, and every tile of it may then be raised
//! from above: dropping equal tiles on it and sliding down. Building minds the neighbours beside
//! a tile, raising minds the tile below; together they reach rows that neither reaches alone.

use super::build::{RowStep, Verdict, build_row};
use super::choice::Choice;

/// How one row is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layer {
    /// The ranks built side by side.
    pub(super) base: Vec<u8>,
    /// How the base is built.
    pub(super) steps: Vec<RowStep>,
    /// The ranks in the end, at least those of the base.
    pub(super) ranks: Vec<u8>,
}

/// What a row has to be.
#[derive(Clone, Copy)]
pub(super) struct Demand<'a> {
    /// The ranks that each cell may show.
    pub(super) allowed: &'a [&'a [u8]],
    /// The ranks of the row below.
    pub(super) below: Option<&'a [u8]>,
    /// The ranks of the row above, if they have been chosen.
    pub(super) above: Option<&'a [u8]>,
    /// How many rows will come above this one.
    pub(super) height: usize,
}

/// A cell of a layer: its rank in the base and in the end.
type Pair = (u8, u8);

impl Demand<'_> {
    /// Everything that a cell may be.
    fn pairs(&self, column: usize) -> Vec<Pair> {
        let below = self.below.map_or(0, |ranks| ranks[column]);
        let above = self.above.map_or(0, |ranks| ranks[column]);
        let mut pairs = Vec::new();
        for &rank in self.allowed[column] {
            if rank == below || rank == above {
                continue;
            }
            pairs.push((rank, rank));
            // Raising a tile of rank r needs another one on top of it, which needs r − 1 cells.
            if self.height > 0 && usize::from(rank) <= self.height + 2 {
                // On the way up it must not meet a tile like the one below.
                let bases = (1..rank)
                    .filter(|&base| base > below || below > rank)
                    .filter(|&base| base <= 3 || base == below + 1 || base + 1 == rank);
                pairs.extend(bases.map(|base| (base, rank)));
            }
        }
        pairs
    }

    fn all_pairs(&self) -> Vec<Vec<Pair>> {
        (0..self.allowed.len()).map(|column| self.pairs(column)).collect()
    }

    fn orders(&self, pairs: &[Vec<Pair>]) -> impl Iterator<Item = Order> {
        let orders = (0..pairs.len()).flat_map(|pivot| [(pivot, false), (pivot, true)]);
        orders
            .map(|(pivot, mirrored)| Order::new(pairs, pivot, mirrored))
            .filter(|order| order.steps_up <= MOST_STEPS_UP)
    }

    /// Whether there may be a layer; quicker than looking for one.
    pub(super) fn is_hopeful(&self) -> bool {
        self.orders(&self.all_pairs()).next().is_some()
    }

    /// Finds a layer, a different one for different choices. `None` if there is none of the kind
    /// that is looked for: built outwards from some tile, first to one side and then to the other,
    /// with few steps upwards.
    pub(super) fn solve(&self, choice: &mut Choice, limit: usize) -> Option<Layer> {
        let pairs = self.all_pairs();
        let mut orders: Vec<Order> = self.orders(&pairs).collect();
        choice.shuffle(&mut orders);
        orders.sort_by_key(|order| order.steps_up);
        for order in orders.iter().take(MOST_ORDERS) {
            let cells = order.choose(choice, self.below)?;
            let base: Vec<u8> = cells.iter().map(|pair| pair.0).collect();
            if let Verdict::Built(steps) = build_row(&base, limit) {
                return Some(Layer {
                    base,
                    steps,
                    ranks: cells.iter().map(|pair| pair.1).collect(),
                });
            }
        }
        None
    }
}

/// How many steps upwards a row may have; each needs a detour over the other side, and few rows
/// with more of them can be built.
const MOST_STEPS_UP: usize = 0;
/// How many orders of building are tried for one row.
const MOST_ORDERS: usize = 2;

/// Whether a tile can come beside one that is there already, seen from the side of the drops,
/// and whether that is a step upwards. Small tiles are dropped as they are. Larger ones grow
/// from a 4, so that a neighbour from 4 on that is smaller than they are would merge with them
/// on the way, unless they grow around it.
fn step_up(inner: Pair, outer: Pair) -> Option<usize> {
    if inner.1 == outer.1 || inner.0 == outer.0 {
        return None;
    }
    Some(usize::from(outer.0 > 2 && inner.0 > 1 && inner.0 < outer.0))
}

/// A pair with the fewest steps upwards from it to the end of its side.
type Open = (Pair, usize);

/// All rows that are built from a pivot, first to its right and then to its left, or mirrored,
/// with the fewest steps upwards.
struct Order {
    pivot: usize,
    mirrored: bool,
    start: Vec<Open>,
    right: Vec<Vec<Open>>,
    left: Vec<Vec<Open>>,
    steps_up: usize,
}

impl Order {
    fn new(pairs: &[Vec<Pair>], pivot: usize, mirrored: bool) -> Order {
        let width = pairs.len();
        let place = |index: usize| if mirrored { width - 1 - index } else { index };
        // A tile of rank r needs r − 1 empty cells, its own among them.
        let fits = |built: usize, pair: &Pair| usize::from(pair.0) <= width - built + 1;
        let side = |places: &mut dyn Iterator<Item = usize>, built: usize| {
            let places: Vec<usize> = places.collect();
            let mut open: Vec<Vec<Open>> = Vec::with_capacity(places.len());
            for (step, &index) in places.iter().enumerate().rev() {
                let pairs = pairs[place(index)].iter().filter(|pair| fits(built + step, pair));
                let cost = |&pair: &Pair| Some((pair, fewest(pair, open.last()?)?));
                let ends = match open.is_empty() {
                    true => pairs.map(|&pair| (pair, 0)).collect(),
                    false => pairs.filter_map(cost).collect(),
                };
                open.push(ends);
            }
            open.reverse();
            open
        };
        let right = side(&mut (pivot + 1..width), 1);
        let left = side(&mut (0..pivot).rev(), width - pivot);
        let from = |pair: Pair, side: &[Vec<Open>]| {
            side.first().map_or(Some(0), |open| fewest(pair, open))
        };
        let start: Vec<Open> = pairs[place(pivot)]
            .iter()
            .filter(|pair| fits(0, pair))
            .filter_map(|&pair| Some((pair, from(pair, &right)? + from(pair, &left)?)))
            .collect();
        let steps_up = start.iter().map(|open| open.1).min().unwrap_or(usize::MAX);
        Order { pivot, mirrored, start, right, left, steps_up }
    }

    /// One of the rows.
    fn choose(&self, choice: &mut Choice, below: Option<&[u8]>) -> Option<Vec<Pair>> {
        let last = self.right.len() + self.left.len();
        let below = |index: usize| {
            below.map(|ranks| ranks[if self.mirrored { last - index } else { index }])
        };
        let mut cells = vec![(0, 0); self.right.len() + self.left.len() + 1];
        let best: Vec<Pair> =
            self.start.iter().filter(|open| open.1 == self.steps_up).map(|open| open.0).collect();
        cells[self.pivot] = pick(&best, choice, below(self.pivot))?;
        for (side, step) in [(&self.right, 1isize), (&self.left, -1)] {
            let mut index = self.pivot;
            for open in side {
                let inner = cells[index];
                let cost = |&(outer, rest): &Open| Some(step_up(inner, outer)? + rest);
                let least = open.iter().filter_map(cost).min()?;
                let next: Vec<Pair> = open
                    .iter()
                    .filter(|&open| cost(open) == Some(least))
                    .map(|open| open.0)
                    .collect();
                index = index.checked_add_signed(step)?;
                cells[index] = pick(&next, choice, below(index))?;
            }
        }
        if self.mirrored {
            cells.reverse();
        }
        Some(cells)
    }
}

/// One of the pairs. A tile is easily made above a larger one, and above a 2; so go down slowly
/// from row to row, and jump up where there is a 2.
fn pick(pairs: &[Pair], choice: &mut Choice, below: Option<u8>) -> Option<Pair> {
    let effort = |&(base, rank): &Pair| {
        let way = match below {
            None => rank,
            Some(below) if rank < below => below - rank,
            Some(1) => 40 - rank,
            Some(_) => 60 - rank,
        };
        (way, base, rank)
    };
    let efforts: Vec<_> = pairs.iter().map(effort).collect();
    choice.low(&efforts).map(|(_, base, rank)| (base, rank))
}

/// The fewest steps upwards from a pair on, through the next cell to the end of the side.
fn fewest(inner: Pair, open: &[Open]) -> Option<usize> {
    open.iter().filter_map(|&(outer, rest)| Some(step_up(inner, outer)? + rest)).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_one_color_is_built_and_raised() {
        let allowed: Vec<&[u8]> = vec![&[2, 4]; 6];
        let below = [2, 4, 2, 4, 2, 4];
        let demand = Demand { allowed: &allowed, below: Some(&below), above: None, height: 3 };
        let layer = demand.solve(&mut Choice::new(1), 10_000).unwrap();
        assert_eq!(layer.ranks, [4, 2, 4, 2, 4, 2]);
        assert!(layer.base.iter().zip(&layer.ranks).any(|(base, rank)| base < rank));
    }

    #[test]
    fn the_last_row_is_not_raised() {
        let allowed: Vec<&[u8]> = vec![&[1], &[3], &[1], &[2]];
        let demand = Demand { allowed: &allowed, below: None, above: None, height: 0 };
        let layer = demand.solve(&mut Choice::new(1), 10_000).unwrap();
        assert_eq!(layer.base, layer.ranks);
    }
}
