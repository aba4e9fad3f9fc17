//! Three characters for every ply, as 2048verse writes games: `4x4-…_` and then numbers of three digits
//! to the base 128.
//!
//! From the lowest bit on, a number has two bits for the slide (up, down, left, right), two for the rank
//! of the spawn less one, three for its column and three for its row. The first two only spawn.

use super::plies::{Plies, Spawn, game};
use super::{FormatError, Replay, ReplayFormat};
use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::notation::sequence::Step;
use crate::tile::Tile;

/// The slides, by code.
const SLIDES: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

/// The shape and the plies.
fn parts(text: &str) -> Option<(&str, &str)> {
    let (shape, rest) = text.split_once('-')?;
    let (rows, columns) = shape.split_once('x')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (_, body) = rest.split_once('_')?;
    (is_number(rows) && is_number(columns)).then_some((shape, body))
}

/// Whether a text looks like it.
pub(super) fn is(text: &str) -> bool {
    parts(text).is_some()
}

/// The digit that a character stands for.
fn digit(character: char) -> Option<u32> {
    Some(match character {
        '0'..='9' => character as u32 - '0' as u32,
        'a'..='z' => character as u32 - 'a' as u32 + 10,
        'A'..='Z' => character as u32 - 'A' as u32 + 36,
        'À'..='ÿ' => character as u32 - 'À' as u32 + 62,
        '¤' => 126,
        '¾' => 127,
        _ => return None,
    })
}

fn character(digit: u32) -> char {
    let after = |first: char, place: u32| char::from_u32(first as u32 + place).unwrap_or(first);
    match digit {
        0..=9 => after('0', digit),
        10..=35 => after('a', digit - 10),
        36..=61 => after('A', digit - 36),
        62..=125 => after('À', digit - 62),
        126 => '¤',
        _ => '¾',
    }
}

pub(super) fn read(text: &str) -> Result<Replay, FormatError> {
    let format = ReplayFormat::Verse;
    let (shape, body) = parts(text).ok_or(FormatError::Unknown)?;
    let (shape, before) = (format.shape(shape)?, text.chars().count() - body.chars().count());
    let body = body.trim_end();
    let mut digits = Vec::new();
    for (place, character) in body.chars().enumerate() {
        let digit = digit(character);
        let place = before + place + 1;
        digits.push(digit.ok_or(FormatError::Character { format, place, character })?);
    }
    if digits.len() % 3 != 0 {
        return Err(FormatError::Cut("every ply has three characters"));
    }
    if digits.len() < 6 {
        return Err(FormatError::Cut("two spawns come before the first slide"));
    }
    let mut steps = Vec::new();
    for (ply, digits) in digits.chunks(3).enumerate() {
        let number = digits.iter().fold(0, |number, digit| number << 7 | digit) as usize;
        if ply >= 2 {
            steps.push(Step::Slide(SLIDES[number & 3]));
        }
        let (column, row) = (number >> 4 & 7, number >> 7 & 7);
        if row >= shape.rows() || column >= shape.columns() {
            return Err(format.absent(format_args!(
                "row {} and column {} on {shape}",
                row + 1,
                column + 1
            )));
        }
        let tile = Tile::new((number >> 2 & 3) as u8 + 1).expect("a low rank");
        steps.push(Step::Spawn { cell: Cell::new(row, column), tile });
    }
    Ok(game(Board::new(shape), steps))
}

pub(super) fn write(plies: &Plies) -> Result<String, FormatError> {
    let format = ReplayFormat::Verse;
    let shape = plies.shape().to_string();
    format.shape(&shape).map_err(|_| format.unwritable("it knows 4x4, 2x4, 3x3 and 3x4 only"))?;
    if plies.opening.len() != 2 {
        return Err(format.unwritable("it does not begin with two spawns on an empty board"));
    }
    let spawn = |&(cell, tile): &Spawn| {
        (cell.row() as u32) << 7 | (cell.column() as u32) << 4 | u32::from(tile.rank() - 1) << 2
    };
    let slide = |slide| SLIDES.iter().position(|known| *known == slide).unwrap_or(0) as u32;
    let opening = plies.opening.iter().map(spawn);
    let rest = plies.plies.iter().map(|ply| slide(ply.slide) | spawn(&ply.spawn));
    let digits =
        opening.chain(rest).flat_map(|number| [number >> 14, number >> 7 & 127, number & 127]);
    Ok(format!("{shape}-_{}", digits.map(character).collect::<String>()))
}
