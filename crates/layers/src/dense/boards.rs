//! Sets of boards as the rest of the program sees them.

use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::close::for_each_bit;
use super::engine::Shared;
use super::geometry::Pair;
use super::matrix::Matrix;
use crate::bits::lowest;
use crate::sparse::Codec;
use crate::sparse::packing::{Effort, Packing};
use crate::{Blocks, Boards, BoardsFile, Count, Kind, LayerError};

/// Boards after slides, as bits.
pub struct DenseBoards {
    shared: Arc<Shared>,
    sum: u64,
    matrix: Matrix,
    /// The landed ones, which stand for all others on a square board.
    landed: Option<Matrix>,
    count: Count,
    parts: Vec<(usize, Range<usize>)>,
}

/// Bits that one part of a set covers at most.
const PART: usize = 1 << 22;

/// The first byte of a block: how the rest is to be read.
const LANDED: u8 = 0;
const ALL: u8 = 1;
const CODES: u8 = 2;

/// How hard bits are compressed: they go to disk after every layer.
const LEVEL: i32 = 1;

impl DenseBoards {
    pub(super) fn new(
        shared: Arc<Shared>,
        sum: u64,
        matrix: Matrix,
        landed: Option<Matrix>,
        count: Count,
    ) -> DenseBoards {
        let mut parts = Vec::new();
        for (class, block) in matrix.blocks.iter().enumerate() {
            let rows = block.words.len().checked_div(block.width).unwrap_or(0);
            let step = (PART / (64 * block.width.max(1))).max(1);
            for start in (0..rows).step_by(step) {
                parts.push((class, start..rows.min(start + step)));
            }
        }
        DenseBoards { shared, sum, matrix, landed, count, parts }
    }

    pub(super) fn matrix(&self) -> &Matrix {
        &self.matrix
    }
}

impl Boards for DenseBoards {
    fn kind(&self) -> Kind {
        Kind::Dense
    }

    fn len(&self) -> u64 {
        self.count.orbits
    }

    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn part(&self, index: usize, codes: &mut Vec<u64>) -> Result<(), LayerError> {
        let (class, rows) = self.parts[index].clone();
        let geometry = &self.shared.geometry;
        let block = &self.matrix.blocks[class];
        let upper = &geometry.upper.classes[class];
        let lower = &geometry.lower.classes[block.key.expect("it has rows")];
        let before = codes.len();
        for row in rows {
            let above = upper.codes[upper.rows[row] as usize];
            for_each_bit(block.row(row), 0, |column| {
                let code = geometry.join(Pair { upper: above, lower: lower.codes[column] });
                if self.shared.images.canonical(code) == code {
                    codes.push(code);
                }
            });
        }
        codes[before..].sort_unstable();
        Ok(())
    }

    fn memory(&self) -> u64 {
        self.matrix.memory() + self.landed.as_ref().map_or(0, Matrix::memory)
    }

    fn write(&self, file: &mut dyn BoardsFile) -> Result<(), LayerError> {
        let (tag, matrix) = match &self.landed {
            Some(landed) => (LANDED, landed),
            None => (ALL, &self.matrix),
        };
        // Boards that are images of each other may be in different blocks; the first block has the
        // number of all of them.
        let mut boards = self.count.orbits;
        let used = matrix
            .blocks
            .iter()
            .enumerate()
            .filter(|(_, block)| block.words.iter().any(|&word| word != 0));
        let used: Vec<_> = used.collect();
        for group in used.chunks(16) {
            let packed: Vec<(u64, Vec<u8>)> = group
                .par_iter()
                .map(|&(class, block)| (class as u64, pack(tag, &block.words)))
                .collect();
            for (class, bytes) in packed {
                file.block(class, std::mem::take(&mut boards), &bytes)?;
            }
        }
        Ok(())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl fmt::Debug for DenseBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} boards of sum {} as bits", self.count.orbits, self.sum)
    }
}

fn pack(tag: u8, words: &[u64]) -> Vec<u8> {
    let plain: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut bytes = vec![tag];
    zstd::stream::copy_encode(&plain[..], &mut bytes, LEVEL)
        .expect("compression from memory to memory does not fail");
    bytes
}

/// Reads back what [`Boards::write`] or a step wrote.
pub(super) fn read(
    shared: &Arc<Shared>,
    sum: u64,
    blocks: Arc<dyn Blocks>,
) -> Result<Box<dyn Boards>, LayerError> {
    let nonsense = |what: &str| LayerError::Blocks { sum, what: what.to_owned() };
    let geometry = &shared.geometry;
    let (mut all, mut landed) = (geometry.boards(sum), geometry.landed_boards(sum));
    let mut bytes = Vec::new();
    for index in 0..blocks.index().len() {
        blocks.read(index, &mut bytes)?;
        let matrix = match bytes.first() {
            Some(&LANDED) if shared.is_square() => &mut landed,
            Some(&ALL) if !shared.is_square() => &mut all,
            Some(&CODES) => return Ok(Box::new(KeptPositions::read(shared, sum, blocks))),
            _ => return Err(nonsense("it is packed in an unknown way")),
        };
        let block = usize::try_from(blocks.index()[index].key).ok();
        let block = block.and_then(|class| matrix.blocks.get_mut(class));
        let block = block.ok_or_else(|| nonsense("there is no such class of halves"))?;
        let plain = zstd::bulk::decompress(&bytes[1..], 8 * block.words.len());
        let plain = plain.map_err(|_| nonsense("it cannot be decompressed"))?;
        if plain.len() != 8 * block.words.len() {
            return Err(nonsense("it is of another size"));
        }
        for (word, bytes) in block.words.iter_mut().zip(plain.chunks_exact(8)) {
            *word = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        }
        let lower = block.key.map(|class| &geometry.lower.classes[class]);
        let columns = lower.map_or(0, |lower| match bytes.first() {
            Some(&LANDED) => lower.landed.len(),
            _ => lower.codes.len(),
        });
        // Nothing may stand beyond the last column.
        let beyond = match columns % 64 {
            0 => 0,
            used => !lowest(used),
        };
        let width = block.width.max(1);
        if block.words.iter().skip(width - 1).step_by(width).any(|word| word & beyond != 0) {
            return Err(nonsense("it has boards beyond the last half"));
        }
    }
    let square = shared.is_square();
    let matrix = if square { shared.close(&landed, all) } else { all };
    let (boards, fixed) = shared.orbits.count(geometry, &matrix, sum);
    let count = fixed.orbits_of_file(boards);
    let count = count.ok_or_else(|| nonsense("it is not closed under symmetries"))?;
    let mut expected = 0_u64;
    for block in blocks.index() {
        expected = expected.saturating_add(block.boards);
    }
    if count.orbits != expected {
        return Err(nonsense("it has another number of boards than it says"));
    }
    let landed = square.then_some(landed);
    Ok(Box::new(DenseBoards::new(Arc::clone(shared), sum, matrix, landed, count)))
}

/// Positions that were kept: canonical codes, ascending within each block.
pub(super) struct KeptPositions {
    packing: Packing,
    written: u64,
    blocks: Option<Arc<dyn Blocks>>,
}

/// Positions in one block of a file: much repeats, and what repeats within a block is compressed.
const KEPT: usize = 1 << 22;

impl KeptPositions {
    pub(super) fn new(codec: Arc<Codec>, sum: u64) -> KeptPositions {
        KeptPositions { packing: Packing::new(codec, sum), written: 0, blocks: None }
    }

    /// Writes the positions of a layer, or of a part of it.
    pub(super) fn append(
        &mut self,
        mut codes: Vec<u64>,
        file: &mut dyn BoardsFile,
    ) -> Result<(), LayerError> {
        codes.par_sort_unstable();
        let blocks: Vec<_> =
            codes.par_chunks(KEPT).map(|codes| self.packing.pack(codes, Effort::More)).collect();
        for (bytes, codes) in blocks.iter().zip(codes.chunks(KEPT)) {
            file.block(self.written, codes.len() as u64, &[&[CODES], bytes.as_slice()].concat())?;
            self.written += 1;
        }
        Ok(())
    }

    fn read(shared: &Shared, sum: u64, blocks: Arc<dyn Blocks>) -> KeptPositions {
        KeptPositions {
            packing: Packing::new(Arc::clone(&shared.codec), sum),
            written: blocks.index().len() as u64,
            blocks: Some(blocks),
        }
    }
}

impl Boards for KeptPositions {
    fn kind(&self) -> Kind {
        Kind::Dense
    }

    fn len(&self) -> u64 {
        let blocks = self.blocks.iter().flat_map(|blocks| blocks.index());
        blocks.fold(0, |boards, block| boards.saturating_add(block.boards))
    }

    fn parts(&self) -> usize {
        self.blocks.as_ref().map_or(0, |blocks| blocks.index().len())
    }

    fn part(&self, index: usize, codes: &mut Vec<u64>) -> Result<(), LayerError> {
        let Some(blocks) = &self.blocks else { return Ok(()) };
        let mut bytes = Vec::new();
        blocks.read(index, &mut bytes)?;
        let before = codes.len();
        let packed = bytes.strip_prefix(&[CODES]).unwrap_or(&bytes);
        self.packing.unpack_block(packed, blocks.index()[index].boards, codes)?;
        if (codes.len() - before) as u64 != blocks.index()[index].boards {
            let what = format!("block {index} does not hold what the index says");
            return Err(LayerError::Blocks { sum: self.packing.sum(), what });
        }
        Ok(())
    }

    fn memory(&self) -> u64 {
        self.blocks.as_ref().map_or(0, |blocks| blocks.memory())
    }

    fn write(&self, file: &mut dyn BoardsFile) -> Result<(), LayerError> {
        let Some(blocks) = &self.blocks else { return Ok(()) };
        let mut bytes = Vec::new();
        for (index, info) in blocks.index().iter().enumerate() {
            blocks.read(index, &mut bytes)?;
            file.block(info.key, info.boards, &bytes)?;
        }
        Ok(())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl fmt::Debug for KeptPositions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions of sum {}", self.len(), self.packing.sum())
    }
}
