//! How to play to reach a position (Corollary 10).

use super::{Coins, Merge, Natural, Step};

/// The steps that lead from the empty board to a position, one at a time.
///
/// The largest tile is built first, then the next in the cells that are left, and so on. To build a
/// tile is to count up to it in the greedy representation: a new tile of value 1 stays where it is
/// placed, unless it completes the gap between a tile and the next larger value. Then that tile and
/// everything smaller become the larger value.
///
/// This is Corollary 10 with one repair. As printed, a tile x is made from its predecessor y and a
/// single tile x − y; but x − y need not be a tile. (From 7 to 15, the Mersenne numbers have a gap
/// of 8.) What the proof of Lemma 6 provides, and what counting does, is a position of total x − y
/// in the remaining cells.
///
/// ```
/// use twofold_change::{AbstractGame, Coins, Named, Strategy};
///
/// let coins = Coins::up_to(Named::Mersenne.terms(), &15u64.into(), 100)?;
/// let mut game = AbstractGame::new(5, |tile| coins.contains(&tile.into()));
/// for step in Strategy::new(&[15, 3], 5, &coins) {
///     game.play(&step)?;
/// }
/// assert_eq!(game.tiles(), [3, 15]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Strategy<'a> {
    coins: &'a Coins,
    /// Tiles still to be built, the smallest first.
    goals: Vec<u64>,
    /// The tiles of the count so far, the largest first.
    count: Vec<Tile>,
    free: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Tile {
    cell: usize,
    value: u64,
    /// The value that a tile here becomes when its gap is full; `None` for the largest of all.
    next: Option<u64>,
}

impl<'a> Strategy<'a> {
    /// Plans for the tiles of `position` on `cells` cells, with all tile values up to the largest
    /// of them in `coins`.
    ///
    /// The plan is right for positions that [`reach`](super::reach()) calls reachable. For others
    /// it ends early, when no cell is left.
    #[must_use]
    pub fn new(position: &[u64], cells: usize, coins: &'a Coins) -> Self {
        let mut goals: Vec<u64> = position.iter().copied().filter(|&tile| tile > 0).collect();
        goals.sort_unstable();
        Strategy { coins, goals, count: Vec::new(), free: (0..cells).rev().collect() }
    }

    /// The tile with a given value, on a given cell.
    fn tile(&self, cell: usize, value: u64) -> Tile {
        let next = self.coins.following(&value.into()).as_ref().and_then(Natural::to_u64);
        Tile { cell, value, next }
    }
}

impl Iterator for Strategy<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let goal = *self.goals.last()?;
        let place = self.free.pop()?;
        self.count.push(self.tile(place, 1));

        // The tile and everything smaller than it, the new one included, may make up the next
        // value.
        let mut sum = 0;
        let mut complete = None;
        for (index, tile) in self.count.iter().enumerate().rev() {
            sum += tile.value;
            if tile.next == Some(sum) {
                complete = Some(index);
            }
        }
        let mut merges = Vec::new();
        if let Some(index) = complete {
            let merged = self.count.split_off(index);
            let into = merged[0].cell;
            // Cells are handed out again from the lowest number up.
            self.free.extend(merged[1..].iter().map(|tile| tile.cell));
            self.free.sort_unstable_by(|a, b| b.cmp(a));
            merges.push(Merge { cells: merged.iter().map(|tile| tile.cell).collect(), into });
            let value = merged.iter().map(|tile| tile.value).sum();
            self.count.push(self.tile(into, value));
        }
        if self.count.first().is_some_and(|first| first.value == goal) {
            // The count has arrived: its only tile stays, and the next goal starts from nothing.
            self.count.clear();
            self.goals.pop();
        }
        Some(Step { place, merges })
    }
}

#[cfg(test)]
mod tests {
    use super::{Coins, Strategy};
    use crate::{AbstractGame, ExhaustivePlay, Named};
    use proptest::prelude::*;

    /// Plays the strategy; the game checks every step.
    fn play(position: &[u64], cells: usize, coins: &Coins) -> Vec<u64> {
        let mut game = AbstractGame::new(cells, |tile| coins.contains(&tile.into()));
        for step in Strategy::new(position, cells, coins) {
            game.play(&step).unwrap();
        }
        assert_eq!(game.steps(), position.iter().sum::<u64>());
        game.tiles()
    }

    fn reaches_everything(values: &[u64], cells: usize, limit: usize) {
        let coins = Coins::new(values.iter().map(|&value| value.into()).collect()).unwrap();
        for position in ExhaustivePlay::new(cells, values).take(limit + 1).flatten() {
            assert_eq!(play(&position, cells, &coins), position, "{cells} cells with {values:?}");
        }
    }

    #[test]
    fn corollary_10_reaches_every_reachable_position() {
        for named in Named::ALL {
            let values: Vec<u64> =
                named.terms().take(8).map(|term| term.unwrap().to_u64().unwrap()).collect();
            for cells in 1..=5 {
                reaches_everything(&values, cells, 30);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn corollary_10_on_random_sets(steps in prop::collection::vec(1u64..12, 0..6), cells in 1usize..=5) {
            let sums = steps.iter().scan(1, |term, step| { *term += step; Some(*term) });
            let values: Vec<u64> = std::iter::once(1).chain(sums).collect();
            reaches_everything(&values, cells, 25);
        }
    }

    #[test]
    fn the_largest_total_of_every_sequence() {
        use crate::Thresholds;
        for named in [
            Named::PowersOfTwo,
            Named::Fibonacci,
            Named::ThreeSmooth,
            Named::OneSided,
            Named::Practical,
        ] {
            let cells = 4;
            let rows: Vec<_> =
                Thresholds::new(named.terms()).take(cells).map(Result::unwrap).collect();
            let position: Vec<u64> = rows.iter().map(|row| row.single.to_u64().unwrap()).collect();
            let coins = Coins::up_to(named.terms(), &rows[cells - 1].single, 1000).unwrap();
            assert_eq!(play(&position, cells, &coins), position);
        }
    }

    #[test]
    fn a_position_out_of_reach_ends_the_plan() {
        let coins = Coins::new([1u64, 2, 4].map(Into::into).to_vec()).unwrap();
        let steps = Strategy::new(&[4], 2, &coins).count();
        assert_eq!(steps, 3); // 1, 2, 2 + 1, and then the board is full
    }
}
