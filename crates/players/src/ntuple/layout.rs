//! The tuples of a network, and the entries that a board selects.

use std::collections::BTreeSet;

use twofold_core::{Cell, Rules, Shape, Symmetry};

/// The most ranks that a cell can have in an index: those of four bits.
pub(super) const MOST_RANKS: u8 = 16;

/// The tuples of a network, each with its symmetric images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    shape: Shape,
    /// The number of ranks that a cell can have in an index; larger ones are clamped.
    ranks: u8,
    /// Cells by row-major index, in the order of the digits of an index.
    patterns: Vec<Vec<usize>>,
    /// The start of the table of each pattern, and the end of the last one.
    starts: Vec<usize>,
    /// The cells of each image of each pattern: images share one table.
    images: Vec<Vec<Vec<usize>>>,
}

/// More tuples would make a network slow and large.
const MOST_PATTERNS: usize = 8;

/// The limit of entries: four gigabytes of weights.
const MOST_ENTRIES: usize = 1 << 30;

/// Why some tuples make no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// There are no tuples, or one has no cells.
    #[error("a network needs tuples, and every tuple needs cells")]
    Empty,
    /// A cell is not on the board.
    #[error("there is no cell {cell} on {shape}, whose cells are 0 to {last}", last = shape.cells() - 1)]
    OffTheBoard {
        /// The index of the cell, by rows from 0.
        cell: usize,
        /// The shape of the board.
        shape: Shape,
    },
    /// A tuple has a cell twice.
    #[error("a tuple has the cell {cell} twice")]
    Repeated {
        /// The index of the cell.
        cell: usize,
    },
    /// A cell can have too few or too many ranks.
    #[error("a cell has from 2 to 16 ranks, not {ranks}")]
    Ranks {
        /// The number that was given.
        ranks: u8,
    },
    /// All tables together are too large.
    #[error(
        "the tuples have more than 2^30 weights together; a tuple of {longest} cells with {ranks} ranks each has {ranks}^{longest}"
    )]
    TooManyWeights {
        /// The cells of the longest tuple.
        longest: usize,
        /// The number of ranks that a cell can have.
        ranks: u8,
    },
}

impl Layout {
    /// A layout with the given tuples, whose cells have one of `ranks` ranks (2 to 16); all tables
    /// together have at most 2³⁰ entries.
    pub fn new(shape: Shape, ranks: u8, patterns: Vec<Vec<usize>>) -> Result<Layout, LayoutError> {
        if !(2..=MOST_RANKS).contains(&ranks) {
            return Err(LayoutError::Ranks { ranks });
        }
        if patterns.is_empty() || patterns.iter().any(Vec::is_empty) {
            return Err(LayoutError::Empty);
        }
        for cells in &patterns {
            let mut seen = BTreeSet::new();
            for &cell in cells {
                if cell >= shape.cells() {
                    return Err(LayoutError::OffTheBoard { cell, shape });
                }
                if !seen.insert(cell) {
                    return Err(LayoutError::Repeated { cell });
                }
            }
        }
        let mut starts = vec![0];
        for cells in &patterns {
            let size = usize::from(ranks).checked_pow(cells.len() as u32);
            let end = size.and_then(|size| size.checked_add(starts[starts.len() - 1]));
            let Some(end) = end.filter(|&end| end <= MOST_ENTRIES) else {
                let longest = patterns.iter().map(Vec::len).max().unwrap_or(0);
                return Err(LayoutError::TooManyWeights { longest, ranks });
            };
            starts.push(end);
        }
        let images = patterns.iter().map(|cells| images(shape, cells)).collect();
        Ok(Layout { shape, ranks, patterns, starts, images })
    }

    /// The standard tuples of a game: on 4×4 the four 6-tuples of Yeh et al. 2016; elsewhere blocks of two
    /// by three cells, lines of four with two cells beside them, and corners; on small boards also one
    /// tuple of all cells but a corner, or a single tuple of all cells.
    pub fn standard(rules: &Rules) -> Layout {
        let shape = rules.shape;
        let ranks = ranks(rules);
        let patterns = if (shape.rows(), shape.columns()) == (4, 4) {
            FOUR_BY_SIX.iter().map(|cells| cells.to_vec()).collect()
        } else {
            let largest = largest(shape, ranks);
            let all = largest.as_ref().is_some_and(|cells| cells.len() == shape.cells());
            let others = if all { Vec::new() } else { by_shape(shape) };
            others.into_iter().chain(largest).collect()
        };
        Layout::new(shape, ranks, patterns).expect("tuples of the shape")
    }

    /// A layout with the given tuples, and the number of ranks that the game needs.
    pub fn of(rules: &Rules, patterns: Vec<Vec<usize>>) -> Result<Layout, LayoutError> {
        Layout::new(rules.shape, ranks(rules), patterns)
    }

    /// The number of ranks that a cell can have in an index.
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// The shape of the boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The tuples.
    pub fn patterns(&self) -> &[Vec<usize>] {
        &self.patterns
    }

    /// The number of entries of all tables.
    pub fn entries(&self) -> usize {
        self.starts[self.patterns.len()]
    }

    /// The number of entries that a board selects: one for each image of each tuple.
    pub fn selected(&self) -> usize {
        self.images.iter().map(Vec::len).sum()
    }

    /// What a rank in a cell adds to the index of each selected entry: all images of the first tuple,
    /// then those of the next.
    pub(crate) fn summands(&self, cell: usize, rank: u8) -> impl Iterator<Item = usize> {
        self.images.iter().flatten().map(move |cells| {
            let place = cells.iter().rev().position(|&own| own == cell);
            let digit = usize::from(rank.min(self.ranks - 1));
            place.map_or(0, |place| digit * usize::from(self.ranks).pow(place as u32))
        })
    }

    /// The start of the table of each selected entry, in the same order.
    pub(crate) fn bases(&self) -> impl Iterator<Item = usize> {
        let starts = self.starts.iter().zip(&self.images);
        starts.flat_map(|(&start, images)| images.iter().map(move |_| start))
    }

    /// The start of the table of an entry, and the ranks that the entry stands for, the last cell of the
    /// tuple first, without the empty cells before the first tile.
    fn parts(&self, entry: usize) -> (usize, impl Iterator<Item = u8> + Clone) {
        let start = self.starts[self.starts.partition_point(|&start| start <= entry) - 1];
        let ranks = usize::from(self.ranks);
        let numbers =
            std::iter::successors(Some(entry - start), move |number| Some(number / ranks));
        let digits = numbers.take_while(|&number| number > 0).map(move |number| number % ranks);
        (start, digits.map(|digit| digit as u8))
    }

    /// The ranks that an entry stands for, in no order; 0 is an empty cell.
    pub(crate) fn ranks_of(&self, entry: usize) -> impl Iterator<Item = u8> + Clone {
        self.parts(entry).1
    }

    /// The entry with its ranks mapped; an empty cell stays empty.
    pub(crate) fn renamed(&self, entry: usize, rename: impl Fn(u8) -> u8) -> usize {
        let (start, ranks) = self.parts(entry);
        let mut place = 1;
        let summand = |rank| {
            let summand = place * usize::from(rename(rank).min(self.ranks - 1));
            place *= usize::from(self.ranks);
            summand
        };
        start + ranks.map(summand).sum::<usize>()
    }

    /// Calls `each` with the entries that a board selects, given its ranks by rows.
    pub(crate) fn select(&self, ranks: &[u8], mut each: impl FnMut(usize)) {
        for (&start, images) in self.starts.iter().zip(&self.images) {
            for cells in images {
                let digit = |number: usize, &cell: &usize| {
                    number * usize::from(self.ranks) + usize::from(ranks[cell].min(self.ranks - 1))
                };
                each(start + cells.iter().fold(0, digit));
            }
        }
    }
}

/// The tuples of Yeh et al. 2016: two of a line and a half, two of two by three cells.
pub(super) const FOUR_BY_SIX: [[usize; 6]; 4] =
    [[0, 1, 2, 3, 4, 5], [4, 5, 6, 7, 8, 9], [0, 1, 2, 4, 5, 6], [4, 5, 6, 8, 9, 10]];

fn images(shape: Shape, cells: &[usize]) -> Vec<Vec<usize>> {
    let image = |&symmetry: &Symmetry| {
        let cell = |&cell: &usize| shape.index(symmetry.cell(shape, shape.cell(cell)));
        cells.iter().map(cell).collect()
    };
    Symmetry::of(shape).iter().map(image).collect()
}

/// The number of ranks, with that of the empty cell, that occur in a game; at most sixteen.
///
/// Where equal tiles merge, one spawn before a tile of rank k is made there are tiles of ranks k − 1,
/// k − 2 and so on down to that of the spawn, each in a cell of its own. So on n cells with spawns of rank
/// d, k is at most n + d − 1.
fn ranks(rules: &Rules) -> u8 {
    let shape = rules.shape;
    if !rules.tiles.doubles() || (shape.rows(), shape.columns()) == (4, 4) {
        return MOST_RANKS;
    }
    let spawn = rules.spawn.tiles.iter().map(|(tile, _)| tile.rank()).max().unwrap_or(0);
    (shape.cells() + usize::from(spawn)).clamp(2, MOST_RANKS.into()) as u8
}

/// The limit of entries of the largest tuple of a small board: a gigabyte of weights.
const LARGEST: usize = 1 << 28;

/// A tuple of all cells, or of all but a corner; `None` if that takes too many entries.
fn largest(shape: Shape, ranks: u8) -> Option<Vec<usize>> {
    let cells = shape.cells();
    let affordable = |left_out: &usize| {
        let size = usize::from(ranks).checked_pow((cells - left_out) as u32);
        size.is_some_and(|size| size <= LARGEST)
    };
    let left_out = (0..2).find(affordable)?;
    Some((left_out..cells).collect())
}

/// A representative of all images of some cells.
fn class(shape: Shape, cells: &[usize]) -> Option<Vec<usize>> {
    let sorted = |mut cells: Vec<usize>| {
        cells.sort_unstable();
        cells
    };
    images(shape, cells).into_iter().map(sorted).min()
}

/// Tuples for any shape, none an image of another.
fn by_shape(shape: Shape) -> Vec<Vec<usize>> {
    // Offsets of cells by row and column; each is tried upright and turned.
    const FORMS: [[(usize, usize); 6]; 4] = [
        [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)],
        [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)],
        [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)],
        [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1)],
    ];
    let mut known = BTreeSet::new();
    let mut patterns = Vec::new();
    for form in FORMS {
        for turned in [false, true] {
            for start in shape.iter() {
                let place = |&(row, column): &(usize, usize)| {
                    let (row, column) = if turned { (column, row) } else { (row, column) };
                    let (row, column) = (start.row() + row, start.column() + column);
                    let inside = row < shape.rows() && column < shape.columns();
                    inside.then(|| shape.index(Cell::new(row, column)))
                };
                let Some(cells) = form.iter().map(place).collect::<Option<Vec<_>>>() else {
                    continue;
                };
                if known.insert(class(shape, &cells)) {
                    patterns.push(cells);
                }
            }
        }
    }
    if patterns.is_empty() {
        // A single row or column: windows of six cells.
        patterns = (0..=shape.cells() - 6).map(|start| (start..start + 6).collect()).collect();
    }
    // Evenly spaced in the list, so that all forms and places occur.
    let count = patterns.len().min(MOST_PATTERNS);
    (0..count).map(|index| patterns[index * patterns.len() / count].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard(shape: &str) -> Layout {
        Layout::standard(&Rules::classic(shape.parse().unwrap()))
    }

    #[test]
    fn small_boards_have_large_tuples() {
        assert_eq!(standard("2x3").patterns(), [vec![0, 1, 2, 3, 4, 5]]);
        assert_eq!(standard("2x4").patterns(), [(0..8).collect::<Vec<_>>()]);
        let nine = standard("3x3");
        assert_eq!((nine.ranks(), nine.patterns().len()), (11, 4));
        assert_eq!(nine.patterns()[3], [1, 2, 3, 4, 5, 6, 7, 8]);
        let twelve = standard("3x4");
        assert!(twelve.ranks() == 14 && twelve.patterns().iter().all(|cells| cells.len() == 6));
        // A single line, windows of six cells.
        assert_eq!(standard("1x12").patterns()[0], [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn every_shape_has_tuples() {
        for shape in ["1x1", "1x2", "2x2", "2x3", "1x8", "3x3", "3x4", "4x4", "5x5", "2x8"] {
            let shape: Shape = shape.parse().unwrap();
            let layout = Layout::standard(&Rules::classic(shape));
            assert!(layout.entries() > 0 && layout.selected() > 0);
            let mut seen = vec![false; shape.cells()];
            layout.images.iter().flatten().flatten().for_each(|&cell| seen[cell] = true);
            assert!(seen.iter().all(|&seen| seen), "{shape}: {:?}", layout.patterns);
        }
        assert_eq!(standard("4x4").selected(), 32);
    }

    #[test]
    fn invalid_tuples_are_refused() {
        let shape: Shape = "2x2".parse().unwrap();
        let error = |patterns| Layout::new(shape, 16, patterns).unwrap_err();
        assert_eq!(error(vec![]), LayoutError::Empty);
        assert_eq!(error(vec![vec![0], vec![]]), LayoutError::Empty);
        assert_eq!(error(vec![vec![4]]), LayoutError::OffTheBoard { cell: 4, shape });
        assert_eq!(error(vec![vec![0, 1, 0]]), LayoutError::Repeated { cell: 0 });
        for ranks in [0, 1, 17] {
            let error = Layout::new(shape, ranks, vec![vec![0, 1]]).unwrap_err();
            assert_eq!(error, LayoutError::Ranks { ranks });
        }
        let shape: Shape = "4x4".parse().unwrap();
        for cells in [8, 16] {
            let error = Layout::new(shape, 16, vec![(0..cells).collect()]).unwrap_err();
            assert_eq!(error, LayoutError::TooManyWeights { longest: cells, ranks: 16 });
        }
    }

    #[test]
    fn entries_are_renamed_as_ranks_are() {
        let layout = standard("3x3");
        let layout = Layout::new(layout.shape(), 5, vec![vec![0, 1, 3], vec![2, 4]]).unwrap();
        let rename = |rank: u8| if rank == 3 { 2 } else { rank };
        let ranks = [3, 1, 3, 4, 0, 3, 2, 2, 1];
        let mut expected = Vec::new();
        layout.select(&ranks.map(rename), |entry| expected.push(entry));
        let mut found = Vec::new();
        layout.select(&ranks, |entry| found.push(layout.renamed(entry, rename)));
        assert_eq!(found, expected);
        let entry = layout.starts[1] + 3 * 5 + 2;
        assert_eq!(layout.ranks_of(entry).collect::<Vec<_>>(), [2, 3]);
    }

    #[test]
    fn symmetric_boards_select_the_same_entries() {
        let shape: Shape = "3x3".parse().unwrap();
        let layout = standard("3x3");
        let ranks = [1, 2, 3, 0, 5, 1, 2, 2, 9];
        let entries = |ranks: &[u8]| {
            let mut entries = Vec::new();
            layout.select(ranks, |entry| entries.push(entry));
            entries.sort_unstable();
            entries
        };
        for symmetry in Symmetry::ALL {
            let mut image = [0; 9];
            for cell in shape.iter() {
                image[shape.index(symmetry.cell(shape, cell))] = ranks[shape.index(cell)];
            }
            assert_eq!(entries(&image), entries(&ranks));
        }
    }
}
