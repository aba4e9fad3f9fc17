//! Sliding all lines of a board of bit planes at once.

use twofold_core::{Direction, Rules, Shape, Symmetry, TileSystem};

use super::plane::Plane;
use super::planes::Planes;

/// An engine for play on bit planes, with the highest rank that may be made.
///
/// Merging is addition on planes, so the engine takes the rules in which two equal tiles make the
/// next one and nothing else merges. It asks the rules for that when it is made.
///
/// ```
/// use twofold_core::{Direction, Rules, notation::ranks};
/// use twofold_reach::{PlaneEngine, Planes};
///
/// let shape = "2x3".parse()?;
/// let engine = PlaneEngine::<u64, 2>::new(&Rules::only_twos(shape), 2)?;
/// let board = Planes::from_board(&ranks::parse("110/202")?).unwrap();
/// let down = engine.slide(board, Direction::Down).unwrap();
/// assert_eq!(ranks::write(&down.to_board(shape)), "100/212");
/// // To the left the two 2s would make a 3.
/// assert_eq!(engine.slide(board, Direction::Left), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlaneEngine<P, const BITS: usize> {
    shape: Shape,
    max_rank: u8,
    all: P,
    lines: [Lines<P>; 4],
}

/// Why an engine on bit planes cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaneEngineError {
    /// The board has too many cells.
    #[error("a board of {cells} cells does not fit into planes of {room}")]
    Cells {
        /// The cells of the board.
        cells: usize,
        /// The cells of a plane.
        room: usize,
    },
    /// The highest rank needs more planes.
    #[error("rank {rank} does not fit into these planes, which hold ranks up to {room}")]
    Rank {
        /// The highest rank that may be made.
        rank: u8,
        /// The highest rank that the planes hold.
        room: u8,
    },
    /// Tiles merge in another way.
    #[error("bit planes take tiles of which two equal ones make the next; {tiles} has others")]
    Merges {
        /// The tile system.
        tiles: TileSystem,
    },
}

/// The lines of a shape along a direction.
#[derive(Clone, Debug)]
struct Lines<P> {
    /// Whether tiles slide to lower indices.
    lowers: bool,
    /// For shifts by 1, 2, 4, … steps towards the border: the cells that stay on the board.
    doublings: Vec<Doubling<P>>,
}

/// A shift by a power of two.
#[derive(Clone, Copy, Debug)]
struct Doubling<P> {
    bits: usize,
    /// The cells that many steps or more away from the border.
    far: P,
    /// Where those cells go.
    near: P,
}

impl<P: Plane> Lines<P> {
    fn new(shape: Shape, direction: Direction) -> Lines<P> {
        let vertical = direction.is_vertical();
        let length = if vertical { shape.rows() } else { shape.columns() };
        let stride = if vertical { shape.columns() } else { 1 };
        let step = |index: usize| {
            let cell = shape.cell(index);
            let along = if vertical { cell.row() } else { cell.column() };
            if direction.is_forward() { length - 1 - along } else { along }
        };
        let cells = |inside: &dyn Fn(usize) -> bool| {
            let cells = (0..shape.cells()).filter(|&index| inside(step(index)));
            cells.fold(P::EMPTY, |set, index| set | P::cell(index))
        };
        let steps = (0..).map(|k| 1 << k).take_while(|&steps| steps < length);
        let doublings = steps.map(|steps: usize| Doubling {
            bits: steps * stride,
            far: cells(&|step| step >= steps),
            near: cells(&|step| step + steps < length),
        });
        Lines { lowers: !direction.is_forward(), doublings: doublings.collect() }
    }

    #[inline(always)]
    fn towards(&self, cells: P, doubling: &Doubling<P>) -> P {
        let cells = cells & doubling.far;
        if self.lowers { cells.lower(doubling.bits) } else { cells.raise(doubling.bits) }
    }

    #[inline(always)]
    fn away(&self, cells: P, doubling: &Doubling<P>) -> P {
        let cells = cells & doubling.near;
        if self.lowers { cells.raise(doubling.bits) } else { cells.lower(doubling.bits) }
    }

    /// Closes the gaps of all lines: every tile moves by the number of gaps before it, one binary
    /// digit of that number at a time (the compress operation of Hacker's Delight, by lines).
    #[inline(always)]
    fn close_gaps<const BITS: usize>(&self, all: P, planes: &mut [P; BITS]) {
        let Some(one) = self.doublings.first() else { return };
        let mut tiles = planes.iter().fold(P::EMPTY, |cells, &plane| cells | plane);
        let mut gaps = self.away(all & !tiles, one);
        for shift in &self.doublings {
            // The cells with an odd number of remaining gaps before them.
            let mut odd = gaps;
            for doubling in &self.doublings {
                odd = odd ^ self.away(odd, doubling);
            }
            let moving = odd & tiles;
            if !moving.is_empty() {
                tiles = (tiles ^ moving) | self.towards(moving, shift);
                for plane in planes.iter_mut() {
                    let part = *plane & moving;
                    *plane = (*plane ^ part) | self.towards(part, shift);
                }
            }
            gaps = gaps & !odd;
        }
    }

    /// The second tile of every pair that merges, gaps being closed: in a run of equal tiles every
    /// other one, starting from the border.
    #[inline(always)]
    fn seconds<const BITS: usize>(&self, planes: &[P; BITS]) -> P {
        let Some(one) = self.doublings.first() else { return P::EMPTY };
        let tiles = planes.iter().fold(P::EMPTY, |cells, &plane| cells | plane);
        let differ = |&plane: &P| plane ^ self.away(plane, one);
        let unequal = planes.iter().map(differ).fold(P::EMPTY, |cells, plane| cells | plane);
        let equal = tiles & one.far & !unequal;
        if equal.is_empty() {
            return equal;
        }
        let mut seconds = equal & !self.away(equal, one);
        let mut chain = equal & self.away(equal, one);
        for doubling in self.doublings.iter().skip(1) {
            seconds = seconds | (self.away(seconds, doubling) & chain);
            chain = chain & self.away(chain, doubling);
        }
        seconds
    }
}

impl<P: Plane, const BITS: usize> PlaneEngine<P, BITS> {
    /// An engine for the given rules, in which no tile above `max_rank` is made.
    ///
    /// # Errors
    /// If the board or the rank does not fit into the planes, or if tiles merge in another way
    /// than equal ones to the next rank.
    pub fn new(rules: &Rules, max_rank: u8) -> Result<Self, PlaneEngineError> {
        let shape = rules.shape;
        if shape.cells() > P::CELLS {
            return Err(PlaneEngineError::Cells { cells: shape.cells(), room: P::CELLS });
        }
        if max_rank > Planes::<P, BITS>::MAX_RANK {
            let room = Planes::<P, BITS>::MAX_RANK;
            return Err(PlaneEngineError::Rank { rank: max_rank, room });
        }
        if !rules.tiles.doubles() {
            return Err(PlaneEngineError::Merges { tiles: rules.tiles });
        }
        let all = (0..shape.cells()).fold(P::EMPTY, |set, index| set | P::cell(index));
        let lines = Direction::ALL.map(|direction| Lines::new(shape, direction));
        Ok(PlaneEngine { shape, max_rank, all, lines })
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The highest rank that may be made.
    pub fn max_rank(&self) -> u8 {
        self.max_rank
    }

    /// All cells.
    #[inline]
    pub fn all(&self) -> P {
        self.all
    }

    /// The empty cells of a board.
    #[inline]
    pub fn empty(&self, board: &Planes<P, BITS>) -> P {
        self.all & !board.occupied()
    }

    /// The board after a slide; `None` if nothing would change or too high a tile would be made.
    #[inline]
    pub fn slide(&self, board: Planes<P, BITS>, direction: Direction) -> Option<Planes<P, BITS>> {
        let lines = &self.lines[direction as usize];
        let mut planes = board.0;
        lines.close_gaps(self.all, &mut planes);
        let seconds = lines.seconds(&planes);
        if !seconds.is_empty() {
            if !Planes(planes).cells_of_rank(self.max_rank, seconds).is_empty() {
                return None;
            }
            // The first of each pair rises by one rank, which is binary addition by planes.
            let mut carry = lines.towards(seconds, &lines.doublings[0]);
            for plane in &mut planes {
                let sum = *plane ^ carry;
                carry = *plane & carry;
                *plane = sum & !seconds;
            }
            lines.close_gaps(self.all, &mut planes);
        }
        (planes != board.0).then_some(Planes(planes))
    }

    /// Whether all tiles lie against the border of a direction, without gaps.
    #[inline]
    pub fn is_aligned(&self, board: &Planes<P, BITS>, direction: Direction) -> bool {
        let lines = &self.lines[direction as usize];
        let Some(one) = lines.doublings.first() else { return true };
        let tiles = board.occupied();
        (lines.away(self.all & !tiles, one) & tiles).is_empty()
    }

    /// The image of a board under a symmetry that keeps the shape, cell by cell.
    pub fn image(&self, board: Planes<P, BITS>, symmetry: Symmetry) -> Planes<P, BITS> {
        let mut image = Planes::EMPTY;
        for index in board.occupied().iter() {
            let target = self.shape.index(symmetry.cell(self.shape, self.shape.cell(index)));
            image = image.with_rank(target, board.rank(index));
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use twofold_core::{Board, Game, Grid};

    use super::super::plane::Wide;
    use super::*;

    fn board(max_rank: u8) -> impl Strategy<Value = Board> {
        (1..=16_usize, 1..=16_usize, 0..5_u32).prop_flat_map(move |(rows, columns, gaps)| {
            let shape = Shape::new(rows, columns).unwrap();
            let rank = prop_oneof![gaps + 1 => Just(0), 4 => 1..=max_rank];
            prop::collection::vec(rank, shape.cells())
                .prop_map(move |ranks| Board::from_ranks(shape, &ranks).unwrap())
        })
    }

    /// What the rules engine says, with slides left out that make a tile above the limit.
    fn by_the_rules(board: &Board, direction: Direction, max_rank: u8) -> Option<Board> {
        let game = Game::new(Rules::only_twos(board.shape()));
        let position = game.position(board.clone()).unwrap();
        let slide = game.slide(&position, direction)?;
        let after = slide.afterstate.into_board();
        (after.largest().rank() <= max_rank).then_some(after)
    }

    fn agrees<P: Plane, const BITS: usize>(board: &Board, max_rank: u8) {
        let shape = board.shape();
        let rules = Rules::only_twos(shape);
        let Ok(engine) = PlaneEngine::<P, BITS>::new(&rules, max_rank) else { return };
        let planes = Planes::<P, BITS>::from_board(board).unwrap();
        assert_eq!(&planes.to_board(shape), board);
        for direction in Direction::ALL {
            let slid = engine.slide(planes, direction).map(|planes| planes.to_board(shape));
            assert_eq!(slid, by_the_rules(board, direction, max_rank), "{board:?} {direction}");
            let after = engine.slide(planes, direction).unwrap_or(planes);
            if after != planes {
                assert!(engine.is_aligned(&after, direction));
            }
        }
    }

    #[test]
    fn rules_with_other_merges_are_refused() {
        let made = |tiles| {
            let rules = Rules::new("3x3".parse().unwrap(), tiles);
            PlaneEngine::<u64, 4>::new(&rules, 6).map(|_| ())
        };
        assert_eq!(made(TileSystem::Classic), Ok(()));
        for tiles in [TileSystem::Fibonacci, TileSystem::Threes, TileSystem::Fives] {
            assert_eq!(made(tiles), Err(PlaneEngineError::Merges { tiles }));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]

        #[test]
        fn slides_are_those_of_the_rules_engine(board in board(2)) {
            for max_rank in [2, 3] {
                agrees::<u32, 2>(&board, max_rank);
                agrees::<u64, 2>(&board, max_rank);
                agrees::<u128, 2>(&board, max_rank);
                agrees::<Wide, 2>(&board, max_rank);
            }
        }

        #[test]
        fn higher_ranks_take_four_planes(board in board(6)) {
            agrees::<u128, 4>(&board, 15);
            agrees::<Wide, 4>(&board, 6);
            agrees::<Wide, 4>(&board, 7);
        }

        #[test]
        fn images_are_those_of_the_grid(board in board(3)) {
            let shape = board.shape();
            let engine = PlaneEngine::<Wide, 2>::new(&Rules::only_twos(shape), 3).unwrap();
            let planes = Planes::from_board(&board).unwrap();
            for &symmetry in Symmetry::of(shape) {
                prop_assert_eq!(engine.image(planes, symmetry).to_board(shape), board.image(symmetry));
            }
        }
    }
}
