//! How large a table will be, judged by tables of the same pattern with lower targets.

use twofold_core::{SpawnRule, Tile, TileSystem};
use twofold_layers::sparse::SparseEngine;
use twofold_layers::{Engines, ForwardPass, LayerError, LayerWatch, Retention};

use super::endgame::{Endgame, EndgameError};
use super::pattern::Pattern;
use crate::probability::Precision;

/// Positions after which a lower target is not looked at to its end.
const LOOK: u64 = 3_000_000;

/// The same, as long as fewer than two targets are known.
const LOOK_AT_FIRST: u64 = 30_000_000;

/// The growth from one target to the next approaches that of the tile sum, and each time so much of the
/// logarithm of what it exceeds that by is left. Measured on L3 from 8 to 128: 0.63 to 0.64.
const LEFT: f64 = 0.64;

/// Boards of a pattern whose target counts in some cells only, for each of one where it counts everywhere.
/// Measured on L3-128: 1.2.
const PLACED: f64 = 1.2;

/// Seconds of one core for an afterstate, forward and back. Measured on L3-128 and free6-64.
const WORK: f64 = 0.5e-6;

/// Bytes of memory for an afterstate of the largest layer, at least.
const VALUED: f64 = 59.0;

/// Bytes on disk for the code of an afterstate, and what is kept of it before it is valued.
const CODE: f64 = 1.5;

/// What a table will take. Unless it is exact, expect it to be wrong by a factor of two or three.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableForecast {
    /// Boards that will have a value.
    pub afterstates: f64,
    /// Those of the largest layer.
    pub largest_layer: f64,
    /// Whether they were counted.
    pub is_exact: bool,
}

/// Why there is no forecast.
#[derive(Debug, thiserror::Error)]
pub enum ForecastError {
    /// There is no such game.
    #[error(transparent)]
    Endgame(#[from] EndgameError),
    /// The first layers cannot be made, or the watch asked to stop.
    #[error(transparent)]
    Layer(#[from] LayerError),
}

impl TableForecast {
    /// Bytes of memory without which the table cannot be built.
    pub fn memory(&self) -> f64 {
        self.largest_layer * VALUED
    }

    /// Bytes on disk.
    pub fn disk(&self, precision: Precision) -> f64 {
        self.afterstates * (CODE + f64::from(precision.bits().unwrap_or(64)) / 8.0)
    }

    /// Seconds of one core.
    pub fn seconds(&self) -> f64 {
        self.afterstates * WORK
    }
}

/// The afterstates of a table and of its largest layer.
struct Size {
    face: u64,
    afterstates: f64,
    largest: f64,
}

/// Forecasts of the tables of one pattern for some targets, in ascending order of faces.
///
/// # Errors
/// If a target makes no sense, or if the watch asks to stop.
pub fn forecast(
    pattern: &Pattern,
    targets: &[u64],
    tiles: TileSystem,
    spawn: &SpawnRule,
    watch: &dyn LayerWatch,
) -> Result<Vec<TableForecast>, ForecastError> {
    // Where the target counts makes little difference, but much at low targets.
    let all = u64::MAX >> (64 - 4 * pattern.shape.cells());
    let open = Pattern { target_cells: all, extra: None, ..pattern.clone() };
    let is_open = open.target_cells == pattern.target_cells && pattern.extra.is_none();
    for &target in targets {
        Endgame::new(pattern.clone(), target).game(tiles, spawn.clone())?;
    }
    let highest = targets.iter().copied().max().unwrap_or(0);
    let least = spawn.tiles.iter().map(|(tile, _)| tile.rank()).max().unwrap_or(0) + 1;
    let mut known: Vec<Size> = Vec::new();
    for tile in (least..).map_while(Tile::new) {
        let face = tiles.face(tile);
        if face > highest {
            break;
        }
        let look = if known.len() < 2 { LOOK_AT_FIRST } else { LOOK };
        let endgame = Endgame::new(open.clone(), face);
        match count(&endgame, tiles, spawn, look, watch)? {
            Some(size) => known.push(size),
            None => break,
        }
    }
    let of = |&target: &u64| {
        let exact = known.iter().find(|size| size.face == target);
        let factor = if is_open { 1.0 } else { PLACED };
        let (afterstates, largest) = match exact {
            Some(size) => (size.afterstates, size.largest),
            None => grown(&known, target, tiles),
        };
        TableForecast {
            afterstates: factor * afterstates,
            largest_layer: factor * largest,
            is_exact: exact.is_some() && is_open,
        }
    };
    Ok(targets.iter().map(of).collect())
}

/// The size of a table whose target lies above those that are known.
fn grown(known: &[Size], target: u64, tiles: TileSystem) -> (f64, f64) {
    let Some(last) = known.last() else { return (f64::INFINITY, f64::INFINITY) };
    let faces: Vec<u64> = (1..LARGEST).filter_map(Tile::new).map(|tile| tiles.face(tile)).collect();
    let step = |from: u64| faces.iter().copied().find(|&face| face > from).unwrap_or(from * 2);
    let sums = |from: u64| (step(from) as f64 / from as f64).log2();
    let mut excess = match known {
        [.., before, last] => (last.afterstates / before.afterstates).log2() - sums(before.face),
        // A single one is the lowest target, from which growth is steepest.
        _ => 5.0,
    };
    let (mut face, mut afterstates) = (last.face, last.afterstates);
    while face < target {
        excess *= LEFT;
        afterstates *= (sums(face) + excess).exp2();
        face = step(face);
    }
    // There are as many layers as tile sums.
    let share = last.largest / last.afterstates * last.face as f64 / face as f64;
    (afterstates, afterstates * share)
}

/// Ranks of tiles that a target may have.
const LARGEST: u8 = 15;

/// Counts a table; `None` if it has more positions than are looked at.
fn count(
    endgame: &Endgame,
    tiles: TileSystem,
    spawn: &SpawnRule,
    look: u64,
    watch: &dyn LayerWatch,
) -> Result<Option<Size>, ForecastError> {
    let game = endgame.game(tiles, spawn.clone())?;
    let engines = Engines::sparse(SparseEngine::new(&game, None));
    let pass = ForwardPass::new(&game, Retention::Positions, 4 << 30);
    let mut pass = pass.with_engines(engines);
    while pass.step(watch)? {
        if pass.positions() > look {
            return Ok(None);
        }
    }
    let layers = pass.layers().iter().map(|layer| layer.afterstates.orbits as f64);
    let (total, largest) = layers.fold((0.0, 0.0_f64), |(total, most), n| (total + n, most.max(n)));
    Ok(Some(Size { face: endgame.target(), afterstates: total.max(1.0), largest }))
}

#[cfg(test)]
mod tests {
    use twofold_core::Rules;

    use super::*;
    use crate::tables::Patterns;

    #[test]
    fn forecasts_hold_within_a_factor_of_two() {
        let patterns = Patterns::built_in();
        let rules: Rules = "classic on 4x4".parse().unwrap();
        let of = |name: &str, targets: &[u64]| {
            let pattern = patterns.get(name).unwrap();
            forecast(pattern, targets, rules.tiles, &rules.spawn, &()).unwrap()
        };
        // Counted by builds of these tables.
        let [small, large] = of("L3", &[16, 128])[..] else { panic!() };
        assert!(small.is_exact && small.afterstates == 80_353.0);
        let is_near = |forecast: f64, counted: f64| (0.5..2.0).contains(&(forecast / counted));
        assert!(!large.is_exact && is_near(large.afterstates, 36_250_433.0), "{large:?}");
        let pattern = patterns.get("L3").unwrap();
        assert!(forecast(pattern, &[48], rules.tiles, &rules.spawn, &()).is_err());
    }
}
