//! A character for every ply, as 2048league wrote games, and 2048verse in its first years.
//!
//! After `replay ` or `replay_` come characters of a code page of 128, each a number of seven bits: the
//! slide (up, right, down, left), whether the spawn is a 4, its column, its row. The first two only
//! spawn. Other boards than 4×4 have a head of ten characters that names them.

use super::plies::{Plies, Spawn, game, spawned};
use super::{FormatError, Replay, ReplayFormat};
use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::notation::sequence::Step;

/// The characters from code 95 on; before them come those of ASCII from the space on.
const HIGH: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒá";

/// The slides, by code.
const SLIDES: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

/// Splits a text into the board and the characters of the plies.
fn parts(text: &str) -> Option<(&str, &str)> {
    let head: String = text.chars().take(10).collect();
    if let Some(shape) = ["2x4", "3x3", "3x4"].into_iter().find(|shape| head.contains(shape)) {
        return Some((shape, text.get(head.len()..)?));
    }
    let (head, body) = (text.get(..7)?, text.get(7..)?);
    let is_head = head.get(..6)?.eq_ignore_ascii_case("replay") && head.ends_with([' ', '_']);
    is_head.then_some(("4x4", body))
}

/// Whether a text looks like it.
pub(super) fn is(text: &str) -> bool {
    let is_named = |text: &str| text.to_ascii_lowercase().contains("replay");
    let head: String = text.chars().take(10).collect();
    parts(text).is_some() && is_named(&head)
}

/// The number that a character stands for.
fn code(character: char) -> Option<usize> {
    match character {
        ' '..='~' => Some(character as usize - 32),
        _ => HIGH.chars().position(|high| high == character).map(|place| 95 + place),
    }
}

fn character(code: usize) -> char {
    let high = || HIGH.chars().nth(code.checked_sub(95)?);
    high().unwrap_or_else(|| char::from(32 + code.min(94) as u8))
}

pub(super) fn read(text: &str) -> Result<Replay, FormatError> {
    let format = ReplayFormat::League;
    let (shape, body) = parts(text).ok_or(FormatError::Unknown)?;
    let shape = format.shape(shape)?;
    let before = text.chars().count() - body.chars().count();
    // A space is a ply, a line break is not.
    let body = body.trim_end_matches(['\r', '\n']);
    let mut steps = Vec::new();
    for (place, character) in body.chars().enumerate() {
        let code = code(character).ok_or(FormatError::Character {
            format,
            place: before + place + 1,
            character,
        })?;
        if place >= 2 {
            steps.push(Step::Slide(SLIDES[code >> 5]));
        }
        let (row, column) = (code & 3, code >> 2 & 3);
        if row >= shape.rows() || column >= shape.columns() {
            return Err(format.absent(format_args!(
                "row {} and column {} on {shape}",
                row + 1,
                column + 1
            )));
        }
        steps.push(Step::Spawn { cell: Cell::new(row, column), tile: spawned(code & 16 != 0) });
    }
    if steps.len() < 2 {
        return Err(FormatError::Cut("two spawns come before the first slide"));
    }
    Ok(game(Board::new(shape), steps))
}

pub(super) fn write(plies: &Plies) -> Result<String, FormatError> {
    let format = ReplayFormat::League;
    if plies.shape().to_string() != "4x4" {
        return Err(format.unwritable("only games on 4x4 are written"));
    }
    if plies.opening.len() != 2 {
        return Err(format.unwritable("it does not begin with two spawns on an empty board"));
    }
    let spawn = |&(cell, tile): &Spawn| {
        usize::from(tile.rank() == 2) << 4 | cell.column() << 2 | cell.row()
    };
    let slide = |slide| SLIDES.iter().position(|known| *known == slide).unwrap_or(0) << 5;
    let opening = plies.opening.iter().map(spawn);
    let rest = plies.plies.iter().map(|ply| slide(ply.slide) | spawn(&ply.spawn));
    Ok(format!("replay_{}", opening.chain(rest).map(character).collect::<String>()))
}
