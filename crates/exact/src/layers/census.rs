//! What a layer holds, in numbers.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use twofold_core::Tile;

/// A number of boards: up to symmetry, and with all their images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Orbits {
    /// Boards up to symmetry.
    pub canonical: u64,
    /// Boards, images under symmetries counted separately.
    pub labelled: u64,
}

impl Orbits {
    /// Counts one more board with the given number of distinct images.
    pub fn add(&mut self, images: u64) {
        self.canonical += 1;
        self.labelled += images;
    }
}

impl AddAssign for Orbits {
    fn add_assign(&mut self, other: Orbits) {
        self.canonical += other.canonical;
        self.labelled += other.labelled;
    }
}

/// Positions by whether a slide is legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Positions with a legal slide.
    pub live: Orbits,
    /// Positions without one.
    pub dead: Orbits,
}

impl Tally {
    /// Live and dead positions.
    pub fn total(self) -> Orbits {
        let mut total = self.live;
        total += self.dead;
        total
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.live += other.live;
        self.dead += other.dead;
    }
}

/// The positions of a layer by largest tile, and the afterstates that slides lead to.
///
/// ```
/// use twofold_core::Tile;
/// use twofold_exact::layers::Census;
///
/// let mut census = Census::default();
/// census.tally_mut(Tile::new(3).unwrap()).live.add(8);
/// census.tally_mut(Tile::new(2).unwrap()).dead.add(4);
/// assert_eq!(census.total().total().canonical, 2);
/// assert_eq!(census.total().total().labelled, 12);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Census {
    by_largest: BTreeMap<Tile, Tally>,
    /// Boards after a legal slide on which play goes on.
    pub afterstates: Orbits,
}

impl Census {
    /// The positions with the given largest tile, to be counted.
    pub fn tally_mut(&mut self, largest: Tile) -> &mut Tally {
        self.by_largest.entry(largest).or_default()
    }

    /// Positions by largest tile, lowest first; tiles without positions may be missing.
    pub fn by_largest(&self) -> impl Iterator<Item = (Tile, Tally)> + '_ {
        let present = self.by_largest.iter().filter(|(_, tally)| tally.total().canonical > 0);
        present.map(|(&tile, &tally)| (tile, tally))
    }

    /// All positions.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        for tally in self.by_largest.values() {
            total += *tally;
        }
        total
    }
}

/// A tile without positions is as good as one that was never mentioned.
impl PartialEq for Census {
    fn eq(&self, other: &Census) -> bool {
        self.by_largest().eq(other.by_largest()) && self.afterstates == other.afterstates
    }
}

impl Eq for Census {}

impl AddAssign<&Census> for Census {
    fn add_assign(&mut self, other: &Census) {
        for (&tile, &tally) in &other.by_largest {
            *self.tally_mut(tile) += tally;
        }
        self.afterstates += other.afterstates;
    }
}
