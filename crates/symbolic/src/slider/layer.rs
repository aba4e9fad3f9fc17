//! The ways to fill the cells beside a pattern of highest tiles, by their sum.

use super::packed::transposed_place;
use super::patterns::Orbit;
use super::tiles::Tiles;

/// The cells of a piece: pieces are listed, and whole fillings put together from them.
const CELLS_OF_PIECE: usize = 3;

/// A way to fill some cells, or a part of one. All of it adds up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Filling {
    /// Its ranks as digits.
    pub(super) number: u32,
    /// A bit for every digit that is zero.
    pub(super) empty: u32,
    /// The board, packed.
    pub(super) board: u64,
    /// Its transpose.
    pub(super) transposed: u64,
    /// How many cells are lower than 2, 3, 4 and so on, in `FIELD` bits each.
    lower: u64,
    ones: u32,
}

/// Bits of a count of cells, and one that tells whether there are enough.
const FIELD: u32 = 5;

impl Filling {
    fn and(&self, other: &Filling) -> Filling {
        Filling {
            number: self.number + other.number,
            empty: self.empty + other.empty,
            board: self.board + other.board,
            transposed: self.transposed + other.transposed,
            lower: self.lower + other.lower,
            ones: self.ones + other.ones,
        }
    }

    /// Whether it holds a tile of rank 1, as every board does after a spawn.
    pub(super) fn has_one(&self) -> bool {
        self.ones > 0
    }
}

/// The ways to fill some of the cells.
struct Piece {
    by_weight: Vec<Vec<Filling>>,
    /// What the cells of later pieces add to the counts of lower cells at most.
    later: u64,
}

/// All fillings of the cells beside a pattern that Corollary 7 of Edixhoven 2019 allows.
pub(super) struct Layers {
    pattern: Filling,
    pieces: Vec<Piece>,
    /// What a one in every digit adds to a number.
    powers: Vec<u32>,
    /// The bit of every field that tells whether there are enough.
    enough: u64,
    heaviest: usize,
}

impl Layers {
    /// The fillings beside tiles of the highest rank, with ranks below it.
    pub(super) fn new(orbit: &Orbit, tiles: &Tiles) -> Layers {
        let highest = tiles.target - 1;
        let free = &orbit.free;
        let at = |place: usize, rank: u8| u64::from(rank) << (4 * place);
        let fields = 2..u32::from(highest);
        let in_fields = |amount: &dyn Fn(u32) -> u64| -> u64 {
            fields.clone().map(|rank| amount(rank) << (FIELD * (rank - 2))).sum()
        };
        let marked = (0..16).filter(|place| orbit.pattern >> place & 1 == 1);
        let pattern = marked.fold(Filling::default(), |filling, place| Filling {
            board: filling.board + at(place, highest),
            transposed: filling.transposed + at(transposed_place(place), highest),
            ..filling
        });
        // Of a rank that is there, rank - 1 cells have to be lower; so if too few cells are lower
        // than it, all cells are: then there are fewer cells than it asks for.
        let half = 1 << (FIELD - 1);
        let needed = |rank: u32| u64::from(rank - 1).min(free.len() as u64);
        let short = in_fields(&|rank| half - needed(rank));
        let pattern = Filling { lower: short, ..pattern };

        let powers: Vec<u32> = (0..free.len() as u32).map(|n| u32::from(highest).pow(n)).collect();
        let cell = |digit: usize, rank: u8| Filling {
            number: powers[digit] * u32::from(rank),
            empty: u32::from(rank == 0) << digit,
            board: at(free[digit], rank),
            transposed: at(transposed_place(free[digit]), rank),
            lower: in_fields(&|bound| u64::from(u32::from(rank) < bound)),
            ones: u32::from(rank == 1),
        };
        let digits: Vec<usize> = (0..free.len()).collect();
        // The last piece is the one that changes fastest.
        let pieces = digits.chunks(CELLS_OF_PIECE).rev().map(|digits| {
            let mut piece = vec![(0, Filling::default())];
            for &digit in digits {
                let longer = |&(sum, filling): &(usize, Filling)| -> Vec<(usize, Filling)> {
                    let with = |rank| (sum + tiles.weight(rank), filling.and(&cell(digit, rank)));
                    (0..highest).map(with).collect()
                };
                piece = piece.iter().flat_map(longer).collect();
            }
            let mut by_weight = vec![Vec::new(); digits.len() * tiles.weight(highest - 1) + 1];
            piece.iter().for_each(|&(sum, filling)| by_weight[sum].push(filling));
            let later = in_fields(&|_| digits[0] as u64);
            Piece { by_weight, later }
        });
        let pieces = pieces.collect();
        // The k-th lowest cell has at most the rank k.
        let heaviest = (1..=free.len()).map(|k| tiles.weight((k as u8).min(highest - 1))).sum();
        let enough = in_fields(&|_| half);
        Layers { pattern, pieces, powers, enough, heaviest }
    }

    /// The largest sum of all.
    pub(super) fn heaviest(&self) -> usize {
        self.heaviest
    }

    /// Visits the fillings with a sum.
    pub(super) fn visit(&self, sum: usize, visitor: &mut impl FnMut(&Filling)) {
        self.visit_on(&self.pieces, &self.pattern, sum, visitor);
    }

    fn visit_on(
        &self,
        pieces: &[Piece],
        begun: &Filling,
        left: usize,
        visitor: &mut impl FnMut(&Filling),
    ) {
        let Some((piece, others)) = pieces.split_first() else {
            return visitor(begun);
        };
        // The last piece has to weigh what is left.
        let weights = if others.is_empty() { left..=left } else { 0..=left };
        for weight in weights.take_while(|&weight| weight < piece.by_weight.len()) {
            for filling in &piece.by_weight[weight] {
                let more = begun.and(filling);
                if (more.lower + piece.later) & self.enough == self.enough {
                    self.visit_on(others, &more, left - weight, visitor);
                }
            }
        }
    }

    /// The numbers of a filling after every spawn.
    pub(super) fn spawns(&self, filling: &Filling) -> impl Iterator<Item = u32> {
        let (number, mut empty) = (filling.number, filling.empty);
        std::iter::from_fn(move || {
            let digit = (empty != 0).then(|| empty.trailing_zeros())?;
            empty &= empty - 1;
            Some(number + self.powers[digit as usize])
        })
    }
}
