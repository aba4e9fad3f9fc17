//! `REPLAY_v4C_` of 2048-next: the mode, sixteen characters for the board before the first slide, and a
//! character for every ply.
//!
//! A ply has two bits for the slide (up, right, down, left), one for a 4, four for the cell, row by row.
//! Number 127 introduces two or more: it stands for itself before 0, takes the last ply back before 1, and
//! sets a tile in practice before 2.

use super::plies::{Plies, game, spawned};
use super::{FormatError, Replay, ReplayFormat};
use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::grid::Grid;
use crate::notation::sequence::Step;
use crate::rules::Rules;
use crate::tile::Tile;

const PREFIX: &str = "REPLAY_v4C_";

/// Modes: without undo, with it, up to a tile, and practice.
const MODES: [char; 4] = ['S', 'C', 'K', 'P'];

/// The slides, by code.
const SLIDES: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

/// Introduces what is no plain ply.
const ESCAPE: u32 = 127;

/// Whether a text looks like it.
pub(super) fn is(text: &str) -> bool {
    text.trim_start().starts_with(PREFIX)
}

/// The number that a character stands for: printable ASCII, then Latin-1 without the soft hyphen.
fn number(character: char) -> Option<u32> {
    let code = character as u32;
    match code {
        33..=126 => Some(code - 33),
        161..=172 => Some(code - 161 + 94),
        174..=195 => Some(code - 174 + 106),
        _ => None,
    }
}

fn character(number: u32) -> char {
    let code = match number {
        0..=93 => number + 33,
        94..=105 => number - 94 + 161,
        _ => number - 106 + 174,
    };
    char::from_u32(code).unwrap_or('!')
}

pub(super) fn read(text: &str) -> Result<Replay, FormatError> {
    let format = ReplayFormat::Next;
    let text = text.trim();
    let body = text.strip_prefix(PREFIX).ok_or(FormatError::Unknown)?;
    let mut characters = body.chars();
    match characters.next() {
        Some(mode) if MODES.contains(&mode) => {}
        Some(mode) => return Err(format.absent(format_args!("mode `{mode}`"))),
        None => return Err(FormatError::Cut("the mode is missing")),
    }
    let mut numbers = Vec::new();
    for (place, character) in characters.enumerate() {
        let place = PREFIX.len() + 2 + place;
        numbers.push(number(character).ok_or(FormatError::Character {
            format,
            place,
            character,
        })?);
    }
    let Some((ranks, actions)) = numbers.split_at_checked(16) else {
        return Err(FormatError::Cut("the board has sixteen characters"));
    };
    let mut start = Board::new(format.shape("4x4")?);
    for (cell, &rank) in start.shape().iter().zip(ranks) {
        let tile = u8::try_from(rank).ok().and_then(Tile::new);
        let tile = tile.ok_or_else(|| format.absent(format_args!("tile of rank {rank}")))?;
        start.set(cell, tile);
    }
    let steps = steps(actions)?;
    let rules = Rules::classic(start.shape());
    rules
        .afterstate(start.clone())
        .map_err(|error| FormatError::Own(super::ReplayError::Start(error)))?;
    Ok(game(start, steps))
}

fn steps(actions: &[u32]) -> Result<Vec<Step>, FormatError> {
    let mut steps = Vec::new();
    let mut actions = actions.iter().copied();
    let mut action = 0;
    while let Some(mut ply) = actions.next() {
        action += 1;
        if ply == ESCAPE {
            match actions.next() {
                Some(0) => ply = ESCAPE,
                Some(1) if steps.len() >= 2 => {
                    steps.truncate(steps.len() - 2);
                    continue;
                }
                Some(1) => {
                    let what = "takes back a ply, and there is none";
                    return Err(FormatError::Action { number: action, what });
                }
                Some(2) => {
                    let what = "sets a tile by hand, as in practice, which is no play";
                    return Err(FormatError::Action { number: action, what });
                }
                Some(_) => {
                    let what = "is of an unknown kind";
                    return Err(FormatError::Action { number: action, what });
                }
                None => return Err(FormatError::Cut("the last action is not whole")),
            }
        }
        let cell = ply as usize & 15;
        steps.push(Step::Slide(SLIDES[ply as usize >> 5 & 3]));
        let cell = Cell::new(cell / 4, cell % 4);
        steps.push(Step::Spawn { cell, tile: spawned(ply & 16 != 0) });
    }
    Ok(steps)
}

pub(super) fn write(plies: &Plies) -> Result<String, FormatError> {
    if plies.shape().to_string() != "4x4" {
        return Err(ReplayFormat::Next.unwritable("it knows 4x4 only"));
    }
    let ranks = plies.start.tiles().map(|tile| character(u32::from(tile.rank())));
    let mut text: String = [PREFIX, "S"].concat();
    text.extend(ranks);
    for ply in &plies.plies {
        let slide = SLIDES.iter().position(|known| *known == ply.slide).unwrap_or(0) as u32;
        let (cell, tile) = ply.spawn;
        let cell = (4 * cell.row() + cell.column()) as u32;
        let number = slide << 5 | u32::from(tile.rank() == 2) << 4 | cell;
        text.push(character(number));
        if number == ESCAPE {
            text.push(character(0));
        }
    }
    Ok(text)
}
