//! Records of fixed length, as 2048EndgameTablebase writes games. All numbers have their lowest byte
//! first; a board has four bits for each rank.
//!
//! `.rpl`, 25 bytes: the board, then slide (left, right, up, down), cell and kind of the spawn in one byte,
//! then success rates of the four slides. The last record is the same in every file. 2048EndgameTablebase
//! has the first cell in the highest bits, 2048-next in the lowest; which one it is follows from the
//! rules: each board has to follow from the one before.
//!
//! `.vrs`, 13 bytes: the board, the score, and the slide that led there (left 1, right 2, up 3, down 4).

use super::plies::{Plies, game, spawned};
use super::{FormatError, Replay, ReplayFormat};
use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::game::Game;
use crate::grid::Grid;
use crate::notation::sequence::Step;
use crate::rules::Rules;
use crate::shape::Shape;
use crate::tile::Tile;

const RPL: usize = 25;
const VRS: usize = 13;

/// The last record of a `.rpl` file after its board.
const END: [u8; 17] = {
    let rates = [666_666_666_u32, 233_333_333, 314_159_265, 987_654_321];
    let mut end = [88; 17];
    let mut at = 0;
    while at < 16 {
        end[at + 1] = rates[at / 4].to_le_bytes()[at % 4];
        at += 1;
    }
    end
};

/// The slides, by code.
const SLIDES: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];

/// Where the first cell of a board is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Highest,
    Lowest,
}

pub(super) fn is_rpl(bytes: &[u8]) -> bool {
    bytes.len().is_multiple_of(RPL) && bytes.ends_with(&END)
}

pub(super) fn is_vrs(bytes: &[u8]) -> bool {
    let scores = bytes.chunks(VRS).map(|record| record.get(8..12).map(number));
    let scores: Option<Vec<u64>> = scores.collect();
    bytes.len().is_multiple_of(VRS)
        && scores.is_some_and(|scores| scores.first() == Some(&0) && scores.is_sorted())
}

/// A number whose lowest byte comes first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn shape() -> Shape {
    "4x4".parse().expect("a shape")
}

fn board(bits: u64, first: First) -> Board {
    let mut board = Board::new(shape());
    for (place, cell) in board.shape().iter().enumerate() {
        let place = if first == First::Highest { 15 - place } else { place };
        board.set(cell, Tile::new((bits >> (4 * place) & 15) as u8).expect("a low rank"));
    }
    board
}

fn bits(board: &Board, format: ReplayFormat) -> Result<u64, FormatError> {
    board.tiles().try_fold(0, |bits, tile| match tile.rank() {
        rank @ 0..=15 => Ok(bits << 4 | u64::from(rank)),
        _ => Err(format.unwritable("its tiles end at 32768")),
    })
}

/// What a record says about the spawn at the end of the game, whose next board is not recorded.
struct LastSpawn {
    tile: Tile,
    place: usize,
}

/// Follows boards by the rules: each is a slide and a spawn after the one before.
fn follow(
    boards: &[Board],
    slides: &[Direction],
    places: &[usize],
    last: Option<LastSpawn>,
) -> Result<Replay, FormatError> {
    let game_rules = Game::new(Rules::classic(shape()));
    let mut steps = Vec::new();
    // Whether all places so far are those of cells, row by row.
    let mut by_rows = !places.is_empty();
    for (index, &direction) in slides.iter().enumerate() {
        let wrong = |reason| FormatError::Record { number: index + 1, reason };
        let position = game_rules.position(boards[index].clone());
        let position = position.map_err(|_| wrong("the board is none of classic 2048"))?;
        let slide = game_rules.slide(&position, direction);
        let slide = slide.ok_or_else(|| wrong("the slide changes nothing"))?;
        steps.push(Step::Slide(direction));
        let after = slide.afterstate.board();
        let (cell, tile) = match boards.get(index + 1) {
            Some(next) => {
                let differs = |cell: &Cell| after.tile(*cell) != next.tile(*cell);
                let mut cells = after.shape().iter().filter(differs);
                let cell = cells.next().filter(|cell| after.tile(*cell).is_empty());
                let (Some(cell), None) = (cell, cells.next()) else {
                    return Err(wrong(
                        "the next board is not this one after its slide and a spawn",
                    ));
                };
                by_rows &= places.get(index) == Some(&(4 * cell.row() + cell.column()));
                (cell, next.tile(cell))
            }
            None => {
                let Some(LastSpawn { tile, place }) = last else { break };
                let cell = |place: usize| Cell::new(place / 4, place % 4);
                let both = [place, 15 - place].map(cell);
                let [first, second] = if by_rows && index > 0 { both } else { [both[1], both[0]] };
                let is_free = |cell: &Cell| after.tile(*cell).is_empty();
                let free = [first, second].into_iter().find(is_free);
                (free.ok_or_else(|| wrong("the spawn is on a tile"))?, tile)
            }
        };
        steps.push(Step::Spawn { cell, tile });
    }
    let replay = game(boards[0].clone(), steps);
    replay.rules.afterstate(replay.start.clone()).map_err(|_| FormatError::Record {
        number: 1,
        reason: "the board is none of classic 2048",
    })?;
    Ok(replay)
}

pub(super) fn read_rpl(bytes: &[u8]) -> Result<Replay, FormatError> {
    let records: Vec<&[u8]> = bytes[..bytes.len() - RPL].chunks(RPL).collect();
    let Some(&final_record) = records.last() else {
        return Err(FormatError::Cut("there is no record but the last one"));
    };
    let slides: Vec<_> =
        records.iter().map(|record| SLIDES[usize::from(record[8] >> 5 & 3)]).collect();
    let read = |first| {
        let boards: Vec<_> =
            records.iter().map(|record| board(number(&record[..8]), first)).collect();
        // Places are those of cells or of groups of four bits, by the program.
        let places: Vec<_> =
            records.iter().map(|record| usize::from(record[8] >> 1 & 15)).collect();
        let place = *places.last().unwrap_or(&0);
        let place = LastSpawn { tile: spawned(final_record[8] & 1 != 0), place };
        let place = match first {
            First::Highest => place,
            // Here both are the same.
            First::Lowest => LastSpawn { place: 15 - place.place, ..place },
        };
        follow(&boards, &slides, if first == First::Highest { &places } else { &[] }, Some(place))
    };
    // What is wrong is said of the program that defined the format.
    read(First::Highest).or_else(|error| read(First::Lowest).map_err(|_| error))
}

pub(super) fn read_vrs(bytes: &[u8]) -> Result<Replay, FormatError> {
    let records: Vec<&[u8]> = bytes.chunks(VRS).collect();
    let mut slides = Vec::new();
    for (index, record) in records.iter().enumerate().skip(1) {
        let slide = usize::from(record[12]).checked_sub(1).and_then(|code| SLIDES.get(code));
        let reason = "the slide is none of 1 to 4";
        slides.push(*slide.ok_or(FormatError::Record { number: index + 1, reason })?);
    }
    let boards: Vec<_> =
        records.iter().map(|record| board(number(&record[..8]), First::Highest)).collect();
    match boards.is_empty() {
        true => Err(FormatError::Cut("there is no record")),
        false => follow(&boards, &slides, &[], None),
    }
}

fn on_4x4(plies: &Plies, format: ReplayFormat) -> Result<(), FormatError> {
    match plies.shape() == shape() {
        true => Ok(()),
        false => Err(format.unwritable("it knows 4x4 only")),
    }
}

pub(super) fn write_rpl(plies: &Plies) -> Result<Vec<u8>, FormatError> {
    let format = ReplayFormat::Rpl;
    on_4x4(plies, format)?;
    if plies.plies.is_empty() {
        return Err(format.unwritable("it has no slide"));
    }
    let mut bytes = Vec::new();
    for ply in &plies.plies {
        let slide = SLIDES.iter().position(|known| *known == ply.slide).unwrap_or(0) as u8;
        let (cell, tile) = ply.spawn;
        let place = 15 - (4 * cell.row() + cell.column()) as u8;
        bytes.extend(bits(&ply.before, format)?.to_le_bytes());
        bytes.push(slide << 5 | place << 1 | (tile.rank() - 1));
        // No table has judged the slides.
        bytes.extend([0; 16]);
    }
    bits(&plies.end.0, format)?;
    bytes.extend([0; 8]);
    bytes.extend(END);
    Ok(bytes)
}

pub(super) fn write_vrs(plies: &Plies) -> Result<Vec<u8>, FormatError> {
    let format = ReplayFormat::Vrs;
    on_4x4(plies, format)?;
    let mut bytes = Vec::new();
    let mut record = |board: &Board, score: u64, slide: u8| {
        let score = u32::try_from(score).map_err(|_| format.unwritable("its score is too high"))?;
        bytes.extend(bits(board, format)?.to_le_bytes());
        bytes.extend(score.to_le_bytes());
        bytes.push(slide);
        Ok::<_, FormatError>(())
    };
    let mut slide = 0;
    for ply in &plies.plies {
        record(&ply.before, ply.score, slide)?;
        slide = SLIDES.iter().position(|known| *known == ply.slide).unwrap_or(0) as u8 + 1;
    }
    record(&plies.end.0, plies.end.1, slide)?;
    Ok(bytes)
}
