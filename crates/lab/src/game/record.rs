//! Boards and games as text.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use twofold_core::notation::{parse_board, sequence, write_board};
use twofold_core::replay::Replay;
use twofold_core::{Grid, Shape, TileSystem};

use super::{GameRequest, Sent, board, misread};
use crate::answer::{self, AnswerJson};
use crate::error::ApiError;
use crate::server::Lab;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadRequest {
    text: String,
    #[serde(default)]
    shape: Option<String>,
    #[serde(default)]
    rules: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct BoardJson {
    board: String,
    shape: String,
    faces: Vec<Vec<u64>>,
}

/// Reads a board in any notation.
pub(crate) async fn read(Sent(asked): Sent<ReadRequest>) -> Result<Json<BoardJson>, ApiError> {
    let parse = |text: &String| text.parse::<Shape>();
    let shape = asked.shape.as_ref().filter(|text| !text.is_empty()).map(parse).transpose();
    let shape = shape.map_err(|error| ApiError::input(error).option("shape"))?;
    let tiles: TileSystem = match &asked.rules {
        Some(name) => name.parse().map_err(|e| ApiError::input(format!("{e}")).option("rules"))?,
        None => TileSystem::default(),
    };
    let board = parse_board(&asked.text, tiles, shape).map_err(misread)?;
    let faces: Vec<u64> = board.tiles().map(|tile| tiles.face(tile)).collect();
    Ok(Json(BoardJson {
        board: write_board(&board, tiles),
        shape: board.shape().to_string(),
        faces: faces.chunks(board.shape().columns()).map(<[u64]>::to_vec).collect(),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplayRequest {
    text: String,
}

#[derive(Serialize)]
pub(crate) struct ReplayJson {
    game: ReplayGameJson,
    frames: Vec<FrameJson>,
}

#[derive(Serialize)]
struct ReplayGameJson {
    shape: String,
    rules: &'static str,
    spawns: String,
    placement: &'static str,
}

#[derive(Serialize)]
struct FrameJson {
    board: String,
    /// Nothing at the start.
    step: Option<String>,
    score: u64,
}

/// Longer games are not for the page.
const MOST_STEPS: usize = 200_000;

/// Plays a recorded game again.
pub(crate) async fn replay(Sent(asked): Sent<ReplayRequest>) -> Result<Json<ReplayJson>, ApiError> {
    let told = |error: String| ApiError::input(error).option("text");
    let replay: Replay = asked.text.parse().map_err(|error| told(format!("{error}")))?;
    if replay.steps.len() > MOST_STEPS {
        return Err(told(format!(
            "a game of more than {MOST_STEPS} steps is too long for the page"
        )));
    }
    let tiles = replay.rules.tiles;
    let frames = replay.play().map_err(|error| told(error.to_string()))?;
    let frame = |frame: twofold_core::replay::Frame| FrameJson {
        board: write_board(&frame.board, tiles),
        step: frame.step.map(|step| sequence::write(&[step], tiles)),
        score: frame.score,
    };
    let game = ReplayGameJson {
        shape: replay.rules.shape.to_string(),
        rules: tiles.name(),
        spawns: replay.rules.spawn.tiles.write(tiles),
        placement: replay.rules.spawn.placement.name(),
    };
    Ok(Json(ReplayJson { game, frames: frames.into_iter().map(frame).collect() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordRequest {
    game: GameRequest,
    /// The board before the first step; an empty one if left out.
    #[serde(default)]
    start: Option<String>,
    /// Steps as in replays: `(1,1)=4` or `L`.
    steps: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct RecordJson {
    text: String,
}

impl RecordRequest {
    /// The game, checked by the rules.
    fn replay(&self) -> Result<Replay, ApiError> {
        let rules = self.game.rules()?;
        if self.steps.len() > MOST_STEPS {
            return Err(ApiError::input(format!("at most {MOST_STEPS} steps")).option("steps"));
        }
        let start = match self.start.as_deref() {
            Some(text) => board(text, &rules)?,
            None => twofold_core::Board::new(rules.shape),
        };
        let told = |error: String| ApiError::input(error).option("steps");
        let steps = sequence::parse(&self.steps.concat(), rules.tiles);
        let steps = steps.map_err(|error| told(error.to_string()))?;
        let replay = Replay { rules, start, steps };
        replay.play().map_err(|error| told(error.to_string()))?;
        Ok(replay)
    }
}

/// The file of a game.
pub(crate) async fn record(Sent(asked): Sent<RecordRequest>) -> Result<Json<RecordJson>, ApiError> {
    Ok(Json(RecordJson { text: asked.replay()?.to_string() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    record: RecordRequest,
    /// The store that judges.
    store: String,
}

/// The mistakes of a game, as `twofold review` finds them.
pub(crate) async fn review(
    State(lab): State<Lab>,
    Sent(asked): Sent<ReviewRequest>,
) -> Result<Json<AnswerJson>, ApiError> {
    lab.compute(move |lab| {
        let told = |error: String| ApiError::input(error).option("store");
        let store = lab.stores.path(&asked.store).map_err(told)?;
        let Some(store) = store.to_str() else { return Err(told("a path is not text".to_owned())) };
        let arguments = ["review".to_owned(), format!("--store={store}"), "-".to_owned()];
        answer::ask_about(asked.record.replay()?.to_string(), &arguments, None)
    })
    .await
    .map(Json)
}
