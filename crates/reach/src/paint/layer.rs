//! One row of the wall: which tiles to build side by side, and which of them to raise.
//!
//! A row is built in its place, above the finished ones, and every tile of it may then be raised
//! from above: spawning equal tiles on it and sliding down. Building minds the neighbours beside
//! a tile, raising minds the tile below; together they reach rows that neither reaches alone.

use super::build::{RowStep, RowVerdict, Side, build_outwards, build_row};
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
    /// Which tiles to prefer.
    pub(super) habit: Habit,
}

/// Which tiles to prefer where several can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    /// A tile is easily made above a larger one, and above a 2; so start low, go down slowly from
    /// row to row, and jump up where there is a 2.
    Scatter,
    /// The same, but start high, to go down for longer.
    Descend,
    /// High tiles where building starts, low ones where it ends, and the next row the other way
    /// round: an area without 2s and 4s can then go up where it went down before.
    Alternate,
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

    /// The orders in which the row may be built.
    fn orders(&self, pairs: &[Vec<Pair>]) -> impl Iterator<Item = Order> {
        let orders = (0..pairs.len()).flat_map(|pivot| [(pivot, false), (pivot, true)]);
        orders.filter_map(|(pivot, mirrored)| Order::new(pairs, pivot, mirrored))
    }

    /// Whether there may be a layer; quicker than looking for one.
    pub(super) fn is_hopeful(&self) -> bool {
        self.orders(&self.all_pairs()).next().is_some()
    }

    /// Finds a layer, a different one for different choices. `None` if there is none of the kind
    /// that is looked for: built outwards from some tile, first to one side and then to the other.
    pub(super) fn solve(&self, choice: &mut Choice, limit: usize) -> Option<Layer> {
        let pairs = self.all_pairs();
        let mut orders: Vec<Order> = self.orders(&pairs).collect();
        choice.shuffle(&mut orders);
        if self.habit == Habit::Alternate {
            orders.sort_by_key(|order| order.mirrored == self.height.is_multiple_of(2));
        }
        for order in orders.iter().take(MOST_ORDERS) {
            let cells = order.choose(choice, self)?;
            let base: Vec<u8> = cells.iter().map(|pair| pair.0).collect();
            if let Some(steps) = order.steps(&base).or_else(|| searched(&base, limit)) {
                let ranks = cells.iter().map(|pair| pair.1).collect();
                return Some(Layer { base, steps, ranks });
            }
        }
        None
    }
}

fn searched(base: &[u8], limit: usize) -> Option<Vec<RowStep>> {
    match build_row(base, limit) {
        RowVerdict::Built(steps) => Some(steps),
        RowVerdict::Impossible(_) | RowVerdict::GaveUp { .. } => None,
    }
}

/// How many orders of building are tried for one row.
const MOST_ORDERS: usize = 2;

/// Whether a tile can be built beside one that is there already, seen from the side of the spawns.
/// Small tiles are spawned as they are. Larger ones grow from a 4, so that a neighbour between
/// 4 and them would merge with them on the way.
fn may_follow(inner: Pair, outer: Pair) -> bool {
    inner.1 != outer.1 && inner.0 != outer.0 && (outer.0 <= 2 || inner.0 == 1 || inner.0 > outer.0)
}

/// All rows that are built from a pivot, first to its right and then to its left, or mirrored:
/// for the pivot and for every place outwards from it, the pairs from which the rest of the side
/// can be filled.
struct Order {
    pivot: usize,
    mirrored: bool,
    start: Vec<Pair>,
    right: Vec<Vec<Pair>>,
    left: Vec<Vec<Pair>>,
}

impl Order {
    fn new(pairs: &[Vec<Pair>], pivot: usize, mirrored: bool) -> Option<Order> {
        let width = pairs.len();
        let place = |index: usize| if mirrored { width - 1 - index } else { index };
        // A tile of rank r needs r − 1 empty cells, its own among them.
        let fits = |built: usize, pair: &Pair| usize::from(pair.0) <= width - built + 1;
        let leads = |pair: &Pair, next: Option<&Vec<Pair>>| {
            next.is_none_or(|next| next.iter().any(|&outer| may_follow(*pair, outer)))
        };
        let side = |places: &[usize], built: usize| {
            let mut open: Vec<Vec<Pair>> = Vec::with_capacity(places.len());
            for (step, &index) in places.iter().enumerate().rev() {
                let possible = |pair: &&Pair| fits(built + step, pair) && leads(pair, open.last());
                let pairs: Vec<Pair> =
                    pairs[place(index)].iter().filter(possible).copied().collect();
                if pairs.is_empty() {
                    return None;
                }
                open.push(pairs);
            }
            open.reverse();
            Some(open)
        };
        let right = side(&(pivot + 1..width).collect::<Vec<_>>(), 1)?;
        let left = side(&(0..pivot).rev().collect::<Vec<_>>(), width - pivot)?;
        let possible =
            |pair: &&Pair| fits(0, pair) && leads(pair, right.first()) && leads(pair, left.first());
        let start: Vec<Pair> = pairs[place(pivot)].iter().filter(possible).copied().collect();
        (!start.is_empty()).then_some(Order { pivot, mirrored, start, right, left })
    }

    /// How a row of this order is built.
    fn steps(&self, base: &[u8]) -> Option<Vec<RowStep>> {
        match self.mirrored {
            false => build_outwards(base, self.pivot, Side::Right),
            true => build_outwards(base, base.len() - 1 - self.pivot, Side::Left),
        }
    }

    /// One of the rows.
    fn choose(&self, choice: &mut Choice, demand: &Demand<'_>) -> Option<Vec<Pair>> {
        let last = self.right.len() + self.left.len();
        let effort = |index: usize| {
            let column = if self.mirrored { last - index } else { index };
            let below = demand.below.map(|ranks| ranks[column]);
            let built = if index < self.pivot { last - index } else { index - self.pivot };
            move |rank: u8| match (demand.habit, below) {
                (Habit::Alternate, _) if 2 * built > last => rank,
                (Habit::Alternate, _) => 60 - rank,
                (Habit::Scatter, None) => rank,
                (Habit::Descend, None) if demand.height == 0 => rank,
                (_, Some(below)) if rank < below => below - rank,
                (_, Some(1)) => 40 - rank,
                _ => 60 - rank,
            }
        };
        let mut cells = vec![(0, 0); last + 1];
        let strict = demand.habit != Habit::Scatter && choice.below(2) == 0;
        let start = self.start.iter().copied();
        cells[self.pivot] = pick(start, choice, strict, effort(self.pivot))?;
        for (side, step) in [(&self.right, 1isize), (&self.left, -1)] {
            let mut index = self.pivot;
            for open in side {
                let inner = cells[index];
                index = index.checked_add_signed(step)?;
                let next = open.iter().copied().filter(|&outer| may_follow(inner, outer));
                cells[index] = pick(next, choice, strict, effort(index))?;
            }
        }
        if self.mirrored {
            cells.reverse();
        }
        Some(cells)
    }
}

/// One of the pairs, the one with least effort and a low base or rather such a one.
fn pick(
    pairs: impl Iterator<Item = Pair>,
    choice: &mut Choice,
    strict: bool,
    effort: impl Fn(u8) -> u8,
) -> Option<Pair> {
    let efforts: Vec<_> = pairs.map(|(base, rank)| (effort(rank), base, rank)).collect();
    let picked = if strict { efforts.iter().min().copied() } else { choice.low(&efforts) };
    picked.map(|(_, base, rank)| (base, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_one_color_is_built_and_raised() {
        let allowed: Vec<&[u8]> = vec![&[2, 4]; 6];
        let below = [2, 4, 2, 4, 2, 4];
        let demand = Demand {
            allowed: &allowed,
            below: Some(&below),
            above: None,
            height: 3,
            habit: Habit::Descend,
        };
        let layer = demand.solve(&mut Choice::new(1), 10_000).unwrap();
        assert_eq!(layer.ranks, [4, 2, 4, 2, 4, 2]);
        assert!(layer.base.iter().zip(&layer.ranks).any(|(base, rank)| base < rank));
    }

    #[test]
    fn the_last_row_is_not_raised() {
        let allowed: Vec<&[u8]> = vec![&[1], &[3], &[1], &[2]];
        let demand = Demand {
            allowed: &allowed,
            below: None,
            above: None,
            height: 0,
            habit: Habit::Descend,
        };
        let layer = demand.solve(&mut Choice::new(1), 10_000).unwrap();
        assert_eq!(layer.base, layer.ranks);
    }
}
