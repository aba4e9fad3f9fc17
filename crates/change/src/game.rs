//! The abstract generalized game itself (Definition 1): a board of cells, and steps that are
//! checked.
//!
//! This module knows the rules and nothing else. It plays what it is given, so it can serve as a
//! witness for strategies and theorems that come from elsewhere.

/// Tiles that become one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The cells whose tiles are merged, at least one.
    pub cells: Vec<usize>,
    /// The one among them that holds the merged tile.
    pub into: usize,
}

/// One step: a new tile of value 1, then any number of merges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The empty cell that gets the new tile.
    pub place: usize,
    /// Disjoint sets of cells to merge.
    pub merges: Vec<Merge>,
}

/// What is wrong with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalStep {
    /// No cell is empty, so the game is over.
    #[error("the game is over: every cell holds a tile")]
    GameOver,
    /// The board has no such cell.
    #[error("there is no cell {cell}; the board has {cells}")]
    NoSuchCell {
        /// The number of the cell, from 0.
        cell: usize,
        /// The number of cells.
        cells: usize,
    },
    /// The new tile needs an empty cell.
    #[error("cell {cell} holds {tile} already")]
    Occupied {
        /// The cell.
        cell: usize,
        /// The tile on it.
        tile: u64,
    },
    /// A merge needs tiles.
    #[error("cell {cell} is empty and cannot be merged")]
    NothingToMerge {
        /// The cell.
        cell: usize,
    },
    /// A cell can take part in one merge only.
    #[error("cell {cell} is merged twice in one step")]
    MergedTwice {
        /// The cell.
        cell: usize,
    },
    /// The merged tile stays on one of the merged cells.
    #[error("the merged tile cannot go to cell {cell}, which is not merged")]
    OutsideMerge {
        /// The cell.
        cell: usize,
    },
    /// The sum is not an allowed tile.
    #[error("the tiles add up to {sum}, which is not an allowed tile")]
    NotATile {
        /// The sum.
        sum: u64,
    },
    /// The sum does not fit a word.
    #[error("the tiles add up to more than {}", u64::MAX)]
    TooLarge,
}

/// A position of the abstract game, and the rules by which it changes.
///
/// ```
/// use twofold_change::{AbstractGame, IllegalStep, Merge, Step};
///
/// let mut game = AbstractGame::new(2, |tile| tile.is_power_of_two());
/// game.play(&Step { place: 0, merges: vec![] })?;
/// game.play(&Step { place: 1, merges: vec![Merge { cells: vec![0, 1], into: 0 }] })?;
/// game.play(&Step { place: 1, merges: vec![] })?;
/// assert_eq!(game.tiles(), [1, 2]);
/// assert_eq!(game.play(&Step { place: 0, merges: vec![] }), Err(IllegalStep::GameOver));
/// # Ok::<(), IllegalStep>(())
/// ```
#[derive(Clone, Debug)]
pub struct AbstractGame<F> {
    /// 0 stands for an empty cell.
    cells: Vec<u64>,
    is_tile: F,
    steps: u64,
}

impl<F: Fn(u64) -> bool> AbstractGame<F> {
    /// An empty board of `cells` cells with the tiles for which `is_tile` holds.
    pub fn new(cells: usize, is_tile: F) -> Self {
        AbstractGame { cells: vec![0; cells], is_tile, steps: 0 }
    }

    /// The tiles on the board in increasing order.
    pub fn tiles(&self) -> Vec<u64> {
        let mut tiles: Vec<u64> = self.cells.iter().copied().filter(|&tile| tile > 0).collect();
        tiles.sort_unstable();
        tiles
    }

    /// The cells in order; 0 stands for an empty one.
    pub fn cells(&self) -> &[u64] {
        &self.cells
    }

    /// How many steps have been played, which is also the sum of the tiles.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether every cell holds a tile, so that no further step is possible.
    pub fn is_over(&self) -> bool {
        !self.cells.contains(&0)
    }

    /// Plays a step. An illegal one changes nothing.
    pub fn play(&mut self, step: &Step) -> Result<(), IllegalStep> {
        if self.is_over() {
            return Err(IllegalStep::GameOver);
        }
        let mut cells = self.cells.clone();
        match self.tile(&cells, step.place)? {
            0 => cells[step.place] = 1,
            tile => return Err(IllegalStep::Occupied { cell: step.place, tile }),
        }
        let mut merged = vec![false; cells.len()];
        for merge in &step.merges {
            self.merge(&mut cells, &mut merged, merge)?;
        }
        self.cells = cells;
        self.steps += 1;
        Ok(())
    }

    fn tile(&self, cells: &[u64], cell: usize) -> Result<u64, IllegalStep> {
        cells.get(cell).copied().ok_or(IllegalStep::NoSuchCell { cell, cells: cells.len() })
    }

    fn merge(
        &self,
        cells: &mut [u64],
        merged: &mut [bool],
        merge: &Merge,
    ) -> Result<(), IllegalStep> {
        let mut sum = 0u64;
        for &cell in &merge.cells {
            let tile = self.tile(cells, cell)?;
            if merged[cell] {
                return Err(IllegalStep::MergedTwice { cell });
            }
            if tile == 0 {
                return Err(IllegalStep::NothingToMerge { cell });
            }
            merged[cell] = true;
            sum = sum.checked_add(tile).ok_or(IllegalStep::TooLarge)?;
        }
        if !merge.cells.contains(&merge.into) {
            return Err(IllegalStep::OutsideMerge { cell: merge.into });
        }
        if !(self.is_tile)(sum) {
            return Err(IllegalStep::NotATile { sum });
        }
        for &cell in &merge.cells {
            cells[cell] = 0;
        }
        cells[merge.into] = sum;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(cell: usize) -> Step {
        Step { place: cell, merges: vec![] }
    }

    fn merge(place: usize, cells: &[usize], into: usize) -> Step {
        Step { place, merges: vec![Merge { cells: cells.to_vec(), into }] }
    }

    #[test]
    fn illegal_steps_change_nothing() {
        let mut game = AbstractGame::new(3, |tile| [1, 2, 5].contains(&tile));
        game.play(&place(0)).unwrap();
        let before = game.cells().to_vec();
        for (step, error) in [
            (place(0), IllegalStep::Occupied { cell: 0, tile: 1 }),
            (place(3), IllegalStep::NoSuchCell { cell: 3, cells: 3 }),
            (merge(1, &[0, 2], 0), IllegalStep::NothingToMerge { cell: 2 }),
            (merge(1, &[0, 7], 0), IllegalStep::NoSuchCell { cell: 7, cells: 3 }),
            (merge(1, &[0, 0], 0), IllegalStep::MergedTwice { cell: 0 }),
            (merge(1, &[0, 1], 2), IllegalStep::OutsideMerge { cell: 2 }),
            (merge(1, &[], 1), IllegalStep::OutsideMerge { cell: 1 }),
        ] {
            assert_eq!(game.play(&step), Err(error));
            assert_eq!(game.cells(), before);
        }
        game.play(&merge(1, &[0, 1], 1)).unwrap();
        assert_eq!(game.play(&merge(0, &[0, 1], 0)), Err(IllegalStep::NotATile { sum: 3 }));
        assert_eq!(game.steps(), 2);
    }

    #[test]
    fn several_merges_in_one_step() {
        let mut game = AbstractGame::new(4, |tile| tile <= 2);
        for cell in 0..3 {
            game.play(&place(cell)).unwrap();
        }
        let both = [Merge { cells: vec![0, 1], into: 1 }, Merge { cells: vec![2, 3], into: 3 }];
        game.play(&Step { place: 3, merges: both.to_vec() }).unwrap();
        assert_eq!(game.cells(), [0, 2, 0, 2]);
        assert_eq!(game.tiles(), [2, 2]);
    }

    #[test]
    fn a_full_board_is_the_end_even_if_tiles_could_merge() {
        let mut game = AbstractGame::new(2, |tile| tile <= 2);
        game.play(&place(0)).unwrap();
        game.play(&place(1)).unwrap();
        assert!(game.is_over());
        assert_eq!(game.play(&merge(0, &[0, 1], 0)), Err(IllegalStep::GameOver));
    }
}
