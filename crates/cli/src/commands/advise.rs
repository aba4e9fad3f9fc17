//! `twofold advise`: what a player thinks of a position.

use clap::Args;
use serde::Serialize;
use twofold_core::notation::{parse_board, values};
use twofold_core::{Board, Shape, TileSystem};
use twofold_players::{Judged, Recipe};
use twofold_studio::{Panel, Scene, terminal};

use super::rules::RulesOptions;
use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext};
use crate::player_error;

/// Ask a player for advice: every legal slide with its value, and how sure the player is
///
/// Values of searching players are ratings, of which only the order counts; those of networks estimate
/// the points still to come. The margin says by how much the best slide is better than the next one.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold advise '4 8 2 . / 2 . . . / . . . . / . . . .'
  twofold advise 0x0132 --player minimax:depth=3
  twofold advise '1 2 3 / 3 . 6 / . . .' --rules threes --player expectimax:depth=3 --format json")]
pub(crate) struct Options {
    /// The board, in any notation
    #[arg(required = true, num_args = 1.., value_name = "BOARD")]
    board: Vec<String>,
    /// The player, with parameters if you like
    #[arg(long, default_value = "expectimax", value_parser = player_error::recipe)]
    player: Recipe,
    /// Rows and columns, such as 2x3
    #[arg(long)]
    shape: Option<Shape>,
    #[command(flatten)]
    rules: RulesOptions,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let text = options.board.join(" ");
    let board = parse_board(&text, options.rules.tiles, options.shape)?;
    let rules = options.rules.rules(twofold_core::Grid::shape(&board))?;
    let entrant = options.player.prepare(&rules).map_err(player_error::tell)?;
    let position = entrant.game().position(board.clone()).map_err(CommandError::input)?;
    let judged = entrant.player(0).judge(&position).map_err(CommandError::input)?;
    let advice = Advice { player: entrant.name().to_owned(), tiles: rules.tiles, board, judged };
    Ok(output.emit(&advice)?)
}

struct Advice {
    player: String,
    tiles: TileSystem,
    board: Board,
    judged: Judged,
}

#[derive(Serialize)]
struct Json {
    player: String,
    meaning: &'static str,
    best: Option<String>,
    margin: Option<f64>,
    slides: Vec<SlideJson>,
}

#[derive(Serialize)]
struct SlideJson {
    direction: String,
    value: f64,
    score: u64,
    board: String,
}

impl Report for Advice {
    type Json = Json;

    fn json(&self) -> Json {
        let slides = self.judged.slides.iter().map(|judgement| SlideJson {
            direction: judgement.slide.direction.to_string(),
            value: judgement.value,
            score: judgement.slide.score,
            board: values::write(judgement.slide.afterstate.board(), self.tiles),
        });
        Json {
            player: self.player.clone(),
            meaning: self.judged.meaning.name(),
            best: self.judged.best().map(|best| best.slide.direction.to_string()),
            margin: self.judged.margin(),
            slides: slides.collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["direction", "#value", "#score", "board"]);
        for slide in self.json().slides {
            let value = format!("{:.3}", slide.value);
            table.row([slide.direction, value, slide.score.to_string(), slide.board]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let board = Panel::board(&self.board, self.tiles).label("board");
        let slide = |judgement: &twofold_players::Judgement| {
            let label = judgement.slide.direction.name();
            Panel::board(judgement.slide.afterstate.board(), self.tiles)
                .label(label)
                .caption(format!("{:.1}", judgement.value))
        };
        let mut scene = Scene::from(board);
        scene.extend(self.judged.slides.iter().map(slide));
        let mut text = terminal::write(&scene, &context.terminal);
        let Some(best) = self.judged.best() else { return text + "\nthe game is over\n" };
        let meaning = match self.judged.meaning {
            twofold_players::Meaning::Rating => "ratings: only their order counts",
            twofold_players::Meaning::Estimate => "estimates of the points still to come",
            twofold_players::Meaning::Exact => "exact",
        };
        text += &format!("\n{} says {}", self.player, best.slide.direction.name());
        text += &match self.judged.margin() {
            None => ", the only legal slide".to_owned(),
            Some(0.0) => "; another slide is as good".to_owned(),
            Some(margin) => format!("; the next best slide is {margin:.1} behind"),
        };
        text + &format!(" ({meaning})\n")
    }
}
