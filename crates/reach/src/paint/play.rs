//! Layers as spawns and slides.

use twofold_core::notation::sequence::Step;
use twofold_core::{Cell, Direction, Shape, Symmetry, Tile};

use super::build::{RowStep, Side};
use super::layer::Layer;
use crate::strategy::direction_image;
use crate::tiles::spawns_of;

/// Writes down the play that builds layers from the last row upwards, in a wall that is then
/// turned by a symmetry. `None` if a pending merge would go wrong.
pub(super) fn steps(layers: &[Layer], shape: Shape, symmetry: Symmetry) -> Option<Vec<Step>> {
    let mut play = Play::new(shape, symmetry);
    for (height, layer) in layers.iter().enumerate().rev() {
        play.layer(height, layer, layers.get(height + 1).map(|layer| &layer.ranks[..]))?;
    }
    Some(play.steps)
}

/// A play in the making.
pub(super) struct Play {
    shape: Shape,
    symmetry: Symmetry,
    steps: Vec<Step>,
    /// How many more slides down are needed to finish the row below.
    to_go: usize,
    /// The columns of the row below in the order in which they were finished.
    finished: Vec<usize>,
}

impl Play {
    pub(super) fn new(shape: Shape, symmetry: Symmetry) -> Play {
        Play { shape, symmetry, steps: Vec::new(), to_go: 0, finished: Vec::new() }
    }

    pub(super) fn into_steps(self) -> Vec<Step> {
        self.steps
    }

    /// Builds a row at the edge, as the document does, and slides it away unless it stays there.
    pub(super) fn row_at_edge(&mut self, steps: &[RowStep], stays: bool) {
        for step in steps {
            let column = if step.at == Side::Left { 0 } else { self.shape.columns() - 1 };
            self.spawn(0, column, step.rank);
            match step.slide {
                Some(Side::Left) => self.slide(Direction::Left),
                Some(Side::Right) => self.slide(Direction::Right),
                None if stays => {}
                None => self.slide(Direction::Down),
            }
        }
    }

    fn spawn(&mut self, row: usize, column: usize, rank: u8) {
        let cell = self.symmetry.cell(self.shape, Cell::new(row, column));
        let tile = Tile::new(rank).expect("a 2 or a 4");
        self.steps.push(Step::Spawn { cell, tile });
    }

    fn slide(&mut self, direction: Direction) {
        self.steps.push(Step::Slide(direction_image(direction, self.symmetry)));
    }

    fn layer(&mut self, height: usize, layer: &Layer, below: Option<&[u8]>) -> Option<()> {
        if height > 0 && layer.base.iter().all(|&rank| rank <= 2) {
            self.fall(height, layer);
        } else {
            self.build(height, layer, below)?;
        }
        self.raise(layer);
        Some(())
    }

    /// Lets 2s and 4s fall into their places, last where the row below is finished last. Every
    /// one of them brings a slide down.
    fn fall(&mut self, height: usize, layer: &Layer) {
        let mut columns: Vec<usize> = (0..layer.base.len()).collect();
        columns.sort_by_key(|column| self.finished.iter().position(|done| done == column));
        for column in columns {
            self.spawn(height - 1, column, layer.base[column]);
            self.slide(Direction::Down);
        }
        self.to_go = self.to_go.saturating_sub(layer.base.len());
    }

    /// Builds a row in its place. `None` if the row below is not finished soon enough.
    fn build(&mut self, height: usize, layer: &Layer, below: Option<&[u8]>) -> Option<()> {
        let last = self.shape.columns() - 1;
        let column = |side| if side == Side::Left { 0 } else { last };
        for step in &layer.steps {
            match step.slide {
                Some(side) if self.to_go > 0 => {
                    // The slide down that the row below waits for takes the place of the first
                    // slide of this row, whose tile is spawned where it would go.
                    let end = column(side);
                    if self.to_go > 1 || below.is_some_and(|ranks| ranks[end] == step.rank) {
                        return None;
                    }
                    self.to_go = 0;
                    self.spawn(height - 1, end, step.rank);
                    self.slide(Direction::Down);
                }
                Some(side) => {
                    self.spawn(height, column(step.at), step.rank);
                    self.slide(if side == Side::Left { Direction::Left } else { Direction::Right });
                }
                // The last tile falls into its place, so that something moves.
                None if height > 0 => {
                    self.spawn(height - 1, column(step.at), step.rank);
                    self.slide(Direction::Down);
                }
                None => self.spawn(0, column(step.at), step.rank),
            }
        }
        Some(())
    }

    /// Raises tiles from above, the highest first. After the last spawn on a tile of rank r, its
    /// column has r − 3 merges to go; the slides for other columns do them, and the rest comes
    /// with the next row.
    fn raise(&mut self, layer: &Layer) {
        let pairs = layer.base.iter().zip(&layer.ranks);
        let mut columns: Vec<(usize, u8, u8)> = pairs
            .enumerate()
            .filter(|(_, (base, rank))| base < rank)
            .map(|(column, (&base, &rank))| (column, base, rank))
            .collect();
        columns.sort_by_key(|&(_, base, rank)| std::cmp::Reverse((rank, base)));
        for &(column, base, rank) in &columns {
            for spawned in raising(base, rank) {
                self.spawn(0, column, spawned);
                self.slide(Direction::Down);
                self.to_go = self.to_go.saturating_sub(1);
            }
            self.to_go = self.to_go.max(usize::from(rank).saturating_sub(3));
        }
        self.finished = columns.into_iter().map(|(column, ..)| column).collect();
    }
}

/// The tiles to spawn on a tile to raise it: a 2 on a 2, then 4s.
fn raising(base: u8, rank: u8) -> impl Iterator<Item = u8> {
    let fours = (spawns_of(rank) - spawns_of(base.max(2))) / spawns_of(2);
    (base == 1).then_some(1).into_iter().chain(std::iter::repeat_n(2, fours))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raising_adds_what_is_missing() {
        for base in 1..6u8 {
            for rank in base + 1..=6 {
                let sum: u32 = raising(base, rank).map(|rank| 1 << rank).sum();
                assert_eq!((1 << base) + sum, 1 << rank);
            }
        }
    }
}
