//! Reading a file of lost boards.

use std::collections::BTreeMap;

use twofold_layers::Blocks;
use twofold_layers::store::{LayerReader, StoreError};

use super::boards::Bit;

/// The lost boards of a layer, as bytes, and where lines begin.
pub(super) struct Lines {
    blocks: BTreeMap<u64, BlockLines>,
}

struct BlockLines {
    bytes: Vec<u8>,
    /// The number of each line that is there, and where it begins.
    starts: Vec<(u64, usize)>,
}

impl Lines {
    /// Reads a file whose checksums are right.
    pub(super) fn read(file: &LayerReader) -> Result<Lines, StoreError> {
        let mut blocks = BTreeMap::new();
        for (place, info) in file.index().iter().enumerate() {
            let mut bytes = Vec::new();
            file.read_block(place, &mut bytes)?;
            let starts = starts(&bytes).ok_or_else(|| StoreError::Damaged {
                path: file.path().to_owned(),
                what: format!("block {place} ends in the middle of a line"),
            })?;
            blocks.insert(info.key, BlockLines { bytes, starts });
        }
        Ok(Lines { blocks })
    }

    /// Whether the bit of a board is set.
    pub(super) fn contains(&self, Bit { block, bit }: Bit) -> bool {
        let Some(block) = self.blocks.get(&block) else { return false };
        let Ok(line) = block.starts.binary_search_by_key(&(bit / 512), |start| start.0) else {
            return false;
        };
        block.bits(line).contains(&((bit % 512) as u16))
    }

    /// The blocks, and how many lines each has.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (u64, usize)> + '_ {
        self.blocks.iter().map(|(&key, block)| (key, block.starts.len()))
    }

    /// The bits of a line.
    pub(super) fn line(&self, block: u64, line: usize) -> Vec<Bit> {
        let lines = &self.blocks[&block];
        let first = 512 * lines.starts[line].0;
        lines.bits(line).into_iter().map(|bit| Bit { block, bit: first + u64::from(bit) }).collect()
    }
}

impl BlockLines {
    /// The bits of a line, ascending.
    fn bits(&self, line: usize) -> Vec<u16> {
        let bytes = &self.bytes[self.starts[line].1..];
        if bytes[0] == 255 {
            let is_set = |&bit: &u16| bytes[1 + usize::from(bit) / 8] >> (bit % 8) & 1 == 1;
            return (0..512).filter(is_set).collect();
        }
        let (lower, upper) = (usize::from(bytes[0]), usize::from(bytes[1]));
        let bits = bytes[2..2 + lower + upper].iter().enumerate();
        bits.map(|(place, &bit)| u16::from(bit) + if place < lower { 0 } else { 256 }).collect()
    }
}

/// Where lines begin, behind the bytes that say how many are left out before them.
fn starts(bytes: &[u8]) -> Option<Vec<(u64, usize)>> {
    let (mut starts, mut at, mut line) = (Vec::new(), 0, 0_u64);
    while at < bytes.len() {
        let mut left_out = 0_u64;
        for shift in (0..63).step_by(7) {
            let byte = *bytes.get(at)?;
            at += 1;
            left_out |= u64::from(byte & 127) << shift;
            if byte < 128 {
                break;
            }
        }
        line = line.checked_add(left_out)?;
        let length = match *bytes.get(at)? {
            255 => 65,
            lower => 2 + usize::from(lower) + usize::from(*bytes.get(at + 1)?),
        };
        starts.push((line, at));
        at += length;
        line += 1;
    }
    (at == bytes.len()).then_some(starts)
}
