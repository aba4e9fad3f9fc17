//! `twofold advise`: how a player values the slides of a position.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;
use twofold_core::notation::parse_board;
use twofold_core::notation::sequence::Step;
use twofold_core::replay::Frame;
use twofold_core::{Board, Figure, Grid, Rules, Shape, Tile, TileSystem};
use twofold_players::arena::{Series, Share, Statistics};
use twofold_players::{Entrant, EvaluateError, PlayerSpec, SlideValue, SlideValues, ValueKind};
use twofold_solve::PlayValue;
use twofold_studio::{Panel, Scene, terminal};

use super::arena::report::share_line;
use super::rules::RulesOptions;
use super::solve::value::{self, ValueJson};
use crate::error::{About as _, CommandError};
use crate::game_file;
use crate::output::{GameJson, Output, Report, Table, TextContext, board_json, cells};
use crate::players;
use crate::progress::Bar;

/// Ask a player for advice: every legal slide with its value, and the chances of the next tiles
///
/// What a value means depends on the player. Tables give the value of perfect play, networks an estimate
/// of the score still to come, other players a rating, of which only the order matters. The margin is the
/// lead of the best slide over the next one.
///
/// With --games, the player plays that many games from the position, and the share of games that reach
/// each of the next tiles is printed with its 95 % confidence interval. If the player is a table solved
/// for a tile, its value is the exact probability.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold advise '4 8 2 . / 2 . . . / . . . . / . . . .'
  twofold advise '1024 512 256 2 / 8 16 32 64 / 4 2 . . / . . . .' --player ntuple --games 200
  twofold advise 0x0132 --player minimax:depth=3
  twofold advise --replay game.txt --slide 100 --player ntuple:depth=1
  twofold advise '1 2 3 / 3 . 6 / . . .' --rules threes --player expectimax:depth=3 --format json")]
pub struct Options {
    /// The board, in any notation
    #[arg(required_unless_present = "replay", num_args = 1.., value_name = "BOARD")]
    board: Vec<String>,
    /// Take the last board of a recorded game, in any format that `twofold replay` reads
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "shape", "tiles", "spawns", "placement"], value_hint = ValueHint::FilePath)]
    replay: Option<PathBuf>,
    /// Take the board before this slide of the game, counted from 1
    #[arg(long, value_name = "NUMBER", requires = "replay", value_parser = clap::value_parser!(u64).range(1..))]
    slide: Option<u64>,
    /// The player, with parameters if you like
    #[arg(long, default_value = "expectimax", value_parser = players::spec)]
    player: PlayerSpec,
    /// Play this many games from the position, for the chances of the next tiles
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The seed of the games
    #[arg(long, default_value_t = 1, requires = "games")]
    seed: u64,
    /// Rows and columns, such as 2x3
    #[arg(long)]
    shape: Option<Shape>,
    #[command(flatten)]
    rules: RulesOptions,
}

impl Options {
    /// The board and its rules, from a recorded game or as they are written.
    fn position(&self, output: &Output) -> Result<(Board, Rules), CommandError> {
        let Some(path) = &self.replay else { return self.board() };
        let replay = game_file::read(path, output).about("replay")?;
        let frames = replay.play().map_err(CommandError::input).about("replay")?;
        let frame = match self.slide {
            // A spawn follows every slide but the last one of a game that was broken off.
            None => frames.iter().rev().find(|frame| !matches!(frame.step, Some(Step::Slide(_)))),
            Some(number) => {
                let is_slide = |pair: &&[Frame]| matches!(pair[1].step, Some(Step::Slide(_)));
                let slides = frames.windows(2).filter(is_slide);
                slides.map(|pair| &pair[0]).nth(usize::try_from(number - 1).unwrap_or(usize::MAX))
            }
        };
        let Some(frame) = frame else {
            let slides = replay.steps.iter().filter(|step| matches!(step, Step::Slide(_))).count();
            let error = CommandError::input(format!("the game has {slides} slides"));
            return Err(error.about("slide"));
        };
        let board = frame.board.clone();
        replay.rules.position(board.clone()).map_err(CommandError::input).about("replay")?;
        Ok((board, replay.rules))
    }

    fn board(&self) -> Result<(Board, Rules), CommandError> {
        let text = self.board.join(" ");
        let board = parse_board(&text, self.rules.tiles, self.shape).about("board")?;
        let rules = self.rules.rules(board.shape())?;
        rules.position(board.clone()).map_err(CommandError::input).about("board")?;
        Ok((board, rules))
    }
}

/// Whether there are a board and a player.
pub(crate) fn check(options: &Options) -> Result<(), CommandError> {
    if options.replay.is_some() {
        return Ok(());
    }
    let (_, rules) = options.board()?;
    options.player.prepare(&rules).map_err(players::tell).about("player").map(drop)
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let (board, rules) = options.position(output)?;
    let entrant = players::prepare(&options.player, &rules, output).about("player")?;
    let position = entrant.game().position(board.clone());
    let position = position.map_err(CommandError::input).about("board")?;
    let bar = Bar::new(output, format!("asking {}", entrant.name()));
    let values = entrant.player(0).evaluate_watched(&position, &bar);
    let values = values.map_err(|error| match error {
        EvaluateError::Tile(_) => CommandError::input(error),
        error => players::values(&error),
    })?;
    drop(bar);
    let asked = options.games.filter(|_| !values.slides.is_empty()).unwrap_or(0);
    let (played, chances) = match asked {
        0 => (0, Vec::new()),
        games => chances(&entrant, &board, games, options.seed, output)?,
    };
    let player = entrant.name().to_owned();
    output.emit(&Advice {
        player,
        tiles: rules.tiles,
        rules,
        board,
        values,
        chances,
        seed: options.seed,
    })?;
    if played < asked {
        let hint = format!("{played} of {asked} games are finished");
        return Err(CommandError::interrupted().hint(hint));
    }
    Ok(())
}

/// The number of games played, and the share of them that reach each tile above the largest one; the last
/// is the first tile that no game reached.
fn chances(
    entrant: &Entrant,
    board: &Board,
    games: u64,
    seed: u64,
    output: &Output,
) -> Result<(u64, Vec<(Tile, Share)>), CommandError> {
    let series = Series { from: Some(board.clone()), ..Series::new(games, seed) };
    let bar = Bar::new(output, "games from the position");
    let played = series.play_until_stopped(entrant, &bar);
    let played = played.map_err(|error| players::games(&error))?;
    drop(bar);
    if played.is_empty() {
        return Err(CommandError::interrupted());
    }
    let statistics = Statistics::of(&played);
    let most = statistics.shares.keys().last().map_or(0, |tile| tile.rank());
    let next = board.largest().rank() + 1..=most.max(board.largest().rank()) + 1;
    let chance = |tile: Tile| (tile, statistics.share(tile));
    Ok((statistics.games, next.filter_map(Tile::new).map(chance).collect()))
}

struct Advice {
    player: String,
    rules: Rules,
    tiles: TileSystem,
    board: Board,
    values: SlideValues,
    chances: Vec<(Tile, Share)>,
    seed: u64,
}

#[derive(Serialize)]
struct Json {
    game: GameJson,
    board: String,
    player: String,
    /// `exact`, `estimate` or `rating`.
    meaning: &'static str,
    /// What exact values are of, such as `score`.
    goal: Option<&'static str>,
    best: Option<&'static str>,
    /// The lead of the best slide; `null` if there is no other, or none that ever gets there.
    margin: Option<Figure>,
    slides: Vec<SlideJson>,
    chances: Vec<ChanceJson>,
}

#[derive(Serialize)]
struct SlideJson {
    direction: &'static str,
    /// What a solved store knows of the slide, or what the player estimates.
    value: ValueJson,
    score: u64,
    board: String,
}

#[derive(Serialize)]
struct ChanceJson {
    tile: u64,
    chance: Figure,
}

impl Advice {
    /// The value of the slide at a place, with its certainty.
    fn value(&self, place: usize) -> PlayValue {
        match self.values.solved.get(place) {
            Some(solved) => solved.clone(),
            None => PlayValue::Known(Figure::Estimate(self.values.slides[place].value)),
        }
    }

    /// The lead of the best slide over the next one, with its certainty.
    fn margin(&self) -> Option<Figure> {
        let mut places: Vec<usize> = (0..self.values.slides.len()).collect();
        let value = |place: usize| self.values.slides[place].value;
        places.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
        let [best, next] = [*places.first()?, *places.get(1)?];
        self.value(best).figure()?.distance(self.value(next).figure()?)
    }

    /// As many decimals as it takes to tell slides apart, but few for large numbers.
    fn decimals(&self) -> usize {
        let values = self.values.slides.iter().map(|slide| slide.value);
        let largest = values.clone().map(f64::abs).fold(0.0, f64::max);
        let least = match self.values.solved.is_empty() {
            true if largest >= 1000.0 => 0,
            true => 1,
            false => 4,
        };
        let tells_apart = |&decimals: &usize| {
            let mut values: Vec<f64> = values.clone().collect();
            values.sort_by(f64::total_cmp);
            let show = |value: f64| format!("{value:.decimals$}");
            values.windows(2).all(|pair| pair[0] == pair[1] || show(pair[0]) != show(pair[1]))
        };
        (least..12).find(tells_apart).unwrap_or(12)
    }

    /// What the values are.
    fn meaning(&self) -> String {
        match self.values.kind {
            ValueKind::Rating => "ratings: only their order counts".to_owned(),
            ValueKind::Estimate => "estimates of the score still to come".to_owned(),
            ValueKind::Exact(goal) => format!("values of perfect play, goal {goal}"),
        }
    }
}

impl Report for Advice {
    type Json = Json;

    fn json(&self) -> Json {
        let slides = self.values.slides.iter().enumerate().map(|(place, slide_value)| SlideJson {
            direction: slide_value.slide.direction.name(),
            value: ValueJson::from(&self.value(place)),
            score: slide_value.slide.score,
            board: board_json(slide_value.slide.afterstate.board(), self.tiles),
        });
        let chance = |(tile, share): &(Tile, Share)| ChanceJson {
            tile: self.tiles.face(*tile),
            chance: share.figure(self.seed),
        };
        Json {
            game: (&self.rules).into(),
            board: board_json(&self.board, self.tiles),
            player: self.player.clone(),
            meaning: self.values.kind.name(),
            goal: match self.values.kind {
                ValueKind::Exact(goal) => Some(goal.name()),
                _ => None,
            },
            best: self.values.best().map(|best| best.slide.direction.name()),
            margin: self.margin(),
            slides: slides.collect(),
            chances: self.chances.iter().map(chance).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["direction", "~value", "meaning", "#score", "board"]);
        let meaning = self.values.kind.name();
        for (place, slide_value) in self.values.slides.iter().enumerate() {
            let value = value::cell(&self.value(place));
            let slide = &slide_value.slide;
            let board = board_json(slide.afterstate.board(), self.tiles);
            table.row(cells![slide.direction.name(), value, meaning, slide.score, board]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let board = Panel::board(&self.board, self.tiles).label("board");
        let decimals = self.decimals();
        let slide = |(place, slide_value): (usize, &SlideValue)| {
            let label = slide_value.slide.direction.name();
            let caption = format!("{:#.decimals$}", self.value(place));
            Panel::board(slide_value.slide.afterstate.board(), self.tiles)
                .label(label)
                .caption(caption)
        };
        let mut scene = Scene::from(board);
        scene.extend(self.values.slides.iter().enumerate().map(slide));
        let mut text = terminal::write(&scene, &context.terminal);
        let Some(best) = self.values.best() else { return text + "\nthe game is over\n" };
        text += &format!("\n{} says {}", self.player, best.slide.direction.name());
        text += &match (self.values.margin(), self.margin()) {
            (None, _) => ", the only legal slide".to_owned(),
            (Some(0.0), _) => "; another slide is as good".to_owned(),
            (_, Some(margin)) => format!("; the next best slide is {margin:#.decimals$} behind"),
            (Some(_), None) => "; no other slide is known to come near".to_owned(),
        };
        text += &format!(" ({})\n", self.meaning());
        if let Some((_, Share { games, .. })) = self.chances.first() {
            let seed = self.seed;
            text +=
                &format!("\nchances of the next tiles, in {games} sampled games, seed {seed}:\n");
        }
        for &(tile, share) in &self.chances {
            text += &share_line(self.tiles.face(tile), &share.figure(self.seed));
        }
        text
    }
}
