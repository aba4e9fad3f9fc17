//! The lines of the highest rank below the target, by tables and combinatorics together.
//!
//! Boards with two of the highest tiles side by side are won, whoever is to move, and so they are
//! only counted. The others have few patterns of highest tiles, fewer still up to symmetry; a table
//! for each pattern has a bit for every way to fill the other cells. Sums go from high to low, as in
//! the walk over all boards.

use num_bigint::BigUint;
use twofold_core::{Rules, Shape, Tile};

use super::fillings::{boards_of_line, fillings};
use super::layer::{Filling, Layers};
use super::packed::{PackedSlides, places_with, transpose};
use super::patterns::{Patterns, Seen};
use super::tiles::Tiles;
use super::walk::{LineCount, Lines, WalkError, check};

/// The most bytes of tables.
const MOST_BYTES: u64 = 3 << 30;
/// The highest rank that fits into four bits and leaves room for a mark.
const HIGHEST_TARGET: u8 = 13;

/// Classifies all boards with at least `fewest` tiles of the rank before the target and none above
/// that Corollary 7 of Edixhoven 2019 allows. The game has to be the one of the thesis: tiles merge
/// with their equals, and the lowest tile spawns in any empty cell.
pub fn highest_lines(rules: &Rules, target: Tile, fewest: usize) -> Result<Lines, WalkError> {
    let shape = rules.shape;
    let tiles = check(rules, target)?;
    if tiles.spawns != [1] || !tiles.doubles() {
        return Err(WalkError::Rules { rules: Box::new(rules.clone()) });
    }
    let too_many = WalkError::TooManyBoards { shape, target: rules.tiles.face(target) };
    if !(3..=HIGHEST_TARGET).contains(&tiles.target) || fewest == 0 {
        return Err(too_many);
    }
    lines(shape, tiles, fewest).ok_or(too_many)
}

/// Nothing if the tables would be too large, or if there are no such boards.
fn lines(shape: Shape, tiles: Tiles, fewest: usize) -> Option<Lines> {
    let target = tiles.target;
    let most = shape.cells() + 2;
    let most = most.checked_sub(usize::from(target)).filter(|&most| most >= fewest)?;
    let mut highest = Highest {
        rank: target - 1,
        rows: PackedSlides::new(shape.columns(), &tiles),
        columns: PackedSlides::new(shape.rows(), &tiles),
        patterns: Patterns::new(shape)?,
        tables: Vec::new(),
        tiles,
    };
    // LineTables may add to the highest tiles, and nothing takes any away.
    let mut lines = Vec::new();
    let mut bytes = 0;
    for times in (fewest..=most).rev() {
        let free = shape.cells() - times;
        let numbers = u32::from(target - 1).checked_pow(free as u32)?;
        let first = highest.patterns.orbits.len();
        let touching = highest.patterns.add(times as u32, u32::from(target - 1));
        let orbits = first..highest.patterns.orbits.len();
        bytes += orbits.len() as u64 * Table::bytes(numbers);
        lines.push((times, Line { free, numbers, touching, orbits }));
    }
    if bytes > MOST_BYTES {
        return None;
    }
    let mut counts = Lines::new();
    for (times, line) in lines {
        let count = highest.line(&line)?;
        debug_assert_eq!(boards_of_line(shape, target - 1, times), count.positions.into());
        counts.insert((target - 1, times), count);
    }
    Some(counts)
}

/// Boards with a number of highest tiles.
struct Line {
    /// Other cells.
    free: usize,
    /// The ways to fill those.
    numbers: u32,
    /// Patterns that decide the game.
    touching: u64,
    /// Orbits of the others.
    orbits: std::ops::Range<usize>,
}

/// Boards of an orbit that Slider wins, by their numbers.
struct Table {
    positions: Bits,
    afterstates: Bits,
}

impl Table {
    fn new(numbers: u32) -> Table {
        Table { positions: Bits::new(numbers), afterstates: Bits::new(numbers) }
    }

    fn bytes(numbers: u32) -> u64 {
        u64::from(numbers) / 4
    }
}

struct Highest {
    /// The highest rank.
    rank: u8,
    tiles: Tiles,
    rows: PackedSlides,
    columns: PackedSlides,
    patterns: Patterns,
    /// A table for every orbit of patterns.
    tables: Vec<Table>,
}

impl Highest {
    fn line(&mut self, line: &Line) -> Option<LineCount> {
        let orbits = &line.orbits;
        self.tables.extend(orbits.clone().map(|_| Table::new(line.numbers)));
        let mut count = self.counted(line)?;
        let layers: Vec<Layers> =
            orbits.clone().map(|o| Layers::new(&self.patterns.orbits[o], &self.tiles)).collect();
        let heaviest = layers.first().map_or(0, Layers::heaviest);
        for sum in (0..=heaviest).rev() {
            // Spawns lead to a higher sum, slides to the afterstates just classified.
            for (orbit, layers) in orbits.clone().zip(&layers) {
                let size = self.patterns.orbits[orbit].size;
                let Table { positions, afterstates } = &mut self.tables[orbit];
                layers.visit(sum, &mut |filling| {
                    let is_won = layers.spawns(filling).all(|number| positions.has(number));
                    if filling.empty > 0 {
                        count.afterstates += size;
                        count.afterstates_won += if is_won { size } else { 0 };
                        afterstates.put(filling.number, is_won);
                    }
                });
            }
            for (orbit, layers) in orbits.clone().zip(&layers) {
                let size = self.patterns.orbits[orbit].size;
                let mut positions = std::mem::take(&mut self.tables[orbit].positions);
                layers.visit(sum, &mut |filling| {
                    let is_won = self.has_winning_slide(filling);
                    positions.put(filling.number, is_won);
                    count.positions += size;
                    if is_won {
                        count.positions_won += size;
                        count.positions_won_after_a_spawn +=
                            if filling.has_one() { size } else { 0 };
                    }
                });
                self.tables[orbit].positions = positions;
            }
        }
        Some(count)
    }

    /// Boards with patterns that decide the game.
    fn counted(&self, line: &Line) -> Option<LineCount> {
        let &Line { free, touching, .. } = line;
        let all = fillings(free, self.rank - 1, None);
        let number = |fillings: BigUint| u64::try_from(fillings * touching).ok();
        let positions = number(all.clone())?;
        let roomy = number(&all - fillings(free, self.rank - 1, Some(0)))?;
        Some(LineCount {
            positions,
            positions_won: positions,
            positions_won_after_a_spawn: number(all - fillings(free, self.rank - 1, Some(1)))?,
            afterstates: roomy,
            afterstates_won: roomy,
        })
    }

    fn has_winning_slide(&self, filling: &Filling) -> bool {
        let (board, transposed) = (filling.board, filling.transposed);
        // Most boards are won at once, if they are won.
        let (Some(along), Some(across)) = (self.rows.both(board), self.columns.both(transposed))
        else {
            return true;
        };
        along.iter().any(|&next| next != board && self.wins_after(next))
            || across.iter().any(|&next| next != transposed && self.wins_after(transpose(next)))
    }

    /// Whether Slider wins a board that a slide has led to; it has room for a tile.
    fn wins_after(&self, board: u64) -> bool {
        match self.patterns.see(places_with(board, self.rank)) {
            Seen::Touching => true,
            Seen::Apart(apart) => self.tables[apart.orbit].afterstates.has(apart.number(board)),
        }
    }
}

/// A set of numbers.
#[derive(Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(numbers: u32) -> Bits {
        Bits(vec![0; numbers as usize / 64 + 1])
    }

    fn has(&self, number: u32) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// Adds a number that is not there yet, if it is wanted.
    fn put(&mut self, number: u32, is_wanted: bool) {
        self.0[number as usize / 64] |= u64::from(is_wanted) << (number % 64);
    }
}
