//! The specification of a slide: line by line, for every shape and tile system.

use super::{Slid, SlideEngine};
use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::grid::Grid;
use crate::lines::LineWay;
use crate::rules::Rules;
use crate::shape::Shape;
use crate::tile::{Tile, TileTooLarge};

/// The engine that says what the others must do: it takes all rules, and its slides cannot fail.
///
/// ```
/// use twofold_core::{Direction, Naive, Rules};
///
/// let naive = Naive::new(&Rules::classic("2x3".parse()?));
/// let slid = naive.slide(&"2 2 4 / . 8 .".parse()?, Direction::Left).unwrap();
/// assert_eq!((slid.board.to_string().as_str(), slid.score), ("4 4 . / 8 . .", 4));
/// assert_eq!(naive.slide(&slid.board, Direction::Up), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Naive {
    rules: Rules,
}

/// A line read off a board, from the border that tiles slide to.
struct Line {
    tiles: [Tile; Shape::MAX_SIDE],
    length: usize,
}

impl Line {
    fn read(board: &Board, cells: impl ExactSizeIterator<Item = Cell>) -> Line {
        let mut line = Line { tiles: [Tile::EMPTY; Shape::MAX_SIDE], length: cells.len() };
        for (tile, cell) in line.tiles.iter_mut().zip(cells) {
            *tile = board.tile(cell);
        }
        line
    }

    fn tiles(&mut self) -> &mut [Tile] {
        &mut self.tiles[..self.length]
    }
}

impl Naive {
    /// An engine for the given rules; there are none that it does not take.
    pub fn new(rules: &Rules) -> Naive {
        Naive { rules: rules.clone() }
    }

    /// Slides a board; `None` if nothing would change, which makes the slide illegal.
    pub fn slide(&self, board: &Board, direction: Direction) -> Option<Slid<Board>> {
        // The first line that moves makes the copy; an illegal slide makes none.
        let mut slid: Option<Slid<Board>> = None;
        for cells in board.shape().lines(direction) {
            let mut line = Line::read(board, cells.clone());
            let slide = self.rules.tiles.slide_line(line.tiles());
            if !slide.moved {
                continue;
            }
            let slid = slid.get_or_insert_with(|| Slid { board: board.clone(), score: 0 });
            for (&tile, cell) in line.tiles.iter().zip(cells) {
                slid.board.set(cell, tile);
            }
            slid.score += slide.score;
        }
        slid
    }
}

impl Naive {
    /// Where every tile goes in a slide, whether it is legal or not.
    ///
    /// ```
    /// use twofold_core::{Direction, Naive, Rules};
    ///
    /// let naive = Naive::new(&Rules::classic("1x3".parse()?));
    /// let ways = naive.ways(&"2 . 2".parse()?, Direction::Left);
    /// let told: Vec<String> = ways.iter().map(|way| format!("{} {}", way.from, way.to)).collect();
    /// assert_eq!(told, ["(1,1) (1,1)", "(1,3) (1,1)"]);
    /// assert!(ways[1].merges);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ways(&self, board: &Board, direction: Direction) -> Vec<Way> {
        let mut ways = Vec::new();
        for cells in board.shape().lines(direction) {
            let mut line = Line::read(board, cells.clone());
            let cells: Vec<Cell> = cells.collect();
            self.rules.tiles.trace_line(line.tiles(), |LineWay { from, to, merges }| {
                let tile = board.tile(cells[from]);
                ways.push(Way { tile, from: cells[from], to: cells[to], merges });
            });
        }
        ways
    }
}

/// Where a tile goes in a slide: what [`Naive::ways`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The tile before the slide.
    pub tile: Tile,
    /// Where it was.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
    /// Whether it ends in a tile that is already there.
    pub merges: bool,
}

impl SlideEngine for Naive {
    type Board = Board;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn try_slide(
        &self,
        board: &Board,
        direction: Direction,
    ) -> Result<Option<Slid<Board>>, TileTooLarge> {
        Ok(self.slide(board, direction))
    }

    fn can_slide(&self, board: &Board, direction: Direction) -> bool {
        let tiles = self.rules.tiles;
        let mut lines = board.shape().lines(direction);
        lines.any(|cells| tiles.line_moves(Line::read(board, cells).tiles()))
    }
}
