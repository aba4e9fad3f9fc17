//! What a player thinks of the slides of a board, and their features.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use twofold_core::{Direction, Rules};
use twofold_players::features::{FeatureBoard, Features};
use twofold_players::{Entrant, PlayerSpec};

use super::{GameRequest, Sent, board};
use crate::error::ApiError;
use crate::server::Lab;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AdviceRequest {
    game: GameRequest,
    board: String,
    #[serde(default = "usual")]
    player: String,
}

fn usual() -> String {
    "expectimax:depth=2".to_owned()
}

#[derive(Serialize)]
pub(crate) struct AdviceJson {
    player: String,
    /// What the values mean: `rating`, `estimate` or `exact`.
    kind: &'static str,
    best: Option<&'static str>,
    slides: Vec<SlideAdviceJson>,
}

#[derive(Serialize)]
struct SlideAdviceJson {
    direction: &'static str,
    legal: bool,
    value: Option<f64>,
    /// Of the board after the slide.
    features: Option<FeaturesJson>,
}

/// The six features of Catania and Raymond 2024.
#[derive(Serialize)]
struct FeaturesJson {
    largest: f64,
    monotonicity: f64,
    empty: f64,
    chain: f64,
    shift_load: f64,
    adjacent: f64,
}

/// Players that have been loaded, the last used first.
#[derive(Clone, Default)]
pub(crate) struct Players {
    loaded: Arc<Mutex<Vec<Loaded>>>,
}

/// A player for a game.
struct Loaded {
    spec: PlayerSpec,
    rules: Rules,
    entrant: Arc<Entrant>,
}

/// Players that are kept.
const KEPT: usize = 4;

impl Players {
    fn load(&self, spec: &PlayerSpec, rules: &Rules) -> Result<Arc<Entrant>, ApiError> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let place = loaded.iter().position(|known| known.spec == *spec && known.rules == *rules);
        let entry = match place {
            Some(place) => loaded.remove(place),
            None => {
                let entrant = spec.prepare(rules).map_err(|error| {
                    ApiError::from(twofold_commands::players::tell(error)).option("player")
                })?;
                Loaded { spec: spec.clone(), rules: rules.clone(), entrant: Arc::new(entrant) }
            }
        };
        let entrant = Arc::clone(&entry.entrant);
        loaded.insert(0, entry);
        loaded.truncate(KEPT);
        Ok(entrant)
    }
}

/// The values that a player gives to all slides.
pub(crate) async fn advice(
    State(lab): State<Lab>,
    Sent(asked): Sent<AdviceRequest>,
) -> Result<Json<AdviceJson>, ApiError> {
    lab.compute(move |lab| advise(&lab.players, &asked)).await.map(Json)
}

fn advise(players: &Players, asked: &AdviceRequest) -> Result<AdviceJson, ApiError> {
    let rules = asked.game.rules()?;
    let spec: PlayerSpec = asked
        .player
        .parse()
        .map_err(|error| ApiError::input(format!("{error}")).option("player"))?;
    if !spec.is_self_contained() {
        return Err(ApiError::refused(
            "players that read files or run programs are not for the page",
        )
        .option("player"));
    }
    let entrant = players.load(&spec, &rules)?;
    let told = |error| ApiError::input(error).option("board");
    let position = entrant.game().position(board(&asked.board, &rules)?).map_err(told)?;
    let values = entrant.player(0).evaluate(&position).map_err(ApiError::input)?;
    let slide = |direction: Direction| {
        let found = values.slides.iter().find(|value| value.slide.direction == direction);
        let features = found.map(|found| {
            let board = FeatureBoard::new(found.slide.afterstate.board(), rules.tiles);
            FeaturesJson::from(Features::of(&board, direction))
        });
        SlideAdviceJson {
            direction: direction.name(),
            legal: found.is_some(),
            value: found.map(|found| found.value),
            features,
        }
    };
    Ok(AdviceJson {
        player: entrant.name().to_owned(),
        kind: values.kind.name(),
        best: values.best().map(|best| best.slide.direction.name()),
        slides: Direction::ALL.map(slide).into(),
    })
}

impl From<Features> for FeaturesJson {
    fn from(features: Features) -> FeaturesJson {
        let Features { largest, monotonicity, empty, chain, shift_load, adjacent } = features;
        FeaturesJson { largest, monotonicity, empty, chain, shift_load, adjacent }
    }
}
