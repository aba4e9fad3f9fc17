//! The result of a count.

use twofold_core::Tile;

use super::layer_count::LayerCount;
use crate::layers::{Orbits, Tally};

/// The largest layer of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peak {
    /// Its tile sum.
    pub sum: u64,
    /// Its positions, up to symmetry.
    pub total: u64,
}

/// Positions of one tile sum and one largest tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The tile sum.
    pub sum: u64,
    /// The largest tile.
    pub largest: Tile,
    /// The positions.
    pub tally: Tally,
}

/// Everything that a count says about a game; complete only if the game was followed to its end.
///
/// ```
/// use twofold_core::Rules;
/// use twofold_exact::count::{self, Counts};
/// use twofold_exact::layers::{Start, Task};
///
/// let task = Task::new(Rules::classic("2x2".parse()?), None, Start::TwoTiles)?;
/// let counts = Counts::new(count::naive(&task)?);
/// assert_eq!(counts.positions().live.canonical, 74);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    layers: Vec<LayerCount>,
}

impl Counts {
    /// Counts from layers in ascending order of their tile sums; empty layers are left out.
    pub fn new(mut layers: Vec<LayerCount>) -> Counts {
        layers.retain(|layer| layer.census.total().total().canonical > 0);
        Counts { layers }
    }

    /// The layers, in ascending order of their tile sums.
    pub fn layers(&self) -> &[LayerCount] {
        &self.layers
    }

    /// All positions: live and dead, up to symmetry and labelled.
    pub fn positions(&self) -> Tally {
        let mut total = Tally::default();
        for layer in &self.layers {
            total += layer.census.total();
        }
        total
    }

    /// Boards after a legal slide on which play goes on, each tile sum by itself.
    pub fn afterstates(&self) -> Orbits {
        let mut total = Orbits::default();
        for layer in &self.layers {
            total += layer.census.afterstates;
        }
        total
    }

    /// The number of Lees-Miller 2017: live positions before a win, one state for all wins and one
    /// for all losses.
    pub fn live_plus_win_and_lose(&self) -> u64 {
        self.positions().live.canonical + 2
    }

    /// The largest layer, the lowest of them if several are equally large.
    pub fn peak(&self) -> Option<Peak> {
        let mut peak: Option<Peak> = None;
        for layer in &self.layers {
            let total = layer.census.total().total().canonical;
            if peak.is_none_or(|peak| total > peak.total) {
                peak = Some(Peak { sum: layer.sum, total });
            }
        }
        peak
    }

    /// Positions by tile sum and largest tile, in that order.
    pub fn by_sum_and_max(&self) -> impl Iterator<Item = Row> + '_ {
        self.layers.iter().flat_map(|layer| {
            let rows = layer.census.by_largest();
            rows.map(|(largest, tally)| Row { sum: layer.sum, largest, tally })
        })
    }
}
