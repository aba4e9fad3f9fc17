//! What a path is like: its turns, and how ordered the board is along it.

use twofold_core::{Cell, Shape};

/// Properties of one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Measure {
    /// How often the path changes direction.
    pub turns: usize,
    /// How many rows and columns are passed in order, in either direction.
    pub monotone: usize,
    /// How many rows and columns are passed in order, all rows in one direction and all columns
    /// in one direction: the "decreasing in the same direction" of Catania and Raymond.
    pub aligned: usize,
}

/// Measures a complete path.
///
/// ```
/// use twofold_core::Cell;
/// use twofold_reach::chains::measure;
///
/// let snake = [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(row, column)| Cell::new(row, column));
/// let measure = measure("2x2".parse()?, &snake);
/// assert_eq!((measure.turns, measure.monotone, measure.aligned), (2, 4, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the path does not visit every cell.
pub fn measure(shape: Shape, path: &[Cell]) -> Measure {
    let mut time = vec![usize::MAX; shape.cells()];
    for (step, &cell) in path.iter().enumerate() {
        time[shape.index(cell)] = step;
    }
    assert!(time.iter().all(|&step| step < path.len()), "the path is complete");
    let along_row = |pair: &[Cell]| pair[0].row() == pair[1].row();
    let steps: Vec<bool> = path.windows(2).map(along_row).collect();
    let turns = steps.windows(2).filter(|pair| pair[0] != pair[1]).count();

    let at = |row, column| time[shape.index(Cell::new(row, column))];
    let rows = (0..shape.rows())
        .map(|row| order((0..shape.columns()).map(|column| at(row, column)).collect()));
    let columns = (0..shape.columns())
        .map(|column| order((0..shape.rows()).map(|row| at(row, column)).collect()));
    let (rows, columns) = (Orders::count(rows), Orders::count(columns));
    Measure {
        turns,
        monotone: rows.monotone + columns.monotone,
        aligned: rows.rising.max(rows.falling) + columns.rising.max(columns.falling),
    }
}

#[derive(Default)]
struct Orders {
    rising: usize,
    falling: usize,
    monotone: usize,
}

impl Orders {
    fn count(lines: impl Iterator<Item = (bool, bool)>) -> Orders {
        lines.fold(Orders::default(), |orders, (rising, falling)| Orders {
            rising: orders.rising + usize::from(rising),
            falling: orders.falling + usize::from(falling),
            monotone: orders.monotone + usize::from(rising || falling),
        })
    }
}

/// Whether the times along a line rise, and whether they fall; a single cell does both.
fn order(times: Vec<usize>) -> (bool, bool) {
    (times.is_sorted(), times.is_sorted_by(|a, b| a >= b))
}

#[cfg(test)]
mod tests {
    use super::super::list;
    use super::*;

    fn snake(shape: Shape) -> Vec<Cell> {
        let column = |row: usize, step| {
            if row.is_multiple_of(2) { step } else { shape.columns() - 1 - step }
        };
        let row = |row| (0..shape.columns()).map(move |step| Cell::new(row, column(row, step)));
        (0..shape.rows()).flat_map(row).collect()
    }

    #[test]
    fn the_snake_has_fewest_turns_and_is_the_most_monotone() {
        let shape: Shape = "4x4".parse().unwrap();
        let snake = snake(shape);
        let best = measure(shape, &snake);
        assert_eq!(best, Measure { turns: 6, monotone: 8, aligned: 6 });
        let (mut fewest, mut most, mut most_aligned) = (0, 0, 0);
        list(shape, |path| {
            let other = measure(shape, path);
            assert!(other.turns >= best.turns);
            assert!(other.monotone <= best.monotone && other.aligned <= best.aligned);
            fewest += usize::from(other.turns == best.turns);
            most += usize::from(other.monotone == best.monotone);
            most_aligned += usize::from(other.aligned == best.aligned);
        })
        .unwrap();
        // Of the 64 paths with six turns only the eight images of the snake pass every row and
        // column in order.
        assert_eq!((fewest, most, most_aligned), (64, 8, 8));
    }
}
