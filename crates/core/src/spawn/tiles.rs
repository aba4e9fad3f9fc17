//! What new tiles show.

use std::fmt;
use std::str::FromStr;

use crate::spawn::Chance;
use crate::tile::Tile;
use crate::tiles::TileSystem;

/// Which tiles may appear, and how likely each is: sorted, without repetition, never empty.
///
/// Weights are exact and in lowest terms. A list does not know its tile system: `Display` and
/// `FromStr` use the faces of the classic game, [`SpawnTiles::write`] and [`SpawnTiles::parse`]
/// those of any.
///
/// ```
/// use twofold_core::SpawnTiles;
///
/// let tiles: SpawnTiles = "2:0.9,4:0.1".parse()?;
/// assert_eq!(tiles.to_string(), "2:9,4:1");
/// let (tile, chance) = tiles.iter().next().unwrap();
/// assert_eq!((tile.to_string(), chance.to_string()), ("2".to_owned(), "9/10".to_owned()));
/// # Ok::<(), twofold_core::SpawnTilesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpawnTiles {
    weighted: Vec<(Tile, u32)>,
}

/// Why a text does not say what new tiles show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpawnTilesError {
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

impl SpawnTiles {
    /// Tiles with their weights.
    pub fn new(weighted: &[(Tile, u32)]) -> Result<SpawnTiles, SpawnTilesError> {
        let mut weighted: Vec<_> = weighted
            .iter()
            .copied()
            .filter(|(tile, weight)| *weight > 0 && !tile.is_empty())
            .collect();
        weighted.sort_unstable();
        if weighted.is_empty() {
            return Err(SpawnTilesError::Empty);
        }
        if let Some(pair) = weighted.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let tile = format!("of rank {}", pair[0].0.rank());
            return Err(SpawnTilesError::Repeated { tile });
        }
        let divisor = weighted.iter().fold(0, |divisor, &(_, weight)| gcd(divisor, weight.into()));
        for (_, weight) in &mut weighted {
            *weight /= divisor as u32;
        }
        Ok(SpawnTiles { weighted })
    }

    /// Like [`SpawnTiles::new`], for ranks known to be right.
    pub(crate) fn of_ranks(weighted: &[(u8, u32)]) -> SpawnTiles {
        let tile = |&(rank, weight)| (Tile::new(rank).expect("a small rank"), weight);
        let weighted: Vec<_> = weighted.iter().map(tile).collect();
        SpawnTiles::new(&weighted).expect("a fixed list")
    }

    /// Always the same tile.
    pub fn only(tile: Tile) -> Result<SpawnTiles, SpawnTilesError> {
        SpawnTiles::new(&[(tile, 1)])
    }

    /// Reads tiles of a system with optional weights: `2`, `2,4`, `2:0.9,4:0.1`, or in words
    /// `2 or 4`, `2 (9/10) or 4 (1/10)`.
    ///
    /// Without weights, tiles keep the ratio that the system's own rule gives them, and count
    /// alike if the system's rule lacks one of them. Weights are exact fractions.
    ///
    /// ```
    /// use twofold_core::{SpawnTiles, TileSystem};
    ///
    /// let classic = TileSystem::Classic;
    /// assert_eq!(SpawnTiles::parse("2,4", classic)?, SpawnTiles::parse("2:0.9,4:0.1", classic)?);
    /// assert!(SpawnTiles::parse("3", classic).is_err());
    /// # Ok::<(), twofold_core::SpawnTilesError>(())
    /// ```
    pub fn parse(text: &str, system: TileSystem) -> Result<SpawnTiles, SpawnTilesError> {
        let mut tiles = Vec::new();
        let mut weights = Vec::new();
        for item in text.split(',').flat_map(|part| part.split(" or ")) {
            let item = item.trim();
            let in_parentheses = || item.strip_suffix(')')?.split_once('(');
            let (face, weight) = match in_parentheses().or_else(|| item.split_once(':')) {
                Some((face, weight)) => (face.trim(), Some(weight.trim())),
                None => (item, None),
            };
            let tile = system.read_tile(face).ok().filter(|tile| !tile.is_empty());
            let tile =
                tile.ok_or_else(|| SpawnTilesError::UnknownTile { text: face.to_owned(), system })?;
            if tiles.contains(&tile) {
                return Err(SpawnTilesError::Repeated { tile: face.to_owned() });
            }
            tiles.push(tile);
            weights.push(weight);
        }
        let weights = if weights.iter().all(Option::is_none) {
            usual_weights(&tiles, system)
        } else {
            let texts: Vec<_> = weights.iter().map(|weight| weight.unwrap_or("1")).collect();
            parse_weights(&texts)?
        };
        let weighted: Vec<_> = tiles.into_iter().zip(weights).collect();
        SpawnTiles::new(&weighted)
    }

    /// The tiles with their weights in the faces of a tile system, as [`SpawnTiles::parse`] reads
    /// them: `2:9,4:1`.
    pub fn write(&self, system: TileSystem) -> String {
        let item = |&(tile, weight): &(Tile, u32)| format!("{}:{weight}", system.face(tile));
        self.weighted.iter().map(item).collect::<Vec<_>>().join(",")
    }

    /// The tiles in words, with probabilities only where [`SpawnTiles::parse`] would not guess them.
    pub(crate) fn words(&self, system: TileSystem) -> String {
        let tiles: Vec<_> = self.weighted.iter().map(|&(tile, _)| tile).collect();
        let usual: Vec<_> = tiles.iter().copied().zip(usual_weights(&tiles, system)).collect();
        let usual = SpawnTiles::new(&usual).as_ref() == Ok(self);
        let item = |(tile, chance)| match usual {
            true => system.face(tile).to_string(),
            false => format!("{} ({chance})", system.face(tile)),
        };
        let mut words: Vec<String> = self.iter().map(item).collect();
        let last = words.pop().expect("at least one tile appears");
        if words.is_empty() { last } else { format!("{} or {last}", words.join(", ")) }
    }

    /// The tiles that may appear, lowest first, each with its probability.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Tile, Chance)> + '_ {
        let total = self.total();
        self.weighted.iter().map(move |&(tile, weight)| (tile, Chance::new(weight.into(), total)))
    }

    /// The number of tiles that may appear.
    #[allow(clippy::len_without_is_empty, reason = "at least one tile may appear")]
    pub fn len(&self) -> usize {
        self.weighted.len()
    }

    pub(crate) fn get(&self, index: usize) -> Option<(Tile, Chance)> {
        let &(tile, weight) = self.weighted.get(index)?;
        Some((tile, Chance::new(weight.into(), self.total())))
    }

    fn total(&self) -> u64 {
        self.weighted.iter().map(|&(_, weight)| u64::from(weight)).sum()
    }

    /// The weight of a tile in lowest terms; zero if it never appears.
    pub fn weight(&self, tile: Tile) -> u32 {
        self.weighted.iter().find(|(known, _)| *known == tile).map_or(0, |&(_, weight)| weight)
    }
}

/// The weights of tiles where none are given: those of the system's own rule, or else all alike.
fn usual_weights(tiles: &[Tile], system: TileSystem) -> Vec<u32> {
    let usual = system.default_spawn().tiles;
    let known: Vec<_> = tiles.iter().map(|&tile| usual.weight(tile)).collect();
    if known.contains(&0) { vec![1; tiles.len()] } else { known }
}

/// Fractions, decimal or with a stroke, as integers of the same ratio.
fn parse_weights(texts: &[&str]) -> Result<Vec<u32>, SpawnTilesError> {
    let error = |text: &str| SpawnTilesError::Weight { text: text.to_owned() };
    let fraction = |text: &&str| parse_fraction(text).ok_or_else(|| error(text));
    let fractions: Vec<(u64, u64)> = texts.iter().map(fraction).collect::<Result<_, _>>()?;
    let common =
        |common: u64, &(_, below): &(u64, u64)| common.checked_mul(below / gcd(common, below));
    let whole = fractions.iter().try_fold(1, common).ok_or_else(|| error(&texts.join(",")))?;
    let scaled = |(above, below): &(u64, u64)| above.checked_mul(whole / below);
    let scaled: Option<Vec<u64>> = fractions.iter().map(scaled).collect();
    let scaled = scaled.ok_or_else(|| error(&texts.join(",")))?;
    let divisor = scaled.iter().fold(0, |divisor, &weight| gcd(divisor, weight));
    let weight =
        |(&weight, text): (&u64, &&str)| u32::try_from(weight / divisor).map_err(|_| error(text));
    scaled.iter().zip(texts).map(weight).collect()
}

/// A positive number such as `9`, `0.9` or `9/10`, as a fraction in lowest terms.
fn parse_fraction(text: &str) -> Option<(u64, u64)> {
    let natural = |digits: &str| {
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        if plain { digits.parse::<u64>().ok() } else { None }
    };
    let (above, below) = match (text.split_once('/'), text.split_once('.')) {
        (Some((above, below)), None) => (natural(above)?, natural(below)?),
        (None, Some((whole, tail))) if tail.len() <= 6 => {
            (natural(&format!("{whole}{tail}"))?, 10_u64.pow(tail.len() as u32))
        }
        (None, None) => (natural(text)?, 1),
        _ => return None,
    };
    let divisor = gcd(above, below);
    (above > 0 && below > 0).then(|| (above / divisor, below / divisor))
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The tiles with their weights, in the faces of the classic game.
impl fmt::Display for SpawnTiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(TileSystem::Classic))
    }
}

impl FromStr for SpawnTiles {
    type Err = SpawnTilesError;

    fn from_str(text: &str) -> Result<SpawnTiles, SpawnTilesError> {
        SpawnTiles::parse(text, TileSystem::Classic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classic(text: &str) -> Result<SpawnTiles, SpawnTilesError> {
        SpawnTiles::parse(text, TileSystem::Classic)
    }

    #[test]
    fn weights_are_reduced() {
        let usual = TileSystem::Classic.default_spawn().tiles;
        assert_eq!(classic("2,4").unwrap(), usual);
        assert_eq!(classic("2:90, 4:10").unwrap(), usual);
        assert_eq!(classic("4:0.10,2:0.9").unwrap(), usual);
        assert_eq!(classic("2").unwrap().iter().len(), 1);
        assert_eq!(classic("2,8").unwrap(), classic("2:1,8:1").unwrap());
        assert_eq!(classic("2 (9/10) or 4 (1/10)").unwrap(), usual);
        assert_eq!(classic("2:1/3,4:2/3").unwrap(), classic("2:1,4:2").unwrap());
    }

    #[test]
    fn words_and_weights_are_read_back() {
        let lists: [&[(u8, u32)]; 6] = [
            &[(1, 1)],
            &[(1, 9), (2, 1)],
            &[(1, 1), (2, 1)],
            &[(1, 1), (2, 1), (3, 1)],
            &[(2, 3), (5, 4)],
            &[(1, u32::MAX), (2, u32::MAX - 1), (61, 1)],
        ];
        for system in TileSystem::ALL {
            for list in lists {
                let tiles = SpawnTiles::of_ranks(list);
                let text = tiles.write(system);
                assert_eq!(SpawnTiles::parse(&text, system).as_ref(), Ok(&tiles), "{text}");
                let text = tiles.words(system);
                assert_eq!(SpawnTiles::parse(&text, system).as_ref(), Ok(&tiles), "{text}");
            }
        }
        let words = |text| classic(text).unwrap().words(TileSystem::Classic);
        assert_eq!(words("2:9,4:1"), "2 or 4");
        assert_eq!(words("2:1,4:1"), "2 (1/2) or 4 (1/2)");
        assert_eq!(words("2:1,4:2,8:1"), "2 (1/4), 4 (1/2) or 8 (1/4)");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "0",
            "3",
            "2,2",
            "2:0",
            "2:-1",
            "2:x",
            "2:1e3",
            "2:0.12345678",
            "2,,4",
            "2 or",
            "2 (1/0)",
            "2 (1/2",
            "2:.",
            "2 4",
        ] {
            assert!(classic(text).is_err(), "{text}");
        }
    }
}
