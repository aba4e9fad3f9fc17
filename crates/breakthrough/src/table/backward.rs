//! The pass backward: who wins.

use crate::Side;

use super::Tables;
use super::geometry::{Geometry, cells, place};
use super::subsets::{Which, all, complement, exchange, gain, put_in, take_out, words};

/// The positions of one placement of White's pawns that the side to move loses, whether they can
/// occur or not. Tables of placements with less to go have to be there.
pub(super) fn lost(geometry: &Geometry, white: u64, after: &[Tables]) -> Tables {
    let white_loses = white_loses(geometry, white, after);
    let black_loses = black_loses(geometry, white, &white_loses, after);
    Tables { white: white_loses.into_boxed_slice(), black: black_loses.into_boxed_slice() }
}

/// The positions that the side to move loses within one ply more, from tables that tell which ones
/// it loses within some plies.
pub(super) fn lost_later(geometry: &Geometry, white: u64, before: &[Tables]) -> Tables {
    let white_loses = white_loses(geometry, white, before);
    let black_loses = black_loses(geometry, white, &before[white as usize].white, before);
    Tables { white: white_loses.into_boxed_slice(), black: black_loses.into_boxed_slice() }
}

fn white_loses(geometry: &Geometry, white: u64, after: &[Tables]) -> Vec<u64> {
    let elements = geometry.elements(white);
    if white == 0 {
        return all(elements);
    }
    if white & geometry.threats(Side::White) != 0 {
        return vec![0; words(elements)];
    }
    let free = geometry.free(white);
    let mut wins = vec![0; words(elements)];
    let mut left = Vec::new();
    for from in cells(white) {
        for (to, diagonal) in geometry.targets(Side::White, from) {
            if white >> to & 1 == 1 {
                continue;
            }
            let next = white ^ 1 << from | 1 << to;
            let mut source = &*after[next as usize].black;
            if geometry.black_cells >> from & 1 == 1 {
                left.resize(words(geometry.elements(next) - 1), 0);
                take_out(source, place(geometry.free(next), from), Which::Lack, &mut left);
                source = &left;
            }
            let which = if diagonal { Which::Any } else { Which::Lack };
            put_in(source, place(free, to), which, &mut wins);
        }
    }
    complement(&mut wins, elements);
    wins
}

fn black_loses(geometry: &Geometry, white: u64, same: &[u64], after: &[Tables]) -> Vec<u64> {
    let elements = geometry.elements(white);
    let free = geometry.free(white);
    let mut wins = if white == 0 { all(elements) } else { vec![0; words(elements)] };
    // With a pawn before White's home row the next move wins.
    let everything = all(elements);
    for cell in cells(free & geometry.threats(Side::Black)) {
        gain(&everything, place(free, cell), &mut wins);
    }
    for from in cells(free) {
        for (to, _) in geometry.targets(Side::Black, from) {
            if free >> to & 1 == 1 {
                exchange(same, place(free, to), place(free, from), &mut wins);
            }
        }
    }
    let mut left = vec![0; words(elements)];
    for to in cells(white & geometry.black_cells) {
        let next = white ^ 1 << to;
        let mut is_taken = false;
        for (from, diagonal) in geometry.origins(Side::Black, to) {
            if diagonal && free >> from & 1 == 1 {
                if !is_taken {
                    let source = &after[next as usize].white;
                    take_out(source, place(geometry.free(next), to), Which::Have, &mut left);
                    is_taken = true;
                }
                gain(&left, place(free, from), &mut wins);
            }
        }
    }
    if white == 0 {
        // Nobody is left at all: whoever moved last has won.
        wins[0] &= !1;
    }
    complement(&mut wins, elements);
    wins
}
