//! How many paths there are: directed, undirected, and up to the symmetries of the board.

use twofold_core::{Shape, Stopped, Symmetry, Watch};

use super::frontier::{self, Budget, FrontierError, Graph};
use super::{Start, expected_memory, neighbours};

/// How many paths a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChainCounts {
    /// Paths with a direction: a path and its reverse are two.
    pub directed: u128,
    /// Paths without a direction.
    pub undirected: u128,
    /// Paths with a direction, where images under the symmetries of the board are one.
    pub directed_orbits: u128,
    /// Paths without a direction, where images under the symmetries of the board are one.
    pub undirected_orbits: u128,
    starts: [StartCounts; 3],
}

/// How many paths start in cells of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StartCounts {
    /// The kind of cell.
    pub start: Start,
    /// How many cells of the kind there are.
    pub cells: usize,
    /// Directed paths that start in one of them.
    pub directed: u128,
    /// The same, where images under the symmetries of the board are one.
    pub orbits: u128,
}

/// Why the paths of a board were not counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainsError {
    /// More paths than 128 bits hold, or a frontier of too many cells.
    #[error("the paths of a {shape} board are too many to count, or its shorter side is too long")]
    TooMany {
        /// The board.
        shape: Shape,
    },
    /// The states of the frontier do not fit into the memory that was given.
    #[error(
        "counting the paths of a {shape} board takes about {needed} bytes of memory, but {allowed} are allowed"
    )]
    Memory {
        /// The board.
        shape: Shape,
        /// The bytes that it is expected to take.
        needed: u64,
        /// The bytes that it may take.
        allowed: u64,
    },
    /// Somebody asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl ChainCounts {
    /// Counts the paths of a board, with as much memory as it takes.
    pub fn of(shape: Shape) -> Result<ChainCounts, ChainsError> {
        ChainCounts::within(shape, u64::MAX, &())
    }

    /// Counts the paths of a board with at most so many bytes of memory for states.
    ///
    /// # Errors
    /// If the board is expected to take more memory, or does; if there are too many paths; or if
    /// the watch asks to stop.
    pub fn within(
        shape: Shape,
        memory: u64,
        watch: &dyn Watch,
    ) -> Result<ChainCounts, ChainsError> {
        let needed = expected_memory(shape);
        if needed > memory {
            return Err(ChainsError::Memory { shape, needed, allowed: memory });
        }
        count(shape, Budget { memory, watch }).map_err(|error| match error {
            FrontierError::TooMany => ChainsError::TooMany { shape },
            FrontierError::Memory => {
                ChainsError::Memory { shape, needed: memory.saturating_mul(2), allowed: memory }
            }
            FrontierError::Stopped => ChainsError::Stopped(Stopped),
        })
    }

    /// The paths that start in cells of a class.
    pub fn start(&self, start: Start) -> StartCounts {
        self.starts[start as usize]
    }
}

fn count(shape: Shape, budget: Budget<'_>) -> Result<ChainCounts, FrontierError> {
    let paths = frontier::count(&board(shape), budget)?;
    let single = shape.cells() == 1;
    let undirected = sum(paths.values().copied())?;
    let directed =
        if single { 1 } else { undirected.checked_mul(2).ok_or(FrontierError::TooMany)? };
    let symmetries = Symmetry::of(shape);
    let group = symmetries.len() as u128;
    // Burnside's lemma; only the identity fixes a path together with its direction.
    let mut fixed = undirected;
    for &symmetry in symmetries.iter().filter(|&&symmetry| symmetry != Symmetry::Identity) {
        fixed = fixed
            .checked_add(reversed_by(shape, symmetry, budget)?)
            .ok_or(FrontierError::TooMany)?;
    }
    let mut starts =
        Start::ALL.map(|start| StartCounts { start, cells: 0, directed: 0, orbits: 0 });
    for cell in shape.iter() {
        starts[Start::of(shape, cell) as usize].cells += 1;
    }
    for (&(a, b), &ways) in &paths {
        starts[usize::from(a)].directed += ways;
        if !single {
            starts[usize::from(b)].directed += ways;
        }
    }
    starts.iter_mut().for_each(|start| start.orbits = start.directed / group);
    Ok(ChainCounts {
        directed,
        undirected,
        directed_orbits: directed / group,
        undirected_orbits: fixed / group,
        starts,
    })
}

fn sum(mut numbers: impl Iterator<Item = u128>) -> Result<u128, FrontierError> {
    numbers.try_fold(0u128, u128::checked_add).ok_or(FrontierError::TooMany)
}

/// The cells in an order that keeps the frontier as short as the shorter side.
fn order(shape: Shape) -> Vec<usize> {
    let by_columns = |index: usize| {
        let cell = shape.cell(index);
        (cell.column(), cell.row())
    };
    let mut order: Vec<usize> = (0..shape.cells()).collect();
    if shape.rows() < shape.columns() {
        order.sort_by_key(|&index| by_columns(index));
    }
    order
}

fn board(shape: Shape) -> Graph {
    let mut number = vec![0; shape.cells()];
    let order = order(shape);
    for (place, &index) in order.iter().enumerate() {
        number[index] = place;
    }
    let classes = order.iter().map(|&index| Start::of(shape, shape.cell(index)) as u8).collect();
    let pairs = shape.iter().flat_map(|cell| neighbours(shape, cell).map(move |next| (cell, next)));
    let edges = pairs
        .map(|(cell, next)| (number[shape.index(cell)], number[shape.index(next)]))
        .filter(|(a, b)| a < b)
        .collect();
    Graph { classes, edges }
}

/// How many undirected paths a symmetry turns around.
///
/// Such a path is its first half, from one end to its middle, and the image of that half. The
/// middle is the only cell that the symmetry keeps, or an edge whose ends it exchanges. Halves
/// are paths through the board folded by the symmetry that start at the fold of the middle.
fn reversed_by(
    shape: Shape,
    symmetry: Symmetry,
    budget: Budget<'_>,
) -> Result<u128, FrontierError> {
    let image = |index: usize| shape.index(symmetry.cell(shape, shape.cell(index)));
    if (0..shape.cells()).any(|index| image(image(index)) != index) {
        return Ok(0);
    }
    let mut order = order(shape);
    let mut turn = vec![0; shape.cells()];
    for (place, &index) in order.iter().enumerate() {
        turn[index] = place;
    }
    // Of two cells the one that comes first, so that the fold keeps the frontier short.
    let fold = |index: usize| if turn[index] <= turn[image(index)] { index } else { image(index) };
    order.retain(|&index| fold(index) == index);
    let mut number = vec![usize::MAX; shape.cells()];
    for (place, &index) in order.iter().enumerate() {
        number[index] = place;
    }
    let mut middles: Vec<usize> =
        (0..shape.cells()).filter(|&index| image(index) == index).collect();
    if middles.len() > 1 {
        return Ok(0);
    }
    let mut edges = Vec::new();
    for cell in shape.iter() {
        for next in neighbours(shape, cell) {
            let (a, b) = (shape.index(cell), shape.index(next));
            let (image_a, image_b) = (image(a), image(b));
            if image_a == b {
                middles.push(fold(a));
            } else if a < b && (a, b) <= (image_a.min(image_b), image_a.max(image_b)) {
                edges.push((number[fold(a)], number[fold(b)]));
            }
        }
    }
    middles.sort_unstable();
    middles.dedup();
    let odd = shape.cells() % 2 == 1;
    middles.retain(|&index| odd == (image(index) == index));
    let mut total = 0u128;
    for middle in middles {
        let mut classes = vec![0; order.len()];
        classes[number[middle]] = 1;
        let paths = frontier::count(&Graph { classes, edges: edges.clone() }, budget)?;
        let from_middle = paths.iter().filter(|(ends, _)| ends.1 == 1).map(|(_, &ways)| ways);
        total = total.checked_add(sum(from_middle)?).ok_or(FrontierError::TooMany)?;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use twofold_core::Cell;

    use super::super::list;
    use super::*;

    fn image(shape: Shape, symmetry: Symmetry, path: &[Cell]) -> Vec<Cell> {
        path.iter().map(|&cell| symmetry.cell(shape, cell)).collect()
    }

    #[test]
    fn counts_agree_with_lists() {
        for text in [
            "1x1", "1x2", "1x5", "2x2", "2x3", "3x2", "3x3", "2x5", "3x4", "4x3", "4x4", "3x5",
            "5x4", "5x5",
        ] {
            let shape: Shape = text.parse().unwrap();
            let mut directed = 0u128;
            let mut undirected = BTreeSet::new();
            let (mut orbits, mut undirected_orbits) = (BTreeSet::new(), BTreeSet::new());
            let mut starts = [0u128; 3];
            list(shape, |path| {
                directed += 1;
                starts[Start::of(shape, path[0]) as usize] += 1;
                let reversed: Vec<Cell> = path.iter().rev().copied().collect();
                undirected.insert(path.to_vec().min(reversed.clone()));
                let images = |path: &[Cell]| {
                    Symmetry::of(shape).iter().map(|&s| image(shape, s, path)).min().unwrap()
                };
                let smallest = images(path);
                undirected_orbits.insert(smallest.clone().min(images(&reversed)));
                orbits.insert(smallest);
            })
            .unwrap();
            let counts = ChainCounts::of(shape).unwrap();
            assert_eq!(counts.directed, directed, "{text}");
            assert_eq!(counts.undirected, undirected.len() as u128, "{text}");
            assert_eq!(counts.directed_orbits, orbits.len() as u128, "{text}");
            assert_eq!(counts.undirected_orbits, undirected_orbits.len() as u128, "{text}");
            assert_eq!(Start::ALL.map(|start| counts.start(start).directed), starts, "{text}");
        }
    }

    /// Catania and Raymond 2024, "Largest Tile": 552 in all, 69 up to symmetry, of which 26 start
    /// in a corner and 25 on a border.
    #[test]
    fn the_published_figures_of_the_four_by_four_board() {
        let counts = ChainCounts::of("4x4".parse().unwrap()).unwrap();
        assert_eq!((counts.directed, counts.directed_orbits), (552, 69));
        let orbits = Start::ALL.map(|start| counts.start(start).orbits);
        assert_eq!(orbits, [26, 25, 18]);
        let directed = Start::ALL.map(|start| counts.start(start).directed);
        assert_eq!(directed, [4 * 52, 8 * 25, 4 * 36]);
    }

    /// OEIS A096969: directed paths through all cells of an n×n board.
    #[test]
    fn larger_boards_by_the_frontier() {
        let published = [1, 8, 40, 552, 8_648, 458_696, 27_070_560, 6_046_626_568];
        for (side, directed) in (1..).zip(published) {
            let counts = ChainCounts::of(Shape::new(side, side).unwrap()).unwrap();
            assert_eq!(counts.directed, directed, "{side}");
        }
    }
}
