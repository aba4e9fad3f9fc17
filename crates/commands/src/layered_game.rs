//! Options that say which game is worked through, from where and to where.

use clap::{Args, ValueEnum};
use twofold_core::notation::parse_board;
use twofold_core::{Shape, Tile, Unrepresentable};
use twofold_layers::{LayeredGame, LayeredGameError, Start};

use super::rules::RulesOptions;
use crate::error::{About as _, CommandError};

/// A game with a start and an end.
#[derive(Args, Clone, Debug)]
pub(crate) struct LayeredGameOptions {
    /// Stop play when this tile is made [default: play on until no slide is legal]
    #[arg(long, value_name = "TILE")]
    pub(crate) to: Option<u64>,
    /// How play starts: with two tiles, as in the published game, or with one tile
    #[arg(long, value_enum, default_value_t, conflicts_with = "from")]
    pub(crate) start: StartName,
    /// Start from this board instead, in any notation
    #[arg(long, value_name = "BOARD")]
    pub(crate) from: Option<String>,
    #[command(flatten)]
    pub(crate) rules: RulesOptions,
}

/// How play starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum StartName {
    /// Two random tiles
    #[default]
    TwoTiles,
    /// An empty board on which one tile spawns
    Empty,
}

impl LayeredGameOptions {
    /// The game on a board of the given shape.
    pub(crate) fn game(&self, shape: Shape) -> Result<LayeredGame, CommandError> {
        let rules = self.rules.rules(shape)?;
        let target = self.to.map(|face| self.tile(face)).transpose()?;
        let start = match (&self.from, self.start) {
            (Some(text), _) => {
                Start::Board(parse_board(text, rules.tiles, Some(shape)).about("from")?)
            }
            (None, StartName::TwoTiles) => Start::TwoTiles,
            (None, StartName::Empty) => Start::Empty,
        };
        LayeredGame::new(rules, target, start).map_err(tell)
    }

    fn tile(&self, face: u64) -> Result<Tile, CommandError> {
        let tiles = self.rules.tiles;
        tiles
            .tile_with_face(face)
            .filter(|tile| !tile.is_empty())
            .ok_or_else(|| CommandError::input(format!("{face} is not a tile of the {tiles} game")))
            .about("to")
    }
}

/// Why a game cannot be worked through in layers, with what to do about it.
pub(crate) fn tell(error: LayeredGameError) -> CommandError {
    let told = CommandError::input(&error);
    match error {
        LayeredGameError::Placement { .. } => {
            told.hint("add --placement anywhere").about("placement")
        }
        LayeredGameError::Board(Unrepresentable::Shape { .. }) => {
            told.hint("boards of up to sixteen cells can be worked through").about("shape")
        }
        LayeredGameError::Board(Unrepresentable::Tile(_)) | LayeredGameError::Start(_) => {
            told.about("from")
        }
        LayeredGameError::Tile { .. } => told.about("to"),
        LayeredGameError::Target => told.about("endgame"),
        LayeredGameError::Mask { .. } => told.about("patterns"),
    }
}
