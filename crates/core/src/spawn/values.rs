//! What new tiles show.

use crate::spawn::Chance;
use crate::tile::Tile;
use crate::tiles::TileSystem;

/// Tiles that may appear, with their weights; sorted, without repetition, never empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpawnValues {
    weighted: Vec<(Tile, u32)>,
}

/// Why a text does not say what new tiles show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpawnValuesError {
    /// Nothing would ever appear.
    #[error("at least one tile must be able to appear")]
    Empty,
    /// A tile is named twice.
    #[error("the tile {tile} is named twice")]
    Repeated {
        /// The tile, in words.
        tile: String,
    },
    /// The tile system has no such tile.
    #[error("`{text}` is not a tile of the {system} game")]
    UnknownTile {
        /// The text that was given.
        text: String,
        /// The tile system that was asked.
        system: TileSystem,
    },
    /// A weight is not a positive decimal number of moderate length.
    #[error("`{text}` is not a weight; write a positive number such as 0.9 or 9")]
    Weight {
        /// The text that was given.
        text: String,
    },
}

impl SpawnValues {
    /// Tiles with their weights.
    pub fn new(weighted: &[(Tile, u32)]) -> Result<SpawnValues, SpawnValuesError> {
        let mut weighted: Vec<_> = weighted
            .iter()
            .copied()
            .filter(|(tile, weight)| *weight > 0 && !tile.is_empty())
            .collect();
        weighted.sort_unstable();
        if weighted.is_empty() {
            return Err(SpawnValuesError::Empty);
        }
        if let Some(pair) = weighted.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let tile = format!("of rank {}", pair[0].0.rank());
            return Err(SpawnValuesError::Repeated { tile });
        }
        let divisor = weighted.iter().fold(0, |divisor, &(_, weight)| gcd(divisor, weight));
        for (_, weight) in &mut weighted {
            *weight /= divisor;
        }
        Ok(SpawnValues { weighted })
    }

    /// Like [`SpawnValues::new`], for ranks known to be right.
    pub(crate) fn of_ranks(weighted: &[(u8, u32)]) -> SpawnValues {
        let tile = |&(rank, weight)| (Tile::new(rank).expect("a small rank"), weight);
        let weighted: Vec<_> = weighted.iter().map(tile).collect();
        SpawnValues::new(&weighted).expect("a fixed list")
    }

    /// Always the same tile.
    pub fn only(tile: Tile) -> Result<SpawnValues, SpawnValuesError> {
        SpawnValues::new(&[(tile, 1)])
    }

    /// Reads tiles of a system with optional weights: `2`, `2,4`, `2:0.9,4:0.1`.
    ///
    /// Without weights, tiles keep the ratio that the system's own rule gives them, and count
    /// alike if the system's rule lacks one of them. Weights are exact decimal fractions.
    ///
    /// ```
    /// use twofold_core::{SpawnValues, TileSystem};
    ///
    /// let classic = TileSystem::Classic;
    /// assert_eq!(SpawnValues::parse("2,4", classic)?, SpawnValues::parse("2:0.9,4:0.1", classic)?);
    /// assert!(SpawnValues::parse("3", classic).is_err());
    /// # Ok::<(), twofold_core::SpawnValuesError>(())
    /// ```
    pub fn parse(text: &str, system: TileSystem) -> Result<SpawnValues, SpawnValuesError> {
        let mut tiles = Vec::new();
        let mut weights = Vec::new();
        for item in text.split(',') {
            let (value, weight) = match item.split_once(':') {
                Some((value, weight)) => (value.trim(), Some(weight.trim())),
                None => (item.trim(), None),
            };
            let number = value.parse::<u64>().ok().filter(|&number| number > 0);
            let tile = number
                .and_then(|number| system.tile_of(number))
                .ok_or_else(|| SpawnValuesError::UnknownTile { text: value.to_owned(), system })?;
            if tiles.contains(&tile) {
                return Err(SpawnValuesError::Repeated { tile: value.to_owned() });
            }
            tiles.push(tile);
            weights.push(weight);
        }
        let weights = if weights.iter().all(Option::is_none) {
            let usual = system.default_spawn().values;
            let known: Vec<_> = tiles.iter().map(|&tile| usual.weight(tile)).collect();
            if known.contains(&0) { vec![1; tiles.len()] } else { known }
        } else {
            let texts: Vec<_> = weights.iter().map(|weight| weight.unwrap_or("1")).collect();
            parse_weights(&texts)?
        };
        let weighted: Vec<_> = tiles.into_iter().zip(weights).collect();
        SpawnValues::new(&weighted)
    }

    /// The tiles that may appear, lowest first, each with its probability.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Tile, Chance)> + '_ {
        let total = self.weighted.iter().map(|&(_, weight)| u64::from(weight)).sum();
        self.weighted.iter().map(move |&(tile, weight)| (tile, Chance::new(weight.into(), total)))
    }

    /// The weight of a tile in lowest terms; zero if it never appears.
    pub fn weight(&self, tile: Tile) -> u32 {
        self.weighted.iter().find(|(known, _)| *known == tile).map_or(0, |&(_, weight)| weight)
    }
}

/// Decimal fractions as integers of the same ratio.
fn parse_weights(texts: &[&str]) -> Result<Vec<u32>, SpawnValuesError> {
    let error = |text: &str| SpawnValuesError::Weight { text: text.to_owned() };
    let places = texts.iter().map(|text| text.split_once('.').map_or(0, |(_, tail)| tail.len()));
    let places = places.max().unwrap_or(0);
    let scaled = |text: &&str| {
        let (whole, tail) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{tail:0<places$}");
        let plain = places <= 6 && digits.bytes().all(|b| b.is_ascii_digit());
        let weight = if plain { digits.parse::<u32>().ok() } else { None };
        weight.filter(|&weight| weight > 0).ok_or_else(|| error(text))
    };
    texts.iter().map(scaled).collect()
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classic(text: &str) -> Result<SpawnValues, SpawnValuesError> {
        SpawnValues::parse(text, TileSystem::Classic)
    }

    #[test]
    fn weights_are_reduced() {
        let usual = TileSystem::Classic.default_spawn().values;
        assert_eq!(classic("2,4").unwrap(), usual);
        assert_eq!(classic("2:90, 4:10").unwrap(), usual);
        assert_eq!(classic("4:0.10,2:0.9").unwrap(), usual);
        assert_eq!(classic("2").unwrap().iter().len(), 1);
        assert_eq!(classic("2,8").unwrap(), classic("2:1,8:1").unwrap());
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "0", "3", "2,2", "2:0", "2:-1", "2:x", "2:1e3", "2:0.12345678", "2,,4"] {
            assert!(classic(text).is_err(), "{text}");
        }
    }
}
