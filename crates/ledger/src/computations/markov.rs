//! Figures about a game in which tiles always meet: a Markov chain on the tiles alone.

use std::collections::BTreeMap;

use twofold_core::Figure;

use super::Computation;

pub(super) const COMPUTATIONS: &[Computation] = &[Computation {
    name: "moves-to-tile",
    about: "the mean number of moves to a `tile` if equal tiles always merge, two by two, with each move, \
            and a 2 or, one time in ten, a 4 appears: a lower bound for real play on average",
    run: |arguments, _| Ok(mean_moves(arguments.get("tile")?).into()),
}];

/// One time in ten a 4 appears.
const FOUR: f64 = 0.1;

/// Tiles without their places, ascending.
type Tiles = Vec<u64>;

/// Merges equal tiles two by two.
fn merged(tiles: &Tiles) -> Tiles {
    let mut merged = Vec::new();
    let mut open = None;
    for &tile in tiles {
        if open == Some(tile) {
            merged.pop();
            merged.push(2 * tile);
            open = None;
        } else {
            merged.push(tile);
            open = Some(tile);
        }
    }
    merged
}

fn with(tiles: &Tiles, tile: u64) -> Tiles {
    let mut tiles = tiles.clone();
    tiles.push(tile);
    tiles.sort_unstable();
    tiles
}

/// Follows the chances of all collections of tiles from sum to sum; every collection that lacks the tile
/// costs a move.
fn mean_moves(goal: u64) -> Figure {
    let mut waiting: BTreeMap<u64, BTreeMap<Tiles, f64>> = BTreeMap::new();
    let add = |waiting: &mut BTreeMap<u64, BTreeMap<Tiles, f64>>, tiles: Tiles, chance: f64| {
        let sum = tiles.iter().sum();
        *waiting.entry(sum).or_default().entry(tiles).or_default() += chance;
    };
    let spawns = [(2, 1.0 - FOUR), (4, FOUR)];
    for (one, p) in spawns {
        for (other, q) in spawns {
            add(&mut waiting, with(&vec![one], other), p * q);
        }
    }
    let (mut moves, mut steps) = (0.0, 0);
    while let Some((_, layer)) = waiting.pop_first() {
        for (tiles, chance) in layer {
            if tiles.last().is_some_and(|&largest| largest >= goal) {
                continue;
            }
            (moves, steps) = (moves + chance, steps + 1);
            let slid = merged(&tiles);
            for (tile, p) in spawns {
                add(&mut waiting, with(&slid, tile), chance * p);
            }
        }
    }
    // Each chance is a product and a sum per step before it, each rounded once.
    Figure::Rounded { value: moves, error: moves * f64::from(steps) * 2.0 * f64::EPSILON }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean by recursion from the end, in the other direction.
    fn backward(tiles: &Tiles, goal: u64, known: &mut BTreeMap<Tiles, f64>) -> f64 {
        if tiles.last().is_some_and(|&largest| largest >= goal) {
            return 0.0;
        }
        if let Some(&known) = known.get(tiles) {
            return known;
        }
        let slid = merged(tiles);
        let two = backward(&with(&slid, 2), goal, known);
        let four = backward(&with(&slid, 4), goal, known);
        let mean = 1.0 + (1.0 - FOUR) * two + FOUR * four;
        known.insert(tiles.clone(), mean);
        mean
    }

    #[test]
    fn both_directions_give_the_same_mean() {
        for goal in [8, 16, 64, 256] {
            let mut known = BTreeMap::new();
            let mut mean = |tiles: [u64; 2]| backward(&tiles.to_vec(), goal, &mut known);
            let expected = 0.81 * mean([2, 2]) + 0.18 * mean([2, 4]) + 0.01 * mean([4, 4]);
            let Figure::Rounded { value, error } = mean_moves(goal) else { panic!("a mean") };
            assert!((value - expected).abs() <= error + 1e-9, "{goal}: {value} and {expected}");
        }
    }
}
