//! The result of a count.

use twofold_core::Tile;

use twofold_layers::LayerCount;
use twofold_layers::{Count, PositionCount};

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
    pub positions: PositionCount,
}

/// Everything that a count says about a game; complete only if the game was followed to its end.
///
/// ```
/// use twofold_core::Rules;
/// use twofold_solve::count::{self, GameCount};
/// use twofold_layers::{Start, LayeredGame};
///
/// let game = LayeredGame::new(Rules::classic("2x2".parse()?), None, Start::TwoTiles)?;
/// let counts = GameCount::new(count::naive(&game)?);
/// assert_eq!(counts.positions().live.orbits, 74);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameCount {
    layers: Vec<LayerCount>,
}

impl GameCount {
    /// GameCount from layers in ascending order of their tile sums; empty layers are left out.
    pub fn new(mut layers: Vec<LayerCount>) -> GameCount {
        layers.retain(|layer| layer.total().orbits > 0);
        GameCount { layers }
    }

    /// The layers, in ascending order of their tile sums.
    pub fn layers(&self) -> &[LayerCount] {
        &self.layers
    }

    /// All positions: live and dead, as orbits and as boards.
    pub fn positions(&self) -> PositionCount {
        let mut total = PositionCount::default();
        for layer in &self.layers {
            total += layer.positions();
        }
        total
    }

    /// Boards after a legal slide on which play goes on, each tile sum by itself.
    pub fn afterstates(&self) -> Count {
        let mut total = Count::default();
        for layer in &self.layers {
            total += layer.afterstates;
        }
        total
    }

    /// The number of Lees-Miller 2017: live positions before a win, one state for all wins and one
    /// for all losses.
    pub fn live_plus_win_and_lose(&self) -> u64 {
        self.positions().live.orbits + 2
    }

    /// The largest layer, the lowest of them if several are equally large.
    pub fn peak(&self) -> Option<Peak> {
        let mut peak: Option<Peak> = None;
        for layer in &self.layers {
            let total = layer.total().orbits;
            if peak.is_none_or(|peak| total > peak.total) {
                peak = Some(Peak { sum: layer.sum, total });
            }
        }
        peak
    }

    /// Positions by tile sum and largest tile, in that order.
    pub fn by_sum_and_largest(&self) -> impl Iterator<Item = Row> + '_ {
        self.layers.iter().flat_map(|layer| {
            let rows = layer.by_largest();
            rows.map(|(largest, positions)| Row { sum: layer.sum, largest, positions })
        })
    }
}
