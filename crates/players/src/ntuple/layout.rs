//! Which cells a network looks at, and which entries a board selects.

use std::collections::BTreeSet;

use twofold_core::{Cell, Shape, Symmetry};

/// Values that a cell can have in an entry's number; larger ranks count as the largest.
const RANKS: u8 = 16;

/// The tuples of a network, each with all its symmetric images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    shape: Shape,
    /// Cells by row-major index, in the order of the digits of an entry's number.
    patterns: Vec<Vec<usize>>,
    /// For each pattern where its table starts, and the end of the last one.
    starts: Vec<usize>,
    /// For each pattern, the cells of each image: images share one table.
    images: Vec<Vec<Vec<usize>>>,
}

/// More tuples than this make a network slow and large.
const MOST_PATTERNS: usize = 8;

impl Layout {
    /// A layout with the given tuples; each has one to six cells.
    pub fn new(shape: Shape, patterns: Vec<Vec<usize>>) -> Option<Layout> {
        let fits = |cells: &Vec<usize>| {
            let distinct: BTreeSet<_> = cells.iter().collect();
            (1..=6).contains(&cells.len())
                && distinct.len() == cells.len()
                && cells.iter().all(|&cell| cell < shape.cells())
        };
        if patterns.is_empty() || !patterns.iter().all(fits) {
            return None;
        }
        let mut starts = vec![0];
        for cells in &patterns {
            let size = usize::from(RANKS).pow(cells.len() as u32);
            starts.push(starts[starts.len() - 1] + size);
        }
        let images = patterns.iter().map(|cells| images(shape, cells)).collect();
        Some(Layout { shape, patterns, starts, images })
    }

    /// The usual tuples of a shape: on 4×4 the four 6-tuples of Yeh et al. 2016, elsewhere blocks of
    /// two by three cells, lines of four with two more cells beside them, and corners.
    pub fn standard(shape: Shape) -> Layout {
        let patterns = if (shape.rows(), shape.columns()) == (4, 4) {
            FOUR_BY_SIX.iter().map(|cells| cells.to_vec()).collect()
        } else {
            by_shape(shape)
        };
        Layout::new(shape, patterns).expect("tuples of the shape")
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

    /// How many entries a board selects: the images of all tuples.
    pub fn selected(&self) -> usize {
        self.images.iter().map(Vec::len).sum()
    }

    /// Calls `each` with the entries that a board selects, given its ranks by rows.
    pub(crate) fn select(&self, ranks: &[u8], mut each: impl FnMut(usize)) {
        for (&start, images) in self.starts.iter().zip(&self.images) {
            for cells in images {
                let digit = |number: usize, &cell: &usize| {
                    number * usize::from(RANKS) + usize::from(ranks[cell].min(RANKS - 1))
                };
                each(start + cells.iter().fold(0, digit));
            }
        }
    }
}

/// The tuples of Yeh et al. 2016 (two of a line and a half, two of two by three cells), cells by rows.
pub(super) const FOUR_BY_SIX: [[usize; 6]; 4] =
    [[0, 1, 2, 3, 4, 5], [4, 5, 6, 7, 8, 9], [0, 1, 2, 4, 5, 6], [4, 5, 6, 8, 9, 10]];

fn images(shape: Shape, cells: &[usize]) -> Vec<Vec<usize>> {
    let image = |&symmetry: &Symmetry| {
        let cell = |&cell: &usize| shape.index(symmetry.cell(shape, shape.cell(cell)));
        cells.iter().map(cell).collect()
    };
    Symmetry::of(shape).iter().map(image).collect()
}

/// Tuples for any shape, none an image of another.
fn by_shape(shape: Shape) -> Vec<Vec<usize>> {
    if shape.cells() <= 6 {
        return vec![(0..shape.cells()).collect()];
    }
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
                let sorted = |mut cells: Vec<usize>| {
                    cells.sort_unstable();
                    cells
                };
                let class = images(shape, &cells).into_iter().map(sorted).min();
                if known.insert(class) {
                    patterns.push(cells);
                }
            }
        }
    }
    if patterns.is_empty() {
        // A single row or column: windows of six cells.
        patterns = (0..=shape.cells() - 6).map(|start| (start..start + 6).collect()).collect();
    }
    // Evenly from the list, so that all forms and places have a part.
    let count = patterns.len().min(MOST_PATTERNS);
    (0..count).map(|index| patterns[index * patterns.len() / count].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_tuples() {
        for shape in ["1x1", "1x2", "2x2", "2x3", "1x8", "3x3", "3x4", "4x4", "5x5", "2x8"] {
            let shape: Shape = shape.parse().unwrap();
            let layout = Layout::standard(shape);
            assert!(layout.entries() > 0 && layout.selected() > 0);
            let mut seen = vec![false; shape.cells()];
            layout.images.iter().flatten().flatten().for_each(|&cell| seen[cell] = true);
            assert!(seen.iter().all(|&seen| seen), "{shape}: {:?}", layout.patterns);
        }
        assert_eq!(Layout::standard("4x4".parse().unwrap()).selected(), 32);
    }

    #[test]
    fn nonsense_is_refused() {
        let shape: Shape = "2x2".parse().unwrap();
        for patterns in
            [vec![], vec![vec![]], vec![vec![4]], vec![vec![0, 0]], vec![(0..7).collect()]]
        {
            assert!(Layout::new(shape, patterns).is_none());
        }
    }

    #[test]
    fn symmetric_boards_select_the_same_entries() {
        let shape: Shape = "3x3".parse().unwrap();
        let layout = Layout::standard(shape);
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
