//! Lost boards on disk: a block of the file for every block of the layer.
//!
//! A block is a sequence of lines. Of each: how many places it is after the one before, seven bits to a
//! byte; then either 255 and its 64 bytes, or how many bits its lower and its upper half have, and a byte
//! for the place of each.

use twofold_layers::store::{Header, LayerReader, Role, Store, StoreError, StoreWriter};
use twofold_layers::{Blocks, BoardsFile, Kind, LayerError};

use super::layer::{Block, LINE, Layer, Sides, ones};

/// Marks a line that is written as it is.
const PLAIN: u8 = u8::MAX;

/// Bytes of a line that is written as it is.
const BYTES: usize = 8 * LINE;

/// Writes a layer.
pub(super) fn write(store: &StoreWriter, layer: &Layer) -> Result<Header, LayerError> {
    let mut file = store.create(Role::Lost, Kind::Dense, layer.sum)?;
    for (class, block) in layer.blocks.iter().enumerate() {
        if let Some(block) = block {
            file.block(class as u64, block.count(), &encode(block))?;
        }
    }
    Ok(file.finish()?)
}

/// Reads a layer; `None` if the store has no file of it.
pub(super) fn read(
    store: &Store,
    sides: &Sides<'_>,
    sum: u64,
) -> Result<Option<Layer>, LayerError> {
    let Some(file) = store.file(sum, Role::Lost)? else { return Ok(None) };
    let mut layer = Layer { sum, blocks: Vec::new() };
    for (place, info) in file.index().iter().enumerate() {
        let class =
            usize::try_from(info.key).ok().filter(|&class| class < sides.halves[0].classes.len());
        let class =
            class.filter(|&class| class >= layer.blocks.len()).ok_or_else(|| nonsense(&file))?;
        layer.blocks.resize(class, None);
        layer.blocks.push(Some(read_block(&file, sides, sum, class, place)?));
    }
    Ok(Some(layer))
}

/// Reads the block of a class, at its place in the file.
pub(super) fn read_block(
    file: &LayerReader,
    sides: &Sides<'_>,
    sum: u64,
    class: usize,
    place: usize,
) -> Result<Block, LayerError> {
    let mut bytes = Vec::new();
    file.read_block(place, &mut bytes)?;
    let shape = || {
        let upper = sides.halves[0].classes.get(class)?;
        let other = sides.halves[1].class_of_sum(sum.checked_sub(upper.sum)?)?;
        Some((upper.count, sides.class(1, other).words()))
    };
    let block = shape().and_then(|(rows, width)| decode(&bytes, rows, width));
    let block = block.filter(|block| block.count() == file.index()[place].boards);
    Ok(block.ok_or_else(|| nonsense(file))?)
}

fn nonsense(file: &LayerReader) -> StoreError {
    let what = "its blocks are no lost boards of this layer".to_owned();
    StoreError::Damaged { path: file.path().to_owned(), what }
}

fn encode(block: &Block) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut next = 0;
    for (place, line) in block.places().zip(&block.lines) {
        let mut skipped = place - next;
        next = place + 1;
        while skipped >= 0x80 {
            bytes.push(skipped as u8 | 0x80);
            skipped >>= 7;
        }
        bytes.push(skipped as u8);
        let halves = line.split_at(LINE / 2);
        let count =
            |words: &[u64]| words.iter().map(|word| word.count_ones()).sum::<u32>() as usize;
        let counts = [count(halves.0), count(halves.1)];
        if counts[0] + counts[1] >= BYTES {
            bytes.push(PLAIN);
            line.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
            continue;
        }
        bytes.extend(counts.map(|count| count as u8));
        for half in [halves.0, halves.1] {
            let places = half
                .iter()
                .enumerate()
                .flat_map(|(word, &bits)| ones(bits).map(move |bit| 64 * word + bit));
            bytes.extend(places.map(|place| place as u8));
        }
    }
    bytes
}

fn decode(mut bytes: &[u8], rows: usize, width: usize) -> Option<Block> {
    let (mut places, mut lines) = (Vec::new(), Vec::new());
    let mut next = 0_u64;
    let end = (rows * width).div_ceil(LINE) as u64;
    while !bytes.is_empty() {
        let mut skipped = 0_u64;
        for shift in (0..).step_by(7) {
            let byte = *bytes.split_off_first()?;
            if shift > 56 {
                return None;
            }
            skipped |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let place = next.checked_add(skipped).filter(|&place| place < end)?;
        next = place + 1;
        let mut line = [0; LINE];
        match *bytes.split_off_first()? {
            PLAIN => {
                let plain = bytes.split_off(..BYTES)?;
                for (word, bytes) in line.iter_mut().zip(plain.as_chunks().0) {
                    *word = u64::from_le_bytes(*bytes);
                }
            }
            lower => {
                let upper = *bytes.split_off_first()?;
                for (half, count) in line.chunks_exact_mut(LINE / 2).zip([lower, upper]) {
                    for &bit in bytes.split_off(..usize::from(count))? {
                        half[usize::from(bit) / 64] |= 1 << (bit % 64);
                    }
                }
            }
        }
        places.push(place);
        lines.push(line);
    }
    Block::from_lines(width, rows, &places, lines)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use twofold_layers::bits::BitMatrix;

    use super::*;

    proptest! {
        #[test]
        fn blocks_are_read_as_they_were_written(
            rows in 1_usize..40, columns in 1_usize..300, bits in prop::collection::vec(any::<u64>(), 0..200),
            full in prop::collection::vec(any::<(u16, u64)>(), 0..20),
        ) {
            let mut matrix = BitMatrix::new(rows, columns, 0);
            for bit in bits {
                let (row, column) = (bit as usize / 1000 % rows, bit as usize % columns);
                matrix.words[row * matrix.width + column / 64] |= 1 << (column % 64);
            }
            let words = matrix.words.len();
            for (place, word) in full {
                matrix.words[usize::from(place) % words] = word;
            }
            let block = Block::new(&matrix);
            let bytes = encode(&block);
            prop_assert_eq!(decode(&bytes, rows, matrix.width), Some(block));
            // Cut off anywhere, the bytes are nonsense or other lines.
            for end in 0..bytes.len().min(50) {
                let _ = decode(&bytes[..end], rows, matrix.width);
            }
            prop_assert!(bytes.is_empty() || decode(&bytes, 0, matrix.width).is_none());
        }
    }
}
