//! A table that is read.

use std::path::Path;

use twofold_core::{Board, Cell, Direction, Grid, Packed, Symmetry, Tile};
use twofold_layers::store::StoreError;
use twofold_layers::{LargeTiles, LayerError, LayeredGame, Start, image, large_cells};

use crate::play_value::PlayValue;
use crate::solution::{Answer, AskError, Solution, SolvedPosition};

/// A solved endgame: asks about boards whose large tiles are any tiles, in any orientation.
///
/// A table covers a board if its largest tiles, as many as the pattern has large ones, are larger than all
/// others, at least as large as the target and different from each other, and stand where the pattern has
/// large tiles, on some image of the board. Tiles of rank 15 may be equal: they are large tiles in notation.
pub struct Table {
    solution: Solution,
    name: String,
    large: u8,
}

/// Why a directory is no table.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The store cannot be read, or has no values.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store is about a game without large tiles.
    #[error("{path} is a store, but not an endgame table")]
    NoTable {
        /// The directory.
        path: std::path::PathBuf,
    },
}

/// A board that a table covers.
#[derive(Clone, Debug, PartialEq)]
pub struct Covered<T> {
    /// What the table says of it.
    pub answer: T,
    /// The symmetry that takes the board to the image that the table has.
    pub symmetry: Symmetry,
}

impl Table {
    /// Opens a table.
    pub fn open(dir: &Path) -> Result<Table, TableError> {
        let solution = Solution::open(dir)?;
        Table::of(solution).map_err(|_| TableError::NoTable { path: dir.to_owned() })
    }

    /// The table of a store.
    ///
    /// # Errors
    /// The store again, if its game has no large tiles.
    pub fn of(solution: Solution) -> Result<Table, Box<Solution>> {
        let game = solution.problem().game();
        let Some(large) = large_tiles(game) else { return Err(Box::new(solution)) };
        let words = solution.manifest().problem.as_ref();
        let name = words.and_then(|words| words.table.clone());
        let name = name.unwrap_or_else(|| game.to_string());
        Ok(Table { name, large, solution })
    }

    /// The name, as in `L3-256`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The store.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    fn game(&self) -> &LayeredGame {
        self.solution.problem().game()
    }

    /// The code of a board with its large tiles as such; `None` if the table does not cover it.
    fn code(&self, board: &Board) -> Option<u64> {
        let large = usize::from(self.large);
        let mut ranks = [0; 16];
        let cells = board.as_tiles();
        if board.shape() != self.game().rules().shape || cells.len() > ranks.len() {
            return None;
        }
        for (rank, tile) in ranks.iter_mut().zip(cells) {
            *rank = tile.rank();
        }
        ranks.sort_unstable_by(|a, b| b.cmp(a));
        let (own, others) = ranks.split_at(large);
        let target = self.game().target()?.rank();
        let least = own.last().copied().unwrap_or(u8::MAX);
        let differ = own.windows(2).all(|pair| pair[0] > pair[1] || pair[0] == LargeTiles::RANK);
        let is_above = others.first().is_none_or(|&other| other < least);
        if !differ || !is_above || least < target {
            return None;
        }
        let digit = |tile: &Tile| match tile.rank() {
            rank if large > 0 && rank >= least => Some(u64::from(LargeTiles::RANK)),
            rank => (rank < LargeTiles::RANK).then_some(rank.into()),
        };
        cells.iter().try_fold(0, |code, tile| Some(code << 4 | digit(tile)?))
    }

    /// The images of a board that the pattern allows, by the symmetries that lead to different games.
    fn images(&self, board: &Board) -> impl Iterator<Item = (Symmetry, u64)> + '_ {
        let game = self.game();
        let shape = game.rules().shape;
        let large = game.large().expect("a table has large tiles");
        let code = self
            .code(board)
            .filter(|&code| large_cells(code).count_ones() == u32::from(self.large));
        let mut seen = Vec::new();
        // Images by symmetries of the game are the same board to it.
        let all = match Symmetry::of(shape) {
            all if all.len() == large.symmetries().len() => &all[..1],
            all => all,
        };
        all.iter().filter_map(move |&symmetry| {
            let image = image(shape, symmetry, code?);
            let is_new = large.allows(image) && !seen.contains(&image);
            seen.push(image);
            is_new.then_some((symmetry, image))
        })
    }

    /// What the table knows of a board with Slider to move: the values of its slides. `None` if it does not
    /// cover the board, or lacks the value of a slide that the pattern allows.
    ///
    /// # Errors
    /// If a file is damaged.
    pub fn position(&self, board: &Board) -> Result<Option<Covered<SolvedPosition>>, LayerError> {
        let mut best: Option<Covered<SolvedPosition>> = None;
        for (symmetry, code) in self.images(board) {
            let found = self.solution.position(code)?;
            let known = found.legal.iter().zip(&found.slides);
            if !known.into_iter().all(|(&legal, value)| value.is_some() || !legal) {
                continue;
            }
            if best.as_ref().is_none_or(|best| is_less(&best.answer.value, &found.value)) {
                let answer = SolvedPosition {
                    slides: turned_back(symmetry, &found.slides),
                    legal: turned_back(symmetry, &found.legal),
                    best: found.best.map(|way| back(symmetry, way)),
                    value: found.value,
                };
                best = Some(Covered { answer, symmetry });
            }
        }
        Ok(best)
    }

    /// Everything that the table knows of a board. `None` if it does not cover it.
    ///
    /// # Errors
    /// If the board has another shape, or a file is damaged.
    pub fn ask(&self, board: &Board) -> Result<Option<Covered<Answer>>, AskError> {
        let shape = self.game().rules().shape;
        if board.shape() != shape {
            return Err(AskError::Shape { given: board.shape(), expected: shape });
        }
        let mut best: Option<Covered<Answer>> = None;
        for (symmetry, code) in self.images(board) {
            let packed = Packed::from_code(shape, code).expect("a code of this shape");
            let found = self.solution.ask(&packed.convert()?)?;
            let is_known = found.is_position || found.is_afterstate || found.is_over;
            if !is_known && found.value.is_none() {
                continue;
            }
            let is_better = |best: &Covered<Answer>| match (&best.answer.value, &found.value) {
                (Some(best), Some(value)) => is_less(best, value),
                (None, Some(_)) => true,
                _ => false,
            };
            if best.as_ref().is_none_or(is_better) {
                let inverse = symmetry.inverse();
                let mut answer = Answer {
                    slides: turned_back(symmetry, &found.slides),
                    legal: turned_back(symmetry, &found.legal),
                    best: found.best.map(|way| back(symmetry, way)),
                    ..found
                };
                for spawn in &mut answer.spawns {
                    spawn.cell = inverse.cell(symmetry.shape(shape), spawn.cell);
                }
                answer.spawns.sort_by_key(|spawn| (spawn.cell, spawn.tile));
                best = Some(Covered { answer, symmetry });
            }
        }
        Ok(best)
    }

    /// The probability of the target from a board with Slider to move, if the table knows it.
    ///
    /// # Errors
    /// If a file is damaged.
    pub fn value(&self, board: &Board) -> Result<Option<PlayValue>, LayerError> {
        Ok(self.position(board)?.map(|covered| covered.answer.value))
    }
}

/// Whether a value is the lower one, rounded as both are.
fn is_less(one: &PlayValue, other: &PlayValue) -> bool {
    one.to_f64() < other.to_f64()
}

/// How many large tiles a game has.
pub(crate) fn large_tiles(game: &LayeredGame) -> Option<u8> {
    game.large()?;
    match game.start() {
        Start::LargeTiles(count) => Some(*count),
        Start::Afterstates(boards) => {
            let code = boards.first()?.convert::<Packed>().ok()?.code();
            Some(large_cells(code).count_ones() as u8)
        }
        _ => None,
    }
}

/// The slide of a board that leads where a slide of its image leads.
fn back(symmetry: Symmetry, way: Direction) -> Direction {
    let is_it = |direction: &Direction| image_of(symmetry, *direction) == way;
    Direction::ALL.into_iter().find(is_it).expect("symmetries permute directions")
}

/// Where a direction points on the image of a board.
fn image_of(symmetry: Symmetry, direction: Direction) -> Direction {
    // Where the cell at the middle of the border in that direction goes, on a 3×3 board.
    let shape = twofold_core::Shape::new(3, 3).expect("a small shape");
    let border = |direction: Direction| match direction {
        Direction::Up => Cell::new(0, 1),
        Direction::Down => Cell::new(2, 1),
        Direction::Left => Cell::new(1, 0),
        Direction::Right => Cell::new(1, 2),
    };
    let cell = symmetry.cell(shape, border(direction));
    let leads = |other: &Direction| border(*other) == cell;
    Direction::ALL.into_iter().find(leads).expect("borders go to borders")
}

/// What belongs to the directions of an image, in the order of those of the board.
fn turned_back<T: Clone>(symmetry: Symmetry, of_image: &[T; 4]) -> [T; 4] {
    Direction::ALL.map(|direction| of_image[image_of(symmetry, direction) as usize].clone())
}
