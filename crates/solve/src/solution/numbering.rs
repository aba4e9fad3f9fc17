//! Small numbers for the codes of a layer with large tiles, so that neighbours differ by little.
//!
//! The cells that may hold other tiles are split into a prefix and a suffix of a few cells. The tile sum is known, so
//! the prefix says what the suffix must sum to, and only few suffixes do: they are numbered in ascending order.
//! The number of a board is that of its prefix, times the most suffixes of one sum, plus that of its suffix. So numbers
//! ascend with codes. Games without large tiles keep the codes themselves.

use std::sync::OnceLock;

use twofold_core::Tile;
use twofold_layers::{LargeTiles, LayeredGame};

use crate::tables::large_tiles;

/// The most suffixes that are tabulated.
const MOST_SUFFIXES: usize = 1 << 17;

/// The numberings of the layers of a game.
#[derive(Debug)]
pub(crate) struct Numberings {
    game: LayeredGame,
    /// By the highest rank of small tiles.
    by_rank: [OnceLock<Digits>; 16],
}

/// The numbers of the codes of one layer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Numbering<'a> {
    /// The codes themselves.
    Codes,
    /// Smaller numbers.
    Digits {
        /// How they are made.
        digits: &'a Digits,
        /// The tile sum.
        sum: u64,
    },
}

/// How boards with small tiles up to some rank are numbered.
#[derive(Debug)]
pub(crate) struct Digits {
    /// Where the cells are in a code, the first one first.
    cells: Vec<u32>,
    /// The cells of the suffix: the last ones.
    suffix: usize,
    base: u64,
    /// The face of each digit.
    faces: Vec<u64>,
    /// What a code has in the other cells.
    fixed: u64,
    /// The number of each suffix among those of its sum.
    numbers: Vec<u32>,
    /// All suffixes, by sum, then ascending.
    suffixes: Vec<u32>,
    /// Where the suffixes of each sum start.
    starts: Vec<u32>,
    /// The most suffixes of one sum.
    most: u64,
}

impl Numberings {
    pub(crate) fn new(game: &LayeredGame) -> Numberings {
        Numberings { game: game.clone(), by_rank: Default::default() }
    }

    /// The numbering of a layer.
    pub(crate) fn of(&self, sum: u64) -> Numbering<'_> {
        let Some(large) = self.game.large() else { return Numbering::Codes };
        let stands = |rank: &u8| {
            let tile = Tile::new(*rank).expect("a small rank");
            self.game.can_stand(tile) && self.game.face(tile) <= sum
        };
        let highest = (1..LargeTiles::RANK).rev().find(stands).unwrap_or(1);
        let make = || Digits::new(&self.game, large, highest);
        let digits = self.by_rank[usize::from(highest)].get_or_init(make);
        Numbering::Digits { digits, sum }
    }
}

impl Digits {
    fn new(game: &LayeredGame, large: &LargeTiles, highest: u8) -> Digits {
        let count = large_tiles(game).map(u32::from);
        // Where large tiles cannot move, their cells say nothing.
        let fixed = match large.masks() {
            [mask] if count == Some(mask.count_ones() / 4) => *mask,
            _ => 0,
        };
        let all = (0..game.rules().shape.cells() as u32).rev().map(|cell| 4 * cell);
        let cells: Vec<u32> = all.filter(|&bit| fixed >> bit & 0xF == 0).collect();
        let mut faces: Vec<u64> =
            (0..=highest).map(|rank| game.face(Tile::new(rank).expect("a small rank"))).collect();
        if fixed == 0 {
            faces.push(0);
        }
        let base = faces.len();
        let fits = |&suffix: &usize| base.pow(suffix as u32) <= MOST_SUFFIXES;
        let suffix = (1..=cells.len().min(8)).rev().find(fits).unwrap_or(1);
        let sums: Vec<usize> = (0..base.pow(suffix as u32))
            .map(|mut place| {
                let mut sum = 0;
                while place > 0 {
                    sum += faces[place % base] as usize;
                    place /= base;
                }
                sum
            })
            .collect();
        let mut starts = vec![0_u32; sums.iter().max().map_or(0, |most| most + 2)];
        for &sum in &sums {
            starts[sum + 1] += 1;
        }
        let most = starts.iter().copied().max().unwrap_or(1).max(1).into();
        for sum in 1..starts.len() {
            starts[sum] += starts[sum - 1];
        }
        let mut next = starts.clone();
        let (mut numbers, mut suffixes) = (vec![0; sums.len()], vec![0; sums.len()]);
        for (place, &sum) in sums.iter().enumerate() {
            numbers[place] = next[sum] - starts[sum];
            suffixes[next[sum] as usize] = place as u32;
            next[sum] += 1;
        }
        let base = base as u64;
        Digits { cells, suffix, base, faces, fixed, numbers, suffixes, starts, most }
    }

    /// The digits of some cells as one number; `None` if a tile is too high.
    fn place(&self, code: u64, cells: &[u32]) -> Option<u64> {
        let digit = |bit: u32| match code >> bit & 0xF {
            15 if self.fixed == 0 => self.base - 1,
            rank => rank,
        };
        let highest = self.base - u64::from(self.fixed == 0);
        cells.iter().try_fold(0, |place, &bit| {
            let is_large = code >> bit & 0xF == 15 && self.fixed == 0;
            let digit = digit(bit);
            (is_large || digit < highest).then_some(place * self.base + digit)
        })
    }

    /// The cells with these digits.
    fn code(&self, mut place: u64, cells: &[u32]) -> u64 {
        cells.iter().rev().fold(0, |code, &bit| {
            let digit = place % self.base;
            place /= self.base;
            let is_large = self.fixed == 0 && digit == self.base - 1;
            code | if is_large { 15 } else { digit } << bit
        })
    }

    fn sum(&self, mut place: u64) -> u64 {
        let mut sum = 0;
        while place > 0 {
            sum += self.faces[(place % self.base) as usize];
            place /= self.base;
        }
        sum
    }
}

impl Numbering<'_> {
    /// The number of a code; `None` if no board of the layer has it.
    pub(crate) fn number(self, code: u64) -> Option<u64> {
        let Numbering::Digits { digits, .. } = self else { return Some(code) };
        let (prefix, suffix) = digits.cells.split_at(digits.cells.len() - digits.suffix);
        let (prefix, suffix) = (digits.place(code, prefix)?, digits.place(code, suffix)?);
        Some(prefix * digits.most + u64::from(digits.numbers[suffix as usize]))
    }

    /// The code of a number; `None` if no board of the layer has it.
    pub(crate) fn code(self, number: u64) -> Option<u64> {
        let Numbering::Digits { digits, sum } = self else { return Some(number) };
        let (place, index) = (number / digits.most, number % digits.most);
        let rest = usize::try_from(sum.checked_sub(digits.sum(place))?).ok()?;
        let (&start, &end) = (digits.starts.get(rest)?, digits.starts.get(rest + 1)?);
        let own = digits.suffixes.get(start as usize..end as usize)?;
        let suffix = u64::from(*own.get(usize::try_from(index).ok()?)?);
        let (first, last) = digits.cells.split_at(digits.cells.len() - digits.suffix);
        (place < digits.base.checked_pow(first.len() as u32).unwrap_or(u64::MAX))
            .then(|| digits.fixed | digits.code(place, first) | digits.code(suffix, last))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use twofold_core::Rules;

    use super::*;
    use crate::tables::{Endgame, Patterns};

    proptest! {
        #[test]
        fn numbers_ascend_with_codes_and_lead_back(
            bits in prop::collection::vec((any::<u64>(), any::<u64>()), 2..60),
            endgame in prop::sample::select(vec!["444-512", "L3-128", "free9-64", "4432f-256"]),
            other: u64,
        ) {
            let rules: Rules = "classic on 4x4".parse().unwrap();
            let endgame = Endgame::parse(endgame, &Patterns::built_in()).unwrap();
            let game = endgame.game(rules.tiles, rules.spawn).unwrap();
            let mask = endgame.pattern().masks.first().copied().unwrap_or(0);
            // Small tiles up to 32, some cells empty, and large tiles where they have to be.
            let code = |(tiles, gaps): (u64, u64)| {
                let gaps = (gaps & 0x1111_1111_1111_1111) * 15;
                let tiles = tiles & 0x7777_7777_7777_7777 & gaps;
                let high = ((tiles & 0x6666_6666_6666_6666) / 2) & tiles & 0x3333_3333_3333_3333;
                (tiles ^ high) & 0x5555_5555_5555_5555 & !mask | mask
            };
            let mut layers: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
            for code in bits.into_iter().map(code) {
                layers.entry(game.sum(code)).or_default().push(code);
            }
            let numberings = Numberings::new(&game);
            for (sum, mut codes) in layers {
                let numbering = numberings.of(sum);
                codes.sort_unstable();
                codes.dedup();
                let numbers: Vec<u64> = codes.iter().map(|&code| numbering.number(code).unwrap()).collect();
                prop_assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
                for (&code, &number) in codes.iter().zip(&numbers) {
                    prop_assert_eq!(numbering.code(number), Some(code));
                }
                let _ = (numbering.number(other), numbering.code(other));
            }
        }
    }
}
