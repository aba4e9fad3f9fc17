//! The one way in which JSON says a game and a board.

use serde::Serialize;
use twofold_core::{Board, Rules, TileSystem, notation};
use twofold_layers::store::Identity;
use twofold_layers::{LayeredGame, Start};

/// A game as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct GameJson {
    shape: String,
    /// The name of the tile system.
    tiles: &'static str,
    spawns: Vec<SpawnTileJson>,
    placement: &'static str,
    /// The face of the tile that ends the game.
    target: Option<u64>,
    /// `two-tiles`, `empty`, `one-or-two`, or a board; nothing where no game is played from its start.
    start: Option<String>,
}

/// A tile that spawns.
#[derive(Clone, Debug, Serialize)]
struct SpawnTileJson {
    tile: u64,
    /// In lowest terms: 9 and 1 for 90 % and 10 %.
    weight: u32,
}

impl GameJson {
    /// The game of a store; nothing if its words make no sense.
    pub(crate) fn of_store(identity: &Identity) -> Option<GameJson> {
        Some(GameJson::from(&identity.game()?))
    }

    /// The game whose start is said in a word or as a board.
    pub(crate) fn from_start(rules: &Rules, start: impl Into<String>) -> GameJson {
        GameJson { start: Some(start.into()), ..GameJson::from(rules) }
    }

    /// The game with a tile that ends it.
    pub(crate) fn to(self, target: u64) -> GameJson {
        GameJson { target: Some(target), ..self }
    }
}

impl From<&Rules> for GameJson {
    fn from(rules: &Rules) -> GameJson {
        let spawns = &rules.spawn.tiles;
        let spawn =
            |(tile, _)| SpawnTileJson { tile: rules.tiles.face(tile), weight: spawns.weight(tile) };
        GameJson {
            shape: rules.shape.to_string(),
            tiles: rules.tiles.name(),
            spawns: spawns.iter().map(spawn).collect(),
            placement: rules.spawn.placement.name(),
            target: None,
            start: None,
        }
    }
}

impl From<&LayeredGame> for GameJson {
    fn from(game: &LayeredGame) -> GameJson {
        let start = match game.start() {
            Start::TwoTiles => "two-tiles".to_owned(),
            Start::Empty => "empty".to_owned(),
            Start::OneOrTwo => "one-or-two".to_owned(),
            Start::Afterstates(_) | Start::LargeTiles(_) => "table".to_owned(),
            Start::Board(board) => board_json(board, game.rules().tiles),
        };
        let target = game.target().map(|tile| game.face(tile));
        GameJson { target, ..GameJson::from_start(game.rules(), start) }
    }
}

/// A board as JSON: rows of faces, as in `4 8 / 2 .`, which every command reads.
pub(crate) fn board_json(board: &Board, tiles: TileSystem) -> String {
    notation::write_board(board, tiles)
}
