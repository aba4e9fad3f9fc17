//! Slides and spawns.

use axum::Json;
use axum::extract::State;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use twofold_core::notation::write_board;
use twofold_core::{Afterstate, Board, Cell, Direction, Game, Naive, Position, Tile};
use twofold_players::arena::Dropper;
use twofold_solve::{Goal, Solution};

use super::{GameRequest, Sent, board};
use crate::error::ApiError;
use crate::server::Lab;
use crate::stores::Stores;

#[derive(Serialize)]
pub(crate) struct SlideJson {
    legal: bool,
    /// The board after the slide, before a tile appears.
    board: String,
    score: u64,
    moves: Vec<MoveJson>,
}

/// Where a tile goes.
#[derive(Serialize)]
struct MoveJson {
    from: [usize; 2],
    to: [usize; 2],
    tile: u64,
    /// Whether it disappears into the tile that is there.
    merged: bool,
}

#[derive(Serialize)]
pub(crate) struct SpawnJson {
    board: String,
    cell: Option<[usize; 2]>,
    tile: Option<u64>,
    over: bool,
    legal: Vec<&'static str>,
}

/// Who chooses the next tile.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(untagged)]
enum By {
    #[default]
    Default,
    Named(ByName),
    /// By the values of a solved store: the worst for Slider, or the best.
    Store {
        store: String,
        #[serde(default)]
        r#as: OpponentName,
    },
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ByName {
    Chance,
    Adversary,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum OpponentName {
    #[default]
    Adversary,
    Helper,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StartRequest {
    game: GameRequest,
    #[serde(default)]
    seed: u64,
}

#[derive(Serialize)]
pub(crate) struct StartJson {
    board: String,
    ply: u64,
    spawns: Vec<PlacedJson>,
}

#[derive(Serialize)]
struct PlacedJson {
    cell: [usize; 2],
    tile: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SlideRequest {
    game: GameRequest,
    board: String,
    direction: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnRequest {
    game: GameRequest,
    /// Before the slide for a turn, after it for a spawn.
    board: String,
    #[serde(default)]
    direction: Option<String>,
    /// For a spawn: the board before the slide, where spawns depend on it.
    #[serde(default)]
    before: Option<String>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    ply: u64,
    #[serde(default)]
    by: By,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaceRequest {
    game: GameRequest,
    board: String,
    #[serde(default)]
    direction: Option<String>,
    #[serde(default)]
    before: Option<String>,
    cell: [usize; 2],
    tile: u64,
}

#[derive(Serialize)]
pub(crate) struct TurnJson {
    slide: SlideJson,
    /// Nothing if the slide is not legal.
    spawn: Option<SpawnJson>,
}

/// The generator of a ply: the same seed and ply always give the same spawn.
fn generator(seed: u64, ply: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(ply);
    random
}

fn direction(text: &str) -> Result<Direction, ApiError> {
    text.parse().map_err(|error| ApiError::input(format!("{error}")).option("direction"))
}

fn coordinates(cell: Cell) -> [usize; 2] {
    [cell.row(), cell.column()]
}

/// The start of a game: two tiles on an empty board.
pub(crate) async fn start(Sent(asked): Sent<StartRequest>) -> Result<Json<StartJson>, ApiError> {
    let game = asked.game.game()?;
    let tiles = game.rules().tiles;
    let mut afterstate = game.start();
    let mut spawns = Vec::new();
    for ply in 0..2 {
        let mut random = generator(asked.seed, ply);
        let drawn =
            Dropper::Chance.spawn(&game, &afterstate, &mut random).map_err(ApiError::input)?;
        let Some(outcome) = drawn else { break };
        let tile = outcome.position.board().clone();
        spawns.push(PlacedJson { cell: coordinates(outcome.cell), tile: tiles.face(outcome.tile) });
        afterstate = game.afterstate(tile).map_err(ApiError::input)?;
    }
    let board = write_board(afterstate.board(), tiles);
    Ok(Json(StartJson { board, ply: 2, spawns }))
}

/// A slide alone.
pub(crate) async fn slide(Sent(asked): Sent<SlideRequest>) -> Result<Json<SlideJson>, ApiError> {
    let game = asked.game.game()?;
    let board = board(&asked.board, game.rules())?;
    Ok(Json(slid(&game, board, direction(&asked.direction)?)?.0))
}

/// A spawn alone.
pub(crate) async fn spawn(
    State(lab): State<Lab>,
    Sent(asked): Sent<TurnRequest>,
) -> Result<Json<SpawnJson>, ApiError> {
    let game = asked.game.game()?;
    let afterstate =
        afterstate(&game, &asked.board, asked.before.as_deref(), asked.direction.as_deref())?;
    Ok(Json(spawned(&lab.stores, &game, &afterstate, &asked)?))
}

/// A tile that a person places.
pub(crate) async fn place(Sent(asked): Sent<PlaceRequest>) -> Result<Json<SpawnJson>, ApiError> {
    let game = asked.game.game()?;
    let afterstate =
        afterstate(&game, &asked.board, asked.before.as_deref(), asked.direction.as_deref())?;
    let tiles = game.rules().tiles;
    let tile = tiles.tile_with_face(asked.tile).filter(|tile| !tile.is_empty());
    let unknown =
        || ApiError::input(format!("{} is not a tile of this game", asked.tile)).option("tile");
    let tile = tile.ok_or_else(unknown)?;
    if asked.cell.iter().any(|&place| place > usize::from(u8::MAX)) {
        return Err(ApiError::input("there is no such cell").option("cell"));
    }
    let cell = Cell::new(asked.cell[0], asked.cell[1]);
    let told = |error| ApiError::input(error).option("cell");
    let position = game.spawn(&afterstate, cell, tile).map_err(told)?;
    Ok(Json(after(&game, &position, Some((cell, tile)))))
}

/// A slide and the spawn that follows.
pub(crate) async fn turn(
    State(lab): State<Lab>,
    Sent(asked): Sent<TurnRequest>,
) -> Result<Json<TurnJson>, ApiError> {
    let game = asked.game.game()?;
    let before = board(&asked.board, game.rules())?;
    let missing = || ApiError::input("a turn needs a direction").option("direction");
    let wanted = direction(asked.direction.as_deref().ok_or_else(missing)?)?;
    let (slide, afterstate) = slid(&game, before, wanted)?;
    let spawn = match afterstate {
        Some(afterstate) => Some(spawned(&lab.stores, &game, &afterstate, &asked)?),
        None => None,
    };
    Ok(Json(TurnJson { slide, spawn }))
}

fn slid(
    game: &Game,
    board: Board,
    direction: Direction,
) -> Result<(SlideJson, Option<Afterstate<Board>>), ApiError> {
    let tiles = game.rules().tiles;
    let told = |error| ApiError::input(error).option("board");
    let position = game.position(board.clone()).map_err(told)?;
    let Some(slide) = game.slide(&position, direction) else {
        let board = write_board(&board, tiles);
        return Ok((SlideJson { legal: false, board, score: 0, moves: Vec::new() }, None));
    };
    let ways = Naive::new(game.rules()).ways(&board, direction);
    let moves = ways.iter().map(|way| MoveJson {
        from: coordinates(way.from),
        to: coordinates(way.to),
        tile: tiles.face(way.tile),
        merged: way.merges,
    });
    let board = write_board(slide.afterstate.board(), tiles);
    let json = SlideJson { legal: true, board, score: slide.score, moves: moves.collect() };
    Ok((json, Some(slide.afterstate)))
}

/// An afterstate from its board, or from the slide that led to it.
fn afterstate(
    game: &Game,
    text: &str,
    before: Option<&str>,
    wanted: Option<&str>,
) -> Result<Afterstate<Board>, ApiError> {
    let after = board(text, game.rules())?;
    let told = |error| ApiError::input(error).option("board");
    let (Some(before), Some(wanted)) = (before, wanted) else {
        return game.afterstate(after).map_err(told);
    };
    let before = board(before, game.rules())?;
    let (_, slid) = slid(game, before, direction(wanted)?)?;
    let slid = slid.filter(|slid| *slid.board() == after);
    slid.ok_or_else(|| ApiError::input("the slide does not lead to this board").option("before"))
}

fn spawned(
    stores: &Stores,
    game: &Game,
    afterstate: &Afterstate<Board>,
    asked: &TurnRequest,
) -> Result<SpawnJson, ApiError> {
    let dropper = match &asked.by {
        By::Default | By::Named(ByName::Chance) => Dropper::Chance,
        By::Named(ByName::Adversary) => Dropper::Adversary { depth: 2 },
        By::Store { store, r#as } => return by_store(stores, game, afterstate, store, *r#as),
    };
    let mut random = generator(asked.seed, asked.ply);
    let drawn = dropper.spawn(game, afterstate, &mut random).map_err(ApiError::input)?;
    Ok(match drawn {
        Some(outcome) => after(game, &outcome.position, Some((outcome.cell, outcome.tile))),
        None => {
            let board = write_board(afterstate.board(), game.rules().tiles);
            SpawnJson { board, cell: None, tile: None, over: true, legal: Vec::new() }
        }
    })
}

/// The worst or the best spawn by the values of a solved store.
fn by_store(
    stores: &Stores,
    game: &Game,
    afterstate: &Afterstate<Board>,
    store: &str,
    wish: OpponentName,
) -> Result<SpawnJson, ApiError> {
    let path = stores.path(store).map_err(|error| ApiError::input(error).option("by"))?;
    let told = |error: String| ApiError::input(error).option("by");
    let solution = Solution::open(&path).map_err(|error| told(error.to_string()))?;
    if solution.problem().game().rules() != game.rules() {
        return Err(told("the store is of another game".to_owned()));
    }
    let answer = solution.ask(afterstate.board()).map_err(|error| told(error.to_string()))?;
    // Fewer slides are better for Slider where the goal says so.
    let is_fewest = solution.problem().goal() == Goal::FewestSlides;
    let hurts = matches!(wish, OpponentName::Adversary) != is_fewest;
    let chosen = answer.spawns.into_iter().reduce(|best, spawn| {
        let (new, old) = (spawn.value.to_f64(), best.value.to_f64());
        if (hurts && new < old) || (!hurts && new > old) { spawn } else { best }
    });
    let unknown = || told("the store does not know this board".to_owned());
    let spawn = chosen.ok_or_else(unknown)?;
    let position = game.spawn(afterstate, spawn.cell, spawn.tile).map_err(ApiError::input)?;
    Ok(after(game, &position, Some((spawn.cell, spawn.tile))))
}

fn after(game: &Game, position: &Position<Board>, placed: Option<(Cell, Tile)>) -> SpawnJson {
    let tiles = game.rules().tiles;
    let legal: Vec<_> = game.slides(position).map(|slide| slide.direction.name()).collect();
    SpawnJson {
        board: write_board(position.board(), tiles),
        cell: placed.map(|(cell, _)| coordinates(cell)),
        tile: placed.map(|(_, tile)| tiles.face(tile)),
        over: legal.is_empty(),
        legal,
    }
}
