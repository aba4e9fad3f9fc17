//! The slides of all lines of one length.

use crate::direction::Direction;
use crate::tile::Tile;
use crate::tiles::TileSystem;

/// What a slide makes of a line, in codes of [`LineSlides`].
///
/// ```
/// use twofold_core::{Direction, LineSlides, TileSystem};
///
/// let slides = LineSlides::new(TileSystem::Classic, 2, 15)?;
/// let slid = slides.slide(0x11, Direction::Left);
/// assert_eq!((slid.after, slid.made, slid.score), (0x20, 2, 4));
/// # Ok::<(), twofold_core::TooManyLines>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlidLine {
    /// The line after the slide; the same code if nothing moved. A rank past the highest one of
    /// the table is replaced by the highest one, see [`SlidLine::made`].
    pub after: u32,
    /// The highest rank that a merge made; 0 if nothing merged.
    pub made: u8,
    /// The points of the merges.
    pub score: u64,
}

/// A table of slides: every line of one length with ranks up to a highest one, slid both ways.
///
/// A line has a code: its ranks are the digits of a number, the first cell counting most, to the
/// base of the highest rank plus one. With the highest rank 15, codes are packed lines of four
/// bits a cell.
///
/// ```
/// use twofold_core::{Direction, LineSlides, TileSystem};
///
/// let slides = LineSlides::new(TileSystem::Classic, 4, 15)?;
/// let slid = slides.slide(0x1012, Direction::Right);
/// assert_eq!((slid.after, slid.score), (0x0022, 4));
/// # Ok::<(), twofold_core::TooManyLines>(())
/// ```
#[derive(Clone, Debug)]
pub struct LineSlides {
    length: usize,
    max_rank: u8,
    /// By code, the slide towards the first cell.
    slides: Vec<SlidLine>,
    /// By code, the line read backwards.
    mirror: Vec<u32>,
    /// By rank, a bit for every rank that it merges with.
    merges: Vec<u64>,
}

/// A table of line slides that would be too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("lines of {length} cells with ranks up to {max_rank} are too many for a table")]
pub struct TooManyLines {
    /// The number of cells.
    pub length: usize,
    /// The highest rank.
    pub max_rank: u8,
}

impl LineSlides {
    /// The largest number of lines in a table.
    const MAX_LINES: u32 = 1 << 26;

    /// The slides of all lines of `length` cells with ranks up to `max_rank`.
    pub fn new(tiles: TileSystem, length: usize, max_rank: u8) -> Result<LineSlides, TooManyLines> {
        let too_many = TooManyLines { length, max_rank };
        let base = u32::from(max_rank) + 1;
        let count = u32::try_from(length).ok().and_then(|length| base.checked_pow(length));
        let count = count.filter(|&count| count <= Self::MAX_LINES && max_rank <= Tile::MAX_RANK);
        let count = count.ok_or(too_many)? as usize;
        let merges = |rank| {
            let with = |&other: &u8| merge(tiles, rank, other).is_some();
            (0..=max_rank).filter(with).fold(0, |set, other| set | 1 << other)
        };
        let mut slides = LineSlides {
            length,
            max_rank,
            slides: Vec::with_capacity(count),
            mirror: Vec::with_capacity(count),
            merges: (0..=max_rank).map(merges).collect(),
        };
        let mut ranks = vec![0; length];
        let mut line = vec![Tile::EMPTY; length];
        for code in 0..count as u32 {
            slides.read(code, &mut ranks);
            slides.mirror.push(slides.code(ranks.iter().rev().copied()));
            for (tile, &rank) in line.iter_mut().zip(&ranks) {
                *tile = Tile::new(rank).expect("the highest rank is one");
            }
            let slide = tiles.slide_line(&mut line);
            slides.slides.push(SlidLine {
                after: slides.code(line.iter().map(|tile| tile.rank().min(max_rank))),
                made: slide.made,
                score: slide.score,
            });
        }
        Ok(slides)
    }

    /// The number of lines; codes are smaller.
    pub fn count(&self) -> usize {
        self.slides.len()
    }

    /// The number of cells of a line.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The highest rank of a line.
    pub fn max_rank(&self) -> u8 {
        self.max_rank
    }

    /// The code of a line of ranks up to the highest one.
    pub fn code(&self, line: impl IntoIterator<Item = u8>) -> u32 {
        let base = u32::from(self.max_rank) + 1;
        line.into_iter().fold(0, |code, rank| code * base + u32::from(rank))
    }

    /// Writes the ranks of a code into a line of as many cells.
    pub fn read(&self, mut code: u32, line: &mut [u8]) {
        let base = u32::from(self.max_rank) + 1;
        for cell in line.iter_mut().rev() {
            *cell = (code % base) as u8;
            code /= base;
        }
    }

    /// The code of the line read backwards.
    #[inline]
    pub fn mirrored(&self, code: u32) -> u32 {
        self.mirror[code as usize]
    }

    /// A slide towards the first cell (left or up) or the last one (right or down).
    #[inline]
    pub fn slide(&self, code: u32, direction: Direction) -> SlidLine {
        if direction.is_forward() {
            let slid = self.slides[self.mirrored(code) as usize];
            SlidLine { after: self.mirrored(slid.after), ..slid }
        } else {
            self.slides[code as usize]
        }
    }

    /// The code after a slide, the same one if nothing moves; `None` if a rank past the highest
    /// one is made.
    #[inline]
    pub fn after(&self, code: u32, direction: Direction) -> Option<u32> {
        let slid = self.slide(code, direction);
        (slid.made <= self.max_rank).then_some(slid.after)
    }

    /// Whether tiles of two ranks merge.
    #[inline]
    pub fn merges(&self, a: u8, b: u8) -> bool {
        self.merges[usize::from(a)] >> b & 1 == 1
    }

    /// Whether a line of ranks is full and nothing in it merges.
    pub fn is_stuck(&self, line: &[u8]) -> bool {
        !line.contains(&0) && line.windows(2).all(|pair| !self.merges(pair[0], pair[1]))
    }
}

fn merge(tiles: TileSystem, a: u8, b: u8) -> Option<Tile> {
    tiles.merge(Tile::new(a)?, Tile::new(b)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_slide_merge_and_outgrow() {
        let slides = LineSlides::new(TileSystem::Classic, 3, 2).unwrap();
        let after = |line: [u8; 3], direction| {
            let after = slides.after(slides.code(line), direction)?;
            let mut line = [0; 3];
            slides.read(after, &mut line);
            Some(line)
        };
        assert_eq!(after([0, 1, 1], Direction::Left), Some([2, 0, 0]));
        assert_eq!(after([0, 1, 1], Direction::Right), Some([0, 0, 2]));
        assert_eq!(after([1, 1, 1], Direction::Down), Some([0, 1, 2]));
        assert_eq!(after([1, 2, 0], Direction::Up), Some([1, 2, 0]));
        assert_eq!(after([2, 0, 2], Direction::Left), None);
        let capped = slides.slide(slides.code([2, 1, 1]), Direction::Left);
        assert_eq!((capped.after, capped.made), (slides.code([2, 2, 0]), 2));
        let capped = slides.slide(slides.code([1, 2, 2]), Direction::Right);
        assert_eq!((capped.after, capped.made, capped.score), (slides.code([0, 1, 2]), 3, 8));
        assert!(slides.merges(1, 1) && !slides.merges(1, 2) && !slides.merges(0, 0));
        assert!(slides.is_stuck(&[1, 2, 1]));
        assert!(!slides.is_stuck(&[1, 1, 2]) && !slides.is_stuck(&[1, 0, 2]));
    }

    #[test]
    fn tables_agree_with_slides_of_lines_in_every_system() {
        for tiles in TileSystem::ALL {
            for length in 1..=4 {
                let slides = LineSlides::new(tiles, length, 6).unwrap();
                let mut line = vec![0; length];
                for code in 0..slides.count() as u32 {
                    slides.read(code, &mut line);
                    assert_eq!(slides.code(line.iter().copied()), code);
                    let tile = |&rank: &u8| Tile::new(rank).unwrap();
                    let mut tiles_of_line: Vec<Tile> = line.iter().rev().map(tile).collect();
                    let slide = tiles.slide_line(&mut tiles_of_line);
                    let line: Vec<u8> =
                        tiles_of_line.iter().rev().map(|tile| tile.rank()).collect();
                    let slid = slides.slide(code, Direction::Right);
                    assert_eq!((slid.score, slid.made), (slide.score, slide.made));
                    let fits = line.iter().all(|&rank| rank <= 6);
                    let expected = fits.then(|| slides.code(line.iter().copied()));
                    assert_eq!(slides.after(code, Direction::Right), expected);
                }
            }
        }
    }

    #[test]
    fn the_highest_tile_does_not_merge_past_the_end() {
        let slides = LineSlides::new(TileSystem::Classic, 2, Tile::MAX_RANK).unwrap();
        let highest = slides.code([Tile::MAX_RANK; 2]);
        assert_eq!(slides.after(highest, Direction::Left), Some(highest));
        assert!(!slides.merges(Tile::MAX_RANK, Tile::MAX_RANK));
    }

    #[test]
    fn tables_that_would_be_too_large_are_refused() {
        assert!(LineSlides::new(TileSystem::Classic, 7, 15).is_err());
        assert!(LineSlides::new(TileSystem::Classic, 64, 61).is_err());
        assert!(LineSlides::new(TileSystem::Classic, 1, 62).is_err());
    }
}
