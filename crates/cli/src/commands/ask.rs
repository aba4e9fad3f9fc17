//! `twofold ask`: what a solved store knows of a board.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::Value;
use twofold_core::notation::{parse_board, values};
use twofold_core::{Board, Direction};
use twofold_exact::solve::{Answer, AskError, Question, Solution};
use twofold_studio::{Panel, Scene, terminal};

use super::solve::Worth;
use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext};
use crate::{layer_error, store_error};

/// Ask a solved store about a board: the value of every slide and of every drop
///
/// The board is taken both as a position, with a slide due, and as a board on which a tile is about to
/// appear, as far as it can occur as one or the other. Values are what play will bring from there on.
/// Of equal slides the first one in the order up, down, left, right is the best.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold solve 3x3 --store solved
  twofold ask solved '2 4 8 / . 2 . / . . .'
  twofold ask solved 0x123000010 --format json")]
pub(crate) struct Options {
    /// The directory that `twofold solve --store` made
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// The board, in any notation
    #[arg(value_name = "BOARD")]
    board: String,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let solution = Solution::open(&options.store).map_err(store_error::tell)?;
    let rules = solution.question().task().rules();
    let board = parse_board(&options.board, rules.tiles, Some(rules.shape))?;
    let answer = ask(&solution, &board)?;
    let is_known = answer.is_position || answer.is_afterstate || answer.is_over;
    output.emit(&Asked { question: solution.question().clone(), board, answer })?;
    if is_known {
        return Ok(());
    }
    Err(CommandError::negative("this board cannot occur in play"))
}

/// The answer of a store, or what is wrong with the question.
pub(super) fn ask(solution: &Solution, board: &Board) -> Result<Answer, CommandError> {
    solution.ask(board).map_err(|error| match error {
        AskError::Layer(error) => layer_error::tell(error, None),
        error => CommandError::input(error),
    })
}

/// A board and its answer.
pub(super) struct Asked {
    pub(super) question: Question,
    pub(super) board: Board,
    pub(super) answer: Answer,
}

#[derive(Serialize)]
struct SlideJson {
    direction: &'static str,
    legal: bool,
    value: Option<Value>,
}

#[derive(Serialize)]
struct DropJson {
    cell: String,
    tile: u64,
    value: Value,
}

#[derive(Serialize)]
pub(super) struct Json {
    board: String,
    question: String,
    /// Whether it can occur with Slider to move.
    position: bool,
    /// Whether it can occur with a tile about to appear.
    afterstate: bool,
    /// Whether the tile that ends play has been made.
    over: bool,
    value: Option<Value>,
    best: Option<&'static str>,
    slides: Vec<SlideJson>,
    value_of_drop: Option<Value>,
    drops: Vec<DropJson>,
}

impl Asked {
    fn worth(&self) -> Worth<'_> {
        Worth::brief(&self.question)
    }

    fn slides(&self) -> impl Iterator<Item = (Direction, bool, Option<f64>)> + '_ {
        let slides = Direction::ALL.into_iter().zip(self.answer.legal).zip(self.answer.slides);
        slides.map(|((direction, legal), value)| (direction, legal, value))
    }

    fn written(&self) -> String {
        values::write(&self.board, self.question.task().rules().tiles)
    }

    /// What is said about the board as such.
    fn verdict(&self) -> String {
        let Answer { is_over, is_position, is_afterstate, .. } = self.answer;
        let said = match (is_over, is_position, is_afterstate) {
            (true, ..) => "play is over on this board",
            (_, true, true) => "this board can occur both before a slide and before a drop",
            (_, true, false) => "this board can occur before a slide",
            (_, false, true) => "this board can occur before a drop, not before a slide",
            (_, false, false) => "this board cannot occur in play",
        };
        format!("{}: {said}", self.question)
    }

    /// The board with the values of slides at its edges.
    pub(super) fn drawing(&self, context: &TextContext) -> String {
        let panel = Panel::board(&self.board, self.question.task().rules().tiles);
        let drawn = terminal::write(&Scene::new().panel(panel), &context.terminal);
        let lines: Vec<&str> = drawn.lines().collect();
        let visible =
            |line: &str| anstream::adapter::strip_str(line).to_string().trim_end().chars().count();
        let width = lines.iter().map(|line| visible(line)).max().unwrap_or(0);
        let edge = |wanted: Direction| {
            let slide = self.slides().find(|&(direction, legal, _)| direction == wanted && legal);
            let star = if self.answer.best == Some(wanted) { " *" } else { "" };
            let value =
                slide.map(|(.., value)| value.map_or("?".to_owned(), |v| self.worth().text(v)));
            value.map_or("–".to_owned(), |value| format!("{} {value}{star}", wanted.name()))
        };
        let [up, down, left, right] = Direction::ALL.map(edge);
        let margin = left.chars().count() + 2;
        let centred = |text: &str| {
            let room = width.saturating_sub(text.chars().count()) / 2;
            format!("{:indent$}{text}\n", "", indent = margin + room)
        };
        let mut text = centred(&up);
        for (index, line) in lines.iter().enumerate() {
            let (before, after) = match index == lines.len() / 2 {
                true => (left.as_str(), right.as_str()),
                false => ("", ""),
            };
            let gap = width - visible(line);
            text += format!("{before:<margin$}{line}{:gap$}  {after}", "").trim_end();
            text += "\n";
        }
        text + &centred(&down)
    }
}

impl Report for Asked {
    type Json = Json;

    fn json(&self) -> Json {
        let worth = self.worth();
        let tiles = self.question.task().rules().tiles;
        let slide = |(direction, legal, value): (Direction, bool, Option<f64>)| SlideJson {
            direction: direction.name(),
            legal,
            value: value.map(|value| worth.json(value)),
        };
        let drop = |drop: &twofold_exact::solve::Drop| DropJson {
            cell: drop.cell.to_string(),
            tile: tiles.value(drop.tile),
            value: worth.json(drop.value),
        };
        let answer = &self.answer;
        Json {
            board: self.written(),
            question: self.question.to_string(),
            position: answer.is_position,
            afterstate: answer.is_afterstate,
            over: answer.is_over,
            value: answer.value.map(|value| worth.json(value)),
            best: answer.best.map(|direction| direction.name()),
            slides: self.slides().map(slide).collect(),
            value_of_drop: answer.value_of_drop.map(|value| worth.json(value)),
            drops: answer.drops.iter().map(drop).collect(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["move", "#value", "best"]);
        for (direction, legal, value) in self.slides().filter(|slide| slide.1) {
            debug_assert!(legal);
            let value = value.map_or(String::new(), |value| self.worth().text(value));
            let best = if self.answer.best == Some(direction) { "best" } else { "" };
            table.row([direction.name().to_owned(), value, best.to_owned()]);
        }
        let tiles = self.question.task().rules().tiles;
        for drop in &self.answer.drops {
            let name = format!("drop {} at {}", tiles.value(drop.tile), drop.cell);
            table.row([name, self.worth().text(drop.value), String::new()]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = format!("{}\n", self.verdict());
        text += &self.drawing(context);
        if let Some(value) = self.answer.value.filter(|_| self.answer.is_position) {
            text += &format!("with a slide due: {}\n", self.worth().text(value));
        }
        if let Some(value) = self.answer.value_of_drop {
            text += &format!("with a drop due: {}\n", self.worth().text(value));
            let tiles = self.question.task().rules().tiles;
            let mut table = Table::new(&["drop at", "tile", "#value"]);
            for drop in &self.answer.drops {
                let value = self.worth().text(drop.value);
                table.row([drop.cell.to_string(), tiles.value(drop.tile).to_string(), value]);
            }
            text += &table.text(context);
        }
        text
    }
}
