//! Full boards without equal neighbours.

use twofold_core::{Board, Grid, Shape};

use crate::tiles::spawns_of;

/// The fewest spawns that make the tiles of a dead board: a checkerboard with the 1s on the larger
/// half.
pub fn least_spawns(shape: Shape) -> usize {
    let cells = shape.cells();
    cells + cells / 2
}

/// The dead boards whose tiles a number of spawns makes, one of each orbit, and whether these are all:
/// no more than eight times `most` boards are collected before orbits are formed.
pub fn dead_boards(shape: Shape, spawns: usize, most: usize) -> (Vec<Board>, bool) {
    let mut search = Filling {
        shape,
        spawns,
        most: most.saturating_mul(8),
        ranks: Vec::new(),
        found: Vec::new(),
    };
    search.fill(0);
    let all = search.found.len() < search.most;
    let boards = search.found.iter().map(|ranks| {
        Board::from_ranks(shape, ranks).expect("ranks of dead boards exist").canonical()
    });
    let mut boards: Vec<Board> = boards.collect();
    boards.sort();
    boards.dedup();
    let all = all && boards.len() <= most;
    boards.truncate(most);
    (boards, all)
}

struct Filling {
    shape: Shape,
    spawns: usize,
    most: usize,
    ranks: Vec<u8>,
    found: Vec<Vec<u8>>,
}

impl Filling {
    /// Fills cells by rows, leaving out what cannot come to the right sum any more.
    fn fill(&mut self, spawns: usize) {
        let index = self.ranks.len();
        if self.found.len() >= self.most {
            return;
        }
        if index == self.shape.cells() {
            if spawns == self.spawns {
                self.found.push(self.ranks.clone());
            }
            return;
        }
        let columns = self.shape.columns();
        let left = (!index.is_multiple_of(columns)).then(|| self.ranks[index - 1]);
        let above = index.checked_sub(columns).map(|above| self.ranks[above]);
        // The cells that remain can be paired with neighbours but for at most two, and a pair of
        // different tiles takes at least three spawns.
        let rest = self.shape.cells() - index - 1;
        let least = rest + rest.saturating_sub(1) / 2;
        for rank in 1_u8.. {
            let spawns = spawns + spawns_of(rank);
            if spawns + least > self.spawns {
                return;
            }
            if left != Some(rank) && above != Some(rank) {
                self.ranks.push(rank);
                self.fill(spawns);
                self.ranks.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All full boards of ranks up to 4, filtered.
    fn naively(shape: Shape, spawns: usize) -> Vec<Board> {
        let cells = shape.cells() as u32;
        let boards = (0..4_usize.pow(cells)).map(|code| {
            let ranks: Vec<u8> = (0..cells).map(|k| (code >> (2 * k) & 3) as u8 + 1).collect();
            Board::from_ranks(shape, &ranks).unwrap()
        });
        let dead = boards.filter(|board| {
            let rank = |row: usize, column: usize| board.tile(twofold_core::Cell::new(row, column));
            let made_by: usize = board.tiles().map(|tile| spawns_of(tile.rank())).sum();
            let (m, n) = (shape.rows(), shape.columns());
            made_by == spawns
                && (0..m).all(|r| (1..n).all(|c| rank(r, c) != rank(r, c - 1)))
                && (1..m).all(|r| (0..n).all(|c| rank(r, c) != rank(r - 1, c)))
        });
        let mut dead: Vec<Board> = dead.map(|board| board.canonical()).collect();
        dead.sort();
        dead.dedup();
        dead
    }

    #[test]
    fn dead_boards_are_all_found() {
        for text in ["1x3", "2x2", "2x3", "3x2", "1x5", "2x4"] {
            let shape: Shape = text.parse().unwrap();
            for spawns in 1..least_spawns(shape) + 8 {
                let (found, all) = dead_boards(shape, spawns, 10_000);
                assert!(all);
                let with_small_ranks: Vec<_> =
                    found.into_iter().filter(|board| board.largest().rank() <= 4).collect();
                assert_eq!(with_small_ranks, naively(shape, spawns), "{text} {spawns}");
            }
        }
    }

    #[test]
    fn nothing_is_cheaper_than_the_checkerboard() {
        for text in ["3x3", "3x4", "4x4", "5x5"] {
            let shape: Shape = text.parse().unwrap();
            let least = least_spawns(shape);
            assert_eq!(dead_boards(shape, least - 1, 10).0.len(), 0, "{text}");
            assert_eq!(dead_boards(shape, least, 10).0.len(), 1, "{text}");
        }
    }
}
