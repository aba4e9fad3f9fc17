//! Blocks of codes: coded, and compressed or not.

use std::sync::Arc;

use super::codec::Codec;
use crate::layers::LayerError;

/// How much effort goes into compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layers) enum Effort {
    /// None: for what stays in memory.
    None,
    /// Little: for what will be read again soon.
    Little,
    /// More: for what is kept.
    More,
}

const PLAIN: u8 = 0;
const COMPRESSED: u8 = 1;

/// Packs the codes of one layer into bytes.
#[derive(Clone)]
pub(in crate::layers) struct Packing {
    codec: Arc<Codec>,
    sum: u64,
}

impl Packing {
    pub(in crate::layers) fn new(codec: Arc<Codec>, sum: u64) -> Packing {
        Packing { codec, sum }
    }

    /// The tile sum of the layer.
    pub(in crate::layers) fn sum(&self) -> u64 {
        self.sum
    }

    /// Packs codes, strictly ascending.
    pub(in crate::layers) fn pack(&self, codes: &[u64], effort: Effort) -> Vec<u8> {
        let mut bytes = vec![PLAIN];
        self.codec.encode(codes, &mut bytes);
        compressed(&bytes, effort)
    }

    /// Appends the codes of a packed block.
    pub(in crate::layers) fn unpack(
        &self,
        bytes: &[u8],
        codes: &mut Vec<u64>,
    ) -> Result<(), LayerError> {
        let nonsense = |what: &str| LayerError::Blocks { sum: self.sum, what: what.to_owned() };
        match bytes.split_first() {
            Some((&PLAIN, coded)) => self.codec.decode(self.sum, coded, codes),
            Some((&COMPRESSED, rest)) => {
                let coded =
                    zstd::decode_all(rest).map_err(|_| nonsense("it cannot be decompressed"))?;
                self.codec.decode(self.sum, &coded, codes)
            }
            _ => Err(nonsense("it is packed in an unknown way")),
        }
    }
}

/// A plain block, compressed as much as wished.
pub(in crate::layers) fn compressed(block: &[u8], effort: Effort) -> Vec<u8> {
    let level = match effort {
        Effort::Little => 1,
        Effort::More => 9,
        Effort::None => return block.to_vec(),
    };
    if block.first() != Some(&PLAIN) {
        return block.to_vec();
    }
    let mut bytes = vec![COMPRESSED];
    zstd::stream::copy_encode(&block[1..], &mut bytes, level)
        .expect("compression from memory to memory does not fail");
    bytes
}
