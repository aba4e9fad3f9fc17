//! How many boards Corollary 7 of Edixhoven 2019 allows, without looking at any of them.
//!
//! A tile of value k needs k - 1 cells that are empty or lower. Values are handed out from the
//! highest down, so that all cells that are left are lower than what was handed out before.

use num_bigint::BigUint;
use twofold_core::Shape;

/// The number of boards with exactly `times` tiles of a value and none above.
pub fn boards_of_line(shape: Shape, value: u8, times: usize) -> BigUint {
    Fillings { avoided: None }.with(shape.cells(), value, times)
}

/// The number of ways to fill some cells with values up to a highest one, one of which may have to
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

    /// The ways in which the highest value is there so many times.
    fn with(&self, cells: usize, value: u8, times: usize) -> BigUint {
        if times > 0 && self.avoided == Some(value) {
            return BigUint::ZERO;
        }
        match (value, times) {
            (0, _) => BigUint::from(u8::from(times == cells)),
            (_, 0) => self.up_to(cells, value - 1),
            _ if cells < times + usize::from(value - 1) => BigUint::ZERO,
            _ => choices(cells, times) * self.up_to(cells - times, value - 1),
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
                    line.iter().all(|&value| {
                        let lower = line.iter().filter(|&&other| other < value).count();
                        lower + 1 >= usize::from(value)
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
