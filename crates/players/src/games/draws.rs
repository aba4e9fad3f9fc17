//! Random numbers, a generator for each game.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use twofold_core::kernel::SpawnChoice;
use twofold_core::{SpawnTiles, Tile};

/// The generators of many games: SplitMix64, whose next state is a sum and whose numbers are a few
/// multiplications, so that many games draw at once.
pub(super) struct Draws {
    states: Vec<u64>,
}

impl Draws {
    /// Generators whose states come from one that mixes the seed well.
    pub(super) fn new(count: usize, seed: u64) -> Draws {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        Draws { states: (0..count).map(|_| random.random()).collect() }
    }

    /// The next number of one game.
    pub(super) fn one(&mut self, game: usize) -> u64 {
        next(&mut self.states[game])
    }

    /// The next number of every game from the given one on.
    pub(super) fn many(&mut self, first: usize, draws: &mut [u64]) {
        for (draw, state) in draws.iter_mut().zip(&mut self.states[first..]) {
            *draw = next(state);
        }
    }
}

#[inline(always)]
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// The tiles that spawn, each with the draws of 32 bits that choose it.
pub(super) fn choices(tiles: &SpawnTiles) -> Vec<SpawnChoice> {
    let (mut reached, mut below) = (0.0, Vec::new());
    for (tile, chance) in tiles.iter() {
        reached += chance.to_f64();
        let limit = (reached * (1_u64 << 32) as f64).round() as u64;
        below.push(SpawnChoice { below: limit, rank: tile.rank() });
    }
    if let Some(last) = below.last_mut() {
        last.below = 1 << 32;
    }
    below
}

/// The tile that a draw chooses.
pub(super) fn tile(choices: &[SpawnChoice], draw: u64) -> Tile {
    let chosen = choices.iter().find(|choice| draw & 0xFFFF_FFFF < choice.below);
    let rank = chosen.or(choices.last()).map_or(0, |choice| choice.rank);
    Tile::new(rank).expect("a tile that spawns")
}

/// The one of so many cells that a draw chooses.
pub(super) fn cell(count: usize, draw: u64) -> usize {
    // Counted from the last, as the kernel for many boards does.
    count - 1 - (((draw >> 32) * count as u64) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_as_likely_as_the_rule_says() {
        let tiles: SpawnTiles = "2:9,4:1".parse().unwrap();
        let choices = choices(&tiles);
        assert_eq!(choices[0].below, 3_865_470_566);
        assert_eq!(choices[1].below, 1 << 32);
        let mut draws = Draws::new(1, 7);
        let twos = (0..100_000).filter(|_| tile(&choices, draws.one(0)).rank() == 1).count();
        assert!((89_500..90_500).contains(&twos), "{twos}");
        let cells = (0..100_000).filter(|_| cell(5, draws.one(0)) == 4).count();
        assert!((19_500..20_500).contains(&cells), "{cells}");
    }
}
