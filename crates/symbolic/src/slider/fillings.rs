//! How many boards Corollary 7 of Edixhoven 2019 allows, without looking at any of them.
//!
//! A tile of rank k needs k - 1 cells that are empty or lower. Ranks are handed out from the
//! highest down, so that all cells that are left are lower than what was handed out before.

use num_bigint::BigUint;
use twofold_core::Shape;

/// The number of boards with exactly `times` tiles of a rank and none above.
pub fn boards_of_line(shape: Shape, rank: u8, times: usize) -> BigUint {
    Fillings { avoided: None }.with(shape.cells(), rank, times)
}

/// The number of ways to fill some cells with ranks up to a highest one, one of which may have to
/// be avoided.
pub(super) fn fillings(cells: usize, highest: u8, avoided: Option<u8>) -> BigUint {
    Fillings { avoided }.up_to(cells, highest)
}

struct Fillings {
    avoided: Option<u8>,
}

impl Fillings {
    fn up_to(&self, cells: usize, highest: u8) -> BigUint {
        (0..=cells).map(|times| self.with(cells, highest, times)).sum()
    }

    /// The ways in which the highest rank is there so many times.
    fn with(&self, cells: usize, rank: u8, times: usize) -> BigUint {
        if times > 0 && self.avoided == Some(rank) {
            return BigUint::ZERO;
        }
        match (rank, times) {
            (0, _) => BigUint::from(u8::from(times == cells)),
            (_, 0) => self.up_to(cells, rank - 1),
            _ if cells < times + usize::from(rank - 1) => BigUint::ZERO,
            _ => choices(cells, times) * self.up_to(cells - times, rank - 1),
        }
    }
}

/// The ways to choose some of several cells.
fn choices(cells: usize, chosen: usize) -> BigUint {
    (0..chosen).fold(BigUint::from(1_u8), |ways, n| ways * (cells - n) / (n + 1))
}

#[cfg(test)]
mod tests {
    use super::super::line;
    use super::*;

    #[test]
    fn fillings_are_as_many_as_a_list_of_them_has() {
        for cells in 0..6 {
            for highest in 0..5 {
                let allowed = |line: &Vec<u8>| {
                    line.iter().all(|&rank| {
                        let lower = line.iter().filter(|&&other| other < rank).count();
                        lower + 1 >= usize::from(rank)
                    })
                };
                let list: Vec<Vec<u8>> = line::all(cells, highest + 1).filter(allowed).collect();
                assert_eq!(fillings(cells, highest, None), list.len().into());
                for avoided in 0..2 {
                    let others = list.iter().filter(|line| !line.contains(&avoided)).count();
                    assert_eq!(fillings(cells, highest, Some(avoided)), others.into());
                }
            }
        }
    }
}
