//! Playing: a request for each slide and spawn. The page keeps the game; the server knows the rules.

mod advice;
mod record;
mod turn;

pub(crate) use self::advice::{Players, advice};
pub(crate) use self::record::{read, record, replay, review};
pub(crate) use self::turn::{place, slide, spawn, start, turn};

use axum::extract::FromRequest;
use axum::extract::rejection::JsonRejection;
use serde::Deserialize;
use twofold_core::notation::{NotationError, parse_board};
use twofold_core::{Board, Game, Placement, Rules, Shape, SpawnTiles, TileSystem};

use crate::error::ApiError;

/// JSON that is refused with a message in our form.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(ApiError))]
pub(crate) struct Sent<T>(pub(crate) T);

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        match rejection.status().as_u16() {
            413 => ApiError::large("the request is too large"),
            _ => ApiError::input(rejection.body_text()),
        }
    }
}

/// A game, in the words of the command line.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameRequest {
    shape: String,
    #[serde(default = "classic")]
    rules: String,
    #[serde(default)]
    spawns: Option<String>,
    #[serde(default)]
    placement: Option<String>,
}

fn classic() -> String {
    "classic".to_owned()
}

impl GameRequest {
    /// The rules, or which option makes no sense.
    fn rules(&self) -> Result<Rules, ApiError> {
        let told =
            |option: &'static str| move |error: String| ApiError::input(error).option(option);
        let shape: Shape = self.shape.parse().map_err(|e| told("shape")(format!("{e}")))?;
        let tiles: TileSystem = self.rules.parse().map_err(|e| told("rules")(format!("{e}")))?;
        let mut rules = Rules::new(shape, tiles);
        if let Some(spawns) = self.spawns.as_deref().filter(|spawns| !spawns.trim().is_empty()) {
            let read = SpawnTiles::parse(spawns, tiles);
            rules.spawn.tiles = read.map_err(|e| told("spawns")(format!("{e}")))?;
        }
        if let Some(place) = self.placement.as_deref().filter(|place| !place.is_empty()) {
            let read = place.parse::<Placement>();
            rules.spawn.placement = read.map_err(|e| told("placement")(format!("{e}")))?;
        }
        Ok(rules)
    }

    fn game(&self) -> Result<Game, ApiError> {
        Ok(Game::new(self.rules()?))
    }
}

/// Reads a board of a game.
fn board(text: &str, rules: &Rules) -> Result<Board, ApiError> {
    parse_board(text, rules.tiles, Some(rules.shape)).map_err(misread)
}

/// Why a board cannot be read, with both readings of an ambiguous one.
fn misread(error: NotationError) -> ApiError {
    use twofold_core::notation::Expected;
    let readings = match error.expected() {
        Expected::OneReading { .. } => {
            let text = error.text().trim();
            vec![format!("faces:{text}"), format!("ranks:{text}")]
        }
        _ => Vec::new(),
    };
    ApiError::from(twofold_commands::CommandError::from(error)).option("board").readings(readings)
}
