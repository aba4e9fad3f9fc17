//! What slides do to single rows of a board, by the rules.

use twofold_core::{Board, Direction, Grid, Naive, Rules, Shape, SlideEngine, Tile};

/// The rows of a board whose tiles have one of the lowest ranks.
pub(crate) struct Lines {
    /// Ranks that a cell may have, zero included.
    kinds: usize,
    /// By direction and code: the row after a slide to the left or right, `None` where a higher rank
    /// arises.
    after: [Vec<Option<Vec<u8>>>; 2],
    merges: Vec<Vec<bool>>,
}

impl Lines {
    pub(crate) fn new(rules: &Rules, kinds: usize) -> Lines {
        let columns = rules.shape.columns();
        let shape = Shape::new(1, columns).expect("a row of a board is a board");
        let naive = Naive::new(&Rules { shape, ..rules.clone() });
        let after = [Direction::Left, Direction::Right].map(|direction| {
            let slide = |code: usize| {
                let cell = |column: usize| (code / kinds.pow(column as u32) % kinds) as u8;
                let row: Vec<u8> = (0..columns).rev().map(cell).collect();
                let board = Board::from_ranks(shape, &row).expect("ranks are checked");
                let slid = naive.slide(&board, direction).expect("rank 16 fits a board");
                let after = slid.map_or(row, |slid| slid.board.tiles().map(Tile::rank).collect());
                after.iter().all(|&rank| usize::from(rank) < kinds).then_some(after)
            };
            (0..kinds.pow(columns as u32)).map(slide).collect()
        });
        let tile = |rank: usize| Tile::new(rank as u8).expect("ranks are checked");
        let merges = |a: usize, b: usize| rules.tiles.merge(tile(a), tile(b)).is_some();
        let merges = (0..kinds).map(|a| (0..kinds).map(|b| merges(a, b)).collect()).collect();
        Lines { kinds, after, merges }
    }

    /// The row after a slide to the left or to the right; the same row if nothing moves.
    pub(crate) fn after(&self, row: &[u8], direction: Direction) -> Option<&[u8]> {
        let code = row.iter().fold(0, |code, &rank| code * self.kinds + usize::from(rank));
        self.after[usize::from(direction == Direction::Right)][code].as_deref()
    }

    /// Whether tiles of two ranks merge.
    pub(crate) fn merges(&self, a: u8, b: u8) -> bool {
        self.merges[usize::from(a)][usize::from(b)]
    }

    /// Whether a row is full and nothing in it merges.
    pub(crate) fn is_stuck(&self, row: &[u8]) -> bool {
        !row.contains(&0) && row.windows(2).all(|pair| !self.merges(pair[0], pair[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_slide_merge_and_outgrow() {
        let lines = Lines::new(&Rules::classic("2x3".parse().unwrap()), 3);
        assert_eq!(lines.after(&[0, 1, 1], Direction::Left), Some(&[2, 0, 0][..]));
        assert_eq!(lines.after(&[0, 1, 1], Direction::Right), Some(&[0, 0, 2][..]));
        assert_eq!(lines.after(&[1, 2, 0], Direction::Left), Some(&[1, 2, 0][..]));
        assert_eq!(lines.after(&[2, 0, 2], Direction::Left), None);
        assert!(lines.merges(1, 1) && !lines.merges(1, 2));
        assert!(
            lines.is_stuck(&[1, 2, 1])
                && !lines.is_stuck(&[1, 1, 2])
                && !lines.is_stuck(&[1, 0, 2])
        );
    }
}
