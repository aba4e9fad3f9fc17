//! `twofold ask`: what a solved store knows of a board.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use twofold_core::notation::parse_board;
use twofold_core::{Board, Direction};
use twofold_solve::tables::Table;
use twofold_solve::{Answer, AskError, PlayValue, Problem, Solution, SpawnValue};
use twofold_studio::{Panel, Scene, terminal};

use super::solve::value::{self, ValueJson};
use crate::error::{About as _, CommandError};
use crate::output::{self, GameJson, Output, Report, TextContext, board_json, cells};
use crate::{layer_error, store_error};

/// Look up a board in a solved store: the value of every slide and every spawn
///
/// The board is looked up both as a position, with Slider to move, and as an afterstate, before a spawn,
/// if it can occur as one or the other. A value is what perfect play still achieves from there, with
/// enough digits to distinguish the slides. Ties are broken in the order up, down, left, right.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold solve 3x3 --store solved
  twofold ask solved '2 4 8 / . 2 . / . . .'
  twofold ask solved 0x123000010 --format json")]
pub struct Options {
    /// The directory that `twofold solve --store` made
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// The board, in any notation
    #[arg(value_name = "BOARD")]
    board: String,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let solution = Solution::open(&options.store).map_err(store_error::tell).about("store")?;
    let rules = solution.problem().game().rules();
    let board = parse_board(&options.board, rules.tiles, Some(rules.shape)).about("board")?;
    let problem = solution.problem().clone();
    let answer = match Table::of(solution) {
        Ok(table) => ask_table(&table, &board)?,
        Err(solution) => ask(&solution, &board)?,
    };
    let is_known = answer.is_position || answer.is_afterstate || answer.is_over;
    output.emit(&Asked { problem, board, answer })?;
    if is_known {
        return Ok(());
    }
    Err(CommandError::negative("this board cannot occur in play"))
}

/// The answer of a store, or what is wrong with the problem.
pub(super) fn ask(solution: &Solution, board: &Board) -> Result<Answer, CommandError> {
    solution.ask(board).map_err(|error| match error {
        AskError::Layer(error) => layer_error::while_reading(error),
        error => CommandError::input(error).about("board"),
    })
}

/// The answer of an endgame table, for whichever image of the board it has.
fn ask_table(table: &Table, board: &Board) -> Result<Answer, CommandError> {
    let covered = table.ask(board).map_err(|error| match error {
        AskError::Layer(error) => layer_error::while_reading(error),
        error => CommandError::input(error).about("board"),
    })?;
    covered.map(|covered| covered.answer).ok_or_else(|| {
        let error = format!("the table {} does not cover this board", table.name());
        CommandError::negative(error).hint(
            "its large tiles have to be different, larger than all others, and where the pattern has them; \
             `twofold table list` shows the patterns",
        )
    })
}

/// A board and its answer.
pub(super) struct Asked {
    pub(super) problem: Problem,
    pub(super) board: Board,
    pub(super) answer: Answer,
}

#[derive(Serialize)]
struct SlideJson {
    direction: &'static str,
    legal: bool,
    value: Option<ValueJson>,
}

#[derive(Serialize)]
struct SpawnJson {
    cell: String,
    tile: u64,
    value: ValueJson,
}

#[derive(Serialize)]
pub(super) struct Json {
    game: GameJson,
    goal: &'static str,
    opponent: &'static str,
    board: String,
    /// Whether it can occur with Slider to move.
    position: bool,
    /// Whether it can occur with a tile about to appear.
    afterstate: bool,
    /// Whether the target has been made.
    over: bool,
    value: Option<ValueJson>,
    best: Option<&'static str>,
    slides: Vec<SlideJson>,
    afterstate_value: Option<ValueJson>,
    spawns: Vec<SpawnJson>,
}

impl Asked {
    fn slides(&self) -> impl Iterator<Item = (Direction, bool, Option<&PlayValue>)> + Clone {
        let slides = Direction::ALL.into_iter().zip(self.answer.legal).zip(&self.answer.slides);
        slides.map(|((direction, legal), value)| (direction, legal, value.as_ref()))
    }

    /// What is said about the board as such.
    fn verdict(&self) -> String {
        let Answer { is_over, is_position, is_afterstate, .. } = self.answer;
        let said = match (is_over, is_position, is_afterstate) {
            (true, ..) => "the game is over on this board",
            (_, true, true) => "this board can occur both before a slide and before a spawn",
            (_, true, false) => "this board can occur before a slide",
            (_, false, true) => "this board can occur before a spawn, not before a slide",
            (_, false, false) => "this board cannot occur in play",
        };
        format!("{}: {said}", self.problem)
    }

    /// The best slide with its value in full, and the slides that are as good; nothing if there is
    /// no slide.
    fn best_slide(&self) -> Option<String> {
        let (best, value) = (self.answer.best?, self.answer.value.as_ref()?);
        let rivals = |is_rival: &dyn Fn(&PlayValue) -> bool| {
            let others = self.slides().filter(|&(direction, ..)| direction != best);
            let rivals = others.filter(|(.., value)| value.is_some_and(is_rival));
            rivals.map(|(direction, ..)| direction.name()).collect::<Vec<_>>().join(" and ")
        };
        let equal = rivals(&|other| other == value);
        let close = rivals(&|other| match (other.figure(), value.figure()) {
            (Some(figure), Some(best)) => other != value && figure.agrees_with(best),
            _ => false,
        });
        let mut text =
            format!("best slide: {}, {}", best.name(), value::text(&self.problem, value, None));
        if !equal.is_empty() {
            text += &format!("; {equal} as good");
        }
        if !close.is_empty() {
            text += &format!("; rounding leaves open whether {close} is as good");
        }
        Some(text + "\n")
    }

    /// The board with the values of slides at its edges.
    pub(super) fn drawing(&self, context: &TextContext) -> String {
        let panel = Panel::board(&self.board, self.problem.game().rules().tiles);
        let drawn = terminal::write(&Scene::new().panel(panel), &context.terminal);
        let lines: Vec<&str> = drawn.lines().collect();
        let visible =
            |line: &str| anstream::adapter::strip_str(line).to_string().trim_end().chars().count();
        let width = lines.iter().map(|line| visible(line)).max().unwrap_or(0);
        let values = self.slides().filter_map(|(.., value)| value);
        let decimals = value::telling_decimals(&self.problem, values);
        let text = |value: &PlayValue| value::text(&self.problem, value, Some(decimals));
        let edge = |wanted: Direction| {
            let slide = self.slides().find(|&(direction, legal, _)| direction == wanted && legal);
            let star = if self.answer.best == Some(wanted) { " *" } else { "" };
            let value = slide.map(|(.., value)| value.map_or("?".to_owned(), text));
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
        let tiles = self.problem.game().rules().tiles;
        let slide = |(direction, legal, value): (Direction, bool, Option<&PlayValue>)| SlideJson {
            direction: direction.name(),
            legal,
            value: value.map(ValueJson::from),
        };
        let spawn = |spawn: &SpawnValue| SpawnJson {
            cell: spawn.cell.to_string(),
            tile: tiles.face(spawn.tile),
            value: (&spawn.value).into(),
        };
        let answer = &self.answer;
        Json {
            game: self.problem.game().into(),
            goal: self.problem.goal().name(),
            opponent: self.problem.opponent().name(),
            board: board_json(&self.board, tiles),
            position: answer.is_position,
            afterstate: answer.is_afterstate,
            over: answer.is_over,
            value: answer.value.as_ref().map(ValueJson::from),
            best: answer.best.map(|direction| direction.name()),
            slides: self.slides().map(slide).collect(),
            afterstate_value: answer.afterstate_value.as_ref().map(ValueJson::from),
            spawns: answer.spawns.iter().map(spawn).collect(),
        }
    }

    fn table(&self) -> output::Table {
        let mut table = output::Table::new(&["move", "~value", "best"]);
        for (direction, _, value) in self.slides().filter(|slide| slide.1) {
            let best = if self.answer.best == Some(direction) { "best" } else { "" };
            let value = value.map_or("".into(), value::cell);
            table.row([direction.name().into(), value, best.into()]);
        }
        let tiles = self.problem.game().rules().tiles;
        for spawn in &self.answer.spawns {
            let name = format!("spawn {} at {}", tiles.face(spawn.tile), spawn.cell);
            table.row([name.into(), value::cell(&spawn.value), "".into()]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let mut text = format!("{}\n", self.verdict());
        text += &self.drawing(context);
        if self.answer.is_position {
            text += &self.best_slide().unwrap_or_else(|| "no slide is legal\n".to_owned());
        }
        if let Some(value) = &self.answer.afterstate_value {
            let value = value::text(&self.problem, value, None);
            text += &format!("with a spawn due: {value}\n");
            let tiles = self.problem.game().rules().tiles;
            let values = self.answer.spawns.iter().map(|spawn| &spawn.value);
            let decimals = value::telling_decimals(&self.problem, values);
            let mut table = output::Table::new(&["spawn at", ">tile", "~value"]);
            for spawn in &self.answer.spawns {
                let value = value::text(&self.problem, &spawn.value, Some(decimals));
                table.row(cells![spawn.cell.to_string(), tiles.face(spawn.tile), value]);
            }
            text += &table.text(context);
        }
        text
    }
}
