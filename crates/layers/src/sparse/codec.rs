//! Sorted codes of one tile sum as small numbers.
//!
//! A code is split into a prefix (its first cells) and a suffix (its last cells, at most eight).
//! Since the tile sum is known, the prefix says what the suffix must sum to, and only few suffixes
//! do: they are numbered in ascending order. Neighbours in a sorted list of codes mostly share the
//! prefix, and differ by a small step in that numbering, mostly one. What is written is
//!
//! - for each prefix: how far it is from the one before, and how many codes it has;
//! - for each code: how many suffixes were left out since the one before.
//!
//! A byte holds numbers below 255; larger ones follow a byte 255. Most bytes are zero, so that a
//! general compressor shrinks them further.

use twofold_core::{Shape, Tile};

use crate::{LargeTiles, LayerError, LayeredGame};

/// The largest number of suffixes that is tabulated.
const MOST_SUFFIXES: usize = 1 << 23;

/// Suffix codes are looked up in steps of three cells.
const STEP_BITS: u32 = 12;

/// Turns sorted codes of one shape, with ranks up to a limit, into bytes and back.
pub struct Codec {
    shape: Shape,
    /// The values of the ranks.
    values: [u64; 16],
    /// Bits of the suffix.
    suffix_bits: u32,
    /// For each step of a suffix code: its part of the index into `numbers`.
    places: [Vec<u32>; 3],
    /// By that index: the number of a suffix among those of its sum.
    numbers: Vec<u32>,
    /// All suffixes, by sum, then ascending.
    suffixes: Vec<u32>,
    /// Where the suffixes of each sum start in `suffixes`.
    starts: Vec<u32>,
}

impl Codec {
    /// A codec for boards with ranks up to `max`.
    pub fn new(game: &LayeredGame, max: u8) -> Codec {
        let shape = game.rules().shape;
        let max = max.clamp(1, if game.large().is_some() { 14 } else { 15 });
        let value = |rank: usize| game.face(Tile::new(rank as u8).expect("a small rank"));
        let values: [u64; 16] = std::array::from_fn(value);
        // Large tiles are the digit above those of all others.
        let large = game.large().map(|_| usize::from(LargeTiles::RANK));
        let base = usize::from(max) + 1 + usize::from(large.is_some());
        let digit = |rank: usize| if Some(rank) == large { base - 1 } else { rank };
        let rank = |digit: usize| large.filter(|_| digit == base - 1).unwrap_or(digit);
        let fits = |&cells: &u32| base.pow(cells) <= MOST_SUFFIXES;
        let cells = (1..=shape.cells().div_ceil(2) as u32).rev().find(fits).unwrap_or(1);
        let count = base.pow(cells);

        let mut places = [(); 3].map(|()| vec![0; 1 << STEP_BITS]);
        let mut scale = 1;
        for (step, places) in places.iter_mut().enumerate() {
            for (code, place) in places.iter_mut().enumerate() {
                let digits = [code & 0xF, code >> 4 & 0xF, code >> 8];
                let known = digits.iter().rev().fold(0, |n, &rank| n * base + digit(rank));
                *place = known.wrapping_mul(scale) as u32;
            }
            if 3 * (step as u32 + 1) < cells {
                scale *= base.pow(3);
            } else {
                scale = 0;
            }
        }

        // Suffixes in ascending order of their codes are in ascending order of their places.
        let mut codes = vec![0_u32; count];
        let mut sums = vec![0_u64; count];
        for place in 1..count {
            let (rest, rank) = (place / base, rank(place % base));
            codes[place] = codes[rest] << 4 | rank as u32;
            sums[place] = sums[rest] + values[rank];
        }
        let most = sums.iter().copied().max().unwrap_or(0) as usize;
        let mut starts = vec![0_u32; most + 2];
        for &sum in &sums {
            starts[sum as usize + 1] += 1;
        }
        for sum in 0..=most {
            starts[sum + 1] += starts[sum];
        }
        let mut next = starts.clone();
        let mut numbers = vec![0; count];
        let mut suffixes = vec![0; count];
        for place in 0..count {
            let sum = sums[place] as usize;
            numbers[place] = next[sum] - starts[sum];
            suffixes[next[sum] as usize] = codes[place];
            next[sum] += 1;
        }
        Codec { shape, values, suffix_bits: 4 * cells, places, numbers, suffixes, starts }
    }

    /// Bytes of memory that the tables take.
    pub(super) fn memory(&self) -> u64 {
        4 * (self.numbers.len() + self.suffixes.len() + self.starts.len()) as u64
    }

    fn number(&self, suffix: u32) -> u32 {
        let step = |index: usize| {
            let code = u64::from(suffix) >> (STEP_BITS * index as u32) & ((1 << STEP_BITS) - 1);
            self.places[index][code as usize]
        };
        self.numbers[(step(0) + step(1) + step(2)) as usize]
    }

    fn prefix_sum(&self, mut prefix: u64) -> u64 {
        let mut sum = 0;
        while prefix != 0 {
            sum += self.values[(prefix & 0xF) as usize];
            prefix >>= 4;
        }
        sum
    }

    /// Appends codes of one tile sum, strictly ascending, in the form described above.
    pub fn encode(&self, codes: &[u64], bytes: &mut Vec<u8>) {
        let mut heads = Vec::new();
        let mut steps = Vec::with_capacity(codes.len() + codes.len() / 8);
        let mut last_prefix = 0;
        let mut rest = codes;
        while let Some(&first) = rest.first() {
            let prefix = first >> self.suffix_bits;
            let end = rest.partition_point(|&code| code >> self.suffix_bits == prefix);
            let (group, after) = rest.split_at(end);
            put(&mut heads, prefix - last_prefix);
            put(&mut heads, group.len() as u64);
            let mask = (1 << self.suffix_bits) - 1;
            let mut next = 0;
            for &code in group {
                let number = self.number((code & mask) as u32);
                put(&mut steps, u64::from(number - next));
                next = number + 1;
            }
            last_prefix = prefix;
            rest = after;
        }
        put(bytes, heads.len() as u64);
        bytes.extend_from_slice(&heads);
        bytes.extend_from_slice(&steps);
    }

    /// Appends the codes that [`Codec::encode`] turned into these bytes.
    pub fn decode(&self, sum: u64, bytes: &[u8], codes: &mut Vec<u64>) -> Result<(), LayerError> {
        self.try_decode(sum, bytes, codes).ok_or_else(|| LayerError::Blocks {
            sum,
            what: format!("a block holds no boards of {}", self.shape),
        })
    }

    fn try_decode(&self, sum: u64, mut bytes: &[u8], codes: &mut Vec<u64>) -> Option<()> {
        let length = usize::try_from(take(&mut bytes)?).ok()?;
        let (mut heads, mut steps) = bytes.split_at_checked(length)?;
        let mut prefix = 0_u64;
        while !heads.is_empty() {
            prefix = prefix.checked_add(take(&mut heads)?)?;
            let count = take(&mut heads)?;
            let rest = usize::try_from(sum.checked_sub(self.prefix_sum(prefix))?).ok()?;
            let (&start, &end) = (self.starts.get(rest)?, self.starts.get(rest + 1)?);
            let suffixes = &self.suffixes[start as usize..end as usize];
            let high = prefix
                .checked_shl(self.suffix_bits)
                .filter(|high| high >> self.suffix_bits == prefix)?;
            let mut next = 0_usize;
            for _ in 0..count {
                let number = next.checked_add(usize::try_from(take(&mut steps)?).ok()?)?;
                codes.push(high | u64::from(*suffixes.get(number)?));
                next = number + 1;
            }
        }
        steps.is_empty().then_some(())
    }
}

#[inline]
fn put(bytes: &mut Vec<u8>, number: u64) {
    if number < 255 {
        bytes.push(number as u8);
        return;
    }
    bytes.push(255);
    let mut rest = number - 255;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

#[inline]
fn take(bytes: &mut &[u8]) -> Option<u64> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    if first < 255 {
        return Some(u64::from(first));
    }
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F).checked_shl(shift)?;
        if byte < 0x80 {
            return number.checked_add(255);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;
    use twofold_core::{Rules, TileSystem};

    use super::*;
    use crate::Start;

    fn game(shape: &str, system: TileSystem) -> LayeredGame {
        let mut rules = Rules::new(shape.parse().unwrap(), system);
        rules.spawn.placement = twofold_core::Placement::Anywhere;
        LayeredGame::new(rules, None, Start::TwoTiles).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn what_is_encoded_is_decoded(
            codes in prop::collection::vec(any::<u64>(), 1..400),
            shape in prop::sample::select(vec!["1x1", "2x2", "1x5", "3x3", "3x4", "4x4"]),
            system in prop::sample::select(TileSystem::ALL.to_vec()),
            wide: bool,
        ) {
            let game = game(shape, system);
            let mask = if wide { u64::MAX } else { 0x3333_3333_3333_3333 };
            let codec = Codec::new(&game, if wide { 15 } else { 3 });
            let mut layers = BTreeMap::<u64, BTreeSet<u64>>::new();
            for code in codes {
                let code = (code & mask) >> (64 - 4 * game.rules().shape.cells());
                layers.entry(game.sum(code)).or_default().insert(code);
            }
            for (sum, codes) in layers {
                let codes: Vec<_> = codes.into_iter().collect();
                let mut bytes = Vec::new();
                codec.encode(&codes, &mut bytes);
                let mut decoded = Vec::new();
                codec.decode(sum, &bytes, &mut decoded).unwrap();
                prop_assert_eq!(&decoded, &codes);
                // The bytes mean nothing, or something else, once any of them is missing.
                decoded.clear();
                prop_assert!(codec.decode(sum, &bytes[..bytes.len() - 1], &mut decoded).is_err());
            }
        }

        #[test]
        fn no_bytes_make_the_codec_panic(bytes: Vec<u8>, sum in 0_u64..400) {
            let codec = Codec::new(&game("3x3", TileSystem::Classic), 7);
            let _ = codec.decode(sum, &bytes, &mut Vec::new());
        }
    }
}
