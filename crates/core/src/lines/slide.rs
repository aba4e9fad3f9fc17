//! One line, slid in place.

use crate::tile::Tile;
use crate::tiles::{TileSystem, Travel};

/// What a slide did to a line: what [`TileSystem::slide_line`] returns.
///
/// ```
/// use twofold_core::{Tile, TileSystem};
///
/// let two: Tile = "2".parse()?;
/// let slide = TileSystem::Classic.slide_line(&mut [two, two, Tile::EMPTY]);
/// assert_eq!((slide.moved, slide.score, slide.made), (true, 4, 2));
/// # Ok::<(), twofold_core::UnknownTile>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct LineSlide {
    /// Whether any cell changed.
    pub moved: bool,
    /// The points of the merges.
    pub score: u64,
    /// The highest rank that a merge made; 0 if nothing merged.
    pub made: u8,
}

/// Where a tile of a line goes in a slide, by places from the first cell on: what
/// [`TileSystem::trace_line`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineWay {
    /// Where it was.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// Whether it ends in the tile that is already there.
    pub merges: bool,
}

impl LineSlide {
    fn merge(&mut self, tiles: TileSystem, a: Tile, b: Tile) -> Option<Tile> {
        let result = tiles.merge(a, b)?;
        self.moved = true;
        self.score += tiles.merge_score(result);
        self.made = self.made.max(result.rank());
        Some(result)
    }
}

impl TileSystem {
    /// Slides a line towards its first cell.
    ///
    /// ```
    /// use twofold_core::{Board, TileSystem};
    ///
    /// let row: Board = "2 . 2 4".parse()?;
    /// let mut line = row.as_tiles().to_vec();
    /// let slide = TileSystem::Classic.slide_line(&mut line);
    /// assert_eq!(line, "4 4 . .".parse::<Board>()?.as_tiles());
    /// assert_eq!((slide.moved, slide.score, slide.made), (true, 4, 2));
    /// # Ok::<(), twofold_core::notation::NotationError>(())
    /// ```
    #[inline]
    pub fn slide_line(self, line: &mut [Tile]) -> LineSlide {
        self.trace_line(line, |_| ())
    }

    /// Slides a line towards its first cell, and tells where each tile goes.
    ///
    /// ```
    /// use twofold_core::{Board, LineWay, TileSystem};
    ///
    /// let mut line = "2 . 2 4".parse::<Board>()?.as_tiles().to_vec();
    /// let mut ways = Vec::new();
    /// TileSystem::Classic.trace_line(&mut line, |LineWay { from, to, merges }| ways.push((from, to, merges)));
    /// assert_eq!(ways, [(0, 0, false), (2, 0, true), (3, 1, false)]);
    /// # Ok::<(), twofold_core::notation::NotationError>(())
    /// ```
    #[inline]
    pub fn trace_line(self, line: &mut [Tile], way: impl FnMut(LineWay)) -> LineSlide {
        match self.travel() {
            Travel::Full => slide_fully(self, line, way),
            Travel::OneStep => slide_one_step(self, line, way),
        }
    }

    /// Whether a slide towards the first cell changes a line.
    pub fn line_moves(self, line: &[Tile]) -> bool {
        // Whatever the travel: a gap closes, or else the first pair that merges does.
        let gap = line.iter().skip_while(|tile| !tile.is_empty()).any(|tile| !tile.is_empty());
        gap || line.windows(2).any(|pair| self.merge(pair[0], pair[1]).is_some())
    }
}

fn slide_fully(tiles: TileSystem, line: &mut [Tile], mut way: impl FnMut(LineWay)) -> LineSlide {
    let mut slide = LineSlide::default();
    // The cells before `end` are done; the last of them may merge unless a merge made it.
    let (mut end, mut last_may_merge) = (0, false);
    for place in 0..line.len() {
        let tile = std::mem::take(&mut line[place]);
        if tile.is_empty() {
            continue;
        }
        let merged = match last_may_merge {
            true => slide.merge(tiles, line[end - 1], tile),
            false => None,
        };
        if let Some(result) = merged {
            line[end - 1] = result;
            way(LineWay { from: place, to: end - 1, merges: true });
        } else {
            way(LineWay { from: place, to: end, merges: false });
            line[end] = tile;
            slide.moved |= end != place;
            end += 1;
        }
        last_may_merge = merged.is_none();
    }
    slide
}

fn slide_one_step(tiles: TileSystem, line: &mut [Tile], mut way: impl FnMut(LineWay)) -> LineSlide {
    let mut slide = LineSlide::default();
    for ahead in 0..line.len().saturating_sub(1) {
        let (tile, behind) = (line[ahead], line[ahead + 1]);
        let result = match tile.is_empty() {
            true => Some(behind),
            false => slide.merge(tiles, tile, behind),
        };
        let Some(result) = result else { continue };
        slide.moved |= line[ahead..].iter().any(|tile| !tile.is_empty());
        // The tiles before this place stay, the others move up by a cell.
        let still = ahead + usize::from(!tile.is_empty());
        for (from, _) in line.iter().enumerate().filter(|(_, tile)| !tile.is_empty()) {
            let to = if from < still { from } else { from - 1 };
            way(LineWay { from, to, merges: from == still && to < still });
        }
        line[ahead] = result;
        line.copy_within(ahead + 2.., ahead + 1);
        if let Some(last) = line.last_mut() {
            *last = Tile::EMPTY;
        }
        return slide;
    }
    for (from, _) in line.iter().enumerate().filter(|(_, tile)| !tile.is_empty()) {
        way(LineWay { from, to: from, merges: false });
    }
    slide
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slide(tiles: TileSystem, ranks: &[u8]) -> (Vec<u8>, u64) {
        let before: Vec<Tile> = ranks.iter().map(|&rank| Tile::new(rank).unwrap()).collect();
        let mut line = before.clone();
        let slide = tiles.slide_line(&mut line);
        assert_eq!(slide.moved, line != before, "{ranks:?}");
        assert_eq!(slide.moved, tiles.line_moves(&before), "{ranks:?}");
        assert_eq!(slide.made > 0, slide.score > 0, "{ranks:?}");
        (line.into_iter().map(Tile::rank).collect(), slide.score)
    }

    #[test]
    fn classic_merges_pairs_from_the_border() {
        for (before, after, score) in [
            ([0, 0, 0, 0], [0, 0, 0, 0], 0),
            ([0, 1, 0, 2], [1, 2, 0, 0], 0),
            ([1, 1, 1, 0], [2, 1, 0, 0], 4),
            ([1, 1, 1, 1], [2, 2, 0, 0], 8),
            ([1, 1, 2, 3], [2, 2, 3, 0], 4),
            ([1, 0, 1, 2], [2, 2, 0, 0], 4),
            ([3, 2, 0, 2], [3, 3, 0, 0], 8),
        ] {
            assert_eq!(slide(TileSystem::Classic, &before), (after.to_vec(), score), "{before:?}");
        }
    }

    #[test]
    fn fibonacci_merges_neighbours_in_either_order() {
        for (before, after, score) in [
            ([1, 1, 0, 0], [2, 0, 0, 0], 2),
            ([2, 2, 0, 0], [2, 2, 0, 0], 0),
            ([3, 2, 0, 0], [4, 0, 0, 0], 5),
            ([2, 3, 0, 4], [4, 4, 0, 0], 5),
            ([1, 3, 2, 3], [1, 4, 3, 0], 5),
        ] {
            assert_eq!(
                slide(TileSystem::Fibonacci, &before),
                (after.to_vec(), score),
                "{before:?}"
            );
        }
    }

    #[test]
    fn threes_moves_one_cell_and_merges_once() {
        for (before, after, score) in [
            ([0, 0, 0, 0], [0, 0, 0, 0], 0),
            ([0, 0, 0, 1], [0, 0, 1, 0], 0),
            ([1, 0, 0, 0], [1, 0, 0, 0], 0),
            ([0, 3, 3, 0], [3, 3, 0, 0], 0),
            ([3, 3, 3, 3], [4, 3, 3, 0], 3),
            ([1, 2, 0, 3], [3, 0, 3, 0], 3),
            ([1, 1, 2, 2], [1, 3, 2, 0], 3),
            ([1, 1, 1, 1], [1, 1, 1, 1], 0),
            ([4, 4, 0, 0], [5, 0, 0, 0], 9),
        ] {
            assert_eq!(slide(TileSystem::Threes, &before), (after.to_vec(), score), "{before:?}");
        }
    }

    #[test]
    fn whether_a_line_moves_is_known_without_sliding_it() {
        for tiles in TileSystem::ALL {
            for code in 0..6_usize.pow(4) {
                let rank = |place: u32| (code / 6_usize.pow(place) % 6) as u8;
                slide(tiles, &[rank(0), rank(1), rank(2), rank(3)]);
            }
        }
    }

    /// Tiles that go where the ways say make the line that the slide makes.
    #[test]
    fn ways_lead_to_the_line_after_the_slide() {
        for tiles in TileSystem::ALL {
            for code in 0..6_usize.pow(4) {
                let rank = |place: u32| Tile::new((code / 6_usize.pow(place) % 6) as u8).unwrap();
                let before = [rank(0), rank(1), rank(2), rank(3)];
                let (mut line, mut led) = (before, [Tile::EMPTY; 4]);
                tiles.trace_line(&mut line, |LineWay { from, to, merges }| {
                    assert!(to <= from && merges != led[to].is_empty());
                    led[to] = match merges {
                        true => tiles.merge(led[to], before[from]).unwrap(),
                        false => before[from],
                    };
                });
                assert_eq!(led, line, "{before:?}");
            }
        }
    }

    #[test]
    fn the_highest_tile_merges_with_nothing() {
        let highest = Tile::MAX_RANK;
        for tiles in TileSystem::ALL {
            assert_eq!(slide(tiles, &[highest, highest]), (vec![highest; 2], 0));
        }
    }
}
