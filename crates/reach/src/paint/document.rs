//! Painting as Catania and Raymond (2024) do it, to compare with.
//!
//! Every colour gets one tile, or two if it touches itself. Rows are built at an edge and
//! slid to the other side; a row may be a multiple of a row built several times. All maps of
//! colours to tiles are tried, with rows and then with columns, from either edge. Whether a row
//! can be built is looked up in a list there and decided by [`build_row`](super::build_row) here, which gives the
//! same answer.

use std::collections::HashMap;

use twofold_core::{Stopped, Symmetry, Watch};

use super::build::{RowVerdict, build_row_watched, plain_obstacle};
use super::picture::Picture;
use super::play::Play;
use super::wall::{EDGES, Painting};

/// The largest rank that rows and composite rows reach on n×n: 2n.
///
/// A row of n tiles reaches rank n + 1, and the row that is slid farthest can be built 2^(n − 1)
/// times.
pub const fn highest_rank(side: usize) -> usize {
    2 * side
}

/// The method of the document, with what it has learned about rows.
#[derive(Debug)]
pub struct DocumentMethod {
    rows: HashMap<Vec<u8>, bool>,
    composites: bool,
    budget: usize,
    used: usize,
}

impl DocumentMethod {
    /// A method that has seen no row yet and tries everything.
    pub fn new() -> DocumentMethod {
        DocumentMethod { rows: HashMap::new(), composites: true, budget: usize::MAX, used: 0 }
    }

    /// The method without rows that are built several times.
    #[must_use]
    pub fn without_composites(mut self) -> DocumentMethod {
        self.composites = false;
        self
    }

    /// The method with an end: it gives up on a picture after so many choices of a cell.
    #[must_use]
    pub fn with_budget(mut self, budget: usize) -> DocumentMethod {
        self.budget = budget;
        self
    }

    /// Tries to make a picture, with a play that was checked by the rules; `None` if no map works.
    ///
    /// ```
    /// use twofold_reach::paint::DocumentMethod;
    ///
    /// let mut method = DocumentMethod::new();
    /// assert!(method.paint(&"##/..".parse()?).is_some());
    /// assert!(method.paint(&"ab/cd".parse()?).is_some());
    /// assert!(method.paint(&"abc".parse()?).is_some());
    /// # Ok::<(), twofold_reach::paint::PictureError>(())
    /// ```
    pub fn paint(&mut self, picture: &Picture) -> Option<Painting> {
        self.paint_watched(picture, &()).ok().flatten()
    }

    /// The same, until somebody asks to stop.
    pub fn paint_watched(
        &mut self,
        picture: &Picture,
        watch: &dyn Watch,
    ) -> Result<Option<Painting>, Stopped> {
        self.used = 0;
        let made = EDGES.into_iter().find_map(|symmetry| {
            let turned = picture.image(symmetry);
            let shape = turned.shape();
            let available = highest_rank(shape.rows().max(shape.columns())) as u8;
            let mut attempt = Attempt {
                method: self,
                picture: &turned,
                symmetry,
                original: picture,
                ranks: Vec::new(),
                rows: Vec::new(),
                made: None,
                watch,
            };
            attempt.assign(0, &mut (1..=available).collect());
            attempt.made
        });
        // What was decided about rows while stopping is not to be relied on.
        if watch.is_stopped() {
            self.rows.clear();
            return Err(Stopped);
        }
        Ok(made)
    }

    fn is_built(&mut self, row: &[u8], watch: &dyn Watch) -> bool {
        if plain_obstacle(row).is_some() {
            return false;
        }
        if let Some(&known) = self.rows.get(row) {
            return known;
        }
        let built = matches!(build_row_watched(row, usize::MAX, watch), RowVerdict::Built(_));
        self.rows.insert(row.to_vec(), built);
        built
    }

    /// How often a row at a distance from the edge has to be doubled, at least.
    fn doublings(
        &mut self,
        row: &[u8],
        below: Option<&[u8]>,
        distance: usize,
        watch: &dyn Watch,
    ) -> Option<u8> {
        let smallest = usize::from(*row.iter().min().expect("a row has cells"));
        let most = if self.composites { distance.min(smallest - 1) as u8 } else { 0 };
        (0..=most).find(|&doublings| {
            let base: Vec<u8> = row.iter().map(|rank| rank - doublings).collect();
            // On the way it must not meet equal tiles below.
            let clear = below.is_none_or(|below| {
                base.iter()
                    .zip(below)
                    .all(|(&base, &other)| !(base..=base + doublings).contains(&other))
            });
            clear && self.is_built(&base, watch)
        })
    }
}

impl Default for DocumentMethod {
    fn default() -> DocumentMethod {
        DocumentMethod::new()
    }
}

struct Attempt<'a> {
    method: &'a mut DocumentMethod,
    picture: &'a Picture,
    symmetry: Symmetry,
    original: &'a Picture,
    /// The ranks of each colour.
    ranks: Vec<Vec<u8>>,
    /// The rows so far, from the farthest, and how often each is doubled.
    rows: Vec<(Vec<u8>, u8)>,
    made: Option<Painting>,
    watch: &'a dyn Watch,
}

impl Attempt<'_> {
    /// Whether the budget is used up, or somebody asked to stop.
    fn is_over(&self) -> bool {
        self.method.used >= self.method.budget
            || self.method.used.is_multiple_of(256) && self.watch.is_stopped()
    }

    /// Gives ranks to the colours from a number on, in all ways, until the rows can be made.
    fn assign(&mut self, color: usize, free: &mut Vec<u8>) -> bool {
        if self.is_over() {
            return false;
        }
        if color == self.picture.colors() {
            return self.stack();
        }
        let twice = self.picture.touches_itself(color as u8);
        for first in 0..free.len() {
            let one = free.remove(first);
            let seconds = if twice { first..free.len() } else { 0..1 };
            for second in seconds {
                let other = twice.then(|| free.remove(second));
                self.ranks.push(std::iter::once(one).chain(other).collect());
                if self.assign(color + 1, free) {
                    return true;
                }
                self.ranks.pop();
                if let Some(other) = other {
                    free.insert(second, other);
                }
            }
            free.insert(first, one);
        }
        false
    }

    /// Chooses rows from the farthest to the edge.
    fn stack(&mut self) -> bool {
        match (self.picture.shape().rows() - 1).checked_sub(self.rows.len()) {
            Some(distance) => self.extend(distance, &mut Vec::new()),
            None => {
                self.made = self.play();
                self.made.is_some()
            }
        }
    }

    fn extend(&mut self, distance: usize, row: &mut Vec<u8>) -> bool {
        if self.is_over() {
            return false;
        }
        self.method.used += 1;
        let colors = self.picture.row(distance);
        let below = self.rows.last().map(|(ranks, _)| &ranks[..]);
        if row.len() == colors.len() {
            let doublings = self.method.doublings(row, below, distance, self.watch);
            let Some(doublings) = doublings else { return false };
            self.rows.push((row.clone(), doublings));
            let done = self.stack();
            self.rows.pop();
            return done;
        }
        let column = row.len();
        let below = below.map(|below| below[column]);
        for rank in self.ranks[usize::from(colors[column])].clone() {
            if row.last() != Some(&rank) && below != Some(rank) {
                row.push(rank);
                if self.extend(distance, row) {
                    return true;
                }
                row.pop();
            }
        }
        false
    }

    /// Writes the play down and checks it.
    fn play(&self) -> Option<Painting> {
        let mut play = Play::new(self.picture.shape(), self.symmetry.inverse());
        for (index, (row, doublings)) in self.rows.iter().enumerate() {
            let base: Vec<u8> = row.iter().map(|rank| rank - doublings).collect();
            let RowVerdict::Built(steps) = build_row_watched(&base, usize::MAX, self.watch) else {
                return None;
            };
            for _ in 0..1u32 << doublings {
                play.row_at_edge(&steps, index + 1 == self.rows.len());
            }
        }
        let mut colors_of_ranks = Vec::new();
        for (color, ranks) in (0..).zip(&self.ranks) {
            for &rank in ranks {
                let place = usize::from(rank) - 1;
                colors_of_ranks.resize(colors_of_ranks.len().max(place + 1), None);
                colors_of_ranks[place] = Some(color);
            }
        }
        let steps = play.into_steps();
        Painting::checked(self.original, steps, colors_of_ranks, 1, self.watch).ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::Shape;

    use super::*;
    use crate::paint::{Effort, paint};

    /// Every two-coloured picture of nine cells, up to exchange of the colours.
    #[test]
    fn all_small_pictures_of_two_colors_are_made_by_both() {
        let mut method = DocumentMethod::new();
        let shape = Shape::new(3, 3).unwrap();
        for bits in 0..256u32 {
            let cells = (0..9).map(|cell| (bits >> cell & 1) as u8).collect();
            let picture = Picture::new(shape, cells).unwrap();
            assert!(method.paint(&picture).is_some(), "{bits}");
            assert!(paint(&picture, Effort::default(), &()).is_ok(), "{bits}");
        }
    }

    #[test]
    fn the_largest_tile_is_two_to_the_two_n() {
        for side in 2..=5usize {
            // The row with the largest tile can be built, a larger one cannot.
            let row: Vec<u8> = (2..=side as u8 + 1).collect();
            let larger: Vec<u8> = (3..=side as u8 + 2).collect();
            let mut method = DocumentMethod::new();
            assert!(method.is_built(&row, &()) && !method.is_built(&larger, &()));
            // The farthest row can be doubled side − 1 times, and no more.
            let made =
                |raise: usize| row.iter().map(|rank| rank + raise as u8).collect::<Vec<u8>>();
            assert!(method.doublings(&made(side - 1), None, side - 1, &()).is_some());
            assert!(method.doublings(&made(side), None, side - 1, &()).is_none());
            assert_eq!(usize::from(*made(side - 1).last().unwrap()), highest_rank(side));
        }
    }
}
