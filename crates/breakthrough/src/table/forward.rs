//! The pass forward: what can occur.

use crate::{Baseline, Side};

use super::geometry::{Geometry, cells, place};
use super::solve::WinCounts;
use super::subsets::{Which, add, count, exchange, lose, put_in, remove_with, take_out, words};
use super::{Tables, index};

/// Buffers that are used again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    first: Vec<u64>,
    second: Vec<u64>,
}

/// A buffer of some length; what is in it is left from before.
fn buffer(buffer: &mut Vec<u64>, words: usize) -> &mut [u64] {
    if buffer.len() < words {
        buffer.resize(words, 0);
    }
    &mut buffer[..words]
}

/// A buffer of some length, all zero.
fn cleared(buffer: &mut Vec<u64>, words: usize) -> &mut [u64] {
    buffer.clear();
    buffer.resize(words, 0);
    buffer
}

/// The positions of one placement of White's pawns in which play goes on, and how many there are
/// in which it is over. Tables of placements with more to go have to be there.
pub(super) fn tables(
    geometry: &Geometry,
    baseline: Baseline,
    white: u64,
    before: &[Tables],
    scratch: &mut Scratch,
) -> (Tables, WinCounts) {
    let length = words(geometry.elements(white));
    let mut over = WinCounts::default();
    let mut black_moves = vec![0; length];
    white_moves_to(geometry, white, before, &mut black_moves, scratch);
    // Without a pawn Black has lost.
    over.white += black_moves[0] & 1;
    black_moves[0] &= !1;
    if baseline == Baseline::Imminent {
        let all = count(&black_moves);
        let free = geometry.free(white);
        for cell in cells(free & geometry.threats(Side::Black)) {
            remove_with(&mut black_moves, place(free, cell));
        }
        over.black += all - count(&black_moves);
    }

    let mut white_moves = vec![0; length];
    if white == geometry.game.start().white {
        let free = geometry.free(white);
        let start = index(free, geometry.game.start().black);
        white_moves[start / 64] |= 1 << (start % 64);
    }
    black_moves_to(geometry, white, &black_moves, before, &mut white_moves, scratch);
    // Without a pawn White has lost; with the second baseline, White may have won already.
    if white == 0 {
        over.black += count(&white_moves);
        white_moves.clear();
    } else if baseline == Baseline::Imminent && white & geometry.threats(Side::White) != 0 {
        over.white += count(&white_moves);
        white_moves.clear();
    }
    let keep = |table: Vec<u64>| match table.iter().any(|&word| word != 0) {
        true => table.into_boxed_slice(),
        false => Box::default(),
    };
    (Tables { white: keep(white_moves), black: keep(black_moves) }, over)
}

/// Adds the positions that moves of White lead to, to those where Black is to move.
fn white_moves_to(
    geometry: &Geometry,
    white: u64,
    before: &[Tables],
    target: &mut [u64],
    scratch: &mut Scratch,
) {
    let free = geometry.free(white);
    for to in cells(white & geometry.black_cells) {
        for (from, diagonal) in geometry.origins(Side::White, to) {
            if white >> from & 1 == 1 {
                continue;
            }
            let origin = white ^ 1 << to | 1 << from;
            let source = &before[origin as usize].white;
            if source.is_empty() {
                continue;
            }
            let taken = place(geometry.free(origin), to);
            let which = if diagonal { Which::Any } else { Which::Lack };
            let left = buffer(&mut scratch.first, words(geometry.elements(origin) - 1));
            take_out(source, taken, which, left);
            if geometry.black_cells >> from & 1 == 1 {
                put_in(left, place(free, from), Which::Lack, target);
            } else {
                add(left, target);
            }
        }
    }
}

/// Adds the positions that moves of Black lead to, to those where White is to move.
fn black_moves_to(
    geometry: &Geometry,
    white: u64,
    same: &[u64],
    before: &[Tables],
    target: &mut [u64],
    scratch: &mut Scratch,
) {
    let free = geometry.free(white);
    if same.iter().any(|&word| word != 0) {
        for from in cells(free) {
            for (to, _) in geometry.targets(Side::Black, from) {
                if free >> to & 1 == 1 {
                    exchange(same, place(free, from), place(free, to), target);
                }
            }
        }
    }
    if white.count_ones() == geometry.pawns {
        return;
    }
    for to in cells(free & geometry.white_cells) {
        let origin = white | 1 << to;
        let source = &before[origin as usize].black;
        if source.is_empty() {
            continue;
        }
        let (origin_free, elements) = (geometry.free(origin), geometry.elements(origin));
        for (from, diagonal) in geometry.origins(Side::Black, to) {
            if diagonal && origin_free >> from & 1 == 1 {
                let left = buffer(&mut scratch.first, words(elements - 1));
                take_out(source, place(origin_free, from), Which::Have, left);
                // First the cell that was taken, then the one that was left.
                let arrived = cleared(&mut scratch.second, words(elements));
                put_in(left, place(free & !(1 << from), to), Which::Have, arrived);
                put_in(arrived, place(free, from), Which::Lack, target);
            }
        }
    }
}

/// The positions in which a pawn of White has just arrived, all of its other pawns standing on
/// `others`; each counted once, wherever the pawn came from.
pub(super) fn white_arrivals(
    geometry: &Geometry,
    others: u64,
    reached: &[Tables],
    scratch: &mut Scratch,
) -> u64 {
    if others.count_ones() == geometry.pawns {
        return 0;
    }
    let free = geometry.free(others);
    let mut arrivals = 0;
    for to in cells(geometry.row(geometry.rows - 1)) {
        let arrived = cleared(&mut scratch.second, words(geometry.elements(others) - 1));
        for (from, diagonal) in geometry.origins(Side::White, to) {
            if others >> from & 1 == 1 {
                continue;
            }
            let origin = others | 1 << from;
            let source = &reached[origin as usize].white;
            if source.is_empty() {
                continue;
            }
            let which = if diagonal { Which::Any } else { Which::Lack };
            let left = buffer(&mut scratch.first, words(geometry.elements(origin) - 1));
            take_out(source, place(geometry.free(origin), to), which, left);
            put_in(left, place(free & !(1 << to), from), Which::Lack, arrived);
        }
        arrivals += count(arrived);
    }
    arrivals
}

/// The positions in which a pawn of Black has just arrived and White's pawns stand on `white`.
pub(super) fn black_arrivals(
    geometry: &Geometry,
    white: u64,
    reached: &[Tables],
    scratch: &mut Scratch,
) -> u64 {
    let free = geometry.free(white);
    let mut arrivals = 0;
    for to in cells(geometry.row(0) & !white) {
        let arrived = cleared(&mut scratch.second, words(geometry.elements(white)));
        for (from, diagonal) in geometry.origins(Side::Black, to) {
            if free >> from & 1 == 0 {
                continue;
            }
            // A pawn of White on the first row takes no cell from Black: the tables have one size.
            for (origin, possible) in [(white, true), (white | 1 << to, diagonal)] {
                let enough = origin.count_ones() <= geometry.pawns;
                if possible && enough && !reached[origin as usize].black.is_empty() {
                    lose(&reached[origin as usize].black, place(free, from), arrived);
                }
            }
        }
        arrivals += count(arrived);
    }
    arrivals
}
