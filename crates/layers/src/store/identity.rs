//! Which game a store belongs to.

use std::fmt;

use serde::{Deserialize, Serialize};
use twofold_core::Grid;
use twofold_core::{
    Board, Packed, Placement, Rules, Shape, SpawnRule, SpawnTiles, Tile, TileSystem,
};
use xxhash_rust::xxh3::xxh3_64;

use crate::{LargeTiles, LayeredGame, Start};

/// A game in the words of the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The board, as in `4x4`.
    pub shape: String,
    /// The name of the tile system.
    pub tiles: String,
    /// The tiles that appear, with their weights.
    pub spawns: Vec<SpawnEntry>,
    /// The face of the tile that ends the game, if there is one.
    pub target: Option<u64>,
    /// Where play starts: `two-tiles`, `empty`, `one-or-two`, or the code of a board.
    pub start: String,
    /// Large tiles, if the game has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub large: Option<LargeEntry>,
}

/// Large tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LargeEntry {
    /// The sets of cells of which large tiles have to hold one, as codes.
    pub masks: Vec<String>,
    /// The cells where the target counts, as a code.
    pub target_cells: String,
    /// The tile sum above which the game is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_sum: Option<u64>,
}

/// A tile that appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpawnEntry {
    /// Its face; the first stores called it so.
    #[serde(alias = "face")]
    pub tile: u64,
    /// Its weight, in lowest terms.
    pub weight: u32,
}

impl Identity {
    /// The words for a game.
    pub fn of(game: &LayeredGame) -> Identity {
        let rules = game.rules();
        let spawn = |(tile, _)| SpawnEntry {
            tile: game.face(tile),
            weight: rules.spawn.tiles.weight(tile),
        };
        Identity {
            shape: rules.shape.to_string(),
            tiles: rules.tiles.to_string(),
            spawns: rules.spawn.tiles.iter().map(spawn).collect(),
            target: game.target().map(|tile| game.face(tile)),
            start: match game.start() {
                Start::TwoTiles => "two-tiles".to_owned(),
                Start::Empty => "empty".to_owned(),
                Start::OneOrTwo => "one-or-two".to_owned(),
                Start::Board(board) => {
                    let packed: Packed = board.convert().expect("a game's board fits a word");
                    format!("{:#x}", packed.code())
                }
                Start::Afterstates(boards) => {
                    let code = |board: &Board| {
                        let packed: Packed = board.convert().expect("a game's board fits a word");
                        format!("{:#x}", packed.code())
                    };
                    format!("after {}", boards.iter().map(code).collect::<Vec<_>>().join(" "))
                }
                Start::LargeTiles(count) => format!("large {count}"),
            },
            large: game.large().map(|large| LargeEntry {
                masks: large.masks().iter().map(|mask| format!("{mask:#x}")).collect(),
                target_cells: format!("{:#x}", large.target_cells()),
                last_sum: large.last_sum(),
            }),
        }
    }

    /// The game, if the words make sense.
    pub fn game(&self) -> Option<LayeredGame> {
        let shape: Shape = self.shape.parse().ok()?;
        let tiles: TileSystem = self.tiles.parse().ok()?;
        let spawn = |spawn: &SpawnEntry| Some((tiles.tile_with_face(spawn.tile)?, spawn.weight));
        let spawns: Vec<(Tile, u32)> = self.spawns.iter().map(spawn).collect::<Option<_>>()?;
        let spawned = SpawnTiles::new(&spawns).ok()?;
        let spawn = SpawnRule { placement: Placement::Anywhere, tiles: spawned };
        let target = match self.target {
            Some(face) => Some(tiles.tile_with_face(face)?),
            None => None,
        };
        let code = |text: &str| u64::from_str_radix(text.strip_prefix("0x")?, 16).ok();
        let board =
            |text: &str| -> Option<Board> { Packed::from_code(shape, code(text)?)?.convert().ok() };
        let start = match self.start.as_str() {
            "two-tiles" => Start::TwoTiles,
            "empty" => Start::Empty,
            "one-or-two" => Start::OneOrTwo,
            text => match text.strip_prefix("after ") {
                Some(boards) => {
                    Start::Afterstates(boards.split(' ').map(board).collect::<Option<_>>()?)
                }
                None => match text.strip_prefix("large ") {
                    Some(count) => Start::LargeTiles(count.parse().ok()?),
                    None => Start::Board(board(text)?),
                },
            },
        };
        let game = LayeredGame::new(Rules { shape, tiles, spawn }, target, start).ok()?;
        let Some(words) = &self.large else { return Some(game) };
        let masks: Vec<u64> = words.masks.iter().map(|mask| code(mask)).collect::<Option<_>>()?;
        let large = LargeTiles::new(shape, &masks, code(&words.target_cells)?)?;
        game.with_large_tiles(large.up_to(words.last_sum)).ok()
    }

    /// A number that tells games apart, for the headers of files.
    pub fn fingerprint(&self) -> u64 {
        // Headers hold fingerprints, so the words stay those of the first stores: `face` for a tile.
        #[derive(Serialize)]
        struct SpawnWords {
            face: u64,
            weight: u32,
        }
        #[derive(Serialize)]
        struct Words<'a> {
            shape: &'a str,
            tiles: &'a str,
            spawns: Vec<SpawnWords>,
            target: Option<u64>,
            start: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            large: Option<&'a LargeEntry>,
        }
        let Identity { shape, tiles, spawns, target, start, large } = self;
        let large = large.as_ref();
        let spawns =
            spawns.iter().map(|&SpawnEntry { tile, weight }| SpawnWords { face: tile, weight });
        let words = Words { shape, tiles, spawns: spawns.collect(), target: *target, start, large };
        let words = serde_json::to_vec(&words).expect("plain data can be written");
        xxh3_64(&words)
    }
}

/// The game in a few words.
impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game() {
            Some(game) => game.fmt(f),
            None => write!(f, "{} on {}", self.tiles, self.shape),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_back_to_the_game() {
        for system in [TileSystem::Classic, TileSystem::Fibonacci] {
            for start in [
                Start::TwoTiles,
                Start::Empty,
                Start::OneOrTwo,
                Start::Board(
                    Board::from_ranks("2x3".parse().unwrap(), &[1, 2, 0, 0, 3, 1]).unwrap(),
                ),
            ] {
                let rules = Rules::new("2x3".parse().unwrap(), system);
                let game = LayeredGame::new(rules, Tile::new(6), start).unwrap();
                assert_eq!(Identity::of(&game).game(), Some(game));
            }
        }
    }

    #[test]
    fn the_first_stores_are_still_read() {
        let text = r#"{"shape":"2x2","tiles":"classic","spawns":[{"face":2,"weight":9},{"face":4,"weight":1}],"target":32,"start":"two-tiles"}"#;
        let identity: Identity = serde_json::from_str(text).unwrap();
        assert_eq!(identity.spawns[1], SpawnEntry { tile: 4, weight: 1 });
        assert_eq!(identity.fingerprint(), xxh3_64(text.as_bytes()));
        assert!(serde_json::to_string(&identity).unwrap().contains(r#"{"tile":4,"weight":1}"#));
    }

    #[test]
    fn games_have_different_fingerprints() {
        let of = |shape: &str, target| {
            let rules = Rules::classic(shape.parse().unwrap());
            Identity::of(&LayeredGame::new(rules, target, Start::TwoTiles).unwrap()).fingerprint()
        };
        let prints = [of("2x2", None), of("2x3", None), of("3x2", None), of("2x2", Tile::new(5))];
        for (index, print) in prints.iter().enumerate() {
            assert!(!prints[..index].contains(print));
        }
    }
}
