//! Slides up and down, board by board: columns by number, and what becomes of them.

use super::geometry::Geometry;
use super::halves::Halves;
use super::rows::digits;

/// What slides up and down make of a column.
#[derive(Clone, Copy, Debug, Default)]
struct Column {
    slid: [Slid; 2],
}

/// What a slide makes of a column: what it adds to the codes of both halves of the board, before they
/// are scaled by the column's weights.
#[derive(Clone, Copy, Debug, Default)]
struct Slid {
    codes: [u32; 2],
    /// What it adds to the sum of the upper half, and whether it moves or makes the target.
    sum: u32,
}

const MOVES: u32 = 1 << 30;
const MAKES: u32 = 1 << 31;

/// Slides up and down of boards, column by column.
#[derive(Debug)]
pub(super) struct Columns {
    /// By number: the ranks of a column as digits, the top one lowest.
    columns: Vec<Column>,
    /// How much a column counts in the codes of both halves, and whether it counts in the upper sum.
    weights: Vec<([u32; 2], u32)>,
}

/// What a slide up or down leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vertical {
    /// Nothing would change.
    Illegal,
    /// The target is made.
    Target,
    /// A board: the codes of its halves, and the sum of the upper one. On squares it is transposed, and
    /// after a slide down mirrored.
    Board([u32; 2], u32),
}

impl Columns {
    pub(super) fn new(geometry: &Geometry, halves: [&Halves; 2]) -> Columns {
        let (kinds, rows) = (geometry.kinds(), geometry.rows);
        let upper_rows = geometry.half_rows(0);
        let column = |number: usize| {
            let ranks: Vec<u8> = digits(number, kinds, rows).collect();
            let slid = [false, true].map(|down| {
                let mut line = ranks.clone();
                if down {
                    line.reverse();
                }
                let mut slid = Slid::default();
                match geometry.slide(&mut line) {
                    None => slid.sum = MAKES | MOVES,
                    Some(moves) => {
                        slid.sum = if moves { MOVES } else { 0 };
                        let sum = |ranks: &[u8]| -> u64 {
                            ranks.iter().map(|&rank| geometry.faces[usize::from(rank)]).sum()
                        };
                        if let Some(packed) = halves[0].packed() {
                            slid.codes = [packed.number(&line).expect("slid lines have no gap"); 2];
                            slid.sum |= sum(&line) as u32;
                        } else {
                            if down {
                                line.reverse();
                            }
                            let number = |ranks: &mut dyn Iterator<Item = &u8>| {
                                ranks
                                    .zip(0..)
                                    .map(|(&rank, place)| {
                                        u32::from(rank) * (kinds as u32).pow(place)
                                    })
                                    .sum()
                            };
                            let (upper, lower) = line.split_at(upper_rows);
                            slid.codes =
                                [number(&mut upper.iter()), number(&mut lower.iter().rev())];
                            slid.sum |= sum(upper) as u32;
                        }
                    }
                }
                slid
            });
            Column { slid }
        };
        let weight = |column: usize| match halves[0].packed() {
            Some(packed) => {
                let count = packed.ranks.len() as u32;
                match column < upper_rows {
                    true => ([count.pow(column as u32), 0], u32::MAX),
                    false => {
                        ([0, count.pow((geometry.columns - 1 - column) as u32)], MOVES | MAKES)
                    }
                }
            }
            None => {
                let power = |side| (kinds as u32).pow((geometry.half_rows(side) * column) as u32);
                ([power(0), power(1)], u32::MAX)
            }
        };
        Columns {
            columns: (0..kinds.pow(rows as u32)).map(column).collect(),
            weights: (0..geometry.columns).map(weight).collect(),
        }
    }

    /// Slides a board up (0) or down (1), whose columns have these numbers: the sums of two parts.
    #[inline]
    pub(super) fn slide(&self, down: usize, upper: &[u16], lower: &[u16]) -> Vertical {
        let (mut codes, mut sum, mut flags) = ([0_u32; 2], 0_u32, 0_u32);
        for ((&(weights, mask), &a), &b) in self.weights.iter().zip(upper).zip(lower) {
            let slid = &self.columns[usize::from(a) + usize::from(b)].slid[down];
            codes[0] = codes[0].wrapping_add(weights[0].wrapping_mul(slid.codes[0]));
            codes[1] = codes[1].wrapping_add(weights[1].wrapping_mul(slid.codes[1]));
            let word = slid.sum & mask;
            flags |= word;
            sum = sum.wrapping_add(word & !(MOVES | MAKES));
        }
        match flags {
            _ if flags & MAKES != 0 => Vertical::Target,
            _ if flags & MOVES == 0 => Vertical::Illegal,
            _ => Vertical::Board(codes, sum),
        }
    }
}
