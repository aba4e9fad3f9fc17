//! What a layer holds, in numbers.

use std::collections::BTreeMap;

use twofold_core::Tile;

use crate::{Count, PositionCount};

/// The positions of a layer by largest tile, and the afterstates that slides lead to.
///
/// ```
/// use twofold_core::Tile;
/// use twofold_layers::LayerCount;
///
/// let mut layer = LayerCount::new(12);
/// layer.with_largest(Tile::new(3).unwrap()).live.add(8);
/// layer.with_largest(Tile::new(2).unwrap()).dead.add(4);
/// assert_eq!(layer.total().orbits, 2);
/// assert_eq!(layer.total().boards, 12);
/// ```
#[derive(Clone, Debug)]
pub struct LayerCount {
    /// The tile sum.
    pub sum: u64,
    by_largest: BTreeMap<Tile, PositionCount>,
    /// Boards after a legal slide on which play goes on.
    pub afterstates: Count,
}

impl LayerCount {
    /// An empty layer.
    pub fn new(sum: u64) -> LayerCount {
        LayerCount { sum, by_largest: BTreeMap::new(), afterstates: Count::default() }
    }

    /// The positions with the given largest tile, to be added to.
    pub fn with_largest(&mut self, largest: Tile) -> &mut PositionCount {
        self.by_largest.entry(largest).or_default()
    }

    /// Positions by largest tile, lowest first; tiles without positions are left out.
    pub fn by_largest(&self) -> impl Iterator<Item = (Tile, PositionCount)> + '_ {
        let present = self.by_largest.iter().filter(|(_, positions)| positions.total().orbits > 0);
        present.map(|(&tile, &positions)| (tile, positions))
    }

    /// Positions, live and dead.
    pub fn positions(&self) -> PositionCount {
        let mut all = PositionCount::default();
        for positions in self.by_largest.values() {
            all += *positions;
        }
        all
    }

    /// All positions.
    pub fn total(&self) -> Count {
        self.positions().total()
    }

    /// Adds what was counted in another part of the same layer.
    pub fn merge(&mut self, part: &LayerCount) {
        for (&tile, &positions) in &part.by_largest {
            *self.with_largest(tile) += positions;
        }
        self.afterstates += part.afterstates;
    }
}

/// A tile without positions is as good as one that was never mentioned.
impl PartialEq for LayerCount {
    fn eq(&self, other: &LayerCount) -> bool {
        self.sum == other.sum
            && self.by_largest().eq(other.by_largest())
            && self.afterstates == other.afterstates
    }
}

impl Eq for LayerCount {}
