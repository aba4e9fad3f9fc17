//! The lost boards of one tile sum, Dropper to move.

use twofold_layers::bits::{BitMatrix, transpose};

use super::halves::Halves;

/// Words of a line: a cache line.
pub(super) const LINE: usize = 8;

/// The pass's view of a game: tables of the halves of both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides<'a> {
    pub(super) halves: [&'a Halves; 2],
    /// Whether the sides are alike, so that a board and the one upside down are one.
    pub(super) alike: bool,
}

impl<'a> Sides<'a> {
    /// The classes of both halves of the boards of a sum; if the sides are alike, the greater one first.
    pub(super) fn plan(&self, sum: u64) -> Vec<[usize; 2]> {
        let [upper, lower] = self.halves;
        let pair = |(class, halves): (usize, &super::halves::Class)| {
            let other = lower.class_of_sum(sum.checked_sub(halves.sum)?)?;
            (!self.alike || other <= class).then_some([class, other])
        };
        upper.classes.iter().enumerate().filter_map(pair).collect()
    }

    /// Every sum that a board can have, ascending.
    pub(super) fn sums(&self) -> Vec<u64> {
        let highest = |side: usize| self.halves[side].classes.last().map_or(0, |class| class.sum);
        (0..=highest(0) + highest(1)).filter(|&sum| !self.plan(sum).is_empty()).collect()
    }

    pub(super) fn class(&self, side: usize, class: usize) -> &'a super::halves::Class {
        &self.halves[side].classes[class]
    }
}

/// A set of boards of one tile sum.
#[derive(Debug, Default)]
pub(super) struct Layer {
    pub(super) sum: u64,
    /// By the class of the upper half.
    pub(super) blocks: Vec<Option<Block>>,
}

/// The boards of a set with halves of two classes: a matrix of bits, of which lines without a bit are
/// left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    /// Words of a row.
    pub(super) width: usize,
    /// For each 64 lines: a bit for every line that is kept, and how many lines are kept before them.
    index: Vec<[u64; 2]>,
    pub(super) lines: Vec<[u64; LINE]>,
}

impl Block {
    /// Leaves out what is empty.
    pub(super) fn new(matrix: &BitMatrix) -> Block {
        let mut block = Block { width: matrix.width, ..Block::default() };
        for group in matrix.words.chunks(64 * LINE) {
            let (mut bits, before) = (0, block.lines.len() as u64);
            for (place, words) in group.chunks(LINE).enumerate() {
                if words.iter().any(|&word| word != 0) {
                    bits |= 1 << place;
                    let mut line = [0; LINE];
                    line[..words.len()].copy_from_slice(words);
                    block.lines.push(line);
                }
            }
            block.index.push([bits, before]);
        }
        block.lines.shrink_to_fit();
        block
    }

    /// Makes a block of its lines: their places, ascending, and their words.
    pub(super) fn from_lines(
        width: usize,
        rows: usize,
        places: &[u64],
        lines: Vec<[u64; LINE]>,
    ) -> Option<Block> {
        let groups = (width * rows).div_ceil(64 * LINE);
        let mut index = vec![[0_u64; 2]; groups];
        for &place in places {
            index.get_mut((place / 64) as usize)?[0] |= 1 << (place % 64);
        }
        let mut before = 0;
        for group in &mut index {
            group[1] = before;
            before += u64::from(group[0].count_ones());
        }
        (before == lines.len() as u64).then_some(Block { width, index, lines })
    }

    /// The places of its lines, ascending.
    pub(super) fn places(&self) -> impl Iterator<Item = u64> + '_ {
        self.index.iter().enumerate().flat_map(|(group, &[bits, _])| {
            ones(bits).map(move |bit| 64 * group as u64 + bit as u64)
        })
    }

    /// The line that a bit is in, if it is kept.
    #[inline]
    pub(super) fn line(&self, bit: usize) -> Option<usize> {
        let place = bit / (64 * LINE);
        let [bits, before] = self.index[place / 64];
        let mask = 1_u64 << (place % 64);
        (bits & mask != 0).then(|| before as usize + (bits & (mask - 1)).count_ones() as usize)
    }

    #[inline]
    pub(super) fn contains(&self, row: usize, column: usize) -> bool {
        let bit = 64 * self.width * row + column;
        self.line(bit).is_some_and(|line| self.lines[line][bit / 64 % LINE] >> (bit % 64) & 1 == 1)
    }

    /// Copies words of the matrix from a place on to zeroed ones.
    #[inline]
    fn read(&self, start: usize, words: &mut [u64]) {
        let end = start + words.len();
        let (first, last) = (start / LINE, end.div_ceil(LINE));
        for group in first / 64..last.div_ceil(64) {
            let [mut bits, before] = self.index[group];
            let low = first.saturating_sub(64 * group);
            let skipped = bits & !(u64::MAX << low);
            bits &= u64::MAX << low;
            if last < 64 * (group + 1) {
                bits &= (1 << (last - 64 * group)) - 1;
            }
            let line = before as usize + skipped.count_ones() as usize;
            for (line, place) in (line..).zip(ones(bits)) {
                let at = LINE * (64 * group + place);
                let from = start.max(at);
                let to = end.min(at + LINE);
                words[from - start..to - start]
                    .copy_from_slice(&self.lines[line][from - at..to - at]);
            }
        }
    }

    /// How many bits are set.
    pub(super) fn count(&self) -> u64 {
        self.lines.iter().flatten().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> u64 {
        (self.lines.len() * 8 * LINE + self.index.len() * 16) as u64
    }
}

impl Layer {
    /// The block of two classes, if it is kept.
    #[inline]
    pub(super) fn block(&self, upper: usize) -> Option<&Block> {
        self.blocks.get(upper)?.as_ref()
    }

    /// Whether a board is in the set, by class and place of its halves.
    #[inline]
    pub(super) fn contains(
        &self,
        alike: bool,
        upper: (usize, usize),
        lower: (usize, usize),
    ) -> bool {
        let (row, column) =
            if alike && upper.0 < lower.0 { (lower, upper) } else { (upper, lower) };
        self.block(row.0).is_some_and(|block| block.contains(row.1, column.1))
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> u64 {
        self.blocks.iter().flatten().map(Block::memory).sum()
    }

    /// Some rows of the matrix that has the halves of one side as rows and those of the other one as
    /// columns; their number is a multiple of 64, or the rest.
    pub(super) fn rows(
        &self,
        sides: &Sides<'_>,
        side: usize,
        [own, other]: [usize; 2],
        rows: std::ops::Range<usize>,
    ) -> BitMatrix {
        let columns = sides.class(1 - side, other).count;
        let mut matrix = BitMatrix::new(rows.len(), columns, 0);
        let as_kept = if sides.alike { own >= other } else { side == 0 };
        if as_kept {
            if let Some(block) = self.block(own) {
                block.read(rows.start * block.width, &mut matrix.words);
            }
            return matrix;
        }
        let Some(block) = self.block(other) else { return matrix };
        let words = rows.len().div_ceil(64);
        let mut strip = vec![0; 64 * words];
        for chunk in 0..matrix.width {
            strip.fill(0);
            let count = 64.min(columns - 64 * chunk);
            for (place, strip) in strip.chunks_exact_mut(words).take(count).enumerate() {
                block.read((64 * chunk + place) * block.width + rows.start / 64, strip);
            }
            for word in 0..words {
                let mut square = [0; 64];
                let mut any = 0;
                for (place, bits) in square.iter_mut().enumerate() {
                    *bits = strip[place * words + word];
                    any |= *bits;
                }
                if any == 0 {
                    continue;
                }
                transpose(&mut square);
                let rows = matrix.words.chunks_exact_mut(matrix.width).skip(64 * word);
                for (row, bits) in rows.zip(square) {
                    row[chunk] = bits;
                }
            }
        }
        matrix
    }
}

/// The places of the bits of a word, ascending.
#[inline]
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let place = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            place
        })
    })
}
