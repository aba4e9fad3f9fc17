//! Blocks of codes: coded, and compressed or not.

use std::io::Read;
use std::sync::Arc;

use super::codec::Codec;
use crate::LayerError;

/// How much effort goes into compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// None: for what stays in memory.
    None,
    /// Little: for what will be read again soon.
    Little,
    /// More: for what is kept.
    More,
}

/// Boards of a block of a file, at most.
const MOST_BOARDS: u64 = 1 << 22;

/// Bytes that a code may take before compression: a step, and the head of a prefix of its own.
const CODE_BYTES: u64 = 40;

const PLAIN: u8 = 0;
const COMPRESSED: u8 = 1;

/// Packs the codes of one layer into bytes.
#[derive(Clone)]
pub(crate) struct Packing {
    codec: Arc<Codec>,
    sum: u64,
}

impl Packing {
    pub(crate) fn new(codec: Arc<Codec>, sum: u64) -> Packing {
        Packing { codec, sum }
    }

    /// The tile sum of the layer.
    pub(crate) fn sum(&self) -> u64 {
        self.sum
    }

    /// Packs codes, strictly ascending.
    pub(crate) fn pack(&self, codes: &[u64], effort: Effort) -> Vec<u8> {
        let mut bytes = vec![PLAIN];
        self.codec.encode(codes, &mut bytes);
        compressed(&bytes, effort)
    }

    /// Appends the codes of a block of a file, which says how many there are. However well a forged
    /// block is compressed, it takes no more memory than a real one.
    pub(crate) fn unpack_block(
        &self,
        bytes: &[u8],
        boards: u64,
        codes: &mut Vec<u64>,
    ) -> Result<(), LayerError> {
        if boards > MOST_BOARDS {
            let what = format!("a block says that it has {boards} boards");
            return Err(LayerError::Blocks { sum: self.sum, what });
        }
        self.unpack_within(bytes, CODE_BYTES * (boards + 1), codes)
    }

    /// Appends the codes of a block that this process has packed.
    pub(crate) fn unpack(&self, bytes: &[u8], codes: &mut Vec<u64>) -> Result<(), LayerError> {
        self.unpack_within(bytes, u64::MAX, codes)
    }

    fn unpack_within(
        &self,
        bytes: &[u8],
        most: u64,
        codes: &mut Vec<u64>,
    ) -> Result<(), LayerError> {
        let nonsense = |what: &str| LayerError::Blocks { sum: self.sum, what: what.to_owned() };
        match bytes.split_first() {
            Some((&PLAIN, coded)) => self.codec.decode(self.sum, coded, codes),
            Some((&COMPRESSED, rest)) => {
                let mut coded = Vec::new();
                let decoder = zstd::Decoder::with_buffer(rest)
                    .map_err(|_| nonsense("it cannot be decompressed"))?;
                let read = decoder.take(most).read_to_end(&mut coded);
                read.map_err(|_| nonsense("it cannot be decompressed"))?;
                if coded.len() as u64 == most {
                    return Err(nonsense("it is larger than its boards"));
                }
                self.codec.decode(self.sum, &coded, codes)
            }
            _ => Err(nonsense("it is packed in an unknown way")),
        }
    }
}

/// A plain block, compressed as much as wished.
pub(crate) fn compressed(block: &[u8], effort: Effort) -> Vec<u8> {
    let level = match effort {
        Effort::Little => 1,
        Effort::More => 9,
        Effort::None => return block.to_vec(),
    };
    if block.first() != Some(&PLAIN) {
        return block.to_vec();
    }
    // A compressor that knows the size takes tables for that size, not tens of megabytes.
    let mut bytes = zstd::bulk::compress(&block[1..], level)
        .expect("compression from memory to memory does not fail");
    bytes.insert(0, COMPRESSED);
    bytes
}
