//! What slides make of single lines, asked of the rules once.

use twofold_core::{BitParallel, Board, Direction, Grid, Naive, Packed, Rules, Shape, SlideEngine};

/// A line of cells of four bits, the first cell highest, after a slide either way.
#[derive(Clone, Copy)]
pub(crate) struct SlidLine {
    pub(crate) to_first: u16,
    pub(crate) to_last: u16,
    /// The points of either slide.
    pub(crate) score: u32,
}

/// What becomes of every line of one to four cells of classic tiles.
///
/// Two tiles of rank 15 become one of rank 15 here, which the four bits of a cell can hold: that is
/// a pessimistic guess inside a look-ahead, and never what a game is played with.
pub(crate) fn slid_lines(length: usize) -> impl Iterator<Item = SlidLine> {
    let shape = Shape::new(1, length).expect("a line");
    let rules = Rules::classic(shape);
    let packed = BitParallel::new(&rules).expect("a packed shape, classic tiles");
    let plain = Naive::new(&rules);
    let slide = move |line: usize, direction| {
        let board = Packed::from_code(shape, line as u64).expect("as many cells");
        match packed.slide(&board, direction) {
            Ok(slid) => {
                slid.map_or((line as u16, 0), |slid| (slid.board.code() as u16, slid.score))
            }
            // Two tiles of rank 15 meet: the plain engine has room for the result.
            Err(_) => {
                let board: Board = board.convert().expect("plain boards hold everything");
                let slid = plain.slide(&board, direction).expect("rank 16 exists");
                let slid = slid.expect("a merge changes the line");
                let tiles = slid.board.tiles().map(|tile| u16::from(tile.rank().min(15)));
                (tiles.fold(0, |line, rank| line << 4 | rank), slid.score)
            }
        }
    };
    (0..1 << (4 * length)).map(move |line| {
        let (to_first, score) = slide(line, Direction::Left);
        let (to_last, _) = slide(line, Direction::Right);
        SlidLine { to_first, to_last, score: score as u32 }
    })
}
