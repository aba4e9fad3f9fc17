//! The Game of Life in which every generation is a 2048 board built by legal play.
//!
//! After "Game of Life" in Catania and Raymond (2024): living and dead cells are the two colours
//! of a picture, and each generation is painted from an empty board.
//!
//! ```
//! use twofold_reach::life::{Edges, LifePattern, World};
//! use twofold_reach::paint::Effort;
//!
//! let glider: LifePattern = "glider".parse()?;
//! let mut world = World::new("6x6".parse()?, Edges::Toroidal, &glider)?;
//! for _ in 0..4 {
//!     world = world.next();
//! }
//! assert_eq!(world.living(), 5);
//! let painting = world.paint(Effort::default(), &())?;
//! assert!(painting.replay.play().is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod pattern;
mod rule;

pub use pattern::{LifePattern, LifePatternError, NAMED};
pub use rule::{Rule, RuleError};

use twofold_core::{Cell, Shape, Watch};

use crate::paint::{Effort, Painting, Picture, Unpaintable, paint};

/// What lies beyond the border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Edges {
    /// Nothing lives there.
    #[default]
    Bounded,
    /// The opposite border.
    Toroidal,
}

/// A generation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    shape: Shape,
    edges: Edges,
    rule: Rule,
    alive: Vec<bool>,
}

/// A pattern that is larger than the world.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pattern is {rows}x{columns} and does not fit on {shape}")]
pub struct PatternTooLarge {
    /// The rows of the pattern.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// The world.
    pub shape: Shape,
}

impl World {
    /// A world with a pattern in its middle, with the rule of the pattern or that of Life.
    pub fn new(
        shape: Shape,
        edges: Edges,
        pattern: &LifePattern,
    ) -> Result<World, PatternTooLarge> {
        let (rows, columns) = (pattern.rows(), pattern.columns());
        if rows > shape.rows() || columns > shape.columns() {
            return Err(PatternTooLarge { rows, columns, shape });
        }
        let (top, left) = ((shape.rows() - rows) / 2, (shape.columns() - columns) / 2);
        let mut alive = vec![false; shape.cells()];
        for &(row, column) in pattern.cells() {
            alive[shape.index(Cell::new(top + row, left + column))] = true;
        }
        Ok(World { shape, edges, rule: pattern.rule().unwrap_or_default(), alive })
    }

    /// The same world with another rule.
    #[must_use]
    pub fn with_rule(self, rule: Rule) -> World {
        World { rule, ..self }
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether a cell is alive.
    pub fn is_alive(&self, cell: Cell) -> bool {
        self.alive[self.shape.index(cell)]
    }

    /// How many cells are alive.
    pub fn living(&self) -> usize {
        self.alive.iter().filter(|&&alive| alive).count()
    }

    fn neighbours(&self, cell: Cell) -> usize {
        let offsets = (0..9).filter(|&index| index != 4).map(|index| (index / 3, index % 3));
        let along = |place: usize, offset: usize, length: usize| match self.edges {
            Edges::Toroidal => Some((place + length + offset - 1) % length),
            Edges::Bounded => (place + offset).checked_sub(1).filter(|&place| place < length),
        };
        let living = offsets.filter(|&(down, right)| {
            let row = along(cell.row(), down, self.shape.rows());
            let column = along(cell.column(), right, self.shape.columns());
            row.zip(column).is_some_and(|(row, column)| self.is_alive(Cell::new(row, column)))
        });
        living.count()
    }

    /// The next generation, by the rule.
    #[must_use]
    pub fn next(&self) -> World {
        let lives = |cell: Cell| self.rule.lives(self.is_alive(cell), self.neighbours(cell));
        World { alive: self.shape.iter().map(lives).collect(), ..self.clone() }
    }

    /// The generation as a picture: dead cells are colour 0, living ones colour 1.
    ///
    /// # Panics
    /// Never: a world has a shape and two colours.
    pub fn picture(&self) -> Picture {
        let row = |row: usize| {
            let cells = (0..self.shape.columns()).map(|column| Cell::new(row, column));
            cells.map(|cell| if self.is_alive(cell) { 'O' } else { '.' }).collect::<String>()
        };
        let rows: Vec<String> = (0..self.shape.rows()).map(row).collect();
        rows.join("\n").parse().expect("a picture of two colours")
    }

    /// A 2048 board that shows the generation, with the play that builds it.
    pub fn paint(&self, effort: Effort, watch: &dyn Watch) -> Result<Painting, Unpaintable> {
        paint(&self.picture(), effort, watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world(shape: &str, edges: Edges, pattern: &str) -> World {
        World::new(shape.parse().unwrap(), edges, &pattern.parse().unwrap()).unwrap()
    }

    fn after(mut world: World, generations: usize) -> World {
        for _ in 0..generations {
            world = world.next();
        }
        world
    }

    #[test]
    fn known_patterns_do_what_they_are_known_for() {
        for edges in [Edges::Bounded, Edges::Toroidal] {
            let block = world("6x6", edges, "block");
            assert_eq!(block.next(), block);
            let blinker = world("7x7", edges, "blinker");
            assert_ne!(blinker.next(), blinker);
            assert_eq!(after(blinker.clone(), 2), blinker);
            let pulsar = world("19x19", edges, "pulsar");
            assert_eq!(after(pulsar.clone(), 3), pulsar);
        }
        // A glider comes back to its place on a torus after four generations a cell.
        let glider = world("5x5", Edges::Toroidal, "glider");
        assert_eq!(after(glider.clone(), 20), glider);
        // On a bounded board it ends as a block in the corner.
        assert_eq!(after(world("8x8", Edges::Bounded, "glider"), 40).living(), 4);
    }

    #[test]
    fn every_generation_is_a_board() {
        let mut world = world("8x8", Edges::Toroidal, "r-pentomino");
        for _ in 0..12 {
            let painting = world.paint(Effort::default(), &()).unwrap();
            let picture = world.picture();
            let frames = painting.replay.play().unwrap();
            assert_eq!(frames.last().unwrap().board, painting.board);
            for cell in world.shape().iter() {
                let shown = painting.color(cell).map(|color| picture.name(color));
                assert_eq!(shown, Some(if world.is_alive(cell) { 'O' } else { '.' }));
            }
            world = world.next();
        }
    }

    #[test]
    fn patterns_that_do_not_fit_are_refused() {
        let pulsar: LifePattern = "pulsar".parse().unwrap();
        assert!(World::new("12x20".parse().unwrap(), Edges::Bounded, &pulsar).is_err());
    }
}
